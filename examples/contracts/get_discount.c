/* Five behaviors whose preconditions are ranges and unions of ranges: inputs that are
 * treated alike stand in one behavior, and together they cover every input. */

/*@
  assigns \nothing;

  behavior invalid:
    assumes !(postal_code \in (1000 .. 9999)) || !(month \in (1 .. 12));
    ensures \result == 0;

  behavior city:
    assumes postal_code \in (1000 .. 1999);
    assumes month \in (1 .. 12);
    ensures \result == 20;

  behavior island_in_summer:
    assumes postal_code \in (3900 .. 3999);
    assumes month \in (6 .. 8);
    ensures \result == 40;

  behavior island_in_winter:
    assumes postal_code \in (3900 .. 3999);
    assumes month \in \union(1 .. 5, 9 .. 12);
    ensures \result == 10;

  behavior elsewhere:
    assumes postal_code \in \union(2000 .. 3899, 4000 .. 9999);
    assumes month \in (1 .. 12);
    ensures \result == 10;

  complete behaviors;
  disjoint behaviors;
*/
int get_discount(int postal_code, int month)
{
    if (postal_code < 1000 || postal_code > 9999 || month < 1 || month > 12) {
        return 0;
    }
    if (postal_code <= 1999) {
        return 20;
    }
    if (postal_code >= 3900 && postal_code <= 3999 && month >= 6 && month <= 8) {
        return 40;
    }
    return 10;
}
