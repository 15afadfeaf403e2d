/*
 * Sketches, filled and unrolled.
 */
#include "synth/recurse.h"
#include "base/mem.h"
#include "synth/project.h"
#include "synth/search.h"
#include "synth/typed.h"
#include <string.h>

#define RECURSE_EVENTS 60 /* of a plan; longer ones are not repeated */
#define RECURSE_SPAN 8    /* events that are repeated, at most */
#define RECURSE_SECONDS 2 /* for one sketch */
#define RECURSE_VARS 200

/* Where an event of the plan that is unrolled once belongs. */
typedef enum { PART_A, PART_E1, PART_E1_AGAIN, PART_E2_AGAIN, PART_E2, PART_B } Part;

/* A variable of the plan, and what it is when it is drawn the first and the second time.
 */
typedef struct {
    const Binding *old, *first, *second;
    bool repeated; /* it is drawn again */
} Copied;

typedef struct {
    Synth *x;
    const Plan *plan;
    const Property *property;
    Sketch sketch;
    const PlanItem *real[RECURSE_EVENTS];
    uint32_t nreal;
    Copied vars[RECURSE_VARS];
    uint32_t nvars;
    uint32_t used; /* variables of the new plan */
    const Facts *facts;
    PlanItem items[4 * RECURSE_EVENTS + 4];
    uint32_t nitems;
    Part parts[2 * RECURSE_EVENTS]; /* of the events, by their places */
    uint32_t nplaces;
    bool failed;
} Recurse;

/* ---- The plan. */

static bool collect_real(Recurse *r)
{
    for (uint32_t i = 0; i < r->plan->count; i++) {
        const PlanItem *item = &r->plan->items[i];
        if (!item->of || item->of->kind == EVENT_GHOST)
            continue;
        if (r->nreal == RECURSE_EVENTS)
            return false;
        r->real[r->nreal++] = item;
    }
    return true;
}

/* Whether the tester may do something where the sketch repeats things. */
static bool is_open(const Recurse *r)
{
    uint32_t seen = 0;
    bool open = false;

    for (uint32_t i = 0; i < r->plan->count && seen <= r->sketch.at; i++) {
        const PlanItem *item = &r->plan->items[i];
        if (item->of && item->of->kind != EVENT_GHOST)
            seen++;
        for (uint32_t e = r->sketch.from;
             !item->of && seen == r->sketch.at && e < r->sketch.to; e++)
            open = open || automata_condition(&r->x->automata, item->set,
                                              r->real[e]->of) != LOGIC_FALSE;
    }
    return open;
}

static bool repeats_something(const Recurse *r)
{
    for (uint32_t i = r->sketch.from; i < r->sketch.to; i++)
        if (r->real[i]->of->kind == EVENT_GENERATED)
            return true;
    return false;
}

/* ---- Variables. */

static const Binding *new_variable(Recurse *r, const Type *type)
{
    const Binding *var = plan_variable(r->x, r->used++, type);

    if (var && r->facts)
        r->facts = solver_add(&r->x->solver, r->facts,
                              logic_in(&r->x->logic, logic_var(&r->x->logic, var), type));
    r->failed = r->failed || !var;
    return var;
}

typedef struct {
    Recurse *r;
    bool repeated;
} Collecting;

static void collect_variable(void *ctx, const Binding *var)
{
    Collecting *c = ctx;
    Recurse *r = c->r;
    uint32_t number;

    for (uint32_t i = 0; i < r->nvars; i++)
        if (r->vars[i].old == var)
            return;
    if (trace_constant(r->x->spec, var, &number))
        return;
    if (r->nvars == RECURSE_VARS) {
        r->failed = true;
        return;
    }
    r->vars[r->nvars].old = var;
    r->vars[r->nvars].repeated = c->repeated;
    r->vars[r->nvars].first = new_variable(r, var->type);
    if (c->repeated)
        r->vars[r->nvars].second = new_variable(r, var->type);
    r->nvars++;
}

