/*
 * Tests: for each behavior of a function, a property that draws the parameters, makes the
 * precondition and the behavior's assumptions true, and calls the function. The function
 * checks itself.
 */
#include "emit/contract_parts.h"
#include <string.h>

#define REJECTS 200 /* inputs that do not do, for each that does: they cost little */

/* ---- What cannot be drawn. */

static const char *untestable_type(Emit *e, const CType *type, int depth)
{
    if (depth > 4)
        return NULL;
    switch (type->kind) {
    case C_POINTER:
        if (type->of->kind == C_FUNCTION)
            return c_text(e, "a pointer to a function");
        if (type->of->kind == C_VOID)
            return NULL;
        if (type->of->size == 0)
            return c_text(e, "a %s", type->spelling);
        return type->of->alias && type->of->alias->system &&
                       (type->of->kind == C_STRUCT || type->of->kind == C_UNION)
                   ? c_text(e, "a %s", type->spelling)
                   : untestable_type(e, type->of, depth + 1);
    case C_ARRAY:
        return untestable_type(e, type->of, depth + 1);
    case C_FUNCTION:
    case C_OTHER:
        return c_text(e, "a %s", type->spelling);
    default:
        return NULL;
    }
}

/* The clause that says how a parameter is made, or NULL. */
static const AcslClause *generator_of(const AcslContract *c, const CParam *p)
{
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
            if (c->behaviors[b].clauses[i].kind == CLAUSE_GENERATOR &&
                c->behaviors[b].clauses[i].target == p)
                return &c->behaviors[b].clauses[i];
    return NULL;
}

static const char *untestable(Emit *e, const AcslContract *c)
{
    const CFunction *f = c->function;

    if (f->variadic)
        return "it takes a variable number of arguments";
    for (uint32_t i = 0; i < f->nparams; i++) {
        const char *what = generator_of(c, &f->params[i])
                               ? NULL
                               : untestable_type(e, f->params[i].type, 0);
        if (what)
            return c_text(e, "parameter '%s' is %s", f->params[i].name, what);
    }
    return NULL;
}

void c_untested(Emit *e, const CFunction *f, const char *reason)
{
    ContractSummary *s = e->summary;
    ContractUntested *more = assay_arena_new(e->arena, s->nuntested + 1, sizeof *more);

    if (!more) {
        e->no_memory = true;
        return;
    }
    if (s->nuntested > 0)
        memcpy(more, s->untested, s->nuntested * sizeof *more);
    more[s->nuntested++] = (ContractUntested){f, reason};
    s->untested = more;
}

/* Whether a clause is that of a statement. */
static bool is_in_body(const CFunction *f, Span clause)
{
    return clause.source == f->body.source && clause.start >= f->body.start &&
           clause.end <= f->body.end;
}

/* A precondition that was dropped: what is drawn could break it. */
static const ContractDrop *dropped_precondition(const Emit *e, const CFunction *f)
{
    for (uint32_t i = 0; i < e->summary->ndrops; i++) {
        const ContractDrop *d = &e->summary->drops[i];
        if (d->function == f && !d->sampled && !is_in_body(f, d->span) &&
            (d->kind == CLAUSE_REQUIRES || d->kind == CLAUSE_ASSUMES))
            return d;
    }
    return NULL;
}

/* ---- Drawing a parameter. */

static bool is_param(const AcslNode *n, const void *param)
{
    return n->kind == NODE_PARAM && n->as.param.param == param;
}

static bool has_pointer(const AcslNode *n)
{
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && c_pointee(n->args[i]->sort))
            return true;
    return false;
}

/* Whether the parameter says how long something is: it stands in a range of \valid, or
 * beside a pointer in a call. */
static bool is_length(const AcslNode *n, const void *p)
{
    const AcslLogic *logic = n->kind == NODE_CALL ? n->as.call.logic : NULL;

    if (n->kind == NODE_BUILTIN && (n->as.builtin.builtin == BUILTIN_VALID ||
                                    n->as.builtin.builtin == BUILTIN_VALID_READ))
        return acsl_any(n, is_param, p);
    for (uint32_t i = 0; logic && has_pointer(n) && i < n->nargs; i++)
        if (acsl_is_integral(n->args[i]->sort) && acsl_any(n->args[i], is_param, p) &&
            (logic->params[i]->sort->kind != SORT_C ||
             (logic->body && logic->reads_memory)))
            return true;
    return false;
}

