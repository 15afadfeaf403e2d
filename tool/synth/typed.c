/*
 * A path of a program is a plan in which only ghosts and answers may be put. If it can be
 * refined until nothing is open, and what the rules say of values then follows from what
 * the program says of them, all is well.
 */
#include "synth/typed.h"
#include "base/buf.h"
#include "base/mem.h"
#include "synth/project.h"
#include "synth/search.h"
#include "synth/world.h"
#include <string.h>

#define PATH_EVENTS 200
#define PATH_VARS 1000
#define TYPED_PLANS 16 /* that are tried for a path */

/* What a variable of the program is on this path, the innermost first. */
typedef struct Env {
    const Binding *var;
    Formula is;
    const struct Env *outer;
} Env;

/* What follows. */
typedef struct Next {
    const Block *block;
    uint32_t at;
    const Env *env;
    uint32_t calls;
    const struct Next *then;
} Next;

typedef struct {
    const Facts *facts;
    uint32_t nevents, nvars;
} Path;

typedef struct {
    Synth *x;
    const Program *program;
    double seconds; /* for one path */
    Diags *diags;
    EventSet between; /* what may happen without the program */
    PlanItem events[PATH_EVENTS];
    const Statement *by[PATH_EVENTS]; /* who makes them happen */
    LogicPair names[PATH_VARS];       /* variables of the plan in the program's words */
    const Binding *vars[PATH_VARS];   /* of the plan */
    uint32_t paths, complete;
    bool good, full;      /* not all paths were looked at */
    ProgramWorld *worlds; /* NULL: the paths are judged; else one is made of each */
    const char *why;      /* none can be made */
} Typed;

static void walk(Typed *t, const Next *next, Path path);

/* ---- Formulas on a path. */

static Formula on_path(Typed *t, const Env *env, Formula f)
{
    LogicPair pairs[LOGIC_ARGS * 4];
    uint32_t count = 0;

    for (; env && count < LOGIC_ARGS * 4; env = env->outer) {
        uint32_t i = 0;
        while (i < count && pairs[i].var != env->var)
            i++;
        if (i == count)
            pairs[count++] = (LogicPair){env->var, env->is};
    }
    return logic_replace(&t->x->logic, f, pairs, count);
}

/* In the words of the program, for messages. */
static const char *in_words(Typed *t, const Path *path, Formula f)
{
    struct assay_buf text;
    const char *kept;
    const Term *term;

    f = logic_replace(&t->x->logic, f, t->names, path->nvars);
    term = logic_as_term(&t->x->logic, f, &t->x->arena);
    assay_buf_init(&text, NULL, 0);
    if (term)
        term_print(term, &text);
    kept = assay_arena_text(&t->x->arena, text.len ? text.at : "", text.len);
    assay_buf_done(&text);
    return kept ? kept : "";
}

static void complain(Typed *t, const Statement *s, const char *what)
{
    Span span = s && s->span.source != DIAG_NOWHERE ? s->span : t->program->span;

    if (t->good)
        diag_report(t->diags, DIAG_TRACE_TYPED, span, "%s", what);
    t->good = false;
}

/* ---- Whether what a refined plan asks of values follows. */

typedef struct {
    const Typed *t;
    uint32_t nvars;
    const Binding *ghost; /* the first variable that is not the program's */
} Ghosts;

static bool is_programs(const Typed *t, uint32_t nvars, const Binding *var)
{
    uint32_t number;

    for (uint32_t i = 0; i < nvars; i++)
        if (t->vars[i] == var)
            return true;
    return trace_constant(t->x->spec, var, &number);
}

static void note_ghost(void *ctx, const Binding *var)
{
    Ghosts *g = ctx;

    if (!g->ghost && !is_programs(g->t, g->nvars, var))
        g->ghost = var;
}

static const Binding *ghost_in(const Typed *t, uint32_t nvars, Formula f)
{
    Ghosts g = {t, nvars, NULL};

    logic_variables(&t->x->logic, f, note_ghost, &g);
    return g.ghost;
}

typedef struct {
    const Binding *var;
    bool found;
} Mention;

