/*
 * The operations that choose: alternatives, optional parts, loops.
 */
#ifndef ASSAY_LANG_GENERATE_CHOICES_H
#define ASSAY_LANG_GENERATE_CHOICES_H

#include "choice/test.h"
#include "lang/generate_chars.h"

#define NEVER 1e-12    /* a probability for what is too dear; a replay may have it */
#define WEIGHTS_MAX 64 /* alternatives whose weights are on the C stack */

/* ---- Alternatives. */

/* Lots that are not too dear; they are in order. */
CORE uint32_t affordable(const struct assay_program *p, const struct assay_lots *lots,
                         uint32_t left)
{
    uint32_t count = lots->count;

    if (lots->dear > left)
        for (count = 0; p->lots[lots->first + count].cost <= left;)
            count++;
    return count;
}

CORE const struct assay_lot *draw_lot(const struct assay_program *p,
                                      const struct assay_pick *pick,
                                      const struct assay_lots *lots, uint32_t count,
                                      uint32_t r)
{
    const struct assay_lot *lot = &p->lots[lots->first];
    uint32_t at;

    if (pick->even)
        return lot + scale(r, count);
    at = scale(r, lot[count - 1].upto);
    while (lot->upto <= at)
        lot++;
    return lot;
}

/* NULL: only what has no weight is not too dear. */
CORE const struct assay_lot *plain_pick(const struct assay_program *p, struct hand *h,
                                        const struct assay_pick *pick)
{
    uint32_t flat = affordable(p, &pick->lots[0], h->left);
    uint32_t parts = affordable(p, &pick->lots[1], h->left);
    const struct assay_lot *lot;
    bool grow = parts > 0;
    uint64_t r, light, heavy;

    if (flat + parts == 0)
        return NULL;
    r = next_random(&h->random);
    if (flat > 0 && parts > 0) {
        light = (uint64_t)p->lots[pick->lots[0].first + flat - 1].upto * GROWTH_BASE;
        heavy =
            (uint64_t)p->lots[pick->lots[1].first + parts - 1].upto * growth_factor(h);
        grow = (r >> 48) * (light + heavy) >> 16 >= light;
    }
    lot = draw_lot(p, pick, &pick->lots[grow], grow ? parts : flat, (uint32_t)r);
    h->left -= lot->cost;
    return lot;
}

/* The weights of the alternatives now, and their sum; how many are not too dear. What is
 * too dear has no weight but stays, so that an index means the same in every replay. */
CORE uint32_t weigh(const struct assay_program *p, const struct hand *h,
                    const struct assay_pick *pick, uint32_t *weights, uint64_t *ret_total)
{
    const struct assay_alternative *a = &p->alternatives[pick->first];
    uint32_t factor = growth_factor(h), count = 0;
    uint64_t total = 0;

    for (uint32_t i = 0; i < pick->count; i++) {
        bool in = a[i].cost <= h->left;
        weights[i] = in ? a[i].weight * (a[i].parts ? factor : GROWTH_BASE) : 0;
        total += weights[i];
        count += in;
    }
    if (total == 0)
        total = weights[0] = 1;
    *ret_total = total;
    return count;
}

/* Lines come first. They are not drawn, but a simpler choice than any alternative. */
CORE enum assay_status recorded_pick(struct assay_machine *m, struct hand *h,
                                     const struct assay_pick *pick, uint32_t *ret_index)
{
    uint32_t on_stack[WEIGHTS_MAX], *weights = on_stack, n = pick->nlines;
    uint64_t total;
    enum assay_status status = ASSAY_OK;

    *ret_index = 0;
    if (n == 0 && pick->even && !pick->mixed && pick->dear <= h->left) {
        status = assay_choose_index(m->t, pick->count, NULL, ret_index);
    } else {
        if (pick->count > WEIGHTS_MAX)
            weights = assay_test_new(m->t, pick->count, sizeof *weights);
        if (!weights)
            return ASSAY_NO_MEMORY;
        if (weigh(m->program, h, pick, weights, &total) + n > 1)
            status = assay_choose_weighted(m->t, n + pick->count, n, weights, total,
                                           ret_index);
    }
    if (!status && *ret_index >= n)
        spend(h, m->program->alternatives[pick->first + *ret_index - n].cost);
    return status;
}

