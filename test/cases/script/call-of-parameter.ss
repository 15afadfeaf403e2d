int g = 1;
int f(() -> int h) { g = 1; int x = h(); return 1 / g; }
