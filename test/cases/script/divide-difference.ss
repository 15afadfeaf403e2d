int f(int x, int y where y >= x) {
    return 10 / (y - x);
}
