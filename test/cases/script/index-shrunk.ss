int f(int[] a, nat i where i < length(a)) {
    a = mkarray(0, i);
    return a[i];
}
