int sum(int[] a) {
    int total = 0;
    int i = 0;

    while (i < length(a)) {
        total += a[i];
        i += 1;
    }
    return total;
}
