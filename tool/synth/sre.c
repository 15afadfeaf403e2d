/*
 * Making symbolic regular expressions, and abbreviations written out.
 */
#include "synth/sre.h"
#include <string.h>

#define TERM_SIZE                                                                        \
    50 /* parts that a term's part counts for: terms are walked more often */

static Sre *new_sre(struct assay_arena *a, Span span, SreKind kind)
{
    Sre *e = assay_arena_new(a, 1, sizeof *e);

    if (e)
        *e = (Sre){.kind = kind, .span = span, .size = 1, .depth = 1};
    return e;
}

/* What is inside counts. */
static void contain(Sre *e, const Sre *part)
{
    e->size += part->size;
    if (e->size > 2 * SRE_SIZE_MAX)
        e->size = 2 * SRE_SIZE_MAX;
    if (e->depth <= part->depth)
        e->depth = part->depth + 1;
}

static bool count_term(void *ctx, const Term *t)
{
    uint32_t *size = ctx;

    (void)t;
    *size += *size <= SRE_SIZE_MAX ? TERM_SIZE : 0;
    return *size <= SRE_SIZE_MAX;
}

const Sre *sre_simple(struct assay_arena *a, Span span, SreKind kind)
{
    return new_sre(a, span, kind);
}

const Sre *sre_event(struct assay_arena *a, Span span, Event *of,
                     const Binding *const *fields, const Term *where)
{
    Sre *e = new_sre(a, span, SRE_EVENT);

    if (!e)
        return NULL;
    e->as.event.of = of;
    e->as.event.fields = fields;
    e->as.event.where = where;
    if (where)
        term_walk(where, &(Visitor){.term = count_term, .ctx = &e->size});
    return e;
}

const Sre *sre_param(struct assay_arena *a, Span span, const SreParam *param)
{
    Sre *e = new_sre(a, span, SRE_PARAM);

    if (e)
        e->as.param = param;
    return e;
}

const Sre *sre_ops(struct assay_arena *a, Span span, const Sre *of)
{
    Sre *e = of ? new_sre(a, span, SRE_OPS) : NULL;

    if (!e)
        return NULL;
    e->as.of = of;
    contain(e, of);
    return e;
}

const Sre *sre_list(struct assay_arena *a, Span span, SreKind kind, const Sre *const *of,
                    uint32_t count)
{
    const Sre **copy = assay_arena_new(a, count, sizeof *copy);
    Sre *e = copy ? new_sre(a, span, kind) : NULL;

    if (!e)
        return NULL;
    memcpy(copy, of, count * sizeof *copy);
    e->as.list.of = copy;
    e->as.list.count = count;
    for (uint32_t i = 0; i < count; i++)
        contain(e, of[i]);
    return e;
}

const Sre *sre_minus(struct assay_arena *a, Span span, const Sre *of, const Sre *without)
{
    Sre *e = of && without ? new_sre(a, span, SRE_MINUS) : NULL;

    if (!e)
        return NULL;
    e->as.minus.of = of;
    e->as.minus.without = without;
    contain(e, of);
    contain(e, without);
    return e;
}

const Sre *sre_repeat(struct assay_arena *a, Span span, const Sre *of, uint32_t min,
                      uint32_t max)
{
    Sre *e = of ? new_sre(a, span, SRE_REPEAT) : NULL;

    if (!e)
        return NULL;
    e->as.repeat.of = of;
    e->as.repeat.min = min;
    e->as.repeat.max = max;
    contain(e, of);
    return e;
}

/* ---- Sets of events. */

static bool are_event_sets(const Sre *e)
{
    for (uint32_t i = 0; i < e->as.list.count; i++)
        if (!sre_is_event_set(e->as.list.of[i]))
            return false;
    return true;
}

bool sre_is_event_set(const Sre *e)
{
    switch (e->kind) {
    case SRE_BAD:
    case SRE_NONE:
    case SRE_ANY:
    case SRE_EVENT:
    case SRE_PARAM: /* it is asked again of what takes its place */
    case SRE_OPS:
        return true;
    case SRE_UNION:
    case SRE_BOTH:
        return are_event_sets(e);
    case SRE_MINUS:
        return sre_is_event_set(e->as.minus.of);
    case SRE_EMPTY:
    case SRE_SHUFFLE:
    case SRE_CONCAT:
    case SRE_REPEAT:
        break;
    }
    return false;
}

/* ---- Arguments in the place of parameters. */

typedef struct {
    struct assay_arena *arena;
    const SreParam *const *params;
    const SreArgument *args;
    uint32_t count;
} Application;

static const Sre *apply(const Application *x, const Sre *e);

typedef struct {
    const char *name;
    const Binding *but; /* it may be called so */
    bool found;
} Namesake;

static bool find_namesake(void *ctx, const Term *t)
{
    Namesake *n = ctx;
    const Binding *var = t->kind == TERM_VAR     ? t->as.var
                         : t->kind == TERM_QUANT ? t->as.quant.var
                                                 : NULL;

    n->found = n->found || (var && var != n->but && strcmp(var->name, n->name) == 0);
    return !n->found;
}

/* Whether a condition speaks of a variable of a name that is not this one. */
static bool has_namesake(const Term *where, const char *name, const Binding *but)
{
    Namesake n = {.name = name, .but = but};

    term_walk(where, &(Visitor){.term = find_namesake, .ctx = &n});
    return n.found;
}

