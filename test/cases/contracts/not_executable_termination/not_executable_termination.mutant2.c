/*
 * Not executable: `terminates`. A run that goes on for long is no proof that it never
 * ends, and no run shows that all of them end. The other clauses can be checked.
 */

/*@
  requires 1 <= n <= 1000;
  terminates \true;
  assigns \nothing;
  ensures 0 <= \result;
  ensures \result == 0 <==> n == 1;
  ensures n % 2 == 0 ==> \result >= 1;
*/
int collatz_steps(int n)
{
    int steps = 0;
    long x = n;
    while (x > 2) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        steps++;
    }
    return steps;
}
