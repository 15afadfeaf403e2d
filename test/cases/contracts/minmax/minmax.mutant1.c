#include <stddef.h>

/*@
  requires 0 < n && \valid_read(a + (0 .. n - 1));
  requires \valid(min) && \valid(max);
  requires \separated(min, max, a + (0 .. n - 1));
  assigns *min, *max;
  ensures \forall integer i; 0 <= i < n ==> *min <= a[i] <= *max;
  ensures \exists integer i; 0 <= i < n && *min == a[i];
  ensures \exists integer i; 0 <= i < n && *max == a[i];
*/
void minmax(const int *a, size_t n, int *min, int *max)
{
    *min = 0;
    *max = a[0];
    /*@
      loop invariant 1 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> *min <= a[k] <= *max;
      loop invariant \exists integer k; 0 <= k < i && *min == a[k];
      loop invariant \exists integer k; 0 <= k < i && *max == a[k];
      loop assigns i, *min, *max;
      loop variant n - i;
    */
    for (size_t i = 1; i < n; i++) {
        if (a[i] < *min) {
            *min = a[i];
        }
        if (a[i] > *max) {
            *max = a[i];
        }
    }
}