static void note_mention(void *ctx, const Binding *var)
{
    Mention *m = ctx;

    m->found = m->found || m->var == var;
}

static bool mentions(const Logic *l, Formula f, const Binding *var)
{
    Mention m = {var, false};

    logic_variables(l, f, note_mention, &m);
    return m.found;
}

static bool is_other(void *ctx, const Binding *var)
{
    return var != ctx;
}

/* That there is a ghost with which formulas hold: worked out where it is only in
 * comparisons, left to the solver where it is not. Those that speak of it are replaced.
 */
static uint32_t without_ghost(Typed *t, const Binding *ghost, Formula *all,
                              uint32_t count)
{
    Logic *l = &t->x->logic;
    Formula *rows, joined = LOGIC_TRUE;
    uint32_t kept = 0;
    bool plain = true;

    for (uint32_t i = 0; i < count; i++)
        plain =
            plain && (!mentions(l, all[i], ghost) || project_is_exact(l, all[i], ghost));
    if (plain && (rows = assay_arena_new(&t->x->arena, PROJECT_ROWS, sizeof *rows))) {
        union {
            const Binding *in;
            void *out;
        } ctx = {ghost};
        count = project(l, all, count, is_other, ctx.out, rows);
        memcpy(all, rows, count * sizeof *all);
        return count;
    }
    for (uint32_t i = 0; i < count; i++)
        if (mentions(l, all[i], ghost))
            joined = logic_and(l, joined, all[i]);
        else
            all[kept++] = all[i];
    all[kept++] = logic_exists(l, ghost, joined);
    return kept;
}

/* What a refined plan says of the program's values, beyond what the path says. */
static uint32_t demands(Typed *t, const Path *path, const Plan *p, Formula *all)
{
    Logic *l = &t->x->logic;
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->facts->ndecided; i++)
        if (is_programs(t, path->nvars, p->facts->decided[i].var))
            all[count++] = logic_equal(l, logic_var(l, p->facts->decided[i].var),
                                       p->facts->decided[i].is);
    for (uint32_t i = 0; i < p->facts->count; i++)
        all[count++] = p->facts->all[i];
    for (uint32_t i = 0; i < count && count < PROJECT_ROWS;) {
        const Binding *ghost = ghost_in(t, path->nvars, all[i]);
        if (!ghost)
            i++;
        else {
            count = without_ghost(t, ghost, all, count);
            i = 0;
        }
    }
    return count;
}

/* The first demand that does not follow, or LOGIC_TRUE. */
static Formula not_followed(Typed *t, const Path *path, const Plan *p)
{
    Formula *all = assay_arena_new(
        &t->x->arena, 2 * PROJECT_ROWS + p->facts->count + p->facts->ndecided,
        sizeof *all);
    uint32_t count = all ? demands(t, path, p, all) : 0;

    for (uint32_t i = 0; i < count; i++)
        if (solver_follows(&t->x->solver, path->facts, all[i]) != STEPS_YES)
            return all[i];
    return LOGIC_TRUE;
}

/* ---- A path. */

static void complain_of_plan(Typed *t, const SearchResult *r)
{
    const PlanItem *item = r->closest ? &r->closest->items[r->wish] : NULL;
    const Statement *by = item && item->place > 0 ? t->by[item->place - 1] : NULL;

    if (!item)
        complain(t, NULL, "whether it keeps to the rules was not found out in time");
    else if (by)
        complain(t, by,
                 assay_arena_printf(&t->x->arena,
                                    plan_needs_cause(t->x, item)
                                        ? "no rule causes this %s here"
                                        : "no rule of %s fits here",
                                    item->of->name));
    else
        complain(t, NULL,
                 assay_arena_printf(&t->x->arena,
                                    "what the rules ask for %s cannot be met",
                                    item->of->name));
}

/* A formula with the oldest of all variables that are equal: what was seen is equal to
 * what was drawn before, and that is what was meant. */
