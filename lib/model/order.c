/*
 * Orders: callbacks that compare two values.
 *
 * There are three functions a spec and side, one for each order, which depend on nothing
 * but their arguments: code under test may keep them, and values with different orders
 * live beside each other. What is compared is the key of a value: the number or text that
 * is found by following pointers and taking the first member of structs.
 */
#include "model/callback.h"
#include <string.h>

enum {
    KEY_MAX = 16,       /* bytes of a number or a pointer */
    CONVERTED_MAX = 64, /* bytes of what a value is converted to */
    NESTED_MAX = 16,    /* pointers and structs around a key */
    COARSENESS = 4,     /* so many whole numbers in a row are equal */
    DISTANCE = 7,       /* a result is often taken for -1 or 1 */
};

/* ---- Keys */

struct key {
    enum assay_scalar scalar;
    size_t size;
    unsigned char at[KEY_MAX];
};

static bool is_pointer(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_pointer || spec->kind == &assay_kind_out ||
           spec->kind == &assay_kind_inout;
}

/* Pointers that point nowhere: numbers. */
static bool is_item(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_context ||
           (spec->kind == &assay_kind_map_outof &&
            (strcmp(spec->type, "void *") == 0 ||
             strcmp(spec->type, "const void *") == 0));
}

static bool has_key(const struct assay_spec *spec, int depth);

static const struct assay_member *leading_member(const struct assay_spec *spec, int depth)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++)
        if (has_key(spec->as.fields.members[i].spec, depth))
            return &spec->as.fields.members[i];
    return NULL;
}

static bool has_key(const struct assay_spec *spec, int depth)
{
    enum assay_scalar scalar;

    spec = assay_spec_received(spec);
    scalar = assay_spec_scalar(spec);
    if (depth > NESTED_MAX)
        return false;
    if (is_pointer(spec))
        return has_key(spec->as.wrap.of, depth + 1);
    if (spec->kind == &assay_kind_map_into)
        return spec->as.wrap.of->size[ASSAY_REFERENCE] <= CONVERTED_MAX &&
               spec->as.wrap.of->size[ASSAY_CANDIDATE] <= CONVERTED_MAX &&
               has_key(spec->as.wrap.of, depth + 1);
    if (spec->kind == &assay_kind_struct)
        return leading_member(spec, depth + 1) != NULL;
    return is_item(spec) || (scalar != ASSAY_SCALAR_NONE && scalar != ASSAY_SCALAR_OTHER);
}

static struct key key_of(const struct assay_spec *spec, enum assay_side side,
                         const void *value)
{
    struct key key;

    spec = assay_spec_received(spec);
    if (is_pointer(spec))
        return key_of(spec->as.wrap.of, side, assay_pointer_load(value));
    if (spec->kind == &assay_kind_map_into) {
        _Alignas(16) unsigned char to[CONVERTED_MAX];
        spec->as.wrap.convert[side](value, to);
        return key_of(spec->as.wrap.of, side, to);
    }
    if (spec->kind == &assay_kind_struct) {
        const struct assay_member *m = leading_member(spec, 0);
        return key_of(m->spec, side, (const char *)value + m->offset[side]);
    }
    key.scalar = is_item(spec) ? ASSAY_SCALAR_UNSIGNED : assay_spec_scalar(spec);
    key.size = spec->size[side];
    memcpy(key.at, value, key.size);
    return key;
}

/* ---- Comparing */

static int sign_of_integers(const struct key *a, const struct key *b, bool coarse)
{
    int64_t x = assay_scalar_load(a->scalar, a->size, a->at) / (coarse ? COARSENESS : 1);
    int64_t y = assay_scalar_load(b->scalar, b->size, b->at) / (coarse ? COARSENESS : 1);

    return (x > y) - (x < y);
}

static int sign_of_unsigned(const struct key *a, const struct key *b, bool coarse)
{
    uint64_t x = (uint64_t)assay_scalar_load(a->scalar, a->size, a->at);
    uint64_t y = (uint64_t)assay_scalar_load(b->scalar, b->size, b->at);

    x /= coarse ? COARSENESS : 1;
    y /= coarse ? COARSENESS : 1;
    return (x > y) - (x < y);
}

