/*
 * Equations decide variables: x == y + 1 puts y + 1 in the place of x everywhere, so most
 * contradictions show as a formula that is plainly false, without a question.
 */
#include "synth/solver.h"
#include "base/buf.h"
#include "base/mem.h"
#include <assay/lang.h>
#include <stdlib.h>
#include <string.h>

/* ---- Into terms of the solver. */

static uint64_t *thing(Solver *s, const void *pointer)
{
    uint64_t *number = assay_map_put(&s->things, &pointer, sizeof pointer);

    s->no_memory = s->no_memory || !number;
    return number;
}

StepSort solver_sort(Solver *s, const Type *type)
{
    const TraceSort *sort;

    switch (logic_type_kind(type)) {
    case TYPE_INTEGER:
        return STEP_INTEGER;
    case TYPE_BOOLEAN:
        return STEP_BOOLEAN;
    case TYPE_STRING:
        return STEP_TEXT;
    default:
        sort = trace_sort(s->spec, type);
        for (uint32_t i = 0; sort && i < s->spec->nsorts; i++)
            if (s->spec->sorts[i] == sort)
                return s->sorts[i];
        return UINT32_MAX;
    }
}

StepFunction solver_function(Solver *s, const Function *f)
{
    uint64_t *known = thing(s, f);
    StepSort args[LOGIC_ARGS] = {0};

    if (!known || f->count > LOGIC_ARGS)
        return 0;
    for (uint32_t i = 0; *known == 0 && i < f->count; i++)
        args[i] = solver_sort(s, f->params[i]->type);
    if (*known == 0)
        *known =
            steps_function(s->steps, f->name, args, f->count, solver_sort(s, f->result));
    return (StepFunction)*known;
}

/* A constant of an enum is its member, any other variable one of the solver's. */
static StepTerm variable(Solver *s, const Binding *var)
{
    StepSort of = solver_sort(s, var->type);
    uint32_t number;

    return trace_constant(s->spec, var, &number) ? steps_member(s->steps, of, number)
                                                 : steps_variable(s->steps, of);
}

static StepTerm literal(Solver *s, const Value *v)
{
    struct assay_buf text;
    StepTerm made = 0;

    assay_buf_init(&text, NULL, 0);
    value_print(v, &text);
    if (!text.status)
        made = v->kind == VALUE_INTEGER ? steps_integer(s->steps, text.at)
                                        : steps_text(s->steps, text.at);
    assay_buf_done(&text);
    return made;
}

/* That a text is a sentence: what is known of a literal, a predicate of others. */
static StepTerm sentence(Solver *s, const LogicNode *node, Formula of, StepTerm text)
{
    const struct assay_lang *lang = node->as.language->as.language.lang;
    const LogicNode *arg = logic_node(s->logic, of);
    uint64_t *known;

    if (arg->kind == LOGIC_LITERAL)
        return steps_boolean(s->steps,
                             assay_lang_accepts(lang, arg->as.literal->as.string.at,
                                                arg->as.literal->as.string.len));
    known = thing(s, lang);
    if (known && *known == 0)
        *known = steps_function(s->steps, "sentence", (StepSort[]){STEP_TEXT}, 1,
                                STEP_BOOLEAN);
    return known ? steps_call(s->steps, (StepFunction)*known, &text, 1) : 0;
}

