#include "heap.h"

void push_heap(value_type *a, size_type n)
{
    size_type hole = n - 1u;
    const value_type v = a[hole];
    /*@
      loop invariant 0 <= hole < n;
      loop assigns hole, a[0 .. n - 1];
      loop variant hole;
    */
    while (hole > 2u && a[(hole - 1u) / 2u] < v) {
        a[hole] = a[(hole - 1u) / 2u];
        hole = (hole - 1u) / 2u;
    }
    a[hole] = v;
}

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires 0 <= hole < n;
  requires n <= MaxSize;
  assigns \nothing;
  ensures \result == n || Up(\result) == hole;
  ensures \forall integer c; 0 < c < n && Up(c) == hole ==>
            \result < n && a[c] <= a[\result];
*/
static size_type larger_child(const value_type *a, size_type n, size_type hole)
{
    const size_type left = 2u * hole + 1u;
    if (left >= n) {
        return n;
    }
    return left + 1u < n && a[left] < a[left + 1u] ? left + 1u : left;
}

void pop_heap(value_type *a, size_type n)
{
    const value_type v = a[n - 1u];
    size_type hole = 0u;
    size_type child;

    a[n - 1u] = a[0];
    if (n == 1u) {
        return;
    }
    child = larger_child(a, n - 1u, hole);
    /*@
      loop invariant 0 <= hole < n - 1 && (child == n - 1 || Up(child) == hole);
      loop assigns hole, child, a[0 .. n - 2];
      loop variant n - hole;
    */
    while (child < n - 1u && v < a[child]) {
        a[hole] = a[child];
        hole = child;
        child = larger_child(a, n - 1u, hole);
    }
    a[hole] = v;
}

void make_heap(value_type *a, size_type n)
{
    /*@
      loop invariant i <= n || n == 0 && i == 1;
      loop invariant IsHeap(a, i) || n == 0;
      loop invariant MultisetUnchanged{Pre,Here}(a, n);
      loop assigns i, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_type i = 1u; i < n; ++i) {
        push_heap(a, i + 1u);
    }
}

void sort_heap(value_type *a, size_type n)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant IsHeap(a, i);
      loop invariant Sorted(a, i, n);
      loop invariant MultisetUnchanged{Pre,Here}(a, n);
      loop assigns i, a[0 .. n - 1];
      loop variant i;
    */
    for (size_type i = n; i > 1u; --i) {
        pop_heap(a, i);
    }
}