/* Calls `use` for the requires clauses, and the assumes clauses of the behavior. */
static bool is_assumed(const AcslBehavior *default_one, const AcslBehavior *in,
                       const AcslBehavior *tested, const AcslClause *c)
{
    if (in != default_one && in != tested)
        return false;
    return c->kind == CLAUSE_REQUIRES || c->kind == CLAUSE_ASSUMES;
}

Domain c_param_domain(const AcslContract *c, const AcslBehavior *tested, const CParam *p,
                      bool *ret_length)
{
    Domain d = domain_all(p->type);

    *ret_length = false;
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslClause *clause = &c->behaviors[b].clauses[i];
            if (!is_assumed(&c->behaviors[0], &c->behaviors[b], tested, clause))
                continue;
            domain_restrict(&d, p, clause->body);
            *ret_length = *ret_length || acsl_any(clause->body, is_length, p);
        }
    return d;
}

/* What a parameter is told as: those of later runs are other variables. */
static const char *told_name(Emit *e, const CParam *p, uint32_t run)
{
    return run > 1 ? c_text(e, "%s_%u", p->name, run) : p->name;
}

static void draw_integer(Emit *e, const CParam *p, uint32_t run, const Domain *d,
                         bool length, struct assay_buf *out)
{
    if (d->count == 0) {
        assay_buf_printf(out, "    assay_inputs_assume(assay_in, 0);\n");
        return;
    }
    assay_buf_printf(
        out, "    {\n        static const struct assay_range assay_ranges[] = {\n");
    for (uint32_t i = 0; i < d->count; i++)
        assay_buf_printf(out, "            {%s, %s},\n", c_number(e, d->ranges[i].lo),
                         c_number(e, d->ranges[i].hi));
    assay_buf_printf(
        out,
        "        };\n"
        "        assay_input_in(assay_in, \"%s\", %s, &%s, assay_ranges, %u, %d);\n"
        "    }\n",
        told_name(e, p, run), c_layout(e, p->type), c_run_name(e, run, p->name), d->count,
        length);
}

bool c_is_plain_integer(const CType *type)
{
    return type->kind == C_INT && type->size <= 8;
}

void c_draw_param(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                  const CParam *p, uint32_t run, struct assay_buf *out)
{
    bool length;
    Domain d;

    if (!c_is_plain_integer(p->type)) {
        assay_buf_printf(out, "    assay_input(assay_in, \"%s\", %s, &%s);\n",
                         told_name(e, p, run), c_layout(e, p->type),
                         c_run_name(e, run, p->name));
        return;
    }
    d = c_param_domain(c, tested, p, &length);
    draw_integer(e, p, run, &d, length, out);
}

/* The arguments of a call that makes an input: those that are written, then drawn ones.
 * What they are called, between commas. */
static const char *make_arguments(Emit *e, const AcslClause *g, struct assay_buf *out)
{
    const CFunction *maker = g->maker;
    const char *names = "";

    for (uint32_t i = 0; i < maker->nparams; i++) {
        const CType *type = maker->params[i].type;
        const char *name = c_text(e, "assay_argument_%u", i);
        names = c_text(e, "%s%s%s", names, i > 0 ? ", " : "", name);
        assay_buf_printf(out, "        %s %s;\n", c_plain_type(e, type), name);
        if (i >= g->nmaker_args)
            continue;
        c_begin(e);
        assay_buf_printf(
            out, "        %s = %s;\n", name,
            c_as(e, g->maker_args[i], &(AcslSort){.kind = SORT_C, .c = type}, REP_WIDE));
    }
    for (uint32_t i = g->nmaker_args; i < maker->nparams; i++)
        assay_buf_printf(out,
                         "        assay_input_argument(assay_in, \"%s\", %s, "
                         "&assay_argument_%u);\n",
                         maker->params[i].name, c_layout(e, maker->params[i].type), i);
    return names;
}

