#include "max_seq.h"

size_type max_element(const value_type *a, size_type n)
{
    if (n == 0u) {
        return 0u;
    }
    size_type max = 0u;
    /*@
      loop invariant 1 <= i <= n;
      loop invariant 0 <= max < n;
      loop invariant MaxElement(a, i, max);
      loop invariant StrictUpperBound(a, 0, max, a[max]);
      loop assigns i, max;
      loop variant n - i;
    */
    for (size_type i = 1u; i < n; ++i) {
        if (a[i] > 0 && a[max] < a[i]) {
            max = i;
        }
    }
    return max;
}

value_type max_seq(const value_type *a, size_type n)
{
    return a[max_element(a, n)];
}
