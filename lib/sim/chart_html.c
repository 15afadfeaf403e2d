/*
 * A chart as a page: one SVG in a file that needs nothing else, neither scripts nor
 * fonts. A message is an arrow from the row in which it was sent down to the one in which
 * it arrives, so that what overtakes another crosses it. What a row says is beside it;
 * all that is known of it shows when the pointer is there. The page is XML, too.
 */
#include "base/xml.h"
#include "sim/chart.h"
#include <stdio.h>
#include <string.h>

enum {
    ROWS_LEAST = 8, /* that are shown, however little room there is */
    ROW = 26,       /* pixels; of a row, */
    LANE = 120,     /* a lane, */
    TOP = 18,       /* above the first row, */
    CHARACTER = 8,  /* and a character, about */
    MARGIN = 12,
    HEAD = 30,
    LANE_TEXT = 14, /* characters of a name in its lane */
    SHORT = 26,     /* before the lane, in what does not arrive */
};

/* Where things are. */
struct page {
    const struct assay_sim_chart *chart;
    struct assay_buf *out;
    uint64_t first, last; /* rows that are shown */
    uint32_t *lanes;      /* of each column */
    uint32_t nlanes;
    uint32_t left, right, width; /* of lanes; of all */
    uint32_t height;
    bool marked, late; /* some row is */
};

/* ---- Places */

static bool is_shown(const struct page *p, uint64_t number)
{
    return number <= p->first || number + p->last > p->chart->nrows;
}

/* The middle of a row; of one that is left out that of the gap; 0: the beginning. */
static uint32_t y_of(const struct page *p, uint64_t number)
{
    uint64_t row = number;

    if (number == 0)
        return 2;
    if (!is_shown(p, number))
        row = p->first + 1;
    else if (number > p->first)
        row = number - (p->chart->nrows - p->last) + p->first + 1;
    return TOP + (uint32_t)row * ROW - ROW / 2;
}

static bool has_lane(const struct page *p, uint32_t column)
{
    return column == ASSAY_CHART_OUTSIDE ||
           (column < p->chart->ncolumns && p->chart->columns[column].used);
}

static uint32_t x_of(const struct page *p, uint32_t column)
{
    uint32_t lane = column == ASSAY_CHART_OUTSIDE ? 0 : p->lanes[column];

    return p->left + lane * LANE + LANE / 2;
}

static uint32_t rows_of(const struct page *p)
{
    bool whole = p->first == p->chart->nrows;

    return (uint32_t)(p->first + p->last) + (whole ? 0 : 1);
}

/* Clears a text, or ends it. What went wrong with it goes wrong with the page. */
static void clear_text(struct page *p, struct assay_buf *text)
{
    if (p->out->status == ASSAY_OK)
        p->out->status = text->status;
    assay_buf_clear(text);
}

static void end_text(struct page *p, struct assay_buf *text)
{
    clear_text(p, text);
    assay_buf_done(text);
}

/* The widest label with its remark. */
static uint32_t text_width(struct page *p)
{
    struct assay_sim_chart_row row;
    struct assay_buf text;
    size_t most = 0;

    assay_buf_init(&text, p->chart->mem, 0);
    for (uint64_t i = 1; i <= p->chart->nrows; i = assay_sim_chart_next(p->chart, i)) {
        if (!is_shown(p, i) || !assay_sim_chart_get(p->chart, i, &row))
            continue;
        clear_text(p, &text);
        assay_sim_chart_label(&row, &text);
        assay_buf_puts(&text, "   ");
        assay_sim_chart_remark(p->chart, i, &text);
        if (assay_utf8_count(text.at, text.len) > most)
            most = assay_utf8_count(text.at, text.len);
    }
    end_text(p, &text);
    return (uint32_t)most * CHARACTER;
}

static void lay_out(struct page *p)
{
    p->nlanes = p->chart->outside ? 1 : 0;
    for (uint32_t i = 0; i < p->chart->ncolumns; i++)
        if (p->chart->columns[i].used)
            p->lanes[i] = p->nlanes++;
    p->left = p->chart->timed ? 120 : 56;
    p->right = p->left + p->nlanes * LANE;
    p->width = p->right + text_width(p) + 3 * MARGIN;
    p->height = TOP + rows_of(p) * ROW + MARGIN;
}

