#ifndef COPY_H
#define COPY_H

typedef int value_type;
typedef unsigned int size_type;

/*@
  predicate Unchanged{K,L}(value_type *a, integer m, integer n) =
    \forall integer i; m <= i < n ==> \at(a[i], K) == \at(a[i], L);

  predicate Unchanged{K,L}(value_type *a, integer n) = Unchanged{K,L}(a, 0, n);

  predicate EqualRanges{K,L}(value_type *a, integer n, value_type *b) =
    \forall integer i; 0 <= i < n ==> \at(a[i], K) == \at(b[i], L);
*/

/*@
  requires valid: \valid_read(a + (0 .. n - 1));
  requires valid: \valid(b + (0 .. n - 1));
  requires sep:   \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  assigns         b[0 .. n - 1];
  ensures equal:  EqualRanges{Old,Here}(a, n, b);
  ensures kept:   Unchanged{Old,Here}(a, n);
*/
void copy(const value_type *a, size_type n, value_type *b);

#endif
