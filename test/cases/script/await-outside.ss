async int one() { return 1; }
int f() {
    return await one();
}
