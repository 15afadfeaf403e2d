#include <stddef.h>

/*@ predicate Increasing{L}(long *a, integer n) =
      \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];
*/

/*@ requires \valid_read(a + (0 .. n - 1)) && Increasing(a, n);
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \forall integer i; 0 <= i < \result ==> a[i] <= v;
    ensures \forall integer i; \result <= i < n ==> v < a[i];
*/
size_t upper_bound(const long *a, size_t n, long v)
{
    size_t left = 0;

    /*@ loop invariant 0 <= left <= \at(n, Pre) && left + n <= \at(n, Pre);
        loop invariant \forall integer i; 0 <= i < left ==> a[i] <= v;
        loop invariant \forall integer i; left + n <= i < \at(n, Pre) ==> v < a[i];
        loop assigns left, n;
        loop variant n;
    */
    while (n > 0) {
        size_t half = n / 2;
        if (a[left + half] < v) {
            left += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return left;
}
