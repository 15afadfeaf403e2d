int f(any x) { if (!(x in (y: int where y > 0))) { return x in int ? 10 / x : 0; } return 0; }
