/*
 * Formulas: texts, constants, clauses.
 */
#include "acsl/formula_parts.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX (64u << 10) /* bytes of a term */

__extension__ typedef unsigned __int128 UnsignedWide;

/* ---- Texts. */

__attribute__((format(printf, 2, 0))) static const char *
add_text(Formula *f, const char *format, va_list args)
{
    struct assay_buf b;
    const char *text = NULL;

    assay_buf_init(&b, NULL, TEXT_MAX);
    assay_buf_vprintf(&b, format, args);
    if (!b.status) {
        text = assay_arena_text(f->arena, b.at, b.len);
        f->no_memory = f->no_memory || !text;
    }
    assay_buf_done(&b);
    return text;
}

const char *formula_say(Formula *f, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = add_text(f, format, args);
    va_end(args);
    return text;
}

const char *formula_text(Formula *f, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = add_text(f, format, args);
    va_end(args);
    if (!text)
        f->inexact = true;
    return text ? text : "true";
}

const char *formula_say_one(Formula *f, const char *op, const char *a)
{
    return a ? formula_say(f, "(%s %s)", op, a) : NULL;
}

const char *formula_say_two(Formula *f, const char *op, const char *a, const char *b)
{
    return a && b ? formula_say(f, "(%s %s %s)", op, a, b) : NULL;
}

const char *formula_digits(AcslWide value, char room[FORMULA_DIGITS])
{
    UnsignedWide left = value < 0 ? -(UnsignedWide)value : (UnsignedWide)value;
    char *at = room + FORMULA_DIGITS - 1;

    *at = '\0';
    do
        *--at = (char)('0' + (int)(left % 10));
    while ((left /= 10) > 0);
    if (value < 0)
        *--at = '-';
    return at;
}

const char *formula_number(Formula *f, AcslWide value)
{
    char room[FORMULA_DIGITS];
    const char *digits = formula_digits(value, room);

    return value < 0 ? formula_text(f, "(- %s)", digits + 1)
                     : formula_text(f, "%s", digits);
}

/* ---- Constants. */

void formula_init(Formula *f, struct assay_arena *arena, const AcslScalar *scalars,
                  uint32_t nscalars)
{
    *f = (Formula){.arena = arena, .scalars = scalars, .nscalars = nscalars};
}

static bool is_open(const char *text)
{
    return strchr(text, '?') != NULL;
}

const char *formula_constant(Formula *f, const char *key, bool boolean, const CType *type)
{
    FormulaConstant *c;

    if (!key || is_open(key))
        return NULL;
    for (c = f->constants; c && key[0]; c = c->next)
        if (c->boolean == boolean && strcmp(c->key, key) == 0)
            return c->name;
    c = assay_arena_new(f->arena, 1, sizeof *c);
    if (!c) {
        f->no_memory = true;
        return NULL;
    }
    *c = (FormulaConstant){formula_say(f, "k%u", f->nconstants++), key, boolean, type,
                           f->constants};
    if (c->name)
        f->constants = c;
    return c->name;
}

static const CType *type_of(const AcslSort *sort)
{
    return sort->kind == SORT_C ? sort->c : NULL;
}

const char *formula_opaque(Formula *f, const char *key, const AcslNode *n)
{
    f->inexact = true;
    return formula_constant(f, key, n->sort->kind == SORT_BOOLEAN, type_of(n->sort));
}

const char *formula_class(Formula *f, const AcslSort *sort)
{
    const CType *t = type_of(sort);
    const char *text = formula_text(f, "%d", (int)sort->kind);

    for (int depth = 0; t && depth < 4; depth++, t = t->of)
        text = formula_text(f, "%s:%d.%llu.%d", text, (int)t->kind,
                            (unsigned long long)t->size, t->is_signed);
    return text;
}

bool formula_bounds(const CType *type, AcslWide *ret_lo, AcslWide *ret_hi)
{
    uint64_t bits = type->size * 8;

    if (type->kind != C_BOOL && type->kind != C_INT && type->kind != C_ENUM)
        return false;
    if (bits == 0 || bits > 64)
        return false;
    *ret_lo = type->is_signed ? -((AcslWide)1 << (bits - 1)) : 0;
    *ret_hi = ((AcslWide)1 << (type->is_signed ? bits - 1 : bits)) - 1;
    if (type->kind == C_BOOL) {
        *ret_lo = 0;
        *ret_hi = 1;
    }
    return true;
}

void formula_declare(const Formula *f, struct assay_buf *question)
{
    AcslWide lo, hi;
    char low[FORMULA_DIGITS], high[FORMULA_DIGITS];

    for (const FormulaConstant *c = f->constants; c; c = c->next) {
        assay_buf_printf(question, "%c %s\n", c->boolean ? 'b' : 'i', c->name);
        if (c->boolean || !c->type || !formula_bounds(c->type, &lo, &hi))
            continue;
        assay_buf_printf(question, "a (<= (- %s) %s %s)\n", formula_digits(-lo, low),
                         c->name, formula_digits(hi, high));
    }
}

bool formula_mentions(const Formula *f, uint32_t number)
{
    char key[32];

    snprintf(key, sizeof key, "scalar %u", number);
    for (const FormulaConstant *c = f->constants; c; c = c->next)
        if (strcmp(c->key, key) == 0)
            return true;
    return false;
}

const char *formula_scalar(Formula *f, uint32_t number)
{
    const AcslScalar *s = &f->scalars[number];

    return formula_constant(f, formula_say(f, "scalar %u", number), false, s->type);
}

const char *formula_given_up(Formula *f, const AcslNode *n, bool boolean)
{
    f->inexact = true;
    return f->binders > 0 ? NULL : formula_constant(f, "", boolean, type_of(n->sort));
}

/* ---- Clauses. */

const char *formula_truth(Formula *f, const AcslNode *n)
{
    const char *text = formula_predicate(f, n);

    return text ? text : "true";
}

static void add_conjuncts(Formula *f, const AcslNode *n, Conjuncts *to)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    if (n->kind == NODE_OP && n->as.op.op == ACSL_AND && f->depth < FORMULA_DEPTH) {
        f->depth++;
        add_conjuncts(f, n->args[0], to);
        add_conjuncts(f, n->args[1], to);
        f->depth--;
    } else if (to->count == FORMULA_CONJUNCTS) {
        f->inexact = true;
    } else {
        to->at[to->count++] = (Conjunct){n, formula_truth(f, n)};
    }
}

void formula_clauses(Formula *f, const AcslBehavior *b, ClauseKind kind, Conjuncts *to)
{
    for (uint32_t i = 0; i < b->nclauses; i++)
        if (b->clauses[i].kind == kind && b->clauses[i].body)
            add_conjuncts(f, b->clauses[i].body, to);
}

const char *formula_all(Formula *f, const AcslBehavior *b, ClauseKind kind)
{
    const char *text = "true";

    for (uint32_t i = 0; i < b->nclauses; i++)
        if (b->clauses[i].kind == kind && b->clauses[i].body)
            text = formula_text(f, "(and %s %s)", text,
                                formula_truth(f, b->clauses[i].body));
    return text;
}
