/*
 * Properties for test/e2e/run: a few that hold, and one for each way to fail.
 */
#include <assay/assay.h>
#include <assay/fuzz.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void reverse(const int *from, int *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}

static void reverse_twice(struct assay_test *t)
{
    int ys[15], zs[15];
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, 0, 1000), 0, 15, &n);

    reverse(xs, ys, n);
    reverse(ys, zs, n);
    for (size_t i = 0; i < n; i++)
        ASSAY_EQ(t, xs[i], zs[i]);
}

static void reverse_is_same(struct assay_test *t)
{
    int ys[15];
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, 0, 1000), 0, 15, &n);

    reverse(xs, ys, n);
    for (size_t i = 0; i < n; i++)
        ASSAY_EQ(t, xs[i], ys[i]);
}

static void crashes(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, -100, 100), 0, 30, &n);
    volatile int *volatile nothing = NULL;

    if (n > 3)
        *nothing = xs[0];
}

static void loops(struct assay_test *t)
{
    volatile bool forever = assay_int(t, "x", -1000, 1000) == 0;

    while (forever)
        continue;
}

static void *volatile kept;

static void hoards(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    for (int i = 0; x > 5 && i < 10; i++) {
        kept = malloc((size_t)1 << 30);
        if (kept)
            memset(kept, 1, (size_t)1 << 30);
    }
}

static void reserves(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    for (int i = 0; x > 5 && i < 10; i++)
        kept = malloc((size_t)1 << 30);
}

static void quits(struct assay_test *t)
{
    if (assay_int(t, "x", 0, 1000) >= 10)
        exit(0);
}

static void text_fails(struct assay_test *t)
{
    const char *s = assay_string(t, "s", &assay_alphabet_ascii, 0, 20);

    ASSAY_ASSERT(t, strchr(s, '<') == NULL);
}

static void takes_long(struct assay_test *t)
{
    ASSAY_GE(t, assay_int(t, "x", 0, 1000000), 0);
    usleep(1000);
}

static void small(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000), y = assay_int(t, "y", 0, 1000);

    ASSAY_LT(t, x + y, 1234);
}

/* Names that no variable of a C program can have, or that it needs for something else. */
static void odd_names(struct assay_test *t)
{
    int sum = assay_int(t, "int", 0, 9) + assay_int(t, "given", 0, 9) +
              assay_int(t, "a \"b\" %s", 0, 9) + assay_int(t, "a  b  %s", 0, 9) +
              assay_int(t, "odd_names", 0, 9) + assay_int(t, "int", 0, 9);

    ASSAY_LT(t, sum, 50);
}

static const struct assay_property table[] = {
    ASSAY_PROPERTY(odd_names),       ASSAY_PROPERTY(reverse_twice),
    ASSAY_PROPERTY(reverse_is_same), ASSAY_PROPERTY(crashes),
    ASSAY_PROPERTY(loops),           ASSAY_PROPERTY(hoards),
    ASSAY_PROPERTY(reserves),        ASSAY_PROPERTY(quits),
    ASSAY_PROPERTY(text_fails),      ASSAY_PROPERTY(takes_long),
    ASSAY_PROPERTY(small),           {0},
};

ASSAY_FUZZ_TARGET(small)

/* With FUZZ set it is its own fuzzer: the bytes are the standard input. */
int main(int argc, char **argv)
{
    unsigned char bytes[64];

    if (getenv("FUZZ"))
        return LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, stdin));
    return assay_main(table, argc, argv);
}
