int sum(int[] a) {
    int i = 0;
    int total = 0;
    while (i < length(a)) {
        total = total + a[i];
        i = i + 1;
    }
    return total;
}
