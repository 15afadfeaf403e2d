/*
 * A chart as text. Each row is a line: its number, a lane for each actor with the arrow
 * of a message, and what it says.
 *
 *         outside     a        b
 *       1    ├───────>│        │     write(3)
 *       2    │        ├───────>│     sync(3)
 *       3    ├╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌>│     read()  sent at first
 *
 * An arrow is whole where nothing happened since the message was sent, and broken where
 * it has been under way for longer. A lane is empty while its actor is down. With too
 * many actors for lanes rows are "3. a -> b: prepare(1)".
 */
#include "sim/chart.h"
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 96, /* of a line: findings indent it by 4 */
    ROWS = 100, /* that are shown */
    LANES = 8,  /* with more columns there are none */
    LANE_LEAST = 5,
    LANE_MOST = 13,
    HEADS = 3,  /* lines of names, at most */
    NAME = 24,  /* columns of one where there are no lanes */
    TEXTS = 60, /* columns that lanes leave to texts, if need be */
    LABEL_LEAST = 16,
    GAP = 2,   /* between parts of a line */
    TIME = 24, /* bytes of one */
};

enum {
    UP = 0x2502,           /* │ */
    WHOLE = 0x2500,        /* ─ */
    BROKEN = 0x254c,       /* ╌ */
    CROSSING = 0x253c,     /* ┼ */
    LEAVES_RIGHT = 0x251c, /* ├ */
    LEAVES_LEFT = 0x2524,  /* ┤ */
    COMES_BACK = 0x256f,   /* ╯ */
    CROSS = 0x2717,        /* ✗ */
    DIAMOND = 0x25c6,      /* ◆ */
    CIRCLE = 0x25cb,       /* ○ */
    DISC = 0x25cf,         /* ● */
    SQUARE = 0x25a0,       /* ■ */
};

struct layout {
    const struct assay_sim_chart *chart;
    struct assay_buf *out;
    uint64_t first, last;    /* rows that are shown */
    uint32_t nlanes;         /* 0: there are none */
    uint32_t columns[LANES]; /* of each */
    bool down[LANES];        /* now */
    uint32_t number, time;   /* widths; of the time with the blanks before it */
    uint32_t lane, name;
    uint32_t mark, text;
    uint32_t label, remark; /* of rows with a remark */
};

/* ---- Widths */

static uint32_t width_of(const char *text)
{
    return (uint32_t)assay_utf8_count(text, strlen(text));
}

