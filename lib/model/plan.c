/*
 * A model looked over once: what is wrong with it, which abstract types it has, where
 * arguments lie in memory and in which order they are drawn.
 */
#include "model/plan.h"
#include "base/mem.h"
#include "model/parts.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SPECS_MAX = 4096, /* of one model, those inside others included */
    ALIGNMENT = 16,
};

/* The specs met, each once. */
struct walk {
    const struct assay_spec *seen[SPECS_MAX];
    size_t count;
};

static void walk_spec(void *ctx, const struct assay_spec *spec)
{
    struct walk *w = ctx;

    for (size_t i = 0; i < w->count; i++)
        if (w->seen[i] == spec)
            return;
    if (w->count == SPECS_MAX)
        return;
    w->seen[w->count++] = spec;
    if (spec->kind->inner)
        spec->kind->inner(spec, walk_spec, ctx);
}

/* ---- Abstract types */

static uint32_t abstract_number(struct assay_plan *plan, const struct assay_spec *spec)
{
    for (uint32_t i = 0; i < plan->nabstract; i++)
        if (plan->abstract[i]->as.abstract == spec->as.abstract)
            return i;
    plan->abstract[plan->nabstract] = spec;
    spec->as.abstract->number = plan->nabstract;
    return plan->nabstract++;
}

static void find_abstract(struct assay_plan *plan, struct walk *w)
{
    const struct assay_model *m = plan->model;

    w->count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct assay_operation *o = m->operations[i];
        for (uint32_t k = 0; k < o->arity; k++)
            walk_spec(w, o->arguments[k]);
        walk_spec(w, o->result);
    }
    for (size_t i = 0; i < w->count; i++)
        if (w->seen[i]->kind == &assay_kind_abstract)
            abstract_number(plan, w->seen[i]);
}

/* Values are called by the first letter, or by the name where two types share it. */
static void name_variables(struct assay_plan *plan)
{
    for (uint32_t i = 0; i < plan->nabstract; i++) {
        const char *name = plan->abstract[i]->name;
        bool alone = true;
        for (uint32_t k = 0; k < plan->nabstract; k++)
            alone &= k == i || plan->abstract[k]->name[0] != name[0];
        /* r0 and the like are for results that are no values */
        snprintf(plan->variables[i], ASSAY_VARIABLE_MAX,
                 alone && name[0] != 'r' ? "%.1s" : "%s", name);
        plan->variables[i][0] = (char)tolower((unsigned char)plan->variables[i][0]);
    }
}

/* ---- Order of drawing and memory */

/* Where the first argument with this spec is, options and the like looked through; -1
 * when there is none. */
static int find_argument(const struct assay_operation *o, const struct assay_spec *spec)
{
    for (uint32_t i = 0; spec && i < o->arity; i++)
        for (const struct assay_spec *a = o->arguments[i]; a; a = assay_spec_within(a))
            if (a == spec)
                return (int)i;
    return -1;
}

/* `drawn` has a bit for each argument that comes before this one. */
static bool has_its_own_before(const struct assay_operation *o, uint32_t argument,
                               uint32_t drawn)
{
    struct assay_needs needs = assay_needs_of(o->arguments[argument]);

    for (uint32_t i = 0; i < needs.count; i++) {
        int of = find_argument(o, needs.of[i]);
        if (of >= 0 && of != (int)argument && !(drawn >> of & 1))
            return false;
    }
    return true;
}

static bool is_late(const struct assay_operation *o, uint32_t argument)
{
    return assay_needs_of(o->arguments[argument]).late;
}

/* Late ones last, and each after those it depends on. */
static uint32_t next_argument(const struct assay_operation *o, uint32_t drawn)
{
    uint32_t least = o->arity;

    for (uint32_t strict = 4; strict-- > 0;)
        for (uint32_t i = 0; i < o->arity && least == o->arity; i++)
            if (!(drawn >> i & 1) && (!(strict & 2) || !is_late(o, i)) &&
                (!(strict & 1) || has_its_own_before(o, i, drawn)))
                least = i;
    return least;
}

static void order_arguments(const struct assay_operation *o,
                            struct assay_plan_operation *p)
{
    uint32_t drawn = 0;

    for (uint32_t i = 0; i < o->arity; i++) {
        p->order[i] = o->order ? o->order[i] : next_argument(o, drawn);
        drawn |= 1u << (p->order[i] % 32);
    }
}

