#include <stdbool.h>

/*@
  // Of the text s[from .. to-1].
  predicate Palindrome{L}(char *s, integer from, integer to) =
    to - from <= 1 || (s[from] == s[to - 1] && Palindrome(s, from + 1, to - 1));

  lemma EmptyIsPalindrome{L}: \forall char *s, integer i; Palindrome(s, i, i);
*/

/*@
  requires 0 <= n && \valid_read(s + (0 .. n - 1));
  assigns \nothing;
  ensures \result <==> Palindrome(s, 0, n);
  ensures \result <==> (\forall integer i; 0 <= i < n ==> s[i] == s[n - 1 - i]);
*/
bool palindrome(const char *s, int n)
{
    int i = 0;
    int j = n;
    /*@
      loop invariant 0 <= i && j < n && i + j == n - 1;
      loop invariant \forall integer k; 0 <= k < i ==> s[k] == s[n - 1 - k];
      loop assigns i, j;
      loop variant j - i;
    */
    while (i < j) {
        if (s[i] != s[j]) {
            return false;
        }
        i++;
        j--;
    }
    return true;
}
