int apply((int) -> int f, int x) { return f(x); }
int g(int x) {
    return apply(x, x);
}
