int f(int[] a) { a.push(3); return 0; }
