int sum(int[] a) {
    int s = 0;
    for (int i = 0; i <= length(a); i += 1) {
        s += a[i];
    }
    return s;
}
