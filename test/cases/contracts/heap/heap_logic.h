#ifndef HEAP_LOGIC_H
#define HEAP_LOGIC_H

typedef int value_type;
typedef unsigned int size_type;

/*@
  axiomatic HeapLogic {
    logic integer MaxSize = 0x7fffffff;
    logic integer Up(integer i) = (i - 1) / 2;

    predicate IsHeap{L}(value_type *a, integer n) =
      \forall integer i; 0 < i < n ==> a[Up(i)] >= a[i];

    logic integer Count{L}(value_type *a, integer m, integer n, value_type v) =
      n <= m ? 0 : Count(a, m, n - 1, v) + (a[n - 1] == v ? 1 : 0);

    predicate MultisetUnchanged{K,L}(value_type *a, integer m, integer n) =
      \forall value_type v; Count{K}(a, m, n, v) == Count{L}(a, m, n, v);

    predicate MultisetUnchanged{K,L}(value_type *a, integer n) =
      MultisetUnchanged{K,L}(a, 0, n);

    predicate Sorted{L}(value_type *a, integer m, integer n) =
      \forall integer i; m <= i < n - 1 ==> a[i] <= a[i + 1];
  }

  lemma MaximumOnTop{L}:
    \forall value_type *a, integer n, i; IsHeap(a, n) && 0 <= i < n ==> a[0] >= a[i];
*/

#endif
