{a: int, b: int} bToOne({a: int} x) {
    if (x in {b: int}) {
        x.b = 1;
    }
    return x;
}
