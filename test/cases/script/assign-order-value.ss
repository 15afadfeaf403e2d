int[] a = [1, 2];
int set() { a = [0, 0]; return 1; }
int f() {
    a = [1, 2];
    a[1] = set();
    return 1 / a[0];
}