/* ---- The style */

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1c2024;--faint:#8b939c;"
    "--lane:#c3c9d0;--line:#2f6fb3;--bad:#c4321f;--good:#2b8a3e;--event:#ffd43b55;"
    "--over:#2f6fb31f}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e4e7ea;"
    "--faint:#838c96;--lane:#444c55;--line:#6cb0f5;--bad:#ff7b69;--good:#63cc7a;"
    "--event:#ffd43b33;--over:#6cb0f52e}}\n"
    "body{margin:0;padding:0 12px 24px;background:var(--paper);color:var(--ink);"
    "font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}\n"
    "h1{font-size:16px;margin:16px 0 8px}p{color:var(--faint)}svg{display:block}\n"
    ".heads{position:sticky;top:0;background:var(--paper);"
    "border-bottom:1px solid var(--lane);width:max-content}\n"
    "text{fill:var(--ink);white-space:pre}.heads text{text-anchor:middle;"
    "font-weight:600}\n"
    ".n,.s{fill:var(--faint)}.n{text-anchor:end}\n"
    ".lane{stroke:var(--lane);stroke-width:1.5}\n"
    ".band{fill:transparent}.marked .band{fill:var(--event)}g:hover>.band{"
    "fill:var(--over)}\n"
    ".m{stroke:var(--line);stroke-width:1.5;fill:none}.late{stroke-dasharray:6 4}\n"
    "g:hover>.m{stroke-width:3}.head{fill:var(--line)}\n"
    ".bad{stroke:var(--bad)}.good{stroke:var(--good)}.cross{stroke:var(--bad);"
    "stroke-width:2.5}\n"
    ".dot{fill:var(--line)}.up{fill:var(--good)}.clock,.open{"
    "fill:var(--paper);stroke:var(--ink);stroke-width:1.5}.open{stroke:var(--line)}\n"
    ".failed text{fill:var(--bad);font-weight:600}.noted text{font-style:italic}\n";

/* ---- Pieces of SVG */

static void put_text(struct page *p, uint32_t x, uint32_t y, const char *class,
                     const char *text)
{
    assay_buf_printf(p->out, "<text%s x=\"%u\" y=\"%u\">", class, x, y);
    assay_xml_text(p->out, text);
    assay_buf_puts(p->out, "</text>");
}

static void put_line(struct page *p, const char *class, const uint32_t from[2],
                     const uint32_t to[2])
{
    assay_buf_printf(p->out, "<path class=\"%s\" d=\"M%u %uL%u %u\"/>", class, from[0],
                     from[1], to[0], to[1]);
}

static void put_cross(struct page *p, uint32_t x, uint32_t y)
{
    assay_buf_printf(p->out, "<path class=\"cross\" d=\"M%u %ul10 10m0-10l-10 10\"/>",
                     x - 5, y - 5);
}

/* ---- Rows */

/* To itself: an arc beside the lane. */
static void put_arc(struct page *p, const char *class, uint32_t x, uint32_t y,
                    uint32_t end)
{
    uint32_t start = y < end ? y : end - ROW / 2;

    assay_buf_printf(p->out,
                     "<path class=\"%s\" marker-end=\"url(#head)\" "
                     "d=\"M%u %uC%u %u %u %u %u %u\"/>",
                     class, x, start, x + 36, start, x + 36, end, x + 2, end);
}

