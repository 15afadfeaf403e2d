/* The result must tell nothing of `high`. One bit of it is told all the same: whether it
 * is even. */

/*@
  requires high >= 0;
  requires 0 <= low <= 1000;
  assigns \nothing;
  ensures \result >= 0;

  hyper secret: noninterference high high;
*/
int bmo(int low, int high)
{
    int intermediary = 0;

    if (high % 2 == 0) {
        intermediary = 271;
    }
    return low + intermediary;
}

/*@
  requires high >= 0;
  requires 0 <= low <= 1000;
  assigns \nothing;
  ensures \result >= 0;

  hyper secret: noninterference high high;
*/
int bmo_silent(int low, int high)
{
    int intermediary = 271;

    if (high % 2 == 0) {
        intermediary = 542 - intermediary;
    }
    return low + intermediary;
}
