int f() { return 1; }
/* and then
