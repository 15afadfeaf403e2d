/*
 * Messages and timers: from the moment they are sent to their arrival, or their end.
 */
#include "base/hash.h"
#include "sim/show.h"
#include "sim/sim.h"
#include <string.h>

/* ---- Slots */

static uint32_t take_slot(struct assay_sim *sim)
{
    void *flights = sim->flights;
    uint32_t slot = sim->free;

    if (slot != ASSAY_NO_FLIGHT) {
        sim->free = sim->flights[slot].next;
        return slot;
    }
    if (sim->nflights == ASSAY_SIM_FLOOD)
        assay_sim_fail(sim, "flood", "flood: %u messages are under way; %s",
                       ASSAY_SIM_FLOOD, assay_show_talker(sim));
    assay_sim_grow(sim, &flights, &sim->flights_cap, sim->nflights, sizeof *sim->flights);
    sim->flights = flights;
    return sim->nflights++;
}

/* Bodies move with the array when it grows, so they are looked up when they are used. */
static void *body_of(struct assay_flight *f)
{
    return f->message->size == 0 ? NULL : f->body ? f->body : f->room;
}

static void set_body(struct assay_sim *sim, struct assay_flight *f, const void *body)
{
    f->body = NULL;
    if (f->message->size > sizeof f->room)
        f->body = assay_sim_new(sim, 1, f->message->size);
    if (f->message->size > 0)
        memcpy(body_of(f), body, f->message->size);
}

static void release(struct assay_sim *sim, uint32_t slot)
{
    sim->flights[slot].message = NULL;
    sim->flights[slot].next = sim->free;
    sim->free = slot;
}

static void add_to(struct assay_sim *sim, uint32_t **list, size_t *cap, uint32_t *count,
                   uint32_t at, uint32_t slot)
{
    void *wider = *list;

    assay_sim_grow(sim, &wider, cap, *count, sizeof **list);
    *list = wider;
    memmove(*list + at + 1, *list + at, (*count - at) * sizeof **list);
    (*list)[at] = slot;
    (*count)++;
}

static void remove_at(uint32_t *list, uint32_t *count, uint32_t at)
{
    (*count)--;
    memmove(list + at, list + at + 1, (*count - at) * sizeof *list);
}

static void make_ready(struct assay_sim *sim, uint32_t slot)
{
    sim->flights[slot].turn = ++sim->turns;
    add_to(sim, &sim->ready, &sim->ready_cap, &sim->nready, sim->nready, slot);
}

/* There may be thousands. */
uint32_t assay_flight_place(const struct assay_sim *sim, uint64_t turn)
{
    uint32_t low = 0, high = sim->nready;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sim->flights[sim->ready[middle]].turn < turn)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remove_timer(struct assay_sim *sim, uint32_t slot)
{
    uint32_t i = 0;

    while (sim->timers[i] != slot)
        i++;
    remove_at(sim->timers, &sim->ntimers, i);
}

/* ---- Channels */

/* The outside is the last of them. */
static struct assay_channel *channel_of(struct assay_sim *sim, uint32_t from, uint32_t to)
{
    uint32_t side = sim->channels_of;

    return &sim->channels[(size_t)(from < side ? from : side) * (side + 1) +
                          (to < side ? to : side)];
}

static void make_channels(struct assay_sim *sim)
{
    struct assay_channel *old = sim->channels;
    uint32_t was = sim->channels_of;
    size_t side = sim->nnodes + 1;

    if (old && was >= sim->nnodes)
        return;
    if (was > sim->nnodes / 2) /* there may be more */
        side = 2 * (size_t)was + 1;
    sim->channels = assay_sim_new(sim, side * side, sizeof *sim->channels);
    sim->channels_of = (uint32_t)side - 1;
    for (size_t i = 0; i < side * side; i++)
        sim->channels[i].first = sim->channels[i].last = ASSAY_NO_FLIGHT;
    for (size_t i = 0; old && i < (size_t)(was + 1) * (was + 1); i++) {
        uint32_t from = (uint32_t)(i / (was + 1)), to = (uint32_t)(i % (was + 1));
        *channel_of(sim, from < was ? from : UINT32_MAX, to < was ? to : UINT32_MAX) =
            old[i];
    }
}

/* Whether it is the first of its channel: it can arrive. */
static bool join_channel(struct assay_sim *sim, uint32_t slot)
{
    struct assay_flight *f = &sim->flights[slot];
    struct assay_channel *c;

    if (!sim->of->ordered)
        return true;
    make_channels(sim);
    c = channel_of(sim, f->from, f->to);
    f->next = ASSAY_NO_FLIGHT;
    if (c->first == ASSAY_NO_FLIGHT) {
        c->first = c->last = slot;
        return true;
    }
    sim->flights[c->last].next = slot;
    c->last = slot;
    return false;
}

