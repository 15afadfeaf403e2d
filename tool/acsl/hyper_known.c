/*
 * Hyperproperties that have a name: monotone x; and the like become inputs of runs, what
 * is the same after them, and clauses, as if these had been written.
 *
 * What can be observed of a run is its result and the places that the contract says it
 * assigns.
 */
#include "acsl/parse.h"

typedef struct {
    Reader *r;
    const Contract *contract;
    const CFunction *function;
    Hyper *h;
} Maker;

/* ---- Parts. */

static AcslNode *param_node(Maker *m, uint32_t number)
{
    const CParam *p = &m->function->params[number];
    AcslNode *n =
        acsl_node(m->r, NODE_PARAM, m->h->known.span, acsl_sort_c(m->r, p->type));

    n->as.param.param = p;
    n->as.param.number = number;
    return n;
}

static AcslNode *result_node(Maker *m)
{
    return acsl_node(m->r, NODE_RESULT, m->h->known.span,
                     acsl_sort_c(m->r, m->function->result));
}

static bool has_result(const Maker *m)
{
    return m->function->result->kind != C_VOID;
}

static void add_input(Maker *m, AcslRunInput input)
{
    AcslRunInput *in = acsl_new(m->r, 1, sizeof *in);

    if (!in)
        return;
    *in = input;
    acsl_list_add(m->r, &m->h->inputs, in);
}

static void give(Maker *m, uint32_t run, uint32_t number, AcslNode *value)
{
    add_input(m, (AcslRunInput){.run = run,
                                .span = m->h->known.span,
                                .param = &m->function->params[number],
                                .value = value});
}

/* Run 2 gets another one. */
static void draw_other(Maker *m, AcslNode *n)
{
    bool param = n->kind == NODE_PARAM;

    add_input(m, (AcslRunInput){.run = 2,
                                .span = n->span,
                                .param = param ? n->as.param.param : NULL,
                                .place = param ? NULL : n});
}

static void add_clause(Maker *m, ClauseKind kind, AcslNode *body)
{
    AcslClause *c = acsl_new(m->r, 1, sizeof *c);

    if (!c || acsl_is_bad(body))
        return;
    *c = (AcslClause){.kind = kind, .span = m->h->known.span, .body = body};
    acsl_list_add(m->r, &m->h->clauses, c);
}

/* ---- Bit fields: they have no address and are compared by value. */

static bool is_bits(const AcslNode *n)
{
    return n->kind == NODE_FIELD && n->as.field.field && n->as.field.field->bits > 0;
}

static void same_bits(Maker *m, AcslNode *bits, uint32_t one, uint32_t other)
{
    Span span = m->h->known.span;
    Token mark = {TOKEN_MARK, span, assay_str(acsl_op_text(ACSL_EQ))};

    add_clause(m, CLAUSE_ENSURES,
               acsl_binary(m->r, ACSL_EQ, mark, acsl_run_node(m->r, bits, one, span),
                           acsl_run_node(m->r, bits, other, span)));
}

/* A field of a struct, of which `n` is one or what a pointer leads to. */
static AcslNode *field_of(Maker *m, AcslNode *n, const char *name)
{
    bool arrow = n->kind == NODE_DEREF;
    Token word = {TOKEN_NAME, m->h->known.span, assay_str(name)};

    return acsl_field(m->r, word.span, arrow ? n->args[0] : n, word, arrow);
}

static void same_bits_in(Maker *m, AcslNode *n, uint32_t one, uint32_t other)
{
    const CType *type = !acsl_is_bad(n) && n->sort->kind == SORT_C ? n->sort->c : NULL;

    if (is_bits(n))
        same_bits(m, n, one, other);
    for (uint32_t i = 0; type && type->kind == C_STRUCT && i < type->nfields; i++) {
        const CField *f = &type->fields[i];
        if (f->name[0] && (f->bits > 0 || f->type->kind == C_STRUCT))
            same_bits_in(m, field_of(m, n, f->name), one, other);
    }
}

/* ---- What is the same. */

static void add_same(Maker *m, AcslNode *what, uint32_t one, uint32_t other)
{
    AcslSame *same = is_bits(what) ? NULL : acsl_new(m->r, 1, sizeof *same);

    same_bits_in(m, what, one, other);
    if (!same)
        return;
    *same = (AcslSame){what, one, other};
    acsl_list_add(m->r, &m->h->same, same);
}

static void follow(Maker *m, uint32_t run, uint32_t before)
{
    m->h->follows[run - 1] = before;
    if (run > m->h->runs)
        m->h->runs = run;
}

/* ---- Places. */

#define ELEMENTS_MAX 64 /* of an array that are looked at one by one */

