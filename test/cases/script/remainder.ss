int f(int x, nat n) {
    return x % n;
}
