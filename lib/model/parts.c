/*
 * What kinds of specs share: memory of values, looking through wrappers, paths.
 */
#include "model/parts.h"
#include <string.h>

#define WRAPPERS_MAX 64 /* around one spec; past it, recursive ones go round */

struct assay_parts *assay_parts(struct assay_scenario *s)
{
    if (!s->parts) {
        s->parts = assay_scenario_new(s, 1, sizeof *s->parts);
        s->parts->thread = pthread_self();
    }
    return s->parts;
}

void assay_must(struct assay_scenario *s, enum assay_status status)
{
    if (status)
        assay_test_stop(s->t, status);
}

/* ---- Asked of a spec */

const struct assay_spec *assay_spec_core(const struct assay_spec *spec)
{
    for (int i = 0; i < WRAPPERS_MAX; i++) {
        const struct assay_spec *within =
            spec->kind == &assay_kind_fix ? spec->as.defer() : assay_spec_within(spec);
        if (!within)
            break;
        spec = within;
    }
    return spec;
}

const struct assay_spec *assay_spec_received(const struct assay_spec *spec)
{
    for (int i = 0; i < WRAPPERS_MAX; i++) {
        const struct assay_spec *within = spec->kind == &assay_kind_fix ? spec->as.defer()
                                          : spec->kind == &assay_kind_ifpol
                                              ? spec->as.wrap.result
                                              : assay_spec_within(spec);
        if (!within)
            break;
        spec = within;
    }
    return spec;
}

static bool are_plain_members(const struct assay_spec *spec)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        if (m->offset[0] != m->offset[1] || !assay_spec_is_plain(m->spec))
            return false;
    }
    return true;
}

bool assay_spec_is_plain(const struct assay_spec *spec)
{
    const struct assay_spec *core = assay_spec_core(spec);

    if (core->size[0] != core->size[1] || core->kind == &assay_kind_abstract ||
        core->kind == &assay_kind_callback || core->kind == &assay_kind_order)
        return false;
    return core->kind != &assay_kind_struct || are_plain_members(core);
}

bool assay_expectable(const struct assay_spec *spec, const void *value)
{
    if (spec->kind->expectable)
        return spec->kind->expectable(spec, value);
    return spec->kind->expect != NULL;
}

void assay_expect(const struct assay_spec *spec, struct assay_scenario *s,
                  const void *value, const char *path, struct assay_buf *out)
{
    spec->kind->expect(spec, s, value, path, out);
}

void assay_finish(const struct assay_spec *spec, struct assay_scenario *s,
                  void *const at[2], const char *path)
{
    if (spec->kind->finish && (!s->unsuccessful || spec->kind->always_finish))
        spec->kind->finish(spec, s, at, path);
}

void assay_adopt(const struct assay_spec *spec, struct assay_scenario *s,
                 void *const at[2])
{
    if (spec->kind->adopt)
        spec->kind->adopt(spec, s, at);
}

/* ---- Pointers and what they point to */

void *assay_pointer_load(const void *at)
{
    void *pointer;

    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

void assay_pointer_store(void *at, const void *pointer)
{
    memcpy(at, &pointer, sizeof pointer);
}

void assay_pointers_load(void *const at[2], void *ret_pointers[2])
{
    for (int side = 0; side < 2; side++)
        ret_pointers[side] = assay_pointer_load(at[side]);
}

struct assay_extent *assay_extent_add(struct assay_scenario *s, void *const at[2],
                                      uint32_t length)
{
    struct assay_parts *parts = assay_parts(s);
    struct assay_extent *e = assay_scenario_new(s, 1, sizeof *e);

    *e = (struct assay_extent){
        .at = {at[0], at[1]}, .length = length, .next = parts->extents};
    parts->extents = e;
    return e;
}

struct assay_extent *assay_extent_find(const struct assay_scenario *s, const void *at)
{
    struct assay_extent *e = s->parts ? s->parts->extents : NULL;

    while (e && e->at[ASSAY_CANDIDATE] != at)
        e = e->next;
    return e;
}

/* ---- Lengths that stand beside an array */

static bool read_length(const struct assay_spec *spec, enum assay_side side,
                        const void *value, int64_t *ret_length)
{
    size_t size = spec->size[side];

    if (spec->kind == &assay_kind_length_at) {
        value = assay_pointer_load(value);
        size = spec->as.dependent.pointee;
    }
    if (!value)
        return false;
    *ret_length = assay_scalar_load(spec->as.dependent.scalar, size, value);
    return true;
}

bool assay_scope_length(const struct assay_scope *scope, const struct assay_spec *array,
                        enum assay_side side, int64_t *ret_length)
{
    for (; scope; scope = scope->closed ? NULL : scope->outer)
        for (uint32_t i = 0; i < scope->count; i++) {
            const struct assay_spec *spec = assay_spec_core(scope->specs[i]);
            bool is_length =
                spec->kind == &assay_kind_length || spec->kind == &assay_kind_length_at;
            if (is_length && assay_spec_core(spec->as.dependent.of) == array &&
                read_length(spec, side, scope->at[side][i], ret_length))
                return true;
        }
    return false;
}

/* A length, or an interval of another member. */
static bool has_late_member(const struct assay_spec *spec)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++)
        if (assay_spec_core(spec->as.fields.members[i].spec)->kind->late)
            return true;
    return false;
}

