int g = 0;
(r: int where g == 1 && r == 5) set() { g = 1; return 5; }
int f() {
    g = 0;
    return 1 / (g * set());
}
