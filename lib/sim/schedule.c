/*
 * Which step comes next.
 *
 * A strategy only proposes: what is recorded is the step, by its place among those that
 * were possible. So a finding of any strategy is replayed and shrunk without it, and
 * shrinks towards the oldest message first.
 *
 * PCT: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with
 * probabilistic guarantees of finding bugs", 2010. Instead of threads it is lines that
 * have priorities: the messages of one node to another, the steps of one session.
 */
#include "base/hash.h"
#include "run/body.h"
#include "sim/show.h"
#include "sim/sim.h"

#define NOTHING UINT32_MAX
#define CHANGES 2     /* of priorities, if not told */
#define SCALE_LEAST 3 /* changes happen in the first 2^3 to 2^9 steps: how many there */
#define SCALE_MOST 9  /* will be is not known */

/* ---- Priorities */

static void draw_changes(struct assay_scheduler *s, uint32_t count, uint64_t bits)
{
    uint32_t most = sizeof s->changes / sizeof s->changes[0];
    struct assay_prng prng;
    uint64_t scale;

    assay_prng_init(&prng, bits, 1);
    s->seed = assay_prng_next(&prng);
    scale = SCALE_LEAST + assay_prng_upto(&prng, SCALE_MOST - SCALE_LEAST);
    s->nchanges = count < most ? count : most;
    for (uint32_t i = 0; i < s->nchanges; i++)
        s->changes[i] = (uint32_t)assay_prng_upto(&prng, ((uint64_t)1 << scale) - 1);
}

struct assay_scheduler *assay_scheduler_new(struct assay_test *test,
                                            const struct assay_sim_job *job)
{
    struct assay_scheduler *s = assay_test_new(test, 1, sizeof *s);

    if (!s)
        assay_test_stop(test, ASSAY_NO_MEMORY);
    *s = (struct assay_scheduler){.schedule = job->schedule, .explorer = job->explorer};
    if (s->schedule == ASSAY_SCHEDULE_PRIORITIES)
        draw_changes(s, job->changes ? job->changes : CHANGES, assay_choose_bits(test));
    return s;
}

uint64_t assay_scheduler_priority(const struct assay_scheduler *s, uint64_t line)
{
    for (uint32_t i = 0; i < s->nlowered; i++)
        if (s->lowered[i] == line)
            return s->nlowered - i; /* the last to sink is the lowest */
    return assay_hash_step(s->seed, line) | (uint64_t)1 << 63;
}

static void sink(struct assay_scheduler *s, uint64_t line)
{
    uint32_t i = 0;

    while (i < s->nlowered && s->lowered[i] != line)
        i++;
    if (i == s->nlowered && i < sizeof s->lowered / sizeof s->lowered[0])
        s->nlowered++;
    for (; i + 1 < s->nlowered; i++)
        s->lowered[i] = s->lowered[i + 1];
    s->lowered[s->nlowered - 1] = line;
}

static uint32_t highest(const struct assay_scheduler *s, uint32_t count,
                        uint64_t (*line)(const void *ctx, uint32_t i), const void *ctx)
{
    uint32_t best = 0;
    uint64_t most = assay_scheduler_priority(s, line(ctx, 0));

    for (uint32_t i = 1; i < count; i++) {
        uint64_t p = assay_scheduler_priority(s, line(ctx, i));
        if (p > most) {
            most = p;
            best = i;
        }
    }
    return best;
}

uint32_t assay_scheduler_first(struct assay_scheduler *s, uint32_t step, uint32_t count,
                               uint64_t (*line)(const void *ctx, uint32_t i),
                               const void *ctx)
{
    for (uint32_t i = 0; i < s->nchanges; i++)
        if (s->changes[i] == step)
            sink(s, line(ctx, highest(s, count, line, ctx)));
    return highest(s, count, line, ctx);
}

/* The same of what can happen in a simulation: of messages there may be thousands. */
static uint32_t highest_step(struct assay_sim *sim, uint32_t nsteps, uint64_t *ret_line)
{
    const struct assay_waiting *first = assay_lineup_first(sim, sim->scheduler);
    uint32_t best = first ? assay_flight_place(sim, first->turn) : 0;
    uint64_t most = first ? first->priority : 0;
    struct assay_step step;

    for (uint32_t i = sim->nready; i < nsteps; i++) {
        uint64_t p;
        step = assay_sim_menu_at(sim, i);
        p = assay_scheduler_priority(sim->scheduler, assay_step_line(sim, &step));
        if (p > most) {
            most = p;
            best = i;
        }
    }
    step = assay_sim_menu_at(sim, best);
    *ret_line = assay_step_line(sim, &step);
    return best;
}

static uint32_t first_step(struct assay_sim *sim, uint32_t nsteps)
{
    struct assay_scheduler *s = sim->scheduler;
    uint64_t line;

    for (uint32_t i = 0; i < s->nchanges; i++)
        if (s->changes[i] == sim->steps) {
            highest_step(sim, nsteps, &line);
            sink(s, line);
            assay_lineup_clear(&s->lineup);
        }
    return assay_sim_menu_way(sim, highest_step(sim, nsteps, &line),
                              assay_choose_bits(sim->test));
}

/* ---- Choosing */

