/*
 * Loops: cut at their head. What the body may change is unknown there but for its
 * declared type and the invariants, which hold when the loop is entered and are kept by
 * the body. They are evaluated where the loop is entered, so they are well formed there;
 * later they are formulas, in which a[i] out of bounds is some value of which nothing is
 * known.
 *
 * A counter that the loop only ever adds to never gets below what it was; one that is
 * compared with something that does not change goes at most one step beyond it. Of `for`
 * loops that is known; of `while` loops it is offered where it would prove something, and
 * known if it is asked for.
 */
#include "script/shape.h"
#include "script/verify_parts.h"
#include <string.h>

/* ---- Counters. */

typedef struct {
    const Binding *var;
    bool rises, falls, other; /* how it is changed */
    int64_t most;             /* the most that is added at once */
} Counter;

/* x + n or x - n as x plus a number. */
static bool as_step(const Term *t, const Binding *var, int64_t *ret)
{
    const Term *const *args =
        t->kind == TERM_OP && t->as.op.count == 2 ? t->as.op.args : NULL;

    if (!args || (t->as.op.op != OP_ADD && t->as.op.op != OP_SUB) ||
        args[0]->kind != TERM_VAR || args[0]->as.var != var ||
        args[1]->kind != TERM_LITERAL || args[1]->as.literal->kind != VALUE_INTEGER ||
        !integer_to_i64(args[1]->as.literal->as.integer, ret) || *ret > 1000000 ||
        *ret < -1000000)
        return false;
    if (t->as.op.op == OP_SUB)
        *ret = -*ret;
    return true;
}

static void see_step(Counter *c, const Stmt *stmt)
{
    int64_t step;

    if (!stmt)
        return;
    switch (stmt->kind) {
    case STMT_ASSIGN:
        if (stmt->as.assign.target->kind != TERM_VAR ||
            stmt->as.assign.target->as.var != c->var)
            break;
        if (!as_step(stmt->as.assign.value, c->var, &step)) {
            c->other = true;
            break;
        }
        c->rises |= step > 0;
        c->falls |= step < 0;
        if (step > c->most || -step > c->most)
            c->most = step < 0 ? -step : step;
        break;
    case STMT_IF:
        see_step(c, stmt->as.branch.then);
        see_step(c, stmt->as.branch.other);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        see_step(c, stmt->as.loop.init);
        see_step(c, stmt->as.loop.step);
        see_step(c, stmt->as.loop.body);
        break;
    case STMT_FOR_OF:
        see_step(c, stmt->as.each.body);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            see_step(c, stmt->as.block.at[i]);
        break;
    case STMT_BAD:
    case STMT_LOCAL:
    case STMT_RETURN:
    case STMT_CALL:
        break;
    }
}

static bool is_integer(const Type *t)
{
    return type_base(t)->kind == TYPE_INTEGER;
}

/* What a variable was set to, if that can be written in an invariant: a number. */
static const char *written_start(Verifier *v, const State *before, const Binding *value)
{
    for (const Scope *s = before->scope; s; s = s->outer) {
        const Term *t = s->fact;
        if (!s->var && !s->negated && t->kind == TERM_OP && t->as.op.op == OP_EQ &&
            t->as.op.args[0]->kind == TERM_VAR && t->as.op.args[0]->as.var == value)
            return t->as.op.args[1]->kind == TERM_LITERAL
                       ? check_term_text(v->c, t->as.op.args[1])
                       : NULL;
    }
    return NULL;
}

static const Binding *value_in(const State *s, const Binding *var)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->slots[i].var == var)
            return s->slots[i].by->as.var;
    return NULL;
}

/* `known`: it is taken to hold; else it is offered. */
static void add_hint(Verifier *v, const Term *fact, const char *text, Span where,
                     bool known)
{
    if (!fact) {
        verify_no_memory(v);
        return;
    }
    if (known)
        verify_assume(v, fact, false);
    else if (v->nhints < HINTS_MAX)
        v->hints[v->nhints++] = (Hint){fact, text, where};
}

/* Where the loop began, and the loop. */
typedef struct {
    Verifier *v;
    const Stmt *stmt;
    const LoopClauses *clauses;
    const Effects *changed;
    const State *before;
    bool known;
} Loop;

static void infer_start(Loop *l, const Counter *c)
{
    Verifier *v = l->v;
    const Binding *first = value_in(l->before, c->var), *now = verify_value_of(v, c->var);
    const char *start = first ? written_start(v, l->before, first) : NULL;
    const Term *x = now ? verify_var(v, now, span_nowhere()) : NULL;
    const Term *y = first ? verify_var(v, first, span_nowhere()) : NULL;

    add_hint(v, term_op2(v->arena, c->rises ? OP_GE : OP_LE, x, y),
             start
                 ? verify_text(v, "%s %s %s", c->var->name, c->rises ? ">=" : "<=", start)
                 : NULL,
             l->clauses->head, l->known);
}

