/* The contract is good, the code has a type error. */

/*@ requires x >= 0;
    ensures \result >= 0;
*/
int same(int x)
{
    struct nothing y = x;
    return y;
}
