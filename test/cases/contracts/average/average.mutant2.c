#include <stddef.h>

/*@
  predicate Between{L}(double *a, integer n, real low, real high) =
    \forall integer i; 0 <= i < n ==> low <= a[i] <= high;
*/

/*@
  requires 0 < n <= 1000 && \valid_read(a + (0 .. n - 1));
  requires Between(a, n, -1000.0, 1000.0);
  assigns \nothing;
  ensures \is_finite(\result);
  ensures \let low = \min(0, n - 1, \lambda integer i; a[i]);
          \let high = \max(0, n - 1, \lambda integer i; a[i]);
          low - 0.001 <= \result <= high + 0.001;
*/
double average(const double *a, size_t n)
{
    double sum = 0.0;
    /*@
      loop invariant 0 <= i <= n;
      loop invariant -1001.0 * i <= sum <= 1001.0 * i;
      loop assigns i, sum;
      loop variant n - i;
    */
    for (size_t i = 0; i + 1 < n; i++) {
        sum += a[i];
    }
    return sum / (double)n;
}

/*@
  requires n <= 100 && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
  requires Between(a, n, -100.0, 100.0) && Between(b, n, -100.0, 100.0);
  assigns \nothing;
  ensures \abs(\result - \sum(0, n - 1, \lambda integer i; a[i] * b[i])) <= 0.001;
  ensures a == b ==> \result >= 0.0;
*/
double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    //@ loop invariant 0 <= i <= n; loop assigns i, sum; loop variant n - i;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}