static void put_arrow(struct page *p, const struct assay_sim_chart_row *row,
                      uint64_t number)
{
    const char *class = assay_sim_chart_is_prompt(row, number) ? "m" : "m late";
    uint32_t start = y_of(p, assay_sim_chart_sent_in(row, number)), end = y_of(p, number);
    uint32_t from[2] = {x_of(p, row->from), start}, to[2] = {x_of(p, row->at), end};
    bool right = from[0] < to[0];

    if (row->kind != ASSAY_CHART_ARRIVED)
        class = row->kind == ASSAY_CHART_LOST ? "m late bad" : "m late";
    if (row->from == row->at) {
        put_arc(p, class, to[0], start, end);
    } else if (row->kind == ASSAY_CHART_ARRIVED) {
        assay_buf_printf(p->out,
                         "<path class=\"%s\" marker-end=\"url(#head)\" "
                         "d=\"M%u %uL%u %u\"/>",
                         class, from[0], from[1], right ? to[0] - 2 : to[0] + 2, to[1]);
    } else {
        to[0] = right ? to[0] - SHORT : to[0] + SHORT;
        put_line(p, class, from, to);
    }
    if (row->kind == ASSAY_CHART_LOST)
        put_cross(p, to[0], to[1]);
    if (row->kind == ASSAY_CHART_UNDER_WAY)
        assay_buf_printf(p->out, "<circle class=\"open\" cx=\"%u\" cy=\"%u\" r=\"4\"/>",
                         to[0], to[1]);
    if (row->kind == ASSAY_CHART_DOUBLED)
        put_text(p, right ? to[0] + 2 : to[0] - 18, end + 4, "", "×2");
}

static void put_cut(struct page *p, const struct assay_sim_chart_row *row,
                    uint64_t number)
{
    bool two = has_lane(p, row->from) && has_lane(p, row->at);
    uint32_t y = y_of(p, number);
    uint32_t a = two ? x_of(p, row->from) : p->left,
             b = two ? x_of(p, row->at) : p->right;

    put_line(p, row->kind == ASSAY_CHART_CUT ? "m late bad" : "m good",
             (uint32_t[]){a, y}, (uint32_t[]){b, y});
}

/* What happens at one actor. */
static void put_mark(struct page *p, const struct assay_sim_chart_row *row,
                     uint64_t number)
{
    uint32_t y = y_of(p, number), x;

    if (!has_lane(p, row->at))
        return;
    x = x_of(p, row->at);
    switch (row->kind) {
    case ASSAY_CHART_FIRED:
        assay_buf_printf(p->out,
                         "<path class=\"clock\" d=\"M%u %ua7 7 0 1 0 14 0a7 7 0 1 0-14 "
                         "0m7-5v5h4\"/>",
                         x - 7, y);
        break;
    case ASSAY_CHART_SAID:
        assay_buf_printf(p->out, "<path class=\"dot\" d=\"M%u %ul7 7l-7 7l-7-7z\"/>", x,
                         y - 7);
        break;
    case ASSAY_CHART_STEP:
        assay_buf_printf(p->out, "<path class=\"dot\" d=\"M%u %uh12v12h-12z\"/>", x - 6,
                         y - 6);
        break;
    case ASSAY_CHART_RESTARTED:
        assay_buf_printf(p->out, "<circle class=\"up\" cx=\"%u\" cy=\"%u\" r=\"6\"/>", x,
                         y);
        break;
    case ASSAY_CHART_CRASHED:
    case ASSAY_CHART_FAILED:
        put_cross(p, x, y);
        break;
    default:
        assay_buf_printf(p->out, "<circle class=\"dot\" cx=\"%u\" cy=\"%u\" r=\"3\"/>", x,
                         y);
    }
}

/* What shows when the pointer is there. */
static void put_hint(struct page *p, const struct assay_sim_chart_row *row,
                     uint64_t number, const char *label, const char *remark)
{
    assay_buf_printf(p->out, "<title>row %llu: ", (unsigned long long)number);
    assay_xml_text(p->out, label);
    if (has_lane(p, row->from)) {
        assay_buf_puts(p->out, "&#10;from ");
        assay_xml_text(p->out, assay_sim_chart_name(p->chart, row->from));
    }
    if (has_lane(p, row->at)) {
        assay_buf_puts(p->out, has_lane(p, row->from) ? " to " : "&#10;at ");
        assay_xml_text(p->out, assay_sim_chart_name(p->chart, row->at));
    }
    if (*remark)
        assay_buf_printf(p->out, "&#10;%s", remark);
    if (p->chart->timed)
        assay_buf_printf(p->out, "&#10;time %llu", (unsigned long long)row->time);
    if (row->marked)
        assay_buf_puts(p->out, "&#10;an event of the specification");
    assay_buf_puts(p->out, "</title>");
}

