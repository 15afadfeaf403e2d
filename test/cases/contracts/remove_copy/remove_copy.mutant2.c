#include <stddef.h>

/*@ requires \valid_read(a + (0 .. n - 1));
  @ requires \valid(b + (0 .. n - 1));
  @ requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
  @ assigns b[0 .. n - 1];
  @ ensures \result == \numof(0, n - 1, \lambda integer i; a[i] != v);
  @ ensures \forall integer k; 0 <= k < \result ==> b[k] != v;
  @ ensures \forall integer i; 0 <= i < n && a[i] != v ==>
  @           b[\numof(0, i - 1, \lambda integer j; a[j] != v)] == a[i];
  @ ensures \forall integer k; \result <= k < n ==> b[k] == \old(b[k]);
  @*/
size_t remove_copy(const int *a, size_t n, int *b, int v)
{
    size_t k = 0;
    /*@ loop invariant 0 <= k <= i <= n;
      @ loop invariant \forall integer j; 0 <= j < k ==> b[j] != v;
      @ loop invariant \forall integer j; k <= j < n ==> b[j] == \at(b[j], Pre);
      @ loop assigns i, k, b[0 .. n - 1];
      @ loop variant n - i;
      @*/
    for (size_t i = 0; i < n; ++i) {
        if (a[i] != v) {
            b[k] = a[i];
        }
        ++k;
    }
    return k;
}
