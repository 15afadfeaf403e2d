boolean f(int x) {
    return x === 1;
}

boolean g(int a) {
    return a !== 2;
}
