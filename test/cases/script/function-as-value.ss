int one() { return 1; }
int f() {
    any g = one;
    return 1;
}
