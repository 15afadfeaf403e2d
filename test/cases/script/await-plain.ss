int one() { return 1; }
async int f() {
    return await one();
}
