(r: int where r == n) same(int n) {
    n = n + 1;
    return n;
}
