/*
 * The generator's code for expressions. lang_plan.c tells how it works.
 *
 * In the code of a function, `at` is where the next byte goes, `end` where its room ends,
 * and `r` are random bits, taken from the low end; when they are used up, others are
 * drawn.
 */
#include "emit/lang_write.h"
#include <inttypes.h>
#include <string.h>

#define NOTABLE 4 /* bytes of a part that could leave too little for others */

/* ---- Lines of code, and texts for them. */

void writer_line(Writer *w, const char *format, ...)
{
    struct assay_buf text;
    va_list args;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    va_start(args, format);
    assay_buf_vprintf(&text, format, args);
    va_end(args);
    emit_line(&w->now.code, w->now.indent, text.at);
    w->emit->failed |= text.status != ASSAY_OK;
    assay_buf_done(&text);
}

void writer_open(Writer *w)
{
    w->now.indent += 4;
}

void writer_close(Writer *w, const char *line)
{
    w->now.indent -= 4;
    if (line)
        writer_line(w, "%s", line);
}

unsigned writer_variables(const Writer *w)
{
    return w->now.ends + w->now.counts + w->now.stops + w->now.choices + w->now.befores;
}

void writer_need(Writer *w, unsigned count)
{
    if (w->now.used + count <= 64)
        return;
    writer_line(w, "r = %s(&pen);", writer_helper(w, HELPER_DRAW));
    w->now.used = 0;
    w->now.draws = true;
}

const char *writer_bits(Writer *w, unsigned count)
{
    unsigned at;

    writer_need(w, count);
    at = w->now.used;
    w->now.used += count;
    return at == 0 ? "r" : emit_text(w->emit, "r >> %u", at);
}

static unsigned bits_of(uint64_t n)
{
    unsigned bits = 0;

    while (bits < 63 && (uint64_t)1 << bits < n)
        bits++;
    return bits;
}

const char *writer_pick(Writer *w, uint64_t n)
{
    unsigned bits = bits_of(n);

    if (n == 1)
        return "0";
    if ((uint64_t)1 << bits == n)
        return emit_text(w->emit, "%s & %" PRIu64, writer_bits(w, bits), n - 1);
    if (n <= 4096)
        return emit_text(w->emit, "%s(%s, %" PRIu64 ")", writer_helper(w, HELPER_PICK),
                         writer_bits(w, 16), n);
    return emit_text(w->emit, "%s(%s, %" PRIu64 ")", writer_helper(w, HELPER_PICK_LARGE),
                     writer_bits(w, 32), n);
}

const char *writer_end(Writer *w, Room room)
{
    w->now.uses_end |= strcmp(room.end, "end") == 0;
    return room.keep == 0 ? room.end
                          : emit_text(w->emit, "%s - %" PRIu64, room.end, room.keep);
}

const char *writer_fits(Writer *w, Room room, uint64_t bytes)
{
    w->now.uses_end |= strcmp(room.end, "end") == 0;
    return emit_text(w->emit, "%s - pen.at >= %" PRIu64, room.end, room.keep + bytes);
}

const char *writer_ample(Writer *w, Room room, uint64_t bytes)
{
    const char *bits = writer_bits(w, AMPLE_BITS);

    w->now.uses_end |= strcmp(room.end, "end") == 0;
    return emit_text(w->emit, "%s(%s - pen.at - %" PRIu64 ", %s)",
                     writer_helper(w, HELPER_AMPLE), room.end, room.keep + bytes, bits);
}

const char *writer_string(Writer *w, const char *bytes, size_t len)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    emit_string(&text, bytes, len, w->now.indent + 4);
    w->emit->failed |= text.status != ASSAY_OK;
    copy = emit_text(w->emit, "%s", text.at);
    assay_buf_done(&text);
    return copy;
}

const char *writer_char(Writer *w, unsigned char c)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    emit_char(&text, c);
    w->emit->failed |= text.status != ASSAY_OK;
    copy = emit_text(w->emit, "%s", text.at);
    assay_buf_done(&text);
    return copy;
}

/* ---- Constants and shortest sentences. */

static void constant_bytes(Writer *w, const char *bytes, size_t len)
{
    if (len == 1)
        writer_line(w, "*pen.at++ = %s;", writer_char(w, (unsigned char)bytes[0]));
    else if (len > 1)
        writer_line(w, "pen.at = %s(pen.at, %s, %zu);", writer_helper(w, HELPER_PUT),
                    writer_string(w, bytes, len), len);
}

