/*
 * Targeted search: hill climbing on what assay_target() is told. The best record of each
 * label is kept; a mutation of it changes a few of its choices and replays the rest.
 * Löscher and Sagonas, "Targeted property-based testing", 2017, in its simplest form.
 */
#include "choice/order.h"
#include "run/execute.h"
#include <string.h>

void assay_search_keep(struct assay_executor *x)
{
    struct assay_journal *j = x->shared->journal;
    uint64_t now = atomic_load_explicit(&j->executions, memory_order_relaxed);

    for (uint32_t i = 0; i < j->ntargets; i++) {
        struct assay_target_slot *slot = &j->targets[i];
        if (slot->stamp != now || (slot->any && slot->reached < slot->score))
            continue;
        if (!slot->any || slot->reached > slot->score ||
            assay_record_weight(x->shared->live) <=
                assay_record_weight(x->shared->best[i])) {
            assay_record_copy(x->shared->best[i], x->shared->live);
            slot->score = slot->reached;
            slot->any = true;
        }
    }
}

/* A value near the old one, half or double, or anything. */
static uint64_t mutate_integer(struct assay_prng *prng, const struct assay_domain *d,
                               uint64_t value)
{
    uint64_t most = d->hi - d->lo, off = value - d->lo;
    uint64_t step = assay_prng_upto(prng, 15) + 1;

    switch (assay_prng_upto(prng, 7)) {
    case 0:
    case 1:
        return d->lo + (most - off < step ? most : off + step);
    case 2:
    case 3:
        return d->lo + (off < step ? 0 : off - step);
    case 4:
        step = off / 8 + 1;
        return d->lo + (most - off < step ? most : off + step);
    case 5:
        step = off / 8 + 1;
        return d->lo + (off < step ? 0 : off - step);
    case 6:
        return assay_prng_upto(prng, 1) ? d->hi : d->lo;
    default:
        return d->lo + assay_prng_upto(prng, most);
    }
}

static uint64_t mutate_float(struct assay_prng *prng, uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    switch (assay_prng_upto(prng, 3)) {
    case 0:
        value *= 1 + assay_prng_unit(prng);
        break;
    case 1:
        value *= 1 - assay_prng_unit(prng) / 2;
        break;
    case 2:
        value += assay_prng_unit(prng) * 2 - 1;
        break;
    default:
        value = -value;
        break;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void mutate_string(struct assay_values *v, struct assay_value *value,
                          struct assay_prng *prng)
{
    if (value->len > 0)
        v->pool.at[value->bits + assay_prng_upto(prng, value->len - 1)] =
            (char)assay_prng_upto(prng, 127);
}

bool assay_search_mutate(struct assay_executor *x, struct assay_prng *prng)
{
    struct assay_journal *j = x->shared->journal;
    uint32_t n = (uint32_t)assay_prng_upto(prng, j->ntargets - 1);
    const struct assay_record *best = x->shared->best[n];
    struct assay_values *v = &x->mutant;
    uint64_t changes = 1 + assay_prng_upto(prng, 2);

    if (!j->targets[n].any || best->nchoices == 0)
        return false;
    assay_values_clear(v);
    if (assay_values_add_record(v, best, 0, best->nchoices))
        return false;
    if (assay_prng_upto(prng, 7) == 0) /* the tail anew */
        v->count = (size_t)assay_prng_upto(prng, v->count - 1);
    for (; changes > 0 && v->count > 0; changes--) {
        uint32_t i = (uint32_t)assay_prng_upto(prng, v->count - 1);
        const struct assay_domain *d = assay_record_domain(best, i);
        if (assay_kind_is_integer(d->kind))
            v->at[i].bits = mutate_integer(prng, d, v->at[i].bits);
        else if (d->kind == ASSAY_KIND_FLOAT)
            v->at[i].bits = mutate_float(prng, v->at[i].bits);
        else
            mutate_string(v, &v->at[i], prng);
    }
    return true;
}
