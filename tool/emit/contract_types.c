/*
 * Types as clauses. A global invariant holds when a function with a contract is called
 * and when it returns; a type invariant does for its parameters, what they point to, its
 * result, and the globals of the type. A language type says that a string is a sentence,
 * wherever one is declared with it:
 *
 *  - a parameter on entry, a result on return;
 *  - what a parameter leads to, a field or *out: on return if an assigns clause names it,
 *    on entry otherwise; all of an array, on entry, as far as the contract says that it
 *    can be read. How much of an array is set on return is not known;
 *  - a global that the body speaks of, once it is set: on entry and on return.
 */
#include "base/ascii.h"
#include "emit/contract_parts.h"
#include <string.h>

#define DEPTH 3     /* of structs in structs */
#define LANGUAGES 8 /* of one type */

typedef struct {
    AcslClause *at;
    uint32_t count, cap;
} Clauses;

typedef struct {
    Emit *e;
    const AcslContract *contract;
    Clauses first; /* clauses that are written may rely on them */
    Clauses last;  /* they rely on what is written: that an array can be read */
} More;

static void add_clause(Emit *e, Clauses *c, AcslClause clause)
{
    if (c->count == c->cap) {
        uint32_t cap = c->cap ? c->cap * 2 : 8;
        AcslClause *more = assay_arena_new(e->arena, cap, sizeof *more);
        if (!more) {
            e->no_memory = true;
            return;
        }
        if (c->count > 0)
            memcpy(more, c->at, c->count * sizeof *more);
        c->at = more;
        c->cap = cap;
    }
    c->at[c->count++] = clause;
}

/* Something of a type, and when it is looked at. */
typedef struct {
    AcslNode *it;
    Span span;
    bool before, after;
    bool may_be_null;
    AcslNode *behind; /* the pointer that leads to it, or NULL */
    AcslVar *index;   /* `it` is any of an array's elements, by this index; NULL: one */
    AcslNode *last;   /* the last index */
} Carrier;

/* ---- Nodes. */

static AcslNode *node_with(Emit *e, NodeKind kind, Span span, const CType *type,
                           AcslNode *a, AcslNode *b)
{
    AcslNode *n = c_node(e, kind, span, type);
    AcslNode **args = assay_arena_new(e->arena, 2, sizeof(AcslNode *));

    if (!n || !args || !a)
        return NULL;
    args[0] = a;
    args[1] = b;
    n->args = args;
    n->nargs = b ? 2 : 1;
    return n;
}

AcslNode *c_node(Emit *e, NodeKind kind, Span span, const CType *type)
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

static const AcslSort boolean = {.kind = SORT_BOOLEAN};
static const AcslSort text_sort = {.kind = SORT_TEXT};
static const AcslSort integer = {.kind = SORT_INTEGER};
static const AcslSort sentences = {.kind = SORT_SET, .of = &text_sort};

AcslNode *c_op_node(Emit *e, AcslOp op, const AcslSort *sort, AcslNode *a, AcslNode *b)
{
    AcslNode *n = a && b ? node_with(e, NODE_OP, a->span, NULL, a, b) : NULL;

    if (n) {
        n->sort = sort;
        n->as.op.op = op;
        n->as.op.mark = a->span;
    }
    return n;
}

static AcslNode *deref(Emit *e, AcslNode *p)
{
    return node_with(e, NODE_DEREF, p->span, p->sort->c->of, p, NULL);
}

static AcslNode *field(Emit *e, AcslNode *of, const CField *f)
{
    bool arrow = of->sort->c->kind == C_POINTER;
    AcslNode *n = node_with(e, NODE_FIELD, of->span, f->type, of, NULL);

    if (n) {
        n->as.field.name = f->name;
        n->as.field.field = f;
        n->as.field.arrow = arrow;
    }
    return n;
}

static AcslNode *int_node(Emit *e, Span span, int value)
{
    AcslNode *n = c_node(e, NODE_INT, span, NULL);

    if (n) {
        n->sort = &integer;
        n->as.integer = value;
    }
    return n;
}

static AcslNode *var_node(Emit *e, AcslVar *var)
{
    AcslNode *n = c_node(e, NODE_VAR, var->span, NULL);

    if (n) {
        n->sort = var->sort;
        n->as.var = var;
    }
    return n;
}

/* \forall integer index; 0 <= index <= last ==> body */
static AcslNode *for_all(Emit *e, AcslVar *index, AcslNode *last, AcslNode *body)
{
    AcslVar **vars = assay_arena_new(e->arena, 1, sizeof *vars);
    AcslNode *range = c_op_node(
        e, ACSL_AND, &boolean,
        c_op_node(e, ACSL_LE, &boolean, int_node(e, last->span, 0), var_node(e, index)),
        c_op_node(e, ACSL_LE, &boolean, var_node(e, index), last));
    AcslNode *n = node_with(e, NODE_QUANT, body->span, NULL,
                            c_op_node(e, ACSL_IMPLIES, &boolean, range, body), NULL);

    if (!n || !vars) {
        e->no_memory = true;
        return NULL;
    }
    vars[0] = index;
    n->sort = &boolean;
    n->vars = vars;
    n->nvars = 1;
    n->as.all = true;
    return n;
}

