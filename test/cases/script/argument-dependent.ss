int at(int[] a, nat i where i < length(a)) { return a[i]; }
int f(int[] a, int[] b, nat i where i < length(a)) {
    return at(b, i);
}
