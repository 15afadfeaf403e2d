int[]|string[] f((int|string)[] a) { return a; }
