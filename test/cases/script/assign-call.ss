int g() { return 1; }
void f(int x) {
    g() = x;
}
