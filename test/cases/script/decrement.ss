int f(int n) {
    n--;
    f(n)--;
    return n;
}
