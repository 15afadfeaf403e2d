enum season { SPRING, SUMMER, AUTUMN, WINTER };

/*@
  requires month \in (1 .. 12);
  assigns \nothing;
  behavior cold:
    assumes month \in \union((1 .. 2), {12});
    ensures \result == WINTER;
  behavior warm:
    assumes \subset(month, (6 .. 8));
    ensures \result == SUMMER;
  behavior between:
    assumes \subset({month}, \union((3 .. 5), (9 .. 11)));
    ensures \result \in {SPRING, AUTUMN};
    ensures \result == SPRING ^^ 9 <= month;
  complete behaviors cold, warm, between;
  disjoint behaviors cold, warm, between;
*/
enum season season_of(int month)
{
    if (month == 12 || month < 3) {
        return WINTER;
    }
    //@ check 3 <= month <= 11;
    return month < 6 ? SPRING : month <= 9 ? SUMMER : AUTUMN;
}
