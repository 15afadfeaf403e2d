int f() {
    let x = 1;
    return x;
}