static Formula by_oldest(Typed *t, const Path *path, Formula f)
{
    LogicPair *pairs =
        assay_arena_new(&t->x->arena, path->nvars + (size_t)1, sizeof *pairs);
    uint32_t count = 0;

    for (uint32_t i = 0; pairs && i < path->nvars; i++) {
        Formula self = logic_var(&t->x->logic, t->vars[i]);
        const LogicNode *is =
            logic_node(&t->x->logic, solver_resolve(&t->x->solver, path->facts, self));
        uint32_t k = 0;
        while (k < count && is->kind == LOGIC_VAR && pairs[k].var != is->as.var)
            k++;
        if (is->kind == LOGIC_VAR && k == count)
            pairs[count++] = (LogicPair){is->as.var, self};
    }
    return pairs ? logic_replace(&t->x->logic, f, pairs, count) : f;
}

/* The last event that speaks of a variable of a formula. */
static const Statement *who_speaks_of(Typed *t, const Path *path, Formula f)
{
    const Statement *by = NULL;

    for (uint32_t i = 0; i < path->nevents; i++)
        for (uint32_t k = 0; k < t->events[i].of->count; k++)
            for (uint32_t v = 0; v < path->nvars; v++)
                if (mentions(&t->x->logic, f, t->vars[v]) &&
                    mentions(&t->x->logic, t->events[i].fields[k], t->vars[v]))
                    by = t->by[i];
    return by;
}

static Plan *plan_of(Typed *t, const Path *path)
{
    PlanItem items[2 * PATH_EVENTS + 1];
    uint32_t count = 0;

    items[count++] = (PlanItem){.set = t->between};
    for (uint32_t i = 0; i < path->nevents; i++) {
        items[count++] = t->events[i];
        items[count++] = (PlanItem){.set = t->between};
    }
    return plan_new(t->x, items, count, path->facts, path->nvars);
}

typedef struct {
    Typed *t;
    const Path *path;
} Judged;

/* Whether what a plan says of the program's values, as far as no ghosts are in it,
 * follows: if not, it does not of what it is refined to. */
static bool may_follow(void *ctx, const Plan *p)
{
    const Judged *j = ctx;
    Typed *t = j->t;
    Logic *l = &t->x->logic;

    for (uint32_t i = 0; i < p->facts->ndecided + p->facts->count; i++) {
        const LogicPair *pair = i < p->facts->ndecided ? &p->facts->decided[i] : NULL;
        Formula f;
        if (pair && !is_programs(t, j->path->nvars, pair->var))
            continue;
        f = pair ? logic_equal(l, logic_var(l, pair->var), pair->is)
                 : p->facts->all[i - p->facts->ndecided];
        if (!ghost_in(t, j->path->nvars, f) &&
            solver_follows(&t->x->solver, j->path->facts, f) != STEPS_YES)
            return false;
    }
    return true;
}

/* What the first plan there is asks for beyond what is known, if no other asks for less;
 * LOGIC_TRUE if one asks for nothing. */
static Formula missing_in(Typed *t, const Path *path, Plan *plan, SearchLimits *limits,
                          const Plan *first)
{
    Formula missing = not_followed(t, path, first);
    Judged judged = {t, path};
    SearchResult r;

    if (missing == LOGIC_TRUE)
        return missing;
    limits->candidates = TYPED_PLANS;
    limits->wants = may_follow;
    limits->ctx = &judged;
    r = search_plan(t->x, plan, limits);
    for (uint32_t i = 0; i < r.count; i++)
        if (not_followed(t, path, r.plans[i]) == LOGIC_TRUE)
            return LOGIC_TRUE;
    return missing;
}

static void judge(Typed *t, const Path *path)
{
    Plan *plan = plan_of(t, path);
    SearchLimits limits = {.candidates = 1,
                           .seconds = t->seconds,
                           .events = path->nevents + SEARCH_EVENTS,
                           .plans = SEARCH_PLANS};
    SearchResult r;
    Formula missing;

    if (!plan)
        return;
    t->complete++;
    r = search_plan(t->x, plan, &limits);
    if (r.count == 0) {
        complain_of_plan(t, &r);
        return;
    }
    missing = by_oldest(t, path, missing_in(t, path, plan, &limits, r.plans[0]));
    if (missing != LOGIC_TRUE)
        complain(t, who_speaks_of(t, path, missing),
                 assay_arena_printf(&t->x->arena,
                                    "the rules ask for more than is known here: %s",
                                    in_words(t, path, missing)));
}

