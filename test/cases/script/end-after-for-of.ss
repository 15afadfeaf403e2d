int f(int[] a) { for (int x of a) { return x; } }
