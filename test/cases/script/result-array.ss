nat[] f(int x) {
    return [1, x, 3];
}
