int f({a: int} | {b: int} o) {
    return o.a;
}
