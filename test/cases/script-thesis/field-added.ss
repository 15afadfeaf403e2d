{a: int} bToOne({a: int} x) {
    x.b = 1;
    return x;
}
