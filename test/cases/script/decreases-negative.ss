int f(int n) {
    while (n != 0) decreases n {
        n -= 1;
    }
    return n;
}
