/* Rounded reals have no limit, as integers have where they are computed. */
#include <math.h>

/*@ requires \is_finite(x);
    assigns \nothing;
    ensures \result == \floor(x) && \floor(x) <= x && (\ceil(x) > 5 <==> x > 5);
*/
double down(double x)
{
    return floor(x);
}

/*@ requires \is_finite(x);
    assigns \nothing;
    ensures \result == \round(x);
*/
double nearest(double x)
{
    return floor(x + 0.5);
}

/*@ requires \is_finite(x);
    assigns \nothing;
    ensures \result == \truncate(x);
*/
double whole(double x)
{
    return fabs(x) > 1e300 ? 0 : trunc(x);
}
