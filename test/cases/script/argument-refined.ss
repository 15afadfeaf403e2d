int root(nat x) { return x; }
int f(int x) {
    return root(x);
}
