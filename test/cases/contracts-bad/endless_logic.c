/* The logic function grows without end, and calls itself twice. */

/*@ logic integer Grow(integer n) = Grow(n + 1) + Grow(n + 2); */

/*@ ensures \result == Grow(x); */
int same(int x)
{
    return x;
}
