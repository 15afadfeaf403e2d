int increment(int n) {
    n = n + 1;
    return n;
}

int third(nat x) {
    return 42 / increment(x);
}
