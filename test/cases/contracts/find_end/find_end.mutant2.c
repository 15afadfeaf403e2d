#include <stddef.h>

/*@
  predicate MatchAt{L}(char *a, integer k, char *b, integer p) =
    \forall integer i; 0 <= i < p ==> a[k + i] == b[i];

  predicate HasMatch{L}(char *a, integer n, char *b, integer p) =
    \exists integer k; 0 <= k <= n - p && MatchAt(a, k, b, p);
*/

/*@
  requires \valid_read(a + (0 .. n - 1));
  requires \valid_read(b + (0 .. p - 1));
  requires 0 < p;
  assigns \nothing;
  ensures \result <= n;

  behavior has_match:
    assumes HasMatch(a, n, b, p);
    ensures \result <= n - p;
    ensures MatchAt(a, \result, b, p);
    ensures last: \forall integer k; \result < k <= n - p ==> !MatchAt(a, k, b, p);

  behavior no_match:
    assumes !HasMatch(a, n, b, p);
    ensures \result == n;

  complete behaviors;
  disjoint behaviors;
*/
size_t find_end(const char *a, size_t n, const char *b, size_t p)
{
    size_t last = n - p;

    /*@
      loop invariant 0 <= k;
      loop invariant last == n || (last < k && MatchAt(a, last, b, p));
      loop assigns k, last;
      loop variant n - k;
    */
    for (size_t k = 0; p <= n && k <= n - p; k++) {
        size_t i = 0;
        /*@
          loop invariant 0 <= i <= p && MatchAt(a, k, b, i);
          loop assigns i;
          loop variant p - i;
        */
        while (i < p && a[k + i] == b[i]) {
            i++;
        }
        if (i == p) {
            last = k;
        }
    }
    return last;
}