static void put_words(struct page *p, const struct assay_sim_chart_row *row,
                      uint64_t number, const char *label, const char *remark)
{
    uint32_t y = y_of(p, number) + 4;
    uint32_t wide = (uint32_t)assay_utf8_count(label, strlen(label)) * CHARACTER;
    char text[32];

    if (row->kind != ASSAY_CHART_UNDER_WAY) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)number);
        put_text(p, 44, y, " class=\"n\"", text);
        snprintf(text, sizeof text, "t=%llu", (unsigned long long)row->time);
        if (p->chart->timed)
            put_text(p, 114, y, " class=\"n\"", text);
    }
    put_text(p, p->right + MARGIN, y, "", label);
    if (*remark)
        put_text(p, p->right + MARGIN + wide + 2 * CHARACTER, y, " class=\"s\"", remark);
}

static void put_row(struct page *p, const struct assay_sim_chart_row *row,
                    uint64_t number)
{
    const char *class = row->kind == ASSAY_CHART_FAILED  ? " class=\"failed\""
                        : row->kind == ASSAY_CHART_NOTED ? " class=\"noted\""
                        : row->marked                    ? " class=\"marked\""
                                                         : "";
    struct assay_buf label, remark;

    assay_buf_init(&label, p->chart->mem, 0);
    assay_buf_init(&remark, p->chart->mem, 0);
    assay_sim_chart_label(row, &label);
    assay_sim_chart_remark(p->chart, number, &remark);
    p->marked |= row->marked;
    p->late |=
        assay_sim_chart_is_message(row->kind) && !assay_sim_chart_is_prompt(row, number);
    assay_buf_printf(p->out, "<g%s>", class);
    put_hint(p, row, number, label.at, remark.at);
    assay_buf_printf(p->out, "<path class=\"band\" d=\"M0 %uh%uv%uH0z\"/>",
                     y_of(p, number) - ROW / 2, p->width, ROW);
    if (assay_sim_chart_is_message(row->kind)) {
        if (has_lane(p, row->from) && has_lane(p, row->at))
            put_arrow(p, row, number);
    } else if (row->kind == ASSAY_CHART_CUT || row->kind == ASSAY_CHART_HEALED) {
        put_cut(p, row, number);
    } else {
        put_mark(p, row, number);
    }
    put_words(p, row, number, label.at, remark.at);
    assay_buf_puts(p->out, "</g>\n");
    end_text(p, &label);
    end_text(p, &remark);
}

static void put_left_out(struct page *p)
{
    struct assay_buf text;

    assay_buf_init(&text, p->chart->mem, 0);
    assay_buf_puts(&text, "... ");
    assay_buf_count(&text, p->chart->nrows - p->first - p->last);
    assay_buf_puts(&text, " rows ...");
    put_text(p, p->right + MARGIN, y_of(p, p->first + 1) + 4, " class=\"s\"", text.at);
    assay_buf_putc(p->out, '\n');
    end_text(p, &text);
}

/* ---- Lanes */

/* From where an actor is up to where it is not. */
static void put_lane(struct page *p, uint32_t column)
{
    uint32_t x = x_of(p, column), start = 0;
    bool down = false;

    for (uint64_t i = 1; i <= p->chart->nrows; i = assay_sim_chart_next(p->chart, i)) {
        bool was = down;
        down = assay_sim_chart_is_down(p->chart, i, column, was);
        if (!was && down)
            put_line(p, "lane", (uint32_t[]){x, start}, (uint32_t[]){x, y_of(p, i)});
        if (was && !down)
            start = y_of(p, i);
    }
    if (!down)
        put_line(p, "lane", (uint32_t[]){x, start}, (uint32_t[]){x, p->height});
}

