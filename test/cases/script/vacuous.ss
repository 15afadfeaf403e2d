int f(int x where x > 0 && x < 0) {
    return 1 / 0;
}
