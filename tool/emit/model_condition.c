/*
 * Preconditions: what generators see to, what holds anyway because of how arguments are
 * made, and the rest as a condition that is looked at before the call.
 */
#include "emit/model_logic.h"
#include <string.h>

/* ---- What holds anyway. */

/* x < 3 and the like: an interval says it. */
static bool is_bound(Model *m, const AcslNode *n)
{
    const AcslNode *a, *b;
    const CParam *p;
    Wide number;
    int64_t lo, hi;

    if (!model_is_comparison(n) || n->as.op.op == ACSL_NE)
        return false;
    a = c_bare(n->args[0]);
    b = c_bare(n->args[1]);
    if (a->kind == NODE_PARAM && model_constant(b, &number))
        p = a->as.param.param;
    else if (b->kind == NODE_PARAM && model_constant(a, &number))
        p = b->as.param.param;
    else
        return false;
    return p->type->kind == C_INT && (model_bounds(m, p, &lo, &hi) || lo <= hi);
}

/* Whether a struct that is passed, or pointed to, is made member by member. */
static bool is_made_of_members(const Model *m, const ModelOperation *o, uint32_t param)
{
    static const char *const macros[] = {"ASSAY_STRUCT", "ASSAY_POINTER_TO",
                                         "ASSAY_INOUT", NULL};

    for (const ModelSpec *s = m->specs; s; s = s->next)
        for (const char *const *macro = macros; *macro; macro++)
            if (strcmp(s->name, o->arguments[param]) == 0 &&
                strcmp(s->macro, *macro) == 0)
                return true;
    return false;
}

/* d.year, p->year: a member of what is passed, whose spec has its bounds. */
static bool is_bounded_member(Model *m, const ModelOperation *o, const AcslNode *n)
{
    const CField *field;
    int64_t lo, hi;

    n = c_bare(n);
    if (n->kind != NODE_FIELD)
        return false;
    field = n->as.field.field;
    n = c_bare(n->args[0]);
    n = n->kind == NODE_DEREF ? c_bare(n->args[0]) : n;
    return n->kind == NODE_PARAM && is_made_of_members(m, o, n->as.param.number) &&
           field->type->kind == C_INT &&
           (model_field_bounds(m, n->as.param.param, field, &lo, &hi) || lo <= hi);
}

/* A bound of a member: the struct's spec says it. */
static bool is_member_bound(Model *m, const ModelOperation *o, const AcslNode *n)
{
    Wide number;

    return model_is_comparison(n) && n->as.op.op != ACSL_NE &&
           ((is_bounded_member(m, o, n->args[0]) &&
             model_constant(n->args[1], &number)) ||
            (is_bounded_member(m, o, n->args[1]) && model_constant(n->args[0], &number)));
}

static bool is_pointer_param(const AcslNode *n)
{
    n = c_bare(n);
    return n->kind == NODE_PARAM && acsl_is_pointer(n->sort);
}

static bool is_null(const AcslNode *n)
{
    Wide number;

    n = c_bare(n);
    while (n->kind == NODE_CAST)
        n = c_bare(n->args[0]);
    return n->kind == NODE_NULL || (model_constant(n, &number) && number == 0);
}

/* That a pointer is valid as far as it was made to be. */
static bool is_made_valid(Model *m, const ModelOperation *o, const AcslNode *n)
{
    const AcslNode *at = c_bare(n->args[0]);

    if (is_pointer_param(at))
        return true;
    for (uint32_t i = 0; i < o->candidate->nparams; i++)
        if (model_valid_range(n, &o->candidate->params[i])) {
            ModelExtent x = model_extent(m, o, i);
            return x.length >= 0 || x.fixed > 0;
        }
    return false;
}

