void f(int[] a) {
    for (int x of a) {
        x = 0;
    }
}
