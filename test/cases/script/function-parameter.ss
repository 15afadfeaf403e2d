int apply((int) -> int f, int x) { return f(x); }
int half(nat x) { return x / 2; }
int g(int x) {
    return apply(half, x);
}
