/* The contract has bytes that are no text. */

/*@ ensures \result == x ÿş€; */
int same(int x)
{
    return x;
}
