int first(nat[] a) { return 0; }
int f(int[] a) {
    return first(a);
}
