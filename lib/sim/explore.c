/*
 * All schedules, one after another, without those that only change the order of steps
 * that do not matter to each other.
 *
 * The schedules are a tree, walked in depth: a level for each step of the one that was
 * executed last, with what else could have happened there. An alternative is tried only
 * where it is in a race: it could have come before a step that depends on it. Steps
 * depend on each other if they concern the same actor, or something that actors share.
 * After Flanagan and Godefroid, "Dynamic partial-order reduction for model checking
 * software", 2005, with the sleep sets of Godefroid, "Partial-order methods for the
 * verification of concurrent systems", 1996; together they need the source sets of
 * Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic partial order reduction", 2014.
 *
 * It all lies in memory that the children of a run share: one that dies leaves the tree
 * as it was, and the next one goes on behind the schedule that killed it.
 */
#include "base/hash.h"
#include "run/body.h"
#include "sim/sim.h"
#include <string.h>
#include <sys/mman.h>

enum {
    LEVELS = 256,
    WAYS = 256, /* of one level; those past them are not tried */
    WORDS = WAYS / 64,
    DEPTH = 30, /* if not told */
    SORTS = 512,
};

/* A step that can happen, recognised in whatever order the others happen. */
struct way {
    uint64_t name;
    uint64_t step; /* the same of all ways in which one step can happen */
    uint64_t sort; /* the same of all messages of one sort to an actor */
    uint32_t actor;
    uint32_t
        cause; /* the step, from 1, that made it possible; 0: it was from the first */
    uint32_t shares, looks; /* what it changes, and what it depends on */
};

struct level {
    uint32_t count, chosen;
    struct way ways[WAYS];
    uint64_t wanted[WORDS], done[WORDS];
    uint32_t nasleep;
    struct way asleep[WAYS];     /* tried before, and nothing that matters to it since */
    uint64_t after[LEVELS / 64]; /* the levels that this step comes after by necessity */
};

/* What steps of a sort share, besides what all of them do: it was seen in one of them. */
struct sort {
    uint64_t name; /* 0: this place is free */
    uint32_t shares;
};

struct assay_explorer {
    uint32_t depth;
    uint32_t count;             /* levels of the schedule that was executed last */
    uint32_t at;                /* levels of this one, so far */
    bool is_running, is_astray; /* astray: it is none of ours, somebody replays */
    bool draws;                 /* values, which are not explored */
    bool is_old;                /* this one leads nowhere new */
    bool is_deep;               /* this one went on beyond the depth */
    bool has_learnt;            /* in this one a sort of step was seen to share more */
    bool is_cut; /* some schedule went on beyond the depth, or had more ways */
    uint64_t schedules;
    volatile int done;
    struct sort sorts[SORTS];
    struct level levels[LEVELS];
};

/* ---- Sets */

static bool has(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> i % 64 & 1;
}

static void put(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t)1 << i % 64;
}

static bool depends(const struct way *a, const struct way *b)
{
    return a->actor == b->actor || (a->shares & (b->shares | b->looks)) ||
           (a->looks & b->shares) || ((a->shares | b->shares) & ASSAY_SHARES_ALL);
}

static bool is_asleep(const struct level *l, const struct way *w)
{
    for (uint32_t i = 0; i < l->nasleep; i++)
        if (l->asleep[i].name == w->name)
            return true;
    return false;
}

/* ---- Sorts of steps */

/* Whether steps depend on each other must not change with what happened before them: so
 * what one of a sort was seen to share all of them do, and if that is news, all begins
 * anew. The place of a sort, or where it could be; without room, one for all others. */
static struct sort *sort_at(struct assay_explorer *e, uint64_t name)
{
    for (uint32_t i = 0; i + 1 < SORTS; i++) {
        struct sort *s = &e->sorts[(name + i) % (SORTS - 1)];
        if (s->name == name || s->name == 0)
            return s;
    }
    return &e->sorts[SORTS - 1];
}

static uint32_t shares_of(struct assay_explorer *e, uint64_t sort)
{
    return sort_at(e, sort)->shares;
}

/* ---- Levels */

