/* The behavior `both` can never happen; the other one can. */

/*@ behavior both: assumes x > 0 && x < 0; ensures \result == 7;
    behavior other: assumes x >= -100; ensures \result == 0;
*/
int never(int x)
{
    return x - x;
}