/* ---- Paths. */

/* A new variable of the plan for one of the program. */
static bool new_variable(Typed *t, Path *path, const Binding *var, Env *env)
{
    const Binding *new =
        path->nvars < PATH_VARS ? plan_variable(t->x, path->nvars, var->type) : NULL;

    if (!new)
        return false;
    t->vars[path->nvars] = new;
    t->names[path->nvars++] = (LogicPair){new, logic_var(&t->x->logic, var)};
    *env = (Env){var, logic_var(&t->x->logic, new), env->outer};
    path->facts = solver_add(&t->x->solver, path->facts,
                             logic_in(&t->x->logic, env->is, var->type));
    return path->facts != NULL;
}

/* New variables, of which a condition holds. False: there are no such values. */
static bool bind(Typed *t, Path *path, Next *next, const Binding *const *vars,
                 uint32_t count, Formula where)
{
    Env *env = assay_arena_new(&t->x->arena, count, sizeof *env);

    if (!env)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        env[i].outer = next->env;
        if (!new_variable(t, path, vars[i], &env[i]))
            return false;
        next->env = &env[i];
    }
    path->facts = solver_add(&t->x->solver, path->facts, on_path(t, next->env, where));
    return path->facts != NULL;
}

static bool add_event(Typed *t, Path *path, const Statement *s, const Event *of,
                      const Formula *fields)
{
    if (path->nevents == PATH_EVENTS || !fields)
        return false;
    t->by[path->nevents] = s;
    t->events[path->nevents] =
        (PlanItem){.of = of, .fields = fields, .place = path->nevents + 1};
    path->nevents++;
    return true;
}

static bool walk_do(Typed *t, Path *path, const Statement *s, const Env *env)
{
    const Event *of = s->as.act.of;
    Formula *fields = assay_arena_new(&t->x->arena, of->count, sizeof *fields);

    for (uint32_t i = 0; fields && i < of->count; i++) {
        Formula typed;
        fields[i] = on_path(t, env, s->as.act.fields[i]);
        typed = logic_in(&t->x->logic, fields[i], of->fields[i]->type);
        if (solver_follows(&t->x->solver, path->facts, typed) != STEPS_YES)
            complain(t, s,
                     assay_arena_printf(&t->x->arena,
                                        "field '%s' may not be of its type: %s",
                                        of->fields[i]->name, in_words(t, path, typed)));
    }
    return add_event(t, path, s, of, fields);
}

static bool walk_see(Typed *t, Path *path, const Statement *s, Next *next)
{
    const Event *of = s->as.see.of;
    Formula *fields = assay_arena_new(&t->x->arena, of->count, sizeof *fields);
    uint32_t first = path->nvars;

    if (!fields || !bind(t, path, next, s->as.see.vars, of->count, s->as.see.where))
        return false;
    for (uint32_t i = 0; i < of->count; i++)
        fields[i] = logic_var(&t->x->logic, t->vars[first + i]);
    return add_event(t, path, s, of, fields);
}

static void walk_choose(Typed *t, Path path, const Statement *s, const Next *next)
{
    for (uint32_t i = 0; i < s->as.choose.count && t->good; i++) {
        Next way = {&s->as.choose.ways[i], 0, next->env, next->calls, next};
        walk(t, &way, path);
    }
}

static void walk_call(Typed *t, Path path, const Statement *s, const Next *next)
{
    const Procedure *f = s->as.call.of;
    Next body = {&f->body, 0, NULL, next->calls + 1, next};
    Env *env = assay_arena_new(&t->x->arena, f->count, sizeof *env);

    if (body.calls > TYPED_CALLS || !env)
        return; /* as often as that is often enough */
    for (uint32_t i = 0; i < f->count; i++) {
        env[i] = (Env){f->params[i], on_path(t, next->env, s->as.call.args[i]), body.env};
        body.env = &env[i];
    }
    walk(t, &body, path);
}