static int sign_of_floating(const struct key *a, const struct key *b, bool coarse)
{
    double x = assay_scalar_floating(a->size, a->at);
    double y = assay_scalar_floating(b->size, b->at);

    return coarse ? (x > 0) - (y > 0) : (x > y) - (x < y);
}

static int sign_of_texts(const struct key *a, const struct key *b, bool coarse)
{
    const char *x = assay_pointer_load(a->at), *y = assay_pointer_load(b->at);
    size_t m, n;
    int difference;

    if (!coarse) {
        difference = strcmp(x, y);
        return (difference > 0) - (difference < 0);
    }
    m = strlen(x);
    n = strlen(y);
    return (m > n) - (m < n);
}

static int sign_of(const struct key *a, const struct key *b, bool coarse)
{
    switch (a->scalar) {
    case ASSAY_SCALAR_STRING:
        return sign_of_texts(a, b, coarse);
    case ASSAY_SCALAR_FLOATING:
        return sign_of_floating(a, b, coarse);
    case ASSAY_SCALAR_UNSIGNED:
        return sign_of_unsigned(a, b, coarse);
    default:
        return sign_of_integers(a, b, coarse);
    }
}

static enum assay_scalar result_scalar(const struct assay_spec *spec)
{
    return assay_spec_scalar(assay_spec_received(spec->as.callback.result));
}

static void compare(const struct assay_spec *spec, enum assay_side side,
                    void *const *arguments, enum assay_order order, void *ret_result)
{
    struct key a = key_of(spec->as.callback.arguments[0], side, arguments[0]);
    struct key b = key_of(spec->as.callback.arguments[1], side, arguments[1]);
    int sign = sign_of(&a, &b, order == ASSAY_COARSE);

    if (order == ASSAY_DESCENDING)
        sign *= -DISTANCE;
    if (result_scalar(spec) == ASSAY_SCALAR_BOOL)
        sign = sign < 0;
    assay_scalar_store(result_scalar(spec), spec->as.callback.result->size[side],
                       ret_result, sign);
}

void assay_ascending(const struct assay_spec *spec, enum assay_side side,
                     void *const *arguments, void *ret_result)
{
    compare(spec, side, arguments, ASSAY_ASCENDING, ret_result);
}

void assay_descending(const struct assay_spec *spec, enum assay_side side,
                      void *const *arguments, void *ret_result)
{
    compare(spec, side, arguments, ASSAY_DESCENDING, ret_result);
}

void assay_coarse(const struct assay_spec *spec, enum assay_side side,
                  void *const *arguments, void *ret_result)
{
    compare(spec, side, arguments, ASSAY_COARSE, ret_result);
}

/* ---- In the program */

struct key_text {
    enum assay_scalar scalar;
    const char *type, *text;
};

static struct key_text key_text_of(struct assay_scenario *s,
                                   const struct assay_spec *spec, const char *path)
{
    spec = assay_spec_received(spec);
    if (is_pointer(spec))
        return key_text_of(s, spec->as.wrap.of, assay_path_target(s, spec, path));
    if (spec->kind == &assay_kind_map_into)
        return key_text_of(s, spec->as.wrap.of,
                           assay_scenario_text(s, "%s(%s)", spec->as.wrap.text, path));
    if (spec->kind == &assay_kind_struct) {
        const struct assay_member *m = leading_member(spec, 0);
        return key_text_of(s, m->spec, assay_path_member(s, path, m->name));
    }
    if (is_item(spec))
        return (struct key_text){ASSAY_SCALAR_UNSIGNED, "uintptr_t",
                                 assay_scenario_text(s, "(uintptr_t)%s", path)};
    return (struct key_text){assay_spec_scalar(spec), assay_spec_type(spec, s), path};
}

static struct key_text coarsened(struct assay_scenario *s, struct key_text key)
{
    switch (key.scalar) {
    case ASSAY_SCALAR_STRING:
        return (struct key_text){ASSAY_SCALAR_UNSIGNED, "size_t",
                                 assay_scenario_text(s, "strlen(%s)", key.text)};
    case ASSAY_SCALAR_FLOATING:
        return (struct key_text){ASSAY_SCALAR_BOOL, "bool",
                                 assay_scenario_text(s, "%s > 0", key.text)};
    default:
        key.text = assay_scenario_text(s, "%s / %d", key.text, COARSENESS);
        return key;
    }
}

