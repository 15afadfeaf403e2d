int add(int a, int b) { return a + b; }
int f() {
    return add(1);
}
