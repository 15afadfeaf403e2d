/*
 * Seeds of a test: the choices that make it draw certain numbers. A seed follows the test
 * in what it draws (contract_test.c) and lib/contract/draw.c in how: the mood, then
 * globals, then parameters. It ends with the last number; pointers and what they lead to
 * are drawn at random behind it.
 */
#include "acsl/solve.h"
#include "choice/values.h"
#include "contract/inputs.h"
#include "emit/contract_parts.h"
#include <string.h>

#define WITH_POINTERS 64 /* seeds where most of the input is memory */
#define ELEMENTS_MAX 256 /* of an array that is passed over */
#define DEPTH_MAX 16

typedef struct {
    const AcslModels *models;
    const AcslWide *values; /* of the model */
    struct assay_values choices;
    size_t length; /* up to the last number */
    bool misfit;   /* a number cannot be drawn */
    bool ended;    /* what is drawn next cannot be told */
    bool no_memory;
} Seed;

static void add(Seed *s, enum assay_kind kind, AcslWide value)
{
    if (assay_values_add(&s->choices, kind, (uint64_t)value))
        s->no_memory = true;
}

static void add_integer(Seed *s, const CType *type, AcslWide value)
{
    add(s, type->is_signed && type->kind != C_BOOL ? ASSAY_KIND_INT : ASSAY_KIND_UINT,
        value);
}

/* ---- Values by their layout: as draw() there. */

static void add_enum(Seed *s, const CType *type, const AcslWide *value)
{
    uint32_t index = 0;

    while (value && index < type->nvalues && type->values[index].value != *value)
        index++;
    add(s, ASSAY_KIND_BOOL, index == type->nvalues);
    if (index == type->nvalues)
        add_integer(s, type, *value);
    else if (type->nvalues > 1)
        add(s, ASSAY_KIND_INDEX, index);
}

/* A value without fields, or any when it is NULL. */
static void add_plain(Seed *s, const CType *type, const AcslWide *value)
{
    switch (type->kind) {
    case C_ENUM:
        if (type->nvalues > 0)
            add_enum(s, type, value);
        else
            add_integer(s, type, value ? *value : 0);
        break;
    case C_BOOL:
    case C_INT:
        add_integer(s, type, value ? *value : 0);
        break;
    case C_FLOAT:
        add(s, ASSAY_KIND_FLOAT, 0);
        break;
    case C_POINTER:
        break;
    default:
        s->ended = true;
    }
}

/* Of the members that may be drawn it is the first one. */
static void add_member(Seed *s, const CType *type)
{
    uint32_t count = 1;

    for (uint32_t i = 1; i < type->nfields; i++)
        count += type->fields[i].bits == 0 && !c_has_pointer(type->fields[0].type) &&
                 !c_has_pointer(type->fields[i].type);
    if (count > 1)
        add(s, ASSAY_KIND_INDEX, 0);
}

static void add_any(Seed *s, const CType *type, const AcslWide *value, int depth)
{
    uint32_t fields = type->kind == C_UNION && type->nfields > 1 ? 1 : type->nfields;

    if (s->ended)
        return;
    if (depth == DEPTH_MAX || (type->kind == C_ARRAY && type->count > ELEMENTS_MAX))
        s->ended = true;
    else if (type->kind == C_ARRAY)
        for (uint64_t i = 0; i < type->count; i++)
            add_any(s, type->of, NULL, depth + 1);
    else if (fields == 0)
        add_plain(s, type, value);
    if (type->kind == C_UNION)
        add_member(s, type);
    for (uint32_t i = 0; i < fields && !s->ended; i++)
        if (type->fields[i].bits > 0)
            add_integer(s, type->fields[i].type, 0);
        else
            add_any(s, type->fields[i].type, NULL, depth + 1);
}

/* ---- Numbers of the model. */

static const AcslWide *value_of(const Seed *s, const CParam *p, const CGlobal *g)
{
    for (uint32_t i = 0; i < s->models->nscalars; i++)
        if (p ? s->models->scalars[i].param == p : s->models->scalars[i].global == g)
            return &s->values[i];
    return NULL;
}

static void add_input(Seed *s, const CType *type, const AcslWide *value)
{
    add_any(s, type, value, 0);
    if (value && !s->ended)
        s->length = s->choices.count;
}

/* As draw_length() there: up to a limit, and mostly not negative. */
static Interval length_range(Seed *s, Interval range, AcslWide value)
{
    Wide most = range.lo >= ASSAY_INPUT_LENGTH ? range.lo + ASSAY_INPUT_LENGTH
                                               : ASSAY_INPUT_LENGTH;

    if (range.lo < 0 && range.hi >= 0) {
        add(s, ASSAY_KIND_BOOL, value < 0);
        range.lo = value < 0 ? range.lo : 0;
    }
    if (range.hi > most)
        range.hi = most;
    return range;
}