/* Of  i < n  where n does not change: i <= n + steps - 1, or it is as it began. */
static void infer_end(Loop *l, const Counter *c, const Term *test)
{
    Verifier *v = l->v;
    TermOp op = test->kind == TERM_OP ? test->as.op.op : OP_NOT;
    const Binding *first = value_in(l->before, c->var), *now = verify_value_of(v, c->var);
    const Term *limit, *x, *y, *far, *fact;
    int64_t beyond;

    if (op == OP_ALSO) {
        infer_end(l, c, test->as.op.args[0]);
        infer_end(l, c, test->as.op.args[1]);
        return;
    }
    if ((op != OP_LT && op != OP_LE && op != OP_GT && op != OP_GE) ||
        test->as.op.args[0]->kind != TERM_VAR || test->as.op.args[0]->as.var != c->var ||
        c->rises != (op == OP_LT || op == OP_LE))
        return;
    limit = test->as.op.args[1];
    for (uint32_t i = 0; i < l->changed->count; i++)
        if (term_mentions(limit, l->changed->at[i]))
            return;
    if (effects_calls(limit) || !first || !now)
        return;
    beyond = c->most - (op == OP_LT || op == OP_GT);
    x = verify_var(v, now, span_nowhere());
    y = verify_var(v, first, span_nowhere());
    far = term_op2(v->arena, c->rises ? OP_ADD : OP_SUB, verify_now(v, limit),
                   verify_int(v, beyond));
    fact =
        term_op2(v->arena, OP_ELSE, term_op2(v->arena, c->rises ? OP_LE : OP_GE, x, far),
                 term_op2(v->arena, OP_EQ, x, y));
    add_hint(v, fact, NULL, l->clauses->head, l->known);
}

/* How often a variable is assigned: two steps in one round may go beyond the end. */
static uint32_t count_steps(const Stmt *stmt, const Binding *var)
{
    uint32_t count = 0;

    if (!stmt)
        return 0;
    switch (stmt->kind) {
    case STMT_ASSIGN:
        return stmt->as.assign.target->kind == TERM_VAR &&
               stmt->as.assign.target->as.var == var;
    case STMT_IF:
        return count_steps(stmt->as.branch.then, var) +
               count_steps(stmt->as.branch.other, var);
    case STMT_WHILE:
    case STMT_FOR:
        count = count_steps(stmt->as.loop.init, var) +
                count_steps(stmt->as.loop.step, var) +
                count_steps(stmt->as.loop.body, var);
        return 2 * count; /* any number of times */
    case STMT_FOR_OF:
        return 2 * count_steps(stmt->as.each.body, var);
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            count += count_steps(stmt->as.block.at[i], var);
        return count;
    case STMT_BAD:
    case STMT_LOCAL:
    case STMT_RETURN:
    case STMT_CALL:
        break;
    }
    return 0;
}

static void infer(Loop *l)
{
    const Stmt *body = l->stmt->as.loop.body, *step = l->stmt->as.loop.step;

    for (uint32_t i = 0; i < l->changed->count; i++) {
        Counter c = {.var = l->changed->at[i]};
        if (!is_integer(c.var->type) || !value_in(l->before, c.var) ||
            verify_is_global(l->v, c.var))
            continue;
        see_step(&c, body);
        see_step(&c, step);
        if (c.other || c.rises == c.falls)
            continue;
        infer_start(l, &c);
        if (count_steps(body, c.var) + count_steps(step, c.var) == 1)
            infer_end(l, &c, l->stmt->as.loop.test);
    }
}

/* ---- Invariants. */

static void check_entry(Verifier *v, const LoopClauses *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const Term *t = verify_spec(v, c->invariants[i]);
        if (t)
            verify_holds(v, t, DIAG_SCRIPT_INVARIANT, t->span,
                         "the invariant may not hold when the loop is entered",
                         "the invariant holds when the loop is entered");
    }
}

static void assume_all(Verifier *v, const LoopClauses *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        verify_assume(v, verify_now(v, c->invariants[i]), false);
}

static void check_kept(Verifier *v, const LoopClauses *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const Term *t = verify_now(v, c->invariants[i]);
        verify_holds(v, t, DIAG_SCRIPT_INVARIANT, t->span,
                     "the invariant may not hold after a round of the loop",
                     "the invariant holds after a round of the loop");
    }
}

/* ---- Ends. */

