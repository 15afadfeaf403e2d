int g = 1;
int bump() { g = 0; return 0; }
int two(int a where a == g, int b) { return 1 / (a == g ? 1 : 0); }
int go() { g = 1; return two(g, bump()); }
