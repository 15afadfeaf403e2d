/*
 * Conditions on arguments as C that a person would write. Numbers are mathematical ones
 * in a contract: where C would wrap or convert them, they are cast to a type that is wide
 * enough. What has no plain form is given up.
 *
 * A logic function that is only declared and has the name of a function of the library
 * stands for it: "requires 0 <= i < queue_length(q)" is asked of the reference, or of the
 * candidate where there is none.
 */
#include "emit/model_logic.h"
#include <string.h>

/* ---- Terms as C. */

static const char *give_up(ModelPrint *p)
{
    p->cannot = true;
    return "0";
}

/* The library's function that a logic function stands for, as the reference has it. */
const ModelOperation *model_stands_for(Model *m, const AcslNode *call)
{
    if (call->kind != NODE_CALL || call->as.call.logic->body)
        return NULL;
    for (uint32_t i = 0; i < m->noperations; i++) {
        const ModelOperation *o = &m->operations[i];
        if (strcmp(o->candidate->name, call->as.call.logic->name) == 0 &&
            (m->in->alone || (o->reference && !o->misfit && o->pairing == PAIR_BOTH)) &&
            o->candidate->nparams == call->nargs)
            return o;
    }
    return NULL;
}

static const char *call(ModelPrint *p, const AcslNode *n)
{
    const ModelOperation *o = model_stands_for(p->m, n);
    const char *cast = p->cast, *list = "";

    if (!o)
        return give_up(p);
    p->cast = "";
    for (uint32_t i = 0; i < n->nargs; i++)
        list = model_text(p->m, "%s%s%s", list, i > 0 ? ", " : "",
                          model_term(p, n->args[i]));
    p->cast = cast;
    return model_text(p->m, "%s%s(%s)", cast, o->callee, list);
}

static const char *operation(ModelPrint *p, const AcslNode *n)
{
    AcslOp op = n->as.op.op;

    if (!interval_is_narrow(interval_of(&p->emit, n)))
        p->cast = "(__int128)";
    if (op == ACSL_NEG)
        return model_text(p->m, "-%s", model_term(p, n->args[0]));
    if (op < ACSL_ADD || op > ACSL_MOD || n->nargs != 2)
        return give_up(p);
    if (op == ACSL_DIV || op == ACSL_MOD) {
        Wide divisor;
        if (!model_constant(n->args[1], &divisor) || divisor == 0)
            return give_up(p);
    }
    return model_text(p->m, "(%s %s %s)", model_term(p, n->args[0]), acsl_op_text(op),
                      model_term(p, n->args[1]));
}

static const char *text_length(ModelPrint *p, const AcslNode *n)
{
    const AcslNode *of = c_bare(n->args[0]);

    if (of->kind == NODE_TEXT)
        of = c_bare(of->args[0]);
    return of->kind == NODE_PARAM
               ? model_text(p->m, "%sstrlen(%s)", p->cast, model_term(p, of))
               : give_up(p);
}

/* ---- Places: x, p->x, *p, a[i]. */

/* Whether the reference's values of the type are other structs: they lack its members. */
static bool is_foreign(Model *m, const CType *t)
{
    int number = model_abstract(m, t);
    const ModelAbstract *a = number >= 0 ? &m->abstracts[number] : NULL;

    return a && a->reference && strcmp(a->reference_key, a->key) != 0;
}

static const char *place(ModelPrint *p, const AcslNode *n)
{
    const char *cast = p->cast, *text = NULL, *of;

    p->cast = "";
    n = c_bare(n);
    of = n->nargs > 0 ? place(p, n->args[0]) : "";
    switch (n->kind) {
    case NODE_PARAM:
        p->used |= 1u << n->as.param.number;
        text = is_foreign(p->m, n->as.param.param->type) ? give_up(p)
                                                         : n->as.param.param->name;
        break;
    case NODE_FIELD:
        text = model_text(p->m, "%s%s%s", of, n->as.field.arrow ? "->" : ".",
                          n->as.field.name);
        break;
    case NODE_DEREF:
        text = model_text(p->m, "(*%s)", of);
        break;
    case NODE_INDEX:
        text = c_bare(n->args[1])->kind == NODE_RANGE
                   ? give_up(p)
                   : model_text(p->m, "%s[%s]", of, model_term(p, n->args[1]));
        break;
    default:
        text = give_up(p);
    }
    p->cast = cast;
    return text;
}

