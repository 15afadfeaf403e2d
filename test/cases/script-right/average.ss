int average(int[] a) {
    if (length(a) == 0) {
        return 0;
    }
    int s = 0;
    for (int x of a) {
        s += x;
    }
    return s / length(a);
}
