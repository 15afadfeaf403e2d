/*
 * Programs of plans. Ghosts are dropped. Before an event of the tester its values are
 * drawn: what is known of them, and of those that come later as far as it concerns them,
 * becomes the condition. What is known of an answer becomes the condition of seeing it.
 *
 * Members of sorts are drawn first of all, as the solver's model has them, because what
 * functions are of them is made up together with them.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "synth/program.h"
#include "synth/project.h"
#include "synth/world.h"
#include <string.h>

#define DERIVE_MAX 4096 /* variables, facts, statements of a program */

/* A variable of the plan and the one of the program that stands for it. */
typedef struct {
    const Binding *old, *new;
    bool real;  /* an event of the program has it */
    bool ghost; /* none has, but it is not eliminated: it is drawn, too */
    bool known; /* drawn, or seen */
} Var;

typedef struct {
    Synth *x;
    const Plan *plan;
    const Property *property;
    Var *vars;
    uint32_t nvars;
    Formula *facts;
    uint32_t nfacts;
    const Statement **statements;
    uint32_t nstatements;
    bool no_memory;
    const char *why; /* it cannot be run */
} Derive;

/* ---- Variables. */

static Var *find_var(Derive *d, const Binding *var, bool new)
{
    for (uint32_t i = 0; i < d->nvars; i++)
        if ((new ? d->vars[i].new : d->vars[i].old) == var)
            return &d->vars[i];
    return NULL;
}

static bool is_taken(const Derive *d, const char *name)
{
    const TraceSpec *spec = d->x->spec;

    for (uint32_t i = 0; i < d->nvars; i++)
        if (strcmp(d->vars[i].new->name, name) == 0)
            return true;
    for (uint32_t i = 0; i < spec->nsorts; i++)
        for (uint32_t k = 0; k < spec->sorts[i]->nconstants; k++)
            if (strcmp(spec->sorts[i]->constants[k]->name, name) == 0)
                return true;
    return false;
}

/* A variable of the program. */
static const Binding *new_binding(Derive *d, const char *name, const Type *type)
{
    const char *unique = name;

    for (uint32_t i = 2; is_taken(d, unique); i++)
        unique = assay_arena_printf(&d->x->arena, "%s%u", name, i);
    return binding_new(&d->x->arena, unique, type, span_nowhere());
}

/* Adds a variable; NULL when out of memory. */
static Var *add_var(Derive *d, const Binding *old, const char *name, const Type *type,
                    bool real)
{
    const Binding *var = d->nvars < DERIVE_MAX ? new_binding(d, name, type) : NULL;

    if (!var) {
        d->no_memory = true;
        return NULL;
    }
    d->vars[d->nvars] = (Var){old ? old : var, var, real, false, false};
    return &d->vars[d->nvars++];
}

typedef struct {
    Derive *d;
    const char *name; /* for new ones */
    bool real;
} Naming;

static const char *name_of(Derive *d, const Binding *var, const char *otherwise)
{
    for (uint32_t i = 0; i < d->property->nvars; i++)
        if (plan_variable(d->x, i, d->property->vars[i]->type) == var)
            return d->property->vars[i]->name;
    return otherwise;
}

static void note_variable(void *ctx, const Binding *var)
{
    Naming *n = ctx;
    uint32_t number;
    Var *known;

    if (trace_constant(n->d->x->spec, var, &number))
        return;
    known = find_var(n->d, var, false);
    if (known)
        known->real = known->real || n->real;
    else
        add_var(n->d, var, name_of(n->d, var, n->name), var->type, n->real);
}

/* The variables of the plan, in the order of its events, then others that facts have. */
static void collect_variables(Derive *d)
{
    const Plan *p = d->plan;

    for (uint32_t i = 0; i < p->count; i++) {
        const PlanItem *item = &p->items[i];
        if (!item->of || item->of->kind == EVENT_GHOST)
            continue;
        for (uint32_t k = 0; k < item->of->count; k++)
            logic_variables(&d->x->logic,
                            solver_resolve(&d->x->solver, p->facts, item->fields[k]),
                            note_variable, &(Naming){d, item->of->fields[k]->name, true});
    }
    for (uint32_t i = 0; i < p->facts->count; i++)
        logic_variables(&d->x->logic, p->facts->all[i], note_variable,
                        &(Naming){d, "g", false});
}

/* A formula of the plan in the program's variables. */
static Formula renamed(Derive *d, Formula f)
{
    LogicPair *pairs = assay_mem_new(NULL, (d->nvars + (size_t)1) * sizeof *pairs);

    if (!pairs) {
        d->no_memory = true;
        return LOGIC_FALSE;
    }
    for (uint32_t i = 0; i < d->nvars; i++)
        pairs[i] = (LogicPair){d->vars[i].old, logic_var(&d->x->logic, d->vars[i].new)};
    f = logic_replace(&d->x->logic, solver_resolve(&d->x->solver, d->plan->facts, f),
                      pairs, d->nvars);
    assay_mem_free(NULL, pairs, (d->nvars + (size_t)1) * sizeof *pairs);
    return f;
}

