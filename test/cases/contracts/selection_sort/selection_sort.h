#ifndef SELECTION_SORT_H
#define SELECTION_SORT_H

#include <stddef.h>

/*@
  predicate Ordered{L}(int *a, integer n) =
    \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];

  logic integer HowMany{L}(int *a, integer n, int v) =
    \numof(0, n - 1, \lambda integer i; a[i] == v);
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures Ordered(a, n);
  ensures \forall integer i; 0 <= i < n ==>
            HowMany{Here}(a, n, a[i]) == HowMany{Old}(a, n, \at(a[i], Here));
*/
void selection_sort(int *a, size_t n);

#endif
