/*
 * Parameters that are looked at after an await: whoever called the function goes on
 * meanwhile, and may change what it gave.
 */
#include "script/js_facts.h"
#include "script/shape.h"

typedef struct {
    JsFlow *flow;
    const ScriptFunction *function;
    bool awaited; /* somewhere before */
} Late;

/* Parameters of which a value has parts. */
static void late_params(Late *l, Sharing shares)
{
    for (uint32_t i = 0; i < l->flow->nvariables; i++) {
        JsVariable *p = &l->flow->variables[i];
        if (p->owner == l->function && (p->bit >= JS_PARAMS || shares >> p->bit & 1))
            p->late = true;
    }
}

static void late_variable(Late *l, const Binding *var)
{
    const JsVariable *v = js_variable(l->flow, var);

    if (v && l->awaited && !v->global)
        late_params(l, v->shares);
}

static void late_term(Late *l, const Term *t);

static bool late_visit(void *ctx, const Term *t)
{
    late_term(ctx, t);
    return false;
}

static bool see_await(void *ctx, const Term *t)
{
    bool *found = ctx;

    *found |= t->kind == TERM_CALL && t->as.call.awaits;
    return !*found;
}

/* What stands before an await is there already, but is used behind it. */
static void expect_await(Late *l, const Term *behind)
{
    term_walk(behind, &(Visitor){.term = see_await, .ctx = &l->awaited});
}

static void late_terms(Late *l, const Term *const *terms, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        expect_await(l, terms[i]);
    for (uint32_t i = 0; i < count; i++)
        late_term(l, terms[i]);
}

/* In the order of evaluation: what is awaited was looked at before. */
static void late_term(Late *l, const Term *t)
{
    switch (t->kind) {
    case TERM_VAR:
        late_variable(l, t->as.var);
        break;
    case TERM_CALL:
        late_terms(l, t->as.call.args, t->as.call.function->count);
        l->awaited |= t->as.call.awaits;
        break;
    case TERM_OP:
        late_terms(l, t->as.op.args, t->as.op.count);
        break;
    case TERM_FIELD:
        late_term(l, t->as.field.of);
        break;
    case TERM_INDEX:
        expect_await(l, t->as.index.index);
        late_term(l, t->as.index.of);
        late_term(l, t->as.index.index);
        break;
    case TERM_COND:
        late_term(l, t->as.cond.test);
        late_term(l, t->as.cond.then);
        late_term(l, t->as.cond.other);
        break;
    case TERM_OBJECT:
        for (uint32_t i = 1; i < t->as.object.count; i++)
            expect_await(l, t->as.object.members[i].value);
        for (uint32_t i = 0; i < t->as.object.count; i++)
            late_term(l, t->as.object.members[i].value);
        break;
    case TERM_ARRAY:
        late_terms(l, t->as.array.items, t->as.array.count);
        break;
    case TERM_IN:
        late_term(l, t->as.in.of);
        type_walk(t->as.in.type, &(Visitor){.term = late_visit, .ctx = l});
        break;
    case TERM_BAD:
    case TERM_LITERAL:
    case TERM_QUANT:
        break;
    }
}

static void late_stmt(Late *l, const Stmt *s);

/* A loop may be in its second round. */
static void enter_loop(Late *l, const Stmt *s)
{
    bool found = false;

    script_walk(s, &(Visitor){.term = see_await, .ctx = &found});
    l->awaited |= found;
}

static void late_optional(Late *l, const Stmt *s)
{
    if (s)
        late_stmt(l, s);
}

static void late_stmt(Late *l, const Stmt *s)
{
    switch (s->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
        late_term(l, s->as.local.value);
        break;
    case STMT_ASSIGN:
        late_term(l, s->as.assign.target);
        late_term(l, s->as.assign.value);
        break;
    case STMT_IF:
        late_term(l, s->as.branch.test);
        late_stmt(l, s->as.branch.then);
        late_optional(l, s->as.branch.other);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        late_optional(l, s->as.loop.init);
        enter_loop(l, s);
        late_term(l, s->as.loop.test);
        late_stmt(l, s->as.loop.body);
        late_optional(l, s->as.loop.step);
        break;
    case STMT_FOR_OF:
        late_term(l, s->as.each.of);
        enter_loop(l, s);
        late_term(l, s->as.each.of); /* each round takes an element */
        late_stmt(l, s->as.each.body);
        break;
    case STMT_RETURN: /* the caller gets it when it has gone on */
        if (!s->as.value)
            break;
        late_params(l, js_shares(l->flow, s->as.value, true));
        late_term(l, s->as.value);
        break;
    case STMT_CALL:
        if (s->as.value)
            late_term(l, s->as.value);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < s->as.block.count; i++)
            late_stmt(l, s->as.block.at[i]);
        break;
    }
}

void js_mark_late(JsFlow *f)
{
    for (uint32_t i = 0; i < f->nsummaries; i++) {
        const ScriptFunction *function = f->summaries[i].function;
        Late l = {f, function, false};
        if (function->async && function->body)
            late_stmt(&l, function->body);
    }
}
