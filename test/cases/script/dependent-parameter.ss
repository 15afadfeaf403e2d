int f(int[] a, nat i where i < length(a)) {
    a = [];
    return 0;
}
