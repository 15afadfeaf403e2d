#include "bs.h"
#include <assay/model.h>

const char *ref_bs_find(const int *a, int n, int x, int answer)
{
    bool there = false;
    for (int i = 0; i < n; i++)
        there |= a[i] == x;
    if (answer < 0)
        return there ? "it is there" : 0;
    return answer < n && a[answer] == x ? 0 : "not there";
}

int ref_bs_zero(int *a, int n)
{
    (void)a;
    (void)n;
    return 1;
}
