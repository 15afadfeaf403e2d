/* A pointer is compared with a real number, and a predicate is used as a number. */

//@ predicate Positive(integer x) = x > 0;

/*@ requires p == 1.5;
    ensures \result == Positive(3) + 1;
*/
int first(int *p)
{
    return p ? 4 : 0;
}
