int f(nat x) {
    return 42 / x;
}
