int f(number x where x == 1) { return 1 / (x in int ? 0 : 1); }
