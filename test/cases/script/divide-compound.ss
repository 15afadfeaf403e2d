int halve(int x, int by where by >= 0) {
    x /= by;
    return x;
}
