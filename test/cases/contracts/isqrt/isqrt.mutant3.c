/*@ requires n >= 0;
    assigns \nothing;
    ensures \result >= 0;
    ensures \result * \result <= n < (\result + 1) * (\result + 1);
*/
int isqrt(int n)
{
    int low = 0;
    int high = 46341;
    /*@ loop invariant 0 <= low < high <= 46341;
        loop invariant low * low <= n < high * high;
        loop assigns low, high;
        loop variant high - low;
    */
    while (high - low > 2) {
        int mid = (low + high) / 2;
        if (mid * mid <= n) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return low;
}
