/*
 * Terms and types: what all dialects with JSON-like values are made of. Nodes are
 * immutable once built and live in the arena of their compilation; constructors return
 * NULL when it is out of memory.
 *
 * A variable is the Binding that declares it, not its name: two variables are the same if
 * their bindings are, so nothing is ever captured.
 */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "diag/diag.h"
#include "term/value.h"

typedef struct Term Term;
typedef struct Type Type;
struct assay_lang;

typedef enum {
#define TERM(ID) TERM_##ID,
#include "term/kinds.def"
} TermKind;

typedef enum {
#define TYPE(ID) TYPE_##ID,
#include "term/kinds.def"
} TypeKind;

typedef enum {
#define OP(ID, TEXT, ARGUMENTS, RESULT) OP_##ID,
#include "term/kinds.def"
    TERM_OPS
} TermOp;

/* A variable: declared by var, bound by a quantifier or a refinement, or given by the
 * dialect (request). */
typedef struct {
    const char *name;
    const Type *type; /* of a refinement's variable: the type refined */
    Span span;        /* of its name */
} Binding;

/* A name for a type. The type may be set after uses were parsed: types may be recursive.
 */
typedef struct {
    const char *name;
    const Type *type; /* NULL until known */
    Span span;
    uint32_t number; /* among those of its reader */
    uint32_t uses;
    bool recursive; /* it leads back to itself */
} Alias;

#define ALIAS_STEPS 1000 /* names for names for ... */

/* A type of resources, each of which is only itself. */
typedef struct {
    const char *name;
    Span span;
    uint32_t uses;
} Resource;

/* A function that is declared. What it is besides a name with parameters is the
 * dialect's affair; one with a body is what it says, and nothing else. */
typedef struct {
    const char *name;
    Span span; /* of its name */
    const Binding *const *params;
    uint32_t count;
    const Type *result;
    const Term *body; /* over its parameters; NULL: it has no definition */
    bool recursive;   /* the body leads back to it */
    uint32_t uses;
} Function;

typedef struct {
    const char *name;
    Span span; /* of the name */
    const Term *value;
} TermMember;

struct Term {
    TermKind kind;
    Span span; /* of the whole, parentheses aside; nowhere if it was made */
    union {
        const Binding *var;
        const Value *literal;
        struct {
            TermOp op;
            const Term *const *args;
            uint32_t count;
            Span mark; /* of the operator's mark or name */
        } op;
        struct {
            Function *function;
            const Term *const *args; /* as many as it has parameters */
            Span mark;               /* of the name */
            bool awaits;             /* await f(x) (SafeScript) */
        } call;
        struct {
            const Term *test, *then, *other;
        } cond;
        struct {
            const Term *of;
            const Type *type;
        } in;
        struct {
            const TermMember *members;
            uint32_t count;
        } object;
        struct {
            const Term *const *items;
            uint32_t count;
        } array;
        struct {
            const Term *of;
            const char *name;
            Span mark; /* of the name */
        } field;
        struct {
            const Term *of, *index;
        } index;
        struct {
            bool all; /* forall; else exists */
            const Binding *var;
            const Term *body;
        } quant;
    } as;
};

typedef struct {
    const char *name;
    Span span; /* of the name */
    const Type *type;
    bool optional;
} TypeField;

struct Type {
    TypeKind kind;
    Span span; /* nowhere if it was made */
    union {
        struct {
            const TypeField *fields; /* no two alike */
            uint32_t count;
        } object;
        const char *word; /* BAD to TEMPLATE, VOID: how it is written; NULL: as usual */
        const Type *of;   /* MAP, ARRAY, NOT */
        struct {
            const Binding *var;
            const Term *where;
        } refine; /* var->type is the type refined */
        struct {
            const Type *const *of;
            uint32_t count; /* at least 2 */
        } list;             /* UNION, BOTH */
        struct {
            const Term *value;
            const Type *of; /* NULL: Any */
        } only;
        struct {
            const Term *test;
            const Type *then, *other;
        } choice; /* IF */
        const Resource *resource;
        Alias *alias;
        struct {
            const char *name;
            const struct assay_lang *lang;
        } language;
        struct {
            const Binding *const *params; /* each may be in the types behind it */
            uint32_t count;
            const Type *result;
        } function;
    } as;
};

/* ---- Making. Arrays are copied. */

/* Terms and types share the arena. */
const Term *term_bad(struct assay_arena *a, Span span);
const Term *term_var(struct assay_arena *a, Span span, const Binding *var);
const Term *term_literal(struct assay_arena *a, Span span, const Value *value);
const Term *term_op(struct assay_arena *a, Span span, Span mark, TermOp op,
                    const Term *const *args, uint32_t count);
