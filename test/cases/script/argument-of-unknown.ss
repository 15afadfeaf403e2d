int f(int x) {
    return increment(x);
}
