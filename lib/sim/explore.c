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
};

/* What actors share. */
enum {
    SHARES_TIME = 1,  /* it sets the clock, or reads it */
    SHARES_STORE = 2, /* a step of a session */
    SHARES_LOG = 4,   /* an event of a specification, which sees their order */
    SHARES_ALL = 8,
};

/* A step that can happen, recognised in whatever order the others happen. */
struct way {
    uint64_t name;
    uint64_t step; /* the same of all ways in which one step can happen */
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

struct assay_explorer {
    uint32_t depth;
    uint32_t count;             /* levels of the schedule that was executed last */
    uint32_t at;                /* levels of this one, so far */
    bool is_running, is_astray; /* astray: it is none of ours, somebody replays */
    bool is_old;                /* this one leads nowhere new */
    bool is_cut; /* some schedule went on beyond the depth, or had more ways */
    uint64_t schedules;
    volatile int done;
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
           (a->looks & b->shares) || ((a->shares | b->shares) & SHARES_ALL);
}

static bool is_asleep(const struct level *l, const struct way *w)
{
    for (uint32_t i = 0; i < l->nasleep; i++)
        if (l->asleep[i].name == w->name)
            return true;
    return false;
}

/* ---- Levels */

static struct way way_of_step(const struct assay_sim *sim, struct assay_step step)
{
    const struct assay_flight *f = step.source ? NULL : &sim->flights[step.id];
    struct way w = {.actor = step.actor};

    if (f) {
        w.step = assay_hash_step((uint64_t)f->from << 32 | f->number, f->is_timer);
        w.cause = f->cause;
        w.shares = f->is_timer ? SHARES_TIME : 0;
    } else {
        w.step = assay_hash_step((uint64_t)step.actor << 32 | step.id, 2);
        w.shares = step.reach == ASSAY_REACH_CHANGES ? SHARES_STORE : 0;
        w.looks = step.reach == ASSAY_REACH_LOOKS ? SHARES_STORE : 0;
    }
    w.name = assay_hash_step(w.step, step.way);
    if (assay_step_is_seen(sim, &step))
        w.shares |= SHARES_LOG;
    if (sim->of->check || sim->of->delay > 0)
        w.shares |= SHARES_ALL;
    return w;
}

/* A loss is named after its message, a crash after its node. */
static struct way way_of_fault(const struct assay_sim *sim, struct assay_fault fault)
{
    struct way w = {.actor = fault.of, .shares = SHARES_ALL};

    if (fault.kind == ASSAY_FAULT_LOSS || fault.kind == ASSAY_FAULT_DOUBLE) {
        w = way_of_step(sim, assay_sim_menu_at(sim, fault.of));
        w.name = w.step = assay_hash_step(w.name, fault.kind + 3);
        return w;
    }
    if (fault.kind == ASSAY_FAULT_CRASH || fault.kind == ASSAY_FAULT_RESTART)
        w.shares = 0;
    w.name = w.step = assay_hash_step(fault.of, fault.kind + 3);
    return w;
}

static void fill_ways(struct level *l, const struct assay_sim *sim, uint32_t nsteps,
                      uint32_t nfaults)
{
    uint32_t first_fault = nsteps > 0 ? nsteps : 1;

    l->count = first_fault + nfaults < WAYS ? first_fault + nfaults : WAYS;
    for (uint32_t i = 0; i < l->count; i++)
        if (i >= first_fault)
            l->ways[i] = way_of_fault(sim, assay_sim_fault_at(sim, i - first_fault));
        else if (nsteps > 0)
            l->ways[i] = way_of_step(sim, assay_sim_menu_at(sim, i));
        else
            l->ways[i] = (struct way){.shares = SHARES_ALL}; /* nothing happens */
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

/* It is to be tried, in all of its ways: no race leads to another way. */
static void want(struct level *l, uint32_t number)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->ways[i].step == l->ways[number].step)
            put(l->wanted, i);
}

static void want_all(struct level *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        put(l->wanted, i);
}

/* Faults come from nowhere: no race leads to them, so each is wanted. */
static void want_faults(struct level *l, uint32_t nsteps)
{
    for (uint32_t i = nsteps > 0 ? nsteps : 1; i < l->count; i++)
        put(l->wanted, i);
}

/* The first way of this step at a level; `count` of the level if it has none. */
static uint32_t find_way(const struct level *l, uint64_t step)
{
    uint32_t i = 0;

    while (i < l->count && l->ways[i].step != step)
        i++;
    return i;
}

/* What could have happened one level above and now cannot any more, a timer that was
 * stopped, was in a race that nobody will see. */
static void want_gone(struct level *above, const struct level *l)
{
    for (uint32_t i = 0; i < above->count; i++)
        if (find_way(l, above->ways[i].step) == l->count)
            put(above->wanted, i);
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
    fill_ways(l, sim, nsteps, nfaults);
    if (nsteps + nfaults > WAYS)
        e->is_cut = true;
    if (e->at > 0) {
        want_gone(&e->levels[e->at - 1], l);
        fill_asleep(l, &e->levels[e->at - 1]);
    }
    while (i < l->count && is_asleep(l, &l->ways[i]))
        i++;
    if (i == l->count)
        return false;
    l->chosen = i;
    want(l, i);
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

static bool meets(const uint64_t *a, const uint64_t *b)
{
    for (uint32_t i = 0; i < LEVELS / 64; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* The second step of a race could have come before the first, after those between them
 * that do not need that one either. Any that can be the first of all these will do, so
 * one is to be tried there; if that is not known, everything. */
static void want_before(struct assay_explorer *e, uint32_t at, uint32_t before)
{
    struct level *l = &e->levels[before];
    uint64_t others[LEVELS / 64] = {0};
    uint32_t wanted = l->count;

    for (uint32_t k = before + 1; k <= at; k++) {
        const struct level *other = &e->levels[k];
        uint32_t i = l->count;
        if (has(other->after, before))
            continue;
        if (!meets(other->after, others))
            i = find_way(l, other->ways[other->chosen].step);
        if (i < l->count && has(l->wanted, i))
            return;
        if (i < l->count)
            wanted = i;
        put(others, k);
    }
    if (wanted < l->count)
        want(l, wanted);
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
        e->is_cut = true;
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

/* The step that was taken last does more than was known. */
static void share(struct assay_explorer *e, uint32_t what)
{
    struct level *l = e->at > 0 ? &e->levels[e->at - 1] : NULL;

    if (l && !e->is_astray && !(l->ways[l->chosen].shares & what)) {
        l->ways[l->chosen].shares |= what;
        find_races(e, e->at - 1);
    }
}

void assay_explorer_timed(struct assay_explorer *e)
{
    share(e, SHARES_TIME);
}

void assay_sim_reaches_all(struct assay_sim *sim)
{
    if (sim->scheduler && sim->scheduler->explorer)
        share(sim->scheduler->explorer, SHARES_ALL);
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

void assay_explorer_end(struct assay_explorer *e)
{
    if (!e->is_running)
        return;
    e->is_running = false;
    if (e->is_astray || e->done)
        return;
    e->schedules += !e->is_old;
    if (!e->is_old && e->count > 0)
        want_all(&e->levels[e->count - 1]); /* nothing of it will happen any more */
    go_on(e);
}

void assay_explorer_begin(struct assay_explorer *e)
{
    assay_explorer_end(e); /* of the one that died */
    e->is_running = true;
    e->is_old = false;
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

bool assay_explorer_is_whole(const struct assay_explorer *e)
{
    return e->done && !e->is_cut;
}

const volatile int *assay_explorer_done(const struct assay_explorer *e)
{
    return &e->done;
}
