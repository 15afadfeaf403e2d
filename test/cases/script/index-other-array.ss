int dot(int[] a, int[] b) {
    int s = 0;
    for (nat i = 0; i < length(a); i += 1) {
        s += a[i] * b[i];
    }
    return s;
}
