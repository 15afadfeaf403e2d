int f(int x where x + 1) { return x; }