static struct way way_of_step(const struct assay_sim *sim, struct assay_step step)
{
    const struct assay_flight *f = step.source ? NULL : &sim->flights[step.id];
    struct way w = {.actor = step.actor};

    if (f) {
        w.step = assay_hash_step(f->name, f->is_timer);
        w.sort = assay_hash_step(step.actor, (uintptr_t)f->message);
        w.cause = f->cause;
        w.shares = f->is_timer ? ASSAY_SHARES_TIME : 0;
    } else {
        w.step = assay_hash_step((uint64_t)step.actor << 32 | step.id, 2);
        w.sort = w.step;
        w.shares = step.reach == ASSAY_REACH_CHANGES ? ASSAY_SHARES_STORE : 0;
        w.looks = step.reach == ASSAY_REACH_LOOKS ? ASSAY_SHARES_STORE : 0;
    }
    w.name = assay_hash_step(w.step, step.way);
    if (assay_step_is_seen(sim, &step))
        w.shares |= ASSAY_SHARES_LOG;
    if (sim->of->check || sim->of->delay > 0)
        w.shares |= ASSAY_SHARES_ALL;
    return w;
}

/* A loss is named after its message, a crash after its node. */
static struct way way_of_fault(const struct assay_sim *sim, struct assay_fault fault)
{
    struct way w = {.actor = fault.of, .shares = ASSAY_SHARES_ALL};

    if (fault.kind == ASSAY_FAULT_LOSS || fault.kind == ASSAY_FAULT_DOUBLE) {
        w = way_of_step(sim, assay_sim_menu_at(sim, fault.of));
        w.step = w.name = assay_hash_step(w.name, fault.kind + 3);
        w.sort = w.name;
        if (fault.kind == ASSAY_FAULT_DOUBLE && sim->of->ordered)
            w.shares |= ASSAY_SHARES_ALL; /* it goes behind what its sender has sent */
        return w;
    }
    if (fault.kind == ASSAY_FAULT_CRASH || fault.kind == ASSAY_FAULT_RESTART)
        w.shares = 0;
    w.step = w.name = w.sort = assay_hash_step(fault.of, fault.kind + 3);
    return w;
}

static struct way way_at(const struct assay_sim *sim, uint32_t nsteps, uint32_t i)
{
    uint32_t first_fault = nsteps > 0 ? nsteps : 1;

    if (i >= first_fault)
        return way_of_fault(sim, assay_sim_fault_at(sim, i - first_fault));
    if (nsteps > 0)
        return way_of_step(sim, assay_sim_menu_at(sim, i));
    return (struct way){.sort = 1, .shares = ASSAY_SHARES_ALL}; /* nothing happens */
}

static void fill_ways(struct assay_explorer *e, struct level *l,
                      const struct assay_sim *sim, uint32_t nsteps, uint32_t nfaults)
{
    uint32_t count = nfaults + (nsteps > 0 ? nsteps : 1);

    l->count = count < WAYS ? count : WAYS;
    for (uint32_t i = 0; i < l->count; i++) {
        l->ways[i] = way_at(sim, nsteps, i);
        l->ways[i].shares |= shares_of(e, l->ways[i].sort);
    }
    if (count > WAYS)
        e->is_cut = true;
}

/* What was tried one level above, or slept there, and does not depend on what was taken.
 */
static void fill_asleep(struct level *l, const struct level *above)
{
    const struct way *taken = &above->ways[above->chosen];

    for (uint32_t i = 0; i < above->nasleep; i++)
        if (!depends(&above->asleep[i], taken))
            l->asleep[l->nasleep++] = above->asleep[i];
    for (uint32_t i = 0; i < above->count && l->nasleep < WAYS; i++)
        if (i != above->chosen && has(above->done, i) && !depends(&above->ways[i], taken))
            l->asleep[l->nasleep++] = above->ways[i];
}

/* A step in all the ways in which it can happen: no race leads from one to the other. */
static void want(struct level *l, uint64_t step)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->ways[i].step == step)
            put(l->wanted, i);
}

static void want_all(struct level *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        put(l->wanted, i);
}

static bool can_happen(const struct level *l, uint64_t step)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->ways[i].step == step)
            return true;
    return false;
}