static bool holds_anyway(Model *m, const ModelOperation *o, const AcslNode *n)
{
    if (is_pointer_param(n) || n->kind == NODE_TRUE)
        return true;
    if (n->kind == NODE_OP && n->as.op.op == ACSL_NE && n->nargs == 2)
        return (is_pointer_param(n->args[0]) && is_null(n->args[1])) ||
               (is_pointer_param(n->args[1]) && is_null(n->args[0]));
    if (n->kind != NODE_BUILTIN)
        return false;
    switch (n->as.builtin.builtin) {
    case BUILTIN_VALID:
    case BUILTIN_VALID_READ:
        return is_made_valid(m, o, n);
    case BUILTIN_OBJECT_POINTER:
    case BUILTIN_VALID_FUNCTION:
    case BUILTIN_INITIALIZED:
    case BUILTIN_FREEABLE:
    case BUILTIN_VALID_STRING:
    case BUILTIN_VALID_READ_STRING:
    case BUILTIN_VALID_STRING_OR_NULL:
        return true;
    default:
        return false;
    }
}

/* \separated(a, b) of two values of the library: not one value twice. Everything else is
 * memory of its own. */
static const char *separated(ModelPrint *p, const AcslNode *n)
{
    const char *text = NULL;

    for (uint32_t i = 0; i < n->nargs; i++)
        for (uint32_t k = i + 1; k < n->nargs; k++) {
            const AcslNode *a = c_bare(n->args[i]), *b = c_bare(n->args[k]);
            const CType *t = a->kind == NODE_PARAM ? a->as.param.param->type : NULL;
            if (!t || b->kind != NODE_PARAM || model_abstract(p->m, t) < 0 ||
                model_abstract(p->m, t) != model_abstract(p->m, b->as.param.param->type))
                continue;
            text = model_text(p->m, "%s%s%s != %s", text ? text : "", text ? " && " : "",
                              model_term(p, a), model_term(p, b));
        }
    return text;
}

/* ---- Bounds that the reference knows. */

typedef struct {
    ModelPrint *print;
    const CParam *p;
    int of; /* the abstract parameter that they are about, or -1 */
    const char *lo, *hi;
    const AcslNode *taken[4]; /* the conjuncts that say so */
    uint32_t ntaken;
} Reach;

/* The abstract parameter that a term asks about: -1 none, -2 others or several. */
static int asked_of(Model *m, const AcslNode *n)
{
    int found = -1;

    n = c_bare(n);
    if (n->kind == NODE_CALL && model_stands_for(m, n) && n->nargs == 1) {
        const AcslNode *a = c_bare(n->args[0]);
        return a->kind == NODE_PARAM && model_abstract(m, a->as.param.param->type) >= 0
                   ? (int)a->as.param.number
                   : -2;
    }
    if (n->kind == NODE_INT)
        return -1;
    if (n->kind != NODE_OP || n->as.op.op < ACSL_ADD || n->as.op.op > ACSL_MUL)
        return -2;
    for (uint32_t i = 0; i < n->nargs; i++) {
        int one = asked_of(m, n->args[i]);
        if (one == -2 || (one >= 0 && found >= 0 && one != found))
            return -2;
        found = one >= 0 ? one : found;
    }
    return found;
}

static bool find_reach(void *ctx, const AcslNode *n)
{
    Reach *r = ctx;
    Model *m = r->print->m;
    bool turned;
    const AcslNode *other;
    const char *text;
    AcslOp op;
    int of;

    if (!model_is_comparison(n) || r->ntaken == 4)
        return true;
    turned = model_is_param(n->args[1], r->p);
    if (!turned && !model_is_param(n->args[0], r->p))
        return true;
    other = n->args[turned ? 0 : 1];
    of = asked_of(m, other);
    op = turned ? acsl_op_turned(n->as.op.op) : n->as.op.op;
    if (of < 0 || (r->of >= 0 && r->of != of) || op == ACSL_NE)
        return true;
    r->print->cast = "(int64_t)";
    text = model_term(r->print, other);
    if (op == ACSL_LT || op == ACSL_LE || op == ACSL_EQ)
        r->hi = op == ACSL_LT ? model_text(m, "%s - 1", text) : text;
    if (op == ACSL_GT || op == ACSL_GE || op == ACSL_EQ)
        r->lo = op == ACSL_GT ? model_text(m, "%s + 1", text) : text;
    r->of = of;
    r->taken[r->ntaken++] = n;
    return true;
}

