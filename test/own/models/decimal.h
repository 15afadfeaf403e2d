/* Decimals in one arena: for the test and the programs it prints. */
#include "term/integer.h"
#include <stdlib.h>

static struct assay_arena arena;

static inline void begin(void)
{
    assay_arena_init(&arena, NULL, 0);
}

static inline void end(void)
{
    assay_arena_done(&arena);
}

static inline const char *text_of(const Decimal *x)
{
    struct assay_buf out;
    const char *copy;

    assay_buf_init(&out, NULL, 0);
    decimal_print(*x, &out);
    copy = assay_arena_text(&arena, out.at, out.len);
    assay_buf_done(&out);
    return copy;
}

static inline const Decimal *keep_decimal(bool good, Decimal x)
{
    Decimal *copy = good ? assay_arena_new(&arena, 1, sizeof x) : NULL;

    if (copy)
        *copy = x;
    return copy;
}

static inline const Decimal *from_text(const char *text)
{
    Decimal x;
    bool good = decimal_read(&arena, assay_str(text), &x);

    return keep_decimal(good, x);
}

static inline const Decimal *add(const Decimal *x, const Decimal *y)
{
    Decimal z;
    bool good = decimal_add(&arena, *x, *y, &z);

    return keep_decimal(good, z);
}

static inline const Decimal *subtract(const Decimal *x, const Decimal *y)
{
    Decimal z;
    bool good = decimal_subtract(&arena, *x, *y, &z);

    return keep_decimal(good, z);
}

static inline const Decimal *multiply(const Decimal *x, const Decimal *y)
{
    Decimal z;
    bool good = decimal_multiply(&arena, *x, *y, &z);

    return keep_decimal(good, z);
}

static inline int compare(const Decimal *x, const Decimal *y)
{
    return decimal_compare(*x, *y);
}
