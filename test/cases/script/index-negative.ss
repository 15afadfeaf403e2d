int f(int[] a, int i) {
    if (i < length(a)) {
        return a[i];
    }
    return 0;
}