/* What cannot happen any more after a step, as a timer that was stopped, is in no race
 * with it: it is to be tried before it. */
static void want_prevented(struct level *before, const struct level *l)
{
    for (uint32_t i = 0; i < before->count; i++)
        if (i != before->chosen && !can_happen(l, before->ways[i].step))
            put(before->wanted, i);
}

/* Faults come from nowhere: no race leads to them, so each is wanted. */
static void want_faults(struct level *l, uint32_t nsteps)
{
    for (uint32_t i = nsteps > 0 ? nsteps : 1; i < l->count; i++)
        put(l->wanted, i);
}

/* False: all that can happen was tried elsewhere. */
static bool make_level(struct assay_explorer *e, const struct assay_sim *sim,
                       uint32_t nsteps, uint32_t nfaults)
{
    struct level *l = &e->levels[e->at];
    uint32_t i = 0;

    memset(l->wanted, 0, sizeof l->wanted);
    memset(l->done, 0, sizeof l->done);
    l->nasleep = 0;
    fill_ways(e, l, sim, nsteps, nfaults);
    if (e->at > 0) {
        want_prevented(&e->levels[e->at - 1], l);
        fill_asleep(l, &e->levels[e->at - 1]);
    }
    while (i < l->count && is_asleep(l, &l->ways[i]))
        i++;
    if (i == l->count)
        return false;
    l->chosen = i;
    want(l, l->ways[i].step);
    want_faults(l, nsteps);
    e->count = e->at + 1;
    return true;
}

static bool is_same_level(const struct level *l, const struct assay_sim *sim,
                          uint32_t nsteps, uint32_t nfaults)
{
    uint32_t first_fault = nsteps > 0 ? nsteps : 1, count = first_fault + nfaults;
    struct way w;

    if (l->count != (count < WAYS ? count : WAYS))
        return false;
    if (l->chosen >= first_fault || nsteps == 0)
        return true;
    w = way_of_step(sim, assay_sim_menu_at(sim, l->chosen));
    return w.name == l->ways[l->chosen].name;
}

/* ---- Races */

static void set_after(struct assay_explorer *e, uint32_t at, uint32_t before)
{
    uint64_t *after = e->levels[at].after;

    put(after, before);
    for (uint32_t i = 0; i < LEVELS / 64; i++)
        after[i] |= e->levels[before].after[i];
}

/* Whether a step, of those between two in a race and the second of them, could be the
 * first one there if the first of the two came behind them all: it does not come after
 * that, nor after any other one that does not. */
static bool is_initial(const struct assay_explorer *e, uint32_t before, uint32_t k)
{
    for (uint32_t i = before + 1; i < k; i++)
        if (has(e->levels[k].after, i) && !has(e->levels[i].after, before))
            return false;
    return true;
}

static bool is_wanted(const struct level *l, uint64_t step)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->ways[i].step == step)
            return has(l->wanted, i);
    return false;
}

/* It could have come first: so one of the steps that can lead there is to be tried; if
 * none is known, everything. The second one itself may not be one of them: what comes
 * before it now may make another step of it. */
static void want_before(struct assay_explorer *e, uint32_t at, uint32_t before)
{
    struct level *l = &e->levels[before];
    uint64_t first = 0;
    bool any = false;

    for (uint32_t k = before + 1; k <= at; k++) {
        uint64_t step = e->levels[k].ways[e->levels[k].chosen].step;
        if ((k < at && has(e->levels[k].after, before)) || !is_initial(e, before, k))
            continue;
        if (is_wanted(l, step))
            return;
        if (!any && can_happen(l, step)) {
            first = step;
            any = true;
        }
    }
    if (any)
        want(l, first);
    else
        want_all(l);
}

/* Every earlier step that it depends on comes before it now. It is a race unless what
 * made it possible came after that one, too, or it is another of the same session. */
static void find_races(struct assay_explorer *e, uint32_t at)
{
    const struct way *w = &e->levels[at].ways[e->levels[at].chosen];
    uint64_t *after = e->levels[at].after;

    memset(after, 0, sizeof e->levels[at].after);
    if (w->cause > 0 && w->cause <= at)
        set_after(e, at, w->cause - 1);
    for (uint32_t j = at; j-- > 0;) {
        const struct way *other = &e->levels[j].ways[e->levels[j].chosen];
        if (has(after, j) || !depends(w, other))
            continue;
        if (other->step != w->step)
            want_before(e, at, j);
        set_after(e, at, j);
    }
}

