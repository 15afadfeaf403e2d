/* The logic function ends, but a million calls deep. */

/*@ logic integer Deep(integer n) = n <= 0 ? 0 : 1 + Deep(n - 1); */

/*@ requires 0 <= x <= 1000000;
    ensures \result == Deep(x);
*/
int same(int x)
{
    return x;
}
