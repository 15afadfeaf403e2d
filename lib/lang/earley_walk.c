#include "lang/earley_walk.h"
#include "base/mem.h"
#include "lang/earley_barred.h"

static uint8_t kind_of(const struct assay_walk *w, uint32_t mark)
{
    return w->chart->net->states[assay_marks_item(&w->marks, mark)->state].kind;
}

/* ---- Which way. */

/* Whether an edge from the current mark belongs to a leaf of its state. */
static bool matches(const struct assay_walk *w, uint32_t from, uint32_t leaf,
                    const struct assay_mark_edge *edge)
{
    const struct assay_chart *c = w->chart;
    const struct assay_net_state *s = &c->net->states[leaf];
    const struct assay_chart_item *to = assay_marks_item(&w->marks, edge->to);
    uint32_t at = assay_marks_item(&w->marks, from)->at;

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        return edge->end == ASSAY_NONE && to->at > at && to->state == s->next &&
               assay_byteset_has(&c->net->sets[s->a], c->text[at]);
    case ASSAY_STATE_CALL:
        return edge->end != ASSAY_NONE && to->state == s->next &&
               c->calls[c->items[edge->end].call].rule == s->b &&
               !(s->nonempty && to->at == at);
    case ASSAY_STATE_SPLIT:
    case ASSAY_STATE_LOOP:
    case ASSAY_STATE_END:
        break;
    }
    return edge->end == ASSAY_NONE && to->at == at && to->state == leaf;
}

/* The first edge of a leaf that may be used; else ASSAY_NONE, and *ret_any tells whether
 * there are others. */
static uint32_t find_way(const struct assay_walk *w, uint32_t leaf, bool *ret_any)
{
    const struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    uint32_t edge = w->marks.marks[f->at].edges;

    *ret_any = false;
    for (; edge != ASSAY_NONE; edge = w->marks.edges[edge].more) {
        if (!matches(w, f->at, leaf, &w->marks.edges[edge]))
            continue;
        *ret_any = true;
        if (assay_barred_usable(w, f, edge))
            return edge;
    }
    return ASSAY_NONE;
}

struct way {
    uint32_t leaf, edge;
};

/* Looks at the leaves of a state for the first with a way, and whether there is another.
 */
static void choose_among(struct assay_walk *w, uint32_t state, struct way *chosen)
{
    const struct assay_earley_tables *t = w->chart->tables;
    const uint32_t *leaves = t->leaves + t->closures[state].first;

    for (uint32_t i = 0; i < t->closures[state].count; i++) {
        uint32_t leaf = leaves[i] & ~ASSAY_LEAF_TWICE, edge;
        bool any;

        if (chosen->edge != ASSAY_NONE && w->ambiguous)
            return;
        edge = find_way(w, leaf, &any);
        if (any && (chosen->edge != ASSAY_NONE || edge == ASSAY_NONE ||
                    leaves[i] & ASSAY_LEAF_TWICE))
            w->ambiguous = true;
        if (chosen->edge == ASSAY_NONE)
            *chosen = (struct way){leaf, edge};
    }
}

static struct way choose(struct assay_walk *w)
{
    const struct assay_chart *c = w->chart;
    const struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    const struct assay_chart_item *item = assay_marks_item(&w->marks, f->at);
    const struct assay_net_state *s = &c->net->states[item->state];
    struct way chosen = {ASSAY_NONE, ASSAY_NONE};

    if (s->kind != ASSAY_STATE_LOOP) {
        choose_among(w, item->state, &chosen);
        return chosen;
    }
    if (c->calls[item->call].count < c->net->rules[s->rule].max)
        choose_among(w, s->a, &chosen);
    if (c->calls[item->call].count >= c->net->rules[s->rule].min)
        choose_among(w, s->next, &chosen);
    return chosen;
}

/* ---- Into calls. */

/* Puts a frame on top, whose ends are the marks from `marks` on. */
static void push(struct assay_walk *w, uint32_t sym, uint32_t marks, uint32_t edges)
{
    struct assay_chart *c = w->chart;
    uint32_t nends = w->marks.nmarks - marks, node = ASSAY_NONE;
    uint32_t start = assay_marks_spread(&w->marks, marks);

    if (c->status || !assay_chart_room(c, (void **)&w->frames, &w->frames_cap,
                                       (size_t)w->nframes + 1, sizeof *w->frames))
        return;
    const struct assay_chart_item *item = assay_marks_item(&w->marks, start);
    if (sym != ASSAY_NONE) {
        node = assay_tree_open(w->tree, sym, item->at);
        if (node == ASSAY_NONE)
            c->status = ASSAY_NO_MEMORY;
    }
    w->frames[w->nframes++] = (struct assay_walk_frame){
        .call = assay_chart_base(c, item->call),
        .node = node,
        .marks = marks,
        .edges = edges,
        .nends = nends,
        .at = start,
        .end = ASSAY_NONE,
    };
    assay_barred_push(w);
}