static bool is_of_sort(const Derive *d, const Binding *var)
{
    return world_has(d->x, var);
}

/* ---- Facts. */

static void add_fact(Derive *d, Formula f)
{
    const LogicNode *node = logic_node(&d->x->logic, f);

    if (f == LOGIC_TRUE)
        return;
    if (node->kind == LOGIC_OP && node->as.op == OP_AND) {
        Formula second = logic_args(&d->x->logic, f)[1];
        add_fact(d, logic_args(&d->x->logic, f)[0]);
        add_fact(d, second);
        return;
    }
    for (uint32_t i = 0; i < d->nfacts; i++)
        if (d->facts[i] == f)
            return;
    if (d->nfacts == DERIVE_MAX) {
        d->no_memory = true;
        return;
    }
    d->facts[d->nfacts++] = f;
}

static bool is_known(void *ctx, const Binding *var)
{
    const Var *v = find_var(ctx, var, true);

    return !v || v->known;
}

/* What stays when variables that no event has are eliminated: those of sorts stay. */
static bool is_real(void *ctx, const Binding *var)
{
    Derive *d = ctx;
    const Var *v = find_var(d, var, true);

    return !v || v->real || v->ghost || is_of_sort(d, var);
}

typedef struct {
    Derive *d;
    bool unknown; /* there is a variable that is not known */
    bool fresh;   /* there is one that has just become known */
    const bool *before;
} Look;

static void look_at_variable(void *ctx, const Binding *var)
{
    Look *look = ctx;
    const Var *v = find_var(look->d, var, true);

    if (!v)
        return;
    look->unknown = look->unknown || !v->known;
    look->fresh = look->fresh || !look->before[v - look->d->vars];
}

/* What is known of variables that have just become known: facts, and what they say of
 * these whatever later ones are. */
static Formula condition_of(Derive *d, const bool *before)
{
    Formula *all = assay_mem_new(NULL, PROJECT_ROWS * sizeof *all);
    Formula f = LOGIC_TRUE;
    uint32_t count;

    if (!all) {
        d->no_memory = true;
        return f;
    }
    count = project(&d->x->logic, d->facts, d->nfacts, is_known, d, all);
    count = project_tidy(&d->x->logic, all, count);
    for (uint32_t i = 0; i < count; i++) {
        Look look = {d, false, false, before};
        logic_variables(&d->x->logic, all[i], look_at_variable, &look);
        if (look.fresh && !look.unknown)
            f = logic_and(&d->x->logic, f, all[i]);
    }
    assay_mem_free(NULL, all, PROJECT_ROWS * sizeof *all);
    return f;
}

/* ---- Ghosts. */

/* A fact, and what is known of a variable in it. */
typedef struct {
    Derive *d;
    bool real;            /* a variable of it stays */
    const Binding *ghost; /* one of it that goes */
    const Binding *var;   /* that is looked for */
    bool found;
} Kinds;

static void note_kind(void *ctx, const Binding *var)
{
    Kinds *k = ctx;

    k->found = k->found || k->var == var;
    if (!find_var(k->d, var, true))
        return;
    if (is_real(k->d, var))
        k->real = true;
    else
        k->ghost = var;
}

static Kinds kinds_of(Derive *d, Formula f, const Binding *var)
{
    Kinds k = {.d = d, .var = var};

    logic_variables(&d->x->logic, f, note_kind, &k);
    return k;
}

static uint32_t facts_with(Derive *d, const Binding *var)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < d->nfacts; i++)
        count += kinds_of(d, d->facts[i], var).found;
    return count;
}

/* Whether there is always a value of a ghost with which a fact holds, so that it can be
 * left out: that it is not something else, if nothing else is said of it. */
static bool is_no_matter(Derive *d, Formula f, const Binding *ghost)
{
    const Logic *l = &d->x->logic;
    const LogicNode *node = logic_node(l, f);
    Formula is = node->kind == LOGIC_OP && node->as.op == OP_NOT ? *logic_args(l, f) : 0;
    const Formula *args = logic_args(l, is);

    if (!is || logic_node(l, is)->kind != LOGIC_OP || logic_node(l, is)->as.op != OP_EQ)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (logic_node(l, args[i])->kind == LOGIC_VAR &&
            logic_node(l, args[i])->as.var == ghost)
            return !kinds_of(d, args[1 - i], ghost).found && facts_with(d, ghost) == 1;
    return false;
}

