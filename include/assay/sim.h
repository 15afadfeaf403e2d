/*
 * Simulation: actors that exchange messages, in one process, one step after another.
 *
 * An actor has a state of its own and a handler for each message that it gets. Which
 * message arrives next, which is lost, whose timer fires, who crashes: all of it is
 * chosen by the test, so an execution replays and shrinks like any other.
 *
 *     struct ping { int64_t number; };
 *     ASSAY_MESSAGE(ping, number);
 *     struct pong { int64_t number; };
 *     ASSAY_MESSAGE(pong, number);
 *
 *     static void on_ping(struct assay_self *self, void *state,
 *                         const struct assay_mail *mail)
 *     {
 *         const struct ping *ping = mail->body;
 *         assay_tell(self, mail->from, pong, .number = ping->number);
 *     }
 *
 *     static const struct assay_actor server = {
 *         .name = "server", .handlers = {ASSAY_ON(ping, on_ping)},
 *     };
 *
 *     static void setup(struct assay_sim *sim)
 *     {
 *         uint32_t it = assay_sim_add(sim, &server);
 *         assay_sim_tell(sim, it, ping, .number = 1);
 *     }
 *
 *     int main(int argc, char **argv)
 *     {
 *         static const struct assay_simulation table[] = {
 *             {.name = "pings", .setup = setup}, {.name = NULL}};
 *
 *         return assay_sim_main(table, argc, argv);
 *     }
 *
 * Time stands still while messages arrive: the clock goes on when a timer fires, to the
 * time at which it is due. Its unit is whatever the simulation takes it for.
 *
 * Handlers fail as properties do: ASSAY_ASSERT(assay_self_test(self), ...). They are to
 * depend on nothing but their state, the message and what they ask of this header. A
 * struct assay_sim is one execution, valid during it, used by one thread.
 *
 * trace.h joins a simulation to a specification of traces, whose generators then choose
 * what happens.
 */
#ifndef ASSAY_SIM_H
#define ASSAY_SIM_H

#include <assay/run.h>
#include <stddef.h>

struct assay_sim;
struct assay_self;

/* Instead of a node, where a message is from, or goes to: clients, the tester. What is
 * sent there goes nowhere, unless it is an event of a specification (trace.h). */
#define ASSAY_OUTSIDE UINT32_MAX

/* ---- Messages */

enum assay_part_type {
    ASSAY_PART_SIGNED,
    ASSAY_PART_UNSIGNED,
    ASSAY_PART_BOOLEAN,
    ASSAY_PART_TEXT, /* an array of char, ended by a NUL */
};

struct assay_message_part {
    const char *name;
    uint32_t offset, size;
    enum assay_part_type type;
};

/* A sort of message: a C struct, and what of it is shown and matched with events. */
struct assay_message {
    const char *name;
    uint32_t size; /* of the body; 0: there is none */
    uint32_t nparts;
    const struct assay_message_part *parts;
};

/* The message of struct NAME, and those of its members, at most 8, that are shown and
 * that specifications can speak of: numbers, bool, enums or arrays of char. Bodies are
 * copied byte by byte: what a pointer in one leads to is shared. ASSAY_SIGNAL is a
 * message without a body. */
#define ASSAY_MESSAGE(NAME, ...)                                                         \
    static const struct assay_message_part NAME##_parts_[] = {                           \
        ASSAY_PARTS_(NAME, __VA_ARGS__)};                                                \
    static const struct assay_message NAME##_message = {                                 \
        #NAME, sizeof(struct NAME), sizeof NAME##_parts_ / sizeof NAME##_parts_[0],      \
        NAME##_parts_}
#define ASSAY_SIGNAL(NAME)                                                               \
    static const struct assay_message NAME##_message = {#NAME, 0, 0, NULL}

/* What a handler gets. The body is a struct of the message's type, until it returns. */
struct assay_mail {
    uint32_t from; /* a node, which is the receiver itself for its timers, or
                      ASSAY_OUTSIDE */
    const struct assay_message *message;
    const void *body;
};

