/*
 * What a function may look at: the regions that its precondition says are valid are kept
 * when it is called, so that they can be read as they were and compared.
 */
#include "emit/contract_parts.h"

struct keep {
    const char *state, *name;
};

static const char *keep_region(Emit *e, const char *at, const char *count,
                               const CType *element, void *ctx)
{
    const struct keep *k = ctx;

    return c_text(e, "assay_state_keep(%s, %s, %s, %s, (assay_size_)(%s));", k->state,
                  k->name, c_layout(e, element), at, count);
}

/* The pointer that a set starts from: what the region is called by. */
static const AcslNode *root_of(const AcslNode *n)
{
    n = c_bare(n);
    if (n->kind == NODE_OP && n->nargs == 2)
        return root_of(n->args[0]);
    return n;
}

/* What places are called by: "a" of a[0 .. n], else with an &, "&*p", for the place. */
static const char *place_name(Emit *e, const AcslNode *place)
{
    const AcslNode *n = c_bare(place), *by;

    by = n->kind == NODE_INDEX ? c_bare(n->args[1]) : NULL;
    if (by && by->kind == NODE_RANGE && by->args[0] &&
        c_bare(by->args[0])->kind == NODE_INT && c_bare(by->args[0])->as.integer == 0)
        return c_quoted(e, n->args[0]->span);
    return c_text(e, "\"&%s", c_quoted(e, n->span) + 1);
}

const char *c_keep_set(Emit *e, const AcslNode *set, bool pointers, const char *state)
{
    struct keep k = {state,
                     pointers ? c_quoted(e, root_of(set)->span) : place_name(e, set)};

    return c_regions(e, set, pointers, keep_region, &k);
}

static const char *keep_valid(Emit *e, const AcslNode *n, const char *state)
{
    const char *text = "";

    for (uint32_t i = 0; i < n->nargs; i++)
        text = c_text(e, "%s    %s\n", text, c_keep_set(e, n->args[i], true, state));
    return text;
}

static const char *keep_if(Emit *e, const AcslNode *test, bool wanted, const AcslNode *n,
                           const char *state)
{
    const char *inner = c_keep(e, n, state);

    if (inner[0] == '\0')
        return "";
    return c_text(e, "    if (%s%s) {\n%s    }\n", wanted ? "" : "!", c_truth(e, test),
                  inner);
}

/* The string that a text is the content of. */
static const char *keep_text(Emit *e, const AcslNode *n, const char *state)
{
    const AcslNode *of = n->kind == NODE_TEXT ? c_bare(n->args[0]) : NULL;

    if (!of || of->kind == NODE_STRING || (n->nargs > 1 && n->args[1]))
        return "";
    return c_text(e, "    assay_state_keep_string(%s, %s, (const char *)%s);\n", state,
                  c_quoted(e, of->span), c_pointer(e, of));
}

static bool follows_pointers(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    return n->kind == NODE_DEREF || n->kind == NODE_INDEX || n->kind == NODE_TEXT ||
           (n->kind == NODE_FIELD && n->as.field.arrow) ||
           (n->kind == NODE_CALL && n->as.call.logic->reads_memory) ||
           (n->kind == NODE_BUILTIN && n->as.builtin.builtin >= BUILTIN_STRLEN &&
            n->as.builtin.builtin <= BUILTIN_VALID_STRING_OR_NULL);
}

/* Both sides, if they hold; but where the first one does, the second may be about memory
 * that is not there. */
static const char *keep_either(Emit *e, const AcslNode *n, const char *state)
{
    const char *a = keep_if(e, n->args[0], true, n->args[0], state);
    const char *b = keep_if(e, n->args[1], true, n->args[1], state);

    if (b[0] != '\0' && acsl_any(n->args[1], follows_pointers, NULL))
        b = c_text(e, "    if (!%s) {\n%s    }\n", c_truth(e, n->args[0]), b);
    return c_text(e, "%s%s", a, b);
}

static const char *keep_op(Emit *e, const AcslNode *n, const char *state)
{
    const char *a;

    switch (n->as.op.op) {
    case ACSL_AND:
        a = c_keep(e, n->args[0], state);
        return c_text(e, "%s%s", a, c_keep(e, n->args[1], state));
    case ACSL_OR:
        return keep_either(e, n, state);
    case ACSL_IMPLIES:
        return keep_if(e, n->args[0], true, n->args[1], state);
    case ACSL_IN:
        return keep_text(e, c_bare(n->args[0]), state);
    default:
        return "";
    }
}

static const char *keep_all(Emit *e, const AcslNode *n, const char *state)
{
    const Name *before = e->names;
    const char *inner;
    Loops loops;

    if (!n->as.all || !c_loops(e, n, "1", &loops))
        return "";
    inner = c_keep(e, n->args[0], state);
    e->names = before;
    return inner[0] == '\0' ? ""
                            : c_text(e, "    {\n    %s\n%s    %s\n    }\n", loops.open,
                                     inner, loops.close);
}

static const char *keep_call(Emit *e, const AcslNode *n, const char *state)
{
    const Version *v;

    if (!n->as.call.logic->body || !n->as.call.logic->reads_memory)
        return "";
    v = c_version(e, n, VERSION_KEEP, true);
    return v ? c_text(e, "    %s(%s%s);\n", v->symbol, state, c_arguments(e, n, v)) : "";
}

const char *c_keep(Emit *e, const AcslNode *n, const char *state)
{
    n = c_bare(n);
    switch (n->kind) {
    case NODE_OP:
        return keep_op(e, n, state);
    case NODE_QUANT:
        return keep_all(e, n, state);
    case NODE_CALL:
        return keep_call(e, n, state);
    case NODE_BUILTIN:
        return n->as.builtin.builtin == BUILTIN_VALID ||
                       n->as.builtin.builtin == BUILTIN_VALID_READ
                   ? keep_valid(e, n, state)
                   : "";
    case NODE_IF:
        return c_text(e, "%s%s", keep_if(e, n->args[0], true, n->args[1], state),
                      keep_if(e, n->args[0], false, n->args[2], state));
    default:
        return "";
    }
}
