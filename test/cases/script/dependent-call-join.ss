int g = 0;
(r: int where g == 100) bump() { g = 100; return 0; }
int f(boolean c) {
    g = 0;
    int y where y > g = 1;
    bump();
    if (c) { y = g + 100; }
    return 1 / (y == 1 ? 0 : 1);
}
