int g = 1;
(r: int where r == g) cur() { return g; }
int app(() -> (r: int where r == 1) f) { g = 2; return 1 / (f() - 2); }
int go() { g = 1; return app(cur); }