/* The one drawn, or one that leads to something new. */
CORE enum assay_status covering_pick(struct assay_machine *m, struct hand *h,
                                     const struct assay_op *op, uint32_t *pc)
{
    const struct assay_pick *pick = op->to.pick;
    const struct assay_alternative *a = &m->program->alternatives[pick->first];
    uint32_t left = h->left, outer = m->parent, drawn = 0;
    const struct assay_lot *lot = plain_pick(m->program, h, pick);

    while (lot && a[drawn].pc != lot->pc)
        drawn++;
    drawn = assay_cover_pick(m->cover, outer, op->expr,
                             &(struct assay_cover_offer){.alternatives = a,
                                                         .count = pick->count,
                                                         .drawn = drawn,
                                                         .afford = left + m->overdraw});
    h->left = left;
    charge(m, h, a[drawn].cost, ASSAY_PROGRAM_COVERING);
    m->parent = assay_cover_alternative(m->cover, op->expr, a[drawn].place);
    *pc = a[drawn].pc;
    return push(m, h, (struct assay_frame){.parent = outer});
}

CORE enum assay_status do_pick(struct assay_machine *m, struct hand *h,
                               const struct assay_op *op, enum assay_purpose P,
                               uint32_t *pc)
{
    const struct assay_pick *pick = op->to.pick;
    const struct assay_alternative *a = &m->program->alternatives[pick->first];
    const struct assay_lot *lot;
    uint32_t index;
    enum assay_status status;

    if (P == ASSAY_PROGRAM_COVERING)
        return covering_pick(m, h, op, pc);
    if (P == ASSAY_PROGRAM_RECORDED) {
        status = recorded_pick(m, h, pick, &index);
        if (!status)
            status = room(m, h, sizeof(struct assay_line));
        if (!status && index < pick->nlines)
            put_line(m, h, pick->first_line + index, ASSAY_LINE_MAX);
        else
            *pc = a[index - pick->nlines].pc;
        return status;
    }
    lot = plain_pick(m->program, h, pick);
    *pc = lot ? lot->pc : a->pc;
    return ASSAY_OK;
}

CORE enum assay_status do_texts(struct assay_machine *m, struct hand *h,
                                const struct assay_op *op, enum assay_purpose P)
{
    const struct assay_pick *pick = op->to.pick;
    const struct assay_alternative *a = &m->program->alternatives[pick->first];
    const struct assay_lot *lot;
    uint32_t index;
    enum assay_status status;

    if (P == ASSAY_PROGRAM_RECORDED) {
        status = recorded_pick(m, h, pick, &index);
        if (status)
            return status;
        return put_bytes(m, h, m->program->bytes + a[index].pc, a[index].len);
    }
    lot = plain_pick(m->program, h, pick);
    return put_bytes(m, h, m->program->bytes + (lot ? lot->pc : a->pc),
                     lot ? lot->len : a->len);
}

/* ---- Optional parts. */

/* Whether what is optional is there. If it can grow that depends on what is left. */
CORE enum assay_status draw_presence(struct assay_machine *m, struct hand *h,
                                     const struct assay_op *op, enum assay_purpose P,
                                     bool *ret_present)
{
    uint32_t in = 1, of = 1u << op->shift;

    *ret_present = false;
    if (h->left == 0 || (op->c > h->left && P != ASSAY_PROGRAM_RECORDED))
        return ASSAY_OK;
    if (op->grows == ASSAY_GROWS_PARTS) {
        of = growth_factor(h);
        in = of - GROWTH_BASE / 2;
    }
    if (P == ASSAY_PROGRAM_RECORDED)
        return assay_choose_bool(m->t, op->c > h->left ? NEVER : (double)in / of,
                                 ret_present);
    *ret_present = scale(next_random(&h->random) >> 32, of) < in;
    return ASSAY_OK;
}

