/*
 * Generators as seen from outside: each call goes to the table of the generator's sort.
 */
#include "gen/ops.h"
#include <stdarg.h>

enum assay_status assay_gen_draw(const struct assay_gen *gen, struct assay_test *t,
                                 void *ret_value)
{
    enum assay_status status = ASSAY_BAD_USE;

    if (gen && gen->ops)
        status = gen->ops->draw(gen, t, ret_value);
    if (status && t->status == ASSAY_OK)
        t->status = status;
    return status;
}

enum assay_answer assay_gen_look(const struct assay_gen *gen, const void *value,
                                 struct assay_look *look)
{
    enum assay_answer answer;

    if (!gen || !gen->ops || !value)
        return ASSAY_NO;
    if (look->depth == ASSAY_LOOK_DEPTH || look->steps == ASSAY_LOOK_STEPS)
        return ASSAY_UNKNOWN;
    look->steps++;
    look->depth++;
    answer = gen->ops->contains(gen, value, look);
    look->depth--;
    return answer;
}

enum assay_answer assay_gen_contains(const struct assay_gen *gen, const void *value)
{
    struct assay_look look = {0};

    return assay_gen_look(gen, value, &look);
}

enum assay_status assay_gen_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    return gen && gen->ops ? gen->ops->count(gen, ret_count) : ASSAY_BAD_USE;
}

enum assay_answer assay_answer_and(enum assay_answer a, enum assay_answer b)
{
    if (a == ASSAY_NO || b == ASSAY_NO)
        return ASSAY_NO;
    return a == ASSAY_YES ? b : ASSAY_UNKNOWN;
}

enum assay_answer assay_answer_or(enum assay_answer a, enum assay_answer b)
{
    if (a == ASSAY_YES || b == ASSAY_YES)
        return ASSAY_YES;
    return a == ASSAY_NO ? b : ASSAY_UNKNOWN;
}

/* ---- Counts */

enum assay_status assay_count_add(uint64_t a, uint64_t b, uint64_t *ret_sum)
{
    if (a > UINT64_MAX - b)
        return ASSAY_TOO_LARGE;
    *ret_sum = a + b;
    return ASSAY_OK;
}

enum assay_status assay_count_multiply(uint64_t a, uint64_t b, uint64_t *ret_product)
{
    if (b > 0 && a > UINT64_MAX / b)
        return ASSAY_TOO_LARGE;
    *ret_product = a * b;
    return ASSAY_OK;
}

/* With two values or more, the 64th power is past the limit: the loop is short. */
static enum assay_status sum_powers(uint64_t each, uint32_t min, uint32_t max,
                                    uint64_t *ret_count)
{
    uint64_t power = 1, sum = min == 0;
    enum assay_status status = ASSAY_OK;

    for (uint32_t len = 1; len <= max && status == ASSAY_OK; len++) {
        status = assay_count_multiply(power, each, &power);
        if (status == ASSAY_OK && len >= min)
            status = assay_count_add(sum, power, &sum);
    }
    if (status == ASSAY_OK)
        *ret_count = sum;
    return status;
}

enum assay_status assay_count_sequences(uint64_t each, uint32_t min, uint32_t max,
                                        uint64_t *ret_count)
{
    if (min > max || (each == 0 && min > 0))
        return ASSAY_EMPTY_RANGE;
    if (each > 1)
        return sum_powers(each, min, max, ret_count);
    *ret_count = each == 0 ? 1 : (uint64_t)max - min + 1;
    return ASSAY_OK;
}

enum assay_status assay_count_unknown(const struct assay_gen *gen, uint64_t *ret_count)
{
    (void)gen;
    (void)ret_count;
    return ASSAY_TOO_LARGE;
}

/* ---- Printing */

void assay_claim_add(struct assay_claim *best, const struct assay_gen *gen,
                     const void *value, struct assay_look *look)
{
    struct assay_claim claim = {gen, ASSAY_CLAIM_NONE};
    const struct assay_gen *maker;

    if (best->strength == ASSAY_CLAIM_WHOLLY)
        return;
    switch (assay_gen_look(gen, value, look)) {
    case ASSAY_NO:
        return;
    case ASSAY_UNKNOWN:
        claim.strength = ASSAY_CLAIM_PERHAPS;
        break;
    case ASSAY_YES:
        maker = assay_gen_maker(gen, value);
        claim.strength = maker && assay_gen_names_all(maker, value) ? ASSAY_CLAIM_WHOLLY
                                                                    : ASSAY_CLAIM_PARTLY;
        break;
    }
    if (claim.strength > best->strength)
        *best = claim;
}

const struct assay_gen *assay_gen_maker(const struct assay_gen *gen, const void *value)
{
    const struct assay_gen *inner = gen;
    struct assay_look look = {0};

    for (int depth = 0; inner && depth < ASSAY_LOOK_DEPTH; depth++) {
        gen = inner;
        if (!gen->ops->maker)
            break;
        inner = gen->ops->maker(gen, value, &look);
    }
    return look.steps < ASSAY_LOOK_STEPS ? gen : NULL;
}

bool assay_gen_write(const struct assay_gen *gen, const void *value,
                     struct assay_printer *p)
{
    bool written;

    if (!gen || !gen->ops || !value || p->depth == ASSAY_LOOK_DEPTH)
        return false;
    gen = assay_gen_maker(gen, value);
    if (!gen)
        return false;
    p->depth++;
    written = gen->ops->print(gen, value, p);
    p->depth--;
    return written;
}

static bool print_styled(const struct assay_gen *gen, const void *value,
                         enum assay_style style, struct assay_buf *out)
{
    struct assay_printer p = {.out = out, .style = style};
    size_t before = out->len;

    if (assay_gen_write(gen, value, &p) && out->status == ASSAY_OK)
        return true;
    assay_buf_truncate(out, before);
    return false;
}

bool assay_gen_print(const struct assay_gen *gen, const void *value,
                     struct assay_buf *out)
{
    return print_styled(gen, value, ASSAY_STYLE_C, out);
}

bool assay_gen_show(const struct assay_gen *gen, const void *value, struct assay_buf *out)
{
    return print_styled(gen, value, ASSAY_STYLE_SHORT, out);
}

void assay_print(struct assay_buf *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_buf_vprintf(out, format, args);
    va_end(args);
}
