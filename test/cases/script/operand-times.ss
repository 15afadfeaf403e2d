int f(any x) {
    return x * 2;
}