AcslNode *c_text_node(Emit *e, AcslNode *it)
{
    AcslNode *text = node_with(e, NODE_TEXT, it->span, NULL, it, NULL);

    if (text)
        text->sort = &text_sort;
    return text;
}

AcslNode *c_in_language(Emit *e, AcslNode *it, AcslNode *length, const AcslLanguage *l)
{
    AcslNode *text = node_with(e, NODE_TEXT, it->span, NULL, it, length);
    AcslNode *set = c_node(e, NODE_LANGUAGE, it->span, NULL);

    if (!text || !set)
        return NULL;
    text->sort = &text_sort;
    set->sort = &sentences;
    set->as.language = l;
    return c_op_node(e, ACSL_IN, &boolean, text, set);
}

/* ---- The length that a contract gives a string. */

static bool is_number(const AcslNode *n, int value)
{
    n = c_bare(n);
    return n->kind == NODE_INT && n->as.integer == value;
}

/* last + 1 */
static AcslNode *length_of(Emit *e, AcslNode *last)
{
    AcslNode *bare = (AcslNode *)(uintptr_t)c_bare(last);

    if (bare->kind == NODE_OP && bare->as.op.op == ACSL_SUB &&
        is_number(bare->args[1], 1))
        return bare->args[0];
    return c_op_node(e, ACSL_ADD, &integer, last, int_node(e, last->span, 1));
}

static AcslNode *given_length(More *m, const AcslNode *it)
{
    const AcslNode *last = NULL;

    if (it->kind == NODE_PARAM || it->kind == NODE_RESULT)
        last = acsl_last_byte(m->contract,
                              it->kind == NODE_PARAM ? it->as.param.param : NULL);
    return last ? length_of(m->e, (AcslNode *)(uintptr_t)last) : NULL;
}

/* ---- What a type says. */

static AcslNode *is_null(Emit *e, AcslNode *pointer)
{
    return c_op_node(e, ACSL_EQ, &boolean, pointer,
                     c_node(e, NODE_NULL, pointer->span, pointer->sort->c));
}

/* \valid_read(pointer) */
static AcslNode *can_be_read(Emit *e, AcslNode *pointer)
{
    AcslNode *n = node_with(e, NODE_BUILTIN, pointer->span, NULL, pointer, NULL);

    if (n) {
        n->sort = &boolean;
        n->as.builtin.builtin = BUILTIN_VALID_READ;
        n->as.builtin.label.kind = LABEL_HERE;
    }
    return n;
}

static void add_body(More *m, const Carrier *c, Span span, AcslNode *body, bool implied)
{
    AcslClause clause = {.kind = CLAUSE_REQUIRES, .span = span, .implied = implied};
    Clauses *to = c->index ? &m->last : &m->first;

    m->e->summary->clauses += c->before + c->after;
    if (body && c->may_be_null)
        body = c_op_node(m->e, ACSL_OR, &boolean, is_null(m->e, c->it), body);
    if (body && c->index)
        body = for_all(m->e, c->index, c->last, body);
    if (!body)
        return;
    clause.body = body;
    clause.when = c->behind ? can_be_read(m->e, c->behind) : NULL;
    if (c->before)
        add_clause(m->e, to, clause);
    clause.kind = CLAUSE_ENSURES;
    if (c->after)
        add_clause(m->e, to, clause);
}

static void add_languages(More *m, const Carrier *c)
{
    const AcslLanguage *all[LANGUAGES];
    uint32_t count = acsl_languages_of(m->e->file, c->it->sort->c, all, LANGUAGES);

    for (uint32_t i = 0; i < count; i++) {
        AcslNode *body = c_in_language(m->e, c->it, given_length(m, c->it), all[i]);
        if (body)
            body->span = c->span;
        add_body(m, c, c->span, body, true);
    }
}

static void add_invariants(More *m, const Carrier *c)
{
    for (uint32_t i = 0; i < m->e->file->ninvariants; i++) {
        const AcslInvariant *inv = &m->e->file->invariants[i];
        if (acsl_is_about(inv, c->it->sort->c))
            add_body(m, c, inv->span, c_replaced(m->e, inv->body, inv->about, c->it),
                     false);
    }
}

static bool is_record(const CType *type)
{
    return type->kind == C_STRUCT || type->kind == C_UNION;
}

static bool is_string(const CType *type)
{
    return (type->kind == C_POINTER || type->kind == C_ARRAY) && type->of->is_char;
}

