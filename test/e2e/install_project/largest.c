#include "largest.h"

int largest(const int *a, int n)
{
#ifdef FIXED
    int max = a[0];
#else
    int max = 0;
#endif

    for (int i = 0; i < n; i++)
        if (a[i] > max)
            max = a[i];
    return max;
}
