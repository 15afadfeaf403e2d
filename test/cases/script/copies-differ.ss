int f(int[] a where length(a) == 2) {
    int[][] m = [a, a];
    m[0][0] = 7;
    return 1 / (m[1][0] == m[0][0] ? 0 : 1) ;
}
