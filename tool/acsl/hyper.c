/*
 * Hyper blocks of a contract that is read: those with a name become inputs and what is
 * the same; inputs are put in order; runs that cannot be made are found.
 *
 * An input needs those that its value speaks of, in their run. Depth first search gives
 * the order and the circles. What a value needs of results goes along: it must be there
 * before the run begins, in the same process.
 */
#include "acsl/parse.h"
#include <string.h>

typedef struct {
    AcslRunInput *in;
    uint32_t results; /* runs whose results it needs: bits */
    enum { INPUT_NEW, INPUT_BUSY, INPUT_DONE } state;
} Input;

typedef struct {
    Reader *r;
    Hyper *h;
    const Contract *contract;
    Input *inputs;
    uint32_t count;
    List order; /* of AcslRunInput */
} Orderer;

/* ---- Places. */

bool acsl_same_text(const AcslNode *a, const AcslNode *b)
{
    struct assay_buf one, other;
    bool same;

    assay_buf_init(&one, NULL, 0);
    assay_buf_init(&other, NULL, 0);
    acsl_print(a, &one);
    acsl_print(b, &other);
    same = one.len == other.len && !one.status && !other.status &&
           memcmp(one.at, other.at, one.len) == 0;
    assay_buf_done(&one);
    assay_buf_done(&other);
    return same;
}

/* Whether an element or field is a part of what is before it, not behind a pointer. */
static bool is_part(const AcslNode *n)
{
    const AcslSort *s =
        n->nargs > 0 && n->args[0] ? acsl_element(n->args[0]->sort) : NULL;

    if (n->kind == NODE_FIELD)
        return !n->as.field.arrow;
    return n->kind == NODE_INDEX && s->kind == SORT_C && s->c->kind == C_ARRAY;
}

/* The variable that a place is a part of; NULL behind a pointer. */
static const CGlobal *global_of(const AcslNode *n)
{
    while (is_part(n))
        n = n->args[0];
    return n->kind == NODE_GLOBAL ? n->as.global : NULL;
}

/* Whether two places have something in common, as far as their text tells. */
static bool overlap(const AcslNode *a, const AcslNode *b)
{
    const CGlobal *g = global_of(a);
    bool alike = a->kind == b->kind && (a->kind == NODE_FIELD || a->kind == NODE_INDEX) &&
                 acsl_same_text(a->args[0], b->args[0]);

    if (alike && a->kind == NODE_FIELD)
        return strcmp(a->as.field.name, b->as.field.name) == 0;
    if (alike && a->args[1]->kind == NODE_INT && b->args[1]->kind == NODE_INT)
        return a->args[1]->as.integer == b->args[1]->as.integer;
    return alike || (g && g == global_of(b)) || acsl_same_text(a, b);
}

/* Whether a place is what a pointer leads to. */
static bool is_behind(const AcslNode *place, const AcslNode *pointer)
{
    while (is_part(place))
        place = place->args[0];
    return (place->kind == NODE_DEREF || place->kind == NODE_INDEX ||
            place->kind == NODE_FIELD) &&
           acsl_same_text(place->args[0], pointer);
}

/* ---- What inputs need. */

/* Where a term stands. */
typedef struct {
    uint32_t run;
    bool inside; /* what it leads to may be read, too */
} Place;

static bool visit(Orderer *o, Input *i);

/* What a term in a run is given by an input; `inside`: what it leads to is read, too. */
static bool needs(const AcslRunInput *in, const AcslNode *n, bool inside)
{
    if (in->param)
        return n->kind == NODE_PARAM && n->as.param.param == in->param;
    return (acsl_is_lvalue(n) && overlap(n, in->place)) ||
           (inside && acsl_is_pointer(n->sort) && is_behind(in->place, n));
}

static bool visit_all(Orderer *o, Input *user, const AcslNode *n, Place at)
{
    for (uint32_t i = 0; i < o->count; i++) {
        Input *used = &o->inputs[i];
        if (used->in->run != at.run || !needs(used->in, n, at.inside))
            continue;
        if (!visit(o, used))
            return false;
        user->results |= used->results;
    }
    return true;
}

static bool is_of_return(const AcslNode *n)
{
    return n->kind == NODE_RESULT ||
           (n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_ERRNO);
}

/* Whether it may read what its pointers lead to. */
static bool reads_inside(const AcslNode *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_BUILTIN || n->kind == NODE_TEXT ||
           n->kind == NODE_SELECT;
}

static bool visit_node(Orderer *o, Input *user, const AcslNode *n, Place at);

