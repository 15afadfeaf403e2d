/*
 * A walk over a piece of a plan and the states of an automaton at once.
 */
#include "synth/merge.h"
#include "base/mem.h"

typedef struct {
    const Merge *m;
    PlanItem out[PLAN_ITEMS];
    bool stopped;
} Walk;

/* States that were left within the same set of events. Coming back to one of them would
 * only make the plan longer. */
typedef struct Left {
    State state;
    const struct Left *before;
} Left;

/* Where a walk is; `count` items are written. */
typedef struct {
    uint32_t at, count;
    State state;
    const Facts *facts;
    uint32_t nvars;
    uint32_t inserts; /* that may still be made */
    bool freed;       /* with the rest as it is, it was a result already */
    const Left *left;
} Place;

/* The set with the values of the instance in the place of variables. */
static EventSet instantiate(Synth *x, EventSet set, const Instance *i)
{
    uint32_t key[2] = {set, i->number};
    uint64_t *known;

    if (set <= EVENTS_ANY || i->count == 0)
        return set;
    known = assay_map_put(&x->instances, key, sizeof key);
    if (!known) {
        x->no_memory = true;
        return EVENTS_NONE;
    }
    if (*known == 0)
        *known =
            automata_set_replace(&x->automata, set, i->pairs, i->count) + (uint64_t)1;
    return (EventSet)(*known - 1);
}

const Facts *merge_new_event(Synth *x, const Event *of, EventSet set, const Facts *facts,
                             uint32_t *nvars, PlanItem *ret_item)
{
    Formula *fields = assay_arena_new(&x->arena, of->count, sizeof *fields);

    if (!fields) {
        x->no_memory = true;
        return NULL;
    }
    for (uint32_t i = 0; i < of->count; i++) {
        const Binding *var = plan_variable(x, (*nvars)++, of->fields[i]->type);
        fields[i] = var ? logic_var(&x->logic, var) : LOGIC_FALSE;
    }
    *ret_item = (PlanItem){.of = of, .fields = fields};
    facts = solver_add(&x->solver, facts, plan_condition(x, set, of, fields));
    for (uint32_t i = 0; facts && i < of->count; i++)
        facts = solver_add(&x->solver, facts,
                           logic_in(&x->logic, fields[i], of->fields[i]->type));
    return facts;
}

static void walk(Walk *w, Place p);

static bool move_at(Walk *w, State s, uint32_t number, Move *ret_move)
{
    uint32_t count;
    const Move *moves = automata_moves(&w->m->x->automata, s, &count);

    if (number >= count || w->stopped || synth_failed(w->m->x))
        return false;
    *ret_move = moves[number];
    return true;
}

static void put(Walk *w, Place *p, PlanItem item)
{
    if (p->count < PLAN_ITEMS)
        w->out[p->count++] = item;
    else
        p->facts = NULL; /* it is too long: no plan */
}

static void emit(Walk *w, const Place *p)
{
    Merged result = {w->out, p->count, p->facts, p->nvars, w->m->inserts - p->inserts};

    if (w->m->exact && p->inserts > 0)
        return;
    if (!w->m->found(w->m->ctx, &result))
        w->stopped = true;
}

/* The rest of the piece as it is: everything may follow. */
static void walk_free(Walk *w, Place p)
{
    for (; p.at < w->m->count; p.at++)
        put(w, &p, w->m->items[p.at]);
    if (p.facts)
        emit(w, &p);
}

static void walk_event(Walk *w, Place p)
{
    Synth *x = w->m->x;
    const PlanItem *item = &w->m->items[p.at];
    Move move;

    for (uint32_t i = 0; move_at(w, p.state, i, &move); i++) {
        EventSet on = instantiate(x, move.on, w->m->instance);
        bool further = move.to != p.state;
        bool caused = w->m->future && move.named;
        PlanItem taken = *item;
        Place next = p;

        if (w->m->taken == p.at && !caused)
            continue;
        next.facts = solver_add(&x->solver, p.facts,
                                plan_condition(x, on, item->of, item->fields));
        if (!next.facts)
            continue;
        taken.caused = taken.caused || caused;
        put(w, &next, taken);
        next.at++;
        next.state = move.to;
        next.freed = next.freed && !further;
        walk(w, next);
    }
}

