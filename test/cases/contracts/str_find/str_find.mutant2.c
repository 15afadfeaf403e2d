#include <stddef.h>

/*@
  predicate IsString{L}(char *s) = \valid_read(s) && (*s == 0 || IsString(s + 1));

  logic integer Len{L}(char *s) = *s == 0 ? 0 : Len(s + 1) + 1;

  predicate Occurs{L}(char *s, char c) = *s == c || (*s != 0 && Occurs(s + 1, c));
*/

/*@
  requires IsString(s);
  assigns \nothing;

  behavior present:
    assumes Occurs(s, c);
    ensures \result != \null;
    ensures s <= \result <= s + Len(s);
    ensures *\result == c;
    ensures \forall integer i; 0 <= i < \result - s ==> s[i] != c;

  behavior absent:
    assumes !Occurs(s, c);
    ensures \result == \null;

  complete behaviors;
  disjoint behaviors;
*/
char *str_find(char *s, char c)
{
    //@ loop assigns s;
    for (; *s != c; s++) {
        if (*s == '\0') {
            return NULL;
        }
    }
    return s + (*s != '\0');
}

/*@
  requires IsString(s);
  assigns \nothing;
  ensures \result == \numof(0, Len(s) - 1, \lambda integer i; s[i] == c);
*/
unsigned int str_count(const char *s, char c)
{
    unsigned int n = 0;
    /*@ loop invariant n <= i; loop assigns i, n; */
    for (size_t i = 0; s[i] != '\0'; i++) {
        n += s[i] == c;
    }
    return n;
}
