/*
 * What arguments depend on, wherever in them the part that depends on it lies: behind a
 * subset, in a struct, an array or what a pointer points to.
 */
#include "model/plan.h"

enum { INSIDE_MAX = 256 }; /* specs inside one argument that are looked at */

struct inside {
    const struct assay_spec *specs[INSIDE_MAX];
    uint32_t count;
};

static bool has(const struct inside *in, const struct assay_spec *spec)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->specs[i] == spec)
            return true;
    return false;
}

/* Values that are not made have no parts that are drawn. */
static bool is_made(const struct assay_spec *spec)
{
    return spec->kind != &assay_kind_callback && spec->kind != &assay_kind_order &&
           spec->kind != &assay_kind_out && spec->kind != &assay_kind_storage &&
           spec->kind != &assay_kind_array_out;
}

static void look_inside(void *ctx, const struct assay_spec *spec)
{
    struct inside *in = ctx;

    if (has(in, spec) || in->count == INSIDE_MAX)
        return;
    in->specs[in->count++] = spec;
    if (spec->kind == &assay_kind_ifpol)
        look_inside(in, spec->as.wrap.of);
    else if (spec->kind->inner && is_made(spec))
        spec->kind->inner(spec, look_inside, in);
}

const struct assay_spec *assay_depends_on(const struct assay_spec *spec)
{
    if (spec->kind == &assay_kind_interval_of || spec->kind == &assay_kind_length ||
        spec->kind == &assay_kind_length_at)
        return spec->as.dependent.of;
    return NULL;
}

struct assay_needs assay_needs_of(const struct assay_spec *spec)
{
    struct assay_needs needs = {.late = false};
    struct inside in = {.count = 0};

    look_inside(&in, spec);
    for (uint32_t i = 0; i < in.count; i++) {
        const struct assay_spec *of = assay_depends_on(in.specs[i]);
        if (!in.specs[i]->kind->late || (of && has(&in, of)))
            continue;
        needs.late = true;
        if (of && needs.count < ASSAY_NEEDS_MAX)
            needs.of[needs.count++] = of;
    }
    return needs;
}