static StepTerm translate(Solver *s, Formula f)
{
    LogicNode node = *logic_node(s->logic, f);
    StepTerm args[LOGIC_ARGS] = {0};

    for (uint32_t i = 0; i < node.count; i++)
        if (!(args[i] = solver_term(s, logic_args(s->logic, f)[i])))
            return 0;
    switch (node.kind) {
    case LOGIC_BOOLEAN:
        return steps_boolean(s->steps, f == LOGIC_TRUE);
    case LOGIC_LITERAL:
        return literal(s, node.as.literal);
    case LOGIC_VAR:
        return variable(s, node.as.var);
    case LOGIC_OP:
        return steps_op(s->steps, node.as.op, args, node.count);
    case LOGIC_CALL:
        return steps_call(s->steps, solver_function(s, node.as.function), args,
                          node.count);
    case LOGIC_COND:
        return steps_cond(s->steps, args[0], args[1], args[2]);
    case LOGIC_IN:
        return sentence(s, &node, *logic_args(s->logic, f), args[0]);
    case LOGIC_QUANT:
        return steps_quantified(s->steps, node.all,
                                solver_term(s, logic_var(s->logic, node.as.var)),
                                args[0]);
    }
    return 0;
}

StepTerm solver_term(Solver *s, Formula f)
{
    void *at = s->terms;
    size_t cap = s->terms_cap;
    StepTerm made;

    if (s->logic->no_memory || assay_mem_grow(NULL, &at, &s->terms_cap, f + (size_t)1,
                                              sizeof *s->terms, LOGIC_MAX)) {
        s->no_memory = true;
        return 0;
    }
    s->terms = at;
    if (s->terms_cap > cap)
        memset(s->terms + cap, 0, (s->terms_cap - cap) * sizeof *s->terms);
    if (s->terms[f] != 0)
        return s->terms[f];
    made = translate(s, f);
    s->terms[f] = made;
    return made;
}

/* ---- A solver. */

static bool declare(Solver *s)
{
    s->sorts = assay_arena_new(&s->arena, s->spec->nsorts, sizeof *s->sorts);
    for (uint32_t i = 0; s->sorts && i < s->spec->nsorts; i++) {
        const TraceSort *sort = s->spec->sorts[i];
        s->sorts[i] = sort->kind == SORT_ENUM
                          ? steps_enum(s->steps, sort->resource->name, sort->nconstants)
                          : steps_sort(s->steps, sort->resource->name);
    }
    for (uint32_t i = 0; s->sorts && i < s->spec->naxioms; i++)
        steps_axiom(
            s->steps,
            solver_term(s, logic_term(s->logic, s->spec->axioms[i]->term, NULL, 0)));
    return s->sorts && !s->no_memory;
}

bool solver_init(Solver *s, const TraceSpec *spec, Logic *logic,
                 const SmtOptions *options)
{
    *s = (Solver){.spec = spec, .logic = logic, .steps = steps_new(options)};
    assay_arena_init(&s->arena, NULL, SOLVER_MEMORY);
    assay_map_init(&s->things, NULL);
    assay_map_init(&s->memo, NULL);
    return s->steps && declare(s);
}

void solver_done(Solver *s)
{
    steps_free(s->steps);
    assay_mem_free(NULL, s->terms, s->terms_cap * sizeof *s->terms);
    assay_map_done(&s->memo);
    assay_map_done(&s->things);
    assay_arena_done(&s->arena);
}

StepsAnswer solver_axioms(Solver *s)
{
    StepModel model;

    return steps_possible(s->steps, NULL, 0, &model);
}

/* ---- Asking. */

static int by_number(const void *x, const void *y)
{
    Formula a = *(const Formula *)x, b = *(const Formula *)y;

    return (a > b) - (a < b);
}

/* What is remembered of a set of formulas: 0 nothing; 1 no; 2 unknown; else a model + 3.
 */
static uint64_t *remembered(Solver *s, const Formula *all, uint32_t count)
{
    Formula *sorted = assay_mem_new(NULL, (count + (size_t)1) * sizeof *sorted);
    uint64_t *answer = NULL;

    if (sorted) {
        if (count > 0)
            memcpy(sorted, all, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_number);
        answer = assay_map_put(&s->memo, sorted, count * sizeof *sorted);
        assay_mem_free(NULL, sorted, (count + (size_t)1) * sizeof *sorted);
    }
    s->no_memory = s->no_memory || !answer;
    return answer;
}

