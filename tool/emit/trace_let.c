/*
 * Draws. What a range says of a value need not be asked again.
 */
#include "emit/trace_parts.h"

/* ---- Conditions that a range makes true. */

static bool has(const Formula *bounds, uint32_t count, Formula f)
{
    for (uint32_t i = 0; i < count; i++)
        if (bounds[i] == f)
            return true;
    return false;
}

/* Whether a formula is a variable or a number: it is never too large. */
static bool is_plain(const Logic *l, Formula f)
{
    int64_t number;

    return logic_node(l, f)->kind == LOGIC_VAR || logic_number(l, f, &number);
}

/* Whether the comparison of the variable, at this side, is one of its bounds. */
static bool is_bound(Logic *l, const Range *r, TermOp op, const Formula *args, int side)
{
    Formula other = args[1 - side];
    bool low = has(r->lows, r->nlows, other), high = has(r->highs, r->nhighs, other);

    if (op == OP_EQ)
        return low && high;
    if (op == OP_LE)
        return side == 1 ? low : high;
    other = logic_minus(l, other, logic_integer(l, side == 1 ? -1 : 1));
    return side == 1 ? has(r->lows, r->nlows, other) : has(r->highs, r->nhighs, other);
}

/* Whether a formula says that a text is of the language that it was drawn of. */
static bool is_drawn_of(const Logic *l, const Statement *let, Formula f)
{
    const LogicNode *node = logic_node(l, f), *of;

    if (node->kind != LOGIC_IN)
        return false;
    of = logic_node(l, logic_args(l, f)[0]);
    for (uint32_t i = 0; of->kind == LOGIC_VAR && i < let->as.let.count; i++) {
        const Type *type = type_resolve(let->as.let.vars[i]->type);
        while (type->kind == TYPE_REFINE)
            type = type_resolve(type->as.refine.var->type);
        if (let->as.let.vars[i] == of->as.var && type->kind == TYPE_LANGUAGE &&
            type->as.language.lang == node->as.language->as.language.lang)
            return true;
    }
    return false;
}

/* Whether a condition holds of all that can be drawn. It is evaluated nowhere then, so
 * there must be nothing in it that can be too large. */
static bool is_sure(TraceEmit *e, const Statement *let, Formula f)
{
    Logic *l = &e->x->logic;
    LogicNode node = *logic_node(l, f);
    Formula args[2];

    if (is_drawn_of(l, let, f))
        return true;
    if (node.kind != LOGIC_OP ||
        (node.as.op != OP_EQ && node.as.op != OP_LT && node.as.op != OP_LE))
        return false;
    for (int i = 0; i < 2; i++)
        args[i] = logic_args(l, f)[i];
    if (!is_plain(l, args[0]) || !is_plain(l, args[1]))
        return false;
    for (uint32_t i = 0; i < let->as.let.count; i++)
        for (int side = 0; side < 2; side++)
            if (logic_node(l, args[side])->kind == LOGIC_VAR &&
                logic_node(l, args[side])->as.var == let->as.let.vars[i] &&
                is_bound(l, &let->as.let.ranges[i], node.as.op, args, side))
                return true;
    return false;
}

/* The parts of a condition that are not sure, in their order, joined: what is too large
 * in one is not met if one before it is false. Returns how many there are. */
static uint32_t join(TraceFunction *f, const Statement *let, Formula where,
                     const char **text, Formula *ret_last)
{
    const Logic *l = &f->e->x->logic;
    const LogicNode *node = logic_node(l, where);
    Formula first, second;

    if (node->kind == LOGIC_OP && node->as.op == OP_AND) {
        first = logic_args(l, where)[0];
        second = logic_args(l, where)[1];
        return join(f, let, first, text, ret_last) + join(f, let, second, text, ret_last);
    }
    if (where == LOGIC_TRUE || is_sure(f->e, let, where))
        return 0;
    *text = gen_text(f->e, "%s%s%s", *text, **text ? " && " : "",
                     gen_term(f, where, LEVEL_COMPARE));
    *ret_last = where;
    return 1;
}

