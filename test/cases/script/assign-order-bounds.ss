int[] a = [1, 2];
int shrink() { a = []; return 1; }
int f() {
    a = [1, 2];
    a[1] = shrink();
    return a[1];
}
