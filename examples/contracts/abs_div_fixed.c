/* The code of abs_div.c with a contract that says which numbers it is made for. It holds
 * for all of them: the only quotients that do not fit need a == INT_MIN. */
#include <limits.h>

/*@
  requires a > INT_MIN;
  requires b != 0;
  assigns \nothing;
  ensures \result >= 0;
  ensures \result * \abs(b) <= \abs(a) < (\result + 1) * \abs(b);
*/
int abs_div(int a, int b)
{
    int result = a / b;
    if (result < 0) {
        result = -result;
    }
    return result;
}
