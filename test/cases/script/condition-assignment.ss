int f(int x) {
    if (x = 1) {
        return 1;
    }
    return 0;
}
