/*
 * Rules applied to events.
 */
#include "synth/refine.h"
#include "base/mem.h"
#include "synth/merge.h"
#include <string.h>

/* A rule on its way into a plan. */
typedef struct {
    Synth *x;
    Refine *r;
    const Plan *plan; /* as it was */
    const Rule *rule;
    uint32_t at;     /* the event that gets it, in `plan` */
    uint32_t level;  /* so many events are put there */
    uint32_t caused; /* an event behind it that it must cause, or MERGE_NONE */
    PlanItem event;
    const Instance *instance;
    const PlanItem *before; /* what is before the event now */
    uint32_t nbefore;
    bool stopped;
} Step;

static uint32_t rule_number(const Synth *x, const Rule *rule)
{
    uint32_t i = 0;

    while (x->spec->rules[i] != rule)
        i++;
    return i;
}

static const Instance *new_instance(Synth *x, uint32_t count, LogicPair **ret_pairs)
{
    Instance *i = assay_arena_new(&x->arena, 1, sizeof *i);

    *ret_pairs = assay_arena_new(&x->arena, count, sizeof **ret_pairs);
    if (!i || !*ret_pairs) {
        x->no_memory = true;
        return NULL;
    }
    *i = (Instance){*ret_pairs, count, ++x->ninstances};
    return i;
}

/* A new variable of a plan for one of a rule. */
static const Facts *new_variable(Synth *x, const Binding *of, const Facts *facts,
                                 uint32_t *nvars, LogicPair *pair)
{
    const Binding *var = plan_variable(x, (*nvars)++, of->type);

    if (!var)
        return NULL;
    *pair = (LogicPair){of, logic_var(&x->logic, var)};
    return solver_add(&x->solver, facts, logic_in(&x->logic, pair->is, of->type));
}

/* ---- The future, behind a history that is there. */

static bool found_future(void *ctx, const Merged *m)
{
    Step *s = ctx;
    PlanItem items[PLAN_ITEMS];
    uint32_t count = 0;
    Plan *plan;

    if (s->nbefore + 1 + m->count > PLAN_ITEMS)
        return true;
    for (uint32_t i = 0; i < s->nbefore; i++)
        items[count++] = s->before[i];
    items[count++] = s->event;
    for (uint32_t i = 0; i < m->count; i++)
        items[count++] = m->items[i];
    plan = plan_new(s->x, items, count, m->facts, m->nvars);
    if (!plan)
        return false;
    plan->from = s->plan;
    plan->by = s->rule;
    plan->at = s->nbefore;
    s->stopped = !s->r->found(s->r->ctx, plan);
    return !s->stopped;
}

static bool found_history(void *ctx, const Merged *m)
{
    Step *s = ctx;
    uint32_t behind = s->plan->count - s->at - 1;
    Merge future = {
        .x = s->x,
        .items = s->plan->items + s->at + 1,
        .count = behind,
        .instance = s->instance,
        .inserts = s->level - m->inserted,
        .exact = true,
        .cut = &s->r->cut,
        .taken = s->caused == MERGE_NONE ? MERGE_NONE : s->caused - s->at - 1,
        .future = true,
        .found = found_future,
        .ctx = s,
    };
    PlanItem *kept = assay_arena_new(&s->x->arena, m->count, sizeof *kept);

    if (!kept)
        return false;
    if (m->count > 0)
        memcpy(kept, m->items, m->count * sizeof *kept);
    s->before = kept;
    s->nbefore = m->count;
    merge_run(&future, s->x->futures[rule_number(s->x, s->rule)], m->facts, m->nvars);
    return !s->stopped;
}

/* ---- A rule for an event. */

/* Its variables are the fields of the event, and new ones. NULL facts: it cannot be. */
static const Facts *instantiate(Step *s, const Facts *facts, uint32_t *nvars)
{
    Synth *x = s->x;
    const Rule *rule = s->rule;
    uint32_t nfields = rule->event->count;
    LogicPair *pairs;

    s->instance = new_instance(x, nfields + rule->nghosts, &pairs);
    if (!s->instance)
        return NULL;
    for (uint32_t i = 0; i < nfields; i++)
        pairs[i] = (LogicPair){rule->fields[i], s->event.fields[i]};
    for (uint32_t i = 0; facts && i < rule->nghosts; i++)
        facts = new_variable(x, rule->ghosts[i], facts, nvars, &pairs[nfields + i]);
    if (facts && rule->where)
        facts = solver_add(&x->solver, facts,
                           logic_term(&x->logic, rule->where, pairs, s->instance->count));
    return facts;
}

/* False: no more plans are wanted. */
static bool apply(Synth *x, const Plan *p, uint32_t at, const Rule *rule, uint32_t caused,
                  uint32_t level, Refine *r)
{
    Step s = {.x = x,
              .r = r,
              .plan = p,
              .rule = rule,
              .at = at,
              .level = level,
              .caused = caused};
    uint32_t nvars = p->nvars;
    const Facts *facts;
    Merge history = {
        .x = x,
        .items = p->items,
        .count = at,
        .inserts = level,
        .cut = &r->cut,
        .taken = MERGE_NONE,
        .found = found_history,
        .ctx = &s,
    };

    s.event = p->items[at];
    s.event.rule = rule;
    facts = instantiate(&s, p->facts, &nvars);
    history.instance = s.instance;
    if (facts)
        merge_run(&history, x->histories[rule_number(x, rule)], facts, nvars);
    return !s.stopped && !synth_failed(x) && !synth_late(x);
}

