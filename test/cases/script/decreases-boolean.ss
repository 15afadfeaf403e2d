int f(int n) {
    while (n > 0) decreases n > 0 {
        n -= 1;
    }
    return n;
}