/* ---- What a parameter leads to. */

static const AcslNode *root_of(const AcslNode *n)
{
    while (n && n->nargs > 0 && n->args[0])
        n = c_bare(n->args[0]);
    return n;
}

/* Whether an assigns clause names something that the parameter leads to: all of it, or
 * this field. */
static bool is_assigned(const More *m, const AcslNode *place)
{
    const AcslNode *root = root_of(place);

    for (uint32_t b = 0; b < m->contract->nbehaviors; b++)
        for (uint32_t i = 0; i < m->contract->behaviors[b].nclauses; i++) {
            const AcslClause *c = &m->contract->behaviors[b].clauses[i];
            for (uint32_t k = 0; c->kind == CLAUSE_ASSIGNS && k < c->nlocations; k++) {
                const AcslNode *l = c_bare(c->locations[k]), *from = root_of(l);
                bool same = from->kind == NODE_PARAM && root->kind == NODE_PARAM &&
                            from->as.param.param == root->as.param.param;
                if (same && (l->kind != NODE_FIELD || place->kind != NODE_FIELD ||
                             strcmp(l->as.field.name, place->as.field.name) == 0))
                    return true;
            }
        }
    return false;
}

static void add_fields(More *m, Carrier c, int depth);

static void add_reached(More *m, Carrier c, int depth)
{
    bool assigned = is_assigned(m, c.it);

    c.before = !assigned;
    c.after = assigned && !c.index;
    add_languages(m, &c);
    if (is_string(c.it->sort->c))
        add_invariants(m, &c);
    if (c.it->sort->c->kind == C_STRUCT)
        add_fields(m, c, depth + 1);
}

static void add_fields(More *m, Carrier c, int depth)
{
    const CType *type = c.it->sort->c;
    AcslNode *of = c.it;

    if (type->kind == C_POINTER)
        type = type->of;
    for (uint32_t i = 0; depth < DEPTH && i < type->nfields; i++) {
        const CType *f = type->fields[i].type;
        if (type->fields[i].name[0] == '\0' ||
            (f->kind != C_POINTER && f->kind != C_ARRAY && f->kind != C_STRUCT))
            continue;
        c.it = field(m->e, of, &type->fields[i]);
        if (c.it)
            add_reached(m, c, depth);
    }
}

/* What a pointer points to: all elements of an array. */
static void set_elements(More *m, Carrier *c, AcslNode *pointer)
{
    const AcslNode *last = acsl_last_element(m->contract, pointer->as.param.param);
    bool record = pointer->sort->c->of->kind == C_STRUCT;

    if (!last) {
        c->it = record ? pointer : deref(m->e, pointer);
        return;
    }
    c->index = assay_arena_new(m->e->arena, 1, sizeof *c->index);
    c->it = c->behind = NULL;
    if (!c->index)
        return;
    *c->index = (AcslVar){"i", &integer, pointer->span};
    c->last = (AcslNode *)(uintptr_t)last;
    c->it = node_with(m->e, NODE_INDEX, pointer->span, pointer->sort->c->of, pointer,
                      var_node(m->e, c->index));
}

static void add_param(More *m, AcslNode *n, Span span)
{
    const CType *type = n->sort->c;
    Carrier c = {.it = n, .span = span, .before = true};

    add_languages(m, &c);
    add_invariants(m, &c);
    if (type->kind == C_STRUCT)
        add_fields(m, c, 0);
    if (type->kind != C_POINTER)
        return;
    c.after = true;
    c.behind = n;
    c.it = deref(m->e, n);
    if (c.it && !is_string(type->of) && (is_record(type->of) || type->of->alias))
        add_invariants(m, &c);
    set_elements(m, &c, n);
    if (c.it && type->of->kind == C_STRUCT)
        add_fields(m, c, 0);
    else if (c.it && is_string(type->of))
        add_reached(m, c, DEPTH);
}

/* ---- Globals. */

/* Whether the function's body speaks of a name. */
static bool is_mentioned(const Emit *e, const CFunction *f, const char *name)
{
    struct assay_str body = diag_text(e->unit->diags, f->body);
    size_t len = strlen(name);

    for (size_t i = 0; i + len <= body.len; i++)
        if (memcmp(body.at + i, name, len) == 0 &&
            (i == 0 || !assay_is_word(body.at[i - 1])) &&
            (i + len == body.len || !assay_is_word(body.at[i + len])))
            return true;
    return false;
}