/* As assay_input_in() there. */
static void add_in(Seed *s, const CType *type, const Domain *d, bool length,
                   AcslWide value)
{
    Interval range;
    uint32_t i = 0;

    while (i < d->count && d->ranges[i].hi < value)
        i++;
    if (i == d->count || d->ranges[i].lo > value) {
        s->misfit = true;
        return;
    }
    if (d->count > 1)
        add(s, ASSAY_KIND_INDEX, i);
    range = length ? length_range(s, d->ranges[i], value) : d->ranges[i];
    if (value < range.lo || value > range.hi)
        s->misfit = true;
    else if (range.lo < range.hi)
        add_integer(s, type, value);
    s->length = s->choices.count;
}

/* ---- Seeds. */

static void add_param(Seed *s, const AcslContract *c, const AcslBehavior *tested,
                      const CParam *p)
{
    const AcslWide *value = value_of(s, p, NULL);
    bool length;
    Domain d;

    if (value && c_is_plain_integer(p->type)) {
        d = c_param_domain(c, tested, p, &length);
        add_in(s, p->type, &d, length, *value);
    } else {
        add_input(s, p->type, value);
    }
}

static void add_inputs(Emit *e, Seed *s, const AcslContract *c,
                       const AcslBehavior *tested)
{
    const CFunction *f = c->function;

    assay_values_clear(&s->choices);
    s->length = 0;
    s->misfit = s->ended = false;
    add(s, ASSAY_KIND_INDEX, 0); /* the mood in which numbers may be any */
    for (uint32_t i = 0; i < e->unit->nglobals && !s->ended; i++)
        if (c_is_input(c, &e->unit->globals[i]))
            add_input(s, e->unit->globals[i].type,
                      value_of(s, NULL, &e->unit->globals[i]));
    for (uint32_t i = 0; i < f->nparams && !s->ended && !s->misfit; i++)
        add_param(s, c, tested, &f->params[i]);
    if (s->length < s->choices.count)
        s->choices.count = s->length;
}

static const char *seed_text(Emit *e, Seed *s)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, NULL, 0);
    assay_values_encode(&s->choices, NULL, ' ', &text);
    copy = text.status ? NULL : assay_arena_text(e->arena, text.at, text.len);
    s->no_memory = s->no_memory || !copy;
    assay_buf_done(&text);
    return copy;
}

static bool is_among(const char *text, const char *const *seeds, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(seeds[i], text) == 0)
            return true;
    return false;
}

static bool takes_pointer(const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++)
        if (f->params[i].type->kind == C_POINTER)
            return true;
    return false;
}

/* How many seeds there are then. */
static uint32_t add_seeds(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                          const AcslModels *models, const char **seeds)
{
    uint32_t most = takes_pointer(c->function) ? WITH_POINTERS : models->count;
    Seed s = {.models = models};
    uint32_t count = 0;

    assay_values_init(&s.choices, NULL);
    for (uint32_t i = 0; i < models->count && count < most && !s.no_memory; i++) {
        const char *text;
        s.values = models->values[i];
        add_inputs(e, &s, c, tested);
        text = s.misfit || s.length == 0 ? NULL : seed_text(e, &s);
        if (text && !is_among(text, seeds, count))
            seeds[count++] = text;
    }
    assay_values_done(&s.choices);
    e->no_memory = e->no_memory || s.no_memory;
    return count;
}

void emit_contract_seeds(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                         ContractTest *t)
{
    AcslModels models;
    const char **seeds;

    for (uint32_t i = 0; i < c->behaviors[0].nclauses; i++)
        if (c->behaviors[0].clauses[i].kind == CLAUSE_GENERATOR)
            return; /* what it draws stands in the way */
    if (!acsl_models(e->file, c, tested, &models)) {
        e->no_memory = true;
        return;
    }
    if (models.count == 0)
        return;
    seeds = assay_arena_new(e->arena, models.count + 1, sizeof *seeds);
    if (!seeds) {
        e->no_memory = true;
        return;
    }
    if (add_seeds(e, c, tested, &models, seeds) > 0)
        t->seeds = seeds;
}

void emit_contract_seed_table(const ContractTest *t, struct assay_buf *out)
{
    if (!t->seeds)
        return;
    assay_buf_printf(out, "static const char *const seeds_of_%s[] = {\n", t->symbol);
    for (const char *const *s = t->seeds; *s; s++)
        assay_buf_printf(out, "    \"%s\",\n", *s);
    assay_buf_puts(out, "    0,\n};\n\n");
}
