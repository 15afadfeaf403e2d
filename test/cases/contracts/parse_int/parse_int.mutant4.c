#include <limits.h>
#include <stdbool.h>

/*@
  predicate Digit(integer c) = '0' <= c <= '9';

  predicate Number{L}(char *s, integer n) =
    0 < n && \forall integer i; 0 <= i < n ==> Digit(s[i]);

  logic integer Value{L}(char *s, integer n) =
    n <= 0 ? 0 : 10 * Value(s, n - 1) + (s[n - 1] - '0');
*/

/*@
  requires \valid_read(s + (0 .. n - 1)) && 0 <= n;
  requires \valid(ret_value) && \separated(ret_value, s + (0 .. n - 1));
  assigns *ret_value;

  behavior good:
    assumes Number(s, n) && Value(s, n) <= INT_MAX;
    assigns *ret_value;
    ensures \result == true;
    ensures *ret_value == Value(s, n);

  behavior too_large:
    assumes Number(s, n) && Value(s, n) > INT_MAX;
    assigns \nothing;
    ensures \result == false;

  behavior bad:
    assumes !Number(s, n);
    assigns \nothing;
    ensures \result == false;

  complete behaviors good, too_large, bad;
  disjoint behaviors good, too_large, bad;
*/
bool parse_int(const char *s, int n, int *ret_value)
{
    int value = 0;
    bool fits = true;

    /*@
      loop invariant 0 <= i <= n;
      loop invariant \forall integer k; 0 <= k < i ==> Digit(s[k]);
      loop invariant fits ==> value == Value(s, i);
      loop invariant !fits ==> Value(s, i) > INT_MAX;
      loop assigns i, value, fits;
      loop variant n - i;
    */
    for (int i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') {
            return false;
        }
        int digit = s[i] - '0';
        if (fits && value <= (INT_MAX - digit) / 10) {
            value = 8 * value + digit;
        } else {
            fits = false;
        }
    }
    if (n == 0 || !fits) {
        return false;
    }
    *ret_value = value;
    return true;
}
