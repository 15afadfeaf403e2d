int f(int n) { int x = 0; while (n > 0) { if (x == 0) { return 1; } x = 5; n -= 1; } return 1 / x; }
