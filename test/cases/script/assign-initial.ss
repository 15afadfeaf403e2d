int f(int[] a) {
    int first where first > 0 = length(a);
    return first;
}
