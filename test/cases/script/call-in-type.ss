int g(int x) { return x; }
int f(int x where g(x) > 0) {
    return x;
}
