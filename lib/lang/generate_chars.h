/*
 * The operations that write: literals, characters of sets, and texts listed beforehand.
 */
#ifndef ASSAY_LANG_GENERATE_CHARS_H
#define ASSAY_LANG_GENERATE_CHARS_H

#include "base/utf8.h"
#include "lang/generate_machine.h"

/* ---- Straight to the text. */

/* A member at the edge of a range, or any of one range. */
RARE char *put_odd(uint64_t *random, const struct assay_charset *set, char *out)
{
    uint64_t r = next_random(random);
    const struct assay_codes *range = &set->ranges[scale((uint32_t)r, set->nranges)];
    uint32_t code = range->lo;

    if (r >> 62 == 1)
        code = range->hi;
    else if (r >> 62 > 1)
        code += scale(next_random(random) >> 32, range->hi - range->lo + 1);
    if (set->narrow) {
        *out = (char)code;
        return out + 1;
    }
    return out + assay_utf8_encode(code, out);
}

/* Some plain, some odd. */
RARE char *put_mixed(uint64_t *random, const struct assay_charset *set, char *out,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t r = next_random(random);
        if (set->simplicity == ASSAY_SIMPLE_NONE || r >> 63)
            out = put_odd(random, set, out);
        else
            *out++ = (char)set->simple[r & 255];
    }
    return out;
}

/* There is room for `count` characters and MACHINE_SLACK bytes more. */
CORE void put_plain(struct hand *h, const struct assay_charset *set, uint32_t count)
{
    uint64_t r = next_random(&h->random), state;
    char *out = h->out;

    if (set->simplicity != ASSAY_SIMPLE_ALL &&
        (set->simplicity == ASSAY_SIMPLE_NONE || r >> 61 == 0)) {
        state = h->random;
        h->out = put_mixed(&state, set, out, count);
        h->random = state;
        return;
    }
    h->out += count;
    for (;;) {
        for (uint32_t i = 0; i < 4; i++, r >>= 8)
            out[i] = (char)set->simple[r & 255];
        if (count <= 4)
            return;
        out += 4;
        count -= 4;
        r = next_random(&h->random);
    }
}

/* ---- Over choices. */

/* Members of a narrow set, by their place in the order of simplicity. */
static inline enum assay_status recorded_bytes(struct assay_machine *m, struct hand *h,
                                               const struct assay_charset *set,
                                               uint32_t min, uint32_t max)
{
    const unsigned char *chosen = NULL;
    uint32_t len = 0;
    enum assay_status status = assay_choose_bytes(m->t, min, max, &chosen, &len);

    if (!status)
        status = room(m, h, len);
    if (status)
        return status;
    for (uint32_t i = 0; i < len; i++)
        h->out[i] = (char)set->order[chosen[i] * set->members >> 8];
    h->out += len;
    return ASSAY_OK;
}

static inline enum assay_status recorded_text(struct assay_machine *m, struct hand *h,
                                              const struct assay_charset *set,
                                              uint32_t min, uint32_t max)
{
    struct assay_alphabet alphabet = {set->ranges, set->nranges};
    const char *chosen = NULL;
    uint32_t len = 0;
    enum assay_status status =
        assay_choose_text(m->t, &alphabet, min, max, &chosen, &len);

    if (!status)
        status = room(m, h, len);
    if (status)
        return status;
    memcpy(h->out, chosen, len);
    h->out += len;
    return ASSAY_OK;
}

/* ---- Operations. */

CORE enum assay_status put_bytes(struct assay_machine *m, struct hand *h,
                                 const char *bytes, uint32_t len)
{
    enum assay_status status;

    if (len <= ASSAY_OP_TEXT_MAX && h->out <= h->end) { /* the slack is room enough */
        memcpy(h->out, bytes, ASSAY_OP_TEXT_MAX);
        h->out += len;
        return ASSAY_OK;
    }
    status = room(m, h, len);
    if (status)
        return status;
    memcpy(h->out, bytes, len);
    h->out += len;
    return ASSAY_OK;
}

CORE enum assay_status do_set(struct assay_machine *m, struct hand *h,
                              const struct assay_charset *set, enum assay_purpose P)
{
    uint32_t index = 0;
    enum assay_status status = room(m, h, ASSAY_UTF8_MAX);

    if (status)
        return status;
    if (P != ASSAY_PROGRAM_RECORDED) {
        put_plain(h, set, 1);
        return ASSAY_OK;
    }
    if (!set->narrow)
        return recorded_text(m, h, set, 1, 1);
    status = assay_choose_index(m->t, set->members, NULL, &index);
    if (!status)
        *h->out++ = (char)set->order[index];
    return status;
}

/* How many characters more than the least there may be. White space is left out where
 * little is left. */
CORE uint32_t afford_characters(const struct hand *h, const struct assay_op *op,
                                const struct assay_charset *set)
{
    uint32_t afford = set->blank ? (uint32_t)((uint64_t)h->left * op->share >> 16)
                                 : share_of(h, op->share);
    uint32_t more = op->b - op->a;

    if (!set->narrow)
        afford /= 2;
    return more < afford ? more : afford;
}

CORE uint32_t cover_run(struct assay_machine *m, struct hand *h,
                        const struct assay_op *op, uint32_t count)
{
    uint64_t most = (uint64_t)op->a + h->left + m->overdraw;

    count = assay_cover_count(m->cover, m->parent, op->expr, count,
                              most < op->b ? (uint32_t)most : op->b);
    overdraw(m, h, count - op->a);
    return count;
}

CORE enum assay_status plain_run(struct assay_machine *m, struct hand *h,
                                 const struct assay_op *op, uint32_t more,
                                 enum assay_purpose P)
{
    const struct assay_charset *set = op->to.set;
    uint32_t count = op->a + plain_length(m, h, more);
    enum assay_status status;

    if (P == ASSAY_PROGRAM_COVERING)
        count = cover_run(m, h, op, count);
    status = room(m, h, (size_t)count * (set->narrow ? 1 : ASSAY_UTF8_MAX));
    if (!status && count > 0)
        put_plain(h, set, count);
    return status;
}

CORE enum assay_status do_run(struct assay_machine *m, struct hand *h,
                              const struct assay_op *op, enum assay_purpose P)
{
    const struct assay_charset *set = op->to.set;
    uint32_t more = afford_characters(h, op, set), most = op->a + more;
    size_t before = (size_t)(h->out - m->text), least = (size_t)op->a * set->least;
    enum assay_status status;

    if (most == 0 && P != ASSAY_PROGRAM_COVERING)
        return ASSAY_OK;
    if (P != ASSAY_PROGRAM_RECORDED)
        status = plain_run(m, h, op, more, P);
    else if (set->narrow)
        status = recorded_bytes(m, h, set, op->a, most);
    else
        status = recorded_text(m, h, set, op->a, most);
    spend(h, (size_t)(h->out - m->text) - before - least);
    return status;
}

/* One of a rule's shortest sentences. */
CORE enum assay_status do_line(struct assay_machine *m, struct hand *h,
                               const struct assay_list *list, enum assay_purpose P)
{
    const struct assay_line *lines = m->program->lines + list->first;
    uint32_t i = 0;
    enum assay_status status = room(m, h, ASSAY_LINE_MAX);

    if (P != ASSAY_PROGRAM_RECORDED)
        i = scale(next_random(&h->random) >> 32, list->count);
    else if (!status && list->count > 1)
        status = assay_choose_index(m->t, list->count, NULL, &i);
    if (status)
        return status;
    memcpy(h->out, &lines[i], sizeof lines[i]);
    h->out += lines[i].len;
    return ASSAY_OK;
}

#endif
