int f() {
    int[] a = [1, 2, 3];
    return a[3];
}
