int f(int a, int b) {
    return 10 / ((a + 1) * (b + 2));
}

int g(int[] a, int b) {
    return a[(b + 1) * 2];
}

boolean h(int a) {
    return (a + 1) in nat && 1 / -(a + 1) < 2;
}
