void f(int[] a where length(a) > 0) {
    a[0] = "a";
}
