#include <stddef.h>

/*@
  // The ranges may overlap if b lies behind a.
  requires \valid_read(a + (0 .. n - 1)) && \valid(b + (0 .. n - 1));
  requires \forall integer i; 0 <= i < n ==> \separated(b + i, a + (0 .. i - 1));
  assigns b[0 .. n - 1];
  ensures \forall integer i; 0 <= i < n ==> b[i] == \old(a[i]);
*/
void copy_backward(const int *a, size_t n, int *b)
{
    /*@
      loop invariant 0 <= i <= n;
      loop invariant \forall integer k; i <= k < n ==> b[k] == \at(a[k], Pre);
      loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[k], Pre);
      loop assigns i, b[0 .. n - 1];
      loop variant i;
    */
    for (size_t i = n; i > 0; i--) {
        b[i - 1] = a[i % n];
    }
}
