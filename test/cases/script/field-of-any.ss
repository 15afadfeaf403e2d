any f(any x) {
    return x.y;
}
