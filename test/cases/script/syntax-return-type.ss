f(int x) { return x; }
