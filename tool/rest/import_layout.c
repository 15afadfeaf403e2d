/*
 * Breaking lines. A piece that fits in what is left of the line is on it; a list that
 * does not fit has its items on lines of their own, indented, and what is closed behind
 * it at the end.
 */
#include "rest/import_layout.h"
#include "base/utf8.h"
#include "term/read.h"
#include <string.h>

/* ---- Making. */

static void *make(Layout *l, size_t count, size_t size)
{
    void *p = assay_arena_new(l->arena, count, size);

    l->no_memory |= !p;
    return p;
}

static size_t columns(struct assay_str s)
{
    size_t n = assay_utf8_valid(s.at, s.len) ? assay_utf8_count(s.at, s.len) : s.len;

    return n < LAYOUT_WIDE ? n : LAYOUT_WIDE;
}

static size_t wider(size_t x, size_t y)
{
    return x + y < LAYOUT_WIDE ? x + y : LAYOUT_WIDE;
}

static const Piece *text_piece(Layout *l, const char *text)
{
    Piece *p = text ? make(l, 1, sizeof *p) : NULL;

    if (p)
        *p = (Piece){.kind = PIECE_TEXT, .tight = TIGHT_BASE, .as.text = assay_str(text)};
    if (p)
        p->width = columns(p->as.text);
    return p;
}

const Piece *piece_text(Layout *l, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(l->arena, format, args);
    va_end(args);
    l->no_memory |= !text;
    return text_piece(l, text);
}

static Piece *list_of(Layout *l, PieceKind kind, const Piece *const *items,
                      uint32_t count)
{
    Piece *p = make(l, 1, sizeof *p);
    const Piece **copy = make(l, count, sizeof *copy);

    if (!p || !copy)
        return NULL;
    *p = (Piece){.kind = kind, .tight = TIGHT_BASE};
    p->as.list.items = copy;
    p->as.list.count = count;
    p->as.list.open = p->as.list.between = p->as.list.close = "";
    for (uint32_t i = 0; i < count; i++) {
        if (!items[i])
            return NULL;
        copy[i] = items[i];
        p->width = wider(p->width, items[i]->width);
    }
    return p;
}

const Piece *piece_row(Layout *l, const Piece *const *items, uint32_t count)
{
    return list_of(l, PIECE_ROW, items, count);
}

const Piece *piece_around(Layout *l, const char *before, const Piece *what,
                          const char *behind)
{
    const Piece *items[] = {text_piece(l, before), what, text_piece(l, behind)};

    return piece_row(l, items, 3);
}

static void put_brackets(Piece *p, const char *open, const char *between,
                         const char *close)
{
    size_t gaps = p->as.list.count > 1 ? p->as.list.count - 1 : 0;

    p->as.list.open = open;
    p->as.list.between = between;
    p->as.list.close = close;
    p->width = wider(p->width, strlen(open) + strlen(close));
    p->width = wider(p->width, gaps * (strlen(between) + 1));
}

const Piece *piece_list(Layout *l, const char *open, const char *between,
                        const char *close, const Pieces *items)
{
    Piece *p;

    if (items->failed)
        return NULL;
    p = list_of(l, PIECE_LIST, items->at, items->count);
    if (p)
        put_brackets(p, open, between, close);
    return p;
}

static Piece *open_list(Layout *l, const char *between, const Pieces *items)
{
    Piece *p = items->failed ? NULL : list_of(l, PIECE_LIST, items->at, items->count);

    if (p)
        put_brackets(p, "", between, "");
    return p;
}

const Piece *piece_fill(Layout *l, const char *between, const Pieces *items)
{
    Piece *p = open_list(l, between, items);

    if (p)
        p->as.list.fill = true;
    return p;
}

const Piece *piece_hang(Layout *l, const char *between, const Pieces *items)
{
    Piece *p = open_list(l, between, items);

    if (p)
        p->as.list.hang = true;
    return p;
}

const Piece *piece_flush(Layout *l, const char *between, const Pieces *items)
{
    Piece *p = open_list(l, between, items);

    if (p)
        p->as.list.hang = p->as.list.flush = true;
    return p;
}

const Piece *piece_implies(Layout *l, const Piece *x, const Piece *y)
{
    Pieces both = {0};

    pieces_add(l, &both, x);
    pieces_add(l, &both, y);
    return piece_tight(l, piece_hang(l, " ==>", &both), TIGHT_UNION);
}

const Piece *piece_tight(Layout *l, const Piece *p, Tightness tight)
{
    Piece *copy;

    if (!p || p->tight == tight)
        return p;
    copy = make(l, 1, sizeof *copy);
    if (copy) {
        *copy = *p;
        copy->tight = tight;
    }
    return copy;
}

const Piece *piece_within(Layout *l, const Piece *p, Tightness tight)
{
    Piece *copy;

    if (!p || p->tight >= tight)
        return p;
    if (p->kind != PIECE_LIST || *p->as.list.open)
        return piece_around(l, "(", p, ")");
    copy = make(l, 1, sizeof *copy);
    if (copy) {
        *copy = *p;
        copy->tight = TIGHT_BASE;
        copy->as.list.open = "(";
        copy->as.list.close = ")";
        copy->width = wider(copy->width, 2);
    }
    return copy;
}

