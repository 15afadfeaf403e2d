#ifndef ACCUMULATE_H
#define ACCUMULATE_H

#include <limits.h>

typedef int value_type;
typedef unsigned int size_type;

/*@
  axiomatic AccumulateAxiomatic {
    logic integer Accumulate{L}(value_type *a, integer n, integer init) =
      n <= 0 ? init : Accumulate(a, n - 1, init) + a[n - 1];

    predicate AccumulateBounds{L}(value_type *a, integer n, integer init) =
      \forall integer i; 0 <= i <= n ==> INT_MIN <= Accumulate(a, i, init) <= INT_MAX;
  }
*/

/*@
  requires valid:  \valid_read(a + (0 .. n - 1));
  requires bounds: AccumulateBounds(a, n, init);
  assigns \nothing;
  ensures result:  \result == Accumulate(a, n, init);
*/
value_type accumulate(const value_type *a, size_type n, value_type init);

#endif
