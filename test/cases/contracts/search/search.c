#include "search.h"

/*@
  requires \valid_read(a + (0 .. p - 1)) && \valid_read(b + (0 .. p - 1));
  assigns \nothing;
  ensures \result == 0 || \result == 1;
  ensures \result != 0 <==> EqualAt(a, 0, b, p);
*/
static int matches(const value_type *a, const value_type *b, size_type p)
{
    /*@
      loop invariant 0 <= i <= p && EqualAt(a, 0, b, i);
      loop assigns i;
      loop variant p - i;
    */
    for (size_type i = 0; i < p; i++) {
        if (a[i] != b[i]) {
            return 0;
        }
    }
    return 1;
}

size_type search(const value_type *a, size_type n, const value_type *b, size_type p)
{
    if (p <= n) {
        /*@
          loop invariant 0 <= k <= n - p + 1;
          loop invariant \forall integer j; 0 <= j < k ==> !EqualAt(a, j, b, p);
          loop assigns k;
          loop variant n - p + 1 - k;
        */
        for (size_type k = 0; k <= n - p; k++) {
            if (matches(a + k, b, p)) {
                return k;
            }
        }
    }
    return n;
}
