/*
 * An execution of a simulation: nodes are added, started, stopped, and tell each other
 * things.
 */
#include "sim/sim.h"
#include "run/body.h"
#include "sim/show.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory */

static struct assay_ground ground_of(const struct assay_sim *sim)
{
    return (struct assay_ground){sim->test, sim->arena};
}

void *assay_sim_new(struct assay_sim *sim, size_t count, size_t size)
{
    return assay_ground_new(ground_of(sim), count, size);
}

void assay_sim_grow(struct assay_sim *sim, void **at, size_t *cap, size_t count,
                    size_t size)
{
    assay_ground_grow(ground_of(sim), at, cap, count, size);
}

const char *assay_sim_format(struct assay_sim *sim, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = assay_ground_format(ground_of(sim), format, args);
    va_end(args);
    return text;
}

/* ---- Ends */

_Noreturn void assay_sim_fail(struct assay_sim *sim, const char *same, const char *format,
                              ...)
{
    va_list args;

    va_start(args, format);
    if (sim->test) {
        struct assay_buf message = assay_body_message(sim->test);
        assay_buf_vprintf(&message, format, args);
        assay_body_fail_as(sim->test, "", 0, same);
    }
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(1);
}

_Noreturn void assay_sim_misuse(struct assay_sim *sim, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_ground_misuse(ground_of(sim), format, args);
}

/* ---- Nodes */

void assay_sim_shares(const struct assay_sim *sim, uint32_t shares)
{
    const struct assay_scheduler *s = sim->scheduler;

    if (sim->is_acting && s && s->explorer)
        assay_explorer_shares(s->explorer, shares);
}

struct assay_self *assay_node_at(struct assay_sim *sim, uint32_t node, const char *who)
{
    if (node >= sim->nnodes)
        assay_sim_misuse(sim, "%s node %u, and there %s %u so far", who, node,
                         sim->nnodes == 1 ? "is" : "are", sim->nnodes);
    return sim->nodes[node];
}

static void start(struct assay_self *n)
{
    struct assay_doing before;

    n->is_up = true;
    n->sim->nup++;
    assay_show_doing(n->sim, &before, "the start of %s", n->name);
    if (n->actor->start)
        n->actor->start(n, n->state);
    assay_show_done(n->sim, &before);
}

static void stop(void *ctx)
{
    struct assay_self *n = ctx;
    struct assay_doing before;

    if (!n->is_up)
        return;
    n->is_up = false;
    n->sim->nup--;
    assay_show_doing(n->sim, &before, "the end of %s", n->name);
    if (n->actor->stop)
        n->actor->stop(n, n->state);
    assay_show_done(n->sim, &before);
}

/* How far its clock is off. */
static int64_t draw_skew(struct assay_sim *sim)
{
    uint64_t skew = sim->of->skew;
    int64_t most = skew < INT64_MAX ? (int64_t)skew : INT64_MAX, value = 0;
    enum assay_status status;

    if (most == 0 || !sim->test || (sim->scheduler && sim->scheduler->explorer))
        return 0; /* what is explored is the order of steps alone */
    status = assay_choose_int(sim->test, -most, most, 0, ASSAY_UNIFORM, &value);
    if (status)
        assay_test_stop(sim->test, status);
    return value;
}

/* So much of an actor's name is in those of its nodes; others may have the same. */
static struct assay_str stem_of(const struct assay_actor *actor)
{
    struct assay_str name = assay_str(actor->name ? actor->name : "node");

    name.len = name.len < ASSAY_SIM_STEM ? name.len : ASSAY_SIM_STEM;
    return name;
}

static void set_name(struct assay_sim *sim, struct assay_self *n)
{
    struct assay_str stem = stem_of(n->actor);
    uint32_t count = 0;

    for (uint32_t i = 0; i < sim->nnodes; i++)
        count += sim->nodes[i]->actor == n->actor ||
                 assay_str_equal(stem_of(sim->nodes[i]->actor), stem);
    snprintf(n->name, sizeof n->name, "%.*s%u", (int)stem.len, stem.at, count);
}

