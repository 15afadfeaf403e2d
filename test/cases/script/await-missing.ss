async int one() { return 1; }
async int f() {
    return one() + 1;
}
