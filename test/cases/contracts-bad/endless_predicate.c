/* The predicate calls itself with the same argument for ever. */

/*@ predicate Endless(integer x) = x == 0 || Endless(x); */

/*@ requires Endless(x);
    ensures \result == x;
*/
int same(int x)
{
    return x;
}