static void leave_middle(struct assay_sim *sim, struct assay_channel *c, uint32_t slot)
{
    uint32_t before = c->first;

    while (sim->flights[before].next != slot)
        before = sim->flights[before].next;
    sim->flights[before].next = sim->flights[slot].next;
    if (c->last == slot)
        c->last = before;
}

/* The next one of its channel can arrive instead. */
static void leave_channel(struct assay_sim *sim, uint32_t slot)
{
    struct assay_flight *f = &sim->flights[slot];
    struct assay_channel *c;

    if (!sim->of->ordered)
        return;
    c = channel_of(sim, f->from, f->to);
    if (c->first != slot) {
        leave_middle(sim, c, slot);
        return;
    }
    c->first = f->next;
    if (c->first == ASSAY_NO_FLIGHT)
        c->last = ASSAY_NO_FLIGHT;
    else
        make_ready(sim, c->first);
}

/* ---- Sending */

bool assay_flight_is_cut(const struct assay_sim *sim, uint32_t a, uint32_t b)
{
    if (a >= sim->nnodes || b >= sim->nnodes)
        return false;
    if (sim->nodes[a]->group != sim->nodes[b]->group)
        return true;
    for (uint32_t i = 0; i < sim->ncuts; i++)
        if ((sim->cuts[i][0] == a && sim->cuts[i][1] == b) ||
            (sim->cuts[i][0] == b && sim->cuts[i][1] == a))
            return true;
    return false;
}

static uint32_t count_sent(struct assay_sim *sim, uint32_t from)
{
    return from < sim->nnodes ? sim->nodes[from]->sends++ : sim->outside_sends++;
}

static void set_name(struct assay_sim *sim, struct assay_flight *f)
{
    f->number = count_sent(sim, f->from);
    f->name = (uint64_t)f->from << 32 | f->number;
}

static uint32_t new_flight(struct assay_sim *sim, struct assay_flight like,
                           const void *body)
{
    uint32_t slot = take_slot(sim);

    like.cause = sim->steps;
    like.turn = 0;
    like.copies = 0;
    sim->flights[slot] = like;
    set_body(sim, &sim->flights[slot], body);
    return slot;
}

bool assay_flight_send(struct assay_sim *sim, uint32_t from, uint32_t to,
                       const struct assay_message *message, const void *body)
{
    struct assay_flight f = {.message = message,
                             .from = from,
                             .to = to,
                             .at = sim->clock,
                             .is_seen = assay_sim_is_seen(sim, message->name)};
    bool lost = assay_flight_is_cut(sim, from, to);
    uint32_t slot;

    if (sim->is_over)
        return false;
    assay_sim_check_body(sim, from, message, body);
    f.sent = assay_show_send(sim, &f, body, lost);
    if (lost || (to == ASSAY_OUTSIDE && !f.is_seen))
        return false; /* nobody listens out there */
    set_name(sim, &f);
    slot = new_flight(sim, f, body);
    if (join_channel(sim, slot))
        make_ready(sim, slot);
    return true;
}

void assay_flight_copy(struct assay_sim *sim, uint32_t flight)
{
    struct assay_flight f = sim->flights[flight];
    uint32_t slot;

    f.sent = assay_show_double(sim, &f);
    f.name = assay_hash_step(f.name, ++sim->flights[flight].copies);
    slot = new_flight(sim, f, body_of(&f));
    if (join_channel(sim, slot))
        make_ready(sim, slot);
}

/* ---- Timers */

void assay_self_timer_stop(struct assay_self *self, const struct assay_message *message)
{
    struct assay_sim *sim = self->sim;
    uint32_t slot = assay_flight_find(sim, message->name, self->id, self->id, true);

    if (slot == ASSAY_NO_FLIGHT)
        return;
    remove_timer(sim, slot);
    release(sim, slot);
}

void assay_self_timer(struct assay_self *self, uint64_t delay,
                      const struct assay_message *message, const void *body)
{
    struct assay_sim *sim = self->sim;
    struct assay_flight f = {.message = message,
                             .from = self->id,
                             .to = self->id,
                             .is_timer = true,
                             .is_seen = assay_sim_is_seen(sim, message->name)};
    uint32_t at, slot;

    assay_self_timer_stop(self, message);
    if (sim->is_over || !self->is_up)
        return;
    assay_sim_check_body(sim, self->id, message, body);
    assay_sim_shares(sim, ASSAY_SHARES_TIME); /* when it is due depends on when it is */
    f.at = UINT64_MAX - sim->clock < delay ? UINT64_MAX : sim->clock + delay;
    set_name(sim, &f);
    slot = new_flight(sim, f, body);
    for (at = sim->ntimers; at > 0 && sim->flights[sim->timers[at - 1]].at > f.at; at--)
        ;
    add_to(sim, &sim->timers, &sim->timers_cap, &sim->ntimers, at, slot);
}

