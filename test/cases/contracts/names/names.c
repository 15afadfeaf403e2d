/*@
  predicate Text{L}(char *s) = \valid_read(s) && (*s == 0 || Text(s + 1));

  logic integer Len{L}(char *s) = *s == 0 ? 0 : 1 + Len(s + 1);
*/

/*@
  requires 0 < n && \valid_read(names + (0 .. n - 1));
  requires \forall integer i; 0 <= i < n ==> Text(names[i]);
  assigns \nothing;
  ensures 0 <= \result < n;
  ensures \forall integer i; 0 <= i < n ==> Len(names[i]) <= Len(names[\result]);
  ensures \forall integer i; 0 <= i < \result ==> Len(names[i]) < Len(names[\result]);
*/
int longest(char **names, int n)
{
    int best = 0;
    int most = -1;
    /*@
      loop invariant 0 <= i <= n && 0 <= best < n;
      loop invariant i > 0 ==> most == Len(names[best]);
      loop assigns i, best, most;
      loop variant n - i;
    */
    for (int i = 0; i < n; i++) {
        int length = 0;
        while (names[i][length] != '\0') {
            length++;
        }
        if (length > most) {
            most = length;
            best = i;
        }
    }
    return best;
}