/* The variables of sorts are those of the path; others may be any members. */
static void add_world(Typed *t, const Path *path)
{
    WorldVar *vars = assay_arena_new(&t->x->arena, path->nvars, sizeof *vars);

    for (uint32_t i = 0; vars && i < path->nvars; i++)
        vars[i] =
            (WorldVar){t->vars[i], logic_node(&t->x->logic, t->names[i].is)->as.var};
    if (vars && !t->why)
        t->why =
            world_make(t->x, path->facts, vars, path->nvars, &t->worlds[t->complete++]);
}

static void end_path(Typed *t, const Path *path)
{
    if (t->paths == (t->worlds ? PROGRAM_WORLDS : TYPED_PATHS)) {
        t->full = true;
        return;
    }
    t->paths++;
    if (t->worlds)
        add_world(t, path);
    else
        judge(t, path);
}

static void walk(Typed *t, const Next *next, Path path)
{
    Next rest;
    const Statement *s;

    while (next && next->at == next->block->count)
        next = next->then;
    if (!t->good || t->full || synth_failed(t->x))
        return;
    if (!next) {
        end_path(t, &path);
        return;
    }
    rest = *next;
    s = rest.block->at[rest.at++];
    switch (s->kind) {
    case STATEMENT_LET:
        if (bind(t, &path, &rest, s->as.let.vars, s->as.let.count, s->as.let.where))
            walk(t, &rest, path);
        return;
    case STATEMENT_DO:
        if (walk_do(t, &path, s, rest.env))
            walk(t, &rest, path);
        return;
    case STATEMENT_SEE:
        if (walk_see(t, &path, s, &rest))
            walk(t, &rest, path);
        return;
    case STATEMENT_ASSERT:
        path.facts =
            solver_add(&t->x->solver, path.facts, on_path(t, rest.env, s->as.condition));
        if (path.facts)
            walk(t, &rest, path);
        return;
    case STATEMENT_CHOOSE:
        walk_choose(t, path, s, &rest);
        return;
    case STATEMENT_CALL:
        walk_call(t, path, s, &rest);
        return;
    }
}

/* Walks all paths of a program; NULL when out of memory. */
static Typed *walk_program(Synth *x, const Program *p, double seconds, Diags *diags,
                           ProgramWorld *worlds)
{
    Typed *t = assay_arena_new(&x->arena, 1, sizeof *t);
    Next body = {.block = &p->body};
    Path path = {.facts = solver_nothing(&x->solver)};

    if (!t || !path.facts) {
        x->no_memory = true;
        return NULL;
    }
    *t = (Typed){.x = x,
                 .program = p,
                 .seconds = seconds,
                 .diags = diags,
                 .good = true,
                 .worlds = worlds};
    t->between = automata_set_without(&x->automata, EVENT_GENERATED);
    walk(t, &body, path);
    return t;
}

bool typed_check(Synth *x, const Program *p, double seconds, Diags *diags)
{
    Typed *t = walk_program(x, p, seconds, diags, NULL);

    if (!t)
        return false;
    if (t->good && t->complete == 0)
        complain(t, NULL, "nothing can be drawn that gets to its end");
    if (t->full)
        diag_report(diags, DIAG_TRACE_UNDECIDED, p->span,
                    "'%s' has more than %d paths; only so many were checked", p->name,
                    TYPED_PATHS);
    return t->good && !synth_failed(x);
}

const char *typed_worlds(Synth *x, Program *p)
{
    ProgramWorld *worlds = assay_arena_new(&x->arena, PROGRAM_WORLDS, sizeof *worlds);
    Diags diags;
    Typed *t;

    if (!world_is_needed(x))
        return NULL;
    diag_init(&diags);
    t = worlds ? walk_program(x, p, TYPED_SECONDS, &diags, worlds) : NULL;
    diag_done(&diags);
    if (!t || synth_failed(x))
        return "out of memory";
    p->worlds = worlds;
    p->nworlds = t->complete;
    for (uint32_t i = 0; t->complete > 1 && i < t->complete; i++)
        worlds[i].count = 0; /* which path is taken is not known when members are drawn */
    return t->why || t->complete > 0 ? t->why
                                     : "nothing can be drawn that gets to its end";
}
