/*
 * The rows of a chart. The first ones are kept for good, the last ones in a ring behind
 * them. Texts are made printable once, when they are added.
 */
#include "sim/chart.h"
#include "run/body.h"
#include <stdio.h>
#include <string.h>

enum {
    KEPT = ASSAY_CHART_FIRST + ASSAY_CHART_LAST,
    ALWAYS = 200,    /* rows up to which each call shows the chart */
    SELDOM = 16,     /* beyond them: when it has grown by one part in so many */
    ORDER_BITS = 32, /* of a mark, below the number of the row */
};

void assay_sim_chart_init(struct assay_sim_chart *c, const struct assay_alloc *mem)
{
    *c = (struct assay_sim_chart){.mem = mem};
}

void assay_sim_chart_done(struct assay_sim_chart *c)
{
    assay_mem_free(c->mem, c->columns, c->room_columns * sizeof *c->columns);
    assay_mem_free(c->mem, c->kept, c->room * sizeof *c->kept);
    *c = (struct assay_sim_chart){.mem = c->mem};
}

/* ---- Texts */

/* What moves the cursor, or is not seen: it would spoil lines, or worse. */
static bool is_plain(uint32_t code)
{
    return code >= ' ' && !(code >= 0x7f && code <= 0x9f) && code != 0xad &&
           !(code >= 0x200b && code <= 0x200f) && !(code >= 0x2028 && code <= 0x202e) &&
           !(code >= 0x2060 && code <= 0x206f) && code != 0xfeff &&
           !(code >= 0xfff9 && code <= 0xfffb) && code != 0xfffe && code != 0xffff;
}

/* One character, or a byte that is none, as it is shown; returns the bytes read. */
static size_t printable(const char *text, size_t len, char shown[16])
{
    uint32_t code = 0;
    size_t n = assay_utf8_decode(text, len, &code);

    if (n == 0 || (n == 1 && !is_plain(code))) {
        snprintf(shown, 16, "\\x%02x", (unsigned)(unsigned char)*text);
        return 1;
    }
    if (is_plain(code)) {
        memcpy(shown, text, n);
        shown[n] = '\0';
    } else {
        snprintf(shown, 16, "\\u{%x}", (unsigned)code);
    }
    return n;
}

static void copy_text(char to[ASSAY_CHART_TEXT], const char *text)
{
    static const char cut[] = "..";
    size_t len = strlen(text), used = 0, whole = 0;
    char shown[16];

    while (len > 0) {
        size_t n = printable(text, len, shown), more = strlen(shown);
        if (used + more >= ASSAY_CHART_TEXT) {
            memcpy(to + whole, cut, sizeof cut);
            return;
        }
        memcpy(to + used, shown, more);
        used += more;
        if (used + sizeof cut <= ASSAY_CHART_TEXT)
            whole = used; /* up to here there is room for the dots, too */
        text += n;
        len -= n;
    }
    to[used] = '\0';
}

/* ---- Adding */

uint32_t assay_sim_chart_column(struct assay_sim_chart *c, const char *name)
{
    void *at = c->columns;
    enum assay_status status =
        assay_mem_grow(c->mem, &at, &c->room_columns, c->ncolumns + 1, sizeof *c->columns,
                       ASSAY_CHART_COLUMNS);

    c->columns = at;
    if (status) {
        c->status = status;
        return ASSAY_CHART_NONE;
    }
    c->columns[c->ncolumns] = (struct assay_sim_chart_column){.used = false};
    copy_text(c->columns[c->ncolumns].name, name);
    return (uint32_t)c->ncolumns++;
}

static size_t place_of(uint64_t number)
{
    uint64_t i = number - 1;

    return i < ASSAY_CHART_FIRST
               ? (size_t)i
               : ASSAY_CHART_FIRST + (size_t)((i - ASSAY_CHART_FIRST) % ASSAY_CHART_LAST);
}

bool assay_sim_chart_is_message(enum assay_sim_chart_kind kind)
{
    return kind <= ASSAY_CHART_UNDER_WAY;
}

