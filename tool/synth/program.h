/*
 * Generators of traces as programs, in a small language:
 *
 *     generator lost_1 for lost {
 *         init();
 *         let y: Integer, z: Integer where y < z;
 *         push(y);
 *         push(z);
 *         pop();
 *         see popped(x | x != y);
 *         choose { isEmpty(); } or { more(z); }
 *         assert x != z;
 *     }
 *     procedure more(a: Integer) { ... }
 *
 * `let` draws values that satisfy a condition, an operation of the tester happens, `see`
 * waits for one of the system. They are made of plans or read from a file; they are run,
 * printed, checked and written as C.
 *
 * Statements are immutable and live in the arena of their Program.
 */
#ifndef SYNTH_PROGRAM_H
#define SYNTH_PROGRAM_H

#include "synth/plan.h"

#define PROGRAM_WORLDS 8 /* of a generator */

/* Where a number is drawn: at least all of `lows`, at most all of `highs`, which are
 * sums of what is known before. Its condition is asked afterwards all the same; ranges
 * make it likely to hold. */
#define RANGE_BOUNDS 8 /* of a kind; more are left to the condition */
typedef struct {
    Formula lows[RANGE_BOUNDS], highs[RANGE_BOUNDS];
    uint32_t nlows, nhighs;
} Range;

typedef struct Statement Statement;
typedef struct Procedure Procedure;

/* One after the other. */
typedef struct {
    const Statement *const *at;
    uint32_t count;
} Block;

struct Statement {
    StatementKind kind;
    Span span;      /* nowhere if it was made */
    uint32_t place; /* of the plan's event that it is of; 0: none */
    union {
        struct {
            const Binding *const *vars;
            uint32_t count;
            Formula where;
            Formula said;        /* of it, what the types do not say */
            const Range *ranges; /* one for each */
        } let;
        struct {
            const Event *of;
            const Formula *fields;
        } act; /* DO */
        struct {
            const Event *of;
            const Binding *const *vars; /* one for each field */
            /* NULL, or what each field is to be, which is in `where`, too; then no
             * variable is used later. LOGIC_MAX: anything. */
            const Formula *expected;
            /* NULL, or of each field that it is equal to something known before: a part
             * of `where`. Its variable is used nowhere else. LOGIC_MAX: no. */
            const Formula *equations;
            Formula where;
        } see;
        Formula condition; /* ASSERT */
        struct {
            const Block *ways;
            uint32_t count;
        } choose;
        struct {
            const Procedure *of;
            const Formula *args;
        } call;
    } as;
};

/* A part with a name, which may call itself. */
struct Procedure {
    const char *name;
    Span span;
    const Binding *const *params;
    uint32_t count;
    Block body;
};

/* Members of sorts, and what functions are of them. */
typedef struct {
    const Binding *const *vars; /* of sorts that the program draws, ... */
    const int64_t *values;      /* ... and which member each is */
    uint32_t count;
    const uint32_t *members;    /* of each sort of the specification, by its number */
    const int64_t *const *rows; /* of each function: arguments and result, row by row */
    const uint32_t *nrows;
} ProgramWorld;

typedef struct {
    const char *name;
    Span span;
    const Property *property; /* what it is to violate */
    const Procedure *const *procedures;
    uint32_t nprocedures;
    Block body;
    const ProgramWorld *worlds;
    uint32_t nworlds;
} Program;

/* ---- Making. NULL when the arena is out of memory. */

/* Types of the variables must be in the condition. */
Statement *statement_let(Logic *l, struct assay_arena *a, const Binding *const *vars,
                         uint32_t count, Formula where);
Statement *statement_do(struct assay_arena *a, const Event *of, const Formula *fields);
Statement *statement_see(struct assay_arena *a, const Event *of,
                         const Binding *const *vars, const Formula *expected,
                         Formula where);
Statement *statement_assert(struct assay_arena *a, Formula condition);
Statement *statement_choose(struct assay_arena *a, const Block *ways, uint32_t count);
Statement *statement_call(struct assay_arena *a, const Procedure *of,
                          const Formula *args);

/* In the notation. */
void program_print(const Logic *l, const Program *p, struct assay_buf *out);
/* One statement, without its end; of `choose` only the word. */
void statement_print(const Logic *l, const Statement *s, struct assay_buf *out);

/* ---- From what was written: lower.c. */

/* NULL when out of memory. */
Program *lower_program(Synth *x, const WrittenProcedure *from, const Property *property);

/* ---- Ranges: ranges.c. */

/* The range of a variable, which is known after the first `before` of `vars`. */
Range range_of(Logic *l, Formula where, const Binding *const *vars, uint32_t count,
               uint32_t before);
/* The range that a type gives on its own; false if it is not bounded on both sides. */
bool range_of_type(Logic *l, const Type *type, int64_t *ret_low, int64_t *ret_high);

/* ---- From plans: derive.c. */

/* The program of a plan in which nothing is open. NULL when out of memory, or `why` says
 * what cannot be drawn when it is run. */
const Program *derive_program(Synth *x, const Plan *p, const Property *property,
                              const char *name, const char **ret_why);

#endif
