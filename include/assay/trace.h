/*
 * Traces: a system that is tested by sequences of events.
 *
 * A system is a C file with a handler for each event that the tester causes. What it has
 * to say it answers at once, or sends as a message, which happens when the tester takes
 * it:
 *
 *     #include <assay/trace.h>
 *
 *     static void *start(struct assay_trace *t) { return stack_new(); }
 *     static void stop(void *stack) { stack_free(stack); }
 *     static void push(struct assay_trace *t, void *stack,
 *                      const struct assay_trace_value *fields)
 *     {
 *         stack_push(stack, fields[0].number);
 *     }
 *     static void pop(struct assay_trace *t, void *stack,
 *                     const struct assay_trace_value *fields)
 *     {
 *         assay_answer(t, "popped", stack_pop(stack));
 *     }
 *
 *     const struct assay_trace_system assay_system = {
 *         .start = start,
 *         .stop = stop,
 *         .handlers = {{"push", push}, {"pop", pop}},
 *     };
 *
 * `assay trace test SPEC.trace --system FILE.c` runs it under generators derived of a
 * specification, which names the events and says what must not happen. The same
 * generators as C, from `assay synth`, use the second half of this header.
 *
 * A struct assay_trace is one run, valid during the run, used by one thread.
 */
#ifndef ASSAY_TRACE_H
#define ASSAY_TRACE_H

#include <assay/sim.h>

struct assay_trace;
struct assay_lang;

/* A value of a field. Numbers: integers; 0 or 1; the place of an enum's constant; a
 * member of a sort, from 0; an id. Texts are UTF-8, ended by a NUL that `length` does not
 * count. */
struct assay_trace_value {
    int64_t number;
    const char *text; /* NULL: it is a number */
    size_t length;
};

/* ---- Systems */

typedef void assay_trace_handler_fn(struct assay_trace *t, void *state,
                                    const struct assay_trace_value *fields);

#define ASSAY_TRACE_HANDLERS 128 /* of a system, at most */

struct assay_trace_system {
    /* Before the first event of a run; what it returns is given to the others. NULL:
     * there is no state. */
    void *(*start)(struct assay_trace *t);
    void (*stop)(void *state); /* after the last one; NULL: nothing to be done */
    /* While the tester waits for a message: goes on with its own work, and says whether
     * it did anything. NULL: it only works when it is asked. */
    bool (*idle)(struct assay_trace *t, void *state);
    /* NULL, or actors (sim.h), which are set up before `start` is called; if there is no
     * `start` handlers get the struct assay_sim as their state. A message or timer with
     * the name of an observed event happens when the tester takes it: of its fields
     * `from` is the sender, `to` or `node` the receiver, others are members of the
     * message. All other messages and timers happen while the tester waits. What `check`,
     * `finish` and `faults` say is not used: the property judges, and faults are events.
     */
    const struct assay_simulation *simulation;
    /* Of events of the tester, and of messages of its own, which may have one, too: it is
     * called when the message happens. */
    struct {
        const char *event;
        assay_trace_handler_fn *run;
    } handlers[ASSAY_TRACE_HANDLERS]; /* up to the first without a name */
};

/* The system of a test program, or of the file that `assay trace test` is given. */
extern const struct assay_trace_system assay_system;

/* An event of the system that happens now: assay_answer(t, "popped", 3). Values are
 * integers, bool or char *, as many as the event has fields, at most 8. */
#define assay_answer(T, ...) ASSAY_TRACE_WITH_(assay_trace_answer, T, __VA_ARGS__)
/* A message: it happens when the tester takes it, in whatever order it likes. */
#define assay_send(T, ...) ASSAY_TRACE_WITH_(assay_trace_send, T, __VA_ARGS__)
/* What a function or predicate of the specification is here, in the world that the
 * generator made up for this run: assay_call(t, "parent", path). */
#define assay_call(T, ...) ASSAY_TRACE_WITH_(assay_trace_call, T, __VA_ARGS__)

