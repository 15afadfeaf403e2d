#include <stddef.h>

/*@
  logic integer Occurrences{L}(int *a, integer n, int v) =
    n <= 0 ? 0 : Occurrences(a, n - 1, v) + (a[n - 1] == v ? 1 : 0);
*/

/*@
  requires \valid(a + (0 .. n - 1));
  assigns a[0 .. n - 1];
  ensures 0 <= \result <= n;
  ensures \forall integer i; 0 <= i < \result ==> a[i] < pivot;
  ensures \forall integer i; \result <= i < n ==> pivot <= a[i];
  ensures \forall int v; Occurrences{Here}(a, n, v) == Occurrences{Old}(a, n, v);
*/
size_t partition(int *a, size_t n, int pivot)
{
    size_t small = 0;
    /*@
      loop invariant 0 <= small <= i <= n;
      loop invariant \forall integer k; 0 <= k < small ==> a[k] < pivot;
      loop invariant \forall integer k; small <= k < i ==> pivot <= a[k];
      loop invariant \forall int v;
                       Occurrences{Here}(a, n, v) == Occurrences{Pre}(a, n, v);
      loop assigns i, small, a[0 .. n - 1];
      loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        if (a[i] <= pivot) {
            int t = a[small];
            a[small] = a[i];
            a[i] = t;
            small++;
        }
    }
    return small;
}