/* x = f(...) */
static void make_param(Emit *e, const CParam *p, const AcslClause *g,
                       struct assay_buf *out)
{
    const CFunction *maker = g->maker;
    const char *names, *told = "";

    assay_buf_puts(out, "    {\n");
    names = make_arguments(e, g, out);
    for (uint32_t i = 0; i < maker->nparams; i++)
        told = c_text(e, "%s{%s, &assay_argument_%u}, ", told,
                      c_layout(e, maker->params[i].type), i);
    assay_buf_printf(
        out,
        "        struct assay_argument assay_arguments[] = {%s{0, 0}};\n"
        "        %s = %s(%s);\n"
        "        assay_input_called(assay_in, \"%s\", %s, (void *)&%s, \"%s\", "
        "assay_arguments, %u);\n    }\n",
        told, p->name, maker->name, names, p->name, c_layout(e, p->type), p->name,
        maker->name, maker->nparams);
}

/* ---- Globals. */

static bool mentions_global(const AcslNode *n, const CGlobal *g)
{
    if (n->kind == NODE_GLOBAL && n->as.global == g)
        return true;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && mentions_global(n->args[i], g))
            return true;
    return n->kind == NODE_CALL && n->as.call.logic->body &&
           !n->as.call.logic->recursive && mentions_global(n->as.call.logic->body, g);
}

/* Globals that a clause is about are inputs. */
bool c_is_input(const AcslContract *c, const CGlobal *g)
{
    if (g->system || g->is_const || g->type->size == 0)
        return false;
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslClause *clause = &c->behaviors[b].clauses[i];
            if (clause->body && mentions_global(clause->body, g))
                return true;
        }
    return false;
}

/* Whether the caller may pass a pointer to it. Where runs are compared, each has
 * variables of its own. */
static bool is_for_pointers(const AcslContract *c, const CGlobal *g)
{
    return !g->is_static && c->nhypers == 0;
}

void c_keep_world(Emit *e, struct assay_buf *out)
{
    assay_buf_puts(out, "    static _Bool assay_world;\n\n    if (!assay_world) {\n");
    for (uint32_t i = 0; i < e->unit->nglobals; i++) {
        const CGlobal *g = &e->unit->globals[i];
        if (!g->system && !g->is_const && g->type->size > 0) {
            const char *at = c_global(e, g);
            assay_buf_printf(out, "        assay_world_keep((void *)&%s, sizeof(%s));\n",
                             at, at);
        }
    }
    assay_buf_puts(out, "        assay_world = 1;\n    }\n");
}

/* ---- Making it true. */

static void make_context(Emit *e)
{
    c_begin(e);
    e->state = e->here = "";
    e->by_pointer = true;
    e->failing = "assay_in";
}

static void make_clause(Emit *e, const AcslNode *n, struct assay_buf *out)
{
    const char *text;

    make_context(e);
    text = c_make(e, n, true, "assay_ok");
    if (!e->why)
        assay_buf_puts(out, text);
    e->why = NULL;
}

/* static _Bool assay_make_f_b(struct assay_inputs *assay_in, int *x, ...) */
const char *c_maker(Emit *e, const AcslContract *c, const AcslBehavior *tested)
{
    const CFunction *f = c->function;
    const char *symbol = c_text(e, "assay_make_%s_%u", f->name, ++e->nversions);
    const char *params = c_params(e, f, true);
    struct assay_buf body;

    assay_buf_init(&body, NULL, 0);
    e->making = c;
    e->making_for = tested;
    for (uint32_t i = 0; i < f->nparams; i++) {
        const AcslNode *using = c_using_node(e, f, i);
        if (using)
            make_clause(e, using, &body);
    }
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslClause *clause = &c->behaviors[b].clauses[i];
            if (is_assumed(&c->behaviors[0], &c->behaviors[b], tested, clause))
                make_clause(e, clause->body, &body);
        }
    assay_buf_printf(
        &e->bodies,
        "static ASSAY_LOGIC_ _Bool %s(struct assay_inputs *assay_in%s%s)\n{\n"
        "    _Bool assay_ok = 1;\n\n%s    return assay_ok;\n}\n\n",
        symbol, params[0] ? ", " : "", params, body.at);
    assay_buf_done(&body);
    e->making = NULL;
    return symbol;
}

