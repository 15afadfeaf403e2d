int f(boolean b) {
    if (b) {
        int x = 1;
    }
    return x;
}