/* What gets smaller while a comparison holds: n - i for i < n. */
static const Term *difference(Verifier *v, const Term *test, uint32_t which)
{
    TermOp op = test->kind == TERM_OP ? test->as.op.op : OP_NOT;
    const Term *x, *y;

    if (op == OP_ALSO)
        return which % 2 ? difference(v, test->as.op.args[1], which / 2)
                         : difference(v, test->as.op.args[0], which / 2);
    if (test->kind != TERM_OP || test->as.op.count != 2)
        return NULL;
    x = test->as.op.args[0];
    y = test->as.op.args[1];
    if (op == OP_LT || op == OP_LE)
        return term_op2(v->arena, OP_SUB, y, x);
    if (op == OP_GT || op == OP_GE)
        return term_op2(v->arena, OP_SUB, x, y);
    if (op == OP_NE)
        return which % 2 ? term_op2(v->arena, OP_SUB, y, x)
                         : term_op2(v->arena, OP_SUB, x, y);
    return NULL;
}

#define MEASURES 4

/* Measures that may show that the loop ends, and what they are when a round begins. */
typedef struct {
    const Term *terms[MEASURES], *first[MEASURES];
    uint32_t count;
    bool written; /* by decreases */
} Measures;

static void begin_measures(Loop *l, Measures *m)
{
    Verifier *v = l->v;
    const Term *t = l->clauses->decreases;

    m->written = t != NULL;
    if (t && verify_spec(v, term_op2(v->arena, OP_GE, t, verify_int(v, 0))))
        m->terms[m->count++] = t;
    for (uint32_t i = 0; !m->written && v->options->total && i < MEASURES; i++) {
        t = l->stmt->kind == STMT_FOR_OF ? NULL : difference(v, l->stmt->as.loop.test, i);
        if (t && !effects_calls(t))
            m->terms[m->count++] = t;
    }
    for (uint32_t i = 0; i < m->count; i++)
        m->first[i] = verify_now(v, m->terms[i]);
}

/* -2 is enough: a comparison with <= allows one that is -1 in the last round. */
static const Term *descends(Verifier *v, const Measures *m, uint32_t i, int64_t least)
{
    const Term *smaller =
        term_op2(v->arena, OP_LT, verify_now(v, m->terms[i]), m->first[i]);
    const Term *bound = term_op2(v->arena, OP_LE, verify_int(v, least), m->first[i]);

    return term_op2(v->arena, OP_AND, bound, smaller);
}

static void end_measures(Loop *l, const Measures *m)
{
    Verifier *v = l->v;
    const char *what;
    Diagnostic *d;

    if (m->written && m->count > 0) {
        what = check_term_text(v->c, l->clauses->decreases);
        verify_holds(
            v, descends(v, m, 0, 0), DIAG_SCRIPT_ENDLESS, l->clauses->decreases->span,
            verify_text(v, "'%s' may not get smaller, or may be negative", what),
            verify_text(v, "'%s' gets smaller in each round, and is not negative", what));
        return;
    }
    if (m->written || !v->options->total)
        return;
    for (uint32_t i = 0; i < m->count; i++)
        if (verify_is_proved(v, descends(v, m, i, -1)))
            return;
    d = diag_report(v->c->diags, DIAG_SCRIPT_ENDLESS, l->stmt->span,
                    "could not prove that this loop ends");
    diag_note(v->c->diags, d, "help",
              "say what gets smaller in each round and is never negative: decreases e");
    verify_error(v);
}

/* ---- The loop. */

static void run_body(Loop *l)
{
    Verifier *v = l->v;
    Measures m = {.count = 0};

    begin_measures(l, &m);
    verify_stmt(v, l->stmt->as.loop.body);
    if (l->stmt->as.loop.step && !v->now.dead)
        verify_stmt(v, l->stmt->as.loop.step);
    if (v->now.dead)
        return;
    check_kept(v, l->clauses);
    end_measures(l, &m);
}

static bool is_true(const Term *t)
{
    return t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_BOOLEAN &&
           t->as.literal->as.boolean;
}

static bool find_changes(Verifier *v, const Stmt *stmt, Effects *e)
{
    bool good =
        effects_of_stmt(v->script, stmt->as.loop.body, e) &&
        effects_of_term(v->script, stmt->as.loop.test, e) &&
        (!stmt->as.loop.step || effects_of_stmt(v->script, stmt->as.loop.step, e));

    if (!good)
        verify_no_memory(v);
    return good;
}

