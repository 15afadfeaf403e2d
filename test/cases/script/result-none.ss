int f(int x) {
    return;
}
