/*
 * The generator's code for alternatives: those that fit, by weight; see lang_plan.c.
 *
 * They are sorted by the room they need, so that those that fit are the first so many,
 * and one random number below that says which. Short constants are taken from a table
 * instead of being cases: a processor predicts the jump to a case badly.
 */
#include "emit/lang_write.h"
#include <inttypes.h>
#include <string.h>

#define WORD_MAX 14      /* bytes of a constant in a table */
#define THRESHOLDS_MAX 4 /* different amounts of room asked for */
#define GROWTH_SPREAD 64 /* how much more than the least all alternatives may need */
#define CASES_MAX 24

/* An alternative that can be drawn. */
typedef struct {
    uint32_t expr;
    uint32_t number; /* in the order of the grammar */
    uint64_t needs;  /* room */
    uint64_t weight;
    bool grows, word;
} Way;

typedef struct {
    uint32_t expr;
    Way *ways;
    uint32_t count;
    uint64_t total; /* of the weights */
    bool weighted;  /* by the grammar's author */
    bool growing;   /* those from `first_growing` on are preferred when there is room */
    uint32_t first_growing;
    uint32_t first_word, words;
    const char *drawn; /* the variable with the number of the one drawn */
} Choice;

/* ---- Which can be drawn, when. */

static void collect_ways(Writer *w, Choice *c)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e = &g->exprs[c->expr];

    for (uint32_t i = 0; i < e->as.list.count; i++) {
        uint32_t item = g->items[e->as.list.first + i];
        const ExprPlan *p = &w->plan.exprs[item];

        c->weighted |= g->exprs[item].weight != 1;
        if (p->least >= EMIT_LEAST_MAX)
            continue;
        c->total += g->exprs[item].weight;
        c->ways[c->count++] = (Way){.expr = item,
                                    .number = i,
                                    .needs = p->least,
                                    .weight = g->exprs[item].weight,
                                    .grows = p->grows,
                                    .word = p->constant && p->least <= WORD_MAX};
    }
}

/* Alternatives of weight 0 are out, unless there are no others. Weights are made small
 * enough for a number of 32 bits to be drawn below their sum. */
static void settle_weights(Choice *c)
{
    uint64_t scale = c->total / UINT32_MAX + 1;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < c->count; i++) {
        Way *way = &c->ways[i];

        if (c->total == 0)
            way->weight = 1;
        else if (way->weight > 0)
            way->weight = way->weight / scale > 0 ? way->weight / scale : 1;
        if (way->weight > 0)
            c->ways[kept++] = *way;
    }
    c->count = kept;
    c->total = 0;
    for (uint32_t i = 0; i < c->count; i++)
        c->total += c->ways[i].weight;
}

static uint64_t most_needed(const Choice *c, bool of_growing)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < c->count; i++)
        if (c->ways[i].grows == of_growing && c->ways[i].needs > most)
            most = c->ways[i].needs;
    return most;
}

/* Words are one case: they are drawn when there is room for the longest. */
static void settle_words(Choice *c)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < c->count; i++) {
        c->ways[i].word &= c->ways[i].weight == 1;
        c->words += c->ways[i].word;
        if (c->ways[i].word && c->ways[i].needs > most)
            most = c->ways[i].needs;
    }
    if (c->words < 2)
        c->words = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        c->ways[i].word &= c->words > 0;
        if (c->ways[i].word)
            c->ways[i].needs = most;
    }
}

/* Those that grow are drawn when there is room for all others, which so come first. */
static void settle_growth(const Writer *w, Choice *c)
{
    uint64_t least = w->plan.exprs[c->expr].least, others = most_needed(c, false);
    uint32_t growing = 0;

    for (uint32_t i = 0; i < c->count; i++)
        growing += c->ways[i].grows;
    c->growing = !c->weighted && growing > 0 && growing < c->count &&
                 others <= least + GROWTH_SPREAD;
    c->first_growing = c->count - growing;
    for (uint32_t i = 0; c->growing && i < c->count; i++) {
        uint64_t usual = w->plan.exprs[c->ways[i].expr].usual;

        if (c->ways[i].grows)
            c->ways[i].needs = usual > others ? usual : others;
    }
}