/* What the parts of a term need. */
static bool visit_parts(Orderer *o, Input *user, const AcslNode *n, uint32_t run)
{
    bool part = is_part(n);

    if (part && !visit_parts(o, user, n->args[0], run))
        return false;
    for (uint32_t i = part; i < n->nargs; i++)
        if (n->args[i] && !visit_node(o, user, n->args[i], (Place){run, reads_inside(n)}))
            return false;
    return true;
}

/* False, reported, if a part needs what needs it. */
static bool visit_node(Orderer *o, Input *user, const AcslNode *n, Place at)
{
    if (n->kind == NODE_AT && n->as.label.kind == LABEL_RUN)
        at.run = n->as.label.number;
    if (is_of_return(n))
        user->results |= 1u << at.run;
    if (n->kind != NODE_AT && at.run > 1 && !visit_all(o, user, n, at))
        return false;
    return visit_parts(o, user, n, at.run);
}

static bool check_results(Orderer *o, const Input *i)
{
    uint32_t run = i->in->run, missing = i->results;
    Diagnostic *d;

    for (uint32_t k = run; k > 0; k = o->h->follows[k - 1])
        if (k != run)
            missing &= ~(1u << k);
    if (!missing)
        return true;
    for (uint32_t k = 1; k <= ACSL_RUNS_MAX; k++) {
        if (!(missing >> k & 1))
            continue;
        d = acsl_wrong(o->r, DIAG_ACSL_RUN, i->in->span,
                       k == run
                           ? "run %u cannot begin with its own result"
                           : "run %u is not made after run %u, whose result it needs",
                       run, k);
        if (k < run && o->h->follows[run - 1] == 0)
            acsl_note(o->r, d, "help", "write follows{%u} = %u;", run, k);
        break;
    }
    return false;
}

static bool visit(Orderer *o, Input *i)
{
    if (i->state == INPUT_DONE)
        return true;
    if (i->state == INPUT_BUSY) {
        acsl_wrong(o->r, DIAG_ACSL_RUN, i->in->span,
                   "this needs itself: the inputs go round in a circle");
        return false;
    }
    i->state = INPUT_BUSY;
    if ((i->in->place && !visit_parts(o, i, i->in->place, i->in->run)) ||
        (i->in->value && !visit_node(o, i, i->in->value, (Place){1, false})) ||
        !check_results(o, i))
        return false;
    i->state = INPUT_DONE;
    acsl_list_add(o->r, &o->order, i->in);
    return true;
}

static bool given_twice(Orderer *o, const Input *i)
{
    for (const Input *k = o->inputs; k < i; k++) {
        bool same =
            k->in->run == i->in->run &&
            (i->in->param ? k->in->param == i->in->param
                          : k->in->place && acsl_same_text(k->in->place, i->in->place));
        Diagnostic *d;
        if (!same)
            continue;
        d = acsl_wrong(o->r, DIAG_ACSL_RUN, i->in->span, "this is given to run %u twice",
                       i->in->run);
        if (d)
            diag_related(o->r->unit->diags, d, k->in->span, "it is given here, too");
        return true;
    }
    return false;
}

/* False, reported: there is no order. */
static bool order_inputs(Orderer *o)
{
    o->count = o->h->inputs.count;
    o->inputs = acsl_new(o->r, o->count, sizeof *o->inputs);
    if (!o->inputs)
        return false;
    for (uint32_t i = 0; i < o->count; i++) {
        o->inputs[i].in = o->h->inputs.at[i];
        if (given_twice(o, &o->inputs[i]))
            return false;
    }
    for (uint32_t i = 0; i < o->count; i++)
        if (!visit(o, &o->inputs[i]))
            return false;
    return true;
}

/* ---- Runs that are spoken of. */

static bool check_runs(Orderer *o, const AcslNode *n)
{
    if (n->kind == NODE_AT && n->as.label.kind == LABEL_RUN &&
        n->as.label.number > o->h->runs) {
        acsl_wrong(o->r, DIAG_ACSL_RUN, n->span, "there is no run %u; '%s' has %u runs",
                   n->as.label.number, o->h->name, o->h->runs);
        return false;
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && !check_runs(o, n->args[i]))
            return false;
    return true;
}

static bool check_all_runs(Orderer *o)
{
    bool good = true;

    for (uint32_t i = 0; i < o->h->inputs.count; i++) {
        const AcslRunInput *in = o->h->inputs.at[i];
        good &= (!in->value || check_runs(o, in->value)) &&
                (!in->place || check_runs(o, in->place));
    }
    for (uint32_t i = 0; i < o->h->clauses.count; i++)
        good &= check_runs(o, ((const AcslClause *)o->h->clauses.at[i])->body);
    return good;
}

