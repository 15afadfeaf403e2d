/* An assignment where a comparison is meant. */

/*@ requires x = 3;
    ensures \result == 4;
*/
int next(int x)
{
    return x + 1;
}
