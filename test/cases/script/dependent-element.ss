void f(int[] a where length(a) > 0, int x where x >= a[0]) {
    a[0] = a[0] + 1;
}
