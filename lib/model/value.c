/*
 * Specs of plain values: drawn by a generator, numbered in a row, chosen from a list,
 * dependent on other arguments, ignored.
 */
#include "base/str.h"
#include "gen/ops.h"
#include "model/parts.h"
#include <assay/lang.h>
#include <ctype.h>
#include <string.h>

/* ---- Values of a generator, and values that are compared */

static bool has_gen(const struct assay_spec *spec)
{
    return spec->as.value.gen != NULL;
}

static bool has_equality(const struct assay_spec *spec)
{
    return spec->as.value.scalar != ASSAY_SCALAR_NONE || spec->as.value.equal;
}

/* The same bytes on both sides, save that each has a string of its own. */
static void share(const struct assay_spec *spec, struct assay_scenario *s,
                  void *const at[2])
{
    const char *text;
    char *copy;

    memcpy(at[ASSAY_CANDIDATE], at[ASSAY_REFERENCE], spec->size[ASSAY_REFERENCE]);
    if (spec->as.value.scalar != ASSAY_SCALAR_STRING)
        return;
    memcpy(&text, at[ASSAY_REFERENCE], sizeof text);
    if (!text)
        return;
    copy = assay_scenario_new(s, strlen(text) + 1, 1);
    strcpy(copy, text);
    memcpy(at[ASSAY_CANDIDATE], &copy, sizeof copy);
}

static bool construct_value(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    enum assay_status status =
        assay_gen_draw(spec->as.value.gen, s->t, at[ASSAY_REFERENCE]);

    if (status)
        assay_test_stop(s->t, status);
    share(spec, s, at);
    return true;
}

static void print_value(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, struct assay_buf *out)
{
    (void)s;
    if (assay_scalar_print(spec->as.value.scalar, spec->size[ASSAY_CANDIDATE], value,
                           out))
        return;
    if (spec->as.value.gen && assay_gen_print(spec->as.value.gen, value, out))
        return;
    if (spec->as.value.show)
        spec->as.value.show(value, out);
    else
        assay_buf_printf(out, "/* a %s */", spec->type);
}

static const char *shown(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value)
{
    struct assay_buf b;
    const char *text;

    assay_buf_init(&b, NULL, 0);
    print_value(spec, s, value, &b);
    text = assay_scenario_text(s, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

static void compare_by_function(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2], const char *path)
{
    bool equal = spec->as.value.equal(at[ASSAY_REFERENCE], at[ASSAY_CANDIDATE]);
    const char *expected, *condition = NULL;

    if (equal && !path)
        return;
    expected = shown(spec, s, at[ASSAY_REFERENCE]);
    if (path)
        condition = assay_scenario_text(s, "%s(%s, %s)", spec->as.value.equal_text, path,
                                        expected);
    if (!equal)
        assay_differ(s, condition, expected, shown(spec, s, at[ASSAY_CANDIDATE]));
    assay_write_assert(s, condition);
}

static void require_sentence(const struct assay_spec *spec, struct assay_scenario *s,
                             const void *value)
{
    const char *text;

    memcpy(&text, value, sizeof text);
    if (text && !assay_lang_accepts(spec->as.value.lang(), text, strlen(text)))
        assay_object(s, "the result %s is not a sentence of %s", shown(spec, s, value),
                     assay_lang_name(spec->as.value.lang()));
}

static void deconstruct_value(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2], const char *path)
{
    if (spec->as.value.scalar == ASSAY_SCALAR_NONE)
        compare_by_function(spec, s, at, path);
    else
        assay_scalar_compare(s, spec->as.value.scalar, spec->size[ASSAY_CANDIDATE], at,
                             path);
    if (spec->as.value.lang)
        require_sentence(spec, s, at[ASSAY_CANDIDATE]);
}

static void expect_value(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, const char *path, struct assay_buf *out)
{
    if (spec->as.value.scalar == ASSAY_SCALAR_NONE)
        assay_buf_printf(out, "%s(%s, %s)", spec->as.value.equal_text, path,
                         shown(spec, s, value));
    else
        assay_scalar_expect(s, spec->as.value.scalar, spec->size[ASSAY_CANDIDATE], value,
                            path, out);
}