/* What the macros call. */
void assay_trace_answer(struct assay_trace *t, const char *event, uint32_t count,
                        const struct assay_trace_value *values);
void assay_trace_send(struct assay_trace *t, const char *event, uint32_t count,
                      const struct assay_trace_value *values);
int64_t assay_trace_call(struct assay_trace *t, const char *function, uint32_t count,
                         const struct assay_trace_value *values);

/* The actors of this run; there is a simulation. */
struct assay_sim *assay_trace_sim(struct assay_trace *t);

/* ---- Specifications, as the tool writes them */

enum assay_trace_type {
    ASSAY_TRACE_INTEGER,
    ASSAY_TRACE_BOOLEAN,
    ASSAY_TRACE_ENUM,
    ASSAY_TRACE_SORT,
    ASSAY_TRACE_ID,
    ASSAY_TRACE_TEXT,
};

struct assay_trace_field {
    const char *name;
    enum assay_trace_type type;
    uint32_t sort;                /* SORT: which one */
    const char *const *constants; /* ENUM: their names, ended by NULL */
    struct {
        bool is_set;
        int64_t low, high;
    } range;                       /* INTEGER: where random ones are drawn */
    const char *language;          /* TEXT: its built-in language, or NULL: any text */
    const struct assay_lang *lang; /* or another one; NULL: none */
};

enum assay_trace_kind {
    ASSAY_TRACE_GENERATED,
    ASSAY_TRACE_OBSERVED,
    ASSAY_TRACE_GHOST, /* it never happens: it is only spoken of */
};

struct assay_trace_operation {
    const char *name;
    enum assay_trace_kind kind;
    uint32_t nfields;
    const struct assay_trace_field *fields;
};

/* A function of the specification, and what it is in a world: rows of arguments and
 * result, and the result of all others. */
struct assay_trace_function {
    const char *name;
    uint32_t nargs;
};
struct assay_trace_table {
    uint32_t nrows;
    const int64_t *rows; /* nrows * (nargs + 1) */
    int64_t otherwise;
};

/* What is made up where axioms leave things open. */
struct assay_trace_world {
    const uint32_t *members;                /* of each sort: how many */
    const struct assay_trace_table *tables; /* of each function */
    const int64_t *values; /* of the generator's variables of sorts, in their order */
};

/* What must not happen, as an automaton over what did. A condition is asked of the
 * event's fields and of the property's variables; 0 is always true. Variables are tried
 * with all values of their type that occur in the trace, their neighbours, and with
 * `constants`. */
struct assay_trace_move {
    uint32_t from, to;
    uint32_t operation, condition;
};
struct assay_trace_property {
    const char *name;
    uint32_t nvars;
    const struct assay_trace_field *vars;
    uint32_t nstates;    /* it begins in state 0 */
    const bool *accepts; /* of each state: the traces that end here violate it */
    const struct assay_trace_move *moves;
    uint32_t nmoves;
    const int64_t *constants; /* numbers that conditions speak of */
    uint32_t nconstants;
    bool (*holds)(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars);
    /* NULL, or of each condition (0 is one, too) a bit for each variable that it speaks
     * of: a value that cannot lead anywhere is then not tried with all values of the
     * others. */
    const uint64_t *uses;
};

struct assay_trace_generator {
    const char *name;
    void (*run)(struct assay_trace *t);
    const void *context; /* for assay_trace_context() */
};

struct assay_trace_spec {
    const char *name; /* of the file */
    const struct assay_trace_operation *operations;
    uint32_t noperations;
    const struct assay_trace_function *functions;
    uint32_t nfunctions;
    uint32_t nsorts;
    const struct assay_trace_world *worlds; /* for random runs; may be none */
    uint32_t nworlds;
    const struct assay_trace_property *property;
    const struct assay_trace_generator *generators;
    uint32_t ngenerators;
    const void *context; /* whatever its functions need */
    /* NULL, or C: all that is before main() in a program that does by hand what happened
     * in a run. It includes this header, calls the specification `spec`, and nothing
     * `world`. Findings then have such a program. */
    const char *prelude;
};

