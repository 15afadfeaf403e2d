#include <limits.h>

typedef int value_type;
typedef unsigned int size_type;

/*@
  logic integer Sum{L}(value_type *a, integer m, integer n) =
    n <= m ? 0 : Sum(a, m, n - 1) + a[n - 1];

  logic integer Sum{L}(value_type *a, integer n) = Sum(a, 0, n);
*/

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  requires \forall integer i; 0 <= i <= n ==> INT_MIN <= Sum(a, i) <= INT_MAX;
  assigns b[0 .. n - 1];
  ensures \forall integer i; 0 <= i < n ==> b[i] == Sum(a, i + 1);
  ensures \result == n;
*/
size_type partial_sum(const value_type *a, size_type n, value_type *b)
{
    value_type sum = 0;
    /*@
      loop invariant 0 <= i <= n && sum == Sum(a, i);
      loop invariant \forall integer k; 0 <= k < i ==> b[k] == Sum(a, k + 1);
      loop assigns i, sum, b[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 0; i < n; i++) {
        b[i] = sum;
        sum += a[i];
    }
    return n;
}

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  requires \forall integer i; 0 < i < n ==> INT_MIN <= a[i] - a[i - 1] <= INT_MAX;
  assigns b[0 .. n - 1];
  ensures 0 < n ==> b[0] == a[0];
  ensures \forall integer i; 0 < i < n ==> b[i] == a[i] - a[i - 1];
*/
void adjacent_difference(const value_type *a, size_type n, value_type *b)
{
    if (n > 0) {
        b[0] = a[0];
        /*@
          loop invariant 1 <= i <= n;
          loop invariant \forall integer k; 0 < k < i ==> b[k] == a[k] - a[k - 1];
          loop assigns i, b[1 .. n - 1];
          loop variant n - i;
        */
        for (size_type i = 1; i < n; i++) {
            b[i] = a[i] - a[i - 1];
        }
    }
}
