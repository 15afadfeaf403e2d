/*
 * A property for test/e2e/fuzz, as a test program, as a libFuzzer target (-DTARGET) and
 * as a program for AFL++ (-DAFL_MAIN).
 */
#include <assay/fuzz.h>

/* Fails when the list has both 66 and 153, and for nothing else. */
static void not_both(struct assay_test *t)
{
    size_t n;
    bool has_66 = false, has_153 = false;
    const unsigned char *xs = assay_array(t, "xs", assay_any(unsigned char), 0, 20, &n);

    for (size_t i = 0; i < n; i++) {
        if (xs[i] == 66)
            has_66 = true;
        if (xs[i] == 153)
            has_153 = true;
    }
    assay_assume(t, n == 0 || xs[0] != 255); /* inputs that do not count exist too */
    ASSAY_ASSERT(t, !has_66 || !has_153);
}

#if defined TARGET
ASSAY_FUZZ_TARGET(not_both)
#elif defined AFL_MAIN
ASSAY_AFL_MAIN(not_both)
#else
static const struct assay_property table[] = {ASSAY_PROPERTY(not_both), {0}};

int main(int argc, char **argv)
{
    return assay_main(table, argc, argv);
}
#endif
