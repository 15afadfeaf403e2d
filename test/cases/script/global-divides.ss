int zero() { return 0; }
int x = 1 / zero();
