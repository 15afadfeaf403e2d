/*@
  logic integer Factorial(integer n) = n <= 1 ? 1 : n * Factorial(n - 1);

  lemma Base: Factorial(0) == 1;
*/

/*@
  requires 0 <= n <= 12;
  terminates \true;
  decreases n;
  assigns \nothing;
  ensures \result == Factorial(n);
  ensures \result == \product(1, n, \lambda integer i; i);
  ensures \forall integer d; 1 <= d <= n ==> \result % d == 0;
*/
int factorial(int n)
{
    return n < 0 ? 1 : (n + (n == 0)) * factorial(n - 1);
}

/*@
  requires 0 <= k <= n <= 12;
  assigns \nothing;
  ensures \result * Factorial(k) * Factorial(n - k) == Factorial(n);
*/
int binomial(int n, int k)
{
    return factorial(n) / (factorial(k) * factorial(n - k));
}
