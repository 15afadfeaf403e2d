/*
 * The inside of a run: what happened in it, what has arrived, and how it ends.
 *
 * A run lies in the memory of its test, and is gone with that; one by hand has memory of
 * its own. What ends it early leaves through `jump`, which is also where the test's own
 * escape leads while the generator and the system are at work: so the system is stopped
 * whatever happened, and only then does a failure go on to the runner.
 */
#ifndef ASSAY_TRACE_RUN_H
#define ASSAY_TRACE_RUN_H

#include "base/arena.h"
#include "base/buf.h"
#include "choice/test.h"
#include "sim/sim.h"
#include <assay/trace.h>

enum {
    ASSAY_TRACE_EVENTS = 10000, /* that happen in a run, or arrive in it, at most */
    ASSAY_TRACE_IDLES = 1000,   /* calls of a system's idle() in a row */
    ASSAY_TRACE_TRIES = 1000,   /* draws of what did not satisfy a condition */
    ASSAY_TRACE_DEPTH = 200,    /* procedures inside each other */
    ASSAY_TRACE_NAMES = 64,     /* of steps, whose operations are known */
};

struct assay_trace_event {
    uint32_t operation;
    const struct assay_trace_value *fields;
};

/* What the system said, and who has seen it. An answer has happened; a message happens
 * when it is taken. */
struct assay_trace_arrival {
    struct assay_trace_event event;
    bool sent, taken;
    uint32_t offered; /* the number of the wait that it was offered in last */
};

/* A step that is no event: it happened before this place of the log. */
struct assay_trace_pass {
    size_t before;
    const char *name;
    uint64_t line;   /* who to whom */
    uint32_t number; /* among those that looked the same */
};

struct assay_trace_name {
    const char *name;
    uint32_t operation;
};

struct assay_trace {
    const struct assay_trace_job *job; /* NULL: by hand */
    const struct assay_trace_spec *spec;
    const struct assay_trace_system *system;
    const struct assay_trace_world *world; /* NULL: none yet */
    const struct assay_trace_generator *generator;
    struct assay_test *test;   /* NULL: it is a run by hand */
    bool writes;               /* a program is wanted */
    struct assay_arena *arena; /* the test's, or `own` */
    struct assay_arena own;
    void *state; /* the system's, once it is started */
    bool started;
    struct assay_sim *sim; /* NULL: there are no actors */
    struct assay_sim_watcher watcher;
    struct assay_scheduler *scheduler; /* of random runs; NULL: every step is as likely */
    struct assay_trace_pass *passes;
    size_t npasses, passes_cap;
    struct assay_trace_name names[ASSAY_TRACE_NAMES];
    struct assay_trace_event *log;
    size_t nlog, log_cap;
    struct assay_trace_arrival *arrivals;
    size_t narrivals, arrivals_cap;
    uint32_t waited; /* waits so far; a new one begins when something happened */
    uint32_t waiting_for;
    bool waiting;
    struct assay_trace_arrival *awaited; /* what take() takes, or NULL: */
    bool awaits_step;                    /* then it takes `step` */
    struct assay_step step;
    uint32_t next_step; /* of the menu, to be offered in this wait */
    uint32_t tries;     /* since something happened */
    uint32_t depth;     /* of procedures */
    bool judging;       /* the property is asked */
    bool acting;        /* an event of an actor is logged */
    bool taking;        /* a step that was awaited happens */
    bool straying;      /* chance is at work */
    enum assay_trace_end end;
    const char *why; /* it ended early, or NULL */
};

/* ---- run.c */

/* Memory of the run, zeroed. Does not return when there is none. */
void *assay_trace_new(struct assay_trace *t, size_t count, size_t size);
/* Makes room for one more in an array of the run; the same. */
void assay_trace_grow(struct assay_trace *t, void **at, size_t *cap, size_t count,
                      size_t size);
/* A text of the run. */
const char *assay_trace_format(struct assay_trace *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the run, and all of them, with an error: the system or the tables are wrong. */
_Noreturn void assay_trace_misuse(struct assay_trace *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Starts the system, if that was not done, and stops it. */
void assay_trace_start(struct assay_trace *t);
void assay_trace_stop(struct assay_trace *t);

/* ---- event.c */

/* Logs an event; what the system answers, besides, can be waited for. */
void assay_trace_log(struct assay_trace *t, struct assay_trace_event event);
void assay_trace_happened(struct assay_trace *t, struct assay_trace_event event);
/* Ends the run, with an error, if a field has a value that is none of its type. */
void assay_trace_check_fields(struct assay_trace *t, const char *verb, uint32_t operation,
                              const struct assay_trace_value *fields);
/* The operation of this name; noperations if there is none. */
uint32_t assay_trace_find(const struct assay_trace *t, const char *name);

/* The system's handler of an event, or NULL. */
assay_trace_handler_fn *assay_trace_handler(const struct assay_trace *t,
                                            const char *event);
/* How many messages are waiting to be taken, and taking one, from 0, the oldest. */
uint32_t assay_trace_queued(const struct assay_trace *t);
uint32_t assay_trace_queued_operation(const struct assay_trace *t, uint32_t number);
void assay_trace_take_queued(struct assay_trace *t, uint32_t number);
/* Lets the system work for itself; whether it did. */
bool assay_trace_idle(struct assay_trace *t);

/* ---- actors.c: the system's simulation */

void assay_trace_set_up(struct assay_trace *t);
struct assay_trace_event assay_trace_event_of(struct assay_trace *t,
                                              const struct assay_step *step);
/* The next step of this operation that the wait has not offered: t->step. */
bool assay_trace_next_step(struct assay_trace *t, uint32_t operation);
void assay_trace_take_step(struct assay_trace *t, struct assay_step step);

/* ---- random.c: a run of any events in any order. */
void assay_trace_random(struct assay_trace *t);
/* Perhaps a few of them, before something else happens; if the job wants that. */
void assay_trace_stray(struct assay_trace *t);

/* ---- oracle.c */

/* The values of the property's variables for which the trace violates it; NULL when there
 * are none. Where that cannot be told the run does not count. */
const struct assay_trace_value *assay_trace_violation(struct assay_trace *t);

/* ---- values.c */

struct assay_trace_values {
    struct assay_trace_value *at;
    size_t count;
};

/* What a variable of the property is tried with, what occurred in the trace first. */
struct assay_trace_values assay_trace_candidates(struct assay_trace *t,
                                                 const struct assay_trace_field *var);
/* Whether values of the two fields can be the same. */
bool assay_trace_same_type(const struct assay_trace_field *a,
                           const struct assay_trace_field *b);
/* The constants of an enum, counted. */
uint32_t assay_trace_constants(const struct assay_trace_field *field);

/* ---- write.c */

/* Gives the report a C program that does what was logged; nothing without a prelude. */
void assay_trace_write(struct assay_trace *t);

/* ---- show.c */

/* push(3); lost(y = 1) */
void assay_trace_show_event(const struct assay_trace *t,
                            const struct assay_trace_event *event, struct assay_buf *out);
/* in a world where parent(2) = 1, parent else 0; there are functions. */
void assay_trace_show_world(const struct assay_trace *t, struct assay_buf *out);
void assay_trace_show_property(const struct assay_trace_property *property,
                               const struct assay_trace_value *vars,
                               struct assay_buf *out);

#endif