static Reach reach_of(ModelPrint *print, const CParam *p)
{
    Reach r = {.print = print, .p = p, .of = -1};

    model_each_required(print->m, print->o, find_reach, &r);
    return r;
}

const char *model_dependent_spec(Model *m, const CParam *p)
{
    ModelPrint print = model_print(m, m->now);
    Reach r = reach_of(&print, p);
    const char *of;
    int64_t lo, hi;

    if (r.of < 0 || print.cannot)
        return NULL;
    if (!model_bounds(m, p, &lo, &hi)) {
        lo = 0;
        hi = INT32_MAX;
    } else {
        if (r.lo)
            r.lo = model_text(m, "%s > %lld ? %s : %lld", r.lo, (long long)lo, r.lo,
                              (long long)lo);
        if (r.hi && hi < INT32_MAX)
            r.hi = model_text(m, "%s < %lld ? %s : %lld", r.hi, (long long)hi, r.hi,
                              (long long)hi);
    }
    of = model_abstract_spec(m, model_abstract(m, m->now->candidate->params[r.of].type));
    return model_spec(m, p->name, "ASSAY_INTERVAL_OF", "%s, %s, %s, %s, %s",
                      model_plain_type(m, p->type), of,
                      m->now->candidate->params[r.of].name,
                      r.lo ? r.lo : model_text(m, "%lld", (long long)lo),
                      r.hi ? r.hi : model_text(m, "%lld", (long long)hi));
}

/* ---- The condition. */

typedef struct {
    ModelPrint print;
    const char *text; /* conjuncts so far; NULL: none */
    const char *wrong;
    bool sometimes; /* what a behavior requires: no generator sees to it */
} Condition;

static bool is_reached(ModelPrint *print, const AcslNode *n)
{
    for (uint32_t i = 0; i < print->o->candidate->nparams; i++) {
        const CParam *p = &print->o->candidate->params[i];
        ModelPrint other = model_print(print->m, print->o);
        Reach r;
        if (p->type->kind != C_INT)
            continue;
        r = reach_of(&other, p);
        for (uint32_t k = 0; k < r.ntaken; k++)
            if (r.taken[k] == n && !other.cannot)
                return true;
    }
    return false;
}

const char *model_clause_text(Model *m, const AcslNode *n)
{
    struct assay_str written = diag_text(m->library->diags, n->span);
    struct assay_buf text;
    const char *copy;

    if (written.len > 0 && !memchr(written.at, '\n', written.len))
        return model_text(m, "%.*s", (int)written.len, written.at);
    assay_buf_init(&text, NULL, 0);
    acsl_print(n, &text);
    copy = model_text(m, "%s", text.at);
    assay_buf_done(&text);
    return copy;
}

static bool add_conjunct(void *ctx, const AcslNode *n)
{
    Condition *c = ctx;
    Model *m = c->print.m;
    const char *text;

    if (holds_anyway(m, c->print.o, n) ||
        (!c->sometimes && (is_bound(m, n) || is_member_bound(m, c->print.o, n) ||
                           is_reached(&c->print, n))))
        return true;
    if (n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_SEPARATED) {
        text = separated(&c->print, n);
        if (!text)
            return true;
    } else {
        text = model_truth(&c->print, n);
    }
    if (c->print.cannot) {
        c->wrong = model_clause_text(m, n);
        return false;
    }
    c->text = c->text ? model_text(m, "%s &&\n           %s", c->text, text) : text;
    return true;
}

