/* `expects` is no clause. */

/*@ expects x > 0;
    ensures \result > 0;
*/
int same(int x)
{
    return x;
}
