(x: int where x == a + b) sum(int a, int b) {
    int r = a;
    int l = b;
    if (b > 0) {
        while (l != 0)
        inv l >= 0 && r == a + b - l {
            r = r + 1;
            l = l - 1;
        }
    } else {
        while (l != 0)
        inv l <= 0 && r == a + b - l {
            r = r - 1;
            l = l + 1;
        }
    }
    return r;
}
