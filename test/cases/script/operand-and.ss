boolean f(int x, boolean b) {
    return b && x;
}
