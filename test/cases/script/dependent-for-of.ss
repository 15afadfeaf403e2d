void f(int[] a) {
    int x = 0;
    int y where y > x = 1;
    for (int e of a) { x = e; }
}
