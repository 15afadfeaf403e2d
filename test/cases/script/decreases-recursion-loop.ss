int f(int n) decreases n { int m = n; while (m > 0) { m -= 1; } if (n > 0) { return f(m); } return f(n); }
