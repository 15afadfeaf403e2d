/*
 * Not executable: `least` has no upper limit for d, and `multiple` no limit for k.
 * The other clauses can be checked.
 */

/*@
  requires 2 <= n <= 10000;
  assigns \nothing;
  ensures divides: n % \result == 0;
  ensures range: 2 <= \result <= n;
  ensures least: \forall integer d; d > 1 && n % d == 0 ==> \result <= d;
  ensures multiple: \exists integer k; n == k * \result;
*/
int smallest_divisor(int n)
{
    int d = 2;
    while (n % d != 0) {
        d++;
    }
    return d + 1;
}
