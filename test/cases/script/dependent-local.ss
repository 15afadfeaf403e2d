void f(int n where n > 0) {
    int i where 0 <= i && i < n = n - 1;
    n = 1;
}
