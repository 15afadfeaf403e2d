/*
 * Sets of locations as C: a statement for each region of memory that lies in one piece.
 * p + (lo..hi) and a[lo..hi] are one region; a range further inside becomes a loop.
 */
#include "emit/contract_parts.h"
#include <string.h>

typedef struct {
    RegionUse *use;
    void *ctx;
} Use;

static const char *regions(Emit *e, const AcslNode *set, bool pointers, const Use *u);

/* The type that locations of a set have. */
static const CType *element_of(const AcslNode *set, bool pointers)
{
    const AcslSort *sort = set->sort;

    while (sort->kind == SORT_SET)
        sort = sort->of;
    if (pointers)
        return c_pointee(sort);
    return sort->kind == SORT_C ? sort->c : NULL;
}

static const char *has_no_end(Emit *e, const AcslNode *range)
{
    return c_cannot(e, range->span,
                    range->args[0] ? "this range has no end" : "this range has no start");
}

static const char *cannot_size(Emit *e, const AcslNode *set)
{
    return c_cannot(e, set->span, "how large this is cannot be said");
}

/* `count` elements at a pointer. */
static const char *one_region(Emit *e, const AcslNode *set, const CType *element,
                              const char *at, const char *count, const Use *u)
{
    if (!element || element->size == 0)
        return cannot_size(e, set);
    return u->use(e, at, count, element, u->ctx);
}

/* lo..hi elements from a base; `whole` are all there are, for a range without ends. */
static const char *range_region(Emit *e, const AcslNode *set, const CType *element,
                                const char *base, const AcslNode *range, uint64_t whole,
                                const Use *u)
{
    const char *lo = c_temp(e, "lo"), *hi = c_temp(e, "hi"), *from, *to, *inner;

    if ((!range->args[0] || !range->args[1]) && whole == 0)
        return has_no_end(e, range);
    from = range->args[0] ? c_integer(e, range->args[0], REP_WIDE) : "0";
    to = range->args[1] ? c_integer(e, range->args[1], REP_WIDE)
                        : c_number(e, (Wide)whole - 1);
    inner = one_region(e, set, element, c_text(e, "(%s + (long long)%s)", base, lo),
                       c_text(e, "%s - %s + 1", hi, lo), u);
    return c_text(e, "{ assay_wide %s = %s, %s = %s; if (%s <= %s) { %s } }", lo, from,
                  hi, to, lo, hi, inner);
}

/* ---- A range further inside: a loop over it. */

static const AcslNode *find_range(const AcslNode *n)
{
    if (n->kind == NODE_RANGE)
        return n;
    for (uint32_t i = 0; i < n->nargs; i++) {
        const AcslNode *range = n->args[i] ? find_range(n->args[i]) : NULL;
        if (range)
            return range;
    }
    return NULL;
}

/* The type of a member of a set; other sorts stay. */
static const AcslSort *member_sort(const AcslSort *sort)
{
    return sort->kind == SORT_SET ? sort->of : sort;
}

/* A copy of the node with a variable in the place of the range. */
static AcslNode *with_variable(Emit *e, const AcslNode *n, const AcslNode *range,
                               AcslNode *var)
{
    AcslNode *copy = assay_arena_new(e->arena, 1, sizeof *copy);
    AcslNode **args = assay_arena_new(e->arena, n->nargs + 1, sizeof(AcslNode *));

    if (n == range)
        return var;
    if (!copy || !args) {
        e->no_memory = true;
        return var;
    }
    *copy = *n;
    copy->sort = member_sort(n->sort);
    copy->args = args;
    for (uint32_t i = 0; i < n->nargs; i++)
        args[i] = n->args[i] && find_range(n->args[i]) == range
                      ? with_variable(e, n->args[i], range, var)
                      : n->args[i];
    return copy;
}

