#include <stdbool.h>
#include <stddef.h>

/*@ predicate WeaklySorted{L}(double *a, integer n) =
      \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];
*/

/*@ requires \valid_read(a + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> \is_finite(a[i]);
    assigns \nothing;
    ensures \result == true <==> WeaklySorted(a, n);
*/
bool is_sorted(const double *a, size_t n)
{
    /*@ loop invariant 1 <= i <= n || n == 0 && i == 1;
        loop invariant WeaklySorted(a, i) || n == 0;
        loop assigns i;
        loop variant n - i;
    */
    for (size_t i = 1; i < n; i++) {
        if (a[i - 1] > a[i]) {
            return false;
        }
    }
    return true;
}
