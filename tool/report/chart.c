/*
 * The chart of a simulation, drawn. The event has it as text: numbered rows, a lane for
 * each actor, arrows of box-drawing characters, and what each row says. Characters of a
 * grid become lines on a grid, so that the drawing joins where a font does not; all other
 * characters are text at their place. (Charts: lib/sim/chart_text.c)
 */
#include "base/utf8.h"
#include "base/xml.h"
#include "report/page.h"
#include <string.h>

enum {
    ROWS = 250, /* of a chart that is drawn */
    COLUMNS = 160,
    CELL = 8, /* pixels; wide, */
    ROW = 20, /* and high */
    HEAD = 4, /* half of an arrow's head */
    EDGE = 8,
};

enum {
    VERTICAL = 0x2502,     /* │ */
    WHOLE = 0x2500,        /* ─ */
    BROKEN = 0x254c,       /* ╌ */
    CROSSING = 0x253c,     /* ┼ */
    LEAVES_RIGHT = 0x251c, /* ├ */
    LEAVES_LEFT = 0x2524,  /* ┤ */
    COMES_BACK = 0x256f,   /* ╯ */
};

typedef struct {
    uint32_t at[COLUMNS];
    uint32_t count;
} Row;

typedef struct {
    Row rows[ROWS];
    uint32_t count, width;
    uint32_t lanes; /* columns up to the last lane: behind it `>` is a letter */
} Grid;

/* ---- Reading. */

static bool is_line(uint32_t c)
{
    return c == VERTICAL || c == CROSSING || c == LEAVES_RIGHT || c == LEAVES_LEFT ||
           c == COMES_BACK;
}

static bool add_character(Grid *g, uint32_t code)
{
    Row *row = &g->rows[g->count - 1];

    if (row->count >= COLUMNS)
        return false;
    row->at[row->count++] = code;
    if (row->count > g->width)
        g->width = row->count;
    if (is_line(code) && row->count > g->lanes)
        g->lanes = row->count;
    return true;
}

static bool read_grid(Grid *g, const char *text)
{
    size_t len = strlen(text);

    *g = (Grid){.count = 1};
    while (len > 0) {
        uint32_t code = 0;
        size_t n = assay_utf8_decode(text, len, &code);
        if (n == 0 || code == '\t')
            return false;
        text += n;
        len -= n;
        if (code == '\n' && len > 0 && g->count++ >= ROWS)
            return false;
        if (code != '\n' && !add_character(g, code))
            return false;
    }
    return g->lanes > 0;
}

/* ---- Lines. */

static uint32_t cell(const Grid *g, uint32_t row, uint32_t column)
{
    return column < g->rows[row].count ? g->rows[row].at[column] : ' ';
}

static bool is_across(uint32_t c)
{
    return c == WHOLE || c == BROKEN;
}

static bool is_head(const Grid *g, uint32_t row, uint32_t column)
{
    uint32_t c = cell(g, row, column);

    return column < g->lanes &&
           ((c == '>' && column > 0 && is_across(cell(g, row, column - 1))) ||
            (c == '<' && is_across(cell(g, row, column + 1))));
}

static bool is_drawn(const Grid *g, uint32_t row, uint32_t column)
{
    uint32_t c = cell(g, row, column);

    return is_line(c) || is_across(c) || is_head(g, row, column);
}

static void put_lanes(const Grid *g, struct assay_buf *out)
{
    assay_buf_puts(out, "<path class=\"lane\" d=\"");
    for (uint32_t row = 0; row < g->count; row++)
        for (uint32_t i = 0; i < g->rows[row].count; i++)
            if (is_line(g->rows[row].at[i]))
                assay_buf_printf(out, "M%u %uv%d", EDGE + i * CELL + CELL / 2,
                                 EDGE + row * ROW,
                                 g->rows[row].at[i] == COMES_BACK ? ROW / 2 : ROW);
    assay_buf_puts(out, "\" />");
}

