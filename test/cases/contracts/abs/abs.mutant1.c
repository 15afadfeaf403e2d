#include <limits.h>

/*@ requires x > INT_MIN;
    assigns \nothing;
    behavior pos: assumes x >= 0; ensures \result == x;
    behavior neg: assumes x < 0;  ensures \result == -x;
    complete behaviors;
    disjoint behaviors;
*/
int abs(int x);

int abs(int x)
{
    return x < -1 ? -x : x;
}

//@ assigns \nothing; ensures \result == \min(a, \min(b, c));
int min3(int a, int b, int c)
{
    int min = a < b ? a : b;
    return min < c ? min : c;
}
