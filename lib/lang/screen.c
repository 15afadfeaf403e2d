/*
 * Columns are those of UAX #11 (East Asian Width: W and F) and of combining marks, in
 * ranges coarse enough for a caret: a terminal's own table decides in the end.
 */
#include "lang/screen.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdio.h>

#define REPLACEMENT 0xfffdu
#define TAB 8u
#define ROOM 90u   /* columns of a line; longer ones are cut */
#define BEFORE 40u /* columns kept before the caret of a line that is cut */
#define ELLIPSIS "..."
#define ELLIPSIS_WIDTH 3u

struct range {
    uint32_t lo, hi;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].lo && code <= ranges[i].hi)
            return true;
    }
    return false;
}

/* Columns of a code point: 0 (combining), 1 or 2 (East Asian wide, emoji). */
static unsigned width_of(uint32_t code)
{
    static const struct range wide[] = {
        {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
        {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},
        {0x2648, 0x2653},   {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
        {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},
        {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
        {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
        {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},
        {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x27bf, 0x27bf},
        {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},
        {0x3041, 0x3247},   {0x3250, 0x4dbf},   {0x4e00, 0xa4c6},   {0xa960, 0xa97c},
        {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6b},
        {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff},
        {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a},
        {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393},
        {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4},
        {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d},
        {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596},
        {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc},
        {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc},
        {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff},
        {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
    };
    static const struct range none[] = {
        {0x300, 0x36f},     {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
        {0x64b, 0x65f},     {0x6d6, 0x6dc},   {0x900, 0x902},   {0x93c, 0x93c},
        {0x941, 0x948},     {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},
        {0x1160, 0x11ff},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff},
        {0x302a, 0x302d},   {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
        {0x1f3fb, 0x1f3ff},
    };

    if (code < 0x300)
        return 1;
    if (is_in(none, sizeof none / sizeof none[0], code))
        return 0;
    return is_in(wide, sizeof wide / sizeof wide[0], code) ? 2 : 1;
}

/* Controls, and what reorders or hides the text around it. */
static bool is_disturbing(uint32_t code)
{
    static const struct range ranges[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
        {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xe0000, 0xe0fff},
    };

    return is_in(ranges, sizeof ranges / sizeof ranges[0], code);
}

/* A character as it is shown: the bytes it takes in the text, what stands for it and how
 * wide that is. */
struct shown {
    size_t len;
    uint32_t code;
    unsigned width;
};

/* The character at `at`, which is shown from `column` on: a tab's width depends on it. */
static struct shown shown_at(struct assay_str text, size_t at, size_t column)
{
    struct shown c = {0};

    c.len = assay_utf8_decode(text.at + at, text.len - at, &c.code);
    if (c.len == 0 || (is_disturbing(c.code) && c.code != '\t')) {
        c.len = c.len > 0 ? c.len : 1;
        c.code = REPLACEMENT;
    }
    c.width = c.code == '\t' ? TAB - (unsigned)(column % TAB) : width_of(c.code);
    return c;
}

/* Where the character begins that the byte at `at` is in. */
static size_t character_at(struct assay_str text, size_t at)
{
    uint32_t code;

    for (size_t back = 1; back < ASSAY_UTF8_MAX && back <= at; back++) {
        size_t from = at - back;
        if (assay_utf8_decode(text.at + from, text.len - from, &code) > back)
            return from;
    }
    return at;
}

/* The column behind the characters that begin in [from, to), the first at `column`. */
static size_t column_behind(struct assay_str text, size_t from, size_t to, size_t column)
{
    for (size_t at = from; at < to;) {
        struct shown c = shown_at(text, at, column);
        column += c.width;
        at += c.len;
    }
    return column;
}

size_t assay_screen_column(struct assay_str line, size_t at)
{
    return column_behind(line, 0, character_at(line, at < line.len ? at : line.len), 0);
}

static void add_code(struct assay_buf *out, uint32_t code)
{
    char bytes[ASSAY_UTF8_MAX];

    assay_buf_add(out, bytes, assay_utf8_encode(code, bytes));
}

void assay_screen_text(struct assay_buf *out, struct assay_str text)
{
    for (size_t at = 0; at < text.len;) {
        struct shown c = shown_at(text, at, 0);
        add_code(out, c.code == '\t' ? REPLACEMENT : c.code);
        at += c.len;
    }
}

/* Where ROOM columns from `at` on, which is shown at `column`, end; or the end of the
 * text. */
static size_t skip_room(struct assay_str text, size_t at, size_t column)
{
    size_t limit = column + ROOM;

    while (at < text.len) {
        struct shown c = shown_at(text, at, column);
        column += c.width;
        if (column > limit)
            break;
        at += c.len;
    }
    return at;
}

/* Where the text [0, end) is to begin so that it takes at most `columns`. */
static size_t cut_front(struct assay_str text, size_t end, size_t columns)
{
    /* Every character takes at most four bytes and most take a column; those that take
     * none are cut a little sooner. A tab counts as the most that it can take. */
    size_t from = end > columns * 4 ? end - columns * 4 : 0;
    size_t width = 0;

    while (from > 0 && ((unsigned char)text.at[from] & 0xc0) == 0x80)
        from--;
    for (size_t at = from; at < end;) {
        struct shown c = shown_at(text, at, 0);
        width += c.width;
        at += c.len;
    }
    while (width > columns) {
        struct shown c = shown_at(text, from, 0);
        width -= c.width;
        from += c.len;
    }
    return from;
}

/* Appends the text; or, for the line of the carets, blanks as wide as it. */
static void add_line(struct assay_buf *out, struct assay_str text, bool blank)
{
    for (size_t at = 0; at < text.len;) {
        struct shown c = shown_at(text, at, 0);
        if (c.code == '\t' || !blank)
            add_code(out, c.code);
        else
            assay_buf_printf(out, "%*s", (int)c.width, "");
        at += c.len;
    }
}

/* As many as the bytes [start, end) are wide, at least one; `column` is where they are
 * shown. */
static void add_carets(struct assay_buf *out, struct assay_str line, size_t start,
                       size_t end, size_t column)
{
    size_t width = column_behind(line, start, end, column) - column;

    for (size_t i = 0; i < (width > 0 ? width : 1); i++)
        assay_buf_putc(out, '^');
}

void assay_screen_excerpt(struct assay_buf *out, uint32_t number, struct assay_str line,
                          size_t start, size_t len)
{
    size_t margin = (size_t)snprintf(NULL, 0, "%5u | ", number);
    size_t first = 0, last = skip_room(line, 0, margin), column = margin, end;

    start = start < line.len ? start : line.len;
    len = len < line.len - start ? len : line.len - start;
    end = start + len;
    start = character_at(line, start);
    if (last < line.len)
        first = cut_front(line, start, BEFORE);
    if (first > 0)
        column += ELLIPSIS_WIDTH;
    if (last < line.len)
        last = skip_room(line, first, column);
    end = end < last ? end : last;

    assay_buf_printf(out, "%5u |%s%s", number, line.len > 0 ? " " : "",
                     first > 0 ? ELLIPSIS : "");
    add_line(out, (struct assay_str){line.at + first, last - first}, false);
    assay_buf_printf(out, "%s\n%*s | ", last < line.len ? ELLIPSIS : "", (int)margin - 3,
                     "");
    assay_buf_printf(out, "%*s", (int)(column - margin), "");
    add_line(out, (struct assay_str){line.at + first, start - first}, true);
    add_carets(out, line, start, end, column_behind(line, first, start, column));
    assay_buf_putc(out, '\n');
}
