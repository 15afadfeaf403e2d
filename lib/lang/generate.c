/*
 * The machine over the choices of a test.
 */
#include "lang/generate.h"
#include "lang/generate_core.h"

#define TINY 16         /* bytes of a tiny sentence, at most */
#define TINY_LEVELS 128 /* of the levels are for tiny sentences, ... */
#define FULL_LEVELS 128 /* ... the last for those near the size */
#define BLANKS_PART 8   /* one byte of so many may be white space */
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

static enum assay_status draw_measure(struct assay_machine *m, uint32_t shortest,
                                      uint32_t size)
{
    struct assay_measure measure;
    uint64_t level = 0, layout = 0;
    enum assay_status status =
        assay_choose_uint(m->t, 0, ASSAY_SENTENCE_LEVELS - 1, 0, ASSAY_UNIFORM, &level);

    if (!status && m->program->blanks)
        status = assay_choose_uint(m->t, 0, ASSAY_LAYOUTS - 1, 0, ASSAY_UNIFORM, &layout);
    measure = assay_measure_of(shortest, size, (uint32_t)level);
    m->left = measure.left;
    if (m->program->blanks) {
        m->blanks_left = (m->left + BLANKS_PART - 1) / BLANKS_PART;
        m->left -= m->blanks_left;
    }
    m->one_way = measure.one_way;
    m->layout = (uint32_t)layout;
    m->fuel = assay_machine_fuel(m->left);
    return status;
}

enum assay_status assay_generate_rule(struct assay_test *t, const struct assay_program *p,
                                      uint32_t rule, uint32_t size, const char **ret_text,
                                      uint32_t *ret_len)
{
    struct assay_frame frames[MACHINE_FIRST];
    struct assay_machine m = {
        .program = p, .t = t, .frames = frames, .frames_cap = MACHINE_FIRST};
    uint32_t shortest = p->facts->shortest[p->grammar->rules[rule].body];
    enum assay_status status;

    if (shortest >= ASSAY_SENTENCE_MAX)
        return ASSAY_TOO_LARGE;
    status = draw_measure(&m, shortest, size);
    if (!status)
        status = assay_span_begin(t, p->labels + rule);
    if (!status)
        status = machine_run(&m, rule, ASSAY_PROGRAM_RECORDED);
    if (!status)
        status = assay_span_end(t);
    if (status)
        return status;
    *ret_text = m.text;
    *ret_len = (uint32_t)m.len;
    return ASSAY_OK;
}
