int apply((int) -> int f, int x) { return f(x); }
int add(int a, int b) { return a + b; }
int g(int x) {
    return apply(add, x);
}