/* ---- The test. */

static const char *required_by(Emit *e, const Check *c, const char *before)
{
    return c_text(e, "%s(%s)", c->symbol, c_check_arguments(e, c, before));
}

/* The precondition itself, at last: what is required always, what the behavior assumes,
 * what behaviors require. */
const char *c_required(Emit *e, const Wrapped *w, const AcslBehavior *tested,
                       uint32_t run)
{
    const char *text = "1", *before = c_run_name(e, run, "");

    for (const Check *c = w->requires.first; c; c = c->next)
        if (c->behavior->name[0] == '\0')
            text = c_text(e, "%s && %s", text, required_by(e, c, before));
    if (tested)
        text = c_text(e, "%s && %s", text, c_assumed(e, w, tested, before));
    for (const Check *c = w->requires.first; c; c = c->next)
        if (c->behavior->name[0] != '\0')
            text =
                c_text(e, "%s && (!(%s) || %s)", text,
                       c_assumed(e, w, c->behavior, before), required_by(e, c, before));
    return text;
}

/* What config clauses say of the inputs, as a C condition. */
static const char *used(Emit *e, const AcslContract *c, const AcslBehavior *tested)
{
    const char *text = "1";

    e->making = c;
    e->making_for = tested;
    for (uint32_t i = 0; i < c->function->nparams; i++) {
        const AcslNode *n = c_using_node(e, c->function, i);
        c_begin(e);
        if (n)
            text = c_text(e, "%s && %s", text, c_truth(e, n));
    }
    e->making = NULL;
    return text;
}

/* Whether it tells infinities and NaN from other numbers. Where none does they are not
 * drawn: contracts mostly speak of real numbers. */
static bool is_special(const AcslNode *n, const void *ctx)
{
    const AcslLogic *logic = n->kind == NODE_CALL ? n->as.call.logic : NULL;

    if (logic && logic->body && !logic->recursive)
        return acsl_any(logic->body, is_special, ctx);
    if (n->kind != NODE_BUILTIN)
        return false;
    switch (n->as.builtin.builtin) {
    case BUILTIN_IS_FINITE:
    case BUILTIN_IS_INFINITE:
    case BUILTIN_IS_NAN:
    case BUILTIN_IS_PLUS_INFINITY:
    case BUILTIN_IS_MINUS_INFINITY:
        return true;
    default:
        return false;
    }
}

static bool has_special(const AcslContract *c)
{
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslNode *body = c->behaviors[b].clauses[i].body;
            if (body && acsl_any(body, is_special, NULL))
                return true;
        }
    return false;
}

void c_draw_inputs(Emit *e, const Wrapped *w, const AcslBehavior *tested,
                   const char *maker, struct assay_buf *out)
{
    const CFunction *f = w->contract->function;
    const char *names = c_param_names(e, f, "&");

    for (uint32_t i = 0; i < e->nmeasured; i++)
        assay_buf_printf(out, "    assay_measure_on_%s = 0;\n", e->measured[i]);
    assay_buf_puts(out, "    assay_make_depth = 0;\n"
                        "    assay_in = assay_inputs_begin(assay_t);\n");
    c_constants(e, f, out);
    if (c_is_loose(e))
        assay_buf_puts(out, "    assay_inputs_loose(assay_in);\n");
    if (has_special(w->contract))
        assay_buf_puts(out, "    assay_inputs_special(assay_in);\n");
    for (uint32_t i = 0; i < e->unit->nglobals; i++) {
        const CGlobal *g = &e->unit->globals[i];
        if (c_is_input(w->contract, g))
            assay_buf_printf(out,
                             "    if ((void *)&%s)\n"
                             "        %s(assay_in, \"%s\", %s, (void *)&%s);\n",
                             c_global(e, g),
                             c_is_loose(e) && is_for_pointers(w->contract, g)
                                 ? "assay_input_variable"
                                 : "assay_input",
                             g->name, c_layout(e, g->type), c_global(e, g));
    }
    for (uint32_t i = 0; i < f->nparams; i++)
        if (!generator_of(w->contract, &f->params[i]))
            c_draw_param(e, w->contract, tested, &f->params[i], 1, out);
    for (uint32_t i = 0; i < f->nparams; i++)
        if (generator_of(w->contract, &f->params[i]))
            make_param(e, &f->params[i], generator_of(w->contract, &f->params[i]), out);
    assay_buf_printf(out,
                     "    for (assay_round = 0; assay_round < %d; assay_round++)\n"
                     "        if (%s(assay_in%s%s) && !assay_inputs_settle(assay_in))\n"
                     "            break;\n"
                     "    assay_inputs_assume(assay_in, %s && %s);\n",
                     C_ROUNDS, maker, names[0] ? ", " : "", names,
                     c_required(e, w, tested, 1), used(e, w->contract, tested));
}

