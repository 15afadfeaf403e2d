/* The second clause has an operator without a right side. */

/*@ requires x > 0;
    ensures \result == x + ;
*/
int next(int x)
{
    return x + 1;
}