static StepsAnswer ask_solver(Solver *s, const Formula *all, uint32_t count,
                              StepModel *ret_model)
{
    StepTerm *terms = assay_mem_new(NULL, (count + (size_t)1) * sizeof *terms);
    StepsAnswer answer = STEPS_UNKNOWN;

    s->no_memory = s->no_memory || !terms;
    for (uint32_t i = 0; terms && i < count; i++)
        terms[i] = solver_term(s, all[i]);
    if (!s->no_memory)
        answer = steps_possible(s->steps, terms, count, ret_model);
    assay_mem_free(NULL, terms, (count + (size_t)1) * sizeof *terms);
    return answer;
}

/* Whether all can hold; a model if so, which may have been forgotten since. */
static StepsAnswer possible(Solver *s, const Formula *all, uint32_t count,
                            StepModel *ret_model)
{
    uint64_t *known = remembered(s, all, count);
    StepsAnswer answer;

    if (!known)
        return STEPS_UNKNOWN;
    if (*known > 0) {
        *ret_model = *known > 2 ? *known - 3 : 0;
        answer = *known > 2 ? STEPS_YES : *known == 1 ? STEPS_NO : STEPS_UNKNOWN;
    } else {
        answer = ask_solver(s, all, count, ret_model);
        known = remembered(s, all, count);
        if (known)
            *known = answer == STEPS_YES ? *ret_model + 3 : answer == STEPS_NO ? 1 : 2;
    }
    s->undecided += answer == STEPS_UNKNOWN;
    return answer;
}

/* ---- Facts. */

const Facts *solver_nothing(Solver *s)
{
    Facts *facts = assay_arena_new(&s->arena, 1, sizeof *facts);

    s->no_memory = s->no_memory || !facts;
    return facts;
}

Formula solver_resolve(Solver *s, const Facts *known, Formula f)
{
    return known->ndecided ? logic_replace(s->logic, f, known->decided, known->ndecided)
                           : f;
}

/* Facts in the making. */
typedef struct {
    Solver *solver;
    Formula *all;
    LogicPair *decided;
    uint32_t count, ndecided, cap;
    bool impossible;
} Draft;

static void add_formula(Draft *d, Formula f);

static bool mentions(const Logic *l, Formula f, const Binding *var)
{
    const LogicNode *node = logic_node(l, f);

    if (node->kind == LOGIC_VAR)
        return node->as.var == var;
    for (uint32_t i = 0; i < node->count; i++)
        if (mentions(l, logic_args(l, f)[i], var))
            return true;
    return false;
}

static bool is_constant(const Solver *s, const Binding *var)
{
    uint32_t number;

    return trace_constant(s->spec, var, &number);
}

static const Binding *variable_of(const Solver *s, Formula f)
{
    const LogicNode *node = logic_node(s->logic, f);

    return node->kind == LOGIC_VAR && !is_constant(s, node->as.var) ? node->as.var : NULL;
}

/* An equation of numbers, solved for a variable that is there once, the newest. */
static const Binding *solve_sum(Solver *s, Formula left, Formula right, Formula *ret_is)
{
    LogicSum sum, other;
    uint32_t which;

    if (!logic_sum(s->logic, logic_minus(s->logic, left, right), &sum))
        return NULL;
    for (which = sum.count; which-- > 0;) {
        const Binding *var = variable_of(s, sum.terms[which]);
        if (!var || (sum.factors[which] != 1 && sum.factors[which] != -1))
            continue;
        other = (LogicSum){.constant = sum.constant};
        for (uint32_t i = 0; i < sum.count; i++)
            if (i != which) {
                other.terms[other.count] = sum.terms[i];
                other.factors[other.count++] = sum.factors[i];
            }
        *ret_is = logic_of_sum(s->logic, &other);
        if (sum.factors[which] == 1)
            *ret_is = logic_minus(s->logic, logic_integer(s->logic, 0), *ret_is);
        if (!mentions(s->logic, *ret_is, var))
            return var;
    }
    return NULL;
}