/* A parameter may hide its function: that is then called by another name. */
const char *c_callee(Emit *e, const CFunction *f)
{
    const char *name;

    for (uint32_t i = 0; i < f->nparams; i++) {
        if (strcmp(f->params[i].name, f->name) != 0)
            continue;
        name = c_temp(e, "callee");
        assay_buf_printf(&e->declarations, "static __typeof__(%s) *const %s = %s;\n",
                         f->name, name, f->name);
        return name;
    }
    return f->name;
}

static void add_body(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const CFunction *f = w->contract->function;
    const char *callee = c_callee(e, f);

    assay_buf_printf(out, "    assay_inputs_ready(assay_in, \"%s\");\n", f->name);
    if (f->result->kind == C_VOID)
        assay_buf_printf(out, "    %s(%s);\n    assay_inputs_end(assay_in, 0, 0);\n",
                         callee, c_param_names(e, f, ""));
    else
        assay_buf_printf(
            out,
            "    {\n        %s assay_result = %s(%s);\n"
            "        assay_inputs_end(assay_in, %s, &assay_result);\n    }\n",
            c_plain_type(e, f->result), callee, c_param_names(e, f, ""),
            c_layout(e, f->result));
}

static void add_config(const AcslContract *c, const AcslBehavior *tested, ContractTest *t)
{
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslClause *clause = &c->behaviors[b].clauses[i];
            if (clause->kind != CLAUSE_CONFIG || (b > 0 && &c->behaviors[b] != tested))
                continue;
            t->seconds = clause->seconds > 0 ? clause->seconds : t->seconds;
            t->runs = clause->runs > 0 ? clause->runs : t->runs;
        }
}

void c_test_entry(Emit *e, const AcslContract *c, const AcslBehavior *tested,
                  const AcslHyper *hyper, const char *symbol)
{
    const char *name = hyper ? hyper->name : tested->name;
    ContractSummary *s = e->summary;
    ContractTest *more = assay_arena_new(e->arena, s->ntests + 1, sizeof *more);
    ContractTest *t;

    if (!more) {
        e->no_memory = true;
        return;
    }
    if (s->ntests > 0)
        memcpy(more, s->tests, s->ntests * sizeof *more);
    t = &more[s->ntests++];
    *t = (ContractTest){.function = c->function, .behavior = tested, .symbol = symbol};
    t->property =
        name[0] ? c_text(e, "%s/%s", c->function->name, name) : c->function->name;
    t->hyper = hyper;
    add_config(c, tested, t);
    if (!hyper)
        emit_contract_seeds(e, c, tested, t);
    s->tests = more;
}

static void add_test(Emit *e, const Wrapped *w, const AcslBehavior *tested,
                     struct assay_buf *out)
{
    const CFunction *f = w->contract->function;
    const char *symbol = c_text(e, "assay_tested_%s%s%s", f->name,
                                tested->name[0] ? "_" : "", tested->name);
    const char *maker = c_maker(e, w->contract, tested);
    struct assay_buf body;

