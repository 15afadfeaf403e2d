int f(int x) { return x > 0 and x < 3 ? 1 : 0; }
