int f(int x where x > 9007199254740992) { return 1 / (x - 9007199254740993); }
