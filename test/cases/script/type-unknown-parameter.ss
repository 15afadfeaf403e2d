int f(strng s) { return 0; }
