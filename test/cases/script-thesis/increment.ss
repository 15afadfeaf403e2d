int increment(int n) {
    n = n + 1;
    return n;
}

int third(nat x) {
    return increment(x) - 1;
}
