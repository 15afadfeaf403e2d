int f(int n) {
    n--;
    return n;
}