static bool comes_before(const Way *a, const Way *b)
{
    if (a->needs != b->needs)
        return a->needs < b->needs;
    if (a->grows != b->grows)
        return b->grows;
    if (a->word != b->word)
        return a->word;
    return a->number < b->number;
}

static void sort_ways(Choice *c)
{
    for (uint32_t i = 1; i < c->count; i++) {
        Way way = c->ways[i];
        uint32_t k = i;

        for (; k > 0 && comes_before(&way, &c->ways[k - 1]); k--)
            c->ways[k] = c->ways[k - 1];
        c->ways[k] = way;
    }
    for (c->first_word = 0; c->words > 0 && !c->ways[c->first_word].word;)
        c->first_word++;
}

/* Raises what is needed where steps are smallest, until there are few steps. */
static void merge_thresholds(Choice *c)
{
    for (;;) {
        uint64_t gap = UINT64_MAX, from = 0, to = 0;
        unsigned steps = 0;

        for (uint32_t i = 1; i < c->count; i++) {
            uint64_t a = c->ways[i - 1].needs, b = c->ways[i].needs;

            steps += a != b;
            if (a != b && a != c->ways[0].needs && b - a < gap) {
                gap = b - a;
                from = a;
                to = b;
            }
        }
        if (steps < THRESHOLDS_MAX || gap == UINT64_MAX)
            return;
        for (uint32_t i = 0; i < c->count; i++)
            if (c->ways[i].needs == from)
                c->ways[i].needs = to;
    }
}

static bool choice_init(Writer *w, Choice *c, uint32_t expr)
{
    uint32_t count = w->emit->g->exprs[expr].as.list.count;

    *c = (Choice){.expr = expr};
    c->ways = assay_arena_new(&w->emit->arena, count, sizeof *c->ways);
    w->emit->failed |= !c->ways;
    if (!c->ways)
        return false;
    collect_ways(w, c);
    settle_weights(c);
    settle_words(c);
    settle_growth(w, c);
    sort_ways(c);
    merge_thresholds(c);
    return c->count > 0;
}

/* ---- Words. */

static const char *word_text(Writer *w, uint32_t expr, size_t *ret_len)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    write_shortest_text(w, expr, &text);
    copy = assay_arena_text(&w->emit->arena, text.at, text.len);
    *ret_len = text.len;
    w->emit->failed |= text.status || !copy;
    assay_buf_done(&text);
    return copy ? copy : "";
}

/* The table of the words; its name. */
static const char *word_table(Writer *w, const Choice *c)
{
    const char *rule = w->emit->rule_names[w->rule];
    const char *name = emit_name(w->emit, emit_text(w->emit, "words_%s", rule));
    const char *before = "";

    writer_helper(w, HELPER_WORD);
    assay_buf_printf(&w->tables, "\nstatic const Word %s[] = {\n    ", name);
    for (uint32_t i = 0; i < c->words; i++) {
        size_t len;
        const char *text = word_text(w, c->ways[c->first_word + i].expr, &len);

        assay_buf_printf(&w->tables, "%s{", before);
        emit_string(&w->tables, text, len, 8);
        assay_buf_printf(&w->tables, ", %zu}", len);
        before = i % 4 == 3 ? ",\n    " : ", ";
    }
    assay_buf_puts(&w->tables, ",\n};\n");
    return name;
}

static bool words_are_bytes(const Writer *w, const Choice *c)
{
    for (uint32_t i = 0; i < c->words; i++)
        if (w->plan.exprs[c->ways[c->first_word + i].expr].least != 1)
            return false;
    return true;
}

static const char *words_as_string(Writer *w, const Choice *c)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    for (uint32_t i = 0; i < c->words; i++)
        write_shortest_text(w, c->ways[c->first_word + i].expr, &text);
    copy = writer_string(w, text.at, text.len);
    w->emit->failed |= text.status != ASSAY_OK;
    assay_buf_done(&text);
    return copy;
}

static void write_word(Writer *w, const Choice *c, const char *index)
{
    if (words_are_bytes(w, c))
        writer_line(w, "*pen.at++ = %s[%s];", words_as_string(w, c), index);
    else
        writer_line(w, "pen.at = put_word(pen.at, &%s[%s]);", word_table(w, c), index);
}

