#ifndef EQUAL_RANGE_H
#define EQUAL_RANGE_H

typedef int value_type;
typedef unsigned int size_type;

struct size_type_pair {
    size_type first;
    size_type second;
};
typedef struct size_type_pair size_type_pair;

/*@
  predicate Sorted{L}(value_type *a, integer n) =
    \forall integer i, j; 0 <= i < j < n ==> a[i] <= a[j];
*/

/*@
  requires valid:  \valid_read(a + (0 .. n - 1));
  requires sorted: Sorted(a, n);
  assigns \nothing;
  ensures result: 0 <= \result.first <= \result.second <= n;
  ensures left:   \forall integer i; 0 <= i < \result.first ==> a[i] < v;
  ensures middle: \forall integer i; \result.first <= i < \result.second ==> a[i] == v;
  ensures right:  \forall integer i; \result.second <= i < n ==> v < a[i];
*/
size_type_pair equal_range(const value_type *a, size_type n, value_type v);

#endif
