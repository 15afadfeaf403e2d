/* Each of two inputs of the second run is made from the other. */

/*@ hyper turns:
      a' = b';
      b' = a';
      ensures \result' == \result;
*/
int larger(int a, int b)
{
    return a > b ? a : b;
}
