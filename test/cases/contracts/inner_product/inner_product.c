#include <limits.h>

typedef int value_type;
typedef unsigned int size_type;

/*@
  logic integer Inner{L}(value_type *a, value_type *b, integer n, integer init) =
    n <= 0 ? init : Inner(a, b, n - 1, init) + a[n - 1] * b[n - 1];

  predicate ProductBounds{L}(value_type *a, value_type *b, integer n) =
    \forall integer i; 0 <= i < n ==> INT_MIN <= a[i] * b[i] <= INT_MAX;

  predicate InnerBounds{L}(value_type *a, value_type *b, integer n, integer init) =
    \forall integer i; 0 <= i <= n ==> INT_MIN <= Inner(a, b, i, init) <= INT_MAX;
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires \valid_read(b + (0 .. n - 1));
  requires ProductBounds(a, b, n);
  requires InnerBounds(a, b, n, init);
  assigns \nothing;
  ensures \result == Inner(a, b, n, init);
*/
value_type inner_product(const value_type *a, const value_type *b, size_type n,
                         value_type init)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant init == Inner(a, b, i, \at(init, Pre));
      loop assigns i, init;
      loop variant n - i;
    */
    for (size_type i = 0u; i < n; ++i) {
        init = init + a[i] * b[i];
    }
    return init;
}
