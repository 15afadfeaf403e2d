#ifndef FIND_H
#define FIND_H

typedef int value_type;
typedef unsigned int size_type;

/*@
  requires valid: \valid_read(a + (0 .. n - 1));
  terminates \true;
  assigns \nothing;
  ensures range: 0 <= \result <= n;

  behavior some:
    assumes \exists integer i; 0 <= i < n && a[i] == v;
    ensures bound: 0 <= \result < n;
    ensures found: a[\result] == v;
    ensures first: \forall integer i; 0 <= i < \result ==> a[i] != v;

  behavior none:
    assumes \forall integer i; 0 <= i < n ==> a[i] != v;
    ensures none: \result == n;

  complete behaviors;
  disjoint behaviors;
*/
size_type find(const value_type *a, size_type n, value_type v);

#endif