CORE enum assay_status do_maybe(struct assay_machine *m, struct hand *h,
                                const struct assay_op *op, enum assay_purpose P,
                                uint32_t *pc)
{
    bool present;
    uint32_t outer = m->parent;
    enum assay_status status = draw_presence(m, h, op, P, &present);

    if (P == ASSAY_PROGRAM_COVERING)
        present = assay_cover_count(m->cover, outer, op->expr, present,
                                    op->c <= h->left + m->overdraw);
    *pc = present ? (uint32_t)(op - m->program->ops) + 1 : op->next;
    if (!present)
        return status;
    charge(m, h, op->c, P);
    if (P != ASSAY_PROGRAM_COVERING)
        return status;
    m->parent = assay_cover_times(m->cover, op->expr, 1, outer);
    return push(m, h, (struct assay_frame){.parent = outer});
}

/* ---- Loops. */

/* What is left, divided by what an iteration takes; one too many now and then. */
CORE uint32_t iterations(const struct assay_op *op, uint32_t left)
{
    return (uint32_t)(((uint64_t)left * op->inverse + left) >> 32);
}

/* Iterations that may be added to the least number. */
CORE uint32_t afford_iterations(const struct hand *h, const struct assay_op *op)
{
    uint32_t afford = iterations(op, h->left), more = op->b - op->a;

    afford = (afford + op->shift) >> op->shift; /* one, if there can be one */
    return more < afford ? more : afford;
}

/* Each list has a label of its own: lists of one sort would be joined when a record is
 * shrunk, which for lists inside each other goes wrong. */
static const char list_labels[1 << 14];

/* frame->parent: the loop is a list of the record, and its iterations are elements. */
CORE enum assay_status recorded_count(struct assay_machine *m, const struct assay_op *op,
                                      uint32_t more, struct assay_frame *frame)
{
    const char *label = list_labels + m->lists++ % sizeof list_labels;
    uint64_t count = op->a;
    enum assay_status status;

    frame->count = op->a;
    if (more == 0)
        return ASSAY_OK;
    if (!op->bare) {
        frame->parent = true;
        return assay_list_begin(m->t, label, op->a, op->a + more, &frame->count);
    }
    status = assay_choose_uint(m->t, op->a, op->a + more, op->a, ASSAY_LENGTH, &count);
    frame->count = (uint32_t)count;
    return status;
}

CORE void covering_count(struct assay_machine *m, struct hand *h,
                         const struct assay_op *op, struct assay_frame *frame)
{
    uint32_t more = iterations(op, h->left + m->overdraw);

    more = more < op->b - op->a ? more : op->b - op->a;
    frame->parent = m->parent;
    frame->count =
        assay_cover_count(m->cover, m->parent, op->expr, frame->count, op->a + more);
    m->parent = assay_cover_times(m->cover, op->expr, frame->count, m->parent);
}

CORE enum assay_status draw_count(struct assay_machine *m, struct hand *h,
                                  const struct assay_op *op, enum assay_purpose P,
                                  struct assay_frame *frame)
{
    uint32_t more = afford_iterations(h, op);
    enum assay_status status = ASSAY_OK;

    if (P == ASSAY_PROGRAM_RECORDED)
        status = recorded_count(m, op, more, frame);
    else
        frame->count = op->a + (more > 0 ? plain_length(m, h, more) : 0);
    if (P == ASSAY_PROGRAM_COVERING)
        covering_count(m, h, op, frame);
    if (!status && frame->count > op->a)
        charge(m, h, (uint64_t)(frame->count - op->a) * op->c, P);
    return status;
}

