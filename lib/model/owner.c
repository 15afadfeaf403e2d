/*
 * What belongs to what: iterators to their lists, blocks to their pools. And what ended
 * without a word.
 */
#include "model/scenario.h"
#include <string.h>

/* Of AddressSanitizer, if it is there. */
extern int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

static const struct assay_spec *owner_type(const struct assay_spec *spec)
{
    return *spec->as.abstract->owner;
}

/* The abstract type of an argument, options and the like looked through, or NULL. */
static const struct assay_spec *type_of_argument(const struct assay_scenario *s,
                                                 uint32_t i)
{
    const struct assay_spec *spec = s->args.operation->arguments[i];

    while (spec && spec->kind != &assay_kind_abstract)
        spec = assay_spec_within(spec);
    return spec;
}

static bool is_type(const struct assay_spec *spec, const struct assay_spec *type)
{
    return spec && type && spec->as.abstract == type->as.abstract;
}

/* The live value that an argument is, or NULL. */
static struct assay_live *live_argument(const struct assay_scenario *s, uint32_t i,
                                        const struct assay_spec *type)
{
    const struct assay_pool *p = &s->pools[type->as.abstract->number];

    for (uint32_t k = 0; k < p->count; k++)
        if (!p->at[k].gone &&
            memcmp(p->at[k].at[0], s->args.at[0][i], type->size[0]) == 0 &&
            memcmp(p->at[k].at[1], s->args.at[1][i], type->size[1]) == 0)
            return &p->at[k];
    return NULL;
}

uint32_t assay_owner_of_new(struct assay_scenario *s, const struct assay_spec *spec)
{
    const struct assay_spec *owner = owner_type(spec);
    uint32_t inherited = 0;

    for (uint32_t i = 0; owner && i < s->args.operation->arity; i++) {
        const struct assay_spec *type = type_of_argument(s, i);
        const struct assay_live *live = type ? live_argument(s, i, type) : NULL;
        if (live && is_type(type, owner))
            return live->made + 1;
        if (live && is_type(type, spec))
            inherited = live->owner;
    }
    return inherited;
}

/* ---- Before a call */

/* Whether a value that has to be destroyed first belongs to this one. */
static bool is_needed(const struct assay_scenario *s, const struct assay_live *live)
{
    for (uint32_t i = 0; i < s->plan->nabstract; i++) {
        const struct assay_pool *p = &s->pools[i];
        for (uint32_t k = 0; p->spec->as.abstract->destructor->text && k < p->count; k++)
            if (!p->at[k].gone && p->at[k].owner == live->made + 1)
                return true;
    }
    return false;
}

static bool is_consumed(const struct assay_spec *spec)
{
    for (; spec; spec = assay_spec_within(spec))
        if (spec->kind == &assay_kind_consumed)
            return true;
    return false;
}

/* Whether the owner is among the arguments, if any of its type is. */
static bool is_with_its_owner(const struct assay_scenario *s,
                              const struct assay_live *live,
                              const struct assay_spec *owner)
{
    bool others = false;

    for (uint32_t i = 0; i < s->args.operation->arity; i++) {
        const struct assay_spec *type = type_of_argument(s, i);
        const struct assay_live *argument =
            is_type(type, owner) ? live_argument(s, i, type) : NULL;
        if (argument && argument->made + 1 == live->owner)
            return true;
        others |= argument != NULL;
    }
    return !others;
}

bool assay_owners_agree(const struct assay_scenario *s)
{
    for (uint32_t i = 0; s->plan->owners && i < s->args.operation->arity; i++) {
        const struct assay_spec *type = type_of_argument(s, i);
        const struct assay_live *live = type ? live_argument(s, i, type) : NULL;
        if (!live)
            continue;
        if (is_consumed(s->args.operation->arguments[i]) && is_needed(s, live))
            return false;
        if (owner_type(type) && !is_with_its_owner(s, live, owner_type(type)))
            return false;
    }
    return true;
}

/* ---- After it */

void assay_owner_consumed(struct assay_scenario *s, const struct assay_live *live)
{
    for (uint32_t i = 0; s->plan->owners && i < s->plan->nabstract; i++) {
        struct assay_pool *p = &s->pools[i];
        for (uint32_t k = 0; k < p->count; k++)
            if (!p->at[k].gone && p->at[k].owner == live->made + 1) {
                assay_owner_consumed(s, &p->at[k]);
                assay_pool_consume(s, p->spec, &p->at[k]);
            }
    }
}

/* ---- Freed by the reference */

static bool is_freed(const struct assay_spec *type, const struct assay_live *live)
{
    const void *pointer;

    if (!type->as.abstract->is_pointer[ASSAY_REFERENCE])
        return false;
    memcpy(&pointer, live->at[ASSAY_REFERENCE], sizeof pointer);
    return __asan_address_is_poisoned(pointer);
}

void assay_owner_bury(struct assay_scenario *s)
{
    if (!s->plan->model->mortal || !__asan_address_is_poisoned)
        return;
    for (uint32_t i = 0; i < s->plan->nabstract; i++) {
        struct assay_pool *p = &s->pools[i];
        for (uint32_t k = 0; k < p->count; k++)
            if (!p->at[k].gone && is_freed(p->spec, &p->at[k])) {
                assay_owner_consumed(s, &p->at[k]);
                assay_pool_consume(s, p->spec, &p->at[k]);
            }
    }
}