static void put_name(struct page *p, uint32_t column)
{
    const char *name = assay_sim_chart_name(p->chart, column);
    size_t width = assay_utf8_count(name, strlen(name));
    struct assay_buf text;
    uint32_t code;

    assay_buf_init(&text, p->chart->mem, 0);
    for (size_t at = 0, n = 0, c = 0; name[at]; at += n, c++) {
        n = assay_utf8_decode(name + at, strlen(name + at), &code);
        if (width > LANE_TEXT && c == LANE_TEXT - 4)
            assay_buf_puts(&text, "..");
        if (width <= LANE_TEXT || c < LANE_TEXT - 4 || c >= width - 2)
            assay_buf_add(&text, name + at, n);
    }
    assay_buf_puts(p->out, "<g><title>");
    assay_xml_text(p->out, name);
    assay_buf_puts(p->out, "</title>");
    put_text(p, x_of(p, column), HEAD - 10, "", text.at);
    assay_buf_puts(p->out, "</g>\n");
    end_text(p, &text);
}

/* What there is to do for each lane. */
static void for_lanes(struct page *p, void (*put)(struct page *p, uint32_t column))
{
    if (p->chart->outside)
        put(p, ASSAY_CHART_OUTSIDE);
    for (uint32_t i = 0; i < p->chart->ncolumns; i++)
        if (p->chart->columns[i].used)
            put(p, i);
}

/* ---- The page */

static void put_rows(struct page *p)
{
    struct assay_sim_chart_row row;

    for (uint64_t i = 1; i <= p->chart->nrows; i = assay_sim_chart_next(p->chart, i)) {
        if (is_shown(p, i) && assay_sim_chart_get(p->chart, i, &row))
            put_row(p, &row, i);
        if (i == p->first && i < p->chart->nrows)
            put_left_out(p);
    }
}

static void put_page(struct page *p, const char *title)
{
    static const char svg[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\">\n";

    assay_buf_puts(p->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta "
                           "charset=\"utf-8\"/>\n<title>");
    assay_xml_text(p->out, title);
    assay_buf_printf(p->out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", style);
    assay_xml_text(p->out, title);
    assay_buf_puts(p->out, "</h1>\n<div class=\"heads\">");
    assay_buf_printf(p->out, svg, p->width, (unsigned)HEAD);
    for_lanes(p, put_name);
    assay_buf_puts(p->out, "</svg></div>\n");
    assay_buf_printf(p->out, svg, p->width, p->height);
    assay_buf_puts(p->out,
                   "<defs><marker id=\"head\" orient=\"auto\" markerWidth=\"12\" "
                   "markerHeight=\"12\" refX=\"10\" refY=\"5\" "
                   "markerUnits=\"userSpaceOnUse\"><path class=\"head\" d=\"M0 0L11 5L0 "
                   "10z\"/></marker></defs>\n");
    for_lanes(p, put_lane);
    put_rows(p);
    assay_buf_puts(p->out, "</svg>\n");
    if (p->late)
        assay_buf_puts(p->out, "<p>A broken line: other things happened while the "
                               "message was under way.</p>\n");
    if (p->marked)
        assay_buf_puts(p->out, "<p>Highlighted: events of the specification.</p>\n");
    assay_buf_puts(p->out, "</body>\n</html>\n");
}

void assay_sim_chart_html(const struct assay_sim_chart *c, const char *title,
                          struct assay_buf *out)
{
    struct page page = {.chart = c, .out = out};
    size_t before = out->len, size = (c->ncolumns + 1) * sizeof *page.lanes;
    uint64_t most = ASSAY_CHART_FIRST + ASSAY_CHART_LAST;

    if (c->nrows == 0 || out->status)
        return;
    page.lanes = assay_mem_new(c->mem, size);
    if (!page.lanes) {
        out->status = ASSAY_NO_MEMORY;
        return;
    }
    for (;; most = most * 3 / 4) {
        assay_sim_chart_ends(c, most, &page.first, &page.last);
        lay_out(&page);
        put_page(&page, title);
        if (out->status != ASSAY_TOO_LARGE || most <= ROWS_LEAST)
            break;
        assay_buf_truncate(out, before);
        out->status = ASSAY_OK;
    }
    assay_mem_free(c->mem, page.lanes, size);
}
