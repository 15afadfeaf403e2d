/*
 * The inside of a simulation: nodes, what is under way between them, and what can happen
 * next.
 *
 * A message lies in a slot of `flights` until it arrives. Those that can arrive now are
 * in `ready`, in the order in which they were sent: all of them, or the first of each
 * channel where channels keep the order. Timers are messages to oneself, ordered by the
 * time at which they are due. What the schedule chooses from is: messages that are ready,
 * timers that may fire, steps of other sources.
 *
 * A simulation lies in the memory of its execution. Without a test it is one by hand: the
 * first step is always the next one, and nothing can be drawn.
 */
#ifndef ASSAY_SIM_SIM_H
#define ASSAY_SIM_SIM_H

#include "sim/ground.h"
#include "sim/step.h"

enum {
    ASSAY_SIM_NODES = 1024,
    ASSAY_SIM_STEPS = 10000,  /* of an execution, if the simulation does not say */
    ASSAY_SIM_FLOOD = 100000, /* messages under way at most */
    ASSAY_SIM_BODY = 40,      /* bytes of a body that fit into its slot */
    ASSAY_SIM_SOURCES = 8,    /* of steps that are no messages */
    ASSAY_SIM_CUTS = 64,      /* pairs of nodes at most */
    ASSAY_SIM_NAME = 32,      /* bytes of the name of a node, */
    ASSAY_SIM_STEM = 26,      /* and of its actor in it */
};
#define ASSAY_NO_FLIGHT UINT32_MAX
#define ASSAY_OTHER_ACTOR 0x80000000u /* sessions and the like are numbered from here */

struct assay_flight {
    const struct assay_message *message;
    void *body; /* room, or memory of the execution */
    uint32_t from, to;
    uint32_t next;   /* in its channel, or among free slots */
    uint32_t number; /* how many its sender had sent before */
    uint32_t copies; /* of it, so far */
    uint64_t name;   /* the same in whatever order other actors do something */
    uint64_t turn;   /* when it became ready: `ready` is in this order; 0: it is not */
    uint64_t at;     /* when it was sent; of a timer, when it is due */
    uint64_t sent;   /* the mark of the chart */
    uint32_t cause;  /* the step in which it was sent */
    bool is_timer, is_seen;
    _Alignas(max_align_t) char room[ASSAY_SIM_BODY];
};

struct assay_self {
    struct assay_sim *sim;
    const struct assay_actor *actor;
    void *state;
    uint32_t id, column; /* of the chart */
    uint32_t group;      /* nodes of different groups do not hear each other */
    uint32_t sends;
    int64_t off; /* of its clock */
    bool is_up;
    const char *waits;   /* for what; NULL: it does not */
    uint64_t asked, due; /* when its timers were asked for last; the first of them */
    char name[ASSAY_SIM_NAME];
};

/* An actor that is no node: a session. */
struct assay_other {
    const char *name;
    uint32_t number; /* in its name */
    uint32_t column;
};

/* Messages of one node to another, where they keep their order. */
struct assay_channel {
    uint32_t first, last;
};

/* Whoever looks on: a trace. */
struct assay_sim_watcher {
    /* Whether it wants to decide when steps of this name happen. */
    bool (*sees)(void *ctx, const char *name);
    /* A step happens; `seen`: it was for the watcher to decide when. */
    void (*happens)(void *ctx, const struct assay_step *step, bool seen);
    void (*says)(void *ctx, uint32_t actor, const struct assay_message *message,
                 const void *body);
    void *ctx;
};

struct assay_sim {
    const struct assay_simulation *of;
    struct assay_test *test; /* NULL: by hand */
    struct assay_arena *arena;
    const struct assay_sim_watcher *watcher; /* NULL: none */
    struct assay_self **nodes;
    size_t nodes_cap;
    uint32_t nnodes;
    struct assay_other *others;
    size_t others_cap;
    uint32_t nothers;
    struct assay_flight *flights;
    size_t flights_cap;
    uint32_t nflights, free;
    uint32_t *ready;
    size_t ready_cap;
    uint32_t nready;
    uint32_t picked;  /* the place of the step that was picked last: a hint */
    uint32_t *timers; /* by time */
    size_t timers_cap;
    uint32_t ntimers;
    struct assay_channel *channels; /* ordered: of each pair, the outside among them */
    uint32_t channels_of;           /* so many nodes */
    const struct assay_step_source *sources[ASSAY_SIM_SOURCES];
    uint32_t nsources;
    struct assay_step *offers;
    size_t offers_cap;
    uint32_t noffers;
    uint32_t cuts[ASSAY_SIM_CUTS][2];
    uint32_t ncuts, groups;
    uint64_t clock, turns, asks;
    uint32_t outside_sends;
    uint32_t choices;         /* of the schedule */
    uint32_t steps, progress; /* so far; at the last that was one */
    struct assay_faults left;
    uint32_t nup;
    struct assay_scheduler *scheduler; /* NULL: the first step is the next one */
    struct assay_shown *shown;         /* NULL: the execution is not explained */
    bool is_acting;                    /* a step is under way */
    bool is_over;
};

