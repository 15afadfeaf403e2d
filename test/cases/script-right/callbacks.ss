(r: int[] where length(r) == length(a)) map(int[] a, (int) -> int f) {
    int[] r where length(r) == length(a) = mkarray(0, length(a));
    for (nat i = 0; i < length(a); i += 1) {
        r[i] = f(a[i]);
    }
    return r;
}

int square(int x) {
    return x * x;
}

int first(int[] a where length(a) > 0) {
    int[] b = map(a, square);
    return b[0];
}
