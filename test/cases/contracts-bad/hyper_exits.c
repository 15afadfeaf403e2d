/* The runs of a function that may exit are to be compared. */
#include <stdlib.h>

/*@ raise_if n < 0: exits 1;
    hyper grows: monotone;
*/
int half(int n)
{
    if (n < 0)
        exit(1);
    return n / 2;
}
