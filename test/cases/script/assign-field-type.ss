void f({name: string} o) {
    o.name = null;
}
