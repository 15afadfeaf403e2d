#include <stddef.h>

/*@ requires \valid_read(a + (0 .. n - 1));
  @ assigns \nothing;
  @ ensures \result == \numof(0, n - 1, \lambda integer i; a[i] % 2 == 0);
  @ ensures \result == \sum(0, n - 1, \lambda integer i; a[i] % 2 == 0 ? 1 : 0);
  @*/
size_t count_if_even(const int *a, size_t n)
{
    size_t even = 0;
    //@ loop invariant 0 <= i <= n && even <= i; loop assigns i, even; loop variant n - i;
    for (size_t i = 0; i < n; i++) {
        if (a[i] % 2 == 0) {
            even = 1;
        }
    }
    return even;
}
