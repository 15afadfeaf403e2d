/*
 * Why a predicate is false (or true, where it should not be): statements that say the
 * values of the terms that made it so. They are run once, after a check failed, and look
 * only at what the check looked at.
 */
#include "emit/contract_parts.h"

static const char *say(Emit *e, const AcslNode *n);

static bool is_constant(const AcslNode *n)
{
    return n->kind == NODE_INT || n->kind == NODE_REAL || n->kind == NODE_NULL ||
           n->kind == NODE_STRING || n->kind == NODE_TRUE || n->kind == NODE_FALSE ||
           n->kind == NODE_SIZEOF || (n->kind == NODE_TEXT && is_constant(n->args[0]));
}

static const char *say_parts(Emit *e, const AcslNode *n);

/* Of a built-in: texts are short enough to be shown. */
static const char *say_argument(Emit *e, const AcslNode *n)
{
    if (n->sort->kind == SORT_TEXT)
        return say(e, n);
    return n->kind == NODE_SELECT ? say(e, n->args[0]) : say_parts(e, n);
}

static bool is_array(const AcslNode *n)
{
    return n->sort->kind == SORT_C && n->sort->c->kind == C_ARRAY;
}

/* An array that is compared with another one: its elements, if they are there now. */
static const char *say_elements(Emit *e, const AcslNode *n)
{
    n = c_bare(n);
    if (!c_is_lvalue(n) || (e->state && e->state[0] != '\0'))
        return "";
    return c_text(e, "    assay_say_value(%s, %s, %s, %s);\n", e->failing,
                  c_quoted(e, n->span), c_layout(e, n->sort->c), c_address(e, n));
}

/* The parts of a term: operands, indices, arguments. */
static const char *say_parts(Emit *e, const AcslNode *n)
{
    const char *text = "";

    if (n->kind == NODE_OP && n->nargs == 2 && is_array(n->args[0]) &&
        is_array(n->args[1]))
        return c_text(e, "%s%s", say_elements(e, n->args[0]),
                      say_elements(e, n->args[1]));
    switch (n->kind) {
    case NODE_OP:
    case NODE_CAST:
    case NODE_NAMED:
    case NODE_CALL:
    case NODE_RANGE:
    case NODE_SET:
        for (uint32_t i = 0; i < n->nargs; i++)
            if (n->args[i])
                text = c_text(e, "%s%s", text, say(e, n->args[i]));
        return text;
    case NODE_INDEX:
        return say(e, n->args[1]);
    case NODE_BUILTIN:
        for (uint32_t i = 0; i < n->nargs; i++)
            text = c_text(e, "%s%s", text, say_argument(e, n->args[i]));
        return text;
    default:
        return "";
    }
}

/* Words that raise_if and types leave out. */
static bool is_implied(const AcslNode *n)
{
    return n->kind == NODE_RESULT || n->kind == NODE_EXIT_STATUS || n->kind == NODE_VAR ||
           n->kind == NODE_GLOBAL ||
           (n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_ERRNO);
}

/* "term = value" by its sort; "" for what has no short value. */
static const char *say_value(Emit *e, const AcslNode *n)
{
    const char *to = e->failing;
    const char *term = is_implied(n) ? c_printed(e, n) : c_quoted(e, n->span);

    if (n->sort->kind == SORT_BOOLEAN)
        return c_text(e, "    assay_say_bool(%s, %s, %s);\n", to, term, c_truth(e, n));
    if (acsl_is_integral(n->sort))
        return c_text(e, "    assay_say_int(%s, %s, %s);\n", to, term,
                      c_integer_cut(e, n));
    if (acsl_is_float(n->sort))
        return c_text(e, "    assay_say_real(%s, %s, %s);\n", to, term, c_real(e, n));
    if (n->sort->kind == SORT_TEXT)
        return c_say_text(e, n);
    if (c_pointee(n->sort))
        return c_text(e, "    assay_say_pointer(%s, %s, (const void *)%s);\n", to, term,
                      c_pointer(e, n));
    return "";
}

static const char *say(Emit *e, const AcslNode *n)
{
    Where before = c_where(e);
    const char *text;

    n = c_bare(n);
    if (is_constant(n) || n->kind == NODE_LAMBDA || n->kind == NODE_FOLD)
        return n->kind == NODE_FOLD ? say_value(e, n) : "";
    if (n->sort->kind == SORT_SET || n->sort->kind == SORT_LAMBDA)
        return say_parts(e, n);
    text = say_value(e, n);
    if (n->kind == NODE_AT && c_enter(e, &n->as.label)) {
        const AcslNode *of = c_bare(n->args[0]);
        text = c_text(e, "%s%s", text,
                      of->kind == NODE_INDEX ? say(e, of->args[1]) : say_parts(e, of));
    }
    c_leave(e, before);
    return c_text(e, "%s%s", text, say_parts(e, n));
}

