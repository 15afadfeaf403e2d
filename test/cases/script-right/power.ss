function pow(int b, nat n): int { n == 0 ? 1 : b * pow(b, n - 1) }

(r: int where r == pow(b, n)) power(int b, nat n) {
    int r = 1;
    nat i = 0;
    while (i != n) inv i <= n && r == pow(b, i) {
        r = r * b;
        i += 1;
    }
    return r;
}