static const char *value_at(ModelPrint *p, const AcslNode *n)
{
    return model_text(p->m, "%s%s", acsl_is_integral(n->sort) ? p->cast : "",
                      place(p, n));
}

const char *model_term(ModelPrint *p, const AcslNode *n)
{
    n = model_unfolded(p->m, n);
    switch (n->kind) {
    case NODE_INT:
        return n->as.integer > INT64_MAX || n->as.integer <= INT64_MIN
                   ? give_up(p)
                   : model_text(p->m, "%lld", (long long)n->as.integer);
    case NODE_PARAM:
        p->used |= 1u << n->as.param.number;
        return model_text(p->m, "%s%s", acsl_is_integral(n->sort) ? p->cast : "",
                          n->as.param.param->name);
    case NODE_VAR: /* of a quantifier around it */
        return model_text(p->m, "%s%s", p->cast, n->as.var->name);
    case NODE_FIELD:
    case NODE_DEREF:
    case NODE_INDEX:
        return value_at(p, n);
    case NODE_NULL:
        return "NULL";
    case NODE_RESULT:
        return p->answer ? model_text(p->m, "%s%s",
                                      acsl_is_integral(n->sort) ? p->cast : "", p->answer)
                         : give_up(p);
    case NODE_AT: /* the value of a parameter is the one before the call anyway */
        return p->answer && c_bare(n->args[0])->kind == NODE_PARAM
                   ? model_term(p, n->args[0])
                   : give_up(p);
    case NODE_CALL:
        return call(p, n);
    case NODE_OP:
        return operation(p, n);
    case NODE_CAST:
        return acsl_is_integral(n->sort) && n->sort->kind == SORT_INTEGER
                   ? model_term(p, n->args[0])
                   : give_up(p);
    case NODE_BUILTIN:
        return n->as.builtin.builtin == BUILTIN_STRLEN ||
                       n->as.builtin.builtin == BUILTIN_LENGTH
                   ? text_length(p, n)
                   : give_up(p);
    default:
        return give_up(p);
    }
}

/* ---- Predicates as C. */

/* Numbers of one type, or a number and a constant, compare as C does it. */
static bool compares_plainly(const AcslNode *a, const AcslNode *b)
{
    a = c_bare(a);
    b = c_bare(b);
    if (a->kind == NODE_PARAM && b->kind == NODE_PARAM)
        return a->sort->c && b->sort->c && a->sort->c->size == b->sort->c->size &&
               a->sort->c->is_signed == b->sort->c->is_signed;
    return (a->kind == NODE_PARAM && b->kind == NODE_INT) ||
           (b->kind == NODE_PARAM && a->kind == NODE_INT);
}

static const char *comparison(ModelPrint *p, const AcslNode *n)
{
    const char *a, *b;

    if (!acsl_is_integral(n->args[0]->sort) || !acsl_is_integral(n->args[1]->sort))
        return give_up(p);
    p->cast = compares_plainly(n->args[0], n->args[1]) ? ""
              : interval_is_narrow(interval_of(&p->emit, n->args[0])) &&
                      interval_is_narrow(interval_of(&p->emit, n->args[1]))
                  ? "(long long)"
                  : "(__int128)";
    a = model_term(p, n->args[0]);
    b = model_term(p, n->args[1]);
    return model_text(p->m, "%s %s %s", a, acsl_op_text(n->as.op.op), b);
}

static const char *member(ModelPrint *p, const AcslNode *x, const AcslNode *set)
{
    const char *text = "false", *name = model_term(p, x);

    set = c_bare(set);
    if (set->kind == NODE_RANGE && set->args[0] && set->args[1])
        return model_text(p->m, "(%s <= %s && %s <= %s)", model_term(p, set->args[0]),
                          name, name, model_term(p, set->args[1]));
    if (set->kind != NODE_SET || set->nargs == 0)
        return give_up(p);
    for (uint32_t i = 0; i < set->nargs; i++) {
        const AcslNode *e = c_bare(set->args[i]);
        const char *one = e->kind == NODE_RANGE || e->kind == NODE_SET
                              ? member(p, x, e)
                              : model_text(p->m, "%s == %s", name, model_term(p, e));
        text = i == 0 ? one : model_text(p->m, "%s || %s", text, one);
    }
    return model_text(p->m, "(%s)", text);
}

