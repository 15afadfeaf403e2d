/*
 * What contracts say to a model by their form: bounds of numbers, lengths of arrays, what
 * is freed and allocated.
 */
#include "base/ascii.h"
#include "emit/model_logic.h"
#include <stdarg.h>
#include <string.h>

#define UNFOLD_MAX 8    /* definitions in definitions */
#define LENGTH_MAX 4096 /* of an array */

/* ---- Clauses. */

typedef struct {
    const ModelOperation *o;
    uint32_t behavior, clause;
} Clauses;

/* The next clause of the default behavior of this kind, or NULL. */
static const AcslClause *next_clause(Clauses *c, ClauseKind kind)
{
    const AcslBehavior *b = c->o->contract ? &c->o->contract->behaviors[0] : NULL;

    while (b && c->clause < b->nclauses) {
        const AcslClause *clause = &b->clauses[c->clause++];
        if (clause->kind == kind)
            return clause;
    }
    return NULL;
}

bool model_is_param(const AcslNode *n, const CParam *p)
{
    n = c_bare(n);
    return n->kind == NODE_PARAM && n->as.param.param == p;
}

static bool has_location(const ModelOperation *o, ClauseKind kind, const CParam *p)
{
    Clauses c = {.o = o};
    const AcslClause *clause;

    while ((clause = next_clause(&c, kind)))
        for (uint32_t i = 0; i < clause->nlocations; i++)
            if (model_is_param(clause->locations[i], p))
                return true;
    return false;
}

bool model_is_freed(const ModelOperation *o, uint32_t param)
{
    return has_location(o, CLAUSE_FREES, &o->candidate->params[param]);
}

static bool has_kind(const ModelOperation *o, ClauseKind kind)
{
    for (uint32_t b = 0; o->contract && b < o->contract->nbehaviors; b++)
        for (uint32_t i = 0; i < o->contract->behaviors[b].nclauses; i++)
            if (o->contract->behaviors[b].clauses[i].kind == kind)
                return true;
    return false;
}

bool model_ensures(const ModelOperation *o)
{
    return has_kind(o, CLAUSE_ENSURES);
}

static bool is_one_of(const char *const *words, const char *at, size_t len)
{
    while (*words && !(strlen(*words) == len && strncmp(*words, at, len) == 0))
        words++;
    return *words != NULL;
}

/* Whether the function's own text calls for memory. */
static bool asks_for_memory(const CUnit *u, const CFunction *f)
{
    static const char *const words[] = {
        "malloc",       "calloc",   "realloc",   "strdup",         "strndup",
        "reallocarray", "asprintf", "vasprintf", "open_memstream", NULL};
    struct assay_str text = diag_text(u->diags, f->body);

    for (size_t i = 0, end; i < text.len; i = end) {
        for (end = i; end < text.len && assay_is_word(text.at[end]);)
            end++;
        if (is_one_of(words, text.at + i, end - i))
            return true;
        end += end == i;
    }
    return false;
}

/* Without a contract the name tells, or what the reference does. */
bool model_allocates(const Model *m, const ModelOperation *o)
{
    static const char *const words[] = {"dup",    "copy", "print",  "format",
                                        "string", "str",  "text",   "render",
                                        "dump",   "join", "concat", NULL};

    return has_kind(o, CLAUSE_ALLOCATES) || model_has_word(o->candidate->name, words) ||
           (o->reference && o->reference->definition &&
            asks_for_memory(m->reference, o->reference));
}

/* ---- Numbers. */

typedef struct {
    Model *m;
    const ModelOperation *o;
    const CParam *p;
    int depth;
    Domain domain;
    Interval at;
} Bounds;

static Interval bounds_of(Model *m, const ModelOperation *o, const CParam *p, int depth);

/* x <= y bounds each by the other's bounds. */
static bool narrow(void *ctx, const AcslNode *n)
{
    Bounds *b = ctx;
    const AcslNode *other;
    Interval of;
    AcslOp op;
    bool turned;

    if (!model_is_comparison(n))
        return true;
    turned = model_is_param(n->args[1], b->p);
    other = c_bare(n->args[turned ? 0 : 1]);
    if ((!turned && !model_is_param(n->args[0], b->p)) || other->kind != NODE_PARAM ||
        !acsl_is_integral(other->sort))
        return true;
    op = turned ? acsl_op_turned(n->as.op.op) : n->as.op.op;
    of = bounds_of(b->m, b->o, other->as.param.param, b->depth - 1);
    of.hi -= op == ACSL_LT;
    of.lo += op == ACSL_GT;
    if ((op == ACSL_LT || op == ACSL_LE || op == ACSL_EQ) && of.hi < b->at.hi)
        b->at.hi = of.hi;
    if ((op == ACSL_GT || op == ACSL_GE || op == ACSL_EQ) && of.lo > b->at.lo)
        b->at.lo = of.lo;
    return true;
}

