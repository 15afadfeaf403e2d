boolean f(int x) {
    return !x;
}