void write_shortest_text(const Writer *w, uint32_t expr, struct assay_buf *text)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e = &g->exprs[expr];

    if (w->plan.exprs[expr].least == 0)
        return;
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        break;
    case ASSAY_EXPR_LITERAL:
        assay_buf_add(text, g->bytes + e->as.literal.at, e->as.literal.len);
        break;
    case ASSAY_EXPR_SET:
        set_example(g, e, text);
        break;
    case ASSAY_EXPR_CALL:
        write_shortest_text(w, g->rules[e->as.call.rule].body, text);
        break;
    case ASSAY_EXPR_SEQ:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            write_shortest_text(w, g->items[e->as.list.first + i], text);
        break;
    case ASSAY_EXPR_ALT:
        write_shortest_text(w, emit_plan_shortest(&w->plan, expr), text);
        break;
    case ASSAY_EXPR_REPEAT:
        for (uint32_t i = 0; i < e->as.repeat.min; i++)
            write_shortest_text(w, e->as.repeat.body, text);
        break;
    }
}

static const char *shortest_function(Writer *w, uint32_t rule)
{
    w->shortest_wanted[rule] = true;
    return emit_text(w->emit, "shortest_%s", w->emit->rule_names[rule]);
}

void write_long_shortest(Writer *w, uint32_t expr)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e = &g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_SET:
        break;
    case ASSAY_EXPR_LITERAL:
        constant_bytes(w, g->bytes + e->as.literal.at, e->as.literal.len);
        break;
    case ASSAY_EXPR_CALL:
        writer_line(w, "pen = %s(pen);", shortest_function(w, e->as.call.rule));
        break;
    case ASSAY_EXPR_SEQ:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            write_shortest(w, g->items[e->as.list.first + i]);
        break;
    case ASSAY_EXPR_ALT:
        write_shortest(w, emit_plan_shortest(&w->plan, expr));
        break;
    case ASSAY_EXPR_REPEAT:
        w->now.counts++;
        writer_line(w, "for (size_t n%u = 0; n%u < %u; n%u++) {", w->now.counts,
                    w->now.counts, (unsigned)e->as.repeat.min, w->now.counts);
        writer_open(w);
        write_shortest(w, e->as.repeat.body);
        writer_close(w, "}");
        break;
    }
}

void write_shortest(Writer *w, uint32_t expr)
{
    struct assay_buf text;

    if (w->plan.exprs[expr].least > CONSTANT_MAX) {
        write_long_shortest(w, expr);
        return;
    }
    assay_buf_init(&text, w->emit->arena.mem, 0);
    write_shortest_text(w, expr, &text);
    w->emit->failed |= text.status != ASSAY_OK;
    constant_bytes(w, text.at, text.len);
    assay_buf_done(&text);
}

/* The set that the shortest sentences are members of, if they are single bytes; else
 * NULL. */
static Set *shortest_set(Writer *w, uint32_t expr)
{
    const struct assay_grammar *g = w->emit->g;

    while (w->plan.exprs[expr].least == 1) {
        const struct assay_expr *e = &g->exprs[expr];
        uint32_t part = 0;

        if (e->kind == ASSAY_EXPR_SET) {
            Set *set = write_set_of(w, expr);
            return set && set_is_bytes(set) ? set : NULL;
        }
        if (e->kind == ASSAY_EXPR_CALL)
            part = g->rules[e->as.call.rule].body;
        else if (e->kind == ASSAY_EXPR_ALT)
            part = emit_plan_shortest(&w->plan, expr);
        else if (e->kind == ASSAY_EXPR_REPEAT)
            part = e->as.repeat.body;
        else if (e->kind != ASSAY_EXPR_SEQ)
            return NULL;
        for (uint32_t i = 0; e->kind == ASSAY_EXPR_SEQ && i < e->as.list.count; i++)
            if (w->plan.exprs[g->items[e->as.list.first + i]].least == 1)
                part = g->items[e->as.list.first + i];
        expr = part;
    }
    return NULL;
}

void write_tight(Writer *w, uint32_t expr, Room room)
{
    Set *set = shortest_set(w, expr);

    if (set)
        write_set(w, set, room);
    else
        write_shortest(w, expr);
}

/* ---- Expressions. */

uint32_t write_resolved(const Writer *w, uint32_t expr)
{
    const struct assay_grammar *g = w->emit->g;

    while (g->exprs[expr].kind == ASSAY_EXPR_CALL &&
           !w->plan.facts->recursive[g->exprs[expr].as.call.rule]) {
        uint32_t body = g->rules[g->exprs[expr].as.call.rule].body;

        if (g->exprs[body].kind != ASSAY_EXPR_SET &&
            g->exprs[body].kind != ASSAY_EXPR_CALL)
            break;
        expr = body;
    }
    return expr;
}

static bool is_short_constant(const Writer *w, uint32_t expr)
{
    return w->plan.exprs[expr].constant && w->plan.exprs[expr].least <= CONSTANT_MAX;
}

static void write_call(Writer *w, uint32_t rule, const char *end)
{
    const char *name = w->emit->rule_names[rule];

    w->wanted[rule] = true;
    if (end)
        writer_line(w, "pen = write_%s(pen, %s);", name, end);
    else
        writer_line(w, "pen = write_%s(pen);", name);
}

