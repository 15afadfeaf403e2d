#ifndef SEARCH_H
#define SEARCH_H

typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate EqualAt{L}(value_type *a, integer k, value_type *b, integer p) =
    \forall integer i; 0 <= i < p ==> a[k + i] == b[i];

  predicate HasSubRange{L}(value_type *a, integer m, integer n, value_type *b,
                           integer p) =
    \exists integer k; m <= k <= n - p && EqualAt(a, k, b, p);

  predicate HasSubRange{L}(value_type *a, integer n, value_type *b, integer p) =
    HasSubRange(a, 0, n, b, p);
*/

/*@
  requires valid: \valid_read(a + (0 .. n - 1));
  requires valid: \valid_read(b + (0 .. p - 1));
  assigns \nothing;
  ensures result: 0 <= \result <= n;

  behavior has_match:
    assumes HasSubRange(a, n, b, p);
    ensures bound: \result <= n - p;
    ensures match: EqualAt(a, \result, b, p);
    ensures first: \forall integer k; 0 <= k < \result ==> !EqualAt(a, k, b, p);

  behavior no_match:
    assumes !HasSubRange(a, n, b, p);
    ensures result: \result == n;

  complete behaviors;
  disjoint behaviors;
*/
size_type search(const value_type *a, size_type n, const value_type *b, size_type p);

#endif
