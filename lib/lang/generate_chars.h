/*
 * The operations that write: literals, characters of sets, and texts listed beforehand.
 */
#ifndef ASSAY_LANG_GENERATE_CHARS_H
#define ASSAY_LANG_GENERATE_CHARS_H

#include "base/utf8.h"
#include "lang/generate_machine.h"

#define BLANKS_MAX 3 /* at one place, unless there must be more */

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

/*
 * White space. All of it is one choice of the sentence, its layout: 0 is none but what
 * must be; then, one blank at one place; then, here and there, the same at each replay.
 * So the choices of what matters are not mixed with others, nor do they depend on it, and
 * what does not matter is gone in one step.
 */
RARE uint64_t blank_places(const struct assay_machine *m)
{
    uint64_t r;

    if (m->layout == 0)
        return 0;
    if (m->layout <= ASSAY_LAYOUT_SINGLE)
        return m->blanks == 0 ? UINT64_C(1) << (m->layout - 1) : 0;
    r = assay_hash_step(m->layout, m->blanks);
    for (uint32_t thin = m->layout % 3; thin > 0; thin--)
        r &= assay_hash_step(m->layout + thin, m->blanks);
    return r; /* every second to eighth */
}

/* Whether there is white space at this place; places are looked up 64 at a time. */
CORE bool blanks_here(struct assay_machine *m)
{
    uint32_t place = m->blanks % 64;

    if (place == 0)
        m->blank_places = blank_places(m);
    m->blanks++;
    return m->blank_places >> place & 1;
}

RARE char *put_blanks(const struct assay_machine *m, const struct assay_charset *set,
                      char *out, uint32_t count)
{
    bool single = m->layout <= ASSAY_LAYOUT_SINGLE;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t r = assay_hash_step(m->layout + i, m->blanks);
        *out++ = (char)set->order[single || r & 3 ? 0 : scale(r >> 32, set->members)];
    }
    return out;
}

/* How many blanks more than the least there are at a place that has some. */
CORE uint32_t more_blanks(const struct assay_machine *m, uint32_t most)
{
    most = most < BLANKS_MAX ? most : BLANKS_MAX;
    most = most < m->blanks_left ? most : m->blanks_left;
    if (m->layout <= ASSAY_LAYOUT_SINGLE || most <= 1)
        return most > 0;
    return 1 + scale(assay_hash_step(m->blanks, m->layout) >> 32, most);
}

CORE enum assay_status recorded_blanks(struct assay_machine *m, struct hand *h,
                                       const struct assay_charset *set, uint32_t min,
                                       uint32_t max)
{
    bool here = blanks_here(m);
    uint32_t count = min;
    enum assay_status status;

    if (!here && min == 0)
        return ASSAY_OK;
    if (here)
        count += more_blanks(m, max - min);
    status = room(m, h, count);
    if (status)
        return status;
    h->out = put_blanks(m, set, h->out, count);
    m->blanks_left -= count - min;
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
        afford = (afford + 1) / 2;
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
    size_t before = (size_t)(h->out - m->text), least = (size_t)op->a * set->least;
    uint32_t more, most;
    enum assay_status status;

    if (P == ASSAY_PROGRAM_RECORDED && set->blank)
        return recorded_blanks(m, h, set, op->a, op->b);
    more = afford_characters(h, op, set);
    most = op->a + more;
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

/* ---- Lines. */

/* Line number `line`, of whose bytes `least` were paid for. There is room. */
CORE void put_line(const struct assay_machine *m, struct hand *h, uint32_t number,
                   uint32_t least)
{
    const struct assay_line *line = &m->program->lines[number];

    memcpy(h->out, line, sizeof *line);
    h->out += line->len;
    spend(h, line->len > least ? line->len - least : 0);
}

/* Lines that are short enough. In a record they stand for everything there is. */
CORE uint32_t count_lines(const struct hand *h, const struct assay_list *list,
                          enum assay_purpose P)
{
    if (P == ASSAY_PROGRAM_RECORDED && !list->all)
        return 0;
    return h->left < ASSAY_LIST_EXTRA ? list->upto[h->left] : 0;
}

CORE enum assay_status choose_line(struct assay_machine *m, struct hand *h,
                                   const struct assay_list *list, uint32_t lines,
                                   uint32_t least, enum assay_purpose P)
{
    uint32_t i = 0;
    enum assay_status status = room(m, h, sizeof(struct assay_line));

    if (P != ASSAY_PROGRAM_RECORDED)
        i = scale(next_random(&h->random) >> 32, lines);
    else if (!status)
        status = assay_choose_index(m->t, lines, NULL, &i);
    if (!status)
        put_line(m, h, list->first + i, least);
    return status;
}

#endif