uint32_t assay_sim_add(struct assay_sim *sim, const struct assay_actor *actor)
{
    struct assay_self *n = assay_sim_new(sim, 1, sizeof *n);
    void *nodes = sim->nodes;

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (sim->nnodes == ASSAY_SIM_NODES)
        assay_sim_misuse(sim, "there are too many nodes: %u at most", ASSAY_SIM_NODES);
    assay_sim_grow(sim, &nodes, &sim->nodes_cap, sim->nnodes,
                   sizeof(struct assay_self *));
    sim->nodes = nodes;
    *n = (struct assay_self){.sim = sim, .actor = actor, .id = sim->nnodes};
    n->state = assay_sim_new(sim, 1, actor->size ? actor->size : 1);
    n->off = draw_skew(sim);
    set_name(sim, n);
    sim->nodes[sim->nnodes++] = n;
    n->column = assay_show_actor(sim, n->name);
    start(n);
    return n->id;
}

uint32_t assay_sim_actor(struct assay_sim *sim, const char *sort, uint32_t number)
{
    void *others = sim->others;
    const char *name = assay_sim_format(sim, "%s%" PRIu32, sort, number);

    assay_sim_grow(sim, &others, &sim->others_cap, sim->nothers, sizeof *sim->others);
    sim->others = others;
    sim->others[sim->nothers] =
        (struct assay_other){name, number, assay_show_actor(sim, name)};
    return ASSAY_OTHER_ACTOR + sim->nothers++;
}

uint32_t assay_sim_number(const struct assay_sim *sim, uint32_t actor)
{
    return actor >= ASSAY_OTHER_ACTOR && actor - ASSAY_OTHER_ACTOR < sim->nothers
               ? sim->others[actor - ASSAY_OTHER_ACTOR].number
               : actor;
}

const char *assay_sim_name(const struct assay_sim *sim, uint32_t actor)
{
    if (actor < sim->nnodes)
        return sim->nodes[actor]->name;
    if (actor >= ASSAY_OTHER_ACTOR && actor - ASSAY_OTHER_ACTOR < sim->nothers)
        return sim->others[actor - ASSAY_OTHER_ACTOR].name;
    return "outside";
}

static void wipe(struct assay_self *n)
{
    n->waits = NULL;
    if (n->actor->size > n->actor->durable)
        memset((char *)n->state + n->actor->durable, 0,
               n->actor->size - n->actor->durable);
}

void assay_node_crash(struct assay_self *n)
{
    struct assay_sim *sim = n->sim;
    uint32_t node = n->id;

    assay_show_crash(sim, node);
    stop(n);
    assay_flight_calm(sim, node);
    wipe(n);
}

/* The handler in which it crashed may have gone on. */
void assay_node_restart(struct assay_self *n)
{
    wipe(n);
    assay_show_restart(n->sim, n->id);
    start(n);
}

bool assay_sim_crash(struct assay_sim *sim, uint32_t node)
{
    struct assay_self *n = assay_node_at(sim, node, "a crash of");

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (!n->is_up)
        return false;
    assay_node_crash(n);
    return true;
}

bool assay_sim_restart(struct assay_sim *sim, uint32_t node)
{
    struct assay_self *n = assay_node_at(sim, node, "a restart of");

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (n->is_up)
        return false;
    assay_node_restart(n);
    return true;
}

/* ---- What handlers ask for */

void assay_self_send(struct assay_self *self, uint32_t to,
                     const struct assay_message *message, const void *body)
{
    if (to != ASSAY_OUTSIDE && to >= self->sim->nnodes) /* said only if it is so */
        assay_node_at(self->sim, to,
                      assay_sim_format(self->sim, "%s: a message to", self->name));
    if (self->is_up)
        assay_flight_send(self->sim, self->id, to, message, body);
}

void assay_sim_check_body(struct assay_sim *sim, uint32_t actor,
                          const struct assay_message *message, const void *body)
{
    if (!body && message->size > 0)
        assay_sim_misuse(sim, "%s: %s has a body of %u bytes, and none is given",
                         assay_sim_name(sim, actor), message->name, message->size);
}

void assay_sim_send(struct assay_sim *sim, uint32_t to,
                    const struct assay_message *message, const void *body)
{
    assay_node_at(sim, to, "a message to");
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    assay_flight_send(sim, ASSAY_OUTSIDE, to, message, body);
}