/* Where in the pixels of a cell an arrow begins and ends; false when there is none. */
static bool arrow_in(const Grid *g, uint32_t row, uint32_t i, uint32_t *from,
                     uint32_t *to)
{
    uint32_t c = cell(g, row, i), left = EDGE + i * CELL, middle = left + CELL / 2;
    uint32_t right = left + CELL;
    bool after = is_across(cell(g, row, i + 1)) || is_head(g, row, i + 1);
    bool before = i > 0 && (is_across(cell(g, row, i - 1)) || is_head(g, row, i - 1));

    *from = left;
    *to = right;
    if (is_head(g, row, i)) /* it points to the middle of the next lane */
        return true;
    if (c == LEAVES_RIGHT || (c == VERTICAL && after && !before))
        *from = middle;
    else if (c == LEAVES_LEFT || c == COMES_BACK || (c == VERTICAL && before && !after))
        *to = middle;
    else
        return is_across(c) || (c == CROSSING && before && after);
    return is_line(c) && (after || before);
}

/* Arrows of a row that are whole, or broken. */
static void put_arrows(const Grid *g, bool broken, struct assay_buf *out)
{
    assay_buf_printf(out, "<path class=\"%s\" d=\"", broken ? "late" : "prompt");
    for (uint32_t row = 0; row < g->count; row++) {
        bool late = false;
        for (uint32_t i = 0; i < g->lanes; i++)
            late = late || cell(g, row, i) == BROKEN;
        for (uint32_t i = 0; i < g->lanes && late == broken; i++) {
            uint32_t from, to, next, end;
            if (!arrow_in(g, row, i, &from, &to))
                continue;
            while (i + 1 < g->lanes && to == EDGE + (i + 1) * CELL &&
                   arrow_in(g, row, i + 1, &next, &end) && next == to) {
                to = end;
                i++;
            }
            assay_buf_printf(out, "M%u %uH%u", from, EDGE + row * ROW + ROW / 2, to);
        }
    }
    assay_buf_puts(out, "\" />");
}

static void put_heads(const Grid *g, struct assay_buf *out)
{
    assay_buf_puts(out, "<path class=\"head\" d=\"");
    for (uint32_t row = 0; row < g->count; row++)
        for (uint32_t i = 0; i < g->lanes; i++) {
            bool right = cell(g, row, i) == '>';
            uint32_t tip = right ? EDGE + (i + 1) * CELL + CELL / 2 - 1
                                 : EDGE + i * CELL - CELL / 2 + 1;
            if (is_head(g, row, i))
                assay_buf_printf(out, "M%u %ul%d -%dv%dz", tip,
                                 EDGE + row * ROW + ROW / 2, right ? -2 * HEAD : 2 * HEAD,
                                 HEAD, 2 * HEAD);
        }
    assay_buf_puts(out, "\" />");
}

/* ---- Text. */

static void put_run(const Grid *g, uint32_t row, uint32_t from, uint32_t to,
                    struct assay_buf *out)
{
    char bytes[4 * COLUMNS + 1];
    size_t len = 0;

    for (uint32_t i = from; i < to; i++)
        len += assay_utf8_encode(cell(g, row, i), bytes + len);
    bytes[len] = '\0';
    assay_buf_printf(out, "<text x=\"%u\" y=\"%u\" textLength=\"%u\"%s>",
                     EDGE + from * CELL, EDGE + row * ROW + 14, (to - from) * CELL,
                     from < g->lanes ? " class=\"side\"" : "");
    assay_xml_text(out, bytes);
    assay_buf_puts(out, "</text>");
}

/* Words in a row; two blanks part them. */
static void put_texts(const Grid *g, uint32_t row, struct assay_buf *out)
{
    uint32_t count = g->rows[row].count;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = i;
        if (cell(g, row, i) == ' ' || is_drawn(g, row, i))
            continue;
        while (end < count && !is_drawn(g, row, end) &&
               !(cell(g, row, end) == ' ' && cell(g, row, end + 1) == ' '))
            end++;
        while (cell(g, row, end - 1) == ' ')
            end--;
        put_run(g, row, i, end, out);
        i = end;
    }
}

bool report_chart(const char *picture, struct assay_buf *out)
{
    Grid g;

    if (!read_grid(&g, picture))
        return false;
    assay_buf_printf(
        out,
        "<svg class=\"chart\" role=\"img\" aria-label=\"sequence chart; it is "
        "below as text\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">",
        2 * EDGE + g.width * CELL, 2 * EDGE + g.count * ROW, 2 * EDGE + g.width * CELL,
        2 * EDGE + g.count * ROW);
    put_lanes(&g, out);
    put_arrows(&g, false, out);
    put_arrows(&g, true, out);
    put_heads(&g, out);
    for (uint32_t row = 0; row < g.count; row++)
        put_texts(&g, row, out);
    assay_buf_puts(out, "</svg>");
    return true;
}
