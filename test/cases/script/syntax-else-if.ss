int f(int x) {
    if (x > 0) return 1
    elseif (x < 0) return 2;
    return 3;
}
