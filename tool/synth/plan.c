/*
 * What plans are made of.
 */
#include "synth/plan.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/patience.h"
#include "synth/project.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool synth_failed(const Synth *x)
{
    return x->no_memory || x->logic.no_memory || x->automata.no_memory ||
           x->solver.no_memory;
}

double synth_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return ((double)t.tv_sec + (double)t.tv_nsec * 1e-9) / assay_patience();
}

bool synth_late(Synth *x)
{
    if (!x->late && x->deadline > 0 && (x->ticks++ & 63) == 0)
        x->late = synth_now() >= x->deadline;
    return x->late;
}

static bool make_states(Synth *x)
{
    const TraceSpec *spec = x->spec;

    x->histories = assay_arena_new(&x->arena, spec->nrules, sizeof *x->histories);
    x->futures = assay_arena_new(&x->arena, spec->nrules, sizeof *x->futures);
    if (!x->histories || !x->futures)
        return false;
    for (uint32_t i = 0; i < spec->nrules; i++) {
        x->histories[i] = automata_state(&x->automata, spec->rules[i]->history);
        x->futures[i] = automata_state(&x->automata, spec->rules[i]->future);
    }
    return !synth_failed(x);
}

/* NULL: there is none, or several. */
static const Rule *only_cause(const TraceSpec *spec, const Event *of)
{
    const Rule *only = NULL;

    for (uint32_t i = 0; i < spec->nrules; i++)
        if (sre_speaks_of(spec->rules[i]->future, of)) {
            if (only)
                return NULL;
            only = spec->rules[i];
        }
    return only;
}

static bool make_causes(Synth *x)
{
    const TraceSpec *spec = x->spec;

    x->causes = assay_arena_new(&x->arena, spec->nevents, sizeof *x->causes);
    x->wanted = assay_arena_new(&x->arena, spec->nevents, sizeof *x->wanted);
    for (uint32_t i = 0; x->causes && x->wanted && i < spec->nevents; i++)
        x->causes[i] = only_cause(spec, spec->events[i]);
    return x->causes && x->wanted;
}

bool synth_init(Synth *x, const TraceSpec *spec, const SmtOptions *options)
{
    *x = (Synth){.spec = spec};
    assay_arena_init(&x->arena, NULL, SYNTH_MEMORY);
    assay_map_init(&x->known_vars, NULL);
    assay_map_init(&x->instances, NULL);
    logic_init(&x->logic, NULL);
    automata_init(&x->automata, spec, &x->logic);
    return solver_init(&x->solver, spec, &x->logic, options) && make_states(x) &&
           make_causes(x);
}

void synth_done(Synth *x)
{
    solver_done(&x->solver);
    automata_done(&x->automata);
    logic_done(&x->logic);
    assay_map_done(&x->instances);
    assay_map_done(&x->known_vars);
    assay_arena_done(&x->arena);
}

/* ---- Variables. */

const Binding *plan_variable(Synth *x, uint32_t number, const Type *type)
{
    struct {
        uint64_t number;
        const Type *type;
    } key = {number, type};
    uint64_t *known = assay_map_put(&x->known_vars, &key, sizeof key);

    if (known && *known == 0)
        *known = (uint64_t)(uintptr_t)binding_new(
            &x->arena, assay_arena_printf(&x->arena, "v%u", number), type,
            span_nowhere());
    if (!known || *known == 0)
        x->no_memory = true;
    return known ? (const Binding *)(uintptr_t)*known : NULL;
}

/* ---- Events. */

static bool has_rules(const Synth *x, const Event *of)
{
    for (uint32_t i = 0; i < x->spec->nrules; i++)
        if (x->spec->rules[i]->event == of)
            return true;
    return false;
}

bool plan_needs_rule(const Synth *x, const PlanItem *item)
{
    return item->of && !item->rule && has_rules(x, item->of);
}

bool plan_needs_cause(const Synth *x, const PlanItem *item)
{
    return item->of && !item->caused && item->of->kind != EVENT_GENERATED &&
           !has_rules(x, item->of);
}

Formula plan_condition(Synth *x, EventSet set, const Event *of, const Formula *fields)
{
    Formula condition = automata_condition(&x->automata, set, of);
    LogicPair pairs[LOGIC_ARGS];

    if (condition <= LOGIC_TRUE || of->count > LOGIC_ARGS)
        return condition;
    for (uint32_t i = 0; i < of->count; i++)
        pairs[i] = (LogicPair){of->fields[i], fields[i]};
    return logic_replace(&x->logic, condition, pairs, of->count);
}

