/*
 * The machine over the choices of a test.
 */
#include "lang/generate.h"
#include "lang/generate_core.h"

#define TINY 16         /* bytes of a tiny sentence, at most */
#define TINY_LEVELS 128 /* of the levels are for tiny sentences, ... */
#define FULL_LEVELS 128 /* ... the last for those near the size */
#define FUEL_BASE 1000
#define FUEL_BYTE 64 /* calls and iterations per byte that are not too many */

uint32_t assay_sentences_size(const struct assay_sentences *how)
{
    uint32_t size = how && how->size > 0 ? how->size : ASSAY_SENTENCE_SIZE;

    return size < ASSAY_SENTENCE_MAX / 2 ? size : ASSAY_SENTENCE_MAX / 2;
}

/* The bytes aimed at. */
static uint32_t aim(uint32_t size, uint32_t level)
{
    uint32_t full = size - size / 8, tiny = full < TINY ? full : TINY;
    uint32_t last = ASSAY_SENTENCE_LEVELS - FULL_LEVELS;

    if (level < TINY_LEVELS)
        return tiny * level / TINY_LEVELS;
    if (level < last)
        return tiny + (uint32_t)((uint64_t)(full - tiny) * (level - TINY_LEVELS) /
                                 (last - TINY_LEVELS));
    return full + (uint32_t)((uint64_t)(size - full) * (level - last + 1) / FULL_LEVELS);
}

struct assay_measure assay_measure_of(uint32_t shortest, uint32_t size, uint32_t level)
{
    uint32_t bytes = aim(size, level);

    return (struct assay_measure){.left = bytes > shortest ? bytes - shortest : 0,
                                  .one_way = level % 4 == 3};
}

uint64_t assay_machine_fuel(uint32_t left)
{
    return FUEL_BASE + (uint64_t)left * FUEL_BYTE;
}

enum assay_status assay_generate_rule(struct assay_test *t, const struct assay_program *p,
                                      uint32_t rule, uint32_t size, const char **ret_text,
                                      uint32_t *ret_len)
{
    struct assay_machine m = {.program = p, .t = t};
    struct assay_measure measure;
    uint32_t shortest = p->facts->shortest[p->grammar->rules[rule].body];
    uint64_t level = 0;
    enum assay_status status;

    if (shortest >= ASSAY_SENTENCE_MAX)
        return ASSAY_TOO_LARGE;
    status = assay_choose_uint(t, 0, ASSAY_SENTENCE_LEVELS - 1, 0, ASSAY_UNIFORM, &level);
    if (status)
        return status;
    measure = assay_measure_of(shortest, size, (uint32_t)level);
    m.left = measure.left;
    m.one_way = measure.one_way;
    m.fuel = assay_machine_fuel(m.left);
    status = machine_run(&m, rule, ASSAY_PROGRAM_RECORDED);
    if (status)
        return status;
    *ret_text = m.text;
    *ret_len = (uint32_t)m.len;
    return ASSAY_OK;
}
