/* Integers in one arena: for the test and the programs it prints. */
#include "term/integer.h"
#include "term/integer_parts.h"

static struct assay_arena arena;

static inline void begin(void)
{
    assay_arena_init(&arena, NULL, 0);
}

static inline void end(void)
{
    assay_arena_done(&arena);
}

static inline const char *text_of(const Integer *x)
{
    struct assay_buf out;
    const char *copy;

    assay_buf_init(&out, NULL, 0);
    integer_print(x, &out);
    copy = assay_arena_text(&arena, out.at, out.len);
    assay_buf_done(&out);
    return copy;
}

#define from(VALUE) integer_from(&arena, VALUE)
#define from_limbs(LIMBS, COUNT, NEGATIVE) integer_make(&arena, LIMBS, COUNT, NEGATIVE)
#define from_text(TEXT) integer_read(&arena, assay_str(TEXT))
#define negate(X) integer_negate(&arena, X)
#define add(X, Y) integer_add(&arena, X, Y)
#define subtract(X, Y) integer_subtract(&arena, X, Y)
#define multiply(X, Y) integer_multiply(&arena, X, Y)
#define divide(X, Y) integer_divide(&arena, X, Y)
#define modulo(X, Y) integer_modulo(&arena, X, Y)
