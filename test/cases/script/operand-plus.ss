int f(int x, string s) {
    return x + s;
}
