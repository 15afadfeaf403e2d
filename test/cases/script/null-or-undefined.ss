int f(any x where x == null) { return 1 / (x == undefined ? 1 : 0); }
