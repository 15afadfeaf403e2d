/* The function does not return for odd numbers. */

/*@ requires x >= 0;
    ensures \result == x;
*/
int wait_for_even(int x)
{
    volatile int seen = x;
    while (seen % 2 != 0) {
    }
    return x;
}
