#include <limits.h>

/*@
  logic integer Gcd(integer a, integer b) = b == 0 ? a : Gcd(b, a % b);
*/

/*@
  requires a > 0 || b > 0;
  requires 0 <= a <= 1000 && 0 <= b <= 1000;
  assigns \nothing;
  ensures \result > 0;
  ensures a % \result == 0 && b % \result == 0;
  ensures \forall integer d; 0 < d <= \max(a, b) && a % d == 0 && b % d == 0
            ==> \result % d == 0;
*/
int gcd(int a, int b)
{
    /*@
      loop invariant a >= 0 && b >= 0 && a + b > 0;
      loop invariant Gcd(a, b) == Gcd(\at(a, Pre), \at(b, Pre));
      loop assigns a, b;
      loop variant b;
    */
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/*@
  requires 0 <= a <= INT_MAX && 0 <= b <= INT_MAX;
  terminates \true;
  decreases b;
  assigns \nothing;
  ensures \result == Gcd(a, b);
*/
int gcd_recursive(int a, int b)
{
    return b == 0 ? a : gcd_recursive(b, a % b);
}
