#include <limits.h>

/*@
  logic integer Power(integer x, integer n) = n <= 0 ? 1 : x * Power(x, n - 1);
*/

/*@
  requires n <= 31;
  requires INT_MIN <= Power(x, n) <= INT_MAX;
  assigns \nothing;
  ensures \result == Power(x, n);
*/
int power(int x, unsigned int n)
{
    int result = n > 0;
    /*@
      loop invariant 0 <= i <= n;
      loop invariant result == Power(x, i);
      loop assigns i, result;
      loop variant n - i;
    */
    for (unsigned int i = 0; i < n; i++) {
        result = result * x;
    }
    return result;
}