/* ---- Code. */

/* How much weight fits in the room: an expression. */
static const char *fitting_weight(Writer *w, const Choice *c, Room room)
{
    const char *text = NULL;
    uint64_t weight = 0;

    for (uint32_t i = 0; i < c->count; i++) {
        uint64_t needs = c->ways[i].needs;

        weight += c->ways[i].weight;
        if (i + 1 < c->count && c->ways[i + 1].needs == needs)
            continue;
        text = text ? emit_text(w->emit, "%s ? %" PRIu64 " : %s",
                                writer_fits(w, room, needs), weight, text)
                    : emit_text(w->emit, "%" PRIu64, weight);
    }
    return text;
}

/* The number of the one drawn, with each as many numbers as its weight: an expression. */
static const char *drawn_number(Writer *w, const Choice *c, Room room)
{
    bool large = c->total > 4096;
    uint64_t most = c->ways[c->count - 1].needs;
    const char *bits, *pick;

    if (!c->growing && c->ways[0].needs == most)
        return writer_pick(w, c->total);
    writer_need(w, (large ? 32 : 16) + AMPLE_BITS);
    bits = writer_bits(w, large ? 32 : 16);
    pick = writer_helper(w, large ? HELPER_PICK_LARGE : HELPER_PICK);
    if (!c->growing)
        return emit_text(w->emit, "%s(%s, %s)", pick, bits, fitting_weight(w, c, room));
    return emit_text(w->emit, "%s\n%*s? %u + %s(%s, %u)\n%*s: %s(%s, %s)",
                     writer_ample(w, room, most), w->now.indent + 8, "",
                     (unsigned)c->first_growing, pick, bits,
                     (unsigned)(c->count - c->first_growing), w->now.indent + 8, "", pick,
                     bits, fitting_weight(w, c, room));
}

/* The code of one way; random bits are as before it. */
static void write_way(Writer *w, const Way *way, Room room, unsigned used)
{
    w->now.used = used;
    write_expr(w, way->expr, room);
}

static void keep_most_used(Writer *w, unsigned used)
{
    w->now.used = w->now.used > used ? w->now.used : used;
}

/* Two, drawn by a bit. */
static void write_two(Writer *w, const Choice *c, Room room)
{
    bool swapped = c->ways[0].needs == c->ways[1].needs && !c->growing &&
                   w->plan.exprs[c->ways[1].expr].constant && c->ways[1].needs == 0;
    const Way *first = &c->ways[swapped], *second = &c->ways[!swapped];
    const char *bit, *fits = writer_fits(w, room, second->needs);
    unsigned used, used_there;
    size_t before, start;

    writer_need(w, 1 + AMPLE_BITS);
    bit = writer_bits(w, 1);
    if (c->growing)
        writer_line(w, "if (%s || ((%s & 1) && %s)) {",
                    writer_ample(w, room, second->needs), bit, fits);
    else if (second->needs > first->needs)
        writer_line(w, "if ((%s & 1) && %s) {", bit, fits);
    else
        writer_line(w, "if (%s & 1) {", bit);
    used = w->now.used;
    writer_open(w);
    write_way(w, second, room, used);
    writer_close(w, NULL);
    used_there = w->now.used;
    before = w->now.code.len;
    writer_line(w, "} else {");
    start = w->now.code.len;
    writer_open(w);
    write_way(w, first, room, used);
    writer_close(w, NULL);
    keep_most_used(w, used_there);
    if (w->now.code.len == start)
        assay_buf_truncate(&w->now.code, before);
    writer_line(w, "}");
}

