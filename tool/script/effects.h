/*
 * What code may change: variables that statements assign, globals that functions do.
 */
#ifndef SCRIPT_EFFECTS_H
#define SCRIPT_EFFECTS_H

#include "script/program.h"

typedef struct {
    const Binding **at;
    uint32_t count, cap;
    bool waits; /* something is awaited: all globals may have changed */
} Effects;

/* Adds the variables that a statement may assign, and globals that functions it calls
 * may. False when out of memory. */
bool effects_of_stmt(const Script *s, const Stmt *stmt, Effects *ret);
bool effects_of_term(const Script *s, const Term *t, Effects *ret);
bool effects_of_function(const Script *s, const ScriptFunction *f, Effects *ret);
/* What a call may change: the function, and functions that are given to it. */
bool effects_of_call(const Script *s, const Term *t, Effects *ret);
bool effects_has(const Effects *e, const Binding *var);

/* Whether a call in the term is executed, and not only what it says: a function that is
 * no specification function, or an endpoint. */
bool effects_calls(const Term *t);

/* The function of which something is the value; NULL: it is a parameter. */
const ScriptFunction *effects_function_of(const Script *s, const Binding *value);
/* A function that this one calls, or gives away, and that leads back to it; NULL: there
 * is none. */
const ScriptFunction *effects_way_back(const Script *s, const ScriptFunction *f);

/* The variables that code mentions, in it and, of globals, in the functions it calls. */
bool effects_mentions(const Script *s, const ScriptFunction *f, const Binding *global);
/* The same of a term. */
bool effects_term_mentions(const Script *s, const Term *t, const Binding *global);

#endif
