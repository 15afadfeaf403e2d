int average(int[] a) {
    int total = 0;
    for (int x of a) {
        total += x;
    }
    return total / length(a);
}
