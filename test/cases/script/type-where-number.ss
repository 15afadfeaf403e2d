int f(number x where x > 0 && x < 1) { return 1 / 0; }
