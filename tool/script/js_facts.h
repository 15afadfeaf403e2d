/*
 * What is found out about a program before it is written as JavaScript: what values may
 * share, of what kind they are, and what cannot be executed.
 */
#ifndef SCRIPT_JS_FACTS_H
#define SCRIPT_JS_FACTS_H

#include "base/map.h"
#include "script/js.h"

/* ---- What values may share: js_flow.c. */

/* Where the parts of a value may be found, too, as a set. Below these, a bit for each
 * parameter of the function. None: nothing else has any part of it. */
typedef uint64_t Sharing;
#define JS_PARAMS 60
#define JS_SHARED ((Sharing)1 << 61)  /* in a variable, or twice in itself */
#define JS_GLOBAL ((Sharing)1 << 62)  /* in a global variable */
#define JS_CHANGED ((Sharing)1 << 63) /* in a variable whose parts are assigned */

typedef struct {
    const Binding *var;
    bool global;
    const ScriptFunction *owner; /* of a parameter; NULL: it is none */
    bool assigned;               /* as a whole, after its declaration */
    bool changed;                /* parts of it are assigned */
    bool late;                   /* a parameter that is looked at after an await */
    Sharing shares;
    uint32_t bit; /* of a parameter */
} JsVariable;

typedef struct {
    const ScriptFunction *function;
    bool changes;   /* it, or what it calls, may assign global variables */
    Sharing result; /* of its parameters, and JS_SHARED */
} JsSummary;

typedef struct {
    const Script *script;
    struct assay_map numbers; /* of bindings and functions, by their addresses */
    JsVariable *variables;
    uint32_t nvariables, variables_cap;
    JsSummary *summaries;
    uint32_t nsummaries, summaries_cap;
    struct assay_arena *arena;
    bool no_memory;
} JsFlow;

bool js_flow_init(JsFlow *f, const Script *s, struct assay_arena *arena);
void js_flow_done(JsFlow *f);
/* NULL for the variable of a quantifier or refinement, which is never changed. */
JsVariable *js_variable(const JsFlow *f, const Binding *var);
/* Whether calling may change global variables. */
bool js_changes(const JsFlow *f, const Term *t);
/* With what a value shares parts. A value that leaves the function, `last`, need not be
 * apart from its variables. */
Sharing js_shares(const JsFlow *f, const Term *t, bool last);
/* Whether an argument has to be copied: the callee keeps it, or changes it meanwhile. */
bool js_copies_argument(const JsFlow *f, const Term *call, uint32_t i);
/* Whether a value has to be copied on its way into a variable. */
bool js_copies_into(const JsFlow *f, const Binding *var, const Term *value);
/* Whether a loop has to go through a copy of its array. */
bool js_copies_loop(const JsFlow *f, const Stmt *loop);
/* Whether a function has to copy a parameter when it is called. */
bool js_copies_param(const JsFlow *f, const ScriptFunction *function, const Binding *var);
/* Marks parameters that are looked at after an await: js_late.c. */
void js_mark_late(JsFlow *f);

/* ---- What is known of values: js_kind.c. */

/* The type that a term surely has, resolved; NULL: not known. */
const Type *js_type(const Term *t);
/* Neither an array nor an object. */
bool js_is_scalar(const Term *t);
bool js_is_scalar_type(const Type *t);
bool js_is_integer(const Term *t);
/* What TypeScript calls the type of a term. */
const char *js_result_word(const Term *t);

/* ---- What can be executed: js_can.c. */

typedef struct {
    const char *why;
    Span span;
} JsObstacle;
/* Whether a term can be executed; if not, why and where. Quantifiers with bounds can, if
 * they may be there at all. */
bool js_can(const Term *t, bool quantifiers, JsObstacle *ret_why);
/* Reports what cannot, in all code of a program. */
void js_refuse(const Script *s, Diags *diags);
/* A specification function that is written. */
bool js_is_written(const ScriptFunction *f);
/* The bounds of a quantifier over integers: lower is included, upper is not. */
typedef struct {
    const Term *lower, *upper;
    int64_t add_lower, add_upper; /* to be added to them */
    const Term *body;
} JsRange;
bool js_range(const Term *quantifier, JsRange *ret_range);

#endif
