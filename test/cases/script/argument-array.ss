int first(int[] a where length(a) > 0) { return a[0]; }
int f(nat n) {
    return first(mkarray(0, n));
}
