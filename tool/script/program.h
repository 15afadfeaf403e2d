/*
 * SafeScript programs, as read and resolved: functions, global variables, types, and the
 * HeadREST specifications they import. SafeRESTScript is the same language with calls of
 * endpoints in it. Source: Burnay's thesis, figures 4.1-4.3 and 5.1; doc/safescript.md
 * has the language and where it differs.
 *
 * All of it lives in the arena of the compilation and is not changed once it is read.
 * Expressions are terms (term/term.h); a variable in them is the Binding that declares
 * it, a call refers to a Function that is the first member of a ScriptFunction.
 */
#ifndef SCRIPT_PROGRAM_H
#define SCRIPT_PROGRAM_H

#include "rest/spec.h"

typedef struct Stmt Stmt;

#define SCRIPT_FUNCTIONS 10000 /* of a program, calls of endpoints included */

/* ---- Statements. */

typedef enum {
#define STMT(ID) STMT_##ID,
#include "script/kinds.def"
} StmtKind;

typedef struct {
    Stmt **at;
    uint32_t count, cap;
} Stmts;

/* What is said of a loop before its body. */
typedef struct {
    const Term **invariants; /* in the order written */
    uint32_t count, cap;
    const Term *decreases; /* NULL: not said */
    Span head; /* the parenthesis that closes the head: clauses go behind it */
} LoopClauses;

struct Stmt {
    StmtKind kind;
    Span span;
    union {
        struct {
            const Binding *var;
            const Term *value;
        } local;
        struct {
            const Term *target; /* a variable, or fields and elements of one */
            const Term *value;
            bool compound; /* target op= e: the value is  target op e  */
            Span mark;     /* of = or += */
        } assign;
        struct {
            const Term *test;
            Stmt *then, *other; /* other may be NULL */
        } branch;
        struct {
            const Term *test;
            LoopClauses clauses;
            Stmt *body;
            Stmt *init, *step; /* FOR: LOCAL or ASSIGN, each may be NULL */
        } loop;                /* WHILE, FOR */
        struct {
            const Binding *var; /* cannot be assigned; its type is Any if none is said */
            bool typed;
            const Term *of;
            LoopClauses clauses;
            Stmt *body;
        } each;            /* FOR_OF */
        const Term *value; /* RETURN, NULL: undefined; CALL: a call, awaited or not */
        Stmts block;
    } as;
};

/* ---- Functions. */

typedef enum {
    SCRIPT_PLAIN,    /* T f(T x) { ... } */
    SCRIPT_PURE,     /* function f(T x) { e } */
    SCRIPT_EXTERNAL, /* external T f(T x) from "module"; */
    SCRIPT_VALUE,    /* a parameter that is a function */
    SCRIPT_REST,     /* a call of an endpoint: made for each */
} ScriptKind;

/* How the URL of a call is given besides its template. */
typedef struct {
    RestMethod method;
    Span method_span, url_span;
    struct assay_str url;     /* the template as the specification has it */
    const Template *template; /* NULL: it cannot be read, which was reported */
    bool synchronous;
    /* "/users/${e}": the values of these variables are the arguments behind the first,
     * which is the request. */
    const char **holes;
    uint32_t nholes;
    bool by_url; /* get e as "/users/{id}": the second argument is the URL itself */
} RestCall;

typedef struct ScriptFunction {
    Function function; /* first: calls refer to it */
    ScriptKind kind;
    bool async;
    bool sound;    /* its header could be read */
    bool indirect; /* PURE: it leads back to itself through other functions or types */
    Span span;     /* of the header, from its first word to the closing parenthesis */
    Span start;    /* its first word: where async is to be written */
    Span end;      /* PLAIN: the brace that closes the body */
    Stmt *body;    /* PLAIN: a block; others NULL */
    const Term *decreases; /* NULL: not said */
    const Binding *value;  /* the function as a value, its type TYPE_FUNCTION */
    const char *module;    /* EXTERNAL: where JavaScript has it; NULL: a global */
    const char *foreign;   /* EXTERNAL: its name there */
    const RestCall *rest;  /* REST */
} ScriptFunction;

/* What a call calls. */
static inline const ScriptFunction *script_callee(const Term *call)
{
    return (const ScriptFunction *)call->as.call.function;
}

typedef struct {
    const Binding *var;
    const Term *value;
    Span span;
} ScriptGlobal;

typedef struct {
    Span span; /* of the file's name */
    const char *path, *base;
    Span base_span;
    Spec *spec; /* NULL: it cannot be read, which was reported */
} ScriptImport;

/* ---- Programs. */

typedef struct Script {
    Reader reader;
    ScriptFunction **functions; /* in the order declared: PLAIN, PURE and EXTERNAL */
    uint32_t nfunctions, functions_cap;
    ScriptFunction **calls; /* VALUE and REST */
    uint32_t ncalls, calls_cap;
    ScriptGlobal **globals;
    uint32_t nglobals, globals_cap;
    ScriptImport **imports;
    uint32_t nimports, imports_cap;
    const Type *request, *response; /* what is called Request and Response */
    /* While it is read: */
    ScriptFunction *inside; /* the function whose body is read */
    bool in_spec;           /* in a condition, which is never executed */
    const ReadScope *block; /* what is visible around the block that is read */
} Script;

/* Reads a program and the specifications it imports, whose files are found beside it, in
 * `folder`, NULL for the current one. What is wrong is reported. False when out of
 * memory. The arena holds it; script_done() frees the rest. */
bool script_read(Script *s, Diags *diags, uint32_t source, const char *folder,
                 struct assay_arena *arena);
void script_done(Script *s);

/* Reads an expression with the names of the program, from a source of its own. What is
 * wrong is reported, and the term is bad. Never NULL. */
const Term *script_read_expression(Script *s, uint32_t source);

/* The triples of an endpoint, in the specification that has it; NULL: none does. */
const ScriptImport *script_endpoint(const Script *s, const RestCall *call);
bool script_is_endpoint(const Triple *t, const RestCall *call);

/* Whether a type is one of functions. */
bool script_is_function_type(const Type *t);

/* One statement a line, indented: for tests and --dump=program. */
void script_dump(const Script *s, struct assay_buf *out);

#endif
