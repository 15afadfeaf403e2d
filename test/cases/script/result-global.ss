int g = 0;
(r: int where r > g) f() { int x = g + 1; g = 5; return x; }