/* What a behavior requires where it applies. */
static void add_behavior(Condition *c, const AcslBehavior *b)
{
    Condition assumed = *c, required = *c;

    assumed.text = required.text = NULL;
    required.sometimes = true;
    for (uint32_t i = 0; i < b->nclauses && !required.wrong; i++)
        if (b->clauses[i].kind == CLAUSE_REQUIRES)
            model_each_conjunct(c->print.m, b->clauses[i].body, add_conjunct, &required);
    c->wrong = required.wrong;
    c->print.used |= required.print.used;
    if (!required.text || c->wrong)
        return;
    for (uint32_t i = 0; i < b->nclauses && !assumed.wrong; i++)
        if (b->clauses[i].kind == CLAUSE_ASSUMES) {
            const char *text = model_truth(&assumed.print, b->clauses[i].body);
            if (assumed.print.cannot)
                assumed.wrong = model_clause_text(c->print.m, b->clauses[i].body);
            assumed.text = assumed.text
                               ? model_text(c->print.m, "%s && %s", assumed.text, text)
                               : text;
        }
    c->wrong = assumed.wrong;
    c->print.used |= assumed.print.used;
    required.text = assumed.text ? model_text(c->print.m, "(!(%s) || (%s))", assumed.text,
                                              required.text)
                                 : required.text;
    c->text = c->text ? model_text(c->print.m, "%s && %s", c->text, required.text)
                      : required.text;
}

static const char *abstract_type(const ModelAbstract *a)
{
    return a->reference ? a->reference : a->candidate;
}

/* The arguments that the condition is about, as variables. */
static const char *variables(Model *m, const ModelOperation *o, uint32_t used,
                             const char *args)
{
    const char *text = "";

    for (uint32_t i = 0; i < o->candidate->nparams; i++) {
        const CParam *p = &o->candidate->params[i];
        int number = model_abstract(m, p->type);
        uint32_t before = 0, alike = 0;
        const char *type;
        if (!(used & (1u << i)))
            continue;
        for (uint32_t k = 0; k < o->candidate->nparams; k++) {
            before += k < i && strcmp(o->arguments[k], o->arguments[i]) == 0;
            alike += strcmp(o->arguments[k], o->arguments[i]) == 0;
        }
        type = number >= 0 ? abstract_type(&m->abstracts[number])
                           : model_plain_type(m, p->type);
        text = model_text(m, "%s    %s%s%s = ", text, type,
                          type[strlen(type) - 1] == '*' ? "" : " ", p->name);
        text = alike == 1 ? model_text(m, "%sASSAY_ARGUMENT(%s, %s);\n", text, args,
                                       o->arguments[i])
                          : model_text(m, "%sASSAY_ARGUMENT_AT(%s, %s, %u);\n", text,
                                       args, o->arguments[i], before);
    }
    return text;
}

/* What the condition calls all of them: a name that none has. */
static const char *name_for_all(const ModelOperation *o)
{
    for (uint32_t i = 0; i < o->candidate->nparams; i++)
        if (strcmp(o->candidate->params[i].name, "args") == 0)
            return "assay_args";
    return "args";
}

void model_condition(Model *m, ModelOperation *o)
{
    Condition c = {.print = model_print(m, o)};
    const char *args = name_for_all(o);

    if (!o->contract)
        return;
    model_each_required(m, o, add_conjunct, &c);
    for (uint32_t b = 1; b < o->contract->nbehaviors && !c.wrong; b++)
        add_behavior(&c, &o->contract->behaviors[b]);
    if (c.wrong) {
        o->why = model_text(m, "its precondition cannot be executed: %s", c.wrong);
        return;
    }
    if (!c.text)
        return;
    o->condition = model_text(m,
                              "static bool may_%s(const struct assay_arguments *%s)\n"
                              "{\n%s\n    return %s;\n}\n",
                              o->name, args, variables(m, o, c.print.used, args), c.text);
}
