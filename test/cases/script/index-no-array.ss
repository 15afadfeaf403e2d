any f({a: int} o) {
    return o[0];
}