void assay_flight_calm(struct assay_sim *sim, uint32_t node)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < sim->ntimers; i++)
        if (sim->flights[sim->timers[i]].to == node)
            release(sim, sim->timers[i]);
        else
            sim->timers[kept++] = sim->timers[i];
    sim->ntimers = kept;
}

/* ---- Arriving */

/* Messages are known by their names: a program may have several files. */
static assay_mail_fn *handler_of(struct assay_sim *sim, const struct assay_self *n,
                                 const struct assay_message *message)
{
    for (uint32_t i = 0; i < ASSAY_ACTOR_HANDLERS; i++) {
        const struct assay_message *known = n->actor->handlers[i].message;
        if (!known)
            return NULL;
        if (known != message && strcmp(known->name, message->name) != 0)
            continue;
        if (known->size != message->size)
            assay_sim_misuse(sim,
                             "two sorts of message are called %s: one has %u bytes, the "
                             "one that %s has a handler for %u",
                             message->name, message->size, n->name, known->size);
        return n->actor->handlers[i].run;
    }
    return NULL;
}

static void take_away(struct assay_sim *sim, uint32_t slot)
{
    uint32_t at = sim->picked;

    if (sim->flights[slot].is_timer) {
        remove_timer(sim, slot);
        return;
    }
    if (at >= sim->nready || sim->ready[at] != slot)
        at = assay_flight_place(sim, sim->flights[slot].turn);
    if (sim->flights[slot].turn > 0)
        remove_at(sim->ready, &sim->nready, at);
    leave_channel(sim, slot);
}

void assay_flight_tell(struct assay_sim *sim, uint32_t slot)
{
    struct assay_flight f = sim->flights[slot];

    if (sim->watcher && !sim->is_over)
        sim->watcher->says(sim->watcher->ctx, f.to, f.message, body_of(&f));
}

void assay_flight_arrive(struct assay_sim *sim, uint32_t slot)
{
    struct assay_flight f = sim->flights[slot];
    struct assay_self *n = f.to < sim->nnodes ? sim->nodes[f.to] : NULL;
    struct assay_mail mail = {.from = f.from, .message = f.message};
    struct assay_doing before;
    assay_mail_fn *run = n ? handler_of(sim, n, f.message) : NULL;

    mail.body = body_of(&f); /* a copy: the slot is free again, and may be used */
    take_away(sim, slot);
    release(sim, slot);
    if (f.is_timer && f.at > sim->clock)
        sim->clock = f.at;
    assay_show_arrive(sim, &f, mail.body);
    if (!n || !n->is_up || !run)
        return;
    assay_show_doing(sim, &before, "the handler of %s at %s", f.message->name, n->name);
    run(n, n->state, &mail);
    assay_show_done(sim, &before);
}

void assay_flight_drop(struct assay_sim *sim, uint32_t slot)
{
    assay_show_loss(sim, &sim->flights[slot]);
    take_away(sim, slot);
    release(sim, slot);
}

static bool is_like(const struct assay_flight *f, const char *message, uint32_t from,
                    uint32_t to)
{
    return f->from == from && f->to == to && strcmp(f->message->name, message) == 0;
}

/* Also what is behind others, and cannot arrive yet. */
static uint32_t find_in_channel(struct assay_sim *sim, const char *message, uint32_t from,
                                uint32_t to)
{
    uint32_t slot;

    if (!sim->channels || (from >= sim->channels_of && from != ASSAY_OUTSIDE) ||
        (to >= sim->channels_of && to != ASSAY_OUTSIDE))
        return ASSAY_NO_FLIGHT;
    slot = channel_of(sim, from, to)->first;
    while (slot != ASSAY_NO_FLIGHT && !is_like(&sim->flights[slot], message, from, to))
        slot = sim->flights[slot].next;
    return slot;
}

uint32_t assay_flight_find(struct assay_sim *sim, const char *message, uint32_t from,
                           uint32_t to, bool is_timer)
{
    const uint32_t *list = is_timer ? sim->timers : sim->ready;
    uint32_t count = is_timer ? sim->ntimers : sim->nready;

    if (sim->of->ordered && !is_timer)
        return find_in_channel(sim, message, from, to);
    for (uint32_t i = 0; i < count; i++)
        if (is_like(&sim->flights[list[i]], message, from, to))
            return list[i];
    return ASSAY_NO_FLIGHT;
}

uint32_t assay_sim_in_flight(const struct assay_sim *sim)
{
    uint32_t count = 0;

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    for (uint32_t i = 0; i < sim->nflights; i++)
        count += sim->flights[i].message && !sim->flights[i].is_timer;
    return count;
}