/* What stands for the key of an argument: an expression if it is short, or a variable. */
static struct key_text written_key(struct assay_scenario *s,
                                   const struct assay_made_up *f, uint32_t i,
                                   struct assay_buf *out)
{
    const char *parameter = assay_parameter_name(s, f->spec, i);
    struct key_text key = key_text_of(s, f->spec->as.callback.arguments[i], parameter);

    if (key.scalar == ASSAY_SCALAR_STRING)
        assay_write_needs(s, "<string.h>");
    if (f->order == ASSAY_COARSE)
        key = coarsened(s, key);
    if (!strpbrk(key.text, " ("))
        return key;
    assay_buf_printf(out, "    %s = %s;\n", assay_declaration(s, key.type, i ? "b" : "a"),
                     key.text);
    key.text = i ? "b" : "a";
    return key;
}

/* "x < y", "strcmp(x, y) < 0" */
static const char *relation(struct assay_scenario *s, struct key_text x, char sign,
                            struct key_text y)
{
    if (x.scalar == ASSAY_SCALAR_STRING)
        return assay_scenario_text(s, "strcmp(%s, %s) %c 0", x.text, y.text, sign);
    return assay_scenario_text(s, "%s %c %s", x.text, sign, y.text);
}

void assay_order_write(struct assay_scenario *s, const struct assay_made_up *f,
                       struct assay_buf *out)
{
    size_t start = out->len;
    struct key_text x = written_key(s, f, 0, out), y = written_key(s, f, 1, out);
    const char *above = relation(s, x, '>', y), *below = relation(s, x, '<', y);
    bool descending = f->order == ASSAY_DESCENDING;

    if (out->len > start)
        assay_buf_putc(out, '\n');
    for (uint32_t i = 2; i < f->spec->as.callback.arity; i++)
        assay_buf_printf(out, "    (void)%s;\n", assay_parameter_name(s, f->spec, i));
    if (result_scalar(f->spec) == ASSAY_SCALAR_BOOL)
        assay_buf_printf(out, "    return %s;\n", descending ? above : below);
    else if (descending)
        assay_buf_printf(out, "    return %d * ((%s) - (%s));\n", DISTANCE, below, above);
    else
        assay_buf_printf(out, "    return (%s) - (%s);\n", above, below);
}

/* ---- The kind */

static bool is_order(const struct assay_spec *spec)
{
    const struct assay_spec *const *arguments = spec->as.callback.arguments;
    enum assay_scalar result = result_scalar(spec);

    if (spec->as.callback.arity < 2 || arguments[0] != arguments[1] ||
        !has_key(arguments[0], 0))
        return false;
    for (uint32_t i = 2; i < spec->as.callback.arity; i++)
        if (arguments[i]->kind != &assay_kind_context)
            return false;
    return result == ASSAY_SCALAR_SIGNED || result == ASSAY_SCALAR_BOOL;
}

static void visit_arguments(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                            void *ctx)
{
    for (uint32_t i = 0; i < spec->as.callback.arity; i++)
        visit(ctx, spec->as.callback.arguments[i]);
}

static bool construct_order(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    uint64_t order;

    assay_must(s, assay_choose_uint(s->t, ASSAY_ASCENDING, ASSAY_COARSE, ASSAY_ASCENDING,
                                    ASSAY_UNIFORM, &order));
    for (int side = 0; side < 2; side++)
        memcpy(at[side],
               (const char *)spec->as.callback.function[side] + order * spec->size[side],
               spec->size[side]);
    return true;
}

static void print_order(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, struct assay_buf *out)
{
    static const char *const names[] = {"ascending", "descending", "coarse"};
    const char *functions = spec->as.callback.function[ASSAY_CANDIDATE];
    size_t size = spec->size[ASSAY_CANDIDATE];
    enum assay_order order = ASSAY_ASCENDING;

    while (order < ASSAY_COARSE && memcmp(functions + order * size, value, size) != 0)
        order++;
    assay_made_up_print(s, assay_made_up(s, spec, order), names[order], out);
}

const struct assay_spec_kind assay_kind_order = {
    .name = "order",
    .constructible = is_order,
    .inner = visit_arguments,
    .construct = construct_order,
    .print = print_order,
};
