#include <math.h>

/*@ assigns \nothing;
    ensures \is_finite(\result);
    ensures \is_finite(x) ==> \result == x;
*/
double finite_or_zero(double x)
{
    return isnan(x) || isinf(x) ? 0 : x;
}

/*@ predicate Known(double *v, integer n) =
      \forall integer i; 0 <= i < n ==> !\is_NaN(v[i]);
*/

/*@ requires 0 < n <= 20 && \valid_read(v + (0 .. n - 1));
    assigns \nothing;
    ensures Known(v, n) ==> \forall integer i; 0 <= i < n ==> v[i] <= \result;
    ensures !Known(v, n) ==> \is_NaN(\result);
*/
double largest(const double *v, int n)
{
    double most = v[0];

    for (int i = 0; i < n; i++)
        if (isnan(v[i]) || v[i] > most)
            most = v[i];
    return most;
}
