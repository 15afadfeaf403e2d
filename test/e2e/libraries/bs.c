#include "bs.h"

int bs_find(const int *a, int n, int x)
{
    int lo = 0, hi = n - 1;
#ifdef BUG
    while (lo < hi) {
#else
    while (lo <= hi) {
#endif
        int m = (lo + hi) / 2;
        if (a[m] == x)
            return m;
        if (a[m] < x)
            lo = m + 1;
        else
            hi = m - 1;
    }
    return -1;
}

int bs_zero(int *a, int n)
{
    for (int i = 0; i < n; i++)
        if (!a[i])
            return 1;
    return 0;
}
