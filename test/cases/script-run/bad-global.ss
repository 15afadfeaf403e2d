int f() { return x; }
int x = 1 / 0;
