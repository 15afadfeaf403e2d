/*
 * The generator's code for repetitions; lang_plan.c tells how many there are.
 */
#include "emit/lang_write.h"
#include <inttypes.h>
#include <string.h>

#define PLAIN_PARTS 5 /* of a sequence that is written and then kept or not */

static const char *variable(Writer *w, const char *name, unsigned *made)
{
    return ++*made > 1 ? emit_text(w->emit, "%s%u", name, *made) : name;
}

/* The set that the body is nothing but, if its members are single bytes; else NULL. */
static Set *run_of(Writer *w, uint32_t body)
{
    uint32_t expr = write_resolved(w, body);
    Set *set =
        w->emit->g->exprs[expr].kind == ASSAY_EXPR_SET ? write_set_of(w, expr) : NULL;

    return set && set_is_bytes(set) ? set : NULL;
}

/* The beginning of a body: whatever random bits there were before the loop are used. */
static unsigned open_loop(Writer *w)
{
    unsigned used = w->now.used;

    writer_open(w);
    w->now.used = NO_BITS;
    return used;
}

static void close_loop(Writer *w, unsigned used, const char *line)
{
    writer_close(w, line);
    w->now.used = used > w->now.used ? used : w->now.used;
}

/* A random part of the room, for one iteration out of several. */
static Room iteration_room(Writer *w, uint32_t body, const char *end)
{
    uint64_t usual = w->plan.exprs[body].usual;
    const char *name = emit_text(w->emit, "end%u", ++w->now.ends + 1);

    if (w->plan.exprs[body].grows) {
        const char *bits = writer_bits(w, 8);

        writer_line(w, "char *%s = %s(pen.at, %s, %" PRIu64 ", %s);", name,
                    writer_helper(w, HELPER_SHARE), end, usual, bits);
    } else {
        writer_line(w, "char *%s = %s;", name, end);
    }
    return (Room){name, 0};
}

/* A body that does not use the variable made for it, says so. */
static void write_body(Writer *w, uint32_t body, Room room)
{
    size_t start = w->now.code.len;

    write_expr(w, body, room);
    if (strcmp(room.end, "end") != 0 && !strstr(w->now.code.at + start, room.end))
        writer_line(w, "(void)%s;", room.end);
}

/* ---- A number of times that is drawn before. */

/* How many of `least` bytes each fit beside the first `min`: an expression, or NULL when
 * any number does. */
static const char *most_that_fit(Writer *w, Room room, uint64_t least, uint64_t min)
{
    room.keep += min * least;
    if (least == 0)
        return NULL;
    if (least == 1)
        return emit_text(w->emit, "%s - pen.at", writer_end(w, room));
    return emit_text(w->emit, "(%s - pen.at) / %" PRIu64, writer_end(w, room), least);
}

static const char *drawn_extra(Writer *w, const struct assay_expr *e, Times times)
{
    uint32_t range = e->as.repeat.max - e->as.repeat.min;

    if (times == TIMES_RANGE)
        return emit_text(w->emit, "(%s)", writer_pick(w, (uint64_t)range + 1));
    if (e->as.repeat.max == ASSAY_MANY)
        return emit_text(w->emit, "%s(%s)", writer_helper(w, HELPER_FEW),
                         writer_bits(w, 18));
    return emit_text(w->emit, "%s(%s, %u)", writer_helper(w, HELPER_FEW_OF),
                     writer_bits(w, 18), (unsigned)range);
}

/* The number of iterations: an expression. */
static const char *drawn_times(Writer *w, uint32_t expr, Room room)
{
    const struct assay_expr *e = &w->emit->g->exprs[expr];
    Times times = emit_plan_times(&w->plan, expr);
    uint32_t min = e->as.repeat.min;
    const char *most, *extra;

    if (times == TIMES_EXACT)
        return emit_text(w->emit, "%u", (unsigned)min);
    most = most_that_fit(w, room, w->plan.exprs[e->as.repeat.body].least, min);
    extra = drawn_extra(w, e, times);
    if (most)
        extra =
            emit_text(w->emit, "%s(%s, %s)", writer_helper(w, HELPER_UP_TO), extra, most);
    return min > 0 ? emit_text(w->emit, "%u + %s", (unsigned)min, extra) : extra;
}

