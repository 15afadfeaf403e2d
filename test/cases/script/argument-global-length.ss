int lim = 3;
void chk(int[] a where length(a) == lim) { int x = a[2]; }
void go() { chk([1, 2, 3]); }
