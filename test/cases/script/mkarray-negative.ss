int[] f(int n) {
    return mkarray(0, n - 1);
}