    assay_buf_init(&body, NULL, 0);
    c_draw_inputs(e, w, tested, maker, &body);
    add_body(e, w, &body);
    c_flush(e, out);
    assay_buf_printf(out,
                     "void %s(struct assay_test *assay_t);\n"
                     "ASSAY_LOGIC_ void %s(struct assay_test *assay_t)\n{\n"
                     "    struct assay_inputs *assay_in;\n"
                     "    int assay_round;\n",
                     symbol, symbol);
    for (uint32_t i = 0; i < f->nparams; i++)
        assay_buf_printf(out, "    %s %s;\n", c_plain_type(e, f->params[i].type),
                         f->params[i].name);
    c_keep_world(e, out);
    assay_buf_add(out, body.at, body.len);
    assay_buf_puts(out, "}\n\n");
    e->no_memory = e->no_memory || body.status;
    assay_buf_done(&body);
    c_test_entry(e, w->contract, tested, NULL, symbol);
}

/* Whether the behaviors are said to be complete: then each input is in one of them. */
static bool is_complete(const AcslContract *c)
{
    for (uint32_t i = 0; i < c->ncovers; i++)
        if (!c->covers[i].disjoint && c->covers[i].nbehaviors + 1 == c->nbehaviors)
            return true;
    return false;
}

static bool is_wanted(const char *pattern, const char *name)
{
    return !pattern || assay_str_matches(name, pattern);
}

void c_tests(Emit *e, const Wrapped *w, struct assay_buf *out)
{
    const AcslContract *c = w->contract;
    const char *reason;
    const ContractDrop *dropped;

    e->function = c->function;
    if (!is_wanted(e->options->function, c->function->name))
        return;
    reason = untestable(e, c);
    dropped = dropped_precondition(e, c->function);
    if (!reason && dropped)
        reason = c_text(e, "its precondition cannot be executed: %s", dropped->reason);
    if (reason) {
        c_untested(e, c->function, reason);
        return;
    }
    for (uint32_t b = is_complete(c) ? 1 : 0; b < c->nbehaviors; b++)
        if (is_wanted(e->options->behavior, c->behaviors[b].name))
            add_test(e, w, &c->behaviors[b], out);
    for (uint32_t h = 0; h < c->nhypers; h++)
        if (is_wanted(e->options->behavior, c->hypers[h].name))
            c_hyper_test(e, w, &c->hypers[h], out);
}

/* ---- The program. */

void emit_contract_main(const AcslFile *file, const ContractSummary *summary,
                        struct assay_buf *out)
{
    const Diags *d = file->unit->diags;

    assay_buf_puts(out, "#include <assay/run.h>\n\n");
    for (uint32_t i = 0; i < summary->ntests; i++)
        assay_buf_printf(out, "void %s(struct assay_test *t);\n",
                         summary->tests[i].symbol);
    assay_buf_putc(out, '\n');
    for (uint32_t i = 0; i < summary->ntests; i++)
        emit_contract_seed_table(&summary->tests[i], out);
    assay_buf_puts(out, "static const struct assay_property properties[] = {\n");
    for (uint32_t i = 0; i < summary->ntests; i++) {
        const ContractTest *t = &summary->tests[i];
        Span span = t->function->definition->name;
        const char *path = d->sources[span.source].name;
        assay_buf_printf(out, "    {.name = \"%s\", .run = %s, .file = ", t->property,
                         t->symbol);
        assay_buf_c_string(out, path, strlen(path));
        assay_buf_printf(out, ", .line = %u",
                         diag_position(d, span.source, span.start).line);
        assay_buf_printf(out, ", .options.rejects = %d", REJECTS);
        if (t->runs > 0)
            assay_buf_printf(out, ", .options.runs = %llu", (unsigned long long)t->runs);
        if (t->seconds > 0)
            assay_buf_printf(out, ", .options.seconds = %g", t->seconds);
        if (t->seeds)
            assay_buf_printf(out, ", .seeds = seeds_of_%s", t->symbol);
        assay_buf_puts(out, "},\n");
    }
    assay_buf_puts(out, "    {0},\n};\n\n"
                        "int main(int argc, char **argv)\n"
                        "{\n"
                        "    return assay_main(properties, argc, argv);\n"
                        "}\n");
}