/* ---- An execution */

uint32_t assay_explorer_propose(struct assay_explorer *e, struct assay_sim *sim,
                                uint32_t nsteps, uint32_t nfaults)
{
    if (e->is_astray)
        return 0;
    if (e->at >= e->depth) {
        e->is_cut = e->is_deep = true;
        return 0;
    }
    if (e->at >= e->count) {
        e->is_old = !make_level(e, sim, nsteps, nfaults);
        assay_assume(sim->test, !e->is_old);
    } else if (!is_same_level(&e->levels[e->at], sim, nsteps, nfaults))
        assay_sim_misuse(sim, "the same steps led to something else: schedules can be "
                              "explored only where nothing else is left to chance");
    return e->levels[e->at].chosen;
}

void assay_explorer_taken(struct assay_explorer *e, uint32_t index)
{
    if (e->is_astray || e->at >= e->depth)
        return;
    if (index != e->levels[e->at].chosen) {
        e->is_astray = true;
        return;
    }
    find_races(e, e->at);
    e->at++;
}

void assay_explorer_shares(struct assay_explorer *e, uint32_t shares)
{
    struct level *l = e->at > 0 ? &e->levels[e->at - 1] : NULL;

    struct sort *s;

    if (!l || e->is_astray || e->is_deep || !(shares & ~l->ways[l->chosen].shares))
        return;
    s = sort_at(e, l->ways[l->chosen].sort);
    s->name = l->ways[l->chosen].sort;
    s->shares |= shares;
    l->ways[l->chosen].shares |= shares;
    e->has_learnt = true;
}

/* To the deepest level where something is left to be tried. */
static void go_on(struct assay_explorer *e)
{
    while (e->count > 0) {
        struct level *l = &e->levels[e->count - 1];
        uint32_t i = 0;
        put(l->done, l->chosen);
        while (i < l->count &&
               (!has(l->wanted, i) || has(l->done, i) || is_asleep(l, &l->ways[i])))
            i++;
        if (i < l->count) {
            l->chosen = i;
            return;
        }
        e->count--;
    }
    e->done = 1;
}

bool assay_explorer_end(struct assay_explorer *e, bool draws)
{
    if (!e->is_running)
        return true;
    e->is_running = false;
    if (e->is_astray || e->done)
        return true;
    e->draws |= draws;
    if (e->has_learnt) {
        e->has_learnt = false;
        e->count = 0;
        e->schedules = 0;
        return false;
    }
    e->schedules += !e->is_old;
    /* Its last step prevented all others: there are none, or it failed. */
    if (e->at > 0 && e->at == e->count && !e->is_old && !e->is_deep)
        want_all(&e->levels[e->at - 1]);
    go_on(e);
    return true;
}

void assay_explorer_begin(struct assay_explorer *e)
{
    assay_explorer_end(e, false); /* of the one that died */
    e->is_running = true;
    e->is_old = e->is_deep = false;
    e->is_astray = e->done;
    e->at = 0;
}

/* ---- Making one */

struct assay_explorer *assay_explorer_new(uint32_t depth)
{
    struct assay_explorer *e =
        mmap(NULL, sizeof *e, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (e == MAP_FAILED)
        return NULL;
    e->depth = depth == 0 ? DEPTH : depth < LEVELS ? depth : LEVELS;
    return e;
}

void assay_explorer_free(struct assay_explorer *e)
{
    if (e)
        munmap(e, sizeof *e);
}

uint64_t assay_explorer_schedules(const struct assay_explorer *e)
{
    return e->schedules;
}

bool assay_explorer_draws(const struct assay_explorer *e)
{
    return e->draws;
}

bool assay_explorer_is_whole(const struct assay_explorer *e)
{
    return e->done && !e->is_cut;
}

const volatile int *assay_explorer_done(const struct assay_explorer *e)
{
    return &e->done;
}
