(r: int where r == n * n) square(nat n) {
    int r = 0;
    int i = 0;
    while (i < n) inv r == i * n {
        r += n;
        i += 1;
    }
    return r;
}