static void check(struct assay_sim *sim, enum assay_status status)
{
    if (status)
        assay_test_stop(sim->test, status);
}

/* An index below count, random or as proposed. */
static uint32_t choose(struct assay_sim *sim, uint32_t count, const uint32_t *proposed)
{
    uint32_t index = 0;

    if (!sim->test || count == 1)
        return 0;
    sim->choices++;
    check(sim, proposed ? assay_choose_proposed(sim->test, count, *proposed, &index)
                        : assay_choose_index(sim->test, count, NULL, &index));
    return index;
}

static bool choose_fault(struct assay_sim *sim, const uint32_t *proposed)
{
    static const uint32_t weights[] = {15, 1};
    uint32_t index = 0;

    sim->choices++;
    check(sim, proposed ? assay_choose_proposed(sim->test, 2, *proposed, &index)
                        : assay_choose_index(sim->test, 2, weights, &index));
    return index == 1;
}

static uint32_t most_steps(const struct assay_sim *sim)
{
    return sim->of->steps ? sim->of->steps : ASSAY_SIM_STEPS;
}

/* Priorities are not fair: whoever has a low one may wait for ever, and what then never
 * ends would be no fault of the system. So after a while chance is. */
static bool has_priorities(const struct assay_sim *sim)
{
    return sim->scheduler && sim->scheduler->schedule == ASSAY_SCHEDULE_PRIORITIES &&
           sim->steps < most_steps(sim) / 4;
}

/* What is to come next, among steps and then faults; NOTHING where there are only faults,
 * and none is wanted. Every choice is recorded: whether it is a fault, if it may be one,
 * and which. */
static uint32_t pick(struct assay_sim *sim, uint32_t nsteps, uint32_t nfaults)
{
    struct assay_scheduler *s = sim->scheduler;
    bool explores = s && s->schedule == ASSAY_SCHEDULE_ALL;
    uint32_t index = 0, fault, first_fault = nsteps > 0 ? nsteps : 1;

    if (explores)
        index = assay_explorer_propose(s->explorer, sim, nsteps, nfaults);
    fault = index >= first_fault;
    if (nfaults > 0 && choose_fault(sim, explores ? &fault : NULL)) {
        index = fault ? index - first_fault : 0;
        return nsteps + choose(sim, nfaults, explores ? &index : NULL);
    }
    if (nsteps == 0)
        return NOTHING;
    if (has_priorities(sim))
        index = first_step(sim, nsteps);
    index = index < nsteps ? index : 0;
    return choose(sim, nsteps, explores || has_priorities(sim) ? &index : NULL);
}

/* ---- Steps */

void assay_sim_count_step(struct assay_sim *sim)
{
    uint32_t most = most_steps(sim);

    sim->steps++;
    if (sim->steps > most)
        assay_sim_fail(sim, "no end", "there is no end after %u steps; %s", most,
                       assay_show_talker(sim));
    if (sim->of->progress && sim->steps - sim->progress > sim->of->progress)
        assay_sim_fail(sim, "livelock", "livelock: no progress in %u steps; %s",
                       sim->of->progress, assay_show_talker(sim));
}

bool assay_sim_advance(struct assay_sim *sim)
{
    uint32_t nsteps = assay_sim_menu(sim);
    uint32_t nfaults = sim->test ? assay_sim_faults(sim) : 0, picked;

    if (nsteps + nfaults == 0)
        return false;
    picked = pick(sim, nsteps, nfaults);
    if (sim->scheduler && sim->scheduler->schedule == ASSAY_SCHEDULE_ALL)
        assay_explorer_taken(sim->scheduler->explorer,
                             picked == NOTHING ? 0 : picked + (nsteps == 0));
    if (picked == NOTHING)
        return false;
    assay_sim_count_step(sim);
    sim->picked = picked;
    sim->is_acting = true;
    if (picked >= nsteps)
        assay_sim_suffer(sim, assay_sim_fault_at(sim, picked - nsteps));
    else
        assay_sim_perform(sim, assay_sim_menu_at(sim, picked));
    sim->is_acting = false;
    return true;
}

/* Whether a step is one of those that nobody sees. */
static bool is_unseen(const struct assay_sim *sim, const struct assay_step *step,
                      bool timers)
{
    return assay_step_is_timer(sim, *step) == timers && !assay_step_is_seen(sim, step);
}

static bool advance_unseen(struct assay_sim *sim, uint32_t count, bool timers)
{
    uint32_t unseen = 0, picked;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_step step = assay_sim_menu_at(sim, i);
        unseen += is_unseen(sim, &step, timers);
    }
    if (unseen == 0)
        return false;
    picked = choose(sim, unseen, NULL);
    for (uint32_t i = 0; i < count; i++) {
        struct assay_step step = assay_sim_menu_at(sim, i);
        if (!is_unseen(sim, &step, timers) || picked-- > 0)
            continue;
        assay_sim_count_step(sim);
        assay_sim_perform(sim, step);
        return true;
    }
    return false;
}

/* Nobody waits for a timer while messages are under way. */
bool assay_sim_advance_unseen(struct assay_sim *sim)
{
    uint32_t count = assay_sim_menu(sim);

    return advance_unseen(sim, count, false) || advance_unseen(sim, count, true);
}