/* Whether it has two ends. */
static bool is_between(enum assay_sim_chart_kind kind)
{
    return assay_sim_chart_is_message(kind) || kind == ASSAY_CHART_CUT ||
           kind == ASSAY_CHART_HEALED;
}

static void use(struct assay_sim_chart *c, uint32_t column)
{
    if (column == ASSAY_CHART_OUTSIDE)
        c->outside = true;
    else if (column < c->ncolumns)
        c->columns[column].used = true;
}

/* A row that is about to be forgotten: what follows from it is not. */
static void forget(struct assay_sim_chart *c, const struct assay_sim_chart_row *row)
{
    if (row->at >= c->ncolumns)
        return;
    if (row->kind == ASSAY_CHART_CRASHED || row->kind == ASSAY_CHART_RESTARTED) {
        c->columns[row->at].changed = true;
        c->columns[row->at].down = row->kind == ASSAY_CHART_CRASHED;
    }
}

void assay_sim_chart_add(struct assay_sim_chart *c, const struct assay_sim_chart_row *row)
{
    size_t place = place_of(c->nrows + 1);
    void *at = c->kept;
    enum assay_status status = assay_mem_grow(
        c->mem, &at, &c->room, c->nrows < KEPT ? (size_t)c->nrows + 1 : KEPT,
        sizeof *c->kept, KEPT);

    c->kept = at;
    if (status) {
        c->status = status;
        return;
    }
    if (c->nrows >= KEPT)
        forget(c, &c->kept[place].row);
    c->nrows++;
    c->kept[place].row = *row;
    if (!is_between(row->kind))
        c->kept[place].row.from = ASSAY_CHART_NONE;
    if (row->kind == ASSAY_CHART_UNDER_WAY)
        c->kept[place].row.marked = false; /* it has not happened */
    copy_text(c->kept[place].text, row->text ? row->text : "");
    use(c, c->kept[place].row.from);
    use(c, row->at);
    c->timed = c->timed || row->time > 0;
}

uint64_t assay_sim_chart_sent(struct assay_sim_chart *c)
{
    return c->nrows << ORDER_BITS | (++c->nsent & (((uint64_t)1 << ORDER_BITS) - 1));
}

/* ---- Reading */

static bool is_kept(const struct assay_sim_chart *c, uint64_t number)
{
    return number <= ASSAY_CHART_FIRST || number + ASSAY_CHART_LAST > c->nrows;
}

bool assay_sim_chart_get(const struct assay_sim_chart *c, uint64_t number,
                         struct assay_sim_chart_row *ret_row)
{
    const struct assay_sim_chart_kept *k;

    if (number == 0 || number > c->nrows || !is_kept(c, number))
        return false;
    k = &c->kept[place_of(number)];
    *ret_row = k->row;
    ret_row->text = k->text;
    return true;
}

uint64_t assay_sim_chart_next(const struct assay_sim_chart *c, uint64_t number)
{
    return is_kept(c, number + 1) ? number + 1 : c->nrows - ASSAY_CHART_LAST;
}

void assay_sim_chart_ends(const struct assay_sim_chart *c, uint64_t most,
                          uint64_t *ret_first, uint64_t *ret_last)
{
    if (most > KEPT)
        most = KEPT;
    *ret_first = c->nrows > most ? most / 2 : c->nrows;
    *ret_last = c->nrows > most ? most - most / 2 : 0;
}

uint64_t assay_sim_chart_sent_in(const struct assay_sim_chart_row *row, uint64_t number)
{
    return row->sent ? row->sent >> ORDER_BITS : number;
}

bool assay_sim_chart_is_prompt(const struct assay_sim_chart_row *row, uint64_t number)
{
    return assay_sim_chart_sent_in(row, number) + 1 >= number;
}

bool assay_sim_chart_is_down(const struct assay_sim_chart *c, uint64_t number,
                             uint32_t column, bool before)
{
    struct assay_sim_chart_row row;

    if (column >= c->ncolumns)
        return false;
    if (!assay_sim_chart_get(c, number, &row))
        return c->columns[column].changed ? c->columns[column].down : before;
    if (row.at != column)
        return before;
    return row.kind == ASSAY_CHART_CRASHED ||
           (before && row.kind != ASSAY_CHART_RESTARTED);
}

