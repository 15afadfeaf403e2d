/*
 * Programs as text, one operation a line.
 */
#include "base/buf.h"
#include "lang/program.h"

static const char *const names[] = {
    [ASSAY_OP_TEXT] = "text",     [ASSAY_OP_SET] = "set",
    [ASSAY_OP_RUN] = "run",       [ASSAY_OP_PICK] = "pick",
    [ASSAY_OP_TEXTS] = "texts",   [ASSAY_OP_MAYBE] = "maybe",
    [ASSAY_OP_LOOP] = "loop",     [ASSAY_OP_BETWEEN] = "between",
    [ASSAY_OP_NEXT] = "next",     [ASSAY_OP_CALL] = "call",
    [ASSAY_OP_RETURN] = "return", [ASSAY_OP_SHARE] = "share",
    [ASSAY_OP_REJOIN] = "rejoin", [ASSAY_OP_OPEN] = "open",
    [ASSAY_OP_CLOSE] = "close",   [ASSAY_OP_LEAVE] = "leave",
    [ASSAY_OP_END] = "end",
};

static void put_share(const struct assay_op *op, struct assay_buf *out)
{
    if (op->share > 0 && op->share < ASSAY_SHARE_ALL)
        assay_buf_printf(out, " share %u", (unsigned)op->share);
}

static void put_max(uint32_t max, struct assay_buf *out)
{
    if (max == ASSAY_MANY)
        assay_buf_puts(out, "..");
    else
        assay_buf_printf(out, "..%u", (unsigned)max);
}

static void put_pick(const struct assay_program *p, const struct assay_pick *pick,
                     struct assay_buf *out)
{
    for (uint32_t i = 0; i < pick->count; i++) {
        const struct assay_alternative *a = &p->alternatives[pick->first + i];
        assay_buf_printf(out, " %u", (unsigned)a->pc);
        if (a->cost > 0)
            assay_buf_printf(out, " for %u", (unsigned)a->cost);
        if (a->weight != 1)
            assay_buf_printf(out, " @%u", (unsigned)a->weight);
        assay_buf_puts(out, a->parts ? " grows" : "");
    }
}

static void put_texts(const struct assay_program *p, const struct assay_pick *pick,
                      struct assay_buf *out)
{
    for (uint32_t i = 0; i < pick->count; i++) {
        const struct assay_alternative *a = &p->alternatives[pick->first + i];
        assay_buf_putc(out, ' ');
        assay_buf_c_string(out, p->bytes + a->pc, a->len);
    }
}

static void put_op(const struct assay_program *p, const struct assay_op *op,
                   struct assay_buf *out)
{
    switch ((enum assay_op_code)op->code) {
    case ASSAY_OP_SET:
        assay_buf_printf(out, " %u", (unsigned)(op->to.set - p->sets));
        break;
    case ASSAY_OP_RUN:
        assay_buf_printf(out, " %u times %u", (unsigned)(op->to.set - p->sets),
                         (unsigned)op->a);
        put_max(op->b, out);
        put_share(op, out);
        break;
    case ASSAY_OP_PICK:
        put_pick(p, op->to.pick, out);
        break;
    case ASSAY_OP_TEXTS:
        put_texts(p, op->to.pick, out);
        break;
    case ASSAY_OP_MAYBE:
        assay_buf_printf(out, " for %u", (unsigned)op->c);
        break;
    case ASSAY_OP_LOOP:
        assay_buf_printf(out, " %u", (unsigned)op->a);
        put_max(op->b, out);
        assay_buf_printf(out, " for %u", (unsigned)op->c);
        break;
    case ASSAY_OP_CALL:
    case ASSAY_OP_BETWEEN:
    case ASSAY_OP_OPEN:
        assay_buf_printf(out, " %u", (unsigned)op->a);
        put_share(op, out);
        break;
    case ASSAY_OP_SHARE:
        put_share(op, out);
        break;
    case ASSAY_OP_TEXT:
    case ASSAY_OP_NEXT:
    case ASSAY_OP_RETURN:
    case ASSAY_OP_REJOIN:
    case ASSAY_OP_CLOSE:
    case ASSAY_OP_LEAVE:
    case ASSAY_OP_END:
        break;
    }
}

void assay_program_dump(const struct assay_program *p, struct assay_buf *out)
{
    for (uint32_t pc = 0; pc < p->nops; pc++) {
        const struct assay_op *op = &p->ops[pc];
        assay_buf_printf(out, "%u ", (unsigned)pc);
        if (op->len > 0) {
            assay_buf_c_string(out, op->text.bytes, op->len);
            assay_buf_putc(out, ' ');
        }
        assay_buf_puts(out, names[op->code]);
        put_op(p, op, out);
        if (op->next != ASSAY_NONE && op->next != pc + 1)
            assay_buf_printf(out, " then %u", (unsigned)op->next);
        assay_buf_putc(out, '\n');
    }
}
