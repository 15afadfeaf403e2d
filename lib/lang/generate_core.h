/*
 * The loop that runs a program. It is included by the files that run programs of one
 * purpose each, and built there with everything in it.
 */
#ifndef ASSAY_LANG_GENERATE_CORE_H
#define ASSAY_LANG_GENERATE_CORE_H

#include "lang/generate_chars.h"
#include "lang/generate_choices.h"

/* ---- The stock. */

/* A part for this call, or NULL: then the frame knows where to put the one to be made. */
CORE const struct assay_stock_part *from_stock(struct assay_machine *m, struct hand *h,
                                               uint32_t called, struct assay_frame *frame)
{
    uint32_t sort = 29 - (uint32_t)__builtin_clz(h->left), place;
    uint64_t r = next_random(&h->random);
    const struct assay_stock_part *part;

    place = (uint32_t)(r % STOCK_PARTS);
    part = &m->stock[called].parts[sort][place];
    if (part->len > 0 && r >> 32 & (STOCK_USES - 1))
        return part;
    frame->count = 1 + (called * STOCK_SORTS + sort) * STOCK_PARTS + place;
    frame->parent = (uint32_t)(h->out - m->text);
    return NULL;
}

/* Not for what may be the whole sentence. */
CORE bool may_stock(const struct assay_machine *m, const struct hand *h, uint32_t called)
{
    return h->left - 4 < STOCK_LEFT - 4 && called < STOCK_RULES && h->top > m->frames + 1;
}

RARE void to_stock(struct assay_machine *m, const struct assay_frame *frame,
                   const char *end)
{
    uint32_t number = frame->count - 1, called = number / (STOCK_SORTS * STOCK_PARTS);
    uint32_t sort = number / STOCK_PARTS % STOCK_SORTS;
    size_t len = (size_t)(end - m->text) - frame->parent;
    struct assay_stock_part *part = &m->stock[called].parts[sort][number % STOCK_PARTS];

    if (len > STOCK_LEN)
        return;
    memcpy(part->text, m->text + frame->parent, len);
    part->len = (uint8_t)len;
}

CORE enum assay_status use_part(struct assay_machine *m, struct hand *h,
                                const struct assay_op *op,
                                const struct assay_stock_part *part, uint32_t others)
{
    enum assay_status status = room(m, h, sizeof *part);

    if (status)
        return status;
    memcpy(h->out, part, sizeof *part);
    h->out += part->len;
    spend(h, part->len > op->b ? part->len - op->b : 0);
    h->left += others;
    return ASSAY_OK;
}

/* ---- Calls. */

/* Where little is left there may be a line to take, or a part in stock. */
CORE enum assay_status do_call(struct assay_machine *m, struct hand *h,
                               const struct assay_op *op, enum assay_purpose P,
                               uint32_t *pc)
{
    struct assay_frame frame = {.pc = op->next};
    const struct assay_stock_part *part = NULL;
    uint32_t lines;
    enum assay_status status;

    burn(m, h);
    if (op->share < ASSAY_SHARE_ALL)
        frame.others = set_aside(m, h, op->share);
    lines = count_lines(h, op->to.list, P);
    if (lines > 0) {
        status = choose_line(m, h, op->to.list, lines, op->b, P);
        h->left += frame.others;
        return status;
    }
    if (P == ASSAY_PROGRAM_PLAIN && may_stock(m, h, op->c))
        part = from_stock(m, h, op->c, &frame);
    if (part)
        return use_part(m, h, op, part, frame.others);
    *pc = op->a;
    if (P == ASSAY_PROGRAM_RECORDED && op->span) {
        frame.parent = true;
        status = assay_span_begin(m->t, m->program->labels + op->d);
        if (status)
            return status;
    }
    return push(m, h, frame);
}

CORE enum assay_status do_return(struct assay_machine *m, struct hand *h,
                                 enum assay_purpose P, uint32_t *pc)
{
    const struct assay_frame *frame = h->top--;