/* ---- Actors */

typedef void assay_mail_fn(struct assay_self *self, void *state,
                           const struct assay_mail *mail);

#define ASSAY_ACTOR_HANDLERS 32

/* A sort of node. */
struct assay_actor {
    const char *name;
    size_t size; /* of its state, which is zero at first */
    size_t
        durable; /* the first so many bytes of it survive a crash, the others are zero */
    /* When it is added, and after each restart; at a crash, and at the end of the
     * execution, to give back what is not in its state. NULL: nothing is done. */
    void (*start)(struct assay_self *self, void *state);
    void (*stop)(struct assay_self *self, void *state);
    struct {
        const struct assay_message *message;
        assay_mail_fn *run;
    } handlers[ASSAY_ACTOR_HANDLERS]; /* up to the first without one; a message without a
                                         handler arrives and is not minded */
};

/* An entry of the handlers: the message's name, and the function that gets it. */
#define ASSAY_ON(MESSAGE, FUNCTION)                                                      \
    {                                                                                    \
        &MESSAGE##_message, FUNCTION                                                     \
    }

/* What a handler can do. Messages are declared by ASSAY_MESSAGE, or ASSAY_SIGNAL for the
 * second of each pair. */
#define assay_tell(SELF, TO, MESSAGE, ...)                                               \
    assay_self_send(SELF, TO, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__})
#define assay_signal(SELF, TO, MESSAGE)                                                  \
    assay_self_send(SELF, TO, &MESSAGE##_message, NULL)
/* Says what happens, now, here: an event for specifications and charts. */
#define assay_say(SELF, MESSAGE, ...)                                                    \
    assay_self_say(SELF, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__})
#define assay_remark(SELF, MESSAGE) assay_self_say(SELF, &MESSAGE##_message, NULL)
/* A message to itself after this time; it replaces an earlier one of the same sort that
 * has not fired. A crash ends all of them. */
#define assay_timer(SELF, DELAY, MESSAGE, ...)                                           \
    assay_self_timer(SELF, DELAY, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__})
