int lim = 5;
int h(int x where x != lim) { return 1 / (x - lim); }
int app(((x: int where x == 10)) -> int f) { lim = 10; return f(10); }
int go() {
    lim = 5;
    return app(h);
}
