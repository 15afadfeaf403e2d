#include <stddef.h>

/*@
  requires \valid_read(a + (0 .. n - 1));
  assigns \nothing;

  behavior empty:
    assumes n == 0;
    ensures \result == 0;

  behavior not_empty:
    assumes 0 < n;
    ensures 0 <= \result < n;
    ensures min: \forall integer i; 0 <= i < n ==> a[\result] <= a[i];
    ensures first: \forall integer i; 0 <= i < \result ==> a[\result] < a[i];

  complete behaviors;
  disjoint behaviors;
*/
size_t min_element(const long *a, size_t n)
{
    size_t min = 0;

    if (n == 0) {
        return 0;
    }
    /*@
      loop invariant 1 <= i <= n;
      loop invariant 0 <= min < i;
      loop invariant \forall integer k; 0 <= k < i ==> a[min] <= a[k];
      loop invariant \forall integer k; 0 <= k < min ==> a[min] < a[k];
      loop assigns i, min;
      loop variant n - i;
    */
    for (size_t i = 1; i < n; i++) {
        if (a[i] < a[min]) {
            min = i;
        }
    }
    return min;
}
