(r: int where r > 0) f(int x) { return 1; }
int app((int) -> int f) { return 1 / f(1); }