/* ---- Plans. */

/* How often a rule is applied, if events of an operation that only it causes each have an
 * application of their own. */
static uint32_t applications(const Synth *x, const Rule *rule)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < x->spec->nevents; i++)
        if (x->causes[i] == rule && x->wanted[i] > most)
            most = x->wanted[i];
    return most;
}

/* With a cause comes its whole future; what is open may all be part of it. Where it is
 * not known which rule it will be, an open event counts as one. */
static uint32_t count_lacking(Synth *x, const Plan *p)
{
    uint32_t all = 0;

    memset(x->wanted, 0, x->spec->nevents * sizeof *x->wanted);
    for (uint32_t i = 0; i < p->count; i++)
        if (plan_needs_cause(x, &p->items[i]))
            x->wanted[p->items[i].of->number]++;
    for (uint32_t i = 0; i < x->spec->nrules; i++) {
        const Rule *rule = x->spec->rules[i];
        all += applications(x, rule) * (1 + sre_least(rule->future));
    }
    return all > 2 * p->open ? all - p->open : p->open;
}

Plan *plan_new(Synth *x, const PlanItem *items, uint32_t count, const Facts *facts,
               uint32_t nvars)
{
    Plan *p = assay_arena_new(&x->arena, 1, sizeof *p);
    PlanItem *copy = assay_arena_new(&x->arena, count, sizeof *copy);

    if (!p || !copy) {
        x->no_memory = true;
        return NULL;
    }
    if (count > 0)
        memcpy(copy, items, count * sizeof *copy);
    *p = (Plan){.items = copy, .count = count, .facts = facts, .nvars = nvars};
    for (uint32_t i = 0; i < count; i++) {
        p->nevents += copy[i].of != NULL;
        p->open += plan_needs_rule(x, &copy[i]) || plan_needs_cause(x, &copy[i]);
    }
    p->lacking = count_lacking(x, p);
    p->number = ++x->nplans;
    return p;
}

/* ---- Keys: variables are numbered in the order of their first use. */

typedef struct {
    Synth *x;
    const Facts *facts;
    struct assay_buf *out;
    const Binding **vars;
    uint32_t count;
    size_t cap;
} Key;

static void put_number(struct assay_buf *out, uint32_t n)
{
    assay_buf_add(out, &n, sizeof n);
}

static uint32_t place_of(Key *k, const Binding *var)
{
    void *at = (void *)k->vars;

    for (uint32_t i = 0; i < k->count; i++)
        if (k->vars[i] == var)
            return i;
    if (assay_mem_grow(NULL, &at, &k->cap, k->count + (size_t)1, sizeof *k->vars,
                       LOGIC_MAX)) {
        k->x->no_memory = true;
        return 0;
    }
    k->vars = at;
    k->vars[k->count] = var;
    return k->count++;
}

static void key_of_formula(Key *k, Formula f)
{
    const LogicNode *node = logic_node(&k->x->logic, f);

    if (node->kind == LOGIC_VAR) {
        put_number(k->out, UINT32_MAX);
        put_number(k->out, place_of(k, node->as.var));
        return;
    }
    put_number(k->out, node->count ? (uint32_t)node->kind : f + 100);
    put_number(k->out, node->kind == LOGIC_OP ? (uint32_t)node->as.op : node->all);
    if (node->kind == LOGIC_CALL || node->kind == LOGIC_IN)
        assay_buf_add(k->out, &node->as, sizeof(void *));
    for (uint32_t i = 0; i < node->count; i++)
        key_of_formula(k, logic_args(&k->x->logic, f)[i]);
}

static void key_of_item(Key *k, const PlanItem *item)
{
    Synth *x = k->x;

    put_number(k->out, item->of ? item->of->number : UINT32_MAX - 1);
    if (item->of) {
        put_number(k->out, (uint32_t)item->caused);
        assay_buf_add(k->out, &item->rule, sizeof item->rule);
        for (uint32_t i = 0; i < item->of->count; i++)
            key_of_formula(k, solver_resolve(&x->solver, k->facts, item->fields[i]));
        return;
    }
    for (uint32_t i = 0; i < x->spec->nevents; i++) {
        Formula f = automata_condition(&x->automata, item->set, x->spec->events[i]);
        if (f != LOGIC_FALSE) {
            put_number(k->out, i);
            key_of_formula(k, solver_resolve(&x->solver, k->facts, f));
        }
    }
}

