/*
 * Choosing: one of some values, one of some generators.
 */
#include "gen/ops.h"
#include <string.h>

/* ---- One of some values. Values are told apart byte by byte, padding included. */

static const void *element_at(const struct assay_gen *gen, size_t i)
{
    return (const char *)gen->as.elements.at + i * gen->size;
}

/*@ requires \valid_read(gen);
    assigns \nothing;
    ensures \result == (gen->as.elements.count == 0            ? ASSAY_EMPTY_RANGE
                        : gen->as.elements.at == \null          ? ASSAY_BAD_USE
                        : gen->as.elements.count > UINT32_MAX   ? ASSAY_TOO_LARGE
                                                                : ASSAY_OK);
*/
static enum assay_status elements_check(const struct assay_gen *gen)
{
    if (gen->as.elements.count == 0)
        return ASSAY_EMPTY_RANGE;
    if (!gen->as.elements.at)
        return ASSAY_BAD_USE;
    return gen->as.elements.count > UINT32_MAX ? ASSAY_TOO_LARGE : ASSAY_OK;
}

static enum assay_status elements_draw(const struct assay_gen *gen, struct assay_test *t,
                                       void *ret_value)
{
    uint32_t i = 0, count = (uint32_t)gen->as.elements.count;
    enum assay_status status = elements_check(gen);

    if (status == ASSAY_OK && count > 1) /* a constant is no choice */
        status = assay_choose_index(t, count, NULL, &i);
    if (status == ASSAY_OK)
        memcpy(ret_value, element_at(gen, i), gen->size);
    return status;
}

static enum assay_answer elements_contain(const struct assay_gen *gen, const void *value,
                                          struct assay_look *look)
{
    (void)look;
    if (elements_check(gen))
        return ASSAY_NO;
    for (size_t i = 0; i < gen->as.elements.count; i++)
        if (memcmp(element_at(gen, i), value, gen->size) == 0)
            return ASSAY_YES;
    return ASSAY_NO;
}

static enum assay_status elements_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    enum assay_status status = elements_check(gen);

    if (status == ASSAY_OK)
        *ret_count = gen->as.elements.count;
    return status;
}

const struct assay_gen_ops assay_gen_elements = {
    .name = "elements",
    .flat = true,
    .draw = elements_draw,
    .contains = elements_contain,
    .count = elements_count,
    .print = assay_put_scalar,
};

/* ---- One of some generators, weighted or not. A weight of 0 is as good as not there. */

static bool is_weighted(const struct assay_gen *gen)
{
    return gen->ops == &assay_gen_weighted;
}

static uint32_t alternatives(const struct assay_gen *gen)
{
    return is_weighted(gen) ? gen->as.weighted.count : gen->as.one_of.count;
}

static const struct assay_gen *alternative(const struct assay_gen *gen, uint32_t i)
{
    return is_weighted(gen) ? gen->as.weighted.of[i].gen : gen->as.one_of.of[i];
}

static bool is_chosen(const struct assay_gen *gen, uint32_t i)
{
    return !is_weighted(gen) || gen->as.weighted.of[i].weight > 0;
}

static enum assay_status alternatives_check(const struct assay_gen *gen)
{
    for (uint32_t i = 0; i < alternatives(gen); i++)
        if (!assay_gen_fits(alternative(gen, i), gen->size))
            return ASSAY_BAD_USE;
    return alternatives(gen) > 0 ? ASSAY_OK : ASSAY_EMPTY_RANGE;
}

/* How many values an alternative of a union has: 0 for an empty one, UINT64_MAX for one
 * that has too many or does not say. */
static enum assay_status measure(const struct assay_gen *gen, uint64_t *ret_count)
{
    enum assay_status status = assay_gen_count(gen, ret_count);

    if (status == ASSAY_EMPTY_RANGE)
        *ret_count = 0;
    else if (status == ASSAY_TOO_LARGE)
        *ret_count = UINT64_MAX;
    else
        return status;
    return ASSAY_OK;
}

/* Weights in the ratio of the counts. Alternatives without a count weigh as much as the
 * largest that has one. */
/*@ requires \valid_read(counts + (0 .. n - 1)) && \valid(ret_weights + (0 .. n - 1));
    assigns ret_weights[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> (ret_weights[i] == 0 <==> counts[i] == 0);
    ensures \forall integer i, k; 0 <= i < n && 0 <= k < n ==>
      counts[k] == UINT64_MAX || counts[i] > counts[k] ||
      ret_weights[i] <= ret_weights[k];
    ensures \forall integer i, k; 0 <= i < n && 0 <= k < n && counts[k] == UINT64_MAX ==>
      ret_weights[i] <= ret_weights[k];
    ensures (\forall integer i; 0 <= i < n ==> counts[i] <= UINT32_MAX) ==>
      \forall integer i; 0 <= i < n ==> ret_weights[i] == counts[i];
*/
static void scale(const uint64_t *counts, uint32_t n, uint32_t *ret_weights)
{
    uint64_t largest = 0;
    unsigned shift = 0;

    for (uint32_t i = 0; i < n; i++)
        if (counts[i] > largest && counts[i] < UINT64_MAX)
            largest = counts[i];
    if (largest == 0)
        largest = 1;
    while (largest >> shift > UINT32_MAX)
        shift++;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t count = counts[i] == UINT64_MAX ? largest : counts[i];
        uint32_t weight = (uint32_t)(count >> shift);
        ret_weights[i] = weight == 0 && count > 0 ? 1 : weight;
    }
}