/* ---- Causes. */

/* The plan with an event of an operation put into a set. It came about by no rule. */
static const Plan *with_event(Synth *x, const Plan *p, uint32_t at, const Event *of)
{
    PlanItem items[PLAN_ITEMS];
    uint32_t count = 0, nvars = p->nvars;
    PlanItem event;
    const Facts *facts;
    Plan *with;

    if (p->count + 2 > PLAN_ITEMS)
        return NULL;
    facts = merge_new_event(x, of, p->items[at].set, p->facts, &nvars, &event);
    if (!facts)
        return NULL;
    for (uint32_t i = 0; i < p->count; i++) {
        items[count++] = p->items[i];
        if (i == at) {
            items[count++] = event;
            items[count++] = p->items[i];
        }
    }
    with = plan_new(x, items, count, facts, nvars);
    if (with)
        with->from = p;
    return with;
}

/* An event of a rule in the place of an item before `caused`. */
static bool cause_at(Synth *x, const Plan *p, uint32_t at, const Rule *rule,
                     uint32_t caused, Refine *r)
{
    const PlanItem *item = &p->items[at];
    const Plan *with;

    if (item->of)
        return item->of != rule->event || item->rule ||
               apply(x, p, at, rule, caused, r->level, r);
    if (automata_condition(&x->automata, item->set, rule->event) == LOGIC_FALSE)
        return true;
    if (r->level == 0) {
        r->cut = true;
        return true;
    }
    with = with_event(x, p, at, rule->event);
    return !with || apply(x, with, at + 1, rule, caused + 2, r->level - 1, r);
}

static void cause(Synth *x, const Plan *p, uint32_t item, Refine *r)
{
    for (uint32_t i = 0; i < x->spec->nrules; i++) {
        const Rule *rule = x->spec->rules[i];
        if (!sre_speaks_of(rule->future, p->items[item].of))
            continue;
        for (uint32_t at = item; at-- > 0;)
            if (!cause_at(x, p, at, rule, item, r))
                return;
    }
}

/* ---- Plans. */

uint32_t refine_next(const Synth *x, const Plan *p)
{
    for (uint32_t i = p->count; i-- > 0;)
        if (plan_needs_cause(x, &p->items[i]))
            return i;
    for (uint32_t i = p->count; i-- > 0;)
        if (plan_needs_rule(x, &p->items[i]))
            return i;
    return MERGE_NONE;
}

void refine_plan(Synth *x, const Plan *p, uint32_t item, Refine *r)
{
    const Event *of = p->items[item].of;

    if (plan_needs_cause(x, &p->items[item])) {
        cause(x, p, item, r);
        return;
    }
    for (uint32_t i = 0; i < x->spec->nrules; i++)
        if (x->spec->rules[i]->event == of &&
            !apply(x, p, item, x->spec->rules[i], MERGE_NONE, r->level, r))
            return;
}

/* ---- Normalising. */

typedef struct {
    Synth *x;
    Refine *r;
} Normal;

static bool found_normal(void *ctx, const Merged *m)
{
    Normal *n = ctx;
    Plan *p = plan_new(n->x, m->items, m->count, m->facts, m->nvars);

    return p && n->r->found(n->r->ctx, p);
}

/* The plans that are like these items, of a plan or of none, and like a state with new
 * variables. */
static void intersect(Normal *n, const PlanItem *items, uint32_t count, const Plan *from,
                      State traces, const RefineVars *vars)
{
    Synth *x = n->x;
    LogicPair *pairs;
    const Instance *instance = new_instance(x, vars->count, &pairs);
    const Facts *facts = from ? from->facts : solver_nothing(&x->solver);
    uint32_t used = from ? from->nvars : 0;
    Merge m = {
        .x = x,
        .items = items,
        .count = count,
        .instance = instance,
        .inserts = n->r->level,
        .exact = true,
        .cut = &n->r->cut,
        .taken = MERGE_NONE,
        .found = found_normal,
        .ctx = n,
    };

    for (uint32_t i = 0; instance && facts && i < vars->count; i++)
        facts = new_variable(x, vars->at[i], facts, &used, &pairs[i]);
    if (instance && facts && vars->where)
        facts = solver_add(&x->solver, facts,
                           logic_term(&x->logic, vars->where, pairs, vars->count));
    if (instance && facts)
        merge_run(&m, traces, facts, used);
}

void refine_normalise(Synth *x, State traces, const RefineVars *vars, Refine *r)
{
    PlanItem any = {.set = EVENTS_ANY};

    intersect(&(Normal){x, r}, &any, 1, NULL, traces, vars);
}

void refine_within(Synth *x, const Plan *p, State traces, const RefineVars *vars,
                   Refine *r)
{
    intersect(&(Normal){x, r}, p->items, p->count, p, traces, vars);
}
