/*
 * A scenario: a program made up and run on both sides at once. It lives as long as one
 * execution of the property; its memory is the test's.
 */
#ifndef ASSAY_MODEL_SCENARIO_H
#define ASSAY_MODEL_SCENARIO_H

#include "choice/test.h"
#include "model/plan.h"
#include <setjmp.h>

struct assay_writer;
struct assay_call;

/* A value of an abstract type. */
struct assay_live {
    void *at[2];
    uint32_t made;   /* its number among all values of the scenario */
    uint32_t number; /* its number among those of its type: the one in its name */
    uint32_t owner; /* `made` of the value it belongs to, plus 1; 0: it belongs to none */
    bool gone;      /* consumed */
};

struct assay_pool {
    const struct assay_spec *spec; /* the abstract type's own */
    struct assay_live *at;
    uint32_t count, cap; /* gone ones included */
    uint32_t live;
};

struct assay_scenario {
    struct assay_test *t;
    const struct assay_plan *plan;
    struct assay_pool *pools; /* by the abstract type's number */
    uint32_t made;            /* values of abstract type, all in all */
    struct assay_arguments args;
    void *result[2];
    uint32_t number;             /* of the operation that is running, from 1 */
    uint64_t sequence;           /* of sequential values */
    bool named;                  /* the program has a variable for the result */
    bool unsuccessful;           /* the result said so: outputs are not looked at */
    int error[2];                /* errno after each side's call */
    enum assay_side running;     /* the side that is being called */
    struct assay_call *calls;    /* of callbacks, by this operation, in order */
    uint32_t ncalls, next_call;  /* recorded; made by the second side */
    enum assay_side first;       /* the side that is called first */
    struct assay_writer *writer; /* NULL unless the execution is explained */
    jmp_buf retreat;             /* where assay_back_off() goes */
    bool can_retreat;
    bool calling;              /* the side `running` is in its call now */
    struct assay_parts *parts; /* what the kinds remember of values (parts.h) */
};

/* The scenario that runs, or NULL: for what is called from the code under test. */
extern struct assay_scenario *assay_scenario_now;

/* Zeroed memory of the test; ends the execution when there is none. */
void *assay_scenario_new(struct assay_scenario *s, size_t count, size_t size);
/* A formatted text in it. */
const char *assay_scenario_text(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The arguments' index of the first one with this spec, or -1. Options, subsets and the
 * like around it are looked through. */
int assay_scenario_find(const struct assay_scenario *s, const struct assay_spec *spec);

/*
 * Ends the execution: the candidate's value `path` (NULL: it is not named) is not what it
 * has to be. Both are texts for a reader, C where possible. In the program the condition
 * is the last line, with what was seen behind it.
 */
_Noreturn void assay_differ(struct assay_scenario *s, const char *condition,
                            const char *expected, const char *observed);
/* Ends the execution: the operation is a finding. */
_Noreturn void assay_fail(struct assay_scenario *s, const char *message);
/* The same for whatever else is wrong: "the check of a0: ..." */
_Noreturn void assay_object(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What is being done, for when it crashes; and that it is over. */
void assay_doing(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void assay_did(struct assay_scenario *s);

/* ---- Live values (pool.c) */

struct assay_live *assay_pool_add(struct assay_scenario *s, const struct assay_spec *spec,
                                  void *const at[2]);
/* The live value with these bytes on a side, or NULL. */
struct assay_live *assay_pool_find(struct assay_scenario *s,
                                   const struct assay_spec *spec, enum assay_side side,
                                   const void *value);
/* "a0" */
const char *assay_pool_name(struct assay_scenario *s, const struct assay_spec *spec,
                            const struct assay_live *live);
/* What the next value of the type will be called. */
const char *assay_pool_next_name(struct assay_scenario *s, const struct assay_spec *spec);
/* The k-th live value, from 0. */
struct assay_live *assay_pool_live(struct assay_scenario *s,
                                   const struct assay_spec *spec, uint32_t k);
void assay_pool_consume(struct assay_scenario *s, const struct assay_spec *spec,
                        struct assay_live *live);
/* Runs all check functions. */
void assay_pool_check(struct assay_scenario *s);
/* Destroys what is live, newest first. */
void assay_pool_destroy(struct assay_scenario *s);

/* ---- What belongs to what (owner.c) */

/* The number of the value that a new one of this type belongs to, as `owner` has it. */
uint32_t assay_owner_of_new(struct assay_scenario *s, const struct assay_spec *spec);
/* Whether the arguments belong together, and nothing that is consumed is needed still. */
bool assay_owners_agree(const struct assay_scenario *s);
/* Ends the values whose memory the reference has freed, where the model asks for it. */
void assay_owner_bury(struct assay_scenario *s);
/* The value is about to be consumed: what belongs to it goes first. */
void assay_owner_consumed(struct assay_scenario *s, const struct assay_live *live);

/* ---- The program (write.c). All of them do nothing when there is no writer. */

void assay_write_begin(struct assay_scenario *s);
/* A line before the next call: "int xs3[] = {1, 2};". */
void assay_write_before(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* All functions before main, for callbacks, in place of those before. */
void assay_write_functions(struct assay_scenario *s, const char *text);
/* The line of the operation, with its number; again to change it. */
void assay_write_call(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What stands after the number of that line: ": is 1". */
void assay_write_remark(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line after it: "assert(r3.x == 1);". */
void assay_write_after(struct assay_scenario *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The condition, asserted there, unless the operation's line asserts it already. */
void assay_write_assert(struct assay_scenario *s, const char *condition);
/* The program needs this header: "<string.h>". */
void assay_write_needs(struct assay_scenario *s, const char *header);
/* A name for a variable of this operation: "xs" gives "xs3", then "xs3b". */
const char *assay_write_name(struct assay_scenario *s, const char *stem);

/* ---- Callbacks (callback.c) */

/* Before an operation's arguments are made: nothing is left of one that was given up. */
void assay_callbacks_begin(struct assay_scenario *s);
/* After the first side's call: the program's functions as they are known by now. */
void assay_callbacks_write(struct assay_scenario *s);
/* After the second side's: calls that it did not make are a difference. */
void assay_callbacks_end(struct assay_scenario *s);

#endif
