int f(int x, string x) { return x; }