/* Code for an expression whose room ends at a computed place. */
static void write_up_to(Writer *w, uint32_t expr, const char *end)
{
    const struct assay_expr *e = &w->emit->g->exprs[expr];
    Room room;

    if (e->kind == ASSAY_EXPR_CALL) {
        write_call(w, e->as.call.rule, end);
        return;
    }
    room = (Room){emit_text(w->emit, "end%u", ++w->now.ends + 1), 0};
    writer_line(w, "char *%s = %s;", room.end, end);
    write_expr(w, expr, room);
}

/* A part of a sequence that shares the room with `others` after it. */
static void write_sharing(Writer *w, uint32_t expr, Room room, unsigned others)
{
    const char *bits = writer_bits(w, 8), *end = writer_end(w, room);
    uint64_t usual = w->plan.exprs[expr].usual;

    write_up_to(w, expr,
                others == 1 ? emit_text(w->emit, "%s(pen.at, %s, %" PRIu64 ", %s)",
                                        writer_helper(w, HELPER_SHARE), end, usual, bits)
                            : emit_text(w->emit, "%s(pen.at, %s, %" PRIu64 ", %s, %u)",
                                        writer_helper(w, HELPER_SHARE_OF), end, usual,
                                        bits, others + 1));
}

/* A part that does not grow, and leaves some room for those after it that do. */
static void write_leaving(Writer *w, uint32_t expr, Room room, uint64_t rest)
{
    const char *end = writer_end(w, room);

    write_up_to(w, expr,
                emit_text(w->emit, "%s(pen.at + %" PRIu64 ", %s, %" PRIu64 ")",
                          writer_helper(w, HELPER_LEAVING), w->plan.exprs[expr].least,
                          end, rest));
}

/* Appends the constants from the i-th item on; the number of the first that is none. */
static uint32_t gather_constants(const Writer *w, const uint32_t *items, uint32_t count,
                                 uint32_t i, struct assay_buf *text)
{
    while (i < count && is_short_constant(w, items[i]) && text->len < CONSTANT_MAX)
        write_shortest_text(w, items[i++], text);
    return i;
}

/* What is left of a sequence. */
typedef struct {
    uint64_t least, usual; /* bytes */
    unsigned growing;      /* parts */
} Rest;

static void take_from(Rest *rest, const ExprPlan *part)
{
    rest->least -= part->least;
    rest->usual -= part->usual;
    rest->growing -= part->grows;
}

static void write_part(Writer *w, uint32_t expr, Room room, const Rest *rest)
{
    const ExprPlan *p = &w->plan.exprs[expr];

    room.keep += rest->least;
    if (p->grows && rest->growing > 0)
        write_sharing(w, expr, room, rest->growing);
    else if (!p->grows && !p->fixed && rest->growing > 0 && p->usual >= NOTABLE &&
             rest->usual > rest->least)
        write_leaving(w, expr, room, rest->usual - rest->least);
    else
        write_expr(w, expr, room);
}

static void write_sequence(Writer *w, const uint32_t *items, uint32_t count, Room room)
{
    const ExprPlan *plans = w->plan.exprs;
    Rest rest = {0};
    struct assay_buf text;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    for (uint32_t i = 0; i < count; i++) {
        rest.least += plans[items[i]].least;
        rest.usual += plans[items[i]].usual;
        rest.growing += plans[items[i]].grows;
    }
    for (uint32_t i = 0, next; i < count; i = next) {
        assay_buf_clear(&text);
        next = gather_constants(w, items, count, i, &text);
        w->emit->failed |= text.status != ASSAY_OK;
        constant_bytes(w, text.at, text.len);
        for (uint32_t k = i; k < next; k++)
            take_from(&rest, &plans[items[k]]);
        if (next > i)
            continue;
        next = i + 1;
        take_from(&rest, &plans[items[i]]);
        write_part(w, items[i], room, &rest);
    }
    assay_buf_done(&text);
}

void write_expr(Writer *w, uint32_t expr, Room room)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e;

    if (is_short_constant(w, expr)) {
        write_shortest(w, expr);
        return;
    }
    expr = write_resolved(w, expr);
    e = &g->exprs[expr];
    if (w->now.indent > DEEPEST &&
        (e->kind == ASSAY_EXPR_ALT || e->kind == ASSAY_EXPR_REPEAT)) {
        write_outside(w, expr, room);
        return;
    }
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        break;
    case ASSAY_EXPR_LITERAL:
        constant_bytes(w, g->bytes + e->as.literal.at, e->as.literal.len);
        break;
    case ASSAY_EXPR_SET:
        write_set(w, write_set_of(w, expr), room);
        break;
    case ASSAY_EXPR_CALL:
        write_call(w, e->as.call.rule,
                   w->plan.exprs[expr].fixed ? NULL : writer_end(w, room));
        break;
    case ASSAY_EXPR_SEQ:
        write_sequence(w, g->items + e->as.list.first, e->as.list.count, room);
        break;
    case ASSAY_EXPR_ALT:
        write_choice(w, expr, room);
        break;
    case ASSAY_EXPR_REPEAT:
        write_repeat(w, expr, room);
        break;
    }
}
