#include <stddef.h>

/*@
  inductive IsLength{L}(char *s, integer n) {
    case end{L}:
      \forall char *s; *s == 0 ==> IsLength(s, 0);
    case step{L}:
      \forall char *s, integer n; *s != 0 && IsLength(s + 1, n) ==> IsLength(s, n + 1);
  }

  predicate IsString{L}(char *s) = \valid_read(s) && (*s == 0 || IsString(s + 1));
*/

/*@
  requires IsString(s);
  assigns \nothing;
  ensures IsLength(s, \result);
  ensures s[\result] == 0;
  ensures \forall integer i; 0 <= i < \result ==> s[i] != 0;
*/
size_t str_length(const char *s)
{
    size_t n = 0;
    /*@
      loop invariant \forall integer i; 0 <= i < n ==> s[i] != 0;
      loop assigns n;
    */
    while (s[n] != '\0') {
        n++;
    }
    return n + 1;
}