static void collect_variables(Recurse *r)
{
    for (uint32_t i = 0; i < r->nreal; i++) {
        Collecting c = {r, i >= r->sketch.from && i < r->sketch.to};
        for (uint32_t k = 0; k < r->real[i]->of->count; k++)
            logic_variables(
                &r->x->logic,
                solver_resolve(&r->x->solver, r->plan->facts, r->real[i]->fields[k]),
                collect_variable, &c);
    }
}

static Formula copied(Recurse *r, Formula f, bool again)
{
    LogicPair pairs[RECURSE_VARS];

    for (uint32_t i = 0; i < r->nvars; i++)
        pairs[i] = (LogicPair){r->vars[i].old,
                               logic_var(&r->x->logic, again && r->vars[i].repeated
                                                           ? r->vars[i].second
                                                           : r->vars[i].first)};
    return logic_replace(&r->x->logic, solver_resolve(&r->x->solver, r->plan->facts, f),
                         pairs, r->nvars);
}

/* ---- Unrolled once. */

static void add_event(Recurse *r, uint32_t number, Part part)
{
    const PlanItem *from = r->real[number];
    bool again = part == PART_E1_AGAIN || part == PART_E2_AGAIN;
    Formula *fields = assay_arena_new(&r->x->arena, from->of->count, sizeof *fields);
    EventSet between = automata_set_without(&r->x->automata, EVENT_GENERATED);

    r->failed = r->failed || !fields;
    for (uint32_t i = 0; fields && i < from->of->count; i++)
        fields[i] = copied(r, from->fields[i], again);
    r->parts[r->nplaces++] = part;
    r->items[r->nitems++] =
        (PlanItem){.of = from->of, .fields = fields, .place = r->nplaces};
    r->items[r->nitems++] = (PlanItem){.set = between};
}

static void add_events(Recurse *r, uint32_t from, uint32_t to, Part part)
{
    for (uint32_t i = from; i < to; i++)
        add_event(r, i, part);
}

static Plan *unrolled(Recurse *r)
{
    const Sketch *s = &r->sketch;
    EventSet between = automata_set_without(&r->x->automata, EVENT_GENERATED);

    r->items[r->nitems++] = (PlanItem){.set = between};
    add_events(r, 0, s->from, PART_A);
    add_events(r, s->from, s->at, PART_E1);
    add_events(r, s->from, s->at, PART_E1_AGAIN);
    add_events(r, s->at, s->to, PART_E2_AGAIN);
    add_events(r, s->at, s->to, PART_E2);
    add_events(r, s->to, r->nreal, PART_B);
    return r->failed || !r->facts
               ? NULL
               : plan_new(r->x, r->items, r->nitems, r->facts, r->used);
}

/* The program of A e1 e1' e2' e2 B; NULL if the rules do not allow it. */
static const Program *unrolled_program(Recurse *r, const char *name)
{
    Plan *start = unrolled(r);
    SearchLimits limits = {.candidates = 1,
                           .seconds = RECURSE_SECONDS,
                           .events = r->nplaces + SEARCH_EVENTS,
                           .plans = SEARCH_PLANS};
    SearchResult found;
    const char *why;

    if (!start)
        return NULL;
    found = search_within(r->x, r->property, start, &limits);
    return found.count > 0 ? derive_program(r->x, found.plans[0], r->property, name, &why)
                           : NULL;
}

/* ---- The program. */

/* Statements of the parts; a `let` belongs to the event behind it, what has no place to
 * the one before it. */
typedef struct {
    const Statement **at[PART_B + 1];
    uint32_t count[PART_B + 1];
} Parts;

static Part part_of(const Recurse *r, const Block *body, uint32_t at, Part before)
{
    const Statement *s = body->at[at];

    if (s->kind == STATEMENT_LET && at + 1 < body->count)
        s = body->at[at + 1];
    return s->place > 0 ? r->parts[s->place - 1] : before;
}

static bool split(Recurse *r, const Block *body, Parts *parts)
{
    Part part = PART_A;

    for (uint32_t i = 0; i <= PART_B; i++) {
        parts->count[i] = 0;
        parts->at[i] =
            assay_arena_new(&r->x->arena, body->count + (size_t)1, sizeof **parts->at);
        if (!parts->at[i])
            return false;
    }
    for (uint32_t i = 0; i < body->count; i++) {
        part = part_of(r, body, i, part);
        parts->at[part][parts->count[part]++] = body->at[i];
    }
    return true;
}

