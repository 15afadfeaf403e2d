#include "lang/earley_barred.h"
#include "base/mem.h"
#include <string.h>

/* Notes on marks of calls that are in a cycle: from here the frame can end later; it can
 * end at this place; and, of its ends, the run. */
#define LATER (1u << 31)
#define HERE (1u << 30)
#define RUN (HERE - 1)

void assay_barred_init(struct assay_walk *w)
{
    uint32_t rules = w->chart->tables->largest_cycle;

    w->words = (rules + 63) / 64;
    if (rules > 0)
        assay_chart_room(w->chart, (void **)&w->nodes, &w->nodes_cap, rules,
                         sizeof *w->nodes);
}

void assay_barred_done(struct assay_walk *w)
{
    const struct assay_alloc *mem = w->chart->net->mem;

    assay_mem_free(mem, w->inside, w->inside_cap * sizeof *w->inside);
    assay_mem_free(mem, w->nodes, w->nodes_cap * sizeof *w->nodes);
}

static uint32_t rule_of_end(const struct assay_walk *w, uint32_t end)
{
    return w->chart->calls[w->chart->items[end].call].rule;
}

/* Whether the edge, from the start of a call, is over one of the same cycle. */
static bool is_in_cycle(const struct assay_walk *w, uint32_t call, uint32_t edge)
{
    const struct assay_chart *c = w->chart;
    const struct assay_earley_cycle *cycles = c->tables->cycles;
    uint32_t end = w->marks.edges[edge].end;

    return end != ASSAY_NONE &&
           c->calls[c->items[end].call].origin == c->calls[call].origin &&
           cycles[rule_of_end(w, end)].number == cycles[c->calls[call].rule].number;
}

/* ---- Notes. */

static uint32_t note_of_edge(const struct assay_walk *w, uint32_t at, uint32_t edge)
{
    const struct assay_mark_edge *e = &w->marks.edges[edge];
    uint32_t note = w->marks.marks[e->to].notes & (LATER | HERE);

    if (e->barred)
        note &= LATER;
    if (note && assay_marks_item(&w->marks, e->to)->at > at)
        note = LATER;
    return note;
}

/* Notes what is true of the marks from `base` on at places from `from` to `to`. */
static void make_notes(struct assay_walk *w, uint32_t base, uint32_t from, uint32_t to)
{
    struct assay_marks *m = &w->marks;
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t mark = base; mark < m->nmarks; mark++) {
            const struct assay_chart_item *item = assay_marks_item(m, mark);
            uint32_t edge = m->marks[mark].edges, notes = m->marks[mark].notes;

            if (item->at < from || item->at > to)
                continue;
            if (w->chart->net->states[item->state].kind == ASSAY_STATE_END)
                notes |= HERE;
            for (; edge != ASSAY_NONE; edge = m->edges[edge].more)
                notes |= note_of_edge(w, item->at, edge);
            changed |= notes != m->marks[mark].notes;
            m->marks[mark].notes = notes;
        }
    }
}

/* ---- Ways out. */

static uint32_t run_at(const struct assay_walk *w, const struct assay_walk_frame *f,
                       uint32_t at)
{
    for (uint32_t mark = f->marks; mark < f->marks + f->nends; mark++)
        if (assay_marks_item(&w->marks, mark)->at == at)
            return w->marks.marks[mark].notes & RUN;
    return 0;
}

/* Whether one of the `run` frames on top is of the rule. */
static bool is_in_run(const struct assay_walk *w, uint32_t run, uint32_t rule)
{
    for (uint32_t i = 1; i <= run; i++)
        if (w->chart->calls[w->frames[w->nframes - i].call].rule == rule)
            return true;
    return false;
}

/* Whether the END item is known to have a way out; a new one is kept in mind. */
static bool is_good(struct assay_walk *w, uint32_t run, uint32_t end)
{
    for (uint32_t i = 0; i < w->nnodes; i++)
        if (w->nodes[i].end == end)
            return w->nodes[i].good;
    if (!is_in_run(w, run, rule_of_end(w, end)))
        w->nodes[w->nnodes++] = (struct assay_barred_node){end, false};
    return false;
}

/* Whether a call can end as it did with calls of its cycle over all of it only where they
 * are good. */
static bool derives(struct assay_walk *w, uint32_t run, uint32_t end)
{
    struct assay_chart *c = w->chart;
    struct assay_marks *m = &w->marks;
    uint32_t base = m->nmarks, edges = m->nedges, start, notes;

    assay_marks_add(m, base, end);
    start = c->status ? ASSAY_NONE : assay_marks_spread(m, base);
    if (start == ASSAY_NONE)
        return false;
    for (uint32_t edge = edges; edge < m->nedges; edge++)
        if (is_in_cycle(w, c->items[end].call, edge) &&
            c->items[m->edges[edge].end].at == c->items[end].at)
            m->edges[edge].barred = !is_good(w, run, m->edges[edge].end);
    make_notes(w, base, 0, ASSAY_NONE);
    notes = m->marks[start].notes;
    assay_marks_drop(m, base, edges);
    return (notes & (LATER | HERE)) != 0;
}