    if (P == ASSAY_PROGRAM_PLAIN && frame->count > 0)
        to_stock(m, frame, h->out);
    h->left += frame->others;
    *pc = frame->pc;
    return P == ASSAY_PROGRAM_RECORDED && frame->parent ? assay_span_end(m->t) : ASSAY_OK;
}

CORE uint32_t pop(struct hand *h)
{
    const struct assay_frame *frame = h->top--;

    h->left += frame->others;
    return frame->pc;
}

CORE enum assay_status do_share(struct assay_machine *m, struct hand *h,
                                const struct assay_op *op)
{
    uint32_t others = set_aside(m, h, op->share);

    return push(m, h, (struct assay_frame){.others = others});
}

/* What every operation begins with. */
CORE enum assay_status do_first(struct assay_machine *m, struct hand *h,
                                const struct assay_op *op, enum assay_purpose P)
{
    enum assay_status status = put_bytes(m, h, op->text.bytes, op->len);

    if (P == ASSAY_PROGRAM_RECORDED && op->blank.set && !status)
        status = recorded_blanks(m, h, op->blank.set, 0, ASSAY_MANY);
    return status;
}

CORE enum assay_status interpret(struct assay_machine *m, struct hand *h, uint32_t pc,
                                 enum assay_purpose P)
{
    const struct assay_op *ops = m->program->ops, *op = &ops[pc];
    enum assay_status status = do_first(m, h, op, P);

    while (status == ASSAY_OK) {
        pc = op->next;
        switch ((enum assay_op_code)op->code) {
        case ASSAY_OP_TEXT:
            break;
        case ASSAY_OP_SET:
            status = do_set(m, h, op->to.set, P);
            break;
        case ASSAY_OP_RUN:
            status = do_run(m, h, op, P);
            break;
        case ASSAY_OP_PICK:
            status = do_pick(m, h, op, P, &pc);
            break;
        case ASSAY_OP_TEXTS:
            status = do_texts(m, h, op, P);
            break;
        case ASSAY_OP_MAYBE:
            status = do_maybe(m, h, op, P, &pc);
            break;
        case ASSAY_OP_LOOP:
            status = do_loop(m, h, op, P, &pc);
            break;
        case ASSAY_OP_BETWEEN:
            if (h->top->count == 1)
                status = do_next(m, h, &ops[op->a], P, &pc);
            break;
        case ASSAY_OP_NEXT:
            status = do_next(m, h, op, P, &pc);
            break;
        case ASSAY_OP_CALL:
            status = do_call(m, h, op, P, &pc);
            break;
        case ASSAY_OP_RETURN:
            status = do_return(m, h, P, &pc);
            break;
        case ASSAY_OP_SHARE:
            status = do_share(m, h, op);
            break;
        case ASSAY_OP_REJOIN:
            pop(h);
            break;
        case ASSAY_OP_OPEN:
            status = assay_span_begin(m->t, m->program->labels + op->a);
            break;
        case ASSAY_OP_CLOSE:
            status = assay_span_end(m->t);
            break;
        case ASSAY_OP_LEAVE:
            m->parent = h->top->parent;
            pop(h);
            break;
        case ASSAY_OP_END:
            return ASSAY_OK;
        }
        op = &ops[pc];
        if (!status)
            status = do_first(m, h, op, P);
    }
    return status;
}

/* Appends a sentence of a rule to the machine's text. */
CORE enum assay_status machine_run(struct assay_machine *m, uint32_t rule,
                                   enum assay_purpose P)
{
    struct hand h = {.left = m->left, .random = m->random, .fuel = m->fuel};
    enum assay_status status = more_text(m, m->len, m->left);

    if (!status && m->frames_cap == 0)
        status = more_frames(m);
    if (status)
        return status;
    h.out = m->text + m->len;
    h.end = m->text + m->cap - MACHINE_SLACK;
    h.top = m->frames;
    h.last = m->frames + m->frames_cap - 1;
    *h.top = (struct assay_frame){.pc = 0}; /* operation 0 is the end */
    status = interpret(m, &h, m->program->entries[rule], P);
    m->random = h.random;
    m->len = (size_t)(h.out - m->text);
    m->text[m->len] = '\0';
    return status;
}

#endif
