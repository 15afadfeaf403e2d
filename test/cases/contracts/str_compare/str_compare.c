/*@
  predicate Terminated{L}(char *s) = \valid_read(s) && (*s != 0 ==> Terminated(s + 1));

  // The first place where the strings differ or both end.
  logic integer Differ{L}(char *s, char *t) =
    *s != *t || *s == 0 ? 0 : 1 + Differ(s + 1, t + 1);
*/

/*@
  requires Terminated(s) && Terminated(t);
  assigns \nothing;
  ensures \let d = Differ(s, t);
          \let x = (unsigned char)s[d];
          \let y = (unsigned char)t[d];
          (x < y ==> \result < 0) && (x == y ==> \result == 0) && (x > y ==> \result > 0);
*/
int str_compare(const char *s, const char *t)
{
    /*@
      loop invariant s - \at(s, Pre) == t - \at(t, Pre);
      loop assigns s, t;
    */
    while (*s != '\0' && *s == *t) {
        s++;
        t++;
    }
    return (unsigned char)*s - (unsigned char)*t;
}
