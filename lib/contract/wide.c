/*
 * Arithmetic of integers in 128 bits that is too long to be inline.
 */
#include <assay/contract.h>
#include <math.h>

assay_wide assay_end(_Bool is_least)
{
    assay_wide half = (assay_wide)1 << 126;

    return is_least ? -half - half : half - 1 + half;
}

assay_wide assay_shl(assay_wide a, assay_wide by)
{
    if (by < 0)
        return assay_spec_trouble("shift by a negative number");
    if (a == 0)
        return 0;
    if (by > 126)
        return assay_spec_overflow();
    return assay_mul(a, (assay_wide)1 << by);
}

assay_wide assay_shr(assay_wide a, assay_wide by)
{
    if (by < 0)
        return assay_spec_trouble("shift by a negative number");
    return by > 126 ? (a < 0 ? -1 : 0) : a >> by;
}

assay_wide assay_ipow(assay_wide a, assay_wide by)
{
    assay_wide result = 1;

    if (by < 0)
        return assay_spec_trouble("negative exponent");
    if (a == 0 || a == 1)
        return by == 0 ? 1 : a;
    if (a == -1)
        return by % 2 ? -1 : 1;
    if (by > 127)
        return assay_spec_overflow();
    for (; by > 0; by--) {
        assay_wide next;
        if (__builtin_mul_overflow(result, a, &next))
            return assay_spec_overflow();
        result = next;
    }
    return result;
}

static _Bool is_too_long(long double x)
{
    return !(x > -0x1p127L - 1 && x < 0x1p127L);
}

assay_wide assay_from_real(long double x)
{
    if (is_too_long(x))
        return isnan(x) ? assay_spec_trouble("a NaN is no integer")
                        : assay_spec_overflow();
    return (assay_wide)x;
}

assay_wide assay_from_real_cut(long double x)
{
    return is_too_long(x) && !isnan(x) ? assay_end(x < 0) : assay_from_real(x);
}
