/* Two runs of one function: with its arguments exchanged the result is the same. */
#include <math.h>

/*@
  requires 1.0 <= a <= 1000.0;
  requires 1.0 <= b <= 1000.0;
  assigns \nothing;
  ensures \result > 0.0;

  hyper commutes:
    a' = b; b' = a;
    ensures \result' == \result;
*/
double pythagoras(double a, double b)
{
    return sqrt(a * a + b * b);
}
