int f({} o) {
    if (o in {n: any}) {
        return o.n + 1;
    }
    return 0;
}