static size_t place(struct assay_plan_operation *p, const struct assay_spec *spec,
                    uint32_t position)
{
    for (int side = 0; side < 2; side++) {
        p->offset[side][position] = p->frame;
        p->frame += (spec->size[side] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return p->frame;
}

static void lay_out(const struct assay_operation *o, struct assay_plan_operation *p)
{
    for (uint32_t i = 0; i < o->arity; i++) {
        const struct assay_spec *abstract = assay_abstract_of(o->arguments[i]);
        place(p, o->arguments[i], i);
        if (abstract)
            p->needs[p->nneeds++] = abstract->as.abstract->number;
    }
    place(p, o->result, ASSAY_ARGUMENTS_MAX);
    p->weight = o->weight ? o->weight : 1;
    order_arguments(o, p);
}

/* ---- What is wrong */

struct judge {
    const struct assay_plan *plan;
    struct walk *walk;
    struct assay_buf *out;
};

static void problem(struct judge *j, const struct assay_operation *o, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));
static void problem(struct judge *j, const struct assay_operation *o, const char *format,
                    ...)
{
    va_list args;

    if (o)
        assay_buf_printf(j->out, "%s:%d: operation %s: ", o->file, o->line, o->name);
    else
        assay_buf_printf(j->out, "%s:%d: model %s: ", j->plan->model->file,
                         j->plan->model->line, j->plan->model->name);
    va_start(args, format);
    assay_buf_vprintf(j->out, format, args);
    va_end(args);
    assay_buf_putc(j->out, '\n');
}

/* A length may also be that of the array that is returned. */
static bool is_there(const struct assay_operation *o, const struct assay_spec *of)
{
    for (const struct assay_spec *a = o->result; a; a = assay_spec_within(a))
        if (a == of)
            return true;
    return find_argument(o, of) >= 0;
}

static void judge_needs(struct judge *j, const struct assay_operation *o,
                        uint32_t argument)
{
    struct assay_needs needs = assay_needs_of(o->arguments[argument]);

    for (uint32_t i = 0; i < needs.count; i++)
        if (!is_there(o, needs.of[i]))
            problem(j, o, "argument %u, %s, depends on %s, which is no argument here",
                    argument + 1, o->arguments[argument]->name, needs.of[i]->name);
}

/* Whether something says how long the array is that is returned. */
static bool has_length(const struct assay_operation *o, const struct assay_spec *array)
{
    if (array->as.array.min == array->as.array.max)
        return true;
    for (uint32_t i = 0; i < o->arity; i++)
        for (const struct assay_spec *a = o->arguments[i]; a; a = assay_spec_within(a))
            if (assay_depends_on(a) == array)
                return true;
    return false;
}

static void judge_returned_array(struct judge *j, const struct assay_operation *o)
{
    for (const struct assay_spec *a = o->result; a; a = assay_spec_within(a))
        if ((a->kind == &assay_kind_array || a->kind == &assay_kind_bytes) &&
            !has_length(o, a))
            problem(j, o, "how long %s is, which it returns, is said by no argument",
                    a->name);
}

static void judge_order(struct judge *j, const struct assay_operation *o)
{
    uint32_t seen = 0;

    for (uint32_t i = 0; o->order && i < o->arity; i++)
        seen |= o->order[i] < o->arity ? 1u << o->order[i] : 0;
    if (o->order && seen != (1u << o->arity) - 1) {
        problem(j, o, "its order of drawing does not name each argument once");
        return;
    }
    seen = 0;
    for (uint32_t i = 0; o->order && i < o->arity; i++) {
        if (!has_its_own_before(o, o->order[i], seen))
            problem(j, o, "its order of drawing has %s before what it depends on",
                    o->arguments[o->order[i]]->name);
        seen |= 1u << o->order[i];
    }
}

static void judge_sides(struct judge *j, const struct assay_operation *o,
                        const struct assay_spec *spec)
{
    if (!o->reference && !o->judge && spec->size[0] != spec->size[1])
        problem(j, o, "without a reference both sides of %s must have one C type",
                spec->name);
}

static const char *what_is_missing(const struct assay_spec *spec)
{
    if (assay_spec_core(spec)->kind == &assay_kind_order)
        return "an order has two arguments of one spec, which are numbers or text or "
               "pointers to them, then contexts, and gives an int or a bool";
    return "no value of it can be made";
}

static void judge_operation(struct judge *j, const struct assay_operation *o)
{
    for (uint32_t i = 0; i < o->arity; i++) {
        const struct assay_spec *spec = o->arguments[i];
        if (!assay_constructible(spec))
            problem(j, o, "argument %u, %s, is not constructible: %s", i + 1, spec->name,
                    what_is_missing(spec));
        judge_needs(j, o, i);
        judge_sides(j, o, spec);
    }
    if (!assay_deconstructible(o->result))
        problem(j, o,
                "the result, %s, is not deconstructible: it can neither be compared "
                "nor kept",
                o->result->name);
    if (o->result->kind == &assay_kind_length &&
        find_argument(o, assay_depends_on(o->result)) < 0)
        problem(j, o, "the result, %s, is the length of %s, which is no argument here",
                o->result->name, assay_depends_on(o->result)->name);
    judge_returned_array(j, o);
    judge_sides(j, o, o->result);
    judge_order(j, o);
}

static void judge_names(struct judge *j)
{
    const struct assay_model *m = j->plan->model;

    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(m->operations[i]->name, m->operations[k]->name) == 0)
                problem(j, m->operations[i], "there are two operations of this name");
}