static void write_times(Writer *w, uint32_t body, const char *times, Room room)
{
    uint64_t least = w->plan.exprs[body].least;
    Set *set = run_of(w, body);
    const char *n;
    unsigned used;

    if (set) {
        write_run(w, set, times);
        return;
    }
    n = variable(w, "n", &w->now.counts);
    writer_line(w, "for (size_t %s = %s; %s > 0; %s--) {", n, times, n, n);
    used = open_loop(w);
    if (!w->plan.exprs[body].fixed && least > 0) {
        const char *end = writer_end(w, room);

        if (least == 1 && room.keep == 1)
            end = emit_text(w->emit, "%s - %s", room.end, n);
        else if (least == 1)
            end = emit_text(w->emit, "%s - (%s - 1)", end, n);
        else
            end = emit_text(w->emit, "%s - (%s - 1) * %" PRIu64, end, n, least);
        room = iteration_room(w, body, end);
    }
    write_body(w, body, room);
    close_loop(w, used, "}");
}

/* ---- As often as fills a part of the room. */

static void fill_with_run(Writer *w, const struct assay_expr *e, Set *set, Room room)
{
    const char *bits = writer_bits(w, 8), *end = writer_end(w, room);
    const char *count =
        emit_text(w->emit, "(size_t)(%s(pen.at, %s, %u, %s) - pen.at)",
                  writer_helper(w, HELPER_SHARE), end, (unsigned)e->as.repeat.min, bits);

    if (e->as.repeat.max != ASSAY_MANY)
        count = emit_text(w->emit, "%s(%s, %u)", writer_helper(w, HELPER_UP_TO), count,
                          (unsigned)e->as.repeat.max);
    write_run(w, set, count);
}

/* The iterations that need not be there, or with `first` also one before. Those that can
 * be empty move the end nearer. */
static void fill(Writer *w, uint32_t body, uint32_t most, bool first, Room room)
{
    const ExprPlan *p = &w->plan.exprs[body];
    const char *bits = writer_bits(w, 8), *end = writer_end(w, room);
    const char *stop = variable(w, "stop", &w->now.stops);
    const char *more = emit_text(w->emit, "pen.at < %s", stop);
    unsigned used;

    writer_line(w, "char *%s = %s(pen.at, %s, %" PRIu64 ", %s);", stop,
                writer_helper(w, HELPER_STOP), end, p->usual, bits);
    if (most != ASSAY_MANY) {
        const char *n = variable(w, "n", &w->now.counts);

        writer_line(w, "size_t %s = %u;", n, (unsigned)most - first);
        more = emit_text(w->emit, "%s-- > 0 && %s", n, more);
    }
    if (first)
        writer_line(w, "do {");
    else if (p->least == 0)
        writer_line(w, "for (; %s; %s--) {", more, stop);
    else
        writer_line(w, "while (%s) {", more);
    used = open_loop(w);
    if (p->grows)
        room = iteration_room(w, body, end);
    write_body(w, body, room);
    close_loop(w, used, first ? emit_text(w->emit, "} while (%s);", more) : "}");
}

static void write_filling(Writer *w, uint32_t expr, Room room)
{
    const struct assay_expr *e = &w->emit->g->exprs[expr];
    uint32_t body = e->as.repeat.body, min = e->as.repeat.min, max = e->as.repeat.max;
    bool can_be_empty = w->plan.exprs[body].least == 0;
    Set *set = run_of(w, body);

    if (set) {
        fill_with_run(w, e, set, room);
        return;
    }
    if (min == 1 && !can_be_empty) {
        fill(w, body, max, true, room);
        return;
    }
    if (min > 0 && !can_be_empty)
        write_times(w, body, emit_text(w->emit, "%u", (unsigned)min), room);
    fill(w, body, max == ASSAY_MANY ? max : max - min, false, room);
}

/* ---- */

/* Whether its code is short and without branches. */
static bool is_plain(Writer *w, uint32_t expr, unsigned depth)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e = &g->exprs[expr];
    bool plain =
        e->kind == ASSAY_EXPR_SEQ && e->as.list.count <= PLAIN_PARTS && depth < 3;

    if (w->plan.exprs[expr].constant)
        return w->plan.exprs[expr].least <= 8;
    if (e->kind == ASSAY_EXPR_SET)
        return run_of(w, expr) != NULL;
    if (e->kind == ASSAY_EXPR_CALL)
        return !w->plan.facts->recursive[e->as.call.rule] && depth < 3 &&
               is_plain(w, g->rules[e->as.call.rule].body, depth + 1);
    if (e->kind == ASSAY_EXPR_REPEAT)
        return emit_plan_times(&w->plan, expr) != TIMES_FILL && e->as.repeat.min <= 8 &&
               run_of(w, e->as.repeat.body) != NULL;
    for (uint32_t i = 0; plain && i < e->as.list.count; i++)
        plain = is_plain(w, g->items[e->as.list.first + i], depth + 1);
    return plain;
}