/* ---- sim.c: an execution */

/* Sets it up. `test` may be NULL, `watcher` too; both arena and watcher outlive it. */
struct assay_sim *assay_sim_begin(struct assay_test *test, struct assay_arena *arena,
                                  const struct assay_simulation *of,
                                  const struct assay_sim_watcher *watcher);
/* Stops the nodes and the sources. To be called once, also when it ended early. */
void assay_sim_end(struct assay_sim *sim);
/* Makes room for one more in an array of the execution. */
void assay_sim_grow(struct assay_sim *sim, void **at, size_t *cap, size_t count,
                    size_t size);
/* A text of the execution. */
const char *assay_sim_format(struct assay_sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The execution fails, or is misused; by hand the program ends, with 1 or 2. */
_Noreturn void assay_sim_fail(struct assay_sim *sim, const char *same, const char *format,
                              ...) __attribute__((format(printf, 3, 4)));
_Noreturn void assay_sim_misuse(struct assay_sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Misuse, and who did it, if it is not there. */
struct assay_self *assay_node_at(struct assay_sim *sim, uint32_t node, const char *who);
/* Misuse if a message that has a body is sent, or said, without one. */
void assay_sim_check_body(struct assay_sim *sim, uint32_t actor,
                          const struct assay_message *message, const void *body);
/* A node that is up crashes, one that is down starts again. */
void assay_node_crash(struct assay_self *n);
void assay_node_restart(struct assay_self *n);
const char *assay_sim_name(const struct assay_sim *sim, uint32_t actor);
/* The step that is under way, if there is one, shares this with others (explore.c). */
void assay_sim_shares(const struct assay_sim *sim, uint32_t shares);
/* Who waits for what, where nothing can happen any more; NULL: nobody does. */
const char *assay_sim_stuck(struct assay_sim *sim);
/* What it is called by its users: a node's, a session's. */
uint32_t assay_sim_number(const struct assay_sim *sim, uint32_t actor);
bool assay_sim_is_seen(const struct assay_sim *sim, const char *name);

/* ---- flight.c: messages and timers */

/* Under way from now on; false: lost at once. */
bool assay_flight_send(struct assay_sim *sim, uint32_t from, uint32_t to,
                       const struct assay_message *message, const void *body);
/* Tells whoever looks on that it arrives now, and is no step. */
void assay_flight_tell(struct assay_sim *sim, uint32_t flight);
void assay_flight_arrive(struct assay_sim *sim, uint32_t flight);
/* Takes it away, and drops it. */
void assay_flight_drop(struct assay_sim *sim, uint32_t flight);
/* The place of a message among those that are ready, by the turn that it has. */
uint32_t assay_flight_place(const struct assay_sim *sim, uint64_t turn);
/* Another one like it. */
void assay_flight_copy(struct assay_sim *sim, uint32_t flight);
/* Timers of a node end. */
void assay_flight_calm(struct assay_sim *sim, uint32_t node);
/* The oldest on its way, ASSAY_NO_FLIGHT: there is none. */
uint32_t assay_flight_find(struct assay_sim *sim, const char *message, uint32_t from,
                           uint32_t to, bool is_timer);
bool assay_flight_is_cut(const struct assay_sim *sim, uint32_t a, uint32_t b);

/* ---- step.c: what can happen */

/* Asks what can happen; how much that is. Valid until something happens. */
uint32_t assay_sim_menu(struct assay_sim *sim);
struct assay_step assay_sim_menu_at(const struct assay_sim *sim, uint32_t number);
/* One of the ways in which a step can happen, by random bits: they follow each other. */
uint32_t assay_sim_menu_way(const struct assay_sim *sim, uint32_t number, uint64_t bits);
void assay_sim_perform(struct assay_sim *sim, struct assay_step step);
const char *assay_step_name(const struct assay_sim *sim, const struct assay_step *step);
bool assay_step_is_timer(const struct assay_sim *sim, struct assay_step step);
bool assay_step_is_seen(const struct assay_sim *sim, const struct assay_step *step);
/* The value of one of its fields; false: it has none of this name. */
bool assay_step_field(const struct assay_sim *sim, const struct assay_step *step,
                      const char *field, struct assay_step_value *ret_value);
/* Which steps take turns under priorities: those of one channel, those of one actor. */
uint64_t assay_sim_line(uint32_t from, uint32_t to);
uint64_t assay_step_line(const struct assay_sim *sim, const struct assay_step *step);

/* ---- fault.c */

enum assay_fault_kind {
    ASSAY_FAULT_LOSS,
    ASSAY_FAULT_DOUBLE,
    ASSAY_FAULT_CRASH,
    ASSAY_FAULT_RESTART,
    ASSAY_FAULT_PARTITION,
    ASSAY_FAULT_HEAL,
};
struct assay_fault {
    enum assay_fault_kind kind;
    uint32_t of; /* a message that is ready, by its place; a node; nodes as bits */
};
/* How many faults there are to choose from, and each. */
uint32_t assay_sim_faults(const struct assay_sim *sim);
struct assay_fault assay_sim_fault_at(const struct assay_sim *sim, uint32_t number);
void assay_sim_suffer(struct assay_sim *sim, struct assay_fault fault);

/* ---- schedule.c */

/* A message that is ready, and how urgent its line is. */
struct assay_waiting {
    uint64_t priority, turn;
    uint32_t slot;
};
struct assay_lineup {
    struct assay_waiting *at; /* a heap */
    size_t cap;
    uint32_t count;
    uint64_t turns; /* what became ready up to then is in it */
};

struct assay_scheduler {
    enum assay_schedule schedule;
    uint64_t seed;
    uint32_t nchanges, nlowered;
    uint32_t changes[16]; /* steps at which priorities change, ascending */
    uint64_t lowered[16]; /* lines that have sunk, the last one to the bottom */
    struct assay_explorer *explorer;
    struct assay_lineup lineup;
};

/* For the test's execution; in its memory. */
struct assay_scheduler *assay_scheduler_new(struct assay_test *test,
                                            const struct assay_sim_job *job);
/* Which of `count` comes next, by priorities: line(ctx, i) tells who that is. */
uint32_t assay_scheduler_first(struct assay_scheduler *s, uint32_t step, uint32_t count,
                               uint64_t (*line)(const void *ctx, uint32_t i),
                               const void *ctx);
uint64_t assay_scheduler_priority(const struct assay_scheduler *s, uint64_t line);
/* One step, chosen by the schedule. False: nothing can happen any more. */
bool assay_sim_advance(struct assay_sim *sim);
/* The same of a step that the watcher does not see. */
bool assay_sim_advance_unseen(struct assay_sim *sim);
/* Ends the execution if it went on for too long, and counts a step. */
void assay_sim_count_step(struct assay_sim *sim);

/* ---- lineup.c: messages by priority */

/* The one that comes first; NULL: none is ready. */
const struct assay_waiting *assay_lineup_first(struct assay_sim *sim,
                                               struct assay_scheduler *s);
/* When priorities have changed. */
void assay_lineup_clear(struct assay_lineup *l);

/* ---- explore.c */

/* What actors share. */
enum {
    ASSAY_SHARES_TIME = 1,  /* it sets the clock, or reads it */
    ASSAY_SHARES_STORE = 2, /* sessions of a store */
    ASSAY_SHARES_LOG = 4,   /* events of a specification, which sees their order */
    ASSAY_SHARES_ALL = 8,   /* nodes of others, or what is between them */
};

/* An execution begins, and ends; whether values were drawn in it. False: it does not
 * count, as all begins anew. */
void assay_explorer_begin(struct assay_explorer *e);
bool assay_explorer_end(struct assay_explorer *e, bool draws);
/* What is to be tried of what can happen: first the steps of the menu, or that nothing
 * does where there is none, then the faults. Ends the execution if there is nothing new
 * in it. */
uint32_t assay_explorer_propose(struct assay_explorer *e, struct assay_sim *sim,
                                uint32_t nsteps, uint32_t nfaults);
/* What was taken of it. */
void assay_explorer_taken(struct assay_explorer *e, uint32_t index);
/* The step that was taken last does something that others can see, or sees it. */
void assay_explorer_shares(struct assay_explorer *e, uint32_t shares);

#endif
