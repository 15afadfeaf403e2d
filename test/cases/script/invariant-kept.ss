int f(nat n) {
    int i = 0;
    while (i < n) inv i <= n {
        i += 2;
    }
    return i;
}
