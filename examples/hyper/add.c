/* Who adds more gets more? Not among numbers so large that their neighbours are 2048
 * apart or more; up to 1e15 it holds. */

/*@
  requires a == 16777216000000000000.0;
  requires b == 16777216000000000000.0;
  assigns \nothing;

  hyper grows:
    b' = b + 1;
    ensures \result' != \result;
*/
double add(double a, double b)
{
    return a + b;
}

/*@
  requires 0.0 <= a <= 1e15;
  requires 0.0 <= b <= 1e15;
  assigns \nothing;

  hyper grows:
    b' = b + 1;
    ensures \result' != \result;
*/
double add_small(double a, double b)
{
    return a + b;
}
