/*
 * What is asked of a spec of whatever kind.
 */
#include "model/scenario.h"
#include <string.h>

#define DEPTH_MAX 64 /* of specs inside each other: past it, ASSAY_FIX goes round */

static _Thread_local unsigned depth;

static bool ask(bool (*able)(const struct assay_spec *), const struct assay_spec *spec)
{
    bool answer = true;

    if (!able)
        return false;
    if (depth < DEPTH_MAX) {
        depth++;
        answer = able(spec);
        depth--;
    }
    return answer;
}

bool assay_constructible(const struct assay_spec *spec)
{
    return spec->kind->construct && ask(spec->kind->constructible, spec);
}

bool assay_deconstructible(const struct assay_spec *spec)
{
    return spec->kind->deconstruct && ask(spec->kind->deconstructible, spec);
}

bool assay_construct(const struct assay_spec *spec, struct assay_scenario *s,
                     void *const at[2])
{
    return spec->kind->construct(spec, s, at);
}

void assay_spec_print(const struct assay_spec *spec, struct assay_scenario *s,
                      const void *value, struct assay_buf *out)
{
    spec->kind->print(spec, s, value, out);
}

void assay_deconstruct(const struct assay_spec *spec, struct assay_scenario *s,
                       void *const at[2], const char *path)
{
    spec->kind->deconstruct(spec, s, at, path);
}

void assay_spec_keep(const struct assay_spec *spec, struct assay_scenario *s,
                     enum assay_side side, void *value)
{
    if (spec->kind->keep)
        spec->kind->keep(spec, s, side, value);
}

bool assay_spec_always(const struct assay_spec *spec)
{
    (void)spec;
    return true;
}

bool assay_wrapped_constructible(const struct assay_spec *spec)
{
    return assay_constructible(spec->as.wrap.of);
}

bool assay_wrapped_deconstructible(const struct assay_spec *spec)
{
    return assay_deconstructible(spec->as.wrap.of);
}

void assay_wrapped_visit(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                         void *ctx)
{
    visit(ctx, spec->as.wrap.of);
}

/* ---- Types as text */

static bool is_one_of(const struct assay_spec *spec,
                      const struct assay_spec_kind *const *kinds, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (spec->kind == kinds[i])
            return true;
    return false;
}

const struct assay_spec *assay_spec_within(const struct assay_spec *spec)
{
    static const struct assay_spec_kind *const subsets[] = {
        &assay_kind_subset, &assay_kind_consumed, &assay_kind_existing,
        &assay_kind_perhaps_existing};
    static const struct assay_spec_kind *const wraps[] = {
        &assay_kind_option, &assay_kind_errno, &assay_kind_freed, &assay_kind_ifpol};

    if (is_one_of(spec, subsets, 4))
        return spec->as.subset.of;
    return is_one_of(spec, wraps, 4) ? spec->as.wrap.of : NULL;
}

static const struct assay_spec *pointed_to(const struct assay_spec *spec)
{
    static const struct assay_spec_kind *const arrays[] = {
        &assay_kind_array, &assay_kind_array_inout, &assay_kind_array_out};
    static const struct assay_spec_kind *const pointers[] = {
        &assay_kind_pointer, &assay_kind_out, &assay_kind_inout};

    if (is_one_of(spec, arrays, 3))
        return spec->as.array.element;
    return is_one_of(spec, pointers, 3) ? spec->as.wrap.of : NULL;
}

const char *assay_spec_type(const struct assay_spec *spec, struct assay_scenario *s)
{
    const struct assay_spec *inner;

    while ((inner = assay_spec_within(spec)) != NULL)
        spec = inner;
    inner = pointed_to(spec);
    if (inner && strncmp(spec->type, "assay_cand_", 11) == 0)
        return assay_declaration(s, assay_spec_type(inner, s), "*");
    return strcmp(spec->type, "_Bool") == 0 ? "bool" : spec->type;
}

const char *assay_declaration(struct assay_scenario *s, const char *type,
                              const char *name)
{
    const char *pointer = strstr(type, "(*)");
    size_t len = strlen(type);

    if (pointer)
        return assay_scenario_text(s, "%.*s(*%s)%s", (int)(pointer - type), type, name,
                                   pointer + 3);
    return assay_scenario_text(s, "%s%s%s", type,
                               len > 0 && type[len - 1] == '*' ? "" : " ", name);
}
