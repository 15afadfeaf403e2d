int g = 0;
(r: int where g == 100) bump() { g = 100; return 0; }
int f(int n) {
    g = 0;
    int y where y > g = 1;
    bump();
    for (nat i = 0; i < n; i = i + 1) { y = y; }
    return 1 / (y == 1 ? 0 : 1);
}
