/*
 * What the files that make programs share. All texts are in the arena of the maker.
 */
#ifndef ASSAY_UNIT_SCRIPT_RANDOM_PARTS_H
#define ASSAY_UNIT_SCRIPT_RANDOM_PARTS_H

#include "base/buf.h"
#include "script_random.h"

/* ---- Types, as far as expressions of them can be made. */

typedef enum {
    G_INT,
    G_NAT,
    G_BOOL,
    G_STRING,
    G_AT_LEAST, /* (v: int where v >= on), or a number */
    G_NONZERO,  /* (v: int where v != 0) */
    G_INDEX,    /* (v: int where 0 <= v && v < length(on)) */
    G_ARRAY,    /* of */
    G_NONEMPTY, /* (v: of[] where length(v) > 0) */
    G_AS_LONG,  /* (v: of[] where length(v) == length(on)) */
    G_OBJECT,
    G_UNION, /* of | other */
    G_VOID,
} GKind;

#define G_FIELDS 3

typedef struct GType {
    GKind kind;
    const struct GType *of, *other;
    const char *on; /* the variable it depends on */
    int bound;      /* of AT_LEAST without one */
    const char *alias;
    struct {
        const char *name;
        const struct GType *type;
        bool optional;
    } fields[G_FIELDS];
    uint32_t count;
} GType;

typedef struct {
    const char *name;
    const GType *type;
    bool global;
    uint32_t frozen; /* not to be assigned while it is not 0 */
    uint32_t sealed; /* nor are its fields and elements */
    bool pinned;     /* types of others depend on it */
    bool counter;    /* of a loop, which raises it */
} GVar;

/* What holds of variables here. */
typedef enum {
    FACT_INDEX,
    FACT_NONZERO,
    FACT_POSITIVE,
    FACT_FIELD,
    FACT_IS_FIRST
} GFactKind;
typedef struct {
    GFactKind kind;
    const char *of, *with; /* INDEX: array and index; FIELD: object and field */
    const GType *type;     /* of the element, the field, or the variable itself */
    bool dead;
} GFact;

#define G_PARAMS 3

typedef struct {
    const char *name;
    const char *params[G_PARAMS];
    const GType *types[G_PARAMS]; /* NULL: (int) -> int */
    uint32_t count;
    const GType *result;
    uint32_t changes; /* globals that it assigns, a bit each */
    bool async, pure, recursive;
} GFunction;

enum { G_TYPES = 6, G_GLOBALS = 4, G_FUNCTIONS = 12, G_VARS = 60, G_FACTS = 60 };

typedef struct {
    struct assay_arena *arena;
    struct assay_prng prng;
    struct assay_buf out;
    uint32_t indent, names;
    bool large;      /* numbers that JavaScript has no room for */
    uint32_t misses; /* of 100 occasions to get something wrong */
    const GType *types[G_TYPES];
    uint32_t ntypes;
    GVar vars[G_VARS]; /* globals first */
    uint32_t nvars, nglobals;
    GFact facts[G_FACTS];
    uint32_t nfacts;
    GFunction functions[G_FUNCTIONS];
    uint32_t nfunctions;
    GFunction *inside; /* being written; NULL: none */
    bool pure;         /* in a specification function: no globals, no other calls */
} Maker;

/* ---- Chance: script_random.c. */

/* Ends the program if there is no memory, or no room. */
void g_need(bool good);
uint32_t g_below(Maker *m, uint32_t n);
bool g_chance(Maker *m, uint32_t percent);
/* Whether to get something wrong. */
bool g_miss(Maker *m);
const char *g_text(Maker *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *g_name(Maker *m, const char *stem);

/* ---- Types: script_random_types.c. */

extern const GType g_int, g_nat, g_bool, g_string, g_ints, g_strings, g_nonzero;
GType *g_new_type(Maker *m, GKind kind);
const GType *g_simple_type(Maker *m);
/* Any that depends on nothing. */
const GType *g_any_type(Maker *m, int depth);
/* One that may depend on a variable that is visible. */
const GType *g_dependent_type(Maker *m);
const char *g_type_text(Maker *m, const GType *t);
bool g_is_integer(const GType *t);
/* The type of the elements, NULL for what is no array. */
const GType *g_element(const GType *t);
/* Whether all values of one are values of the other. */
bool g_fits(const GType *t, const GType *into);

/* ---- Expressions: script_random_terms.c. */

const char *g_expr(Maker *m, const GType *t, int depth);
const char *g_bool_expr(Maker *m, int depth);
const char *g_nat_expr(Maker *m, int depth);
const char *g_int_expr(Maker *m, int depth);
/* A call of a function with a result that fits; NULL: there is none. In
 * script_random_calls.c. */
const char *g_call(Maker *m, const GType *result, int depth);
/* A variable whose type fits, NULL if there is none. */
GVar *g_var(Maker *m, const GType *t);
GVar *g_pick_var(Maker *m, bool (*wanted)(const GVar *v));
const GFact *g_fact(Maker *m, GFactKind kind);
void g_add_fact(Maker *m, GFactKind kind, const char *of, const char *with,
                const GType *type);
/* Whether a place is a variable, or a field of it. */
bool g_is_part(const char *place, const char *name);
/* Nothing is known of the variable, or field, any more. */
void g_forget(Maker *m, const char *name);

/* ---- Conditions behind which more is known: script_random_guards.c. */

typedef struct {
    const char *test;
    bool has_fact;
    GFact fact; /* that holds where the test does, unless something is wrong with it */
} GGuard;

GGuard g_guard(Maker *m);
void g_use_guard(Maker *m, const GGuard *g);
/* A statement that needs the fact. */
void g_need_fact(Maker *m, const GFact *f);
/* One without its guard. */
void g_careless(Maker *m);

/* ---- Statements: script_random_stmts.c. */

void g_line(Maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
GVar *g_add_var(Maker *m, const char *name, const GType *type);
void g_statements(Maker *m, uint32_t count, int depth);

#endif
