(x: int where x == a + b) sum(int a, int b) {
    return a + b;
}

(x: int where x == a * b) multiply(int a, int b) {
    if (a == 0) {
        return 0;
    }
    if (a > 0) {
        return sum(multiply(a - 1, b), b);
    } else {
        return -multiply(-a, b);
    }
}
