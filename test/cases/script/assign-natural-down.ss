int f(nat n) {
    n -= 1;
    return n;
}
