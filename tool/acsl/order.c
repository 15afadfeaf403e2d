/*
 * The order of definitions: what is used comes before what uses it; those that lead to
 * each other are recursive. R. Tarjan, "Depth-first search and linear graph algorithms",
 * 1972.
 */
#include "acsl/typing.h"

typedef struct {
    Reader *r;
    List stack, out;
    int next;
} Order;

static void visit(Order *o, Def *d);

static void visit_uses(Order *o, Def *d)
{
    for (uint32_t i = 0; i < d->uses.count; i++) {
        Def *used = d->uses.at[i];
        if (used->mark == 0) {
            visit(o, used);
            d->low = used->low < d->low ? used->low : d->low;
        } else if (used->waits) {
            d->low = used->mark < d->low ? used->mark : d->low;
        }
        d->logic.recursive |= used == d;
    }
}

/* The component whose first is `d`, off the stack. */
static void take_component(Order *o, const Def *d)
{
    uint32_t from = o->stack.count;

    while (o->stack.at[--from] != d)
        continue;
    for (uint32_t i = from; i < o->stack.count; i++) {
        Def *member = o->stack.at[i];
        member->waits = false;
        member->logic.recursive |= o->stack.count - from > 1;
        acsl_list_add(o->r, &o->out, member);
    }
    o->stack.count = from;
}

static void visit(Order *o, Def *d)
{
    d->mark = d->low = ++o->next;
    d->waits = true;
    acsl_list_add(o->r, &o->stack, d);
    if (o->r->no_memory)
        return;
    visit_uses(o, d);
    if (d->low == d->mark && !o->r->no_memory)
        take_component(o, d);
}

static void spread_reads(Reader *r)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < r->defs.count; i++) {
            Def *d = r->defs.at[i];
            bool before = d->logic.reads_memory;
            for (uint32_t k = 0; k < d->uses.count && !d->logic.reads_memory; k++)
                d->logic.reads_memory = ((const Def *)d->uses.at[k])->logic.reads_memory;
            changed |= before != d->logic.reads_memory;
        }
    }
}

void acsl_order(Reader *r)
{
    Order o = {.r = r};

    for (uint32_t i = 0; i < r->defs.count && !r->no_memory; i++)
        if (((Def *)r->defs.at[i])->mark == 0)
            visit(&o, r->defs.at[i]);
    if (r->no_memory)
        return;
    r->defs = o.out;
    spread_reads(r);
}
