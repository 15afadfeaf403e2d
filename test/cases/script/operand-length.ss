int f(int|int[] x) {
    return length(x);
}