/* x < 3, x \in {1, 2} and the like. */
static bool restrict_domain(void *ctx, const AcslNode *n)
{
    Bounds *b = ctx;

    domain_restrict(&b->domain, b->p, n);
    return true;
}

static Interval bounds_of(Model *m, const ModelOperation *o, const CParam *p, int depth)
{
    Bounds b = {.m = m, .o = o, .p = p, .depth = depth, .domain = domain_all(p->type)};
    const Domain *d = &b.domain;

    model_each_required(m, o, restrict_domain, &b);
    if (d->count == 0)
        return (Interval){1, 0};
    b.at = (Interval){d->ranges[0].lo, d->ranges[d->count - 1].hi};
    if (depth > 0)
        model_each_required(m, o, narrow, &b);
    return b.at;
}

/* Whether an interval that is not empty is narrower than all values of the type; those
 * of 64 bits that are in it, in which case or not. */
static bool is_narrowed(Interval at, const CType *t, int64_t *ret_lo, int64_t *ret_hi)
{
    Interval all = domain_all(t).ranges[0];

    *ret_lo = 1;
    *ret_hi = 0;
    if (at.lo > at.hi || at.lo > INT64_MAX)
        return false;
    *ret_lo = at.lo < INT64_MIN ? INT64_MIN : (int64_t)at.lo;
    *ret_hi = at.hi > INT64_MAX ? INT64_MAX : (int64_t)at.hi;
    return at.lo > all.lo || at.hi < all.hi;
}

bool model_bounds(Model *m, const CParam *p, int64_t *ret_lo, int64_t *ret_hi)
{
    return is_narrowed(bounds_of(m, m->now, p, 3), p->type, ret_lo, ret_hi);
}

bool model_constant(const AcslNode *n, Wide *ret)
{
    n = c_bare(n);
    if (n->kind == NODE_OP && n->as.op.op == ACSL_NEG &&
        model_constant(n->args[0], ret)) {
        *ret = -*ret;
        return true;
    }
    if (n->kind != NODE_INT)
        return false;
    *ret = n->as.integer;
    return true;
}

bool model_is_comparison(const AcslNode *n)
{
    return n->kind == NODE_OP && n->as.op.op >= ACSL_EQ && n->as.op.op <= ACSL_GE;
}

/* The same for a member of a struct that is passed, or pointed to: d.year, d->year. */
typedef struct {
    const CParam *p;
    const CField *field;
    Wide lo, hi;
} FieldBounds;

static bool is_field(const AcslNode *n, const FieldBounds *b)
{
    n = c_bare(n);
    if (n->kind != NODE_FIELD || n->as.field.field != b->field)
        return false;
    n = c_bare(n->args[0]);
    return model_is_param(n->kind == NODE_DEREF ? n->args[0] : n, b->p);
}

static bool narrow_field(void *ctx, const AcslNode *n)
{
    FieldBounds *b = ctx;
    bool turned = model_is_comparison(n) && is_field(n->args[1], b);
    AcslOp op;
    Wide number;

    if (!model_is_comparison(n) || (!turned && !is_field(n->args[0], b)) ||
        !model_constant(n->args[turned ? 0 : 1], &number))
        return true;
    op = turned ? acsl_op_turned(n->as.op.op) : n->as.op.op;
    if (op == ACSL_LT || op == ACSL_LE || op == ACSL_EQ)
        b->hi = number - (op == ACSL_LT) < b->hi ? number - (op == ACSL_LT) : b->hi;
    if (op == ACSL_GT || op == ACSL_GE || op == ACSL_EQ)
        b->lo = number + (op == ACSL_GT) > b->lo ? number + (op == ACSL_GT) : b->lo;
    return true;
}

bool model_field_bounds(Model *m, const CParam *p, const CField *field, int64_t *ret_lo,
                        int64_t *ret_hi)
{
    Interval all = domain_all(field->type).ranges[0];
    FieldBounds b = {p, field, all.lo, all.hi};

    model_each_required(m, m->now, narrow_field, &b);
    return is_narrowed((Interval){b.lo, b.hi}, field->type, ret_lo, ret_hi);
}

/* ---- Conjuncts. */

const AcslNode *model_unfolded(Model *m, const AcslNode *n)
{
    Emit e = model_print(m, m->now).emit;
    int depth = 0;

    for (n = c_bare(n);
         n->kind == NODE_CALL && n->as.call.logic->body && !n->as.call.logic->recursive &&
         n->as.call.logic->kind != LOGIC_INDUCTIVE && depth < UNFOLD_MAX;
         depth++)
        n = c_bare(c_body_of(&e, n));
    return n;
}