static void keep_value(const struct assay_spec *spec, struct assay_scenario *s,
                       enum assay_side side, void *value)
{
    const char *text;
    char *copy;

    (void)side;
    if (spec->as.value.scalar != ASSAY_SCALAR_STRING)
        return;
    memcpy(&text, value, sizeof text);
    if (!text)
        return;
    copy = assay_scenario_new(s, strlen(text) + 1, 1);
    strcpy(copy, text);
    memcpy(value, &copy, sizeof copy);
}

const struct assay_spec_kind assay_kind_value = {
    .name = "value",
    .constructible = has_gen,
    .deconstructible = has_equality,
    .construct = construct_value,
    .print = print_value,
    .deconstruct = deconstruct_value,
    .expect = expect_value,
    .keep = keep_value,
};

/* ---- Text that is changed in place */

/* "text1", declared before the call. */
static void print_text_inout(const struct assay_spec *spec, struct assay_scenario *s,
                             const void *value, struct assay_buf *out)
{
    const char *name = assay_write_name(s, "text");

    assay_write_before(s, "char %s[] = %s;", name, shown(spec, s, value));
    assay_buf_puts(out, name);
}

static bool construct_text_inout(const struct assay_spec *spec, struct assay_scenario *s,
                                 void *const at[2])
{
    void *text[2];

    if (!construct_value(spec, s, at))
        return false;
    assay_pointers_load(at, text);
    assay_extent_add(s, text, (uint32_t)strlen(text[ASSAY_CANDIDATE]) + 1);
    return true;
}

/* The call may have left no NUL in it. Then it is so many bytes, which the program does
 * not look at. */
static void finish_text_inout(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2], const char *path)
{
    void *text[2];
    const struct assay_extent *room;
    bool ends[2];

    assay_pointers_load(at, text);
    room = assay_extent_find(s, text[ASSAY_CANDIDATE]);
    for (int side = 0; side < 2; side++)
        ends[side] = memchr(text[side], '\0', room->length) != NULL;
    if (ends[ASSAY_REFERENCE] && ends[ASSAY_CANDIDATE])
        assay_scalar_compare(s, ASSAY_SCALAR_STRING, spec->size[ASSAY_CANDIDATE], at,
                             path);
    else if (ends[ASSAY_REFERENCE] != ends[ASSAY_CANDIDATE])
        assay_object(s, "it leaves '%s' %s NUL, the reference does not", spec->name,
                     ends[ASSAY_CANDIDATE] ? "with a" : "without a");
    else if (memcmp(text[ASSAY_REFERENCE], text[ASSAY_CANDIDATE], room->length) != 0)
        assay_object(s, "it leaves other bytes in '%s', which has no NUL", spec->name);
}

const struct assay_spec_kind assay_kind_text_inout = {
    .name = "text in and out",
    .constructible = has_gen,
    .construct = construct_text_inout,
    .print = print_text_inout,
    .finish = finish_text_inout,
};

/* ---- In a row */

static bool construct_sequential(const struct assay_spec *spec, struct assay_scenario *s,
                                 void *const at[2])
{
    int64_t value = (int64_t)s->sequence++;

    for (int side = 0; side < 2; side++)
        assay_scalar_store(spec->as.value.scalar, spec->size[side], at[side], value);
    return true;
}

const struct assay_spec_kind assay_kind_sequential = {
    .name = "sequential",
    .constructible = assay_spec_always,
    .deconstructible = has_equality,
    .construct = construct_sequential,
    .print = print_value,
    .deconstruct = deconstruct_value,
    .expect = expect_value,
};

/* ---- From a list, printed by the name it has there */

static size_t number_of(const struct assay_spec *spec, const void *value)
{
    const struct assay_gen *gen = spec->as.value.gen;
    const char *at = gen->as.elements.at;
    size_t i = 0;

    while (i < gen->as.elements.count &&
           memcmp(at + i * gen->size, value, gen->size) != 0)
        i++;
    return i;
}

/* Item `number` of a list as it was written: "compare, other(1, 2)". */
static struct assay_str item(const char *list, size_t number)
{
    const char *start = list, *end;
    int depth = 0;

