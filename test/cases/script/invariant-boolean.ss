int f(int n) {
    int i = 0;
    while (i < n) inv i {
        i += 1;
    }
    return i;
}
