int f(int x) {
    while (true) {
        x += 1;
    }
    return x;
}
