/* The comment with the contract has no end, and swallows the function. */

/*@ requires x > 0;
    ensures \result > 0;
int same(int x)
{
    return x;
}