static const char *explain_both(Emit *e, const AcslNode *n, bool first, bool second)
{
    const char *a = c_explain(e, n->args[0], first);

    return c_text(e, "%s%s", a, c_explain(e, n->args[1], second));
}

/* One of the two is to blame: the first if it is not as wanted, else the second. */
static const char *explain_either(Emit *e, const AcslNode *n, bool wanted)
{
    const char *test = c_truth(e, n->args[0]), *a = c_explain(e, n->args[0], wanted);

    return c_text(e, "    if (%s%s) {\n%s    } else {\n%s    }\n", wanted ? "!" : "",
                  test, a, c_explain(e, n->args[1], wanted));
}

static const char *explain_op(Emit *e, const AcslNode *n, bool wanted)
{
    switch (n->as.op.op) {
    case ACSL_NOT:
        return c_explain(e, n->args[0], !wanted);
    case ACSL_AND:
        return wanted ? explain_either(e, n, true) : explain_both(e, n, false, false);
    case ACSL_OR:
        return wanted ? explain_both(e, n, true, true) : explain_either(e, n, false);
    case ACSL_IMPLIES:
        return wanted ? explain_both(e, n, false, true) : c_explain(e, n->args[1], false);
    case ACSL_IFF:
    case ACSL_XOR:
        return c_text(e, "%s%s", say(e, n->args[0]), say(e, n->args[1]));
    case ACSL_IN:
        if (wanted && c_bare(n->args[1])->kind == NODE_LANGUAGE)
            return c_say_language(e, n->args[0], c_bare(n->args[1])->as.language);
        return say_parts(e, n);
    default:
        return say_parts(e, n);
    }
}

/* For the first values for which the body is not as wanted. */
static const char *explain_quant(Emit *e, const AcslNode *n, bool wanted)
{
    const Name *before = e->names;
    const char *found, *test, *values = "", *inner;
    Loops loops;

    if (wanted != n->as.all)
        return ""; /* none of all the values: nothing short to say */
    found = c_temp(e, "found");
    if (!c_loops(e, n, c_text(e, "!%s", found), &loops))
        return "";
    test = c_truth(e, n->args[0]);
    for (uint32_t i = 0; i < n->nvars; i++)
        values = c_text(e, "%s    assay_say_%s(%s, \"%s\", %s);\n", values,
                        n->vars[i]->sort->kind == SORT_TEXT ? "text" : "int", e->failing,
                        n->vars[i]->name, c_name(e, n->vars[i])->text);
    inner = c_explain(e, n->args[0], wanted);
    e->names = before;
    return c_text(e,
                  "    {\n    _Bool %s = 0;\n    %s\n    if (%s%s) {\n    %s = 1;\n"
                  "%s%s    }\n    %s\n    }\n",
                  found, loops.open, wanted ? "!" : "", test, found, values, inner,
                  loops.close);
}

static const char *explain_call(Emit *e, const AcslNode *n, bool wanted)
{
    const char *text = "";
    const Version *v;

    for (uint32_t i = 0; i < n->nargs; i++)
        text = c_text(e, "%s%s", text, say(e, n->args[i]));
    if (n->as.call.logic->recursive || !n->as.call.logic->body)
        return text;
    v = c_version(e, n, VERSION_EXPLAIN, wanted);
    if (!v)
        return text;
    return c_text(e, "%s    %s(%s%s);\n", text, v->symbol, e->failing,
                  c_arguments(e, n, v));
}

static const char *explain_at(Emit *e, const AcslNode *n, bool wanted)
{
    Where before = c_where(e);
    const char *text = "";

    if (c_enter(e, &n->as.label))
        text = c_explain(e, n->args[0], wanted);
    c_leave(e, before);
    return text;
}

static const char *explain_let(Emit *e, const AcslNode *n, bool wanted)
{
    const Name *before = e->names;
    const char *open = c_let_open(e, n), *inner;

    inner = c_explain(e, n->args[1], wanted);
    e->names = before;
    return c_text(e, "    {\n    %s\n%s    }\n", open, inner);
}

const char *c_explain(Emit *e, const AcslNode *n, bool wanted)
{
    n = c_bare(n);
    switch (n->kind) {
    case NODE_OP:
        return explain_op(e, n, wanted);
    case NODE_QUANT:
        return explain_quant(e, n, wanted);
    case NODE_CALL:
        return n->sort->kind == SORT_BOOLEAN ? explain_call(e, n, wanted) : say(e, n);
    case NODE_AT:
        return explain_at(e, n, wanted);
    case NODE_LET:
        return explain_let(e, n, wanted);
    case NODE_IF:
        return c_text(e, "    if (%s) {\n%s    } else {\n%s    }\n",
                      c_truth(e, n->args[0]), c_explain(e, n->args[1], wanted),
                      c_explain(e, n->args[2], wanted));
    case NODE_BUILTIN:
        return say_parts(e, n);
    default:
        return is_constant(n) ? "" : say(e, n);
    }
}
