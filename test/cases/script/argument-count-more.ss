int one() { return 1; }
int f() {
    return one(2, 3);
}