/* ---- Words */

const char *assay_sim_chart_name(const struct assay_sim_chart *c, uint32_t column)
{
    return column == ASSAY_CHART_OUTSIDE ? "outside"
           : column < c->ncolumns        ? c->columns[column].name
                                         : "?";
}

void assay_sim_chart_label(const struct assay_sim_chart_row *row, struct assay_buf *out)
{
    static const char *const words[] = {
        [ASSAY_CHART_LOST] = "lost",
        [ASSAY_CHART_DOUBLED] = "doubled",
        [ASSAY_CHART_UNDER_WAY] = "under way",
        [ASSAY_CHART_FIRED] = "timer",
        [ASSAY_CHART_CRASHED] = "crashes",
        [ASSAY_CHART_RESTARTED] = "starts again",
        [ASSAY_CHART_CUT] = "cut",
        [ASSAY_CHART_HEALED] = "healed",
        [ASSAY_CHART_FAILED] = "fails",
    };
    const char *word = words[row->kind];

    if (word)
        assay_buf_puts(out, word);
    if (word && row->text[0])
        assay_buf_puts(out, ": ");
    assay_buf_puts(out, row->text);
}

static bool is_same_way(const struct assay_sim_chart_row *a,
                        const struct assay_sim_chart_row *b)
{
    return a->from == b->from && a->at == b->at;
}

/* The first row in which one arrived that was sent later, the same way; 0: none.
 * *ret_again: this one has arrived before. */
static uint64_t overtaken_by(const struct assay_sim_chart *c, uint64_t number,
                             const struct assay_sim_chart_row *row, bool *ret_again)
{
    uint64_t by = 0;

    *ret_again = false;
    for (uint64_t i = number - 1; i > 0 && i + KEPT > number; i--) {
        const struct assay_sim_chart_row *other = &c->kept[place_of(i)].row;
        if (!is_kept(c, i) || other->kind != ASSAY_CHART_ARRIVED ||
            !is_same_way(other, row) || other->sent == 0)
            continue;
        if (other->sent > row->sent)
            by = i;
        *ret_again |= other->sent == row->sent;
    }
    return by;
}

void assay_sim_chart_remark(const struct assay_sim_chart *c, uint64_t number,
                            struct assay_buf *out)
{
    struct assay_sim_chart_row row;
    uint64_t in, by = 0;
    bool again = false;

    if (!assay_sim_chart_get(c, number, &row) || !assay_sim_chart_is_message(row.kind) ||
        (row.kind == ASSAY_CHART_ARRIVED && assay_sim_chart_is_prompt(&row, number)))
        return;
    in = assay_sim_chart_sent_in(&row, number);
    if (row.kind == ASSAY_CHART_ARRIVED)
        by = overtaken_by(c, number, &row, &again);
    if (again)
        assay_buf_puts(out, "once more, ");
    if (in == 0)
        assay_buf_puts(out, "sent at first");
    else
        assay_buf_printf(out, "sent in %llu", (unsigned long long)in);
    if (by > 0 && !again)
        assay_buf_printf(out, ", overtaken by %llu", (unsigned long long)by);
}

/* ---- Into the finding */

void assay_sim_chart_show(struct assay_sim_chart *c, struct assay_test *t,
                          const char *title, bool last)
{
    struct assay_buf text, page;

    if ((!last && c->nrows < c->due) || !assay_body_explains(t))
        return;
    c->due = c->nrows < ALWAYS ? 0 : c->nrows + c->nrows / SELDOM;
    assay_buf_init(&text, c->mem, 0);
    assay_buf_init(&page, c->mem, ASSAY_AREA_TEXT - 1);
    assay_sim_chart_text(c, &text);
    assay_sim_chart_html(c, title, &page);
    if (text.status == ASSAY_OK && page.status == ASSAY_OK)
        assay_body_chart(t, (struct assay_str){text.at, text.len},
                         (struct assay_str){page.at, page.len});
    assay_buf_done(&text);
    assay_buf_done(&page);
}
