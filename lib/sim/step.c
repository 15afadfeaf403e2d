/*
 * What can happen next: messages that are ready, timers that may fire, and what other
 * sources offer.
 */
#include "sim/step.h"
#include "base/hash.h"
#include "sim/part.h"
#include "sim/show.h"
#include "sim/sim.h"
#include <string.h>

enum { LATE = 1 }; /* the second way of a message, where there is a time for all */

/* ---- The menu */

void assay_sim_join(struct assay_sim *sim, const struct assay_step_source *source)
{
    if (sim->nsources == ASSAY_SIM_SOURCES)
        assay_sim_misuse(sim, "there are too many stores: %d at most", ASSAY_SIM_SOURCES);
    sim->sources[sim->nsources++] = source;
}

static void offer(struct assay_sim *sim, struct assay_step step)
{
    void *offers = sim->offers;

    assay_sim_grow(sim, &offers, &sim->offers_cap, sim->noffers, sizeof *sim->offers);
    sim->offers = offers;
    sim->offers[sim->noffers++] = step;
}

void assay_sim_offer(struct assay_sim *sim, struct assay_step step)
{
    offer(sim, step);
}

static struct assay_step message_step(const struct assay_sim *sim, uint32_t slot)
{
    return (struct assay_step){.id = slot, .actor = sim->flights[slot].to};
}

/* Each node has a time of its own: the first timer of each may fire. */
static void offer_timers_of_each(struct assay_sim *sim)
{
    sim->asks++;
    for (uint32_t i = 0; i < sim->ntimers; i++) {
        const struct assay_flight *f = &sim->flights[sim->timers[i]];
        struct assay_self *n = sim->nodes[f->to];
        if (n->asked == sim->asks && n->due < f->at)
            continue;
        n->asked = sim->asks;
        n->due = f->at;
        offer(sim, message_step(sim, sim->timers[i]));
    }
}

/* The time by which something must have happened: a message arrived, a timer fired.
 * Those that wait behind others in a channel were sent later. */
static uint64_t next_deadline(const struct assay_sim *sim)
{
    uint64_t delay = sim->of->delay, soonest = UINT64_MAX;

    if (sim->ntimers > 0)
        soonest = sim->flights[sim->timers[0]].at;
    for (uint32_t i = 0; i < sim->nready; i++) {
        uint64_t sent = sim->flights[sim->ready[i]].at;
        if (sent <= UINT64_MAX - delay && sent + delay < soonest)
            soonest = sent + delay;
    }
    return soonest;
}

/* There is one time for all. A message arrives now, or so late that something else must
 * happen next; a timer fires when nothing has to happen before. */
static void offer_by_time(struct assay_sim *sim)
{
    uint64_t deadline = next_deadline(sim);

    for (uint32_t i = 0; i < sim->nready && deadline > sim->clock; i++) {
        struct assay_step step = message_step(sim, sim->ready[i]);
        step.way = LATE;
        offer(sim, step);
    }
    for (uint32_t i = 0; i < sim->ntimers; i++)
        if (sim->flights[sim->timers[i]].at == deadline)
            offer(sim, message_step(sim, sim->timers[i]));
}

/* Messages come first, and are not copied: there can be many. */
uint32_t assay_sim_menu(struct assay_sim *sim)
{
    sim->noffers = 0;
    if (sim->of->delay == 0) /* messages may take any time */
        offer_timers_of_each(sim);
    else
        offer_by_time(sim);
    for (uint32_t i = 0; i < sim->nsources; i++)
        sim->sources[i]->offer(sim->sources[i], sim);
    return sim->nready + sim->noffers;
}

struct assay_step assay_sim_menu_at(const struct assay_sim *sim, uint32_t number)
{
    return number < sim->nready ? message_step(sim, sim->ready[number])
                                : sim->offers[number - sim->nready];
}

/* The same message, late; or as it is. */
static uint32_t late_way(const struct assay_sim *sim, uint32_t number, uint32_t slot)
{
    for (uint32_t i = 0; i < sim->noffers && !sim->offers[i].source; i++)
        if (sim->offers[i].id == slot && sim->offers[i].way == LATE)
            return sim->nready + i;
    return number;
}

uint32_t assay_sim_menu_way(const struct assay_sim *sim, uint32_t number, uint64_t bits)
{
    struct assay_step step = assay_sim_menu_at(sim, number);
    uint32_t ways = 1;

    if (!step.source)
        return bits % 2 ? late_way(sim, number, step.id) : number;
    for (uint32_t i = number + 1; i < sim->nready + sim->noffers; i++, ways++) {
        struct assay_step other = assay_sim_menu_at(sim, i);
        if (other.source != step.source || other.id != step.id)
            break;
    }
    return number + (uint32_t)(bits % ways);
}

/* ---- Steps */

static const void *body_of(const struct assay_flight *f)
{
    return f->body ? f->body : f->room;
}

const char *assay_step_name(const struct assay_sim *sim, const struct assay_step *step)
{
    return step->source ? step->source->name(step->source, step)
                        : sim->flights[step->id].message->name;
}

bool assay_step_is_timer(const struct assay_sim *sim, struct assay_step step)
{
    return !step.source && sim->flights[step.id].is_timer;
}

bool assay_step_is_seen(const struct assay_sim *sim, const struct assay_step *step)
{
    if (!step->source)
        return sim->flights[step->id].is_seen;
    return !step->is_open && assay_sim_is_seen(sim, assay_step_name(sim, step));
}

static bool message_field(const struct assay_flight *f, const char *field,
                          struct assay_step_value *ret_value)
{
    if (assay_message_part_value(f->message, body_of(f), field, ret_value))
        return true;
    if (strcmp(field, "from") == 0)
        *ret_value = (struct assay_step_value){.number = (int32_t)f->from};
    else if (strcmp(field, "to") == 0 || strcmp(field, "node") == 0)
        *ret_value = (struct assay_step_value){.number = (int32_t)f->to};
    else
        return false;
    return true;
}

bool assay_step_field(const struct assay_sim *sim, const struct assay_step *step,
                      const char *field, struct assay_step_value *ret_value)
{
    return step->source ? step->source->field(step->source, step, field, ret_value)
                        : message_field(&sim->flights[step->id], field, ret_value);
}

uint64_t assay_sim_line(uint32_t from, uint32_t to)
{
    return (uint64_t)from << 32 | to;
}

uint64_t assay_step_line(const struct assay_sim *sim, const struct assay_step *step)
{
    uint32_t from = step->source ? step->actor : sim->flights[step->id].from;

    return assay_sim_line(from, step->actor);
}

void assay_sim_happens(struct assay_sim *sim, const struct assay_step *step)
{
    if (sim->is_over)
        return;
    if (step->source)
        assay_show_step(sim, step);
    if (sim->watcher)
        sim->watcher->happens(sim->watcher->ctx, step, assay_step_is_seen(sim, step));
}

void assay_sim_perform(struct assay_sim *sim, struct assay_step step)
{
    if (step.source) {
        step.source->perform(step.source, sim, &step);
        return;
    }
    if (step.way == LATE)
        sim->clock = next_deadline(sim);
    assay_sim_happens(sim, &step);
    assay_flight_arrive(sim, step.id);
}
