int f() { }