static const char *connective(ModelPrint *p, const AcslNode *n)
{
    const char *a = model_truth(p, n->args[0]);
    const char *b = n->nargs > 1 ? model_truth(p, n->args[1]) : "";

    switch (n->as.op.op) {
    case ACSL_NOT:
        return model_text(p->m, "!(%s)", a);
    case ACSL_AND:
        return model_text(p->m, "(%s && %s)", a, b);
    case ACSL_OR:
        return model_text(p->m, "(%s || %s)", a, b);
    case ACSL_IMPLIES:
        return model_text(p->m, "(!(%s) || %s)", a, b);
    case ACSL_IFF:
        return model_text(p->m, "(%s) == (%s)", a, b);
    case ACSL_XOR:
        return model_text(p->m, "(%s) != (%s)", a, b);
    default:
        return give_up(p);
    }
}

/* The conjuncts of a premise that bound a variable; others are kept. */
typedef struct {
    ModelPrint *p;
    const AcslVar *var;
    const char *lo, *hi;
    const char *others;
} Range;

static bool is_var(const AcslNode *n, const AcslVar *var)
{
    n = c_bare(n);
    return n->kind == NODE_VAR && n->as.var == var;
}

static bool find_range(void *ctx, const AcslNode *n)
{
    Range *r = ctx;
    bool turned = model_is_comparison(n) && is_var(n->args[1], r->var);
    AcslOp op = model_is_comparison(n) ? n->as.op.op : ACSL_NE;
    const char *text;

    if (!turned && !(model_is_comparison(n) && is_var(n->args[0], r->var)))
        op = ACSL_NE;
    op = turned ? acsl_op_turned(op) : op;
    if ((op == ACSL_LT || op == ACSL_LE) ? !r->hi
                                         : (op == ACSL_GT || op == ACSL_GE) && !r->lo) {
        r->p->cast = "(long long)";
        text = model_term(r->p, n->args[turned ? 0 : 1]);
        if (op == ACSL_LT || op == ACSL_LE)
            r->hi = model_text(r->p->m, "%s %s", op == ACSL_LT ? "<" : "<=", text);
        else
            r->lo = model_text(r->p->m, "%s%s", text, op == ACSL_GT ? " + 1" : "");
        return true;
    }
    text = model_truth(r->p, n);
    r->others = r->others ? model_text(r->p->m, "%s && %s", r->others, text) : text;
    return true;
}

/* \forall integer i; lo <= i < hi ==> ..., and \exists integer i; lo <= i < hi && ...: a
 * loop in an expression. */
static const char *quantifier(ModelPrint *p, const AcslNode *n)
{
    const AcslNode *body = model_unfolded(p->m, n->args[0]);
    Range r = {.p = p, .var = n->vars[0]};
    bool all = n->as.all;
    const char *inner = NULL;

    if (n->nvars != 1 || n->vars[0]->sort->kind != SORT_INTEGER)
        return give_up(p);
    if (all && body->kind == NODE_OP && body->as.op.op == ACSL_IMPLIES) {
        model_each_conjunct(p->m, body->args[0], find_range, &r);
        inner = model_truth(p, body->args[1]);
    } else if (!all) {
        model_each_conjunct(p->m, body, find_range, &r);
        inner = r.others ? r.others : "true";
        r.others = NULL;
    }
    if (!inner || !r.lo || !r.hi)
        return give_up(p);
    if (r.others)
        inner = model_text(p->m, "!(%s) || (%s)", r.others, inner);
    return model_text(
        p->m,
        "({ bool holds_ = %s; for (long long %s = %s; %s %s; %s++) holds_ = "
        "holds_ %s (%s); holds_; })",
        all ? "true" : "false", r.var->name, r.lo, r.var->name, r.hi, r.var->name,
        all ? "&&" : "||", inner);
}

const char *model_truth(ModelPrint *p, const AcslNode *n)
{
    n = model_unfolded(p->m, n);
    p->cast = "";
    if (n->kind == NODE_QUANT)
        return quantifier(p, n);
    if (n->kind == NODE_TRUE || n->kind == NODE_FALSE)
        return n->kind == NODE_TRUE ? "true" : "false";
    if (model_is_comparison(n))
        return comparison(p, n);
    if (n->kind == NODE_OP && n->as.op.op == ACSL_IN)
        return member(p, n->args[0], n->args[1]);
    if (n->kind == NODE_CALL)
        return call(p, n);
    return n->kind == NODE_OP ? connective(p, n) : give_up(p);
}

ModelPrint model_print(Model *m, const ModelOperation *o)
{
    return (ModelPrint){
        .m = m,
        .o = o,
        .emit = {.file = m->in->library, .unit = m->library, .arena = m->arena},
        .cast = ""};
}
