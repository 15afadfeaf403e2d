/*
 * Lines of C and comments, of a width that can be read.
 */
#include "emit/trace_parts.h"
#include <inttypes.h>
#include <string.h>

const char *gen_text(TraceEmit *e, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = assay_arena_vprintf(&e->arena, format, args);
    va_end(args);
    e->no_memory = e->no_memory || !text;
    return text ? text : "";
}

void *gen_new(TraceEmit *e, size_t count, size_t size)
{
    void *at = assay_arena_new(&e->arena, count, size);

    e->no_memory = e->no_memory || !at;
    return at;
}

const char *gen_number(TraceEmit *e, int64_t number)
{
    return number == INT64_MIN ? "INT64_MIN" : gen_text(e, "%" PRId64, number);
}

/* ---- Code. */

#define NESTED 64 /* parentheses that lines are lined up by */

/* Where lines that go on begin. */
typedef struct {
    size_t columns[NESTED];
    uint32_t depth;
    bool quoted;
} Place;

static void pass(Place *p, const char *at, size_t column)
{
    if (*at == '"')
        p->quoted = !p->quoted;
    if (p->quoted)
        return;
    if (strchr("({[", *at)) {
        if (p->depth < NESTED)
            p->columns[p->depth] = column + 1;
        p->depth++;
    } else if (strchr(")}]", *at) && p->depth > 0)
        p->depth--;
}

/* Whether a line may end before this blank. */
static bool can_break(const char *text, size_t i)
{
    if (text[i] != ' ' || i < 2)
        return false;
    return text[i - 1] == ',' || (text[i - 1] == '=' && text[i - 2] == ' ') ||
           text[i - 1] == '&' || text[i - 1] == '|' || text[i + 1] == '?' ||
           text[i + 1] == ':';
}

/* From here, which is in no string, to where a line may end again; `whole`: outside of
 * parentheses that are opened on the way. */
static size_t piece_length(const char *text, size_t i, bool whole)
{
    Place p = {.depth = 1};
    size_t start = i;

    for (; text[i]; i++) {
        if (p.quoted && text[i] == '\\' && text[i + 1])
            i++;
        else if (!p.quoted && i > start && (!whole || p.depth <= 1) && can_break(text, i))
            break;
        else
            pass(&p, text + i, 0);
    }
    return i - start;
}

/* Writes so much of a line; a string is never cut in two. */
static void put_piece(struct assay_buf *out, Place *p, const char *text, size_t len,
                      size_t column)
{
    for (size_t i = 0; i < len; i++) {
        if (p->quoted && text[i] == '\\' && i + 1 < len)
            assay_buf_putc(out, text[i++]);
        else
            pass(p, text + i, column + i);
        assay_buf_putc(out, text[i]);
    }
}

void gen_line(struct assay_buf *out, size_t indent, size_t hang, const char *text)
{
    Place p = {.depth = 0};
    size_t column = indent;
    bool after_equals = false; /* what is assigned is better broken further on */

    assay_buf_printf(out, "%*s", (int)indent, "");
    while (*text) {
        bool nested = p.depth > 0 && p.depth <= NESTED;
        size_t more = nested ? p.columns[p.depth - 1] : indent + hang;
        size_t len = piece_length(text, 0, false);
        size_t whole = after_equals ? len : piece_length(text, 0, true);
        if (*text == ' ' && column > more && column + whole > TRACE_COLUMNS) {
            assay_buf_printf(out, "\n%*s", (int)more, "");
            column = more;
            text++;
            len--;
        }
        put_piece(out, &p, text, len, column);
        column += len;
        text += len;
        after_equals = len > 0 && text[-1] == '=';
    }
    assay_buf_putc(out, '\n');
}

void gen_comma(struct assay_buf *out)
{
    if (out->len > 0)
        assay_buf_puts(out, ", ");
}

/* ---- Comments. */

/* What would end the comment, or begin another, is taken apart. */
static const char *harmless(const char *text, struct assay_buf *out)
{
    for (; *text; text++) {
        assay_buf_putc(out, *text == '\n' ? ' ' : *text);
        if ((text[0] == '*' && text[1] == '/') || (text[0] == '/' && text[1] == '*'))
            assay_buf_putc(out, ' ');
    }
    return out->at;
}

static void put_words(struct assay_buf *out, size_t indent, const char *text)
{
    size_t column = indent + 3;

    while (*text) {
        size_t len = 1 + strcspn(text + 1, " ");
        if (column + len > TRACE_COLUMNS - 3 && column > indent + 3) {
            assay_buf_printf(out, "\n%*s *", (int)indent, "");
            column = indent + 2;
        }
        assay_buf_add(out, text, len);
        column += len;
        text += len;
    }
}

void gen_comment(struct assay_buf *out, size_t indent, const char *text)
{
    struct assay_buf safe;

    assay_buf_init(&safe, NULL, 0);
    assay_buf_putc(&safe, ' ');
    assay_buf_printf(out, "%*s/*", (int)indent, "");
    put_words(out, indent, harmless(text, &safe));
    assay_buf_puts(out, " */\n");
    assay_buf_done(&safe);
}

const char *gen_formula_text(TraceEmit *e, Formula f)
{
    const Term *term = logic_as_term(&e->x->logic, f, &e->arena);
    struct assay_buf text;
    const char *kept;

    if (!term) {
        e->no_memory = true;
        return "";
    }
    assay_buf_init(&text, NULL, 0);
    term_print(term, &text);
    kept = gen_text(e, "%s", text.at);
    e->no_memory = e->no_memory || text.status;
    assay_buf_done(&text);
    return kept;
}