/* Marks variables that no event has, but that cannot be eliminated from what is said of
 * others. */
static void keep_ghosts(Derive *d)
{
    bool more = true;

    while (more) {
        more = false;
        for (uint32_t i = 0; i < d->nfacts; i++) {
            Kinds k = kinds_of(d, d->facts[i], NULL);
            if (!k.real || !k.ghost ||
                project_is_exact(&d->x->logic, d->facts[i], k.ghost) ||
                is_no_matter(d, d->facts[i], k.ghost))
                continue;
            find_var(d, k.ghost, true)->ghost = true;
            more = true;
        }
    }
}

/* Takes variables out of the facts that no event has, where that can be done: where they
 * are only in comparisons of sums. Others are drawn with what they belong to. */
static void drop_ghosts(Derive *d)
{
    Formula *all = assay_mem_new(NULL, PROJECT_ROWS * sizeof *all);
    uint32_t count;

    if (!all) {
        d->no_memory = true;
        return;
    }
    keep_ghosts(d);
    count = project(&d->x->logic, d->facts, d->nfacts, is_real, d, all);
    d->nfacts = 0;
    for (uint32_t i = 0; i < count; i++)
        add_fact(d, all[i]);
    assay_mem_free(NULL, all, PROJECT_ROWS * sizeof *all);
}

/* ---- Statements. */

static void add_statement(Derive *d, const Statement *s)
{
    if (!s || d->nstatements == DERIVE_MAX)
        d->no_memory = true;
    else
        d->statements[d->nstatements++] = s;
}

static void add_event(Derive *d, const PlanItem *item, Statement *s)
{
    if (s)
        s->place = item->place;
    add_statement(d, s);
}

static bool *known_before(Derive *d)
{
    bool *before = assay_arena_new(&d->x->arena, DERIVE_MAX, sizeof *before);

    for (uint32_t i = 0; before && i < d->nvars; i++)
        before[i] = d->vars[i].known;
    if (!before)
        d->no_memory = true;
    return before;
}

typedef struct {
    Derive *d;
    const Binding **at;
    uint32_t count;
} Drawn;

static void draw_variable(void *ctx, const Binding *var)
{
    Drawn *drawn = ctx;
    Var *v = find_var(drawn->d, var, true);

    if (v && !v->known) {
        v->known = true;
        drawn->at[drawn->count++] = var;
    }
}

/* Whether a fact speaks of something that is known, and of nothing that is not but
 * ghosts.
 */
typedef struct {
    Derive *d;
    bool speaks, waits;
} Waiting;

static void note_waiting(void *ctx, const Binding *var)
{
    Waiting *w = ctx;
    const Var *v = find_var(w->d, var, true);

    w->speaks = w->speaks || (v && v->known);
    w->waits = w->waits || (v && !v->known && !v->ghost);
}

/* Draws the ghosts of facts in which all else is known. */
static void draw_ghosts(Derive *d, Drawn *drawn)
{
    for (uint32_t i = 0; i < d->nfacts; i++) {
        Waiting w = {d, false, false};
        logic_variables(&d->x->logic, d->facts[i], note_waiting, &w);
        if (w.speaks && !w.waits)
            logic_variables(&d->x->logic, d->facts[i], draw_variable, drawn);
    }
}

