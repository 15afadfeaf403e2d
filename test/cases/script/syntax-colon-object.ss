{a: int} f() {
    return {a: 1};
}
