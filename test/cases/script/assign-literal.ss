void f(int x) {
    1 = x;
}
