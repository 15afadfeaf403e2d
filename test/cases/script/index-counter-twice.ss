int f(int n, int[] a where length(a) == n) {
    int s = 0;
    for (int i = 0; i < n; i += 1) { s += a[i]; i += 1; s += a[i]; }
    return s;
}
