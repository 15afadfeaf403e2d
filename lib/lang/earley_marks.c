#include "lang/earley_marks.h"
#include "base/mem.h"
#include <string.h>

#define FIRST_OTHERS 64

#define ROOM(m, ARRAY, MORE)                                                             \
    assay_chart_room((m)->chart, (void **)&(m)->ARRAY, &(m)->cap.ARRAY, MORE,            \
                     sizeof *(m)->ARRAY)

void assay_marks_init(struct assay_marks *m, struct assay_chart *chart)
{
    *m = (struct assay_marks){.chart = chart, .nitems = chart->nitems};
}

void assay_marks_done(struct assay_marks *m)
{
    const struct assay_alloc *mem = m->chart->net->mem;

    assay_mem_free(mem, m->marks, m->cap.marks * sizeof *m->marks);
    assay_mem_free(mem, m->edges, m->cap.edges * sizeof *m->edges);
    assay_mem_free(mem, m->ends, m->cap.ends * sizeof *m->ends);
    assay_mem_free(mem, m->others, m->cap.others * sizeof *m->others);
    assay_mem_free(mem, m->indexed, m->cap.indexed * sizeof *m->indexed);
}

/* ---- END items by call and place. Most calls have just one that matters. */

static bool is_end_of(const struct assay_marks *m, uint32_t item, uint32_t call,
                      uint32_t at)
{
    return m->chart->items[item].call == call && m->chart->items[item].at == at;
}

static uint32_t *slot_of(const struct assay_marks *m, uint32_t call, uint32_t at)
{
    uint64_t key = ((uint64_t)at << 32 | call) * 0x9e3779b97f4a7c15u;
    size_t mask = m->cap.others - 1;

    for (size_t i = (size_t)(key >> 32);; i++) {
        uint32_t item = m->others[i & mask];
        if (item == ASSAY_NONE || is_end_of(m, item, call, at))
            return &m->others[i & mask];
    }
}

static bool grow_others(struct assay_marks *m)
{
    uint32_t *old = m->others;
    size_t ncap = m->cap.others;

    m->others = NULL;
    m->cap.others = 0;
    if (!ROOM(m, others, ncap > 0 ? 2 * ncap : FIRST_OTHERS)) {
        m->others = old;
        m->cap.others = ncap;
        return false;
    }
    memset(m->others, 0xff, m->cap.others * sizeof *m->others);
    for (size_t i = 0; i < ncap; i++) {
        if (old[i] == ASSAY_NONE)
            continue;
        const struct assay_chart_item *item = &m->chart->items[old[i]];
        *slot_of(m, item->call, item->at) = old[i];
    }
    assay_mem_free(m->chart->net->mem, old, ncap * sizeof *old);
    m->chart->held -= ncap * sizeof *old;
    return true;
}

static bool put_end(struct assay_marks *m, uint32_t item)
{
    uint32_t call = m->chart->items[item].call;

    if (m->ends[call] == ASSAY_NONE) {
        m->ends[call] = item;
        return true;
    }
    if (m->nothers * (size_t)2 >= m->cap.others && !grow_others(m))
        return false;
    *slot_of(m, call, m->chart->items[item].at) = item;
    m->nothers++;
    return true;
}

static uint32_t find_end(const struct assay_marks *m, uint32_t call, uint32_t at)
{
    uint32_t item = m->ends[call];

    if (item == ASSAY_NONE || m->chart->items[item].at == at)
        return item;
    return m->nothers > 0 ? *slot_of(m, call, at) : ASSAY_NONE;
}

static bool prepare_ends(struct assay_marks *m)
{
    if (m->indexed)
        return true;
    if (!ROOM(m, ends, m->chart->ncalls) || !ROOM(m, indexed, m->chart->len / 8 + 1))
        return false;
    memset(m->ends, 0xff, m->cap.ends * sizeof *m->ends);
    memset(m->indexed, 0, m->cap.indexed);
    return true;
}

/* Makes the END items of the set that `item` is in known. */
static bool index_set(struct assay_marks *m, uint32_t item)
{
    const struct assay_chart *c = m->chart;
    uint32_t at = c->items[item].at;

    if (!prepare_ends(m))
        return false;
    if (m->indexed[at / 8] >> at % 8 & 1)
        return true;
    m->indexed[at / 8] |= (uint8_t)(1u << at % 8);
    while (item > 0 && c->items[item - 1].at == at)
        item--;
    for (; item < m->nitems && c->items[item].at == at; item++)
        if (c->net->states[c->items[item].state].kind == ASSAY_STATE_END &&
            !put_end(m, item))
            return false;
    return true;
}

/* ---- Chains of calls that end together. */

