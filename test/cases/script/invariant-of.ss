int count(int[] a, int k) {
    nat n = 0;
    for (int x of a) inv n < length(a) {
        if (x == k) {
            n += 1;
        }
    }
    return n;
}
