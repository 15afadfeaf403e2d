any f(int x) {
    return x.y;
}
