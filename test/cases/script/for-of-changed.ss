(r: int where r == length(a)) f(int[] a) {
    nat n = 0;
    for (int e of a) inv n <= length(a) {
        a = [];
        n = n + 1;
    }
    return n;
}