const Piece *piece_begin(Layout *l, const Piece *p)
{
    Piece *copy;

    if (!p || p->kind != PIECE_LIST || *p->as.list.open || p->as.list.hang)
        return p;
    copy = make(l, 1, sizeof *copy);
    if (copy) {
        *copy = *p;
        copy->as.list.hang = copy->as.list.flush = true;
    }
    return copy;
}

bool piece_is(const Piece *p, const char *text)
{
    return p && p->kind == PIECE_TEXT && assay_str_equal(p->as.text, assay_str(text));
}

void pieces_add(Layout *l, Pieces *list, const Piece *p)
{
    if (!p || !read_grow(l->arena, &list->at, &list->cap, list->count, sizeof p))
        list->failed = l->no_memory = true;
    else
        list->at[list->count++] = p;
}

void pieces_join(Layout *l, Pieces *list, const Pieces *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        pieces_add(l, list, more->at[i]);
    list->failed |= more->failed;
}

/* ---- Writing. */

typedef struct {
    struct assay_buf *out;
    size_t column;
} Writer;

static void put(Writer *w, struct assay_str s)
{
    assay_buf_add(w->out, s.at, s.len);
    w->column = wider(w->column, columns(s));
}

static void new_line(Writer *w, uint32_t indent)
{
    while (w->out->len > 0 && w->out->at[w->out->len - 1] == ' ')
        assay_buf_truncate(w->out, w->out->len - 1);
    assay_buf_printf(w->out, "\n%*s", (int)indent, "");
    w->column = indent;
}

/* `behind` is how much follows on the line where the piece ends. */
static void write_piece(Writer *w, const Piece *p, uint32_t indent, size_t behind);

static void write_flat(Writer *w, const Piece *p)
{
    if (p->kind == PIECE_TEXT) {
        put(w, p->as.text);
        return;
    }
    put(w, assay_str(p->as.list.open));
    for (uint32_t i = 0; i < p->as.list.count && !w->out->status; i++) {
        if (i > 0 && *p->as.list.between) {
            put(w, assay_str(p->as.list.between));
            put(w, assay_str(" "));
        }
        write_flat(w, p->as.list.items[i]);
    }
    put(w, assay_str(p->as.list.close));
}

/* How much of what follows an item of a row must be on its line. */
static size_t row_rest(const Piece *p, uint32_t from, size_t behind)
{
    size_t rest = 0;

    for (uint32_t i = from; i < p->as.list.count; i++) {
        if (p->as.list.items[i]->kind != PIECE_TEXT)
            return rest;
        rest = wider(rest, p->as.list.items[i]->width);
    }
    return wider(rest, behind);
}

static void write_row(Writer *w, const Piece *p, uint32_t indent, size_t behind)
{
    for (uint32_t i = 0; i < p->as.list.count && !w->out->status; i++)
        write_piece(w, p->as.list.items[i], indent, row_rest(p, i + 1, behind));
}

/* Whether an item goes on in the line of the one before it. */
static bool goes_on(const Writer *w, const Piece *p, uint32_t i)
{
    if (i == 0)
        return p->as.list.hang;
    return p->as.list.fill &&
           w->column + p->as.list.items[i]->width + strlen(p->as.list.between) + 1 <=
               LAYOUT_COLUMNS;
}

static void write_lines(Writer *w, const Piece *p, uint32_t indent, size_t behind)
{
    uint32_t inner = indent + (p->as.list.flush ? 0 : LAYOUT_INDENT);
    uint32_t last = p->as.list.count - 1;
    bool close_alone = *p->as.list.close && !p->as.list.hang;

    put(w, assay_str(p->as.list.open));
    behind = close_alone ? 0 : wider(behind, strlen(p->as.list.close));
    for (uint32_t i = 0; i <= last && !w->out->status; i++) {
        if (!goes_on(w, p, i))
            new_line(w, inner);
        else if (i > 0)
            put(w, assay_str(" "));
        write_piece(w, p->as.list.items[i], inner,
                    i < last ? strlen(p->as.list.between) : behind);
        if (i < last)
            put(w, assay_str(p->as.list.between));
    }
    if (close_alone)
        new_line(w, indent);
    put(w, assay_str(p->as.list.close));
}

static void write_piece(Writer *w, const Piece *p, uint32_t indent, size_t behind)
{
    bool fits = w->column + p->width + behind <= LAYOUT_COLUMNS;

    if (p->kind == PIECE_TEXT || fits || p->as.list.count == 0)
        write_flat(w, p);
    else if (p->kind == PIECE_ROW)
        write_row(w, p, indent, behind);
    else
        write_lines(w, p, indent, behind);
}

void piece_write(const Piece *p, uint32_t indent, size_t behind, struct assay_buf *out)
{
    Writer w = {.out = out};
    size_t start = out->len;

    while (start > 0 && out->at[start - 1] != '\n')
        start--;
    w.column = columns((struct assay_str){out->at + start, out->len - start});
    write_piece(&w, p, indent, behind);
}