/* ---- Generators. What cannot go on ends the run; these do not return then. */

/* Draws. A range in which there is nothing ends the run: it does not count. */
int64_t assay_trace_integer(struct assay_trace *t, int64_t low, int64_t high);
/* Without one end, or any: up to 10^9 either way, and a bit further if need be, so that
 * there is always room for another one above or below. */
int64_t assay_trace_at_least(struct assay_trace *t, int64_t low);
int64_t assay_trace_at_most(struct assay_trace *t, int64_t high);
int64_t assay_trace_any(struct assay_trace *t);
uint32_t assay_trace_choice(struct assay_trace *t, uint32_t count); /* 0 .. count - 1 */
/* NULL: any short text; else a sentence of a built-in language. */
struct assay_trace_value assay_trace_text(struct assay_trace *t, const char *language);
struct assay_trace_value assay_trace_sentence(struct assay_trace *t,
                                              const struct assay_lang *of);
/* A world for this run, before anything else; drawn of several. */
const struct assay_trace_world *assay_trace_enter(struct assay_trace *t,
                                                  const struct assay_trace_world *worlds,
                                                  uint32_t count);
/* Whether to draw once more what did not satisfy a condition: do { ... } while (!(x > y)
 * && assay_trace_again(t)). True; after too many times the run ends and does not count.
 */
bool assay_trace_again(struct assay_trace *t);
/* A function, by its place in the specification; a member of it in this world. */
int64_t assay_trace_apply(const struct assay_trace *t, uint32_t function,
                          const int64_t *args);
uint32_t assay_trace_members(const struct assay_trace *t, uint32_t sort);
/* What this world has for one of the generator's variables of sorts, by its place. */
int64_t assay_trace_member(const struct assay_trace *t, uint32_t variable);

/* Arithmetic. What is too large ends the run: it does not count. But the property may be
 * asked of anything: in its conditions it is 0. Division is as in SMT-LIB: what remains
 * is never negative; what is divided by 0 is too large. */
int64_t assay_trace_plus(struct assay_trace *t, int64_t a, int64_t b);
int64_t assay_trace_minus(struct assay_trace *t, int64_t a, int64_t b);
int64_t assay_trace_times(struct assay_trace *t, int64_t a, int64_t b);
int64_t assay_trace_quotient(struct assay_trace *t, int64_t a, int64_t b);
int64_t assay_trace_remainder(struct assay_trace *t, int64_t a, int64_t b);
int64_t assay_trace_too_large(struct assay_trace *t);
bool assay_trace_same(struct assay_trace_value a, struct assay_trace_value b);

/* Around what a procedure does, which may call itself: too many of them inside each other
 * end the run, which does not count. */
void assay_trace_descend(struct assay_trace *t);
void assay_trace_ascend(struct assay_trace *t);

/* Values as fields, or to be compared: assay_fields(3, true, "abc"), at most 8. */
#define assay_fields(...) ASSAY_TRACE_FIELDS_(__VA_ARGS__)

/* Makes an event happen: it is logged, and its handler called. `fields` are as many as
 * the operation has. */
void assay_trace_do(struct assay_trace *t, uint32_t operation,
                    const struct assay_trace_value *fields);
/* The fields of an event of the system that has answered, or sent, one that no one has
 * taken: answers first, the oldest first; called again, the next one, until something
 * happens or is taken. If there is no further one the run ends: if the system has said
 * something else, that no one has taken, it has decided otherwise; if it is silent the
 * run does not count. */
const struct assay_trace_value *assay_trace_await(struct assay_trace *t,
                                                  uint32_t operation);
/* Takes the one that was awaited last. A message happens now. */
void assay_trace_take(struct assay_trace *t);
/* Awaits one with these fields, and takes it. */
void assay_trace_see(struct assay_trace *t, uint32_t operation,
                     const struct assay_trace_value *fields);
/* Ends the run, which counts, unless the condition holds: the system has decided
 * otherwise. */