    for (end = list; *end; end++) {
        depth += *end == '(' || *end == '{';
        depth -= *end == ')' || *end == '}';
        if (*end != ',' || depth > 0)
            continue;
        if (number-- == 0)
            break;
        start = end + 1;
    }
    while (isspace((unsigned char)*start))
        start++;
    return (struct assay_str){start, (size_t)(end - start)};
}

static void print_one_of(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, struct assay_buf *out)
{
    size_t number = number_of(spec, value);
    struct assay_str text = item(spec->as.value.equal_text, number);

    if (number == spec->as.value.gen->as.elements.count)
        print_value(spec, s, value, out);
    else
        assay_buf_add(out, text.at, text.len);
}

static void expect_one_of(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, const char *path, struct assay_buf *out)
{
    if (spec->as.value.scalar == ASSAY_SCALAR_STRING) {
        expect_value(spec, s, value, path, out); /* it is the text that is compared */
        return;
    }
    assay_buf_printf(out, "%s == ", path);
    print_one_of(spec, s, value, out);
}

/* What is printed for a value, or the condition that it is the one. */
static const char *text_one_of(const struct assay_spec *spec, struct assay_scenario *s,
                               const void *value, const char *path)
{
    struct assay_buf b;
    const char *text;

    assay_buf_init(&b, NULL, 0);
    if (path)
        expect_one_of(spec, s, value, path, &b);
    else
        print_one_of(spec, s, value, &b);
    text = assay_scenario_text(s, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

static void deconstruct_one_of(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2], const char *path)
{
    bool equal = assay_scalar_equal(spec->as.value.scalar, spec->size[ASSAY_CANDIDATE],
                                    at[ASSAY_REFERENCE], at[ASSAY_CANDIDATE]);
    const char *condition = path ? text_one_of(spec, s, at[ASSAY_REFERENCE], path) : NULL;

    if (!equal)
        assay_differ(s, condition, text_one_of(spec, s, at[ASSAY_REFERENCE], NULL),
                     text_one_of(spec, s, at[ASSAY_CANDIDATE], NULL));
    if (condition)
        assay_write_assert(s, condition);
}

const struct assay_spec_kind assay_kind_one_of = {
    .name = "one of",
    .constructible = has_gen,
    .deconstructible = has_equality,
    .construct = construct_value,
    .print = print_one_of,
    .deconstruct = deconstruct_one_of,
    .expect = expect_one_of,
};

/* ---- Not looked at; nothing */

static void deconstruct_ignored(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2], const char *path)
{
    (void)spec;
    (void)s;
    (void)at;
    (void)path;
}

const struct assay_spec_kind assay_kind_ignored = {
    .name = "ignored",
    .deconstructible = assay_spec_always,
    .deconstruct = deconstruct_ignored,
};

const struct assay_spec_kind assay_kind_void = {
    .name = "void",
    .deconstructible = assay_spec_always,
    .deconstruct = deconstruct_ignored,
};

/* ---- Dependent on other arguments */

static bool has_scalar(const struct assay_spec *spec)
{
    return spec->as.dependent.scalar != ASSAY_SCALAR_NONE &&
           spec->as.dependent.scalar != ASSAY_SCALAR_OTHER;
}

static void print_dependent(const struct assay_spec *spec, struct assay_scenario *s,
                            const void *value, struct assay_buf *out)
{
    (void)s;
    if (!assay_scalar_print(spec->as.dependent.scalar, spec->size[ASSAY_CANDIDATE], value,
                            out))
        assay_buf_printf(out, "/* a %s */", spec->type);
}

static void deconstruct_dependent(const struct assay_spec *spec, struct assay_scenario *s,
                                  void *const at[2], const char *path)
{
    assay_scalar_compare(s, spec->as.dependent.scalar, spec->size[ASSAY_CANDIDATE], at,
                         path);
}

static void expect_dependent(const struct assay_spec *spec, struct assay_scenario *s,
                             const void *value, const char *path, struct assay_buf *out)
{
    assay_scalar_expect(s, spec->as.dependent.scalar, spec->size[ASSAY_CANDIDATE], value,
                        path, out);
}

