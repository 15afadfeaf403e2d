void f(int|string x) {
    int|boolean y = x;
}
