/*
 * Not executable: `\forall real x`, which ranges over all real numbers. The other
 * clauses can be checked.
 */

/*@
  requires -1000 <= b <= 1000 && -1000 <= c <= 1000;
  assigns \nothing;
  ensures least: \forall real x; \result <= x * x + b * x + c;
  ensures at_zero: \result <= c;
  ensures at_one: \result <= 1 + b + c;
*/
double parabola_minimum(int b, int c)
{
    return c + b * b / 4.0;
}
