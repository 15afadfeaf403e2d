string f(int x) {
    return x;
}