/* What is left goes to all iterations alike; each gets what those before it left. */
CORE void share_iterations(const struct assay_machine *m, struct hand *h,
                           struct assay_frame *frame)
{
    uint32_t mine = h->left;

    if (mine > 0 && !m->one_way)
        mine = (mine + frame->count - 1) / frame->count;
    frame->others = h->left - mine;
    h->left = mine;
}

/* Which line each of the iterations is, over choices: elements that are one choice each.
 */
RARE enum assay_status recorded_lines(struct assay_machine *m, uint32_t lines,
                                      uint32_t count, const uint8_t **ret_which)
{
    struct assay_domain domain = {.hi = lines - 1, .kind = ASSAY_KIND_INDEX};
    struct assay_ask ask = {.domain = &domain};
    uint8_t *which = assay_test_new(m->t, count, 1);
    enum assay_status status = which ? ASSAY_OK : ASSAY_NO_MEMORY;

    if (!status)
        status = assay_choose_elements(m->t, &ask, count, which, 1);
    *ret_which = which;
    return status;
}

/* Iterations for each of which little is left, all at once. */
CORE enum assay_status put_lines(struct assay_machine *m, struct hand *h,
                                 const struct assay_op *op, uint32_t lines,
                                 uint32_t count, enum assay_purpose P)
{
    const uint8_t *which = NULL;
    uint32_t i;
    enum assay_status status = room(m, h, (size_t)count * sizeof(struct assay_line));

    if (!status && P == ASSAY_PROGRAM_RECORDED)
        status = recorded_lines(m, lines, count, &which);
    if (status)
        return status;
    for (uint32_t k = 0; k < count; k++) {
        i = which ? which[k] : scale(next_random(&h->random) >> 32, lines);
        put_line(m, h, op->to.list->first + i, op->c);
    }
    h->out -= op->d; /* the separator behind the last one */
    return ASSAY_OK;
}

CORE enum assay_status do_loop(struct assay_machine *m, struct hand *h,
                               const struct assay_op *op, enum assay_purpose P,
                               uint32_t *pc)
{
    struct assay_frame frame = {.pc = (uint32_t)(op - m->program->ops) + 1};
    enum assay_status status = draw_count(m, h, op, P, &frame);
    bool list = P == ASSAY_PROGRAM_RECORDED && frame.parent;
    uint32_t lines = 0;

    if (status)
        return status;
    if (frame.count > 0) {
        share_iterations(m, h, &frame);
        if (P != ASSAY_PROGRAM_RECORDED || list)
            lines = count_lines(h, op->to.list, P);
        if (lines == 0) {
            *pc = frame.pc;
            status = push(m, h, frame);
            return !status && list ? assay_element_begin(m->t) : status;
        }
        h->left += frame.others;
        status = put_lines(m, h, op, lines, frame.count, P);
    }
    if (P == ASSAY_PROGRAM_COVERING)
        m->parent = frame.parent;
    return !status && list ? assay_span_end(m->t) : status;
}

CORE enum assay_status do_next(struct assay_machine *m, struct hand *h,
                               const struct assay_op *op, enum assay_purpose P,
                               uint32_t *pc)
{
    struct assay_frame *frame = h->top;
    bool list = P == ASSAY_PROGRAM_RECORDED && frame->parent;
    enum assay_status status = ASSAY_OK;

    burn(m, h);
    h->left += frame->others;
    if (list)
        status = assay_span_end(m->t);
    if (--frame->count > 0) {
        share_iterations(m, h, frame);
        *pc = frame->pc;
        return !status && list ? assay_element_begin(m->t) : status;
    }
    h->top--;
    *pc = op->next;
    if (P == ASSAY_PROGRAM_COVERING)
        m->parent = frame->parent;
    return !status && list ? assay_span_end(m->t) : status;
}

#endif
