int f(int[] a where length(a) < 0) {
    return 1;
}