static void add_global(More *m, const CGlobal *g, const CFunction *f)
{
    AcslNode *n = c_node(m->e, NODE_GLOBAL, f->definition->name, g->type);
    Carrier c = {.it = n, .span = f->definition->name, .before = true, .after = true};

    if (!n)
        return;
    n->as.global = g;
    if (!is_string(g->type))
        add_invariants(m, &c);
    if (g->type->kind == C_POINTER && is_record(g->type->of)) {
        c.behind = n;
        c.it = deref(m->e, n);
        if (c.it)
            add_invariants(m, &c);
    }
    c.it = n;
    c.behind = NULL;
    c.may_be_null = g->type->kind == C_POINTER && !g->literal;
    if (is_string(g->type) && is_mentioned(m->e, f, g->name)) {
        add_languages(m, &c);
        add_invariants(m, &c);
    }
}

/* ---- All of a function. */

/* The result's type, as the definition has it. */
static Span result_span(const Emit *e, const CFunction *f)
{
    Span span = {f->definition->span.source, f->definition->span.start,
                 f->definition->name.start};
    struct assay_str text = diag_text(e->unit->diags, span);

    while (text.len > 1 && strchr(" *\t\n\r", text.at[text.len - 1]))
        text.len--;
    span.end = span.start + (uint32_t)text.len;
    return span;
}

static void add_result(More *m, const CFunction *f)
{
    AcslNode *n = c_node(m->e, NODE_RESULT, result_span(m->e, f), f->result);
    Carrier c = {.it = n, .span = result_span(m->e, f), .after = true};

    if (!n || f->result->kind == C_VOID)
        return;
    add_languages(m, &c);
    add_invariants(m, &c);
}

static void add_types(More *m, const CFunction *f)
{
    for (uint32_t p = 0; p < f->nparams; p++) {
        AcslNode *n = c_param_node(m->e, f, p);
        if (n)
            add_param(m, n, f->params[p].span);
    }
    for (uint32_t g = 0; g < m->e->unit->nglobals; g++)
        if (c_is_visible(f, &m->e->unit->globals[g]))
            add_global(m, &m->e->unit->globals[g], f);
    add_result(m, f);
}

AcslNode *c_param_node(Emit *e, const CFunction *f, uint32_t number)
{
    AcslNode *n = c_node(e, NODE_PARAM, f->params[number].span, f->params[number].type);

    if (n) {
        n->as.param.param = &f->params[number];
        n->as.param.number = number;
    }
    return n;
}

/* Whether all that a term speaks of is declared before the function. */
static bool is_visible(const AcslNode *n, const CFunction *f)
{
    if (n->kind == NODE_GLOBAL && !c_is_visible(f, n->as.global))
        return false;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && !is_visible(n->args[i], f))
            return false;
    return n->kind != NODE_CALL || !n->as.call.logic->body ||
           n->as.call.logic->recursive || is_visible(n->as.call.logic->body, f);
}

/* The invariants of all calls. A function before what one is about cannot break it. */
static void add_global_invariants(More *m)
{
    for (uint32_t i = 0; i < m->e->file->ninvariants; i++) {
        const AcslInvariant *inv = &m->e->file->invariants[i];
        AcslClause clause = {
            .kind = CLAUSE_REQUIRES, .span = inv->span, .body = inv->body};
        if (inv->about || !is_visible(inv->body, m->contract->function))
            continue;
        add_clause(m->e, &m->first, clause);
        clause.kind = CLAUSE_ENSURES;
        add_clause(m->e, &m->first, clause);
    }
}

static AcslClause *put(AcslClause *to, const AcslClause *from, uint32_t count)
{
    if (count > 0)
        memcpy(to, from, count * sizeof *to);
    return to + count;
}

const AcslContract *c_with_types(Emit *e, const AcslContract *c)
{
    AcslContract *copy = assay_arena_new(e->arena, 1, sizeof *copy);
    AcslBehavior *behaviors = assay_arena_new(e->arena, c->nbehaviors, sizeof *behaviors);
    uint32_t written = c->behaviors[0].nclauses, count;
    AcslClause *clauses, *end;
    More m = {.e = e, .contract = c};

    add_global_invariants(&m);
    add_types(&m, c->function);
    count = m.first.count + written + m.last.count;
    clauses = assay_arena_new(e->arena, count + 1, sizeof *clauses);
    if (count == written || !copy || !behaviors || !clauses)
        return c;
    end = put(clauses, m.first.at, m.first.count);
    end = put(end, c->behaviors[0].clauses, written);
    put(end, m.last.at, m.last.count);
    memcpy(behaviors, c->behaviors, c->nbehaviors * sizeof *behaviors);
    behaviors[0].clauses = clauses;
    behaviors[0].nclauses = count;
    *copy = *c;
    copy->behaviors = behaviors;
    return copy;
}

bool c_has_pointer(const CType *type)
{
    if (type->kind == C_POINTER)
        return true;
    for (uint32_t i = 0; i < type->nfields; i++)
        if (c_has_pointer(type->fields[i].type))
            return true;
    return type->kind == C_ARRAY && c_has_pointer(type->of);
}
