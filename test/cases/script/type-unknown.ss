integer f(int x) { return x; }
