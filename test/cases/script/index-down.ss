int last(int[] a) {
    int i = length(a) - 1;
    int s = 0;
    while (i != 0) {
        s += a[i];
        i -= 1;
    }
    return s;
}
