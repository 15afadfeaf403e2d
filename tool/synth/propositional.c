/*
 * The fragment of Bernays, Schoenfinkel and Ramsey, with functions that lead from sort to
 * sort without coming back: no quantifier over numbers, no value that depends on one that
 * is quantified over universally.
 */
#include "synth/propositional.h"
#include "synth/logic.h"

typedef struct {
    const TraceSpec *spec;
    struct assay_arena *arena;
    const char *why;
} Look;

static void look(Look *x, const Term *t, bool positive, bool below_all);

/* Whether values of one sort lead, by functions, to values of another. */
static bool leads(const TraceSpec *spec, const TraceSort *from, const TraceSort *to,
                  uint32_t steps)
{
    const Functions *all = &spec->reader.functions;

    for (uint32_t i = 0; steps > 0 && i < all->count; i++) {
        const TraceSort *result = trace_sort(spec, all->at[i]->result);
        bool takes = false;
        for (uint32_t k = 0; k < all->at[i]->count; k++)
            takes = takes || trace_sort(spec, all->at[i]->params[k]->type) == from;
        if (takes && result && (result == to || leads(spec, result, to, steps - 1)))
            return true;
    }
    return false;
}

static void look_at_call(Look *x, const Term *t, bool positive, bool below_all)
{
    const Function *f = t->as.call.function;
    const TraceSort *result = trace_sort(x->spec, f->result);

    for (uint32_t i = 0; i < f->count; i++) {
        const TraceSort *of = trace_sort(x->spec, f->params[i]->type);
        if (below_all && !x->why && of && result &&
            (of == result || leads(x->spec, result, of, x->spec->nsorts)))
            x->why = assay_arena_printf(x->arena, "'%s' leads, in the end, from %s to %s",
                                        f->name, of->resource->name, of->resource->name);
        look(x, t->as.call.args[i], positive, below_all);
    }
}

/* A `forall` that is negated is an `exists`. */
static void look_at_quantifier(Look *x, const Term *t, bool positive, bool below_all)
{
    const Type *type = t->as.quant.var->type;
    bool all = t->as.quant.all == positive;

    if (!x->why &&
        (logic_type_kind(type) == TYPE_INTEGER || logic_type_kind(type) == TYPE_STRING))
        x->why = "it speaks of all numbers, or all texts";
    else if (!x->why && !all && below_all)
        x->why = assay_arena_printf(x->arena, "'%s' may depend on what is outside of it",
                                    t->as.quant.var->name);
    look(x, t->as.quant.body, positive, below_all || all);
}

static void look_at_op(Look *x, const Term *t, bool positive, bool below_all)
{
    const Term *const *args = t->as.op.args;
    TermOp op = t->as.op.op;
    bool implies = op == OP_IMPLIES || op == OP_THEN;

    for (uint32_t i = 0; i < t->as.op.count; i++)
        look(x, args[i], op == OP_NOT || (implies && i == 0) ? !positive : positive,
             below_all);
    for (uint32_t i = 0; op == OP_IFF && i < 2; i++) /* both ways */
        look(x, args[i], !positive, below_all);
}

static void look(Look *x, const Term *t, bool positive, bool below_all)
{
    switch (t->kind) {
    case TERM_OP:
        look_at_op(x, t, positive, below_all);
        break;
    case TERM_CALL:
        look_at_call(x, t, positive, below_all);
        break;
    case TERM_QUANT:
        look_at_quantifier(x, t, positive, below_all);
        break;
    case TERM_COND:
        look(x, t->as.cond.test, positive, below_all);
        look(x, t->as.cond.test, !positive, below_all);
        look(x, t->as.cond.then, positive, below_all);
        look(x, t->as.cond.other, positive, below_all);
        break;
    case TERM_IN:
        look(x, t->as.in.of, positive, below_all);
        break;
    case TERM_BAD:
    case TERM_VAR:
    case TERM_LITERAL:
    case TERM_OBJECT:
    case TERM_ARRAY:
    case TERM_FIELD:
    case TERM_INDEX:
        break;
    }
}

const char *propositional_obstacle(const TraceSpec *spec, const Term *axiom,
                                   struct assay_arena *arena)
{
    Look x = {spec, arena, NULL};

    look(&x, axiom, true, false);
    return x.why;
}