/* Whether two indices may be one. */
static bool may_meet(const AcslNode *a, const AcslNode *b)
{
    return a->kind != NODE_INT || b->kind != NODE_INT || a->as.integer == b->as.integer;
}

/* Whether a place is, or is in, or is behind another. */
static bool is_within(const AcslNode *n, const AcslNode *outer)
{
    for (;;) {
        if (acsl_same_text(n, outer) ||
            (n->kind == NODE_INDEX && outer->kind == NODE_INDEX &&
             may_meet(n->args[1], outer->args[1]) &&
             acsl_same_text(n->args[0], outer->args[0])))
            return true;
        if (n->kind != NODE_FIELD && n->kind != NODE_INDEX && n->kind != NODE_DEREF &&
            !(n->kind == NODE_OP && n->as.op.op == ACSL_ADD))
            return false;
        n = n->args[0];
    }
}

static bool is_high(const Maker *m, const AcslNode *n)
{
    const List *high = &m->h->known.places;

    if (m->h->known.kind[0] != 'n')
        return false;
    for (uint32_t i = 0; i < high->count; i++)
        if (is_within(n, high->at[i]))
            return true;
    return false;
}

/* Whether a place is a field, or an element, of another. */
static bool is_part_of(const AcslNode *part, const AcslNode *n)
{
    if (part->kind == NODE_FIELD && part->as.field.arrow)
        return n->kind == NODE_DEREF && acsl_same_text(part->args[0], n->args[0]);
    return acsl_same_text(part->args[0], n);
}

/* Whether a part of it is high, but not all of it. */
static bool holds_high(const Maker *m, const AcslNode *n)
{
    const List *high = &m->h->known.places;

    if (m->h->known.kind[0] != 'n' || n->sort->kind != SORT_C ||
        n->sort->c->kind == C_POINTER)
        return false;
    for (uint32_t i = 0; i < high->count; i++) {
        const AcslNode *h = high->at[i];
        for (; h->kind == NODE_FIELD || h->kind == NODE_INDEX; h = h->args[0])
            if (is_part_of(h, n))
                return true;
    }
    return false;
}

/* The result and the like are no places that are looked at. */
static bool is_memory(const AcslNode *n)
{
    return n->kind != NODE_RESULT && n->kind != NODE_EXIT_STATUS && n->kind != NODE_PARAM;
}

static void observe(Maker *m, AcslNode *n, List *ret_places);

static AcslNode *element_of(Maker *m, AcslNode *n, uint32_t number)
{
    AcslNode *index = acsl_node(m->r, NODE_INT, m->h->known.span, &acsl_integer);

    index->as.integer = number;
    return acsl_index(m->r, m->h->known.span, n, index);
}

/* The parts of a struct or array, one by one. Those of a union are all the same memory,
 * and those of a long array too many. */
static void observe_parts(Maker *m, AcslNode *n, List *ret_places)
{
    const CType *type = n->sort->c;
    uint64_t count = type->kind == C_ARRAY ? type->count : 0;

    for (uint32_t i = 0; type->kind == C_STRUCT && i < type->nfields; i++)
        if (type->fields[i].name[0])
            observe(m, field_of(m, n, type->fields[i].name), ret_places);
    for (uint32_t i = 0; i < count && count <= ELEMENTS_MAX; i++)
        observe(m, element_of(m, n, i), ret_places);
}

/* Adds what may be looked at of a place. */
static void observe(Maker *m, AcslNode *n, List *ret_places)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    if (n->kind == NODE_SET) {
        for (uint32_t i = 0; i < n->nargs; i++)
            observe(m, n->args[i], ret_places);
        return;
    }
    if (acsl_is_bad(n) || !is_memory(n) || is_high(m, n))
        return;
    if (holds_high(m, n)) {
        observe_parts(m, n, ret_places);
        return;
    }
    for (uint32_t i = 0; i < ret_places->count; i++)
        if (acsl_same_text(ret_places->at[i], n))
            return;
    acsl_list_add(m->r, ret_places, n);
}

/* The places of the assigns clauses. */
static List assigned(Maker *m)
{
    List places = {0};

    for (uint32_t i = 0; i < m->contract->behaviors.count; i++) {
        const Behavior *b = m->contract->behaviors.at[i];
        for (uint32_t k = 0; k < b->clauses.count; k++) {
            const AcslClause *c = b->clauses.at[k];
            for (uint32_t l = 0; c->kind == CLAUSE_ASSIGNS && l < c->nlocations; l++)
                observe(m, c->locations[l], &places);
        }
    }
    return places;
}

