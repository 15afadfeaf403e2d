/*
 * Results that say whether an operation succeeded, and results that are released.
 */
#include "model/parts.h"
#include <errno.h>
#include <string.h>

/* ---- Error codes */

static bool is_good(const struct assay_spec *spec, const void *value)
{
    return assay_scalar_equal(spec->as.wrap.scalar, spec->size[ASSAY_CANDIDATE], value,
                              spec->as.wrap.bad[0]);
}

/* The code that says "good" as it is written in the model: OK, 0. */
static const char *code_text(const struct assay_spec *spec, struct assay_scenario *s,
                             const void *value)
{
    struct assay_buf b;

    if (is_good(spec, value))
        return spec->as.wrap.text;
    assay_buf_init(&b, NULL, 0);
    if (!assay_scalar_print(spec->as.wrap.scalar, spec->size[ASSAY_CANDIDATE], value, &b))
        assay_buf_puts(&b, "another code");
    return assay_text_take(s, &b);
}

static void expect_code(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, const char *path, struct assay_buf *out)
{
    enum assay_scalar scalar = spec->as.wrap.scalar;

    if (is_good(spec, value) && scalar != ASSAY_SCALAR_BOOL &&
        scalar != ASSAY_SCALAR_STRING)
        assay_buf_printf(out, "%s == %s", path, spec->as.wrap.text);
    else
        assay_scalar_expect(s, scalar, spec->size[ASSAY_CANDIDATE], value, path, out);
}

static void compare_code(const struct assay_spec *spec, struct assay_scenario *s,
                         void *const at[2], const char *path)
{
    const char *condition = NULL;
    struct assay_buf b;

    if (path) {
        assay_buf_init(&b, NULL, 0);
        expect_code(spec, s, at[ASSAY_REFERENCE], path, &b);
        condition = assay_text_take(s, &b);
    }
    if (!assay_scalar_equal(spec->as.wrap.scalar, spec->size[ASSAY_CANDIDATE],
                            at[ASSAY_REFERENCE], at[ASSAY_CANDIDATE]))
        assay_differ(s, condition, code_text(spec, s, at[ASSAY_REFERENCE]),
                     code_text(spec, s, at[ASSAY_CANDIDATE]));
    if (condition)
        assay_write_assert(s, condition);
    if (!is_good(spec, at[ASSAY_CANDIDATE]))
        s->unsuccessful = true;
}

const struct assay_spec_kind assay_kind_result = {
    .name = "error code",
    .deconstructible = assay_spec_always,
    .deconstruct = compare_code,
    .expect = expect_code,
};

/* ---- errno */

static bool is_bad(const struct assay_spec *spec, enum assay_side side, const void *value)
{
    return memcmp(value, spec->as.wrap.bad[side], spec->size[side]) == 0;
}

static const char *error_text(struct assay_scenario *s, int error)
{
    const char *name = error ? strerrorname_np(error) : NULL;

    return name ? name : assay_scenario_text(s, "%d", error);
}

/* "-1", "NULL", "(void *)-1" */
static const char *bad_text(const struct assay_spec *spec, struct assay_scenario *s)
{
    const struct assay_spec *core = assay_spec_core(spec->as.wrap.of);
    const void *bad = spec->as.wrap.bad[ASSAY_CANDIDATE];
    enum assay_scalar scalar = ASSAY_SCALAR_NONE;
    struct assay_buf b;

    if (core->kind == &assay_kind_value)
        scalar = core->as.value.scalar;
    else if (core->kind == &assay_kind_length)
        scalar = core->as.dependent.scalar;
    if (scalar == ASSAY_SCALAR_NONE || scalar == ASSAY_SCALAR_OTHER ||
        scalar == ASSAY_SCALAR_STRING) {
        if (core->size[ASSAY_CANDIDATE] != sizeof(void *))
            return spec->as.wrap.text;
        if (!assay_pointer_load(bad))
            return "NULL";
        return assay_scenario_text(
            s, "(void *)%lld", (long long)assay_scalar_load(ASSAY_SCALAR_SIGNED, 8, bad));
    }
    assay_buf_init(&b, NULL, 0);
    assay_scalar_print(scalar, core->size[ASSAY_CANDIDATE], bad, &b);
    return assay_text_take(s, &b);
}

static void write_failure(const struct assay_spec *spec, struct assay_scenario *s,
                          int error, const char *path, struct assay_buf *out)
{
    const char *bad = bad_text(spec, s);

    assay_write_needs(s, "<errno.h>");
    if (strcmp(bad, "NULL") == 0)
        assay_write_needs(s, "<stddef.h>");
    assay_buf_printf(out, "%s == %s && errno == %s", path, bad, error_text(s, error));
}