static void loop_from_here(Verifier *v, const Stmt *stmt)
{
    Effects changed = {0};
    State before = verify_keep(v), head;
    Loop l = {v,        stmt,    &stmt->as.loop.clauses,
              &changed, &before, stmt->kind == STMT_FOR || v->options->infer};
    uint32_t hints = v->nhints;
    const Effects *around = v->changed;
    const Term *test;

    if (!find_changes(v, stmt, &changed))
        return;
    check_entry(v, l.clauses);
    verify_forget(v, &changed);
    verify_dependents(v, &changed, DEPENDENTS_LOOP, stmt->span);
    verify_lengths(v, stmt, &before);
    assume_all(v, l.clauses);
    infer(&l);
    v->changed = &changed;
    test = verify_condition(v, stmt->as.loop.test);
    head = verify_keep(v);
    verify_assume(v, test, false);
    run_body(&l);
    v->changed = around;
    v->now = head;
    v->nhints = hints;
    if (test)
        verify_assume(v, test, true);
    v->now.dead = test && is_true(test);
}

void verify_loop(Verifier *v, const Stmt *stmt)
{
    uint32_t outer = v->now.count;

    if (v->stats)
        v->stats->loops++;
    if (stmt->as.loop.init)
        verify_stmt(v, stmt->as.loop.init);
    loop_from_here(v, stmt);
    verify_leave(v, outer);
}

/* ---- for (x of a): over the array as it was, by an index that nobody sees. */

static const Type *any_type(Verifier *v)
{
    return type_simple_word(v->arena, span_nowhere(), TYPE_ANY, "any");
}

static const Type *element_type(Verifier *v, const Stmt *stmt)
{
    return verify_type_now(v, stmt->as.each.var->type);
}

static const Term *in_bounds(Verifier *v, const Term *index, const Term *of)
{
    const Term *low = term_op2(v->arena, OP_LE, verify_int(v, 0), index);
    const Term *high =
        term_op2(v->arena, OP_LT, index, term_op1(v->arena, OP_LENGTH, of));

    return term_op2(v->arena, OP_AND, low, high);
}

static bool is_array(Verifier *v, const Term *of)
{
    const Type *any = any_type(v);
    const Type *array = any ? type_of(v->arena, span_nowhere(), TYPE_ARRAY, any) : NULL;
    Wanted w = {DIAG_OPERAND, of->span, "what the loop goes through", span_nowhere(),
                NULL};

    return array && verify_has_type(v, of, array, &w);
}

static void run_each(Verifier *v, const Stmt *stmt, const Term *of)
{
    const Type *integer = type_simple_word(v->arena, span_nowhere(), TYPE_INTEGER, "int");
    const Binding *i = verify_fresh(v, "the index", integer, stmt->span, NULL);
    const Term *index = i ? verify_var(v, i, span_nowhere()) : NULL;
    const Binding *var = stmt->as.each.var;
    Wanted w = {DIAG_SCRIPT_VALUE, stmt->as.each.of->span,
                verify_text(v, "an element, which '%s' is,", var->name), var->span,
                "it is declared here"};
    const Term *element;

    verify_assume(v, in_bounds(v, index, of), false);
    element = term_index(v->arena, span_nowhere(), of, index);
    if (stmt->as.each.typed)
        verify_has_type(v, element, element_type(v, stmt), &w);
    verify_set(v, var, element, var->span);
    verify_stmt(v, stmt->as.each.body);
    if (!v->now.dead)
        check_kept(v, &stmt->as.each.clauses);
}

void verify_for_of(Verifier *v, const Stmt *stmt)
{
    const Term *of = verify_term(v, stmt->as.each.of);
    uint32_t outer = v->now.count;
    Effects changed = {0};
    const Binding *kept;
    State head, before;

    if (v->stats)
        v->stats->loops++;
    if (!of || !is_array(v, of) || !verify_type(v, stmt->as.each.var->type))
        return;
    if (of->kind != TERM_VAR) {
        kept = verify_fresh(v, check_term_text(v->c, stmt->as.each.of),
                            type_of(v->arena, span_nowhere(), TYPE_ARRAY, any_type(v)),
                            of->span, of);
        of = kept ? verify_var(v, kept, of->span) : NULL;
    }
    check_entry(v, &stmt->as.each.clauses);
    if (!of || !effects_of_stmt(v->script, stmt->as.each.body, &changed)) {
        verify_no_memory(v);
        return;
    }
    before = verify_keep(v);
    verify_forget(v, &changed);
    verify_dependents(v, &changed, DEPENDENTS_LOOP, stmt->span);
    verify_lengths(v, stmt, &before);
    assume_all(v, &stmt->as.each.clauses);
    head = verify_keep(v);
    run_each(v, stmt, of);
    v->now = head;
    verify_leave(v, outer);
}