/* False, reported: there is nothing that could be the same. */
static bool same_places(Maker *m, const List *places, bool result, uint32_t other)
{
    if (result)
        add_same(m, result_node(m), 1, other);
    for (uint32_t i = 0; i < places->count; i++)
        add_same(m, places->at[i], 1, other);
    if (result || places->count > 0)
        return true;
    acsl_wrong(m->r, DIAG_ACSL_RESULT, m->h->known.span,
               "there is nothing to compare: '%s' %s", m->function->name,
               has_result(m) ? "has no assigns clause with such places"
                             : "returns nothing, and assigns nothing that counts");
    return false;
}

/* ---- Parameters that are meant. */

/* False, reported, if they are not `wanted` parameters. */
static bool written_params(Maker *m, uint32_t wanted, uint32_t *ret_numbers)
{
    const KnownHyper *k = &m->h->known;

    if (k->places.count != wanted) {
        acsl_wrong(m->r, DIAG_ACSL_ARGUMENTS, k->span,
                   "'%s' takes %u parameter%s, not %u", k->kind, wanted,
                   wanted == 1 ? "" : "s", k->places.count);
        return false;
    }
    for (uint32_t i = 0; i < wanted; i++) {
        const AcslNode *n = k->places.at[i];
        if (n->kind != NODE_PARAM) {
            acsl_wrong(m->r, DIAG_ACSL_LVALUE, n->span, "a parameter is wanted here");
            return false;
        }
        ret_numbers[i] = n->as.param.number;
    }
    return true;
}

static bool ask_for_params(Maker *m, const char *example)
{
    acsl_wrong(m->r, DIAG_ACSL_ARGUMENTS, m->h->known.span,
               "which parameters of '%s' are meant? Write them, as in %s",
               m->function->name, example);
    return false;
}

static bool same_type(const CFunction *f, uint32_t a, uint32_t b)
{
    return acsl_same_type(f->params[a].type, f->params[b].type);
}

/* The only two of one type. */
static bool only_pair(Maker *m, uint32_t *ret_numbers)
{
    const CFunction *f = m->function;
    uint32_t pairs = 0;

    for (uint32_t i = 0; i < f->nparams; i++)
        for (uint32_t k = i + 1; k < f->nparams; k++) {
            if (!same_type(f, i, k) || pairs++ > 0)
                continue;
            ret_numbers[0] = i;
            ret_numbers[1] = k;
        }
    return pairs == 1 || ask_for_params(m, "commutative a, b;");
}

/* ---- Each of them. */

static bool noninterference(Maker *m)
{
    const KnownHyper *k = &m->h->known;
    List places = {0};

    for (uint32_t i = 0; i < k->places.count; i++)
        draw_other(m, k->places.at[i]);
    places = k->only_low ? k->low : assigned(m);
    if (!same_places(m, &places, has_result(m), 2))
        return false;
    if (!m->function->touches_state || !has_result(m))
        return true;
    follow(m, 3, 1);
    follow(m, 4, 2);
    add_same(m, result_node(m), 3, 4);
    return true;
}

/* Whether all that it is given are numbers and the like: what one call leaves behind is
 * then in variables, never in what another is given. */
static bool is_by_value(const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++)
        if (f->params[i].type->kind > C_FLOAT)
            return false;
    return f->nparams > 0;
}

/* One more run, after a call with other arguments: a cache that is out of date tells. */
static void after_another(Maker *m)
{
    for (uint32_t i = 0; i < m->function->nparams; i++)
        give(m, 4, i, NULL);
    follow(m, 5, 4);
    add_same(m, result_node(m), 1, 5);
}

static bool deterministic(Maker *m)
{
    List places = assigned(m);
    uint32_t none;

    if (m->h->known.places.count > 0)
        return written_params(m, 0, &none);
    if (!same_places(m, &places, has_result(m), 2))
        return false;
    if (!m->function->touches_state)
        return true;
    follow(m, 3, 1);
    if (!same_places(m, &places, has_result(m), 3))
        return false;
    if (has_result(m) && is_by_value(m->function))
        after_another(m);
    return true;
}

static bool commutative(Maker *m)
{
    const CFunction *f = m->function;
    uint32_t n[2] = {0, 0};
    List places = {0};

    if (m->h->known.places.count > 0 ? !written_params(m, 2, n) : !only_pair(m, n))
        return false;
    if (!same_type(f, n[0], n[1])) {
        acsl_wrong(m->r, DIAG_ACSL_SORT, m->h->known.span,
                   "'%s' and '%s' are of different types", f->params[n[0]].name,
                   f->params[n[1]].name);
        return false;
    }
    give(m, 2, n[0], param_node(m, n[1]));
    give(m, 2, n[1], param_node(m, n[0]));
    if (!has_result(m))
        places = assigned(m);
    return same_places(m, &places, has_result(m), 2);
}

