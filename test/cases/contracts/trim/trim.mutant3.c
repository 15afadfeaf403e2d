#include <stddef.h>

//@ predicate Blank(char c) = c == ' ' || c == '\t';

/*@
  requires \valid(s + (0 .. n));
  requires s[n] == '\0';
  requires \forall integer i; 0 <= i < n ==> s[i] != '\0';
  assigns s[0 .. n];
  ensures 0 <= \result <= n;
  ensures s[\result] == '\0';
  ensures \result > 0 ==> !Blank(s[\result - 1]);
  ensures \forall integer i; 0 <= i < \result ==> s[i] == \old(s[i]);
  ensures \forall integer i; \result <= i < n ==> Blank(\old(s[i]));
*/
size_t trim(char *s, size_t n)
{
    size_t k = n;
    /*@
      loop invariant 0 <= k <= n;
      loop invariant \forall integer i; k <= i < n ==> Blank(s[i]);
      loop assigns k;
      loop variant k;
    */
    while (k > 0 && s[k - 1] == ' ') {
        k--;
    }
    s[k] = '\0';
    return k;
}
