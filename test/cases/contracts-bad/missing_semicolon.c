/* The clause `assigns` is not ended. */

/*@ requires 0 <= x <= 100;
    assigns \nothing
    ensures \result == x + 1;
*/
int next(int x)
{
    return x + 1;
}
