int f() {
    int[] a = [1];
    int[] b = a;
    b[0] = 0;
    return 1 / b[0];
}