static uint32_t at_most(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t at_least(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The bytes of the first characters. */
static size_t bytes_of(const char *text, uint32_t characters)
{
    size_t at = 0, len = strlen(text);
    uint32_t code;

    for (; at < len && characters > 0; characters--)
        at += assay_utf8_decode(text + at, len - at, &code);
    return at;
}

/* ---- Layout */

static void find_column(struct layout *l, uint32_t column)
{
    if (l->nlanes < LANES)
        l->columns[l->nlanes] = column;
    l->nlanes++;
    l->name = at_least(l->name, width_of(assay_sim_chart_name(l->chart, column)));
}

/* The outside first, then what is used by any row. */
static void find_columns(struct layout *l)
{
    if (l->chart->outside)
        find_column(l, ASSAY_CHART_OUTSIDE);
    for (uint32_t i = 0; i < l->chart->ncolumns; i++)
        if (l->chart->columns[i].used)
            find_column(l, i);
    if (l->nlanes > LANES)
        l->nlanes = 0;
}

static bool is_shown(const struct layout *l, uint64_t number)
{
    return number <= l->first || number + l->last > l->chart->nrows;
}

/* Clears a text. What went wrong with it goes wrong with the chart. */
static void clear(struct layout *l, struct assay_buf *text)
{
    if (l->out->status == ASSAY_OK)
        l->out->status = text->status;
    assay_buf_clear(text);
}

static void format_time(uint64_t time, char text[TIME])
{
    snprintf(text, TIME, "t=%llu", (unsigned long long)time);
}

static void measure_row(struct layout *l, uint64_t number,
                        const struct assay_sim_chart_row *row, struct assay_buf *text)
{
    uint32_t label;
    char time[TIME];

    clear(l, text);
    assay_sim_chart_label(row, text);
    label = width_of(text->at);
    l->text = at_least(l->text, label);
    clear(l, text);
    assay_sim_chart_remark(l->chart, number, text);
    if (text->len > 0) {
        l->label = at_least(l->label, label);
        l->remark = at_least(l->remark, width_of(text->at));
        l->text = at_least(l->text, label + GAP + width_of(text->at));
    }
    format_time(row->time, time);
    if (l->chart->timed)
        l->time = at_least(l->time, GAP + width_of(time));
    if (row->marked)
        l->mark = 2;
}

static void measure(struct layout *l)
{
    struct assay_sim_chart_row row;
    struct assay_buf text;

    assay_buf_init(&text, l->chart->mem, 0);
    for (uint64_t i = 1; i <= l->chart->nrows; i = assay_sim_chart_next(l->chart, i))
        if (is_shown(l, i) && assay_sim_chart_get(l->chart, i, &row))
            measure_row(l, i, &row, &text);
    clear(l, &text);
    assay_buf_printf(&text, "%llu", (unsigned long long)l->chart->nrows);
    l->number = at_least(3, (uint32_t)text.len);
    clear(l, &text);
    assay_buf_done(&text);
}

/* As wide as its names are, but texts need room, too. */
static uint32_t lane_width(const struct layout *l, uint32_t room)
{
    uint32_t texts = at_most(TEXTS, l->mark + l->text);

    room = room > texts ? room - texts : 0;
    room = at_most(room / l->nlanes, at_most(l->name + GAP, LANE_MOST));
    return (at_least(room, LANE_LEAST) - 1) | 1; /* it has a middle */
}

static void lay_out(struct layout *l)
{
    uint32_t room, used;

    find_columns(l);
    assay_sim_chart_ends(l->chart, ROWS, &l->first, &l->last);
    measure(l);
    room = WIDTH - l->number - l->time - 1 - l->mark;
    l->lane = l->nlanes ? lane_width(l, room) : 0;
    used = l->nlanes ? l->nlanes * l->lane : 2 * at_most(l->name, NAME) + 7;
    l->text = room - used;
    room = l->text > l->remark + GAP ? l->text - l->remark - GAP : 0;
    l->label = at_most(l->label, at_least(room, LABEL_LEAST));
    l->remark = at_most(l->remark, l->text - l->label - GAP);
}

static uint32_t middle_of(const struct layout *l, uint32_t lane)
{
    return lane * l->lane + l->lane / 2;
}

/* LANES: it has none. */
static uint32_t lane_of(const struct layout *l, uint32_t column)
{
    for (uint32_t i = 0; i < l->nlanes; i++)
        if (l->columns[i] == column)
            return i;
    return LANES;
}

/* ---- Heads of lanes */

static void put_blanks(struct layout *l, uint32_t n)
{
    assay_buf_printf(l->out, "%*s", (int)n, "");
}

/* Cut in its middle: what tells "acceptor 1" and "acceptor 2" apart is at the end. */
static void put_name(struct layout *l, const char *name, uint32_t most)
{
    uint32_t width = width_of(name);

    if (width <= most) {
        assay_buf_puts(l->out, name);
        return;
    }
    assay_buf_add(l->out, name, bytes_of(name, most - 4));
    assay_buf_printf(l->out, "..%s", name + bytes_of(name, width - 2));
}

/* Every so many-th name, each around the middle of its lane. */
static void put_names(struct layout *l, uint32_t from, uint32_t every)
{
    uint32_t end = 0, most = every * l->lane - 1;

    put_blanks(l, l->number + l->time);
    for (uint32_t i = from; i < l->nlanes; i += every) {
        const char *name = assay_sim_chart_name(l->chart, l->columns[i]);
        uint32_t width = at_most(width_of(name), most), middle = middle_of(l, i);
        uint32_t start = middle > end + width / 2 ? middle - width / 2 : end;
        put_blanks(l, start - end);
        put_name(l, name, most);
        end = start + width;
    }
    assay_buf_putc(l->out, '\n');
}

/* In more than one line where names are wider than lanes. */
static void put_heads(struct layout *l)
{
    uint32_t lines = at_most(l->name / l->lane + 1, at_most(HEADS, l->nlanes));

    for (uint32_t line = 0; line < lines; line++)
        put_names(l, line, lines);
}

/* ---- Lanes */

static void draw_lanes(const struct layout *l, uint32_t *cells)
{
    for (uint32_t i = 0; i < l->nlanes * l->lane; i++)
        cells[i] = ' ';
    for (uint32_t i = 0; i < l->nlanes; i++)
        if (!l->down[i])
            cells[middle_of(l, i)] = UP;
}

/* Between two places; lanes on the way become `crossing`. */
static void draw_line(uint32_t *cells, uint32_t a, uint32_t b, uint32_t line,
                      uint32_t crossing)
{
    uint32_t low = at_most(a, b), high = at_least(a, b);

    for (uint32_t i = low + 1; i < high; i++)
        cells[i] = cells[i] == UP ? crossing : line;
}

/* The end of an arrow: what is one and two places before it. */
static void draw_end(enum assay_sim_chart_kind kind, bool right, uint32_t *before,
                     uint32_t *last)
{
    switch (kind) {
    case ASSAY_CHART_LOST:
        *before = CROSS;
        *last = ' ';
        break;
    case ASSAY_CHART_DOUBLED:
        *before = '2';
        break;
    case ASSAY_CHART_UNDER_WAY:
        *before = *last = ' ';
        break;
    default:
        *last = right ? '>' : '<';
    }
}

static void draw_message(const struct layout *l, const struct assay_sim_chart_row *row,
                         uint64_t number, uint32_t *cells)
{
    uint32_t a = lane_of(l, row->from), b = lane_of(l, row->at);
    uint32_t line = assay_sim_chart_is_prompt(row, number) ? WHOLE : BROKEN, to;
    bool right = a < b;

    if (a == LANES || b == LANES)
        return;
    to = middle_of(l, b);
    if (a == b) {
        cells[to + 1] = row->kind == ASSAY_CHART_LOST ? CROSS : '<';
        cells[to + 2] = COMES_BACK;
        return;
    }
    draw_line(cells, middle_of(l, a), to, line, CROSSING);
    if (!l->down[a])
        cells[middle_of(l, a)] = right ? LEAVES_RIGHT : LEAVES_LEFT;
    draw_end(row->kind, right, &cells[right ? to - 2 : to + 2],
             &cells[right ? to - 1 : to + 1]);
}

static void draw_cut(const struct layout *l, const struct assay_sim_chart_row *row,
                     uint32_t *cells)
{
    uint32_t a = lane_of(l, row->from), b = lane_of(l, row->at);

    if (a == LANES || b == LANES) { /* all of them */
        a = 0;
        b = l->nlanes - 1;
    }
    draw_line(cells, middle_of(l, a), middle_of(l, b),
              row->kind == ASSAY_CHART_CUT ? '~' : '=', UP);
}

static void draw_mark(const struct layout *l, const struct assay_sim_chart_row *row,
                      uint32_t *cells)
{
    static const uint32_t marks[] = {
        [ASSAY_CHART_FIRED] = CIRCLE,   [ASSAY_CHART_SAID] = DIAMOND,
        [ASSAY_CHART_STEP] = SQUARE,    [ASSAY_CHART_CRASHED] = CROSS,
        [ASSAY_CHART_RESTARTED] = DISC, [ASSAY_CHART_NOTED] = LEAVES_RIGHT,
        [ASSAY_CHART_FAILED] = CROSS,
    };
    uint32_t lane = lane_of(l, row->at);

    if (lane < LANES)
        cells[middle_of(l, lane)] = marks[row->kind];
}

static void put_lanes(struct layout *l, const struct assay_sim_chart_row *row,
                      uint64_t number)
{
    uint32_t cells[LANES * (LANE_MOST + 1)];
    char bytes[ASSAY_UTF8_MAX];

    draw_lanes(l, cells);
    if (assay_sim_chart_is_message(row->kind))
        draw_message(l, row, number, cells);
    else if (row->kind == ASSAY_CHART_CUT || row->kind == ASSAY_CHART_HEALED)
        draw_cut(l, row, cells);
    else
        draw_mark(l, row, cells);
    for (uint32_t i = 0; i < l->nlanes * l->lane; i++)
        assay_buf_add(l->out, bytes, assay_utf8_encode(cells[i], bytes));
}

/* ---- Rows */

/* "a -> b: ", where there are no lanes. */
static void put_actors(struct layout *l, const struct assay_sim_chart_row *row)
{
    if (row->from != ASSAY_CHART_NONE) {
        put_name(l, assay_sim_chart_name(l->chart, row->from), NAME);
        assay_buf_puts(l->out, assay_sim_chart_is_message(row->kind) ? " -> " : " | ");
    }
    if (row->at != ASSAY_CHART_NONE) {
        put_name(l, assay_sim_chart_name(l->chart, row->at), NAME);
        assay_buf_puts(l->out, ": ");
    }
}

/* Cut at its end; returns its width. */
static uint32_t put_cut(struct layout *l, const char *text, uint32_t most)
{
    uint32_t width = width_of(text);

    if (width <= most) {
        assay_buf_puts(l->out, text);
        return width;
    }
    assay_buf_add(l->out, text, bytes_of(text, most - 2));
    assay_buf_puts(l->out, "..");
    return most;
}

static void put_texts(struct layout *l, const struct assay_sim_chart_row *row,
                      uint64_t number)
{
    struct assay_buf label, remark;

    assay_buf_init(&label, l->chart->mem, 0);
    assay_buf_init(&remark, l->chart->mem, 0);
    assay_sim_chart_label(row, &label);
    assay_sim_chart_remark(l->chart, number, &remark);
    if (remark.len == 0) {
        put_cut(l, label.at, l->text);
    } else {
        uint32_t rest = at_most(width_of(remark.at), l->remark) + GAP;
        uint32_t width = put_cut(l, label.at, at_least(l->label, l->text - rest));
        put_blanks(l, (l->nlanes && width < l->label ? l->label - width : 0) + GAP);
        put_cut(l, remark.at, l->remark);
    }
    clear(l, &label);
    clear(l, &remark);
    assay_buf_done(&label);
    assay_buf_done(&remark);
}

/* What had not arrived has no number. */
static void put_number(struct layout *l, const struct assay_sim_chart_row *row,
                       uint64_t number)
{
    const char *dot = l->nlanes ? "" : ".";
    char time[TIME];

    if (row->kind == ASSAY_CHART_UNDER_WAY) {
        put_blanks(l, l->number + l->time + (l->nlanes ? 0 : 1));
        return;
    }
    format_time(row->time, time);
    assay_buf_printf(l->out, "%*llu%s", (int)l->number, (unsigned long long)number, dot);
    assay_buf_printf(l->out, "%*s", (int)l->time, l->time ? time : "");
}

static void end_line(struct layout *l)
{
    size_t len = l->out->len;

    while (len > 0 && l->out->at[len - 1] == ' ')
        len--;
    assay_buf_truncate(l->out, len);
    assay_buf_putc(l->out, '\n');
}

static void put_row(struct layout *l, const struct assay_sim_chart_row *row,
                    uint64_t number)
{
    put_number(l, row, number);
    if (l->nlanes)
        put_lanes(l, row, number);
    put_blanks(l, 1);
    if (l->mark)
        assay_buf_puts(l->out, row->marked ? "* " : "  ");
    if (!l->nlanes)
        put_actors(l, row);
    put_texts(l, row, number);
    end_line(l);
}

static void put_left_out(struct layout *l)
{
    uint64_t left = l->chart->nrows - l->first - l->last;

    put_blanks(l, l->number);
    assay_buf_puts(l->out, "... ");
    assay_buf_count(l->out, left);
    assay_buf_puts(l->out, left == 1 ? " row ...\n" : " rows ...\n");
}

void assay_sim_chart_text(const struct assay_sim_chart *c, struct assay_buf *out)
{
    struct layout l = {.chart = c, .out = out};
    struct assay_sim_chart_row row;

    if (c->nrows == 0)
        return;
    lay_out(&l);
    if (l.nlanes)
        put_heads(&l);
    for (uint64_t i = 1; i <= c->nrows; i = assay_sim_chart_next(c, i)) {
        if (is_shown(&l, i) && assay_sim_chart_get(c, i, &row))
            put_row(&l, &row, i);
        if (i == l.first && i < c->nrows)
            put_left_out(&l);
        for (uint32_t k = 0; k < l.nlanes; k++)
            l.down[k] = assay_sim_chart_is_down(c, i, l.columns[k], l.down[k]);
    }
    if (l.mark)
        assay_buf_puts(out, "* an event of the specification\n");
}