/* A field with another name, if something that was put in has its name. */
static const Binding *rename_field(const Application *x, const Binding *field,
                                   const Term **where)
{
    const char *name = field->name;
    const Binding *new;
    const Term *var;

    if (field->span.source == DIAG_NOWHERE || !has_namesake(*where, name, field))
        return field;
    for (unsigned n = 2; name && has_namesake(*where, name, NULL); n++)
        name = assay_arena_printf(x->arena, "%s%u", field->name, n);
    new = binding_new(x->arena, name, field->type, field->span);
    var = new ? term_var(x->arena, field->span, new) : NULL;
    *where = var ? term_replace(x->arena, *where, field, var) : NULL;
    return *where ? new : NULL;
}

static const Sre *with_condition(const Application *x, const Sre *e, const Term *where)
{
    uint32_t count = e->as.event.of->count;
    const Binding **fields = assay_arena_new(x->arena, count, sizeof *fields);

    for (uint32_t i = 0; fields && i < count; i++) {
        fields[i] = rename_field(x, e->as.event.fields[i], &where);
        if (!fields[i])
            return NULL;
    }
    return fields ? sre_event(x->arena, e->span, e->as.event.of, fields, where) : NULL;
}

/* The condition of an event, with terms in the place of parameters. */
static const Sre *apply_event(const Application *x, const Sre *e)
{
    const Term *where = e->as.event.where;

    for (uint32_t i = 0; where && i < x->count; i++)
        if (x->params[i]->var) {
            where = term_replace(x->arena, where, x->params[i]->var, x->args[i].term);
            if (!where)
                return NULL;
        }
    return where == e->as.event.where ? e : with_condition(x, e, where);
}

static const Sre *apply_list(const Application *x, const Sre *e)
{
    const Sre **of = assay_arena_new(x->arena, e->as.list.count, sizeof *of);

    for (uint32_t i = 0; of && i < e->as.list.count; i++) {
        of[i] = apply(x, e->as.list.of[i]);
        if (!of[i])
            return NULL;
    }
    return of ? sre_list(x->arena, e->span, e->kind, of, e->as.list.count) : NULL;
}

static const Sre *apply(const Application *x, const Sre *e)
{
    switch (e->kind) {
    case SRE_BAD:
    case SRE_NONE:
    case SRE_EMPTY:
    case SRE_ANY:
        break;
    case SRE_EVENT:
        return apply_event(x, e);
    case SRE_PARAM:
        return x->args[e->as.param->number].sre;
    case SRE_OPS:
        return sre_ops(x->arena, e->span, apply(x, e->as.of));
    case SRE_UNION:
    case SRE_SHUFFLE:
    case SRE_BOTH:
    case SRE_CONCAT:
        return apply_list(x, e);
    case SRE_MINUS:
        return sre_minus(x->arena, e->span, apply(x, e->as.minus.of),
                         apply(x, e->as.minus.without));
    case SRE_REPEAT:
        return sre_repeat(x->arena, e->span, apply(x, e->as.repeat.of), e->as.repeat.min,
                          e->as.repeat.max);
    }
    return e;
}

const Sre *sre_apply(struct assay_arena *a, const Sre *body,
                     const SreParam *const *params, const SreArgument *args,
                     uint32_t count)
{
    return apply(&(Application){a, params, args, count}, body);
}

bool sre_speaks_of(const Sre *e, const Event *of)
{
    switch (e->kind) {
    case SRE_EVENT:
        return e->as.event.of == of;
    case SRE_UNION:
    case SRE_SHUFFLE:
    case SRE_BOTH:
    case SRE_CONCAT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            if (sre_speaks_of(e->as.list.of[i], of))
                return true;
        return false;
    case SRE_MINUS:
        return sre_speaks_of(e->as.minus.of, of);
    case SRE_REPEAT:
        return e->as.repeat.max > 0 && sre_speaks_of(e->as.repeat.of, of);
    case SRE_BAD:
    case SRE_NONE:
    case SRE_EMPTY:
    case SRE_ANY:
    case SRE_PARAM:
    case SRE_OPS:
        break;
    }
    return false;
}

static uint32_t at_most(uint32_t limit, uint32_t n)
{
    return n < limit ? n : limit;
}

static uint32_t least_of_list(const Sre *e)
{
    uint32_t least = sre_least(e->as.list.of[0]);

    for (uint32_t i = 1; i < e->as.list.count; i++) {
        uint32_t other = sre_least(e->as.list.of[i]);
        if (e->kind == SRE_CONCAT || e->kind == SRE_SHUFFLE)
            least += other;
        else if (e->kind == SRE_UNION ? other < least : other > least)
            least = other;
    }
    return least;
}

uint32_t sre_least(const Sre *e)
{
    switch (e->kind) {
    case SRE_ANY:
    case SRE_EVENT:
    case SRE_OPS:
        return 1;
    case SRE_UNION:
    case SRE_SHUFFLE:
    case SRE_BOTH:
    case SRE_CONCAT:
        return at_most(SRE_REPEAT_MAX, least_of_list(e));
    case SRE_MINUS:
        return sre_least(e->as.minus.of);
    case SRE_REPEAT:
        return at_most(SRE_REPEAT_MAX, e->as.repeat.min * sre_least(e->as.repeat.of));
    case SRE_BAD:
    case SRE_NONE:
    case SRE_EMPTY:
    case SRE_PARAM:
        break;
    }
    return 0;
}
