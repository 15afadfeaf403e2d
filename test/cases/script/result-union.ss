int|string f(any x) {
    if (x in int) {
        return x;
    }
    return x;
}
