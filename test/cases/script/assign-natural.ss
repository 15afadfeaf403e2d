int f(int x) {
    nat n = 0;
    n = n - x;
    return n;
}