/* The variable that a formula decides, and what it is; NULL if it decides none. */
static const Binding *decides(Solver *s, Formula f, Formula *ret_is)
{
    const LogicNode *node = logic_node(s->logic, f);
    const Formula *args = logic_args(s->logic, f);
    const Binding *a, *b;
    Formula left, right;

    if (node->kind == LOGIC_VAR && !is_constant(s, node->as.var)) {
        *ret_is = LOGIC_TRUE;
        return node->as.var;
    }
    if (node->kind == LOGIC_OP && node->as.op == OP_NOT && variable_of(s, args[0])) {
        *ret_is = LOGIC_FALSE;
        return variable_of(s, args[0]);
    }
    if (node->kind != LOGIC_OP || node->as.op != OP_EQ)
        return NULL;
    left = args[0];
    right = args[1];
    if (logic_is_number(s->logic, left))
        return solve_sum(s, left, right, ret_is);
    a = variable_of(s, left);
    b = variable_of(s, right);
    if (b && !mentions(s->logic, left, b)) { /* the newer one, by its number */
        *ret_is = left;
        return b;
    }
    *ret_is = right;
    return a && !mentions(s->logic, right, a) ? a : NULL;
}

/* Whether a formula says that two constants of an enum are the same, or not: then it is
 * true, or impossible. */
static bool compares_constants(const Solver *s, Formula f, bool *ret_impossible)
{
    bool negated = logic_node(s->logic, f)->kind == LOGIC_OP &&
                   logic_node(s->logic, f)->as.op == OP_NOT;
    Formula equation = negated ? *logic_args(s->logic, f) : f;
    const LogicNode *node = logic_node(s->logic, equation);
    const Formula *args = logic_args(s->logic, equation);

    if (node->kind != LOGIC_OP || node->as.op != OP_EQ)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (logic_node(s->logic, args[i])->kind != LOGIC_VAR ||
            !is_constant(s, logic_node(s->logic, args[i])->as.var))
            return false;
    *ret_impossible = !negated;
    return true;
}

static bool has_room(Draft *d)
{
    Formula *all;
    LogicPair *decided;
    struct assay_arena *a = &d->solver->arena;

    if (d->count < d->cap && d->ndecided < d->cap)
        return true;
    d->cap = d->cap ? d->cap * 2 : 16;
    all = assay_arena_new(a, d->cap, sizeof *all);
    decided = assay_arena_new(a, d->cap, sizeof *decided);
    if (!all || !decided) {
        d->solver->no_memory = true;
        return false;
    }
    if (d->count)
        memcpy(all, d->all, d->count * sizeof *all);
    if (d->ndecided)
        memcpy(decided, d->decided, d->ndecided * sizeof *decided);
    d->all = all;
    d->decided = decided;
    return true;
}

/* A variable is something else from now on: in all that is there. */
static void decide(Draft *d, const Binding *var, Formula is)
{
    LogicPair pair = {var, is};
    Logic *l = d->solver->logic;
    uint32_t count = d->count;
    Formula *all = d->all;

    for (uint32_t i = 0; i < d->ndecided; i++)
        d->decided[i].is = logic_replace(l, d->decided[i].is, &pair, 1);
    if (!has_room(d)) {
        d->impossible = true;
        return;
    }
    d->decided[d->ndecided++] = pair;
    all = d->all;
    d->count = 0;
    d->cap = d->cap ? d->cap : 16;
    d->all = assay_arena_new(&d->solver->arena, d->cap, sizeof *d->all);
    if (!d->all) {
        d->solver->no_memory = d->impossible = true;
        return;
    }
    for (uint32_t i = 0; i < count && !d->impossible; i++) {
        /* What is added may decide more variables: all of them are replaced. */
        Formula f = logic_replace(l, all[i], d->decided, d->ndecided);
        if (f == all[i] && has_room(d))
            d->all[d->count++] = f;
        else
            add_formula(d, f);
    }
}

