/* No function can be made up for a pointer to a function. */

/*@ requires x >= 0;
    ensures \result >= 0;
*/
int apply(int (*f)(int), int x)
{
    return f(x) < 0 ? 0 : x;
}
