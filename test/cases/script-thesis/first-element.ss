void g(int[] a) {
    a[0] = 1;
}
