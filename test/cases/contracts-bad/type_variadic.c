/* The number and types of the further arguments are not known. */
#include <stdarg.h>

/*@ requires n >= 0;
    ensures \result >= 0 || \result < 0;
*/
int sum(int n, ...)
{
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        total += va_arg(ap, int);
    }
    va_end(ap);
    return total;
}