#define assay_alarm(SELF, DELAY, MESSAGE)                                                \
    assay_self_timer(SELF, DELAY, &MESSAGE##_message, NULL)
#define assay_timer_stop(SELF, MESSAGE) assay_self_timer_stop(SELF, &MESSAGE##_message)

/* What the macros call. A body is copied; NULL for a message that has none. */
void assay_self_send(struct assay_self *self, uint32_t to,
                     const struct assay_message *message, const void *body);
void assay_self_say(struct assay_self *self, const struct assay_message *message,
                    const void *body);
void assay_self_timer(struct assay_self *self, uint64_t delay,
                      const struct assay_message *message, const void *body);
void assay_self_timer_stop(struct assay_self *self, const struct assay_message *message);

uint32_t assay_self_id(const struct assay_self *self);    /* from 0, in the order added */
uint64_t assay_self_clock(const struct assay_self *self); /* its own: it may be off */
struct assay_sim *assay_self_sim(struct assay_self *self);
struct assay_test *assay_self_test(struct assay_self *self); /* to assert, and to draw */
/* A line of the chart, beside the node. */
void assay_self_note(struct assay_self *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* It cannot go on until something arrives: where nothing can happen any more, that is a
 * deadlock, and a finding. NULL: it does not wait any more. `what` outlives the test. */
void assay_self_waits(struct assay_self *self, const char *what);
/* Something was achieved: what goes on for long without it is a livelock. */
void assay_self_progress(struct assay_self *self);

/* ---- Simulations */

/* What may go wrong, at most so many times in an execution; which, and when, is chosen.
 */
struct assay_faults {
    uint32_t losses, duplicates; /* of messages that could arrive now */
    uint32_t crashes;            /* of nodes; each can start again, at any time, */
    bool for_ever;               /* unless crashes are for ever */
    uint32_t partitions;         /* in two; each can heal */
};

struct assay_simulation {
    const char *name;
    void (*setup)(struct assay_sim *sim);  /* adds nodes, tells them something */
    void (*check)(struct assay_sim *sim);  /* after each step; NULL: nothing */
    void (*finish)(struct assay_sim *sim); /* when nothing can happen any more; NULL */
    struct assay_faults faults;
    bool ordered; /* messages of one node to another arrive as they were sent */
    /* Of a message, at most. There is then one time for all: each message arrives at
     * once, or as late as it can, and no timer fires before what is due earlier. 0: any,
     * and any timer may fire that is the first of its node. */
    uint64_t delay;
    uint64_t skew;     /* by which a node's clock is off, at most, either way, always */
    uint32_t steps;    /* of an execution; more are a finding. 0: 10 000 */
    uint32_t progress; /* steps without assay_self_progress(); more are a finding. 0: it
                          is not asked for */
};

/* Adding nodes: they are numbered from 0, and started at once, when they can send only to
 * those that are there. In charts they are called by their actor and a number among those
 * of the same actor: client0, client1. */
uint32_t assay_sim_add(struct assay_sim *sim, const struct assay_actor *actor);
/* A message from outside. */
#define assay_sim_tell(SIM, TO, MESSAGE, ...)                                            \
    assay_sim_send(SIM, TO, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__})
#define assay_sim_signal(SIM, TO, MESSAGE)                                               \
    assay_sim_send(SIM, TO, &MESSAGE##_message, NULL)
void assay_sim_send(struct assay_sim *sim, uint32_t to,
                    const struct assay_message *message, const void *body);

/* How many nodes there are. */
uint32_t assay_sim_nodes(const struct assay_sim *sim);
/* The state of a node, whether it is up or not; it is a node. */
void *assay_sim_state(struct assay_sim *sim, uint32_t node);
/* False for a node that has crashed and was not restarted, and for a number that is none.
 */
bool assay_sim_is_up(const struct assay_sim *sim, uint32_t node);
uint64_t assay_sim_clock(const struct assay_sim *sim); /* the true time */
/* Messages that were sent and have not arrived yet; timers do not count. */
uint32_t assay_sim_in_flight(const struct assay_sim *sim);
struct assay_test *assay_sim_test(struct assay_sim *sim);
/* Memory of the execution, zeroed. */
void *assay_sim_new(struct assay_sim *sim, size_t count, size_t size);

/* Faults on purpose; they count for nothing. What cannot be done is not: false. */
bool assay_sim_crash(struct assay_sim *sim, uint32_t node);
bool assay_sim_restart(struct assay_sim *sim, uint32_t node);
/* Loses, or doubles, the oldest message of this name that could arrive from one at the
 * other now. */
bool assay_sim_lose(struct assay_sim *sim, const char *message, uint32_t from,
                    uint32_t to);
bool assay_sim_double(struct assay_sim *sim, const char *message, uint32_t from,
                      uint32_t to);
/* Nothing passes between these two, either way, until it heals: what is sent is lost,
 * what is under way arrives. */
void assay_sim_cut(struct assay_sim *sim, uint32_t a, uint32_t b);
void assay_sim_heal(struct assay_sim *sim); /* everything */
/* A timer that is set fires now. */
bool assay_sim_fire(struct assay_sim *sim, uint32_t node, const char *timer);

/* ---- Running */

enum assay_schedule {
    ASSAY_SCHEDULE_RANDOM,     /* every step equally likely */
    ASSAY_SCHEDULE_PRIORITIES, /* PCT: lines, from one node to another, have priorities,
                                  which change a few times */
    ASSAY_SCHEDULE_ALL,        /* one after another, each that differs, up to a depth */
};

struct assay_explorer;

/* What is run; the context of assay_sim_run. */
struct assay_sim_job {
    const struct assay_simulation *simulation;
    enum assay_schedule schedule;
    uint32_t changes; /* PRIORITIES: of priorities, in an execution; 0: 2 */
    struct assay_explorer *explorer; /* ALL: it knows which ones were tried */
};
assay_property_fn assay_sim_run;

/* Explores schedules one after another, across the child processes of a run: it lies in
 * memory that they share. Beyond `depth` steps of a schedule the oldest message arrives
 * first. NULL: no memory. */
struct assay_explorer *assay_explorer_new(uint32_t depth);
void assay_explorer_free(struct assay_explorer *explorer);
uint64_t assay_explorer_schedules(const struct assay_explorer *explorer); /* so far */
/* All were tried, and none was cut short by the depth. */
bool assay_explorer_is_whole(const struct assay_explorer *explorer);
/* Values were drawn, which are not explored. */
bool assay_explorer_draws(const struct assay_explorer *explorer);
/* Not 0 when all were tried: for `exhausted` of struct assay_options. */
const volatile int *assay_explorer_done(const struct assay_explorer *explorer);

/* The whole test program: reads the command line as assay_main() does, and
 * --schedule=random|pct|all, --changes=N, --depth=N. `table` ends by one without a name.
 */
int assay_sim_main(const struct assay_simulation *table, int argc, char **argv);

/* ---- Behind the macros. */

/* What a pointer among the members of a message is: nothing that can be one. */
struct assay_no_member {
    int unused;
};
extern const struct assay_no_member assay_members_are_no_pointers;

/* clang-format off */
#define ASSAY_PART_TYPE_(X)                                                              \
    _Generic((X), _Bool: ASSAY_PART_BOOLEAN, char: ASSAY_PART_SIGNED,                    \
             signed char: ASSAY_PART_SIGNED, short: ASSAY_PART_SIGNED,                   \
             int: ASSAY_PART_SIGNED, long: ASSAY_PART_SIGNED,                            \
             long long: ASSAY_PART_SIGNED, unsigned char: ASSAY_PART_UNSIGNED,           \
             unsigned short: ASSAY_PART_UNSIGNED, unsigned: ASSAY_PART_UNSIGNED,         \
             unsigned long: ASSAY_PART_UNSIGNED, unsigned long long: ASSAY_PART_UNSIGNED, \
             char *: _Generic(&(X), char **: assay_members_are_no_pointers,              \
                              default: ASSAY_PART_TEXT))
#define ASSAY_PART_(S, M)                                                                \
    {#M, offsetof(struct S, M), sizeof ((struct S *)0)->M, ASSAY_PART_TYPE_(((struct S *)0)->M)}
#define ASSAY_PARTS_1_(S, M) ASSAY_PART_(S, M)
#define ASSAY_PARTS_2_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_1_(S, __VA_ARGS__)
#define ASSAY_PARTS_3_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_2_(S, __VA_ARGS__)
#define ASSAY_PARTS_4_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_3_(S, __VA_ARGS__)
#define ASSAY_PARTS_5_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_4_(S, __VA_ARGS__)
#define ASSAY_PARTS_6_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_5_(S, __VA_ARGS__)
#define ASSAY_PARTS_7_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_6_(S, __VA_ARGS__)
#define ASSAY_PARTS_8_(S, M, ...) ASSAY_PART_(S, M), ASSAY_PARTS_7_(S, __VA_ARGS__)
#define ASSAY_PARTS_NTH_(A, B, C, D, E, F, G, H, CHOSEN, ...) CHOSEN
#define ASSAY_PARTS_(S, ...)                                                             \
    ASSAY_PARTS_NTH_(__VA_ARGS__, ASSAY_PARTS_8_, ASSAY_PARTS_7_, ASSAY_PARTS_6_,        \
                     ASSAY_PARTS_5_, ASSAY_PARTS_4_, ASSAY_PARTS_3_, ASSAY_PARTS_2_,     \
                     ASSAY_PARTS_1_, )(S, __VA_ARGS__)
/* clang-format on */

#endif
