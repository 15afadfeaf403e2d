function sumTo(int[] a, nat n where n <= length(a)): int decreases n {
    n == 0 ? 0 : sumTo(a, n - 1) + a[n - 1]
}

(r: int where r == sumTo(a, length(a))) sum(int[] a) {
    int s = 0;
    nat i = 0;
    while (i < length(a)) inv i <= length(a) && s == sumTo(a, i) {
        s += a[i];
        i += 1;
    }
    return s;
}
