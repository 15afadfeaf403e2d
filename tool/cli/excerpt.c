#include "cli/excerpt.h"
#include "base/utf8.h"
#include <stdbool.h>
#include <string.h>

enum {
    WIDTH = 72,  /* columns of a line that are shown, roughly */
    BEFORE = 40, /* of them before the part, at most */
};

/* The line: bytes [first, last) of the text, and the part in it. */
typedef struct {
    const char *text;
    size_t first, last;
    size_t start, end;
} Line;

/* What is shown of it, and where the part is in that. */
typedef struct {
    struct assay_buf row, unit;
    size_t width;    /* columns of the row */
    size_t from, to; /* columns of the carets */
} View;

/* The start of the character that the byte at `at` is in; `at` when it is in none. */
static size_t character_at(const char *text, size_t len, size_t at)
{
    for (size_t back = 1; back < ASSAY_UTF8_MAX && back <= at; back++) {
        uint32_t code;

        if (assay_utf8_decode(text + at - back, len - (at - back), &code) > back)
            return at - back;
    }
    return at;
}

static Line find_line(const char *text, size_t len, size_t start, size_t end)
{
    const char *before = start > 0 ? memrchr(text, '\n', start) : NULL;
    const char *after = start < len ? memchr(text + start, '\n', len - start) : NULL;
    Line line = {
        .text = text,
        .first = before ? (size_t)(before - text) + 1 : 0,
        .last = after ? (size_t)(after - text) : len,
        .start = character_at(text, len, start),
        .end = end,
    };

    /* A CR before the LF is no news, unless it is the part. */
    if (after && line.last > start + 1 && text[line.last - 1] == '\r')
        line.last--;
    return line;
}

/* The length of the character at `at`; a byte that begins none stands alone. */
static size_t unit_after(const Line *line, size_t at)
{
    uint32_t code;
    size_t n = assay_utf8_decode(line->text + at, line->last - at, &code);

    return n > 0 ? n : 1;
}

/* The length of the character that ends before `at`. */
static size_t unit_before(const Line *line, size_t at)
{
    for (size_t n = 2; n <= ASSAY_UTF8_MAX && n <= at - line->first; n++) {
        uint32_t code;

        if (assay_utf8_decode(line->text + at - n, n, &code) == n)
            return n;
    }
    return 1;
}

/* Makes `unit` the text that stands for a character; its columns. */
static size_t show_unit(struct assay_buf *unit, const char *at, size_t len)
{
    assay_buf_clear(unit);
    if (*at == '"' || *at == '\\') {
        assay_buf_putc(unit, *at);
        return 1;
    }
    assay_buf_c_string(unit, at, len);
    if (unit->status)
        return 0;
    assay_buf_truncate(unit, unit->len - 1);
    memmove(unit->at, unit->at + 1, unit->len); /* the NUL as well */
    unit->len--;
    return assay_utf8_count(unit->at, unit->len);
}

/* Where the view begins: at most BEFORE columns before the part. */
static size_t view_first(View *view, const Line *line)
{
    size_t at = line->start, columns = 0;

    while (at > line->first) {
        size_t n = unit_before(line, at);

        columns += show_unit(&view->unit, line->text + at - n, n);
        if (columns > BEFORE || view->unit.status)
            break;
        at -= n;
    }
    return at;
}

static void view_add(View *view, const char *text, size_t len, size_t columns)
{
    assay_buf_add(&view->row, text, len);
    view->width += columns;
}

static void view_build(View *view, const Line *line)
{
    size_t at = view_first(view, line);

    if (at > line->first)
        view_add(view, "...", 3, 3);
    while (at < line->last && view->width < WIDTH && !view->unit.status) {
        size_t n = unit_after(line, at);
        size_t columns = show_unit(&view->unit, line->text + at, n);

        if (at == line->start)
            view->from = view->width;
        view_add(view, view->unit.at, view->unit.len, columns);
        if (at >= line->start && at < line->end)
            view->to = view->width;
        at += n;
    }
    if (at == line->start)
        view->from = view->width;
    if (view->to <= view->from)
        view->to = view->from + 1;
    if (at < line->last)
        view_add(view, "...", 3, 3);
}

/* The number of the line that begins at `first`, from 1. */
static size_t line_number(const char *text, size_t first)
{
    size_t number = 1;

    for (const char *at = text; (at = memchr(at, '\n', first - (size_t)(at - text)));
         at++)
        number++;
    return number;
}

/* Appends what is in front of the line: its number, when the text has several lines. The
 * width of that. */
static int add_margin(struct assay_buf *out, const Line *line, size_t len)
{
    const char *first_end = memchr(line->text, '\n', len);
    size_t start = out->len;

    if (first_end && (size_t)(first_end - line->text) + 1 < len)
        assay_buf_printf(out, "%5zu | ", line_number(line->text, line->first));
    else
        assay_buf_puts(out, "   ");
    return (int)(out->len - start);
}

void excerpt_add(struct assay_buf *out, const char *text, size_t len, size_t start,
                 size_t end)
{
    Line line = find_line(text, len, start, end);
    View view = {.width = 0};
    int margin;

    assay_buf_init(&view.row, NULL, 0);
    assay_buf_init(&view.unit, NULL, 0);
    view_build(&view, &line);
    margin = add_margin(out, &line, len);
    assay_buf_add(out, view.row.at, view.row.len);
    assay_buf_printf(out, "\n%*s%*s", margin, margin > 3 ? "| " : "", (int)view.from, "");
    for (size_t i = view.from; i < view.to; i++)
        assay_buf_putc(out, '^');
    assay_buf_putc(out, '\n');
    if (view.row.status || view.unit.status)
        out->status = ASSAY_NO_MEMORY;
    assay_buf_done(&view.row);
    assay_buf_done(&view.unit);
}
