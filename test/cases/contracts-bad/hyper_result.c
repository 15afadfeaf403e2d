/* A run is to begin with the result of one that it does not follow. */

/*@ hyper again:
      x' = \result;
      ensures \result' == \result;
*/
int absolute(int x)
{
    return x < 0 ? -x : x;
}
