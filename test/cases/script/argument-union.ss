int f(int|string x) { return 0; }
int g(int|boolean x) {
    return f(x);
}