/* One case, with all its numbers; `last` takes what is left. */
static void write_case(Writer *w, const Choice *c, uint32_t i, uint64_t number, Room room)
{
    const Way *way = &c->ways[i];
    bool word = way->word, last = i + (word ? c->words : 1) == c->count;
    uint64_t numbers = word ? c->words : way->weight;
    unsigned used = w->now.used, variables = writer_variables(w);
    size_t start;

    for (uint64_t k = 0; k < numbers && !last; k++)
        writer_line(w, "case %" PRIu64 ":", number + k);
    if (last)
        writer_line(w, "default:");
    writer_open(w);
    start = w->now.code.len;
    if (word)
        write_word(w, c,
                   number > 0 ? emit_text(w->emit, "%s - %" PRIu64, c->drawn, number)
                              : c->drawn);
    else
        write_way(w, way, room, used);
    writer_line(w, "break;");
    w->now.indent -= 4;
    if (writer_variables(w) != variables && !w->now.code.status) {
        const char *code = emit_text(w->emit, "%s", w->now.code.at + start);

        /* C has no declarations right after a label. */
        assay_buf_truncate(&w->now.code, start - 1);
        assay_buf_printf(&w->now.code, " {\n%s%*s}\n", code, w->now.indent, "");
    }
}

/* Makes the variable c->drawn. */
static void declare_drawn(Writer *w, Choice *c, Room room)
{
    const char *number = drawn_number(w, c, room);

    c->drawn =
        ++w->now.choices > 1 ? emit_text(w->emit, "drawn%u", w->now.choices) : "drawn";
    writer_line(w, "uint64_t %s = %s;", c->drawn, number);
}

static void write_switch(Writer *w, Choice *c, Room room)
{
    const char *number;
    unsigned used, most;
    uint64_t next = 0;

    if (c->words > 0 || c->growing)
        declare_drawn(w, c, room);
    number = c->drawn ? c->drawn : drawn_number(w, c, room);
    used = most = w->now.used;
    writer_line(w, "switch (%s) {", number);
    for (uint32_t i = 0; i < c->count; i += c->ways[i].word ? c->words : 1) {
        w->now.used = used;
        write_case(w, c, i, next, room);
        next += c->ways[i].word ? c->words : c->ways[i].weight;
        most = w->now.used > most ? w->now.used : most;
    }
    writer_line(w, "}");
    w->now.used = most;
}

/* Many, or large weights: one comparison each. */
static void write_comparisons(Writer *w, Choice *c, Room room)
{
    unsigned used, most;
    uint64_t below = 0;

    declare_drawn(w, c, room);
    used = most = w->now.used;
    for (uint32_t i = 0; i < c->count; i++) {
        below += c->ways[i].weight;
        if (i + 1 < c->count)
            writer_line(w, "%sif (%s < %" PRIu64 ") {", i > 0 ? "} else " : "", c->drawn,
                        below);
        else
            writer_line(w, "} else {");
        writer_open(w);
        write_way(w, &c->ways[i], room, used);
        writer_close(w, NULL);
        most = w->now.used > most ? w->now.used : most;
    }
    writer_line(w, "}");
    w->now.used = most;
}

static bool is_switch(const Choice *c)
{
    return c->total <= CASES_MAX || c->total == c->count;
}

static void write_drawn(Writer *w, Choice *c, Room room)
{
    if (c->count == 1)
        write_expr(w, c->ways[0].expr, room);
    else if (c->words == c->count)
        write_word(w, c, drawn_number(w, c, room));
    else if (c->count == 2 && c->total == 2)
        write_two(w, c, room);
    else if (is_switch(c))
        write_switch(w, c, room);
    else
        write_comparisons(w, c, room);
}

/* Where even what needs least may not fit, the shortest sentence of all does: it has
 * weight 0, or is one of several words. */
static void write_if_fits(Writer *w, Choice *c, Room room)
{
    unsigned used = w->now.used, used_there;

    writer_line(w, "if (%s) {", writer_fits(w, room, c->ways[0].needs));
    writer_open(w);
    write_drawn(w, c, room);
    used_there = w->now.used;
    w->now.used = used;
    writer_close(w, w->plan.exprs[c->expr].least > 0 ? "} else {" : NULL);
    writer_open(w);
    write_tight(w, c->expr, room);
    writer_close(w, "}");
    keep_most_used(w, used_there);
}

void write_choice(Writer *w, uint32_t expr, Room room)
{
    Choice c;

    if (!choice_init(w, &c, expr))
        return;
    if (c.ways[0].needs > w->plan.exprs[expr].least)
        write_if_fits(w, &c, room);
    else
        write_drawn(w, &c, room);
}
