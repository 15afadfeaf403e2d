int f(int n, any x) {
    if (x in (i: int where i < n)) { n = n - 100; return 1 / (x < n ? 1 : 0); }
    return 0;
}