/* In the scenario's memory: an operation may be given up in the middle. */
const struct assay_scope *assay_struct_scope(const struct assay_spec *spec,
                                             struct assay_scenario *s, void *const at[2],
                                             const struct assay_scope *outer)
{
    struct assay_scope *scope;

    if (!has_late_member(spec))
        return outer;
    scope = assay_scenario_new(s, 1, sizeof *scope);
    scope->outer = outer;
    for (uint32_t i = 0; i < spec->as.fields.count && i < ASSAY_SCOPE_MAX; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        scope->specs[i] = m->spec;
        for (int side = 0; side < 2; side++)
            scope->at[side][i] = (char *)at[side] + m->offset[side];
        scope->count++;
    }
    return scope;
}

/* ---- Texts */

const char *assay_text_take(struct assay_scenario *s, struct assay_buf *b)
{
    const char *text = assay_scenario_text(s, "%s", b->at);

    assay_buf_done(b);
    return text;
}

const char *assay_print_text(struct assay_scenario *s, const struct assay_spec *spec,
                             const void *value)
{
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    assay_spec_print(spec, s, value, &b);
    return assay_text_take(s, &b);
}

const char *assay_initialiser_text(struct assay_scenario *s,
                                   const struct assay_spec *spec, const void *value)
{
    const struct assay_spec *core = assay_spec_core(spec);
    const char *text = assay_print_text(s, spec, value);

    return core->kind == &assay_kind_struct ? text + strlen(core->type) + 2 : text;
}

const char *assay_path_pointee(struct assay_scenario *s, const char *path)
{
    if (!path)
        return NULL;
    return path[0] == '&' ? path + 1 : assay_scenario_text(s, "*%s", path);
}

/* "*x", "*(const int *)x"; with parentheses where a member's name follows. */
const char *assay_path_target(struct assay_scenario *s, const struct assay_spec *spec,
                              const char *path)
{
    const struct assay_spec *of = spec->as.wrap.of;
    bool is_struct = assay_spec_received(of)->kind == &assay_kind_struct;
    const char *type;

    if (!path || !strstr(assay_spec_type(spec, s), "void"))
        return assay_path_pointee(s, path);
    type = assay_scenario_text(s, "const %s", assay_spec_type(of, s));
    return assay_scenario_text(s, is_struct ? "*((%s)%s)" : "*(%s)%s",
                               assay_declaration(s, type, "*"), path);
}

const char *assay_path_member(struct assay_scenario *s, const char *path,
                              const char *member)
{
    if (!path)
        return NULL;
    if (path[0] == '*' && path[1] != '*')
        return assay_scenario_text(s, "%s->%s", path + 1, member);
    return assay_scenario_text(s, path[0] == '*' ? "(%s).%s" : "%s.%s", path, member);
}

const char *assay_path_element(struct assay_scenario *s, const char *path, uint64_t i)
{
    if (!path)
        return NULL;
    return assay_scenario_text(s, path[0] == '*' ? "(%s)[%llu]" : "%s[%llu]", path,
                               (unsigned long long)i);
}

void assay_differ_by_null(struct assay_scenario *s, const struct assay_spec *spec,
                          const void *reference, const char *path)
{
    bool expected_null = !assay_pointer_load(reference);
    const char *condition = NULL;
    struct assay_buf b;

    if (path) {
        assay_write_needs(s, "<stddef.h>");
        assay_buf_init(&b, NULL, 0);
        if (assay_expectable(spec, reference)) /* then the operation's line says it */
            assay_expect(spec, s, reference, path, &b);
        else
            assay_buf_printf(&b, "%s %s NULL", path, expected_null ? "==" : "!=");
        condition = assay_text_take(s, &b);
    }
    assay_differ(s, condition, expected_null ? "NULL" : "a value",
                 expected_null ? "a value" : "NULL");
}