/* The reference's value with this spec: beside it in a struct, or an argument. */
static const void *value_with(const struct assay_spec *spec, struct assay_scenario *s)
{
    for (const struct assay_scope *c = assay_parts(s)->scope; c; c = c->outer)
        for (uint32_t i = 0; i < c->count; i++)
            for (const struct assay_spec *a = c->specs[i]; a; a = assay_spec_within(a))
                if (a == spec)
                    return c->at[ASSAY_REFERENCE][i];
    return s->args.at[ASSAY_REFERENCE][assay_scenario_find(s, spec)];
}

static bool construct_interval_of(const struct assay_spec *spec, struct assay_scenario *s,
                                  void *const at[2])
{
    int64_t lo, hi, value;
    enum assay_status status;

    spec->as.dependent.bounds(value_with(spec->as.dependent.of, s), &lo, &hi);
    if (lo > hi)
        return false;
    status = assay_choose_int(s->t, lo, hi, 0, ASSAY_BIASED, &value);
    if (status)
        assay_test_stop(s->t, status);
    for (int side = 0; side < 2; side++)
        assay_scalar_store(spec->as.dependent.scalar, spec->size[side], at[side], value);
    return true;
}

const struct assay_spec_kind assay_kind_interval_of = {
    .name = "interval of",
    .constructible = assay_spec_always,
    .deconstructible = has_scalar,
    .construct = construct_interval_of,
    .print = print_dependent,
    .deconstruct = deconstruct_dependent,
    .expect = expect_dependent,
    .late = true,
};

static bool construct_drawn(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    spec->as.dependent.make(s->t, &s->args, at[ASSAY_REFERENCE]);
    memcpy(at[ASSAY_CANDIDATE], at[ASSAY_REFERENCE], spec->size[ASSAY_REFERENCE]);
    return true;
}

const struct assay_spec_kind assay_kind_drawn = {
    .name = "drawn",
    .constructible = assay_spec_always,
    .deconstructible = has_scalar,
    .construct = construct_drawn,
    .print = print_dependent,
    .deconstruct = deconstruct_dependent,
    .expect = expect_dependent,
    .late = true,
};

/* ---- Predefined ones */

/* Letters beyond ASCII now and then: bytes that are negative where char is signed. */
static const struct assay_codes text_codes[] = {{' ', '~'}, {0xe0, 0xff}};
static const struct assay_alphabet text_alphabet = {text_codes, 2};

#define PREDEFINED(NAME, TYPE, SCALAR, ...)                                              \
    const struct assay_spec assay_spec_##NAME = {                                        \
        .name = #NAME,                                                                   \
        .type = #TYPE,                                                                   \
        .kind = &assay_kind_value,                                                       \
        .size = {sizeof(TYPE), sizeof(TYPE)},                                            \
        .as.value = {.gen = (__VA_ARGS__), .scalar = (SCALAR)}}

PREDEFINED(int, int, ASSAY_SCALAR_SIGNED, assay_any(int));
PREDEFINED(unsigned, unsigned, ASSAY_SCALAR_UNSIGNED, assay_any(unsigned));
PREDEFINED(long, long, ASSAY_SCALAR_SIGNED, assay_any(long));
PREDEFINED(size_t, size_t, ASSAY_SCALAR_UNSIGNED, assay_any(size_t));
PREDEFINED(char, char, ASSAY_SCALAR_CHAR, assay_ints_near(char, ' ', '~', 'a'));
PREDEFINED(double, double, ASSAY_SCALAR_FLOATING, assay_doubles(-1e9, 1e9));
PREDEFINED(string, const char *, ASSAY_SCALAR_STRING,
           assay_strings(&text_alphabet, 0, 10));
PREDEFINED(byte_, unsigned char, ASSAY_SCALAR_UNSIGNED, assay_any(unsigned char));
const struct assay_spec assay_spec__Bool = {
    .name = "bool",
    .type = "bool",
    .kind = &assay_kind_value,
    .size = {sizeof(bool), sizeof(bool)},
    .as.value = {.gen = assay_bools(), .scalar = ASSAY_SCALAR_BOOL},
};
const struct assay_spec assay_spec_void = {
    .name = "void", .type = "void", .kind = &assay_kind_void, .size = {1, 1}};
const struct assay_spec assay_spec_context = {
    .name = "context",
    .type = "void *",
    .kind = &assay_kind_context,
    .size = {sizeof(void *), sizeof(void *)},
};
