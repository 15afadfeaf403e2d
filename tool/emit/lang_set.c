/*
 * The generator's code for sets of characters. A member is taken by its number: added to
 * the first where the members lie side by side, else from a string of all of them. Of a
 * set with members inside and outside of ASCII, mostly the former are drawn.
 *
 * Many members are written eight at a time: numbers below n in the eight bytes of a word,
 * made into members by adding, for each gap of the set, its width to the numbers behind
 * it.
 */
#include "base/utf8.h"
#include "emit/lang_write.h"
#include <string.h>

#define FEW_BYTES 16 /* of a set whose string is written where it is used */
#define GAPS_MAX 6   /* of a set that is written eight at a time by adding */

struct Set {
    uint32_t expr;      /* one that has it */
    const char *suffix; /* of its names; NULL as long as it has none */
    char bytes[256];    /* members that are single bytes, ascending */
    unsigned nbytes;
    struct assay_codes *codes; /* the others, cut where the length of UTF-8 changes */
    unsigned ncodes;
    unsigned up_to[5]; /* how many ranges of codes have at most so many bytes */
    bool has_table, has_run, has_put;
};

/* ---- Members. */

static unsigned code_length(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static void add_bytes(Set *set, uint32_t lo, uint32_t hi)
{
    for (uint32_t code = lo; code <= hi; code++)
        set->bytes[set->nbytes++] = (char)code;
}

/* Adds the codes of a range that lie between two others. */
static void add_codes(Set *set, struct assay_codes range, uint32_t from, uint32_t to)
{
    uint32_t lo = range.lo > from ? range.lo : from;
    uint32_t hi = range.hi < to ? range.hi : to;

    if (lo > hi)
        return;
    set->codes[set->ncodes++] = (struct assay_codes){lo, hi};
    for (unsigned len = code_length(lo); len <= 4; len++)
        set->up_to[len] = set->ncodes;
}

static void add_range(Set *set, struct assay_codes range)
{
    if (range.lo < 0x80)
        add_bytes(set, range.lo, range.hi < 0x7f ? range.hi : 0x7f);
    add_codes(set, range, 0x80, 0x7ff);
    add_codes(set, range, 0x800, 0xd7ff);
    add_codes(set, range, 0xe000, 0xffff); /* between them are the surrogates */
    add_codes(set, range, 0x10000, 0x10ffff);
}

static Set *new_set(Writer *w, uint32_t expr)
{
    const struct assay_grammar *g = w->emit->g;
    const struct assay_expr *e = &g->exprs[expr];
    Set *set = assay_arena_new(&w->emit->arena, 1, sizeof *set);

    if (!set)
        return NULL;
    set->expr = expr;
    set->codes =
        assay_arena_new(&w->emit->arena, (size_t)e->as.set.count * 4, sizeof *set->codes);
    if (!set->codes || w->emit->failed)
        return NULL;
    for (uint32_t i = 0; i < e->as.set.count; i++) {
        struct assay_codes range = g->ranges[e->as.set.first + i];

        if (e->as.set.bytes)
            add_bytes(set, range.lo, range.hi);
        else
            add_range(set, range);
    }
    return set;
}

Set *write_set_of(Writer *w, uint32_t expr)
{
    const struct assay_expr *e = &w->emit->g->exprs[expr];
    struct assay_buf key;
    uint64_t *found;

    assay_buf_init(&key, w->emit->arena.mem, 0);
    assay_buf_putc(&key, e->as.set.bytes);
    assay_buf_add(&key, w->emit->g->ranges + e->as.set.first,
                  e->as.set.count * sizeof *w->emit->g->ranges);
    found = key.status ? NULL : assay_map_put(&w->sets, key.at, key.len);
    if (found && *found == 0)
        *found = (uint64_t)(uintptr_t)new_set(w, expr);
    w->emit->failed |= !found || *found == 0;
    assay_buf_done(&key);
    return w->emit->failed ? NULL : (Set *)(uintptr_t)*found;
}

bool set_is_bytes(const Set *set)
{
    return set->ncodes == 0;
}

static bool has_code(const struct assay_grammar *g, const struct assay_expr *e,
                     uint32_t code)
{
    for (uint32_t i = 0; i < e->as.set.count; i++)
        if (g->ranges[e->as.set.first + i].lo <= code &&
            code <= g->ranges[e->as.set.first + i].hi)
            return true;
    return false;
}

void set_example(const struct assay_grammar *g, const struct assay_expr *e,
                 struct assay_buf *text)
{
    uint32_t code = g->ranges[e->as.set.first].lo;
    char bytes[ASSAY_UTF8_MAX] = {0};

    /* The first letter, else digit, else printable character there is. */
    for (uint32_t c = ' '; c <= '~'; c++)
        code = code < ' ' && has_code(g, e, c) ? c : code;
    for (uint32_t c = '9'; c >= '0'; c--)
        code = code < 0x80 && has_code(g, e, c) ? c : code;
    for (uint32_t c = 'z'; c >= 'a'; c--)
        code = code < 0x80 && has_code(g, e, c) ? c : code;
    if (e->as.set.bytes)
        assay_buf_putc(text, (char)code);
    else
        assay_buf_add(text, bytes, assay_utf8_encode(code, bytes));
}

/* ---- One member. */

static bool lies_side_by_side(const Set *set)
{
    unsigned char first = (unsigned char)set->bytes[0];
    unsigned char last = (unsigned char)set->bytes[set->nbytes - 1];

    return (unsigned)(last - first) + 1 == set->nbytes;
}

/* The first member as a number that is not negative. */
static const char *first_of(Writer *w, const Set *set)
{
    unsigned char first = (unsigned char)set->bytes[0];

    return first < 0x80 ? writer_char(w, first) : emit_text(w->emit, "%u", first);
}

/* What its names end in: the name of the rule it is in, or like that. */
static const char *suffix_of(Writer *w, Set *set)
{
    if (!set->suffix) {
        const char *rule = w->emit->rule_names[w->plan.exprs[set->expr].rule];
        const char *name = emit_name(w->emit, emit_text(w->emit, "set_%s", rule));

        /* Out of memory there is no name. */
        set->suffix = *name ? name + strlen("set_") : name;
    }
    return set->suffix;
}

static const char *table_of(Writer *w, Set *set)
{
    const char *name;

    if (set->nbytes <= FEW_BYTES)
        return writer_string(w, set->bytes, set->nbytes);
    name = emit_text(w->emit, "set_%s", suffix_of(w, set));
    if (!set->has_table) {
        set->has_table = true;
        assay_buf_printf(&w->tables, "\nstatic const char %s[] =\n    ", name);
        emit_string(&w->tables, set->bytes, set->nbytes, 4);
        assay_buf_puts(&w->tables, ";\n");
    }
    return name;
}

/* The member with this number (an expression): an expression. */
static const char *byte_of(Writer *w, Set *set, const char *number)
{
    if (set->nbytes == 1)
        return writer_char(w, (unsigned char)set->bytes[0]);
    if (lies_side_by_side(set) && strchr(number, '&'))
        number = emit_text(w->emit, "(%s)", number);
    if (lies_side_by_side(set))
        return emit_text(w->emit, "(char)(%s + %s)", first_of(w, set), number);
    return emit_text(w->emit, "%s[%s]", table_of(w, set), number);
}

static void add_comment(Writer *w, const Set *set, const char *before, const char *after)
{
    struct assay_buf text;

    assay_buf_init(&text, w->emit->arena.mem, 0);
    assay_buf_puts(&text, before);
    assay_grammar_dump_expr(w->emit->g, set->expr, &text);
    assay_buf_puts(&text, after);
    assay_buf_puts(&w->tables, "\n/* ");
    emit_wrapped(&w->tables, text.at, text.len);
    assay_buf_puts(&w->tables, " */\n");
    w->emit->failed |= text.status != ASSAY_OK;
    assay_buf_done(&text);
}

static void add_code_table(Writer *w, Set *set)
{
    assay_buf_printf(&w->tables, "\nstatic const Codes codes_%s[] = {\n    ",
                     suffix_of(w, set));
    for (unsigned i = 0; i < set->ncodes; i++)
        assay_buf_printf(&w->tables, "{0x%x, 0x%x},%s", (unsigned)set->codes[i].lo,
                         (unsigned)set->codes[i].hi,
                         i + 1 == set->ncodes ? ""
                         : i % 4 == 3         ? "\n    "
                                              : " ");
    assay_buf_puts(&w->tables, "\n};\n");
}

/* How many of the ranges of codes fit: an expression. */
static const char *fitting_codes(Writer *w, const Set *set)
{
    unsigned least = code_length(set->codes[0].lo);
    const char *text = emit_text(w->emit, "%u", set->up_to[least]);

    for (unsigned len = least + 1; len <= 4; len++)
        if (set->up_to[len] != set->up_to[len - 1])
            text = emit_text(w->emit, "end - pen.at >= %u ? %u : %s", len,
                             set->up_to[len], text);
    return text;
}

static bool has_one_length(const Set *set)
{
    return set->nbytes == 0 &&
           code_length(set->codes[0].lo) == code_length(set->codes[set->ncodes - 1].hi);
}

/* The function that writes one member, of a set that is not only of bytes. */
static void add_put(Writer *w, Set *set)
{
    const char *pick;

    set->has_put = true;
    writer_helper(w, HELPER_DRAW);
    writer_helper(w, HELPER_CODE);
    writer_helper(w, HELPER_PICK_LARGE);
    pick = writer_helper(w, HELPER_PICK);
    add_code_table(w, set);
    if (set->nbytes > 1 && !lies_side_by_side(set))
        table_of(w, set);
    add_comment(w, set, "One of ", set->nbytes > 0 ? ", mostly of ASCII." : ".");
    assay_buf_printf(&w->tables,
                     "static inline Pen put_%s(Pen pen%s)\n"
                     "{\n"
                     "    uint64_t r = draw(&pen);\n"
                     "    const Codes *codes;\n\n",
                     suffix_of(w, set), has_one_length(set) ? "" : ", char *end");
    if (set->nbytes > 0)
        assay_buf_printf(
            &w->tables,
            "    if ((r & 7) != 0 || end - pen.at < %u) {\n"
            "        *pen.at++ = %s;\n"
            "        return pen;\n"
            "    }\n",
            code_length(set->codes[0].lo),
            byte_of(w, set, emit_text(w->emit, "%s(r >> 3, %u)", pick, set->nbytes)));
    emit_line(&w->tables, 4,
              emit_text(w->emit, "codes = &codes_%s[%s(r >> 3, %s)];", suffix_of(w, set),
                        pick, fitting_codes(w, set)));
    assay_buf_puts(&w->tables, "    pen.at = put_code(pen.at, r >> 32, codes);\n"
                               "    return pen;\n"
                               "}\n");
}

const char *set_byte(Writer *w, Set *set)
{
    return byte_of(w, set, writer_pick(w, set->nbytes));
}

void write_set(Writer *w, Set *set, Room room)
{
    if (w->emit->failed)
        return;
    if (set_is_bytes(set)) {
        const char *byte = set_byte(w, set);

        writer_line(w, "*pen.at++ = %s;", byte);
        return;
    }
    if (!set->has_put)
        add_put(w, set);
    if (has_one_length(set))
        writer_line(w, "pen = put_%s(pen);", suffix_of(w, set));
    else
        writer_line(w, "pen = put_%s(pen, %s);", suffix_of(w, set), writer_end(w, room));
}

/* ---- Eight at a time. */

static unsigned count_gaps(const Set *set)
{
    unsigned gaps = 0;

    for (unsigned i = 1; i < set->nbytes; i++)
        gaps += (unsigned char)set->bytes[i] - (unsigned char)set->bytes[i - 1] > 1;
    return gaps;
}

/* From numbers to members by adding the gaps. */
static void add_sum(Writer *w, const Set *set)
{
    const char *sum =
        emit_text(w->emit, "uint64_t c = i + eight_of(%s)", first_of(w, set));

    writer_helper(w, HELPER_EIGHT);
    assay_buf_printf(&w->tables, "        uint64_t i = eight_below(draw(&pen), %u);\n",
                     set->nbytes);
    for (unsigned i = 1; i < set->nbytes; i++) {
        int gap = (unsigned char)set->bytes[i] - (unsigned char)set->bytes[i - 1] - 1;

        if (gap > 0)
            sum = emit_text(w->emit, "%s + %s(i, %u) * %d", sum,
                            writer_helper(w, HELPER_FROM), i, gap);
    }
    emit_line(&w->tables, 8, emit_text(w->emit, "%s;", sum));
    assay_buf_puts(&w->tables, "\n        memcpy(to, &c, 8);\n");
}

static void add_look_up(Writer *w, Set *set, const char *table)
{
    assay_buf_printf(&w->tables,
                     "        uint64_t r = draw(&pen);\n\n"
                     "        for (int i = 0; i < 8; i++, r >>= 8)\n"
                     "            to[i] = %s[(r & 255) * %u >> 8];\n",
                     table, set->nbytes);
}

static void add_run(Writer *w, Set *set)
{
    unsigned gaps = count_gaps(set);
    bool by_sum = gaps == 0 || (gaps <= GAPS_MAX && set->nbytes <= 128);
    const char *table = by_sum ? NULL : table_of(w, set);

    set->has_run = true;
    writer_helper(w, HELPER_DRAW);
    add_comment(w, set, "So many of ", "; up to 8 bytes behind them are written, too.");
    assay_buf_printf(&w->tables,
                     "static inline Pen run_%s(Pen pen, size_t n)\n"
                     "{\n"
                     "    char *to = pen.at;\n"
                     "\n"
                     "    pen.at += n;\n"
                     "    do {\n",
                     suffix_of(w, set));
    if (by_sum)
        add_sum(w, set);
    else
        add_look_up(w, set, table);
    assay_buf_puts(&w->tables, "        to += 8;\n"
                               "    } while (to < pen.at);\n"
                               "    return pen;\n"
                               "}\n");
}

void write_run(Writer *w, Set *set, const char *count)
{
    if (w->emit->failed)
        return;
    if (!set->has_run)
        add_run(w, set);
    writer_line(w, "pen = run_%s(pen, %s);", suffix_of(w, set), count);
}