/* What is filled in can be a new value as a result is. */
static void walk_produced(struct walk *w, const struct assay_operation *o)
{
    static const struct assay_spec_kind *const filled[] = {
        &assay_kind_out, &assay_kind_storage, &assay_kind_inout, &assay_kind_array_out,
        &assay_kind_array_inout};

    if (o->result->kind != &assay_kind_existing)
        walk_spec(w, o->result);
    for (uint32_t i = 0; i < o->arity; i++)
        for (const struct assay_spec *a = o->arguments[i]; a; a = assay_spec_within(a))
            for (size_t k = 0; k < sizeof filled / sizeof *filled; k++)
                if (a->kind == filled[k])
                    walk_spec(w, a);
}

static void judge_sources(struct judge *j)
{
    const struct assay_model *m = j->plan->model;

    j->walk->count = 0;
    for (uint32_t i = 0; i < m->count; i++)
        walk_produced(j->walk, m->operations[i]);
    for (uint32_t i = 0; i < j->plan->nabstract; i++) {
        bool made = false;
        for (size_t k = 0; k < j->walk->count; k++)
            made |= j->walk->seen[k]->kind == &assay_kind_abstract &&
                    j->walk->seen[k]->as.abstract == j->plan->abstract[i]->as.abstract;
        if (!made)
            problem(j, NULL, "no operation makes a value of the abstract type %s",
                    j->plan->abstract[i]->name);
    }
}

/* Whoever belongs to something belongs to values that are there. */
static void judge_owners(struct judge *j)
{
    const struct assay_plan *plan = j->plan;

    for (uint32_t i = 0; i < plan->nabstract; i++) {
        const struct assay_spec *owner = *plan->abstract[i]->as.abstract->owner;
        bool there = !owner;
        for (uint32_t k = 0; owner && k < plan->nabstract; k++)
            there |= owner->kind == &assay_kind_abstract &&
                     owner->as.abstract == plan->abstract[k]->as.abstract;
        if (!there)
            problem(j, NULL,
                    "%s belongs to %s, which is no abstract type of an operation's",
                    plan->abstract[i]->name, owner->name);
    }
}

static void judge_model(struct assay_plan *plan, struct walk *w)
{
    struct assay_buf out;
    struct judge j = {plan, w, &out};

    assay_buf_init(&out, NULL, 0);
    if (plan->model->count == 0)
        problem(&j, NULL, "it has no operations");
    judge_names(&j);
    for (uint32_t i = 0; i < plan->model->count; i++)
        judge_operation(&j, plan->model->operations[i]);
    judge_sources(&j);
    judge_owners(&j);
    if (out.len > 0)
        plan->problems = strdup(out.at);
    assay_buf_done(&out);
}

/* ---- All of it */

static size_t performed_size(const struct assay_plan *plan)
{
    return (plan->model->count + 1) * sizeof *plan->performed;
}

static bool allocate(struct assay_plan *plan)
{
    uint32_t n = plan->model->count;
    void *shared = mmap(NULL, performed_size(plan), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    plan->operations = calloc(n + 1, sizeof *plan->operations);
    plan->abstract = calloc(SPECS_MAX, sizeof *plan->abstract);
    plan->variables = calloc(SPECS_MAX, sizeof *plan->variables);
    plan->weights = calloc(n + 1, sizeof *plan->weights);
    plan->performed = shared == MAP_FAILED ? NULL : shared;
    return plan->operations && plan->abstract && plan->variables && plan->weights &&
           plan->performed;
}

void assay_plan_free(struct assay_plan *plan)
{
    if (!plan)
        return;
    free(plan->operations);
    free(plan->abstract);
    free(plan->variables);
    free(plan->weights);
    if (plan->performed)
        munmap(plan->performed, performed_size(plan));
    free(plan->problems);
    free(plan);
}

struct assay_plan *assay_plan_new(const struct assay_model *model)
{
    struct assay_plan *plan = calloc(1, sizeof *plan);
    struct walk *w = calloc(1, sizeof *w);

    if (plan)
        plan->model = model;
    if (!plan || !w || !allocate(plan)) {
        free(w);
        assay_plan_free(plan);
        return NULL;
    }
    find_abstract(plan, w);
    name_variables(plan);
    for (uint32_t i = 0; i < plan->nabstract; i++)
        plan->owners |= *plan->abstract[i]->as.abstract->owner != NULL;
    for (uint32_t i = 0; i < model->count; i++)
        lay_out(model->operations[i], &plan->operations[i]);
    judge_model(plan, w);
    free(w);
    return plan;
}

char *assay_model_problems(const struct assay_model *model)
{
    struct assay_plan *plan = assay_plan_new(model);
    char *problems = NULL;

    if (!plan)
        return NULL;
    problems = plan->problems;
    plan->problems = NULL;
    assay_plan_free(plan);
    return problems;
}
