void f(int x) {
    return x;
}