/* Whether a call can end so without any of the rules of the run over all of it. */
static bool has_way_out(struct assay_walk *w, uint32_t run, uint32_t end)
{
    bool changed = true;

    w->nnodes = 0;
    if (is_in_run(w, run, rule_of_end(w, end)))
        return false;
    is_good(w, run, end);
    while (changed && !w->nodes[0].good) {
        changed = false;
        for (uint32_t i = 0; i < w->nnodes && !w->chart->status; i++) {
            if (w->nodes[i].good)
                continue;
            w->nodes[i].good = derives(w, run, w->nodes[i].end);
            changed |= w->nodes[i].good;
        }
    }
    return w->nodes[0].good;
}

/* ---- */

/* An edge from the start over a call of the cycle: barred when the frame can, or must,
 * end with that call, and a rule would be inside itself then. */
static void bar(struct assay_walk *w, const struct assay_walk_frame *f, uint32_t edge)
{
    uint32_t origin = w->chart->calls[f->call].origin;
    uint32_t end = w->marks.edges[edge].end, at = w->chart->items[end].at;
    uint32_t notes = w->marks.marks[w->marks.edges[edge].to].notes;

    if (at == origin ? notes & HERE : !(notes & LATER))
        w->marks.edges[edge].barred = !has_way_out(w, run_at(w, f, at), end);
}

static uint64_t *inside_of(const struct assay_walk *w, uint32_t frame)
{
    return w->inside + (size_t)frame * w->words;
}

void assay_barred_push(struct assay_walk *w)
{
    const struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    uint32_t origin = w->chart->calls[f->call].origin;

    if (!assay_barred_applies(w, f->call) ||
        !assay_chart_room(w->chart, (void **)&w->inside, &w->inside_cap,
                          (size_t)w->nframes * w->words, sizeof *w->inside))
        return;
    memset(inside_of(w, w->nframes - 1), 0, w->words * sizeof *w->inside);
    make_notes(w, f->marks, 0, ASSAY_NONE);
    for (uint32_t edge = f->edges, end = w->marks.nedges; edge < end; edge++)
        if (is_in_cycle(w, f->call, edge))
            bar(w, f, edge);
    for (uint32_t mark = f->marks; mark < w->marks.nmarks; mark++)
        if (assay_marks_item(&w->marks, mark)->at == origin)
            w->marks.marks[mark].notes &= RUN;
    make_notes(w, f->marks, origin, origin);
}

bool assay_barred_usable(const struct assay_walk *w, const struct assay_walk_frame *f,
                         uint32_t edge)
{
    uint32_t at = assay_marks_item(&w->marks, f->at)->at, note;

    if (!assay_barred_applies(w, f->call))
        return true;
    note = note_of_edge(w, at, edge);
    return f->barred ? note & LATER : note;
}

uint32_t assay_barred_run(const struct assay_walk *w, const struct assay_walk_frame *f,
                          uint32_t edge)
{
    const struct assay_mark_edge *e = &w->marks.edges[edge];

    if (!assay_barred_applies(w, f->call) || !is_in_cycle(w, f->call, edge) ||
        w->marks.marks[e->to].notes & LATER)
        return 1;
    return 1 + run_at(w, f, w->chart->items[e->end].at);
}

static void forget(struct assay_walk *w, struct assay_walk_frame *f)
{
    memset(inside_of(w, w->nframes - 1), 0, w->words * sizeof *w->inside);
    f->barred = false;
}

static bool moves_on(const struct assay_walk *w, const struct assay_walk_frame *f,
                     uint32_t edge)
{
    return assay_marks_item(&w->marks, w->marks.edges[edge].to)->at >
           assay_marks_item(&w->marks, f->at)->at;
}

void assay_barred_move(struct assay_walk *w, struct assay_walk_frame *f, uint32_t edge)
{
    if (assay_barred_applies(w, f->call) && moves_on(w, f, edge))
        forget(w, f);
}

/* Whether one of the `run` frames on top is of a rule in the set. */
static bool meets_run(const struct assay_walk *w, uint32_t run, const uint64_t *set)
{
    for (uint32_t i = 1; i <= run; i++) {
        uint32_t rule = w->chart->calls[w->frames[w->nframes - i].call].rule;
        uint32_t index = w->chart->tables->cycles[rule].index;
        if (set[index / 64] >> index % 64 & 1)
            return true;
    }
    return false;
}

void assay_barred_resume(struct assay_walk *w, struct assay_walk_frame *f, uint32_t edge)
{
    uint32_t end = w->marks.edges[edge].end, index;
    uint64_t *own, *theirs;

    if (!assay_barred_applies(w, f->call))
        return;
    if (moves_on(w, f, edge))
        forget(w, f);
    if (!is_in_cycle(w, f->call, edge))
        return;
    own = inside_of(w, w->nframes - 1);
    theirs = inside_of(w, w->nframes);
    for (uint32_t i = 0; i < w->words; i++)
        own[i] |= theirs[i];
    index = w->chart->tables->cycles[rule_of_end(w, end)].index;
    own[index / 64] |= (uint64_t)1 << index % 64;
    f->barred = meets_run(w, run_at(w, f, w->chart->items[end].at), own);
}
