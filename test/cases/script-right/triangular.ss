(r: int where 2 * r == n * (n + 1)) triangular(nat n) {
    int r = 0;
    for (nat i = 1; i <= n; i += 1) inv i <= n + 1 && 2 * r == i * (i - 1) {
        r += i;
    }
    return r;
}