/* ---- What goes in: variables from outside that the inside speaks of. */

typedef struct {
    const Binding *at[RECURSE_VARS];
    uint32_t count;
    bool full;
} Vars;

static bool has(const Vars *all, const Binding *var)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->at[i] == var)
            return true;
    return false;
}

static void add_var(void *ctx, const Binding *var)
{
    Vars *all = ctx;

    if (all->count == RECURSE_VARS)
        all->full = true;
    else if (!has(all, var))
        all->at[all->count++] = var;
}

static void bound_by(const Statement *s, Vars *all)
{
    if (s->kind == STATEMENT_LET)
        for (uint32_t i = 0; i < s->as.let.count; i++)
            add_var(all, s->as.let.vars[i]);
    if (s->kind == STATEMENT_SEE)
        for (uint32_t i = 0; i < s->as.see.of->count; i++)
            add_var(all, s->as.see.vars[i]);
}

static void used_by(const Logic *l, const Statement *s, Vars *all)
{
    if (s->kind == STATEMENT_LET)
        logic_variables(l, s->as.let.where, add_var, all);
    if (s->kind == STATEMENT_SEE)
        logic_variables(l, s->as.see.where, add_var, all);
    if (s->kind == STATEMENT_DO)
        for (uint32_t i = 0; i < s->as.act.of->count; i++)
            logic_variables(l, s->as.act.fields[i], add_var, all);
}

static void bound_in(const Parts *p, Part part, Vars *all)
{
    for (uint32_t i = 0; i < p->count[part]; i++)
        bound_by(p->at[part][i], all);
}

static void used_in(const Logic *l, const Parts *p, Part part, Vars *all)
{
    for (uint32_t i = 0; i < p->count[part]; i++)
        used_by(l, p->at[part][i], all);
}

/* The variable of e1' that is what this one of e1 is: bound at the same place of it. */
static const Binding *counterpart(const Parts *p, const Binding *var)
{
    Vars first = {.count = 0}, second = {.count = 0};

    bound_in(p, PART_E1, &first);
    bound_in(p, PART_E1_AGAIN, &second);
    for (uint32_t i = 0; i < first.count && first.count == second.count; i++)
        if (first.at[i] == var)
            return second.at[i];
    return NULL;
}

typedef struct {
    Vars outer;                 /* bound outside, used inside */
    const Binding **params;     /* their names inside */
    Formula *args, *args_again; /* of the call from outside, and from inside */
} Passing;

static bool find_passing(Recurse *r, const Parts *p, Passing *pass)
{
    Logic *l = &r->x->logic;
    Vars used = {.count = 0}, inside = {.count = 0}, around = {.count = 0},
         later = {.count = 0};

    bound_in(p, PART_E1_AGAIN, &inside);
    bound_in(p, PART_E2_AGAIN, &inside);
    bound_in(p, PART_A, &around);
    bound_in(p, PART_E1, &around);
    used_in(l, p, PART_E1_AGAIN, &used);
    used_in(l, p, PART_E2_AGAIN, &used);
    used_in(l, p, PART_E2, &later);
    used_in(l, p, PART_B, &later);
    for (uint32_t i = 0; i < later.count; i++)
        if (has(&inside, later.at[i]))
            return false;
    pass->outer.count = 0;
    for (uint32_t i = 0; i < used.count; i++)
        if (has(&around, used.at[i]))
            add_var(&pass->outer, used.at[i]);
    return !used.full && !later.full;
}

static bool make_passing(Recurse *r, const Parts *p, Passing *pass)
{
    struct assay_arena *a = &r->x->arena;
    uint32_t count = pass->outer.count;

    pass->params = assay_arena_new(a, count, sizeof *pass->params);
    pass->args = assay_arena_new(a, count, sizeof *pass->args);
    pass->args_again = assay_arena_new(a, count, sizeof *pass->args_again);
    if (!pass->params || !pass->args || !pass->args_again)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const Binding *var = pass->outer.at[i], *again = counterpart(p, var);
        pass->params[i] = binding_new(a, assay_arena_printf(a, "last_%s", var->name),
                                      var->type, span_nowhere());
        if (!pass->params[i])
            return false;
        pass->args[i] = logic_var(&r->x->logic, var);
        pass->args_again[i] = logic_var(&r->x->logic, again ? again : pass->params[i]);
    }
    return true;
}

