int increment(int x) { return x + 1; }
int f(int x) {
    return incremnet(x);
}
