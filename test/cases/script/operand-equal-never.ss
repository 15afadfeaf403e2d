int f(int x) { return 1 / (x == true ? 1 : 0); }
