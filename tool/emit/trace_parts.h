/*
 * What the files of emit/trace share. Texts and lists are in the arena of an Emit; when
 * that is out of memory `no_memory` is set, and what is written is of no use.
 */
#ifndef EMIT_TRACE_PARTS_H
#define EMIT_TRACE_PARTS_H

#include "base/map.h"
#include "emit/trace.h"

/* ---- Names. */

typedef struct NameList NameList;
typedef struct {
    const NameList *first;
    const NameList *const *above; /* names that are taken, too; NULL: none */
} TraceNames;

/* A quantifier as a function. */
typedef struct {
    Formula formula;
    const char *name;
    bool takes_run;       /* its first parameter is the run */
    const Binding **vars; /* further ones */
    uint32_t nvars;
} TraceQuantifier;

#define TRACE_QUANTIFIERS 1000 /* of a file */

/* A file that is being written. */
typedef struct {
    const EmitTrace *in;
    Synth *x;
    struct assay_arena arena;
    TraceNames globals;
    const char **operations;      /* their constants in C */
    const char ***constants;      /* of the enums, by the numbers of sorts */
    const char **enum_names;      /* of each sort: the array of its constants' names */
    const char **functions;       /* of the specification, in C */
    bool *called;                 /* which of them are used */
    const char *larger, *smaller; /* NULL: not used */
    bool uses_languages;
    TraceQuantifier *quantifiers;
    uint32_t nquantifiers;
    struct assay_buf helpers; /* functions that are needed before others */
    const char *why;          /* C does not have something, or NULL */
    bool no_memory;
} TraceEmit;

/* ---- Functions that are being written. */

/* What a variable is in C. */
typedef struct TraceKnown TraceKnown;
struct TraceKnown {
    const TraceKnown *next;
    const Binding *var;
    const char *text;
    uint32_t *uses; /* counted */
};

typedef struct {
    TraceEmit *e;
    TraceNames locals;
    const TraceKnown *known; /* the innermost first */
    uint32_t uses_run;       /* how often `t` is in it */
    bool raw;                /* what is known is numbers, even of truths: 0 or 1 */
} TraceFunction;

/* ---- trace_names.c */

/* A name that is like this one, valid and not taken; it is now. */
const char *gen_name(TraceEmit *e, TraceNames *names, const char *like);
/* The same for constants: in capitals, words apart. */
const char *gen_constant_name(TraceEmit *e, const char *like);

/* ---- gen_text.c */

#define TRACE_COLUMNS 90

const char *gen_text(TraceEmit *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void *gen_new(TraceEmit *e, size_t count, size_t size);
/* One line, or several where it is too long, indented by so many columns; those that go
 * on outside of all parentheses by `hang` more. */
void gen_line(struct assay_buf *out, size_t indent, size_t hang, const char *text);
/* A comment, the same. */
void gen_comment(struct assay_buf *out, size_t indent, const char *text);
/* A list of what was written before: nothing, or a comma. */
void gen_comma(struct assay_buf *out);
const char *gen_number(TraceEmit *e, int64_t number);
const char *gen_formula_text(TraceEmit *e, Formula f); /* in the notation */

/* ---- gen_term.c */

enum { LEVEL_ANY, LEVEL_OR, LEVEL_AND, LEVEL_COMPARE, LEVEL_PRIMARY };

typedef enum { TRACE_NUMBER, TRACE_TRUTH, TRACE_TEXT } TraceKind;

TraceKind gen_kind(const Type *type);
const char *gen_type(TraceKind kind); /* "int64_t " */
uint32_t gen_sort_number(const TraceEmit *e, const Type *type);
/* A value that the function knows from now on. */
void gen_know(TraceFunction *f, const Binding *var, const char *text, uint32_t *uses);
/* A formula as an expression. */
const char *gen_term(TraceFunction *f, Formula formula, int level);
/* That it does not hold. */
const char *gen_negated(TraceFunction *f, Formula formula, int level);
/* What the functions take: "assay_fields(x, y)", or "NULL". */
const char *gen_fields(TraceFunction *f, const Formula *fields, uint32_t count);

/* ---- trace_tables.c */

/* Names for operations, constants and functions. */
void gen_tables_name(TraceEmit *e);
/* Operations and their fields. */
void gen_tables_put(TraceEmit *e, struct assay_buf *out);
/* The worlds of a program, as an array of this name. */
void gen_worlds_put(TraceEmit *e, const Program *p, const char *name,
                    struct assay_buf *out);
/* Functions of the specification that are used. */
void gen_functions_put(TraceEmit *e, struct assay_buf *out);
void gen_property_put(TraceEmit *e, struct assay_buf *out);

/* ---- trace_program.c */

/* A generator, its procedures before it; returns the name of its function. */
const char *gen_program_put(TraceEmit *e, const Program *p, const char *worlds,
                            struct assay_buf *out);

/* ---- trace_let.c */

/* That what was drawn does not satisfy the condition; NULL if it always does, because of
 * the ranges that it was drawn of. */
const char *gen_let_fails(TraceFunction *f, const Statement *let);
/* A draw as an expression. */
const char *gen_draw(TraceFunction *f, const Program *p, const Statement *let,
                     uint32_t which);

#endif
