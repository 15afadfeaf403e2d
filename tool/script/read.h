/*
 * What the files of the reader share.
 */
#ifndef SCRIPT_READ_H
#define SCRIPT_READ_H

#include "script/program.h"

static inline Script *script_from(const Reader *r)
{
    return r->client;
}

/* ---- Scopes: read.c. */

/* Makes a variable visible; its frame lives as long as the program. */
void script_show_var(Script *s, const Binding *var);
/* Where a parenthesis or brace that opens at token `at` closes; the end if nowhere. */
uint32_t script_closing(const Script *s, uint32_t at);
/* The name that something declared from here on has, `int x =` or `int f(`: the number of
 * its token. 0: there is none before the next ; or behind the last bracket. */
uint32_t script_declared_name(const Script *s, uint32_t from);
/* T x [where e]: the binding of it; NULL, reported. The type is read already. */
const Binding *script_read_binding(Script *s, const Type *type, const char *what);
/* A term that is a condition, and never executed. */
const Term *script_read_condition(Script *s);

/* ---- Statements: read_stmt.c. */

/* A block in braces. Never NULL. */
Stmt *script_read_block(Script *s);

/* ---- Calls of endpoints, and other words of the dialect: read_call.c. */

const Term *script_read_operand(Reader *r, Token first);
ScriptFunction *script_new_call(Script *s, ScriptKind kind, const char *name, Span span);

/* ---- Endpoints: read_endpoint.c. */

bool script_as_method(struct assay_str name, RestMethod *ret);
/* Adds to a report which endpoints there are. */
void script_list_endpoints(Script *s, Diagnostic *d, const RestCall *call);
/* Reports that there is none like this. */
void script_refuse_endpoint(Script *s, const RestCall *call);

/* ---- Imports: read_import.c. */

/* specification "x.hrest" of "url"; the first word was read. */
void script_read_import(Script *s);
/* Types that every program has: Request and Response. */
bool script_add_given_types(Script *s);

#endif