void assay_trace_assert(struct assay_trace *t, bool condition);
/* Ends the run; it does not count. */
_Noreturn void assay_trace_discard(struct assay_trace *t, const char *why);

const void *assay_trace_context(const struct assay_trace *t); /* the generator's */
/* The specification that is tested. */
const struct assay_trace_spec *assay_trace_spec_of(const struct assay_trace *t);
struct assay_test *assay_trace_test(struct assay_trace *t); /* for other draws */

/* ---- Running */

/* How a run ended. */
enum assay_trace_end {
    ASSAY_TRACE_VIOLATED,
    ASSAY_TRACE_PASSED,    /* to its end, or the system decided otherwise */
    ASSAY_TRACE_DISCARDED, /* it does not count */
};

/* What is run; the context of assay_trace_run. */
struct assay_trace_job {
    const struct assay_trace_spec *spec;
    const struct assay_trace_system *system;
    bool random;  /* any events in any order, not the generators */
    bool count;   /* a violation is no failure: it is labelled, as is all else */
    bool quiet;   /* no program in findings, though there is a prelude */
    bool pct;     /* random events, by priorities that change a few times */
    bool between; /* now and then random events between those of the generators */
};

/* One run: fails if the property is violated. With `count` the labels of executions are
 * "violated", "passed" and "discarded"; of discarded ones also why. */
assay_property_fn assay_trace_run;

/* The whole test program: reads the command line as assay_main() does, and --random and
 * --count. */
int assay_trace_main(const struct assay_trace_spec *spec,
                     const struct assay_trace_system *system, int argc, char **argv);

/* A run by hand, without a generator: what a reproducer does. Nothing can be drawn in it.
 * Where the run ends early it is closed and the program ends, with 1 if the property is
 * violated; misuse ends the program with 2. What happens in it can be said by names:
 * assay_do(t, "push", 3); assay_see(t, "popped", 3); of at most 8 fields. */
#define assay_do(T, ...) ASSAY_TRACE_WITH_(assay_trace_do_named, T, __VA_ARGS__)
#define assay_see(T, ...) ASSAY_TRACE_WITH_(assay_trace_see_named, T, __VA_ARGS__)
struct assay_trace *assay_trace_open(const struct assay_trace_spec *spec,
                                     const struct assay_trace_system *system,
                                     const struct assay_trace_world *world);
/* Lets a step of the simulation happen that is no event: a message from one to the other,
 * by their names, the number-th that looks the same. Nothing without a simulation. */
#define assay_pass assay_trace_pass_named
/* Prints the trace, and whether it violates the property: 1, or 0 when it does not. Frees
 * the run. */
int assay_trace_close(struct assay_trace *t);
void assay_trace_do_named(struct assay_trace *t, const char *operation, uint32_t count,
                          const struct assay_trace_value *fields);
void assay_trace_pass_named(struct assay_trace *t, const char *from, const char *to,
                            const char *name, uint32_t number);
void assay_trace_see_named(struct assay_trace *t, const char *operation, uint32_t count,
                           const struct assay_trace_value *fields);

/* ---- Behind the macros. */

static inline struct assay_trace_value assay_trace_number_(int64_t number)
{
    return (struct assay_trace_value){number, NULL, 0};
}
static inline struct assay_trace_value assay_trace_unsigned_(uint64_t number)
{
    return (struct assay_trace_value){(int64_t)number, NULL, 0};
}
static inline struct assay_trace_value assay_trace_itself_(struct assay_trace_value value)
{
    return value;
}
struct assay_trace_value assay_trace_text_(const char *text);

/* clang-format off */
#define ASSAY_TRACE_VALUE_(X)                                                            \
    _Generic((X), char *: assay_trace_text_, const char *: assay_trace_text_,            \
             unsigned long: assay_trace_unsigned_,                                       \
             unsigned long long: assay_trace_unsigned_,                                  \
             struct assay_trace_value: assay_trace_itself_,                              \
             default: assay_trace_number_)(X)
