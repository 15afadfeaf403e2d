/*
 * Not executable: `ensures \result == Fib(n)`. Fib has no body, only axioms that
 * describe it. The other clauses can be checked.
 */

/*@
  axiomatic Fibonacci {
    logic integer Fib(integer n);
    axiom fib_0: Fib(0) == 0;
    axiom fib_1: Fib(1) == 1;
    axiom fib_n: \forall integer n; n > 1 ==> Fib(n) == Fib(n - 1) + Fib(n - 2);
  }
*/

/*@
  requires 0 <= n <= 40;
  assigns \nothing;
  ensures value: \result == Fib(n);
  ensures sign:  0 <= \result;
  ensures small: n <= 1 ==> \result == n;
*/
int fibonacci(int n)
{
    int a = 0;
    int b = 1;
    for (int i = 0; i < n; i++) {
        int t = a + b;
        a = b;
        b = t;
    }
    return a;
}
