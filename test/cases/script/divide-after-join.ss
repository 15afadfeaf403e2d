int f(int x) {
    int d = 1;
    if (x > 10) {
        d = x - 11;
    }
    return x / d;
}
