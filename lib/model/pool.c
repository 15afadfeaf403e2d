/*
 * Live values: what operations made and what later ones may use.
 */
#include "model/scenario.h"
#include <string.h>

static struct assay_pool *pool_of(const struct assay_scenario *s,
                                  const struct assay_spec *spec)
{
    return &s->pools[spec->as.abstract->number];
}

static void grow(struct assay_scenario *s, struct assay_pool *p)
{
    uint32_t cap = p->cap ? 2 * p->cap : 8;
    struct assay_live *at = assay_scenario_new(s, cap, sizeof *at);

    if (p->count > 0)
        memcpy(at, p->at, p->count * sizeof *at);
    p->at = at;
    p->cap = cap;
}

struct assay_live *assay_pool_add(struct assay_scenario *s, const struct assay_spec *spec,
                                  void *const at[2])
{
    struct assay_pool *p = pool_of(s, spec);
    struct assay_live *live;

    if (p->count == p->cap)
        grow(s, p);
    live = &p->at[p->count];
    *live = (struct assay_live){
        .made = s->made++, .number = p->count, .owner = assay_owner_of_new(s, spec)};
    for (int side = 0; side < 2; side++) {
        live->at[side] = assay_scenario_new(s, 1, spec->size[side]);
        memcpy(live->at[side], at[side], spec->size[side]);
    }
    p->count++;
    p->live++;
    return live;
}

struct assay_live *assay_pool_find(struct assay_scenario *s,
                                   const struct assay_spec *spec, enum assay_side side,
                                   const void *value)
{
    struct assay_pool *p = pool_of(s, spec);

    for (uint32_t i = p->count; i-- > 0;)
        if (!p->at[i].gone && memcmp(p->at[i].at[side], value, spec->size[side]) == 0)
            return &p->at[i];
    return NULL;
}

const char *assay_pool_name(struct assay_scenario *s, const struct assay_spec *spec,
                            const struct assay_live *live)
{
    return assay_scenario_text(s, "%s%u", s->plan->variables[spec->as.abstract->number],
                               live->number);
}

const char *assay_pool_next_name(struct assay_scenario *s, const struct assay_spec *spec)
{
    return assay_scenario_text(s, "%s%u", s->plan->variables[spec->as.abstract->number],
                               pool_of(s, spec)->count);
}

void assay_pool_consume(struct assay_scenario *s, const struct assay_spec *spec,
                        struct assay_live *live)
{
    live->gone = true;
    pool_of(s, spec)->live--;
}

struct assay_live *assay_pool_live(struct assay_scenario *s,
                                   const struct assay_spec *spec, uint32_t k)
{
    struct assay_pool *p = pool_of(s, spec);

    if (p->live == p->count)
        return &p->at[k];
    for (uint32_t i = 0; i < p->count; i++)
        if (!p->at[i].gone && k-- == 0)
            return &p->at[i];
    return NULL;
}

/* ---- Checks */

static void check_one(struct assay_scenario *s, const struct assay_spec *spec,
                      const struct assay_live *live)
{
    const char *wrong =
        (*spec->as.abstract->check)(live->at[ASSAY_REFERENCE], live->at[ASSAY_CANDIDATE]);

    if (wrong)
        assay_object(s, "the check of %s: %s", assay_pool_name(s, spec, live), wrong);
}

void assay_pool_check(struct assay_scenario *s)
{
    for (uint32_t i = 0; i < s->plan->nabstract; i++) {
        struct assay_pool *p = &s->pools[i];
        if (!p->spec || !*p->spec->as.abstract->check)
            continue;
        assay_doing(s, "the check after operation %u", s->number);
        for (uint32_t k = 0; k < p->count; k++)
            if (!p->at[k].gone)
                check_one(s, p->spec, &p->at[k]);
    }
}

/* ---- The end */

static struct assay_live *newest(struct assay_scenario *s, struct assay_pool **ret_pool)
{
    struct assay_live *best = NULL;

    for (uint32_t i = 0; i < s->plan->nabstract; i++) {
        struct assay_pool *p = &s->pools[i];
        for (uint32_t k = p->count; k-- > 0;) {
            if (p->at[k].gone)
                continue;
            if (!best || p->at[k].made > best->made) {
                best = &p->at[k];
                *ret_pool = p;
            }
            break;
        }
    }
    return best;
}

static void destroy(struct assay_scenario *s, const struct assay_spec *spec,
                    const struct assay_live *live)
{
    const struct assay_destructor *d = spec->as.abstract->destructor;

    if (!d->text)
        return;
    if (s->writer)
        assay_write_after(s, "%s(%s);", d->text, assay_pool_name(s, spec, live));
    assay_doing(s, "the reference's destructor of %s", spec->name);
    d->release[ASSAY_REFERENCE](live->at[ASSAY_REFERENCE]);
    assay_doing(s, "%s, the destructor", d->text);
    d->release[ASSAY_CANDIDATE](live->at[ASSAY_CANDIDATE]);
    assay_did(s);
}

void assay_pool_destroy(struct assay_scenario *s)
{
    struct assay_pool *pool = NULL;
    struct assay_live *live;

    while ((live = newest(s, &pool)) != NULL) {
        live->gone = true;
        pool->live--;
        destroy(s, pool->spec, live);
    }
}
