/* Broken in two ways that need special numbers: b may be 0, and INT_MIN / -1 does not fit
 * into an int. The contract allows both; abs_div_fixed.c forbids them. */

/*@
  assigns \nothing;
  ensures \result >= 0;
*/
int abs_div(int a, int b)
{
    int result = a / b;
    if (result < 0) {
        result = -result;
    }
    return result;
}
