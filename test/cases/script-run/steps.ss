int[] f(int[] a) {
    for (nat i = 0; i < length(a); i++) {
        a[i]++;
    }
    for (int k = length(a) - 1; k >= 0; k--) {
        a[k]++;
    }
    return a;
}