const Term *term_op1(struct assay_arena *a, TermOp op, const Term *x);
const Term *term_op2(struct assay_arena *a, TermOp op, const Term *x, const Term *y);
const Term *term_call(struct assay_arena *a, Span span, Span mark, Function *function,
                      const Term *const *args);
/* The same call with other arguments. */
const Term *term_call_like(struct assay_arena *a, const Term *call,
                           const Term *const *args);
const Term *term_cond(struct assay_arena *a, Span span, const Term *test,
                      const Term *then, const Term *other);
const Term *term_in(struct assay_arena *a, Span span, const Term *of, const Type *type);
const Term *term_object(struct assay_arena *a, Span span, const TermMember *members,
                        uint32_t count);
const Term *term_array(struct assay_arena *a, Span span, const Term *const *items,
                       uint32_t count);
const Term *term_field(struct assay_arena *a, Span span, Span mark, const Term *of,
                       const char *name);
const Term *term_index(struct assay_arena *a, Span span, const Term *of,
                       const Term *index);
const Term *term_quant(struct assay_arena *a, Span span, bool all, const Binding *var,
                       const Term *body);
Binding *binding_new(struct assay_arena *a, const char *name, const Type *type,
                     Span span);

/* BAD, ANY, INTEGER, NUMBER, STRING, BOOLEAN, REGEXP, TEMPLATE, VOID */
const Type *type_simple(struct assay_arena *a, Span span, TypeKind kind);
/* The same, written in another way. */
const Type *type_simple_word(struct assay_arena *a, Span span, TypeKind kind,
                             const char *word);
const Type *type_object(struct assay_arena *a, Span span, const TypeField *fields,
                        uint32_t count);
const Type *type_of(struct assay_arena *a, Span span, TypeKind kind, const Type *of);
const Type *type_refine(struct assay_arena *a, Span span, const Binding *var,
                        const Term *where);
const Type *type_list(struct assay_arena *a, Span span, TypeKind kind,
                      const Type *const *of, uint32_t count);
const Type *type_only(struct assay_arena *a, Span span, const Term *value,
                      const Type *of);
const Type *type_if(struct assay_arena *a, Span span, const Term *test, const Type *then,
                    const Type *other);
const Type *type_resource(struct assay_arena *a, Span span, const Resource *resource);
const Type *type_alias(struct assay_arena *a, Span span, Alias *alias);
const Type *type_language(struct assay_arena *a, Span span, const char *name,
                          const struct assay_lang *lang);
const Type *type_function(struct assay_arena *a, Span span, const Binding *const *params,
                          uint32_t count, const Type *result);

/* What an alias stands for, through further aliases; other types are themselves. BAD for
 * an alias of nothing but itself. */
const Type *type_resolve(const Type *t);

/* ---- Operators. */

const char *op_text(TermOp op);
const char *op_arguments(TermOp op); /* letters, as in kinds.def */
char op_result(TermOp op);
bool op_is_function(TermOp op); /* written name(x, y) */

/* ---- Looking. */

/* Walks a term and the types in it, outside in. `visit` returns false to leave out what
 * is inside. Aliases are not followed. */
typedef struct {
    bool (*term)(void *ctx, const Term *t);
    bool (*type)(void *ctx, const Type *t); /* NULL: goes into all */
    void *ctx;
} Visitor;
void term_walk(const Term *t, const Visitor *v);
void type_walk(const Type *t, const Visitor *v);

/* What a path of fields and elements begins with: x of x.l[i].m. */
const Term *term_root(const Term *t);
/* The type that refinements refine, through names for types. */
const Type *type_base(const Type *t);

/* Alike but for spans and the identity of bound variables. */
bool term_equal(const Term *x, const Term *y);
bool type_equal(const Type *x, const Type *y);
bool term_mentions(const Term *t, const Binding *var);
bool type_mentions(const Type *t, const Binding *var);

/* The term with another in the place of a variable; itself if it is not there. */
const Term *term_replace(struct assay_arena *a, const Term *t, const Binding *var,
                         const Term *by);
/* Several at once. */
typedef struct {
    const Binding *var;
    const Term *by;
} Replaced;
const Term *term_replace_all(struct assay_arena *a, const Term *t, const Replaced *list,
                             uint32_t count);
const Type *type_replace_all(struct assay_arena *a, const Type *t, const Replaced *list,
                             uint32_t count);

/* ---- Printing. */

/* As the dialect writes it, with as few parentheses as it needs. */
void term_print(const Term *t, struct assay_buf *out);
void type_print(const Type *t, struct assay_buf *out);
/* One node a line, indented: for tests and --dump=terms. */
void term_dump(const Term *t, struct assay_buf *out);
void type_dump(const Type *t, struct assay_buf *out);

#endif