static const char *loop_regions(Emit *e, const AcslNode *set, bool pointers,
                                const AcslNode *range, const Use *u)
{
    static const AcslSort integer = {.kind = SORT_INTEGER};
    const Name *before = e->names;
    AcslVar *var = assay_arena_new(e->arena, 1, sizeof *var);
    AcslNode *node = assay_arena_new(e->arena, 1, sizeof *node);
    const char *i = c_temp(e, "i"), *lo, *hi, *inner;
    Name name;

    if (!var || !node || !range->args[0] || !range->args[1])
        return has_no_end(e, range);
    *var = (AcslVar){"i", &integer, range->span};
    *node = (AcslNode){.kind = NODE_VAR, .span = range->span, .sort = &integer};
    node->as.var = var;
    lo = c_integer(e, range->args[0], REP_NARROW);
    hi = c_integer(e, range->args[1], REP_WIDE);
    c_bind(e, &name, var, i, interval_narrow_all(), REP_NARROW);
    inner = regions(e, with_variable(e, set, range, node), pointers, u);
    e->names = before;
    return c_text(e, "{ %s { %s } }", c_for(e, i, lo, hi, "1"), inner);
}

static const char *comprehended(Emit *e, const AcslNode *set, bool pointers, const Use *u)
{
    const Name *before = e->names;
    const char *inner, *when;
    Loops loops;

    if (!c_loops(e, set, "1", &loops))
        return "";
    when = set->args[1] ? c_truth(e, set->args[1]) : "1";
    inner = regions(e, set->args[0], pointers, u);
    e->names = before;
    return c_text(e, "{ %s if (%s) { %s } %s }", loops.open, when, inner, loops.close);
}

/* ---- The forms of a set. */

/* Pointers: p + (lo..hi), p + i, &a[lo..hi], p. */
static const char *pointer_regions(Emit *e, const AcslNode *set, const Use *u)
{
    const AcslNode *range = find_range(set), *by;

    if (set->kind == NODE_ADDRESS)
        return regions(e, set->args[0], false, u);
    if (!range)
        return one_region(e, set, element_of(set, true), c_pointer(e, set), "1", u);
    by = set->kind == NODE_OP && set->as.op.op == ACSL_ADD ? c_bare(set->args[1]) : NULL;
    if (by && by == range && !find_range(set->args[0]))
        return range_region(e, set, element_of(set, true), c_pointer(e, set->args[0]),
                            range, 0, u);
    return loop_regions(e, set, true, range, u);
}

/* Lvalues: a[lo..hi], *(p + (lo..hi)), s->f, x. */
static const char *lvalue_regions(Emit *e, const AcslNode *set, const Use *u)
{
    const AcslNode *range = find_range(set), *base;

    if (set->kind == NODE_DEREF)
        return regions(e, set->args[0], true, u);
    if (!range)
        return one_region(e, set, element_of(set, false), c_address(e, set), "1", u);
    base = set->nargs > 0 ? set->args[0] : NULL;
    if (set->kind == NODE_INDEX && c_bare(set->args[1]) == range && !find_range(base))
        return range_region(e, set, element_of(set, false), c_pointer(e, base), range,
                            base->sort->kind == SORT_C ? base->sort->c->count : 0, u);
    return loop_regions(e, set, false, range, u);
}

static const char *regions(Emit *e, const AcslNode *set, bool pointers, const Use *u)
{
    const char *text = "";

    set = c_bare(set);
    if (set->kind == NODE_SET) {
        for (uint32_t i = 0; i < set->nargs; i++)
            text = c_text(e, "%s%s ", text, regions(e, set->args[i], pointers, u));
        return text;
    }
    if (set->kind == NODE_COMPREHEND)
        return comprehended(e, set, pointers, u);
    if ((set->kind == NODE_RESULT || set->kind == NODE_EXIT_STATUS) && !pointers)
        return "";
    if (set->kind == NODE_AT) {
        const char *before = e->state;
        if (!c_label(e, &set->as.label, &e->state))
            return c_cannot(e, set->span, "the state at '%s' is not kept",
                            set->as.label.name);
        text = regions(e, set->args[0], pointers, u);
        e->state = before;
        return text;
    }
    return pointers ? pointer_regions(e, set, u) : lvalue_regions(e, set, u);
}

const char *c_regions(Emit *e, const AcslNode *set, bool pointers, RegionUse *use,
                      void *ctx)
{
    Use u = {use, ctx};

    return regions(e, set, pointers, &u);
}