/* Marks the ends that a call from the current mark may have. */
static void mark_ends(struct assay_walk *w, uint32_t leaf)
{
    const struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    uint32_t base = w->marks.nmarks;
    uint32_t edge = w->marks.marks[f->at].edges;

    for (; edge != ASSAY_NONE && !w->chart->status; edge = w->marks.edges[edge].more) {
        const struct assay_mark_edge *e = &w->marks.edges[edge];
        uint32_t end;

        if (!matches(w, f->at, leaf, e))
            continue;
        if (!assay_barred_usable(w, f, edge)) {
            w->ambiguous = true;
            continue;
        }
        end = assay_marks_add(&w->marks, base, e->end);
        if (end != ASSAY_NONE)
            w->marks.marks[end].notes = assay_barred_run(w, f, edge);
    }
}

/* Whether the only edge of the current mark is over a call, and then the frame ends as
 * well: nothing of it is needed any more but its end. */
static bool is_last(const struct assay_walk *w, uint32_t edge)
{
    const struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    const struct assay_mark_edge *e = &w->marks.edges[edge];

    return e->more == ASSAY_NONE && w->marks.marks[f->at].edges == edge &&
           kind_of(w, e->to) == ASSAY_STATE_END && !assay_barred_applies(w, f->call);
}

static void enter(struct assay_walk *w, struct way way)
{
    const struct assay_net_state *s = &w->chart->net->states[way.leaf];
    struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    uint32_t marks = w->marks.nmarks, edges = w->marks.nedges;

    f->next = s->next;
    if (is_last(w, way.edge)) {
        struct assay_mark_edge e = w->marks.edges[way.edge];

        f->end = w->marks.marks[e.to].item;
        marks = f->marks;
        edges = f->edges;
        assay_marks_drop(&w->marks, marks, edges);
        marks = assay_marks_add(&w->marks, marks, e.end);
        if (marks != ASSAY_NONE)
            w->marks.marks[marks].notes = 1;
    } else {
        mark_ends(w, way.leaf);
    }
    if (!w->chart->status)
        push(w, s->a, marks, edges);
}

/* ---- Out of calls. */

static void pop(struct assay_walk *w, uint32_t end)
{
    const struct assay_walk_frame *f = &w->frames[--w->nframes];

    if (f->node != ASSAY_NONE)
        assay_tree_close(w->tree, f->node, w->chart->items[end].at);
    if (f->end == ASSAY_NONE)
        assay_marks_drop(&w->marks, f->marks, f->edges);
}

/* Goes on in the frame on top behind a call that ended. */
static void resume(struct assay_walk *w, uint32_t end)
{
    struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    uint32_t edge = w->marks.marks[f->at].edges;

    while (w->marks.edges[edge].end != end ||
           assay_marks_item(&w->marks, w->marks.edges[edge].to)->state != f->next)
        edge = w->marks.edges[edge].more;
    assay_barred_resume(w, f, edge);
    f->at = w->marks.edges[edge].to;
}

/* The frame on top ended with this item, and with it those that had nothing else to do.
 */
static void leave(struct assay_walk *w, uint32_t end)
{
    pop(w, end);
    while (w->nframes > 0 && w->frames[w->nframes - 1].end != ASSAY_NONE) {
        end = w->frames[w->nframes - 1].end;
        pop(w, end);
    }
    if (w->nframes > 0)
        resume(w, end);
}

/* ---- */

static void step(struct assay_walk *w)
{
    struct assay_walk_frame *f = &w->frames[w->nframes - 1];
    struct way way;

    if (kind_of(w, f->at) == ASSAY_STATE_END) {
        leave(w, w->marks.marks[f->at].item);
        return;
    }
    way = choose(w);
    if (w->chart->net->states[way.leaf].kind == ASSAY_STATE_CALL) {
        enter(w, way);
        return;
    }
    assay_barred_move(w, f, way.edge);
    f->at = w->marks.edges[way.edge].to;
}

enum assay_status assay_earley_walk(struct assay_chart *c, uint32_t end,
                                    struct assay_tree *tree, uint32_t sym,
                                    bool *ret_ambiguous)
{
    struct assay_walk w = {.chart = c, .tree = tree};

    assay_marks_init(&w.marks, c);
    assay_barred_init(&w);
    if (!c->status && assay_marks_add(&w.marks, 0, end) != ASSAY_NONE) {
        w.marks.marks[0].notes = 1;
        push(&w, sym, 0, 0);
    }
    while (w.nframes > 0 && !c->status)
        step(&w);
    if (!c->status && ret_ambiguous)
        *ret_ambiguous = w.ambiguous;
    assay_barred_done(&w);
    assay_mem_free(c->net->mem, w.frames, w.frames_cap * sizeof *w.frames);
    assay_marks_done(&w.marks);
    return c->status;
}