static enum assay_status weigh_by_size(const struct assay_gen *gen, struct assay_test *t,
                                       uint32_t *ret_weights)
{
    uint32_t n = alternatives(gen);
    uint64_t *counts = assay_test_new(t, n, sizeof *counts);
    enum assay_status status = counts ? ASSAY_OK : ASSAY_NO_MEMORY;

    for (uint32_t i = 0; i < n && status == ASSAY_OK; i++)
        status = measure(alternative(gen, i), &counts[i]);
    if (status == ASSAY_OK)
        scale(counts, n, ret_weights);
    return status;
}

static enum assay_status weigh(const struct assay_gen *gen, struct assay_test *t,
                               uint32_t *ret_weights)
{
    if (!is_weighted(gen))
        return weigh_by_size(gen, t, ret_weights);
    for (uint32_t i = 0; i < alternatives(gen); i++)
        ret_weights[i] = gen->as.weighted.of[i].weight;
    return ASSAY_OK;
}

/*
 * A choice by weights. The alternatives of weight 0 are taken out before, not left to
 * their weight: a replayed index knows nothing of weights.
 */
static enum assay_status choose_weighted(const struct assay_gen *gen,
                                         struct assay_test *t, uint32_t *ret_i)
{
    uint32_t n = alternatives(gen), kept = 0, at = 0;
    uint32_t *weights = assay_test_new(t, n, sizeof *weights);
    uint32_t *which = assay_test_new(t, n, sizeof *which);
    enum assay_status status = ASSAY_NO_MEMORY;

    if (weights && which)
        status = weigh(gen, t, weights);
    if (status)
        return status;
    for (uint32_t i = 0; i < n; i++)
        if (weights[i] > 0) {
            weights[kept] = weights[i];
            which[kept++] = i;
        }
    status = assay_choose_index(t, kept, weights, &at);
    if (status == ASSAY_OK)
        *ret_i = which[at];
    return status;
}

static enum assay_status alternatives_draw(const struct assay_gen *gen,
                                           struct assay_test *t, void *ret_value)
{
    uint32_t i = 0;
    enum assay_status status = alternatives_check(gen);

    if (status)
        return status;
    if (is_weighted(gen) || gen->as.one_of.by_size)
        status = choose_weighted(gen, t, &i);
    else
        status = assay_choose_index(t, alternatives(gen), NULL, &i);
    return status ? status : assay_gen_draw(alternative(gen, i), t, ret_value);
}

static enum assay_answer alternatives_contain(const struct assay_gen *gen,
                                              const void *value, struct assay_look *look)
{
    enum assay_answer answer = ASSAY_NO;

    if (alternatives_check(gen))
        return ASSAY_NO;
    for (uint32_t i = 0; i < alternatives(gen) && answer != ASSAY_YES; i++)
        if (is_chosen(gen, i))
            answer =
                assay_answer_or(answer, assay_gen_look(alternative(gen, i), value, look));
    return answer;
}

/* The sum, though alternatives may overlap. Empty alternatives of a union count 0. */
static enum assay_status alternatives_count(const struct assay_gen *gen,
                                            uint64_t *ret_count)
{
    bool is_union = !is_weighted(gen) && gen->as.one_of.by_size;
    uint64_t sum = 0, count = 0;
    enum assay_status status = alternatives_check(gen);

    for (uint32_t i = 0; i < alternatives(gen) && status == ASSAY_OK; i++) {
        if (!is_chosen(gen, i))
            continue;
        status = assay_gen_count(alternative(gen, i), &count);
        if (status == ASSAY_EMPTY_RANGE && is_union)
            status = ASSAY_OK;
        else if (status == ASSAY_OK)
            status = assay_count_add(sum, count, &sum);
    }
    if (status == ASSAY_OK && sum == 0)
        status = ASSAY_EMPTY_RANGE;
    if (status == ASSAY_OK)
        *ret_count = sum;
    return status;
}

/* The first that has the value, else the first that may have it. */
static const struct assay_gen *alternatives_maker(const struct assay_gen *gen,
                                                  const void *value,
                                                  struct assay_look *look)
{
    struct assay_claim best = {NULL, ASSAY_CLAIM_NONE};

    if (alternatives_check(gen))
        return NULL;
    for (uint32_t i = 0; i < alternatives(gen); i++)
        if (is_chosen(gen, i))
            assay_claim_add(&best, alternative(gen, i), value, look);
    return best.gen;
}

const struct assay_gen_ops assay_gen_one_of = {
    .name = "one_of",
    .draw = alternatives_draw,
    .contains = alternatives_contain,
    .count = alternatives_count,
    .print = assay_put_scalar,
    .maker = alternatives_maker,
};

const struct assay_gen_ops assay_gen_weighted = {
    .name = "weighted",
    .draw = alternatives_draw,
    .contains = alternatives_contain,
    .count = alternatives_count,
    .print = assay_put_scalar,
    .maker = alternatives_maker,
};
