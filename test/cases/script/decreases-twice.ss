int f(int n) {
    while (n > 0) decreases n decreases n + 1 {
        n -= 1;
    }
    return n;
}