/* ---- The inside, in which parameters stand for what is outside. */

static Formula inside_formula(Recurse *r, const Passing *pass, Formula f)
{
    LogicPair pairs[RECURSE_VARS];

    for (uint32_t i = 0; i < pass->outer.count; i++)
        pairs[i] =
            (LogicPair){pass->outer.at[i], logic_var(&r->x->logic, pass->params[i])};
    return logic_replace(&r->x->logic, f, pairs, pass->outer.count);
}

static const Formula *inside_fields(Recurse *r, const Passing *pass, const Formula *from,
                                    uint32_t count)
{
    Formula *fields = assay_arena_new(&r->x->arena, count, sizeof *fields);

    for (uint32_t i = 0; fields && i < count; i++)
        fields[i] = from[i] == LOGIC_MAX ? from[i] : inside_formula(r, pass, from[i]);
    r->failed = r->failed || !fields;
    return fields;
}

static const Statement *inside_statement(Recurse *r, const Passing *pass,
                                         const Statement *s)
{
    struct assay_arena *a = &r->x->arena;

    switch (s->kind) {
    case STATEMENT_LET:
        return statement_let(&r->x->logic, a, s->as.let.vars, s->as.let.count,
                             inside_formula(r, pass, s->as.let.where));
    case STATEMENT_DO:
        return statement_do(
            a, s->as.act.of,
            inside_fields(r, pass, s->as.act.fields, s->as.act.of->count));
    case STATEMENT_SEE:
        return statement_see(
            a, s->as.see.of, s->as.see.vars,
            s->as.see.expected
                ? inside_fields(r, pass, s->as.see.expected, s->as.see.of->count)
                : NULL,
            inside_formula(r, pass, s->as.see.where));
    case STATEMENT_ASSERT:
    case STATEMENT_CHOOSE:
    case STATEMENT_CALL:
        break;
    }
    return s; /* no plan has these */
}

typedef struct {
    const Statement **at;
    uint32_t count;
} Writer;

static void write_parts(Writer *w, const Parts *p, Part part)
{
    for (uint32_t i = 0; i < p->count[part]; i++)
        w->at[w->count++] = p->at[part][i];
}

static void write_inside(Recurse *r, Writer *w, const Passing *pass, const Parts *p,
                         Part part)
{
    for (uint32_t i = 0; i < p->count[part]; i++) {
        const Statement *s = inside_statement(r, pass, p->at[part][i]);
        r->failed = r->failed || !s;
        w->at[w->count++] = s;
    }
}

static uint32_t total(const Parts *p)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i <= PART_B; i++)
        count += p->count[i];
    return count;
}

/* choose { } or { e1'; more(...); e2'; } */
static Procedure *make_procedure(Recurse *r, const Parts *p, const Passing *pass,
                                 const char *name)
{
    struct assay_arena *a = &r->x->arena;
    Procedure *f = assay_arena_new(a, 1, sizeof *f);
    Block *ways = assay_arena_new(a, 2, sizeof *ways);
    const Statement **body = assay_arena_new(a, 1, sizeof *body);
    Writer w = {assay_arena_new(a, total(p) + 1, sizeof *w.at), 0};

    if (!f || !ways || !body || !w.at)
        return NULL;
    *f = (Procedure){.name = assay_arena_printf(a, "%s_more", name),
                     .span = span_nowhere(),
                     .params = pass->params,
                     .count = pass->outer.count};
    write_inside(r, &w, pass, p, PART_E1_AGAIN);
    w.at[w.count++] = statement_call(a, f, pass->args_again);
    write_inside(r, &w, pass, p, PART_E2_AGAIN);
    ways[1] = (Block){w.at, w.count};
    body[0] = statement_choose(a, ways, 2);
    f->body = (Block){body, 1};
    return body[0] ? f : NULL;
}

