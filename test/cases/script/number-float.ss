int f() {
    return 1.5;
}