/* ---- Blocks that cannot be. */

static const AcslClause *find_exits(const Contract *c)
{
    for (uint32_t i = 0; i < c->behaviors.count; i++) {
        const Behavior *b = c->behaviors.at[i];
        for (uint32_t k = 0; k < b->clauses.count; k++) {
            const AcslClause *clause = b->clauses.at[k];
            if (clause->kind == CLAUSE_EXITS && clause->body->kind != NODE_FALSE)
                return clause;
        }
    }
    return NULL;
}

static bool check_exits(Orderer *o)
{
    const CFunction *f = o->contract->function;
    const AcslClause *exits = find_exits(o->contract);
    Diagnostic *d;

    if (!exits && !f->no_return)
        return true;
    d = acsl_wrong(o->r, DIAG_ACSL_HYPER_EXITS, o->h->span,
                   exits ? "'%s' may exit: its runs cannot be compared"
                         : "'%s' does not return: its runs cannot be compared",
                   f->name);
    if (d && exits)
        diag_related(o->r->unit->diags, d, exits->span, "it exits, as is said here");
    return false;
}

static bool report_name(Orderer *o, const char *what, Span other)
{
    Diagnostic *d = acsl_wrong(o->r, DIAG_ACSL_REDEFINED, o->h->span,
                               "there is %s '%s' already", what, o->h->name);

    if (d)
        diag_related(o->r->unit->diags, d, other, "it is here");
    return false;
}

static bool check_name(Orderer *o)
{
    for (uint32_t i = 1; i < o->contract->behaviors.count; i++) {
        const Behavior *b = o->contract->behaviors.at[i];
        if (strcmp(b->name, o->h->name) == 0)
            return report_name(o, "a behavior", b->span);
    }
    for (uint32_t i = 0; o->contract->hypers.at[i] != o->h; i++) {
        const Hyper *h = o->contract->hypers.at[i];
        if (strcmp(h->name, o->h->name) == 0)
            return report_name(o, "a hyper block", h->span);
    }
    return true;
}

/* ---- The whole. */

static uint32_t behavior_number(const Contract *c, const Hyper *h)
{
    for (uint32_t i = 1; h->behavior && i < c->behaviors.count; i++)
        if (strcmp(((const Behavior *)c->behaviors.at[i])->name, h->behavior) == 0)
            return i;
    return 0;
}

/* The parameter that a place is a part of; NULL behind a pointer. */
static const CParam *param_of(const AcslNode *n)
{
    while (is_part(n))
        n = n->args[0];
    return n->kind == NODE_PARAM ? n->as.param.param : NULL;
}

static void lift_all(Reader *r, Hyper *h)
{
    for (uint32_t i = 0; i < h->inputs.count; i++) {
        AcslRunInput *in = h->inputs.at[i];
        in->part_of = in->place ? param_of(in->place) : NULL;
        in->value = in->value ? acsl_lift(r, in->value) : NULL;
    }
    for (uint32_t i = 0; i < h->clauses.count; i++) {
        AcslClause *c = h->clauses.at[i];
        c->body = acsl_lift(r, c->body);
    }
}

static bool flat_hyper(Reader *r, const Contract *c, Hyper *h, AcslHyper *out)
{
    Orderer o = {.r = r, .h = h, .contract = c};

    acsl_begin(r);
    if (!check_name(&o) || !check_exits(&o) || !acsl_known_hyper(r, c, h) ||
        !check_all_runs(&o))
        return false;
    lift_all(r, h);
    if (!order_inputs(&o))
        return false;
    *out = (AcslHyper){.name = h->name,
                       .span = h->span,
                       .behavior = behavior_number(c, h),
                       .kind = h->known.kind ? h->known.kind : "",
                       .nruns = h->runs,
                       .follows = h->follows,
                       .inputs = acsl_list_flat(r, &o.order, sizeof(AcslRunInput)),
                       .ninputs = o.order.count,
                       .same = acsl_list_flat(r, &h->same, sizeof(AcslSame)),
                       .nsame = h->same.count,
                       .clauses = acsl_list_flat(r, &h->clauses, sizeof(AcslClause)),
                       .nclauses = h->clauses.count};
    return true;
}

void acsl_finish_hypers(Reader *r, const Contract *c, AcslContract *out)
{
    AcslHyper *hypers = acsl_new(r, c->hypers.count, sizeof *hypers);

    for (uint32_t i = 0; hypers && i < c->hypers.count; i++) {
        Hyper *h = c->hypers.at[i];
        out->nhypers += !h->bad && flat_hyper(r, c, h, &hypers[out->nhypers]);
    }
    out->hypers = hypers;
}
