/*
 * Generators that were written as programs: terms become formulas.
 */
#include "synth/program.h"

#define LOWER_PROCEDURES 1000

typedef struct {
    Synth *x;
    const WrittenProcedure *written[LOWER_PROCEDURES];
    Procedure *made[LOWER_PROCEDURES];
    uint32_t count;
    bool no_memory;
} Lower;

static Block lower_block(Lower *l, const WrittenBlock *from);

static Formula formula(Lower *l, const Term *t)
{
    return t ? logic_term(&l->x->logic, t, NULL, 0) : LOGIC_TRUE;
}

static const Formula *formulas(Lower *l, const Term *const *terms, uint32_t count)
{
    Formula *all = assay_arena_new(&l->x->arena, count, sizeof *all);

    for (uint32_t i = 0; all && i < count; i++)
        all[i] = formula(l, terms[i]);
    l->no_memory = l->no_memory || !all;
    return all;
}

/* That variables have their types. */
static Formula typed(Lower *l, const Binding *const *vars, uint32_t count, Formula f)
{
    for (uint32_t i = 0; i < count; i++)
        f = logic_and(
            &l->x->logic, f,
            logic_in(&l->x->logic, logic_var(&l->x->logic, vars[i]), vars[i]->type));
    return f;
}

/* The procedure, which is lowered when it is met first. */
static const Procedure *procedure(Lower *l, const WrittenProcedure *from)
{
    Procedure *f;

    for (uint32_t i = 0; i < l->count; i++)
        if (l->written[i] == from)
            return l->made[i];
    f = l->count < LOWER_PROCEDURES ? assay_arena_new(&l->x->arena, 1, sizeof *f) : NULL;
    if (!f) {
        l->no_memory = true;
        return NULL;
    }
    *f = (Procedure){.name = from->name,
                     .span = from->span,
                     .params = from->params,
                     .count = from->nparams};
    l->written[l->count] = from;
    l->made[l->count++] = f;
    f->body = lower_block(l, &from->body);
    return f;
}

static Statement *lower_choose(Lower *l, const WrittenStatement *w)
{
    Block *ways = assay_arena_new(&l->x->arena, w->nways, sizeof *ways);

    for (uint32_t i = 0; ways && i < w->nways; i++)
        ways[i] = lower_block(l, w->ways[i]);
    return ways ? statement_choose(&l->x->arena, ways, w->nways) : NULL;
}

/* What a field is equal to, among equations of fields joined by &&; NULL: anything. */
static const Term *equal_to(const Term *where, const Binding *field)
{
    const Term *t;

    if (!where || where->as.op.op == OP_EQ)
        return where && where->as.op.args[0]->as.var == field ? where->as.op.args[1]
                                                              : NULL;
    t = equal_to(where->as.op.args[0], field);
    return t ? t : equal_to(where->as.op.args[1], field);
}

/* Of fields without names: what each is to be. */
static Statement *lower_see(Lower *l, const Sre *e)
{
    uint32_t count = e->as.event.of->count;
    const Binding *const *fields = e->as.event.fields;
    Formula *expected;
    bool named = false;

    for (uint32_t i = 0; i < count; i++)
        named = named || fields[i]->span.source != DIAG_NOWHERE;
    expected = named ? NULL : assay_arena_new(&l->x->arena, count, sizeof *expected);
    for (uint32_t i = 0; expected && i < count; i++) {
        const Term *t = equal_to(e->as.event.where, fields[i]);
        expected[i] = t ? formula(l, t) : LOGIC_MAX;
    }
    l->no_memory = l->no_memory || (!named && !expected);
    return statement_see(&l->x->arena, e->as.event.of, fields, expected,
                         formula(l, e->as.event.where));
}

static Statement *lower_statement(Lower *l, const WrittenStatement *w)
{
    struct assay_arena *a = &l->x->arena;

    switch (w->kind) {
    case STATEMENT_LET:
        return statement_let(&l->x->logic, a, w->vars, w->nvars,
                             typed(l, w->vars, w->nvars, formula(l, w->where)));
    case STATEMENT_DO:
        return statement_do(a, w->event, formulas(l, w->args, w->nargs));
    case STATEMENT_SEE:
        return lower_see(l, w->seen);
    case STATEMENT_ASSERT:
        return statement_assert(a, formula(l, w->where));
    case STATEMENT_CHOOSE:
        return lower_choose(l, w);
    case STATEMENT_CALL:
        return statement_call(a, procedure(l, w->callee), formulas(l, w->args, w->nargs));
    }
    return NULL;
}

static Block lower_block(Lower *l, const WrittenBlock *from)
{
    const Statement **all = assay_arena_new(&l->x->arena, from->count, sizeof *all);
    uint32_t count = 0;

    for (uint32_t i = 0; all && i < from->count; i++) {
        Statement *s = lower_statement(l, from->at[i]);
        if (s) {
            s->span = from->at[i]->span;
            all[count++] = s;
        }
        l->no_memory = l->no_memory || !s;
    }
    l->no_memory = l->no_memory || !all;
    return (Block){all, count};
}

Program *lower_program(Synth *x, const WrittenProcedure *from, const Property *property)
{
    Lower l = {.x = x};
    Program *p = assay_arena_new(&x->arena, 1, sizeof *p);
    const Procedure **procedures;

    if (!p)
        return NULL;
    p->name = from->name;
    p->span = from->span;
    p->property = property;
    p->body = lower_block(&l, &from->body);
    procedures = assay_arena_new(&x->arena, l.count, sizeof *procedures);
    for (uint32_t i = 0; procedures && i < l.count; i++)
        procedures[i] = l.made[i];
    p->procedures = procedures;
    p->nprocedures = l.count;
    return procedures && !l.no_memory && !synth_failed(x) ? p : NULL;
}
