int last(int[] a where length(a) > 0) {
    return a[length(a)];
}
