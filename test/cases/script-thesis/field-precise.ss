(o: {a: int} where o in {b: int} ==> o.b == 1) bToOne({a: int} x) {
    if (x in {b: int}) {
        x.b = 1;
    }
    return x;
}