static const char *outcome_text(const struct assay_spec *spec, struct assay_scenario *s,
                                enum assay_side side, const void *value)
{
    struct assay_seen seen = {.spec = spec->as.wrap.of, .side = side, .value = value};
    struct assay_buf b;

    if (is_bad(spec, side, value) && s->error[side] == 0)
        return assay_scenario_text(s, "%s without an errno", bad_text(spec, s));
    if (is_bad(spec, side, value))
        return assay_scenario_text(s, "%s with %s", bad_text(spec, s),
                                   error_text(s, s->error[side]));
    assay_buf_init(&b, NULL, 0);
    assay_show(s, seen, &b);
    return assay_text_take(s, &b);
}

static bool outcome_expectable(const struct assay_spec *spec, const void *value)
{
    return is_bad(spec, ASSAY_REFERENCE, value) ||
           assay_expectable(spec->as.wrap.of, value);
}

static void expect_outcome(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, const char *path, struct assay_buf *out)
{
    if (is_bad(spec, ASSAY_REFERENCE, value))
        write_failure(spec, s, s->error[ASSAY_REFERENCE], path, out);
    else
        assay_expect(spec->as.wrap.of, s, value, path, out);
}

/* The condition on a result of which at least one side failed. */
static const char *failure_condition(const struct assay_spec *spec,
                                     struct assay_scenario *s, const void *reference,
                                     const char *path)
{
    struct assay_buf b;

    if (!path)
        return NULL;
    assay_buf_init(&b, NULL, 0);
    if (outcome_expectable(spec, reference))
        expect_outcome(spec, s, reference, path, &b);
    else
        assay_buf_printf(&b, "%s != %s", path, bad_text(spec, s));
    return assay_text_take(s, &b);
}

static void compare_outcome(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2], const char *path)
{
    bool bad[2];
    const char *condition;

    for (int side = 0; side < 2; side++)
        bad[side] = is_bad(spec, (enum assay_side)side, at[side]);
    if (!bad[ASSAY_REFERENCE] && !bad[ASSAY_CANDIDATE]) {
        assay_deconstruct(spec->as.wrap.of, s, at, path);
        return;
    }
    condition = failure_condition(spec, s, at[ASSAY_REFERENCE], path);
    if (bad[ASSAY_REFERENCE] != bad[ASSAY_CANDIDATE] ||
        s->error[ASSAY_REFERENCE] != s->error[ASSAY_CANDIDATE])
        assay_differ(s, condition,
                     outcome_text(spec, s, ASSAY_REFERENCE, at[ASSAY_REFERENCE]),
                     outcome_text(spec, s, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]));
    s->unsuccessful = true;
    if (condition)
        assay_write_assert(s, condition);
}

const struct assay_spec_kind assay_kind_errno = {
    .name = "errno",
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .deconstruct = compare_outcome,
    .expect = expect_outcome,
    .expectable = outcome_expectable,
};

/* ---- Released once compared */

/* NULL where there is a pointer, or a failure, is nothing that could be released. */
static bool is_nothing(const struct assay_spec *spec, const void *value)
{
    const struct assay_spec *core = assay_spec_core(spec->as.wrap.of);
    bool is_number = core->kind == &assay_kind_value &&
                     core->as.value.scalar != ASSAY_SCALAR_STRING &&
                     core->as.value.scalar != ASSAY_SCALAR_OTHER;

    return !is_number && core->size[ASSAY_CANDIDATE] == sizeof(void *) &&
           !assay_pointer_load(value);
}

static void compare_and_release(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2], const char *path)
{
    assay_deconstruct(spec->as.wrap.of, s, at, path);
    if (s->unsuccessful || is_nothing(spec, at[ASSAY_CANDIDATE]))
        return;
    assay_doing(s, "operation %u, releasing its result by %s", s->number,
                spec->as.wrap.text);
    if (path && strcmp(spec->as.wrap.text, "free") == 0)
        assay_write_needs(s, "<stdlib.h>");
    if (path)
        assay_write_after(s, "%s(%s);", spec->as.wrap.text, path);
    for (int side = 0; side < 2; side++)
        spec->as.wrap.release[side](at[side]);
    assay_doing(s, "%s", "");
}

const struct assay_spec_kind assay_kind_freed = {
    .name = "freed",
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .deconstruct = compare_and_release,
};