/* What `<=` takes, and not as addresses. */
static AcslNode *compared(Maker *m, AcslOp op, AcslNode *first)
{
    Token mark = {TOKEN_MARK, m->h->known.span, assay_str(acsl_op_text(op))};
    AcslNode *second = acsl_run_node(m->r, first, 2, first->span);
    AcslNode *n = acsl_binary(m->r, op, mark, first, second);

    if (acsl_is_bad(n) || !acsl_is_pointer(n->args[0]->sort))
        return n;
    acsl_wrong(m->r, DIAG_ACSL_SORT, m->h->known.span,
               "'%s' is about numbers and texts; this is of sort %s", m->h->known.kind,
               acsl_sort_text(m->r, first->sort));
    return acsl_bad(m->r, m->h->known.span);
}

/* What grows: the place that is written, or the only parameter. NULL, reported: none. */
static AcslNode *growing(Maker *m)
{
    const KnownHyper *k = &m->h->known;

    if (k->places.count == 1)
        return k->places.at[0];
    if (k->places.count == 0 && m->function->nparams == 1)
        return param_node(m, 0);
    if (k->places.count == 0)
        ask_for_params(m, "monotone x;");
    else
        acsl_wrong(m->r, DIAG_ACSL_ARGUMENTS, k->span, "'%s' is about one, not %u",
                   k->kind, k->places.count);
    return NULL;
}

static bool monotone(Maker *m, AcslOp result)
{
    AcslNode *what = growing(m);

    if (!what)
        return false;
    if (!has_result(m)) {
        acsl_wrong(m->r, DIAG_ACSL_RESULT, m->h->known.span, "'%s' returns nothing",
                   m->function->name);
        return false;
    }
    draw_other(m, what);
    add_clause(m, CLAUSE_ASSUMES, compared(m, ACSL_LE, what));
    add_clause(m, CLAUSE_ENSURES, compared(m, result, result_node(m)));
    return !m->r->failed;
}

/* The parameters that have the type of the result. */
static uint32_t of_result_type(const Maker *m, uint32_t *ret_number)
{
    uint32_t count = 0;

    for (uint32_t i = 0; has_result(m) && i < m->function->nparams; i++)
        if (acsl_same_type(m->function->params[i].type, m->function->result)) {
            *ret_number = i;
            count++;
        }
    return count;
}

/* Whether a place is behind the parameter. */
static bool is_behind(const AcslNode *n, uint32_t number)
{
    while (n->nargs > 0 && n->kind != NODE_PARAM)
        n = n->args[0];
    return n->kind == NODE_PARAM && n->as.param.number == number;
}

/* A second call leaves what the parameter points to as it is. */
static bool in_place(Maker *m, uint32_t number)
{
    List all = assigned(m), places = {0};

    for (uint32_t i = 0; i < all.count; i++)
        if (is_behind(all.at[i], number))
            acsl_list_add(m->r, &places, all.at[i]);
    follow(m, 2, 1);
    return same_places(m, &places, false, 2);
}

static bool idempotent(Maker *m)
{
    const CFunction *f = m->function;
    uint32_t number = 0, count = of_result_type(m, &number);
    List places = {0};

    if (m->h->known.places.count > 0) {
        if (!written_params(m, 1, &number))
            return false;
        if (!acsl_same_type(f->params[number].type, f->result) &&
            f->params[number].type->kind == C_POINTER)
            return in_place(m, number);
        if (!acsl_same_type(f->params[number].type, f->result)) {
            acsl_wrong(m->r, DIAG_ACSL_SORT, m->h->known.span,
                       "'%s' is not of the type of the result, '%s'",
                       f->params[number].name, f->result->spelling);
            return false;
        }
        count = 1;
    }
    if (count > 1)
        return ask_for_params(m, "idempotent x;");
    follow(m, 2, 1);
    if (count == 0)
        places = assigned(m);
    else
        give(m, 2, number, result_node(m));
    return same_places(m, &places, count == 1, 2);
}

bool acsl_known_hyper(Reader *r, const Contract *c, Hyper *h)
{
    Maker m = {.r = r, .contract = c, .function = c->function, .h = h};
    const char *kind = h->known.kind;

    if (!kind)
        return true;
    switch (kind[0]) {
    case 'n':
        return noninterference(&m);
    case 'd':
        return deterministic(&m);
    case 'c':
        return commutative(&m);
    case 'm':
        return monotone(&m, ACSL_LE);
    case 'a':
        return monotone(&m, ACSL_GE);
    default:
        return idempotent(&m);
    }
}