void assay_sim_say(struct assay_sim *sim, uint32_t actor,
                   const struct assay_message *message, const void *body)
{
    assay_sim_check_body(sim, actor, message, body);
    assay_show_say(sim, actor, message, body);
    if (sim->watcher && !sim->is_over)
        sim->watcher->says(sim->watcher->ctx, actor, message, body);
}

void assay_self_say(struct assay_self *self, const struct assay_message *message,
                    const void *body)
{
    if (self->is_up)
        assay_sim_say(self->sim, self->id, message, body);
}

uint32_t assay_self_id(const struct assay_self *self)
{
    return self->id;
}

uint64_t assay_self_clock(const struct assay_self *self)
{
    uint64_t now = self->sim->clock;
    int64_t off = self->off;

    assay_sim_shares(self->sim, ASSAY_SHARES_TIME);
    if (off < 0) /* none is before the beginning, or behind the end */
        return now > (uint64_t)-off ? now - (uint64_t)-off : 0;
    return UINT64_MAX - now > (uint64_t)off ? now + (uint64_t)off : UINT64_MAX;
}

struct assay_sim *assay_self_sim(struct assay_self *self)
{
    return self->sim;
}

struct assay_test *assay_self_test(struct assay_self *self)
{
    return self->sim->test;
}

void assay_self_waits(struct assay_self *self, const char *what)
{
    self->waits = what;
}

void assay_self_progress(struct assay_self *self)
{
    self->sim->progress = self->sim->steps;
}

void assay_self_note(struct assay_self *self, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_show_note(self->sim, self->id, format, args);
    va_end(args);
}

/* ---- What everyone may ask. In a step it depends on the steps of all others. */

uint32_t assay_sim_nodes(const struct assay_sim *sim)
{
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    return sim->nnodes;
}

void *assay_sim_state(struct assay_sim *sim, uint32_t node)
{
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    return assay_node_at(sim, node, "the state of")->state;
}

bool assay_sim_is_up(const struct assay_sim *sim, uint32_t node)
{
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    return node < sim->nnodes && sim->nodes[node]->is_up;
}

uint64_t assay_sim_clock(const struct assay_sim *sim)
{
    assay_sim_shares(sim, ASSAY_SHARES_TIME);
    return sim->clock;
}

struct assay_test *assay_sim_test(struct assay_sim *sim)
{
    return sim->test;
}

bool assay_sim_is_seen(const struct assay_sim *sim, const char *name)
{
    return sim->watcher && sim->watcher->sees(sim->watcher->ctx, name);
}

static const char *join(struct assay_sim *sim, const char *list, const char *more)
{
    return list ? assay_sim_format(sim, "%s, %s", list, more) : more;
}

const char *assay_sim_stuck(struct assay_sim *sim)
{
    const char *list = NULL;

    for (uint32_t i = 0; i < sim->nnodes; i++) {
        const struct assay_self *n = sim->nodes[i];
        if (n->is_up && n->waits)
            list = join(sim, list,
                        assay_sim_format(sim, "%s waits for %s", n->name, n->waits));
    }
    for (uint32_t i = 0; i < sim->nsources; i++) {
        const char *stuck =
            sim->sources[i]->stuck ? sim->sources[i]->stuck(sim->sources[i]) : NULL;
        if (stuck)
            list = join(sim, list, stuck);
    }
    return list;
}

/* ---- An execution */

struct assay_sim *assay_sim_begin(struct assay_test *test, struct assay_arena *arena,
                                  const struct assay_simulation *of,
                                  const struct assay_sim_watcher *watcher)
{
    struct assay_ground ground = {test, arena};
    struct assay_sim *sim = assay_ground_new(ground, 1, sizeof *sim);

    *sim = (struct assay_sim){.of = of,
                              .test = test,
                              .arena = arena,
                              .watcher = watcher,
                              .free = ASSAY_NO_FLIGHT,
                              .left = of->faults};
    assay_show_begin(sim);
    return sim;
}

void assay_sim_end(struct assay_sim *sim)
{
    sim->is_over = true;
    for (uint32_t i = 0; i < sim->nsources; i++)
        if (sim->sources[i]->end)
            sim->sources[i]->end(sim->sources[i]);
    for (uint32_t i = 0; i < sim->nnodes; i++)
        if (sim->test)
            assay_body_clean_up(sim->test, stop, sim->nodes[i]);
        else
            stop(sim->nodes[i]);
    assay_show_end(sim);
}
