#include <stdbool.h>

typedef int value_type;
typedef unsigned int size_type;

//@ predicate Same{K,L}(int *a, int *b, integer i) = \at(a[i], K) == \at(b[i], L);

/*@
  predicate EqualRanges{K,L}(value_type *a, integer n, value_type *b) =
    \forall integer i; 0 <= i < n ==> Same{K,L}(a, b, i);
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires \valid_read(b + (0 .. n - 1));
  assigns \nothing;

  behavior all_equal:
    assumes EqualRanges{Here,Here}(a, n, b);
    ensures \result == n;

  behavior some_not_equal:
    assumes !EqualRanges{Here,Here}(a, n, b);
    ensures 0 <= \result < n;
    ensures a[\result] != b[\result];
    ensures EqualRanges{Here,Here}(a, \result, b);

  complete behaviors all_equal, some_not_equal;
  disjoint behaviors all_equal, some_not_equal;
*/
size_type mismatch(const value_type *a, size_type n, const value_type *b)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant EqualRanges{Here,Here}(a, i, b);
      loop assigns i;
      loop variant n - i;
    */
    for (size_type i = 0; i < n; i++) {
        if (a[i] != b[i]) {
            return i;
        }
    }
    return n;
}

/*@
  requires \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
  assigns \nothing;
  ensures \result <==> EqualRanges{Here,Here}(a, n, b);
*/
bool equal(const value_type *a, size_type n, const value_type *b)
{
    return mismatch(a, n, b) == n;
}
