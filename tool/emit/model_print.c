/*
 * Conditions on arguments as C that a person would write. Numbers are mathematical ones
 * in a contract: where C would wrap or convert them, they are cast to a type that is wide
 * enough. What has no plain form is given up.
 *
 * A logic function that is only declared and has the name of a function of the library
 * stands for it: "requires 0 <= i < queue_length(q)" is asked of the reference.
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
        if (strcmp(o->candidate->name, call->as.call.logic->name) == 0 && o->reference &&
            !o->misfit && o->pairing == PAIR_BOTH && o->candidate->nparams == call->nargs)
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

    if (of->kind == NODE_TEXT && of->nargs > 0)
        of = c_bare(of->args[0]);
    return of->kind == NODE_PARAM
               ? model_text(p->m, "%sstrlen(%s)", p->cast, model_term(p, of))
               : give_up(p);
}

const char *model_term(ModelPrint *p, const AcslNode *n)
{
    n = c_bare(n);
    switch (n->kind) {
    case NODE_INT:
        return n->as.integer > INT64_MAX || n->as.integer <= INT64_MIN
                   ? give_up(p)
                   : model_text(p->m, "%lld", (long long)n->as.integer);
    case NODE_PARAM:
        p->used |= 1u << n->as.param.number;
        return model_text(p->m, "%s%s", acsl_is_integral(n->sort) ? p->cast : "",
                          n->as.param.param->name);
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

const char *model_truth(ModelPrint *p, const AcslNode *n)
{
    n = c_bare(n);
    p->cast = "";
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
