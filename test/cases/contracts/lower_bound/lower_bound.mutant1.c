#include "sorted.acsl"

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires Sorted(a, n);
  assigns \nothing;
  ensures 0 <= \result <= n;
  ensures AllBelow(a, 0, \result, v);
  ensures NoneBelow(a, \result, n, v);
*/
unsigned int lower_bound(const int *a, unsigned int n, int v)
{
    unsigned int left = 0;
    unsigned int right = n;
    /*@
      loop invariant 0 <= left <= right <= n;
      loop invariant AllBelow(a, 0, left, v);
      loop invariant NoneBelow(a, right, n, v);
      loop assigns left, right;
      loop variant right - left;
    */
    while (left < right) {
        const unsigned int middle = left + (right - left) / 2;
        if (a[middle] <= v) {
            left = middle + 1;
        } else {
            right = middle;
        }
    }
    return left;
}