static void add_formula(Draft *d, Formula f)
{
    Solver *s = d->solver;
    const LogicNode *node = logic_node(s->logic, f);
    const Binding *var;
    Formula is = LOGIC_TRUE, second;

    if (f == LOGIC_FALSE || s->no_memory || s->logic->no_memory)
        d->impossible = true;
    if (f == LOGIC_TRUE || d->impossible)
        return;
    if (compares_constants(s, f, &d->impossible))
        return;
    if (node->kind == LOGIC_OP && node->as.op == OP_AND) {
        second = logic_args(s->logic, f)[1];
        add_formula(d, logic_args(s->logic, f)[0]);
        if (!d->impossible)
            add_formula(d, logic_replace(s->logic, second, d->decided, d->ndecided));
        return;
    }
    var = decides(s, f, &is);
    if (var) {
        decide(d, var, is);
        return;
    }
    for (uint32_t i = 0; i < d->count; i++)
        if (d->all[i] == f)
            return;
    if (has_room(d))
        d->all[d->count++] = f;
}

/* Whether all formulas of the draft hold in a model in which those of before do. */
static bool holds_in(Draft *d, const Facts *known)
{
    Solver *s = d->solver;

    for (uint32_t i = 0; i < d->count; i++) {
        bool old = false;
        for (uint32_t j = 0; !old && j < known->count; j++)
            old = known->all[j] == d->all[i];
        if (!old && !steps_true_in(s->steps, known->model, solver_term(s, d->all[i])))
            return false;
    }
    return true;
}

const Facts *solver_add(Solver *s, const Facts *known, Formula f)
{
    Draft d = {.solver = s};
    Facts *facts;
    StepModel model = known->model;

    f = solver_resolve(s, known, f);
    if (f == LOGIC_TRUE && !s->no_memory)
        return known;
    d.count = known->count;
    d.ndecided = known->ndecided;
    d.cap = (known->count > known->ndecided ? known->count : known->ndecided) + 8;
    d.all = assay_arena_new(&s->arena, d.cap, sizeof *d.all);
    d.decided = assay_arena_new(&s->arena, d.cap, sizeof *d.decided);
    facts = assay_arena_new(&s->arena, 1, sizeof *facts);
    if (!d.all || !d.decided || !facts) {
        s->no_memory = true;
        return NULL;
    }
    if (known->count)
        memcpy(d.all, known->all, known->count * sizeof *d.all);
    if (known->ndecided)
        memcpy(d.decided, known->decided, known->ndecided * sizeof *d.decided);
    add_formula(&d, f);
    if (d.impossible)
        return NULL;
    if (d.count > 0 && !holds_in(&d, known) &&
        possible(s, d.all, d.count, &model) != STEPS_YES)
        return NULL;
    *facts = (Facts){d.all, d.count, d.decided, d.ndecided, model};
    return facts;
}

StepsAnswer solver_follows(Solver *s, const Facts *known, Formula f)
{
    Formula *all = assay_arena_new(&s->arena, known->count + 1, sizeof *all);
    StepModel model;
    StepsAnswer answer;

    if (!all) {
        s->no_memory = true;
        return STEPS_UNKNOWN;
    }
    if (known->count)
        memcpy(all, known->all, known->count * sizeof *all);
    all[known->count] = logic_not(s->logic, solver_resolve(s, known, f));
    if (all[known->count] <= LOGIC_TRUE)
        return all[known->count] == LOGIC_FALSE ? STEPS_YES : STEPS_NO;
    answer = possible(s, all, known->count + 1, &model);
    return answer == STEPS_YES ? STEPS_NO : answer == STEPS_NO ? STEPS_YES : answer;
}

StepModel solver_model(Solver *s, const Facts *known)
{
    StepModel model = 0;

    return ask_solver(s, known->all, known->count, &model) == STEPS_YES ? model : 0;
}