/* A byte that is there or not. */
static void write_optional_byte(Writer *w, uint32_t body, const char *bit, Room room)
{
    Set *set = run_of(w, body);
    const char *byte;

    if (set) {
        byte = set_byte(w, set);
    } else {
        struct assay_buf text;

        assay_buf_init(&text, w->emit->arena.mem, 0);
        write_shortest_text(w, body, &text);
        byte = writer_char(w, (unsigned char)text.at[0]);
        w->emit->failed |= text.status != ASSAY_OK;
        assay_buf_done(&text);
    }
    writer_line(w, "pen.at = %s(pen.at, %s, %s, %s - pen.at);",
                writer_helper(w, HELPER_MAYBE), byte, bit, writer_end(w, room));
}

/* Written in any case, and kept or not: cheaper than a jump that is wrongly predicted
 * every other time. The bit that decides has a variable of its own if others are drawn
 * meanwhile. */
static void write_speculatively(Writer *w, uint32_t body, Room room)
{
    const char *bit = writer_bits(w, 1), *before = variable(w, "before", &w->now.befores);
    unsigned used = w->now.used;
    size_t start = w->now.code.len;

    for (int attempt = 0; attempt < 2; attempt++) {
        assay_buf_truncate(&w->now.code, start);
        w->now.used = used;
        writer_line(w, "if (%s) {", writer_fits(w, room, w->plan.exprs[body].least));
        writer_open(w);
        writer_line(w, "char *%s = pen.at;", before);
        if (attempt > 0)
            writer_line(w, "uint64_t keep = %s;", bit);
        write_expr(w, body, room);
        writer_line(w, "pen.at = %s(%s, pen.at, %s);", writer_helper(w, HELPER_KEPT),
                    before, attempt > 0 ? "keep" : bit);
        writer_close(w, "}");
        if (!strstr(w->now.code.at + start, "r = draw("))
            break;
    }
    w->now.used = used > w->now.used ? used : w->now.used;
}

static void write_optional(Writer *w, uint32_t body, Room room)
{
    const ExprPlan *p = &w->plan.exprs[body];
    bool byte = p->least == 1 && (p->constant || run_of(w, body));
    uint64_t needs = p->grows ? p->usual : p->least;
    const char *ample, *bit, *fits;
    unsigned used;

    if (!byte && is_plain(w, body, 0)) {
        write_speculatively(w, body, room);
        return;
    }
    writer_need(w, 1 + AMPLE_BITS);
    bit = writer_bits(w, 1);
    if (byte) {
        write_optional_byte(w, body, bit, room);
        return;
    }
    ample = p->grows ? writer_ample(w, room, needs) : NULL;
    fits = writer_fits(w, room, needs);
    if (ample)
        writer_line(w, "if (%s || ((%s & 1) && %s)) {", ample, bit, fits);
    else
        writer_line(w, "if ((%s & 1) && %s) {", bit, fits);
    used = w->now.used;
    writer_open(w);
    write_expr(w, body, room);
    writer_close(w, "}");
    w->now.used = used > w->now.used ? used : w->now.used;
}

void write_repeat(Writer *w, uint32_t expr, Room room)
{
    const struct assay_expr *e = &w->emit->g->exprs[expr];
    uint32_t body = e->as.repeat.body;

    if (e->as.repeat.max == 0 || w->plan.exprs[body].least >= EMIT_LEAST_MAX)
        return;
    if (e->as.repeat.min == 1 && e->as.repeat.max == 1)
        write_expr(w, body, room);
    else if (e->as.repeat.min == 0 && e->as.repeat.max == 1)
        write_optional(w, body, room);
    else if (emit_plan_times(&w->plan, expr) == TIMES_FILL)
        write_filling(w, expr, room);
    else
        write_times(w, body, drawn_times(w, expr, room), room);
}
