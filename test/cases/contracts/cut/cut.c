#include <stddef.h>

/* An index that no array reaches is a place like any other that is not there. */

/*@ requires n < 10 && \valid(a + (0 .. n));
    assigns a[len];
    ensures len < n ==> a[len] == 0;
*/
void cut(char *a, size_t n, size_t len)
{
    if (len < n)
        a[len] = 0;
}
