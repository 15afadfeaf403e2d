#ifndef MAX_ELEMENT_H
#define MAX_ELEMENT_H

typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate UpperBound{L}(value_type *a, integer m, integer n, value_type v) =
    \forall integer i; m <= i < n ==> a[i] <= v;

  predicate StrictUpperBound{L}(value_type *a, integer m, integer n, value_type v) =
    \forall integer i; m <= i < n ==> a[i] < v;

  predicate MaxElement{L}(value_type *a, integer n, integer max) =
    0 <= max < n && UpperBound(a, 0, n, a[max]);
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;
  ensures 0 <= \result <= n;

  behavior empty:
    assumes n == 0;
    assigns \nothing;
    ensures \result == 0;

  behavior not_empty:
    assumes 0 < n;
    assigns \nothing;
    ensures MaxElement(a, n, \result);
    ensures StrictUpperBound(a, 0, \result, a[\result]);

  complete behaviors;
  disjoint behaviors;
*/
size_type max_element(const value_type *a, size_type n);

#endif
