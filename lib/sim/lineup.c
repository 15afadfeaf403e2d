/*
 * Messages that are ready, the one with the highest priority first: a heap. With
 * thousands of them under way it would take too long to look at all before each step.
 *
 * Whoever becomes ready joins the heap at the next look; it is the end of `ready`, which
 * is in the order of turns. Whoever arrives, or is lost, leaves it when it comes first.
 */
#include "sim/sim.h"

enum { WAYS = 4 }; /* each has so many below it */

/* Of equal ones the older is before the other. */
static bool is_before(const struct assay_waiting *a, const struct assay_waiting *b)
{
    return a->priority != b->priority ? a->priority > b->priority : a->turn < b->turn;
}

static void push(struct assay_sim *sim, struct assay_lineup *l, struct assay_waiting one)
{
    void *at = l->at;
    uint32_t i = l->count;

    assay_sim_grow(sim, &at, &l->cap, l->count, sizeof *l->at);
    l->at = at;
    l->count++;
    for (; i > 0 && is_before(&one, &l->at[(i - 1) / WAYS]); i = (i - 1) / WAYS)
        l->at[i] = l->at[(i - 1) / WAYS];
    l->at[i] = one;
}

static void pop(struct assay_lineup *l)
{
    struct assay_waiting last = l->at[--l->count];
    uint32_t i = 0, below;

    while ((below = WAYS * i + 1) < l->count) {
        uint32_t best = below, end = below + WAYS < l->count ? below + WAYS : l->count;
        while (++below < end)
            if (is_before(&l->at[below], &l->at[best]))
                best = below;
        if (!is_before(&l->at[best], &last))
            break;
        l->at[i] = l->at[best];
        i = best;
    }
    l->at[i] = last;
}

static bool is_ready(const struct assay_sim *sim, const struct assay_waiting *one)
{
    const struct assay_flight *f = &sim->flights[one->slot];

    return f->message && f->turn == one->turn;
}

static void join(struct assay_sim *sim, const struct assay_scheduler *s,
                 struct assay_lineup *l)
{
    uint32_t i = sim->nready;

    while (i > 0 && sim->flights[sim->ready[i - 1]].turn > l->turns)
        i--;
    for (; i < sim->nready; i++) {
        const struct assay_flight *f = &sim->flights[sim->ready[i]];
        uint64_t line = assay_sim_line(f->from, f->to);
        push(sim, l,
             (struct assay_waiting){assay_scheduler_priority(s, line), f->turn,
                                    sim->ready[i]});
    }
    l->turns = sim->turns;
}

const struct assay_waiting *assay_lineup_first(struct assay_sim *sim,
                                               struct assay_scheduler *s)
{
    struct assay_lineup *l = &s->lineup;

    join(sim, s, l);
    while (l->count > 0 && !is_ready(sim, &l->at[0]))
        pop(l);
    return l->count > 0 ? &l->at[0] : NULL;
}

void assay_lineup_clear(struct assay_lineup *l)
{
    l->count = 0;
    l->turns = 0;
}