#define ASSAY_TRACE_V1_(X) ASSAY_TRACE_VALUE_(X)
#define ASSAY_TRACE_V2_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V1_(__VA_ARGS__)
#define ASSAY_TRACE_V3_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V2_(__VA_ARGS__)
#define ASSAY_TRACE_V4_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V3_(__VA_ARGS__)
#define ASSAY_TRACE_V5_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V4_(__VA_ARGS__)
#define ASSAY_TRACE_V6_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V5_(__VA_ARGS__)
#define ASSAY_TRACE_V7_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V6_(__VA_ARGS__)
#define ASSAY_TRACE_V8_(X, ...) ASSAY_TRACE_VALUE_(X), ASSAY_TRACE_V7_(__VA_ARGS__)
#define ASSAY_TRACE_LIST_(...) ((const struct assay_trace_value[]){__VA_ARGS__})
#define ASSAY_TRACE_0_(FN, T, NAME) FN(T, NAME, 0, NULL)
#define ASSAY_TRACE_1_(FN, T, NAME, ...) FN(T, NAME, 1, ASSAY_TRACE_LIST_(ASSAY_TRACE_V1_(__VA_ARGS__)))
#define ASSAY_TRACE_2_(FN, T, NAME, ...) FN(T, NAME, 2, ASSAY_TRACE_LIST_(ASSAY_TRACE_V2_(__VA_ARGS__)))
#define ASSAY_TRACE_3_(FN, T, NAME, ...) FN(T, NAME, 3, ASSAY_TRACE_LIST_(ASSAY_TRACE_V3_(__VA_ARGS__)))
#define ASSAY_TRACE_4_(FN, T, NAME, ...) FN(T, NAME, 4, ASSAY_TRACE_LIST_(ASSAY_TRACE_V4_(__VA_ARGS__)))
#define ASSAY_TRACE_5_(FN, T, NAME, ...) FN(T, NAME, 5, ASSAY_TRACE_LIST_(ASSAY_TRACE_V5_(__VA_ARGS__)))
#define ASSAY_TRACE_6_(FN, T, NAME, ...) FN(T, NAME, 6, ASSAY_TRACE_LIST_(ASSAY_TRACE_V6_(__VA_ARGS__)))
#define ASSAY_TRACE_7_(FN, T, NAME, ...) FN(T, NAME, 7, ASSAY_TRACE_LIST_(ASSAY_TRACE_V7_(__VA_ARGS__)))
#define ASSAY_TRACE_8_(FN, T, NAME, ...) FN(T, NAME, 8, ASSAY_TRACE_LIST_(ASSAY_TRACE_V8_(__VA_ARGS__)))
#define ASSAY_TRACE_NTH_(NAME, A, B, C, D, E, F, G, H, CHOSEN, ...) CHOSEN
#define ASSAY_TRACE_WITH_(FN, T, ...)                                                    \
    ASSAY_TRACE_NTH_(__VA_ARGS__, ASSAY_TRACE_8_, ASSAY_TRACE_7_, ASSAY_TRACE_6_,        \
                     ASSAY_TRACE_5_, ASSAY_TRACE_4_, ASSAY_TRACE_3_, ASSAY_TRACE_2_,     \
                     ASSAY_TRACE_1_, ASSAY_TRACE_0_, )(FN, T, __VA_ARGS__)
#define ASSAY_TRACE_COUNT_(A, B, C, D, E, F, G, H, CHOSEN, ...) CHOSEN
#define ASSAY_TRACE_FIELDS_(...)                                                         \
    ASSAY_TRACE_LIST_(ASSAY_TRACE_COUNT_(__VA_ARGS__, ASSAY_TRACE_V8_, ASSAY_TRACE_V7_,  \
                                         ASSAY_TRACE_V6_, ASSAY_TRACE_V5_,               \
                                         ASSAY_TRACE_V4_, ASSAY_TRACE_V3_,               \
                                         ASSAY_TRACE_V2_, ASSAY_TRACE_V1_, )(__VA_ARGS__))
/* clang-format on */

#endif
