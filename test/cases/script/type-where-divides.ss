int f(int x, int y where x / y == 1) { return x; }
