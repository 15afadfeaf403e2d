#ifndef HEAP_H
#define HEAP_H

#include "heap_logic.h"

/*@
  requires nonempty: 0 < n;
  requires valid:    \valid(a + (0 .. n - 1));
  requires heap:     IsHeap(a, n - 1);
  assigns a[0 .. n - 1];
  ensures heap:      IsHeap(a, n);
  ensures reorder:   MultisetUnchanged{Old,Here}(a, n);
*/
void push_heap(value_type *a, size_type n);

/*@
  requires nonempty: 0 < n;
  requires valid:    \valid(a + (0 .. n - 1));
  requires heap:     IsHeap(a, n);
  requires limit:    n <= MaxSize;
  assigns a[0 .. n - 1];
  ensures heap:      IsHeap(a, n - 1);
  ensures result:    a[n - 1] == \old(a[0]);
  ensures max:       \forall integer i; 0 <= i < n ==> a[i] <= a[n - 1];
  ensures reorder:   MultisetUnchanged{Old,Here}(a, n);
*/
void pop_heap(value_type *a, size_type n);

/*@
  requires valid:  \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures heap:    IsHeap(a, n);
  ensures reorder: MultisetUnchanged{Old,Here}(a, n);
*/
void make_heap(value_type *a, size_type n);

/*@
  requires valid:  \valid(a + (0 .. n - 1));
  requires heap:   IsHeap(a, n);
  requires limit:  n <= MaxSize;
  assigns a[0 .. n - 1];
  ensures sorted:  Sorted(a, 0, n);
  ensures reorder: MultisetUnchanged{Old,Here}(a, n);
*/
void sort_heap(value_type *a, size_type n);

#endif