/* The part of a set with which the automaton can stay where it is. */
static EventSet staying(Walk *w, const Place *p, EventSet set)
{
    Automata *x = &w->m->x->automata;
    EventSet stays = EVENTS_NONE;
    Move move;

    for (uint32_t i = 0; move_at(w, p->state, i, &move); i++)
        if (move.to == p->state)
            stays = automata_set_or(x, stays, move.on);
    return automata_set_and(x, set, instantiate(w->m->x, stays, w->m->instance));
}

static bool was_left(const Left *left, State s)
{
    while (left && left->state != s)
        left = left->before;
    return left != NULL;
}

/* Puts an event of a set there that takes a move. */
static void insert(Walk *w, Place p, const Event *of, EventSet set, Move by)
{
    PlanItem item;
    Left left = {p.state, p.left};

    p.facts = merge_new_event(w->m->x, of, set, p.facts, &p.nvars, &item);
    if (!p.facts)
        return;
    item.caused = w->m->future && by.named;
    put(w, &p, item);
    p.state = by.to;
    p.freed = false;
    p.left = &left;
    p.inserts--;
    walk(w, p);
}

/* Puts every event there that can take a move. */
static void insert_all(Walk *w, const Place *p, EventSet set, const Move *move)
{
    Synth *x = w->m->x;
    EventSet on =
        automata_set_and(&x->automata, set, instantiate(x, move->on, w->m->instance));

    for (uint32_t e = 0; e < x->spec->nevents && !w->stopped; e++) {
        if (automata_condition(&x->automata, on, x->spec->events[e]) == LOGIC_FALSE)
            continue;
        if (p->inserts > 0)
            insert(w, *p, x->spec->events[e], on, *move);
        else
            *w->m->cut = true;
    }
}

static void walk_set(Walk *w, Place p)
{
    EventSet set = w->m->items[p.at].set, stays = staying(w, &p, set);
    Place next = p;
    Move move;

    if (stays != EVENTS_NONE)
        put(w, &next, (PlanItem){.set = stays});
    p.count = next.count;
    next.at++;
    next.left = NULL;
    walk(w, next);
    for (uint32_t i = 0; next.facts && move_at(w, p.state, i, &move); i++)
        if (move.to != p.state && !was_left(p.left, move.to))
            insert_all(w, &p, set, &move);
}

/* Whether nothing is asked of what follows; of a future, that may be the end. */
static bool is_free(const Walk *w, const Place *p)
{
    return (p->state == STATE_ALL || ((w->m->future || p->at == w->m->count) &&
                                      automata_ends(&w->m->x->automata, p->state))) &&
           (w->m->taken == MERGE_NONE || p->at > w->m->taken);
}

static void walk(Walk *w, Place p)
{
    if (w->stopped || !p.facts || synth_failed(w->m->x))
        return;
    if (synth_late(w->m->x)) {
        w->stopped = true;
        return;
    }
    if (!p.freed && is_free(w, &p)) {
        walk_free(w, p);
        if (p.state == STATE_ALL)
            return;
        p.freed = true; /* but there may be more that it causes */
    }
    if (p.at < w->m->count && w->m->items[p.at].of)
        walk_event(w, p);
    else if (p.at < w->m->count)
        walk_set(w, p);
}

bool merge_run(const Merge *m, State start, const Facts *facts, uint32_t nvars)
{
    Walk *w = assay_mem_new(NULL, sizeof *w);
    bool go_on;

    if (!w) {
        m->x->no_memory = true;
        return false;
    }
    w->m = m;
    w->stopped = false;
    walk(w,
         (Place){.state = start, .facts = facts, .nvars = nvars, .inserts = m->inserts});
    go_on = !w->stopped && !synth_failed(m->x);
    assay_mem_free(NULL, w, sizeof *w);
    return go_on;
}
