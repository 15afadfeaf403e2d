int f() { return 1; }
int f(int x) { return x; }