bool model_each_conjunct(Model *m, const AcslNode *n, ModelVisit *visit, void *ctx)
{
    n = model_unfolded(m, n);
    if (n->kind == NODE_OP && n->as.op.op == ACSL_AND)
        return model_each_conjunct(m, n->args[0], visit, ctx) &&
               model_each_conjunct(m, n->args[1], visit, ctx);
    return visit(ctx, n);
}

/* Those of what is required always; false when a visit returned it. */
bool model_each_required(Model *m, const ModelOperation *o, ModelVisit *visit, void *ctx)
{
    Clauses c = {.o = o};
    const AcslClause *clause;

    while ((clause = next_clause(&c, CLAUSE_REQUIRES)))
        if (!model_each_conjunct(m, clause->body, visit, ctx))
            return false;
    return true;
}

/* ---- Lengths: \valid(p + (0 .. n - 1)), \valid(&p[0 .. 9]). */

/* The range of indices that p is valid for, or NULL. */
const AcslNode *model_valid_range(const AcslNode *n, const CParam *p)
{
    const AcslNode *at;

    if (n->kind != NODE_BUILTIN || n->nargs == 0 ||
        (n->as.builtin.builtin != BUILTIN_VALID &&
         n->as.builtin.builtin != BUILTIN_VALID_READ))
        return NULL;
    at = c_bare(n->args[0]);
    if (at->kind == NODE_ADDRESS)
        at = c_bare(at->args[0]);
    if (at->nargs != 2 || !model_is_param(at->args[0], p))
        return NULL;
    at = c_bare(at->args[1]);
    return at->kind == NODE_RANGE && at->args[1] ? at : NULL;
}

/* n - 1, or 9. */
static bool find_extent(void *ctx, const AcslNode *conjunct)
{
    ModelExtent *x = ctx;
    const AcslNode *range = model_valid_range(conjunct, x->array), *last;
    Wide number;

    if (!range)
        return true;
    last = c_bare(range->args[1]);
    if (model_constant(last, &number) && number >= 0 && number < LENGTH_MAX)
        x->fixed = (int64_t)number + 1;
    if (last->kind != NODE_OP || last->as.op.op != ACSL_SUB ||
        !model_constant(last->args[1], &number) || number != 1)
        return true;
    for (uint32_t i = 0; i < x->f->nparams; i++)
        if (model_is_param(last->args[0], &x->f->params[i]))
            x->length = (int)i;
    return true;
}

ModelExtent model_extent(Model *m, const ModelOperation *o, uint32_t array)
{
    ModelExtent x = {o->candidate, &o->candidate->params[array], -1, 0};

    model_each_required(m, o, find_extent, &x);
    return x;
}

int model_length_by_contract(Model *m, const ModelOperation *o, uint32_t array)
{
    return model_extent(m, o, array).length;
}

/* A number, or the name of one: a macro, an enumerator. -1: it is none, or no length. */
static int64_t length_in(Model *m, struct assay_str text)
{
    const char *name = model_text(m, "%.*s", (int)text.len, text.at);
    const CMacro *macro = cfront_macro(m->library, name);
    const CEnumerator *e = cfront_enumerator(m->library, name);
    int64_t length = 0;

    if (e)
        length = e->value;
    else
        assay_str_i64(macro && !macro->params ? assay_str(macro->body) : text, &length);
    return length > 0 && length <= LENGTH_MAX ? length : -1;
}

/* What is in brackets behind the name: xs[3], xs[static N]. 0: nothing. */
static int64_t written_length(Model *m, const CParam *p)
{
    struct assay_str text = diag_text(
        m->library->diags, (Span){p->span.source, p->span.end, p->span.end + 80});
    size_t start = 0, end;

    while (start < text.len && text.at[start] == ' ')
        start++;
    if (start == text.len || text.at[start++] != '[')
        return 0;
    text = (struct assay_str){text.at + start, text.len - start};
    if (assay_str_starts(text, "static "))
        text = (struct assay_str){text.at + 7, text.len - 7};
    for (end = 0; end < text.len && text.at[end] != ']';)
        end++;
    return end > 0 ? length_in(m, (struct assay_str){text.at, end}) : 0;
}

int64_t model_fixed_length(Model *m, const ModelOperation *o, uint32_t array)
{
    int64_t fixed = model_extent(m, o, array).fixed;

    return fixed > 0 ? fixed : written_length(m, &o->candidate->params[array]);
}