void plan_key(Synth *x, const Plan *p, struct assay_buf *out)
{
    Key k = {x, p->facts, out, NULL, 0, 0};

    for (uint32_t i = 0; i < p->count; i++)
        key_of_item(&k, &p->items[i]);
    put_number(out, UINT32_MAX - 2);
    for (uint32_t i = 0; i < p->facts->count; i++)
        key_of_formula(&k, p->facts->all[i]);
    assay_mem_free(NULL, (void *)k.vars, k.cap * sizeof *k.vars);
}

static void note_new(void *ctx, const Binding *var)
{
    Key *k = ctx;

    for (uint32_t i = 0; i < k->count; i++)
        if (k->vars[i] == var)
            return;
    k->out = NULL; /* it is none of those that have a number */
}

void plan_real_key(Synth *x, const Plan *p, struct assay_buf *out)
{
    Key k = {x, p->facts, out, NULL, 0, 0};

    for (uint32_t i = 0; i < p->count; i++) {
        PlanItem item = p->items[i];
        item.rule = NULL;
        item.caused = false;
        if (item.of && item.of->kind != EVENT_GHOST)
            key_of_item(&k, &item);
    }
    for (uint32_t i = 0; i < p->facts->count; i++) {
        k.out = out;
        logic_variables(&x->logic, p->facts->all[i], note_new, &k);
        if (k.out)
            key_of_formula(&k, p->facts->all[i]);
    }
    assay_mem_free(NULL, (void *)k.vars, k.cap * sizeof *k.vars);
}

/* ---- Printing. */

static void print_formula(Synth *x, Formula f, struct assay_buf *out)
{
    const Term *t = logic_as_term(&x->logic, f, &x->arena);

    if (t)
        term_print(t, out);
    else
        x->no_memory = true;
}

static void print_event(Synth *x, const Plan *p, const PlanItem *item,
                        struct assay_buf *out)
{
    assay_buf_printf(out, "%s(", item->of->name);
    for (uint32_t i = 0; i < item->of->count; i++) {
        assay_buf_puts(out, i ? ", " : "");
        print_formula(x, solver_resolve(&x->solver, p->facts, item->fields[i]), out);
    }
    assay_buf_putc(out, ')');
}

/* A set by what is in it or, if that is less, by what is not. */
static void print_set(Synth *x, const Plan *p, EventSet set, struct assay_buf *out)
{
    uint32_t all = 0, none = 0, n = x->spec->nevents;
    bool first = true;

    for (uint32_t i = 0; i < n; i++) {
        Formula f = automata_condition(&x->automata, set, x->spec->events[i]);
        all += f == LOGIC_TRUE;
        none += f == LOGIC_FALSE;
    }
    bool without = n - none > n / 2;
    assay_buf_puts(out, all == n ? "any" : without ? "(any" : "(");
    for (uint32_t i = 0; i < n; i++) {
        const Event *e = x->spec->events[i];
        Formula f = automata_condition(&x->automata, set, e);
        if (f == (without ? LOGIC_TRUE : LOGIC_FALSE))
            continue;
        assay_buf_puts(out, without ? " - " : first ? "" : " | ");
        assay_buf_puts(out, e->name);
        if (f > LOGIC_TRUE) {
            assay_buf_putc(out, '(');
            for (uint32_t k = 0; k < e->count; k++)
                assay_buf_printf(out, "%s%s", k ? ", " : "", e->fields[k]->name);
            assay_buf_puts(out, " | ");
            f = solver_resolve(&x->solver, p->facts, f);
            print_formula(x, without ? logic_not(&x->logic, f) : f, out);
            assay_buf_putc(out, ')');
        }
        first = false;
    }
    assay_buf_puts(out, all == n ? "*" : ")*");
}

void plan_print(Synth *x, const Plan *p, struct assay_buf *out)
{
    for (uint32_t i = 0; i < p->count; i++) {
        assay_buf_puts(out, i ? " " : "");
        if (!p->items[i].of)
            print_set(x, p, p->items[i].set, out);
        else
            print_event(x, p, &p->items[i], out);
        if (plan_needs_rule(x, &p->items[i]) || plan_needs_cause(x, &p->items[i]))
            assay_buf_putc(out, '?');
    }
    for (uint32_t i = 0; i < p->facts->count; i++) {
        assay_buf_puts(out, i ? " && " : " where ");
        print_formula(x, p->facts->all[i], out);
    }
}
