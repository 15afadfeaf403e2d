/* The largest element is one of the array. Some arrays have negative numbers only. */
#include "largest.h"
#include <assay/assay.h>

static void is_an_element(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_any(int), 1, LIMIT, &n);
    int max = largest(xs, (int)n);
    bool found = false;

    for (size_t i = 0; i < n; i++)
        found = found || xs[i] == max;
    ASSAY_ASSERT(t, found);
}

int main(int argc, char **argv)
{
    static const struct assay_property properties[] = {ASSAY_PROPERTY(is_an_element),
                                                       {0}};

    return assay_main(properties, argc, argv);
}