/* Draws what is not known of these formulas. */
static void add_let(Derive *d, const Formula *formulas, uint32_t count)
{
    Drawn drawn = {d, assay_arena_new(&d->x->arena, d->nvars + 1, sizeof *drawn.at), 0};
    bool *before = known_before(d);

    if (!drawn.at || !before) {
        d->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        logic_variables(&d->x->logic, formulas[i], draw_variable, &drawn);
    draw_ghosts(d, &drawn);
    if (drawn.count > 0)
        add_statement(d, statement_let(&d->x->logic, &d->x->arena, drawn.at, drawn.count,
                                       condition_of(d, before)));
}

static Formula *fields_of(Derive *d, const PlanItem *item)
{
    Formula *fields = assay_arena_new(&d->x->arena, item->of->count, sizeof *fields);

    if (!fields)
        d->no_memory = true;
    for (uint32_t i = 0; fields && i < item->of->count; i++)
        fields[i] = renamed(d, item->fields[i]);
    return fields;
}

static void add_do(Derive *d, const PlanItem *item)
{
    Formula *fields = fields_of(d, item);

    if (!fields)
        return;
    add_let(d, fields, item->of->count);
    add_event(d, item, statement_do(&d->x->arena, item->of, fields));
}

/* The variable of a field that is seen: the one that it is, if that is not known yet and
 * nothing but numbers or texts; else a new one, and that both are equal is a fact. */
static const Binding *seen_variable(Derive *d, const Binding *field, Formula is)
{
    const LogicNode *node = logic_node(&d->x->logic, is);
    Var *v = node->kind == LOGIC_VAR ? find_var(d, node->as.var, true) : NULL;

    if (!v || v->known) {
        v = add_var(d, NULL, field->name, field->type, true);
        if (v)
            add_fact(d, logic_equal(&d->x->logic, logic_var(&d->x->logic, v->new), is));
    }
    return v ? v->new : NULL;
}

/* Whether a field is to be something that is known: no variable is needed for it. */
static bool is_expected(Derive *d, Formula is)
{
    Look look = {d, false, false, known_before(d)};

    if (look.before)
        logic_variables(&d->x->logic, is, look_at_variable, &look);
    return !look.unknown;
}

static void add_see(Derive *d, const PlanItem *item)
{
    uint32_t count = item->of->count;
    Formula *fields = fields_of(d, item);
    const Binding **vars = assay_arena_new(&d->x->arena, count, sizeof *vars);
    Formula *equations = assay_arena_new(&d->x->arena, count, sizeof *equations);
    bool *before = known_before(d), expected = true;
    Statement *see;

    if (!fields || !vars || !before || !equations) {
        d->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        equations[i] = is_expected(d, fields[i]) ? LOGIC_TRUE : LOGIC_MAX;
        expected = expected && equations[i] == LOGIC_TRUE;
    }
    for (uint32_t i = 0; i < count && !d->no_memory; i++) {
        vars[i] = seen_variable(d, item->of->fields[i], fields[i]);
        if (vars[i])
            find_var(d, vars[i], true)->known = true;
        if (vars[i] && equations[i] == LOGIC_TRUE)
            equations[i] =
                logic_equal(&d->x->logic, logic_var(&d->x->logic, vars[i]), fields[i]);
    }
    if (!d->no_memory) {
        see = statement_see(&d->x->arena, item->of, vars, expected ? fields : NULL,
                            condition_of(d, before));
        if (see)
            see->as.see.equations = equations;
        add_event(d, item, see);
    }
    add_let(d, NULL, 0); /* ghosts */
}

/* ---- Worlds. */

/* What stands for the variables of sorts, as a model has them. */
static void make_world(Derive *d, Program *program)
{
    ProgramWorld *w = assay_arena_new(&d->x->arena, 1, sizeof *w);
    WorldVar *vars = assay_arena_new(&d->x->arena, d->nvars, sizeof *vars);

    if (!w || !vars) {
        d->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < d->nvars; i++)
        vars[i] = (WorldVar){d->vars[i].old, d->vars[i].new};
    if (!world_is_needed(d->x))
        return;
    d->why = world_make(d->x, d->plan->facts, vars, d->nvars, w);
    program->worlds = w;
    program->nworlds = 1;
}

/* ---- The whole. */

static bool start(Derive *d)
{
    struct assay_arena *a = &d->x->arena;

    d->vars = assay_arena_new(a, DERIVE_MAX, sizeof *d->vars);
    d->facts = assay_arena_new(a, DERIVE_MAX, sizeof *d->facts);
    d->statements = assay_arena_new(a, DERIVE_MAX, sizeof *d->statements);
    return d->vars && d->facts && d->statements;
}

static void add_statements(Derive *d)
{
    Formula *sorts = assay_arena_new(&d->x->arena, d->nvars + 1, sizeof *sorts);
    uint32_t count = 0;

    for (uint32_t i = 0; sorts && i < d->nvars; i++)
        if (is_of_sort(d, d->vars[i].new))
            sorts[count++] = logic_var(&d->x->logic, d->vars[i].new);
    if (sorts)
        add_let(d, sorts, count);
    for (uint32_t i = 0; i < d->plan->count && !d->no_memory; i++) {
        const PlanItem *item = &d->plan->items[i];
        if (item->of && item->of->kind == EVENT_GENERATED)
            add_do(d, item);
        else if (item->of && item->of->kind == EVENT_OBSERVED)
            add_see(d, item);
    }
}

const Program *derive_program(Synth *x, const Plan *p, const Property *property,
                              const char *name, const char **ret_why)
{
    Derive d = {.x = x, .plan = p, .property = property};
    Program *program = assay_arena_new(&x->arena, 1, sizeof *program);

    *ret_why = "out of memory";
    if (!program || !start(&d))
        return NULL;
    collect_variables(&d);
    for (uint32_t i = 0; i < p->facts->count; i++)
        add_fact(&d, renamed(&d, p->facts->all[i]));
    drop_ghosts(&d);
    make_world(&d, program);
    add_statements(&d);
    program->name = name;
    program->span = span_nowhere();
    program->property = property;
    program->body = (Block){d.statements, d.nstatements};
    if (d.why)
        *ret_why = d.why;
    return d.why || d.no_memory || synth_failed(x) ? NULL : program;
}
