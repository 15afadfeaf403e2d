/* No function has a contract. */
int same(int x)
{
    return x;
}
