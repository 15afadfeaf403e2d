void f(int x) {
    x;
    x + 1;
}
