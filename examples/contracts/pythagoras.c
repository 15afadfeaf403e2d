/* Contracts form a chain: a test of pythagoras also checks that it calls square_root with
 * an argument that square_root allows, and that square_root keeps its promise there. */
#include <math.h>

/*@
  requires value >= 0.0;
  assigns \nothing;

  behavior zero:
    assumes value == 0.0;
    ensures \result == 0.0;

  behavior positive:
    assumes value > 0.0;
    ensures \result > 0.0;

  complete behaviors;
  disjoint behaviors;
*/
double square_root(double value)
{
    return sqrt(value);
}

/*@
  requires 1.0 <= a <= 1000.0;
  requires 1.0 <= b <= 1000.0;
  assigns \nothing;
  ensures \result > 0.0;
  ensures a < \result && b < \result && \result < a + b;
*/
double pythagoras(double a, double b)
{
    return square_root(a * a + b * b);
}
