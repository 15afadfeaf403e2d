#include "selection_sort.h"

/*@
  requires from < n && \valid_read(a + (from .. n - 1));
  assigns \nothing;
  ensures from <= \result < n;
  ensures \forall integer i; from <= i < n ==> a[\result] <= a[i];
*/
static size_t smallest(const int *a, size_t from, size_t n)
{
    size_t min = from;
    /*@
      loop invariant from < i <= n && from <= min < i;
      loop invariant \forall integer k; from <= k < i ==> a[min] <= a[k];
      loop assigns i, min;
      loop variant n - i;
    */
    for (size_t i = from + 1; i < n; i++) {
        if (a[i] < a[min]) {
            min = i;
        }
    }
    return min;
}

void selection_sort(int *a, size_t n)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant Ordered(a, i);
      loop invariant \forall integer k, m; 0 <= k < i <= m < n ==> a[k] <= a[m];
      loop assigns i, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        size_t min = smallest(a, i, n);
        int t = a[i];
        a[min] = t;
        a[i] = a[min];
    }
}
