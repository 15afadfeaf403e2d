/*
 * What the files that write JavaScript share.
 */
#ifndef SCRIPT_JS_PARTS_H
#define SCRIPT_JS_PARTS_H

#include "script/js_facts.h"

/* ---- Writing: js_write.c. */

/* A place of the module that comes from a place of the program. */
typedef struct {
    size_t at; /* in the text */
    Span span;
} JsMark;

typedef struct JsName {
    const void *of; /* a binding, function, alias or import; NULL: only a name */
    const char *text;
    bool quiet; /* of the module: hidden where it is not mentioned */
    struct JsName *outer;
} JsName;

/* Functions of the runtime. */
typedef enum {
#define HELPER(ID, NAME) JS_##ID,
#include "script/js_helpers.def"
    JS_HELPERS
} JsHelper;

typedef struct {
    const RestCall *call; /* the first one of it */
} JsEndpoint;

typedef struct {
    const Script *script;
    const JsOptions *options;
    Diags *diags;
    JsFlow flow;
    struct assay_arena *arena;
    struct assay_buf out; /* the module below its imports */
    JsMark *marks;
    uint32_t nmarks, marks_cap;
    uint32_t depth;         /* of indentation */
    JsName *names;          /* visible, the innermost first */
    const void **mentioned; /* in the function that is written */
    uint32_t nmentioned, mentioned_cap;
    bool used[JS_HELPERS];
    /* Types that have a test of their own, by the number of their alias. */
    const Alias **tested;
    uint32_t ntested, tested_cap;
    bool in_lines; /* fields are tested on lines of their own */
    bool flat;     /* what is written stays on its line: it is tried whether it fits */
    JsEndpoint *endpoints; /* that are called, if responses are checked */
    uint32_t nendpoints, endpoints_cap;
    uint32_t dropped; /* conditions */
} Js;

void js_put(Js *j, const char *text);
void js_printf(Js *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
void js_string(Js *j, const char *at, size_t len);
/* A text in the arena; "", and said in the diags, when out of memory. */
const char *js_text(Js *j, const char *format, ...) __attribute__((format(printf, 2, 3)));
void js_mark(Js *j, Span span);
/* Ends a line and indents the next. */
void js_line(Js *j);
/* Something with several parts is written on one line if that is not too long: begin,
 * write it, and if it does not fit, it is gone and has to be written on several. */
typedef struct {
    size_t len;
    uint32_t marks;
    bool flat;
} JsTry;
JsTry js_try(Js *j);
bool js_fits(Js *j, JsTry try);
/* Between the parts, and at both ends: a line end if they are on several. */
void js_part(Js *j, bool broken, const char *flat);
/* The name of a function of the runtime, which is imported then. */
void js_helper(Js *j, JsHelper helper);
/* Whether text can be written behind a point. */
bool js_is_name(const char *text);
/* .name or ["name"] */
void js_field(Js *j, const char *name);
/* name: of an object, which is never a prototype */
void js_key(Js *j, const char *name);

/* Declares something by a name that nothing visible has. */
const char *js_declare(Js *j, const void *of, const char *name);
/* Notes what is mentioned in what is written next, each may be NULL: variables in it
 * cannot have these names. */
void js_note_mentions(Js *j, const Stmt *stmt, const Term *term, const Type *type);
/* What a function is known by: the binding of its value, or itself. */
const void *js_key_of(const ScriptFunction *f);
/* A variable stands for this text. */
void js_bind(Js *j, const void *of, const char *text);
/* What it is called; "" if it is not declared. */
const char *js_name(const Js *j, const void *of);
/* Whether something has another name in the module than in the program: JavaScript has it
 * reserved, or the runtime has it. It is exported under its own. */
bool js_is_renamed(const Js *j, const void *of, const char *name);
/* export { has$ as has }; for each of them. */
void js_put_renamed(const Js *j, struct assay_buf *out);
/* Whether a word cannot be a name of the program's own. */
bool js_is_reserved(const char *word);
const char *js_helper_name(JsHelper helper);

/* ---- Terms: js_term.c. */

/* How tight an expression is. */
enum {
    JS_LOOSEST = 0,
    JS_CONDITIONAL = 2,
    JS_OR = 3,
    JS_AND = 4,
    JS_EQUALITY = 8,
    JS_RELATION = 9,
    JS_SUM = 11,
    JS_PRODUCT = 12,
    JS_UNARY = 14,
    JS_MEMBER = 17,
};
void js_term(Js *j, const Term *t, int tight);
/* A field of an object: name: value, or { name }. */
void js_member(Js *j, const char *name, const Term *value, bool copied);
/* With a copy around it. */
void js_copied(Js *j, const Term *t, bool copied);
/* Opens a parenthesis if what follows is looser than wanted. */
bool js_open(Js *j, int is, int wanted);
void js_close(Js *j, bool opened);

/* ---- Tests of types: js_test.c. */

void js_in(Js *j, const Term *t, int tight);
/* Tests for types with names, that were used. */
void js_tests(Js *j);

/* ---- Statements: js_stmt.c. */

void js_function(Js *j, const ScriptFunction *f);

/* ---- Calls of endpoints: js_rest.c. */

/* Names for what is promised of the endpoints that are called. */
void js_declare_endpoints(Js *j);
void js_rest_call(Js *j, const Term *t);
/* What is promised of them. */
void js_promises(Js *j);

/* ---- The other files. */

void js_source_map(const Js *j, const struct assay_buf *text, size_t shift,
                   struct assay_buf *out);
void js_types(Js *j, struct assay_buf *out);

#endif
