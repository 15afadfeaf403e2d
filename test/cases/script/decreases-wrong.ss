int f(int n) {
    int i = 0;
    while (i < n) decreases i {
        i += 1;
    }
    return i;
}
