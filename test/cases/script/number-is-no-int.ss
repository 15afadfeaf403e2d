int f(number x) { return x; }
