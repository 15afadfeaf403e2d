/* `length` is declared nowhere; the parameter is called `n`. */

/*@ requires \valid_read(a + (0 .. length - 1));
    ensures \result >= 0;
*/
int size(const int *a, int n)
{
    return a != 0 && n > 0 ? n : 0;
}
