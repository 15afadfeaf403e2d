/* Two regions of the plane, each a behavior with its own precondition. Points outside
 * both are allowed and nothing is promised for them: the behaviors are not complete. */

enum colour { NONE, RED, GREEN };

/*@
  requires -10 <= x <= 10 && -10 <= y <= 10;
  assigns \nothing;

  behavior red:
    assumes 1 <= x <= 3;
    assumes 1 < y <= 6;
    ensures \result == RED;

  behavior green:
    assumes 7 <= x <= 8;
    assumes 6 <= y <= 8;
    ensures \result == GREEN;

  disjoint behaviors red, green;
*/
enum colour rectangle(int x, int y)
{
    if (x >= 1 && x <= 3 && y > 1 && y <= 6) {
        return RED;
    }
    if (x >= 7 && x <= 8 && y >= 6 && y <= 8) {
        return GREEN;
    }
    return NONE;
}