static const Program *make_program(Recurse *r, const Program *from, const Parts *p,
                                   const Passing *pass, const char *name)
{
    struct assay_arena *a = &r->x->arena;
    Program *program = assay_arena_new(a, 1, sizeof *program);
    const Procedure **procedures = assay_arena_new(a, 1, sizeof *procedures);
    Writer w = {assay_arena_new(a, total(p) + 1, sizeof *w.at), 0};

    if (!program || !procedures || !w.at)
        return NULL;
    procedures[0] = make_procedure(r, p, pass, name);
    if (!procedures[0])
        return NULL;
    write_parts(&w, p, PART_A);
    write_parts(&w, p, PART_E1);
    w.at[w.count++] = statement_call(a, procedures[0], pass->args);
    write_parts(&w, p, PART_E2);
    write_parts(&w, p, PART_B);
    *program = *from;
    program->name = name;
    program->procedures = procedures;
    program->nprocedures = 1;
    program->body = (Block){w.at, w.count};
    return r->failed ? NULL : program;
}

/* Whether it keeps to the rules however often, up to a bound, it is repeated. */
static bool unrolls(Recurse *r, const Program *p)
{
    Diags diags;
    bool good;

    diag_init(&diags);
    good = typed_check(r->x, p, RECURSE_SECONDS, &diags);
    diag_done(&diags);
    return good;
}

static SketchEnd fill(Recurse *r, const char *name, const Program **ret_program)
{
    const Program *once, *program;
    Parts parts;
    Passing pass;

    if (!collect_real(r) || r->sketch.to > r->nreal || !is_open(r) ||
        !repeats_something(r))
        return SKETCH_CLOSED;
    collect_variables(r);
    once = unrolled_program(r, name);
    if (!once)
        return r->failed || synth_failed(r->x) ? SKETCH_FAILED : SKETCH_NO_PLAN;
    if (!split(r, &once->body, &parts))
        return SKETCH_FAILED;
    if (!find_passing(r, &parts, &pass))
        return SKETCH_TANGLED;
    program = make_passing(r, &parts, &pass) ? make_program(r, once, &parts, &pass, name)
                                             : NULL;
    if (!program)
        return SKETCH_FAILED;
    if (!unrolls(r, program))
        return SKETCH_WRONG;
    *ret_program = program;
    return SKETCH_GOOD;
}

SketchEnd recurse_fill(Synth *x, const Plan *p, const Property *property, Sketch sketch,
                       const char *name, const Program **ret_program)
{
    Recurse *r = assay_mem_new(NULL, sizeof *r);
    SketchEnd end;

    if (!r)
        return SKETCH_FAILED;
    memset(r, 0, sizeof *r);
    r->x = x;
    r->plan = p;
    r->property = property;
    r->sketch = sketch;
    r->facts = solver_nothing(&x->solver);
    end = fill(r, name, ret_program);
    assay_mem_free(NULL, r, sizeof *r);
    return end;
}

static uint32_t count_real(const Plan *p)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->count; i++)
        count += p->items[i].of && p->items[i].of->kind != EVENT_GHOST;
    return count;
}

/* The good one of the sketches of so many events: around the place, or at one side of it.
 */
static const Program *fill_any(Synth *x, const Plan *p, const Property *property,
                               uint32_t size, bool around, double deadline,
                               const char *name)
{
    uint32_t count = count_real(p);
    const Program *program = NULL;

    for (uint32_t from = 0; from + size <= count; from++)
        for (uint32_t at = from; at <= from + size; at++) {
            if ((at > from && at < from + size) != around)
                continue;
            if (synth_failed(x) || synth_now() >= deadline)
                return NULL;
            if (recurse_fill(x, p, property, (Sketch){from, at, from + size}, name,
                             &program) == SKETCH_GOOD)
                return program;
        }
    return NULL;
}

const Program *recurse_program(Synth *x, const Plan *p, const Property *property,
                               double seconds, const char *name)
{
    double deadline = synth_now() + seconds;
    const Program *program = NULL;

    for (uint32_t size = 2; size <= RECURSE_SPAN && !program; size++)
        program = fill_any(x, p, property, size, true, deadline, name);
    for (uint32_t size = 1; size <= RECURSE_SPAN && !program; size++)
        program = fill_any(x, p, property, size, false, deadline, name);
    return program;
}
