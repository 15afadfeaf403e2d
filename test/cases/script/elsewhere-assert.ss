int f(int x) { assert(x > 0); return x; }