const char *gen_let_fails(TraceFunction *f, const Statement *let)
{
    const char *text = "";
    Formula last = LOGIC_TRUE;
    uint32_t count = join(f, let, let->as.let.where, &text, &last);

    if (count == 0)
        return NULL;
    return count == 1 ? gen_negated(f, last, LEVEL_COMPARE)
                      : gen_text(f->e, "!(%s)", text);
}

/* ---- Numbers in ranges. */

/* The largest of lower bounds, or the smallest of upper ones, which are at least one. Of
 * those that are numbers only the one that counts is left. */
static const char *bound(TraceFunction *f, const Formula *bounds, uint32_t count,
                         bool low)
{
    const char **helper = low ? &f->e->larger : &f->e->smaller, *text = NULL;
    int64_t number, best = 0;
    bool is_known = false;

    for (uint32_t i = 0; i < count; i++)
        if (logic_number(&f->e->x->logic, bounds[i], &number)) {
            best = !is_known || (low ? number > best : number < best) ? number : best;
            is_known = true;
        }
    if (is_known)
        text = gen_number(f->e, best);
    for (uint32_t i = 0; i < count; i++) {
        const char *one;
        if (logic_number(&f->e->x->logic, bounds[i], &number))
            continue;
        one = gen_term(f, bounds[i], LEVEL_ANY);
        if (text && !*helper)
            *helper = gen_name(f->e, &f->e->globals, low ? "larger" : "smaller");
        text = text ? gen_text(f->e, "%s(%s, %s)", *helper, text, one) : one;
    }
    return text;
}

static const char *draw_integer(TraceFunction *f, const Range *r)
{
    const char *low = NULL, *high = NULL;

    if (r->nlows > 0)
        low = bound(f, r->lows, r->nlows, true);
    if (r->nhighs > 0)
        high = bound(f, r->highs, r->nhighs, false);
    if (low && high)
        return gen_text(f->e, "assay_trace_integer(t, %s, %s)", low, high);
    if (low)
        return gen_text(f->e, "assay_trace_at_least(t, %s)", low);
    return high ? gen_text(f->e, "assay_trace_at_most(t, %s)", high)
                : "assay_trace_any(t)";
}

/* ---- All types. */

/* The member that the world has for a variable, or any. */
static const char *draw_member(TraceFunction *f, const Program *p, const Binding *var)
{
    for (uint32_t i = 0; p->nworlds > 0 && i < p->worlds->count; i++)
        if (p->worlds->vars[i] == var)
            return gen_text(f->e, "assay_trace_member(t, %u)", i);
    return gen_text(f->e, "assay_trace_choice(t, assay_trace_members(t, %u))",
                    gen_sort_number(f->e, var->type));
}

static const char *draw_of_sort(TraceFunction *f, const Program *p, const Binding *var)
{
    const TraceSort *sort = trace_sort(f->e->x->spec, var->type);

    switch (sort->kind) {
    case SORT_ENUM:
        return gen_text(f->e, "assay_trace_choice(t, %u)", sort->nconstants);
    case SORT_ID:
        return "assay_trace_at_least(t, 1)";
    case SORT_ABSTRACT:
        break;
    }
    return draw_member(f, p, var);
}

static const char *draw_sentence(TraceFunction *f, const Type *language)
{
    const char *name = interpret_built_in(language);

    if (!name)
        f->e->why = gen_text(f->e, "sentences of '%s', which is not built in",
                             language->as.language.name);
    return gen_text(f->e, "assay_trace_text(t, \"%s\")", name ? name : "");
}

const char *gen_draw(TraceFunction *f, const Program *p, const Statement *let,
                     uint32_t which)
{
    const Binding *var = let->as.let.vars[which];
    const Type *type = type_resolve(var->type);

    while (type->kind == TYPE_REFINE)
        type = type_resolve(type->as.refine.var->type);
    f->uses_run++;
    switch (type->kind) {
    case TYPE_INTEGER:
        return draw_integer(f, &let->as.let.ranges[which]);
    case TYPE_BOOLEAN:
        return "assay_trace_choice(t, 2) == 1";
    case TYPE_STRING:
        return "assay_trace_text(t, NULL)";
    case TYPE_LANGUAGE:
        return draw_sentence(f, type);
    default:
        return draw_of_sort(f, p, var);
    }
}
