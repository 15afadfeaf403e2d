type A = B;
type B = A;
int f(A a) { return 1; }
