/*
 * Invariants as clauses: a global invariant holds when a function with a contract is
 * called and when it returns; a type invariant does for its parameters, what they point
 * to, its result, and the globals of the type.
 */
#include "emit/contract_parts.h"
#include <string.h>

typedef struct {
    Emit *e;
    AcslClause *at;
    uint32_t count, cap;
} More;

static void add_clause(More *m, ClauseKind kind, const AcslInvariant *i, AcslNode *body)
{
    if (m->count == m->cap) {
        uint32_t cap = m->cap ? m->cap * 2 : 8;
        AcslClause *more = assay_arena_new(m->e->arena, cap, sizeof *more);
        if (!more) {
            m->e->no_memory = true;
            return;
        }
        if (m->count > 0)
            memcpy(more, m->at, m->count * sizeof *more);
        m->at = more;
        m->cap = cap;
    }
    m->at[m->count++] = (AcslClause){.kind = kind, .span = i->span, .body = body};
}

static bool same_record(const CType *a, const CType *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == C_STRUCT || a->kind == C_UNION)
        return a->tag && b->tag && a->tag[0] ? strcmp(a->tag, b->tag) == 0
                                             : a->fields == b->fields;
    return a->alias && b->alias && strcmp(a->alias->name, b->alias->name) == 0;
}

static AcslNode *new_node(Emit *e, NodeKind kind, Span span, const CType *type)
{
    AcslNode *n = assay_arena_new(e->arena, 1, sizeof *n);
    AcslSort *sort = assay_arena_new(e->arena, 1, sizeof *sort);

    if (!n || !sort) {
        e->no_memory = true;
        return NULL;
    }
    *sort = (AcslSort){.kind = SORT_C, .c = type};
    *n = (AcslNode){.kind = kind, .span = span, .sort = sort};
    return n;
}

static AcslNode *deref(Emit *e, AcslNode *p)
{
    AcslNode *n = p ? new_node(e, NODE_DEREF, p->span, p->sort->c->of) : NULL;
    AcslNode **args = assay_arena_new(e->arena, 1, sizeof(AcslNode *));

    if (!n || !args)
        return NULL;
    args[0] = p;
    n->args = args;
    n->nargs = 1;
    return n;
}

/* The invariant of what a node is, or points to. */
static void add_about(More *m, const AcslInvariant *i, AcslNode *it, bool before,
                      bool after)
{
    const CType *about = i->about->sort->c;
    AcslNode *body;

    if (!it)
        return;
    if (it->sort->c->kind == C_POINTER && same_record(it->sort->c->of, about)) {
        it = deref(m->e, it);
    } else if (!same_record(it->sort->c, about)) {
        return;
    } else if (it->kind == NODE_PARAM) {
        after = false; /* a copy */
    }
    body = it ? c_replaced(m->e, i->body, i->about, it) : NULL;
    if (body && before)
        add_clause(m, CLAUSE_REQUIRES, i, body);
    if (body && after)
        add_clause(m, CLAUSE_ENSURES, i, body);
}

static void add_type_invariant(More *m, const AcslInvariant *i, const CFunction *f)
{
    AcslNode *n;

    for (uint32_t p = 0; p < f->nparams; p++) {
        n = new_node(m->e, NODE_PARAM, i->span, f->params[p].type);
        if (n) {
            n->as.param.param = &f->params[p];
            n->as.param.number = p;
        }
        add_about(m, i, n, true, true);
    }
    for (uint32_t g = 0; g < m->e->unit->nglobals; g++) {
        n = new_node(m->e, NODE_GLOBAL, i->span, m->e->unit->globals[g].type);
        if (n)
            n->as.global = &m->e->unit->globals[g];
        add_about(m, i, n, true, true);
    }
    if (f->result->kind == C_VOID || f->result->kind == C_POINTER)
        return;
    n = new_node(m->e, NODE_RESULT, i->span, f->result);
    add_about(m, i, n, false, true);
}

const AcslContract *c_with_invariants(Emit *e, const AcslContract *c)
{
    AcslContract *copy = assay_arena_new(e->arena, 1, sizeof *copy);
    AcslBehavior *behaviors = assay_arena_new(e->arena, c->nbehaviors, sizeof *behaviors);
    AcslClause *clauses;
    More m = {.e = e};

    for (uint32_t i = 0; i < e->file->ninvariants; i++) {
        const AcslInvariant *inv = &e->file->invariants[i];
        if (inv->about) {
            add_type_invariant(&m, inv, c->function);
        } else {
            add_clause(&m, CLAUSE_REQUIRES, inv, inv->body);
            add_clause(&m, CLAUSE_ENSURES, inv, inv->body);
        }
    }
    clauses = assay_arena_new(e->arena, m.count + c->behaviors[0].nclauses + 1,
                              sizeof *clauses);
    if (m.count == 0 || !copy || !behaviors || !clauses)
        return c;
    memcpy(behaviors, c->behaviors, c->nbehaviors * sizeof *behaviors);
    if (c->behaviors[0].nclauses > 0)
        memcpy(clauses, c->behaviors[0].clauses,
               c->behaviors[0].nclauses * sizeof *clauses);
    memcpy(clauses + c->behaviors[0].nclauses, m.at, m.count * sizeof *clauses);
    behaviors[0].clauses = clauses;
    behaviors[0].nclauses += m.count;
    *copy = *c;
    copy->behaviors = behaviors;
    return copy;
}
