nat apply((int) -> nat f, int x) { return f(x); }
int negate(int x) { return -x; }
nat g(int x) {
    return apply(negate, x);
}
