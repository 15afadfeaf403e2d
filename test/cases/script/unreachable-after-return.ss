int f(int x) {
    return x;
    x = x + 1;
    return x;
}