/*
 * Fills in the chain that `top`, an END item, was reached by: the END items of the calls
 * between. The link for it is changed to what led to `top` itself, or to nothing when the
 * chain meets one that leads there by another link.
 */
static struct assay_chart_link fill_in(struct assay_marks *m, uint32_t top, uint32_t end)
{
    struct assay_chart *c = m->chart;
    const struct assay_chart_link none = {ASSAY_NONE, ASSAY_NONE, ASSAY_NONE};
    uint32_t at = c->items[top].at;

    if (!index_set(m, top))
        return none;
    while (!c->status) {
        struct assay_chart_waiter w = c->waiters[c->calls[c->items[end].call].waiters];
        uint32_t call = assay_chart_base(c, w.call), met;
        struct assay_chart_link link = {w.item, end, ASSAY_NONE};

        if (call == c->items[top].call)
            return link;
        met = find_end(m, call, at);
        if (met != ASSAY_NONE) {
            assay_chart_add_link(c, met, w.item, end);
            return none;
        }
        end = assay_chart_new_item(c, c->net->states[w.state].next, call, at, link);
        if (end == ASSAY_NONE || !put_end(m, end))
            return none;
    }
    return none;
}

static bool is_chain(const struct assay_chart_link *link)
{
    return link->pred == ASSAY_NONE && link->end != ASSAY_NONE;
}

static void fill_in_links(struct assay_marks *m, uint32_t item)
{
    struct assay_chart *c = m->chart;
    uint32_t more = c->items[item].link.more;

    if (is_chain(&c->items[item].link)) {
        struct assay_chart_link link = fill_in(m, item, c->items[item].link.end);
        c->items[item].link.pred = link.pred;
        c->items[item].link.end = link.end;
    }
    for (; more != ASSAY_NONE && !c->status; more = c->links[more].more) {
        if (!is_chain(&c->links[more]))
            continue;
        struct assay_chart_link link = fill_in(m, item, c->links[more].end);
        c->links[more].pred = link.pred;
        c->links[more].end = link.end;
    }
}

/* ---- Marks. */

uint32_t assay_marks_add(struct assay_marks *m, uint32_t base, uint32_t item)
{
    uint32_t mark = m->chart->items[item].mark;

    if (mark != ASSAY_NONE && mark >= base)
        return mark;
    if (m->nmarks == m->cap.marks && !ROOM(m, marks, (size_t)m->nmarks + 1))
        return ASSAY_NONE;
    m->marks[m->nmarks] = (struct assay_mark){item, ASSAY_NONE, mark, 0};
    m->chart->items[item].mark = m->nmarks;
    return m->nmarks++;
}

static void add_edge(struct assay_marks *m, uint32_t base, uint32_t to,
                     const struct assay_chart_link *link)
{
    uint32_t end = link->end, from = assay_marks_add(m, base, link->pred);

    if (from == ASSAY_NONE ||
        (m->nedges == m->cap.edges && !ROOM(m, edges, (size_t)m->nedges + 1)))
        return;
    m->edges[m->nedges] = (struct assay_mark_edge){to, end, m->marks[from].edges, 0};
    m->marks[from].edges = m->nedges++;
}

/* Whether the item is where its call begins. */
static bool is_start(const struct assay_chart *c, const struct assay_chart_item *item)
{
    return item->at == c->calls[item->call].origin && item->link.pred == ASSAY_NONE;
}

static void mark_before(struct assay_marks *m, uint32_t base, uint32_t mark)
{
    const struct assay_chart *c = m->chart;
    uint32_t item = m->marks[mark].item, more;

    fill_in_links(m, item);
    if (c->items[item].link.pred != ASSAY_NONE)
        add_edge(m, base, mark, &c->items[item].link);
    more = c->items[item].link.more;
    for (; more != ASSAY_NONE && !c->status; more = c->links[more].more)
        if (c->links[more].pred != ASSAY_NONE)
            add_edge(m, base, mark, &c->links[more]);
}

uint32_t assay_marks_spread(struct assay_marks *m, uint32_t base)
{
    uint32_t start = ASSAY_NONE;

    for (uint32_t mark = base; mark < m->nmarks && !m->chart->status; mark++) {
        if (is_start(m->chart, assay_marks_item(m, mark)))
            start = mark;
        mark_before(m, base, mark);
    }
    return m->chart->status ? ASSAY_NONE : start;
}

void assay_marks_drop(struct assay_marks *m, uint32_t base, uint32_t edges)
{
    while (m->nmarks > base) {
        const struct assay_mark *mark = &m->marks[--m->nmarks];
        m->chart->items[mark->item].mark = mark->before;
    }
    m->nedges = edges;
}
