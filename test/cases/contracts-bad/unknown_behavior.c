/* `complete behaviors` names a behavior that does not exist. */

/*@ behavior small: assumes x < 10; ensures \result == 0;
    behavior large: assumes x >= 10; ensures \result == 1;
    complete behaviors small, big;
*/
int size_class(int x)
{
    return x >= 10;
}
