int f(int[] a) {
    int n = 0;
    while (length(a)) {
        n += 1;
    }
    return n;
}
