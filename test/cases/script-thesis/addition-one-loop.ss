(x: int where x == a + b) sum(int a, int b) {
    int r = a;
    (x: int where sameSign(b, x)) l = b;
    int d = b > 0 ? 1 : -1;
    while (l != 0) inv r == a + b - l {
        r = r + d;
        l = l - d;
    }
    return r;
}

function sameSign(int x, int y) {
    (x > 0 => y >= 0) & (x < 0 => y <= 0)
}
