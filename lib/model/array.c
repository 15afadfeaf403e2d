/*
 * Arrays and their lengths. Each side has memory of its own, of exactly the size that was
 * drawn, so that under AddressSanitizer what lies behind it is out of bounds.
 *
 * How many elements count after a call is said by what stands beside the array: a member
 * of the same struct; the operation's result; an argument that points to the length; an
 * argument that is the length. Without any, all that were there before.
 */
#include "model/parts.h"
#include <string.h>

#define NESTED_SHORT 4 /* arrays inside that many others have no more than they must */

static bool has_constructible_elements(const struct assay_spec *spec)
{
    return assay_constructible(spec->as.array.element);
}

static bool has_deconstructible_elements(const struct assay_spec *spec)
{
    return assay_deconstructible(spec->as.array.element);
}

static bool can_be_changed(const struct assay_spec *spec)
{
    return has_constructible_elements(spec) && has_deconstructible_elements(spec);
}

static void visit_element(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                          void *ctx)
{
    visit(ctx, spec->as.array.element);
}

static void elements_at(const struct assay_spec *spec, void *const memory[2], uint64_t i,
                        void *ret_at[2])
{
    for (int side = 0; side < 2; side++)
        ret_at[side] = (char *)memory[side] + i * spec->as.array.element->size[side];
}

/* ---- Making them */

/* Memory for `length` elements on each side, which the values at `at` point to. */
static void allocate(const struct assay_spec *spec, struct assay_scenario *s,
                     uint32_t length, void *const at[2], void *ret_memory[2])
{
    for (int side = 0; side < 2; side++) {
        ret_memory[side] =
            assay_scenario_new(s, length, spec->as.array.element->size[side]);
        assay_pointer_store(at[side], ret_memory[side]);
    }
    assay_extent_add(s, ret_memory, length);
}

static bool construct_elements(const struct assay_spec *spec, struct assay_scenario *s,
                               uint32_t length, void *const memory[2])
{
    bool made = true;

    for (uint32_t i = 0; i < length && made; i++) {
        void *at[2];
        elements_at(spec, memory, i, at);
        assay_must(s, assay_element_begin(s->t));
        made = assay_construct(spec->as.array.element, s, at);
        assay_must(s, assay_span_end(s->t));
    }
    return made;
}

static bool construct_array(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    uint32_t length, min = spec->as.array.min, max = spec->as.array.max;
    void *memory[2];
    bool made;

    if (assay_parts(s)->depth > NESTED_SHORT)
        max = min;
    assay_must(s, assay_list_begin(s->t, spec->name, min, max, &length));
    allocate(spec, s, length, at, memory);
    made = construct_elements(spec, s, length, memory);
    assay_must(s, assay_span_end(s->t));
    return made;
}

static bool construct_room(const struct assay_spec *spec, struct assay_scenario *s,
                           void *const at[2])
{
    uint64_t length;
    void *memory[2];

    assay_must(s, assay_choose_uint(s->t, spec->as.array.min, spec->as.array.max,
                                    spec->as.array.min, ASSAY_LENGTH, &length));
    allocate(spec, s, (uint32_t)length, at, memory);
    return true;
}

static bool construct_bytes(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    const unsigned char *bytes;
    void *memory[2];
    uint32_t length;

    assay_must(s, assay_choose_bytes(s->t, spec->as.array.min, spec->as.array.max, &bytes,
                                     &length));
    allocate(spec, s, length, at, memory);
    for (int side = 0; side < 2 && length > 0; side++)
        memcpy(memory[side], bytes, length);
    return true;
}

/* ---- In the program */

static uint32_t length_of(const struct assay_scenario *s, const void *pointer)
{
    const struct assay_extent *e = assay_extent_find(s, pointer);

    return e ? e->length : 0;
}

/* Of an array that holds nothing yet. */
static const char *zeros_text(const struct assay_spec *spec)
{
    const struct assay_spec *core = assay_spec_core(spec->as.array.element);

    return core->kind == &assay_kind_struct ? "{{0}}" : "{0}";
}

/* "{1, 2}"; an array of none has one that is not used. */
static void print_elements(const struct assay_spec *spec, struct assay_scenario *s,
                           const char *memory, struct assay_buf *out)
{
    const struct assay_spec *element = spec->as.array.element;
    uint32_t length = length_of(s, memory);

    if (length == 0) {
        assay_buf_puts(out, zeros_text(spec));
        return;
    }
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < length; i++, memory += element->size[ASSAY_CANDIDATE]) {
        assay_buf_puts(out, i ? ", " : "");
        if (spec->kind == &assay_kind_bytes)
            assay_buf_printf(out, "0x%02x", (unsigned)*(const unsigned char *)memory);
        else
            assay_buf_puts(out, assay_initialiser_text(s, element, memory));
    }
    assay_buf_putc(out, '}');
}

static void print_array(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, struct assay_buf *out)
{
    const void *memory = assay_pointer_load(value);
    const char *many = length_of(s, memory) ? "[]" : "[1]";

    assay_buf_printf(out, "(%s%s)", assay_spec_type(spec->as.array.element, s), many);
    print_elements(spec, s, memory, out);
}

/* A variable before the call: its elements are looked at afterwards. */
static void print_variable(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, struct assay_buf *out)
{
    bool room = spec->kind == &assay_kind_array_out;
    const void *memory = assay_pointer_load(value);
    uint32_t length = length_of(s, memory);
    const char *name = assay_write_name(s, room ? "out" : "xs");
    const char *type = assay_spec_type(spec->as.array.element, s);
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    assay_buf_puts(&b, assay_declaration(s, type, name));
    if (room || length == 0)
        assay_buf_printf(&b, "[%u] = %s", length ? length : 1, zeros_text(spec));
    else {
        assay_buf_puts(&b, "[] = ");
        print_elements(spec, s, memory, &b);
    }
    assay_write_before(s, "%s;", assay_text_take(s, &b));
    /* Of no elements none may be touched: the one that C wants is stepped over. */
    assay_buf_printf(out, length ? "%s" : "%s + 1", name);
}

/* ---- How many count */

static bool is_length_of(const struct assay_spec *spec, const struct assay_spec *array,
                         const struct assay_spec_kind *kind)
{
    return spec->kind == kind && assay_spec_core(spec->as.dependent.of) == array;
}

static void compare_pointee(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2], const char *path)
{
    void *pointee[2];
    struct assay_extent *e;

    assay_pointers_load(at, pointee);
    e = assay_extent_find(s, pointee[ASSAY_CANDIDATE]);
    if (!e || e->compared)
        return;
    e->compared = true;
    assay_scalar_compare(s, spec->as.dependent.scalar, spec->as.dependent.pointee,
                         pointee, path ? path : e->name);
}

/* An argument that is the length of the array, or points to it. */
static bool said_by_argument(struct assay_scenario *s, const struct assay_spec *array,
                             const struct assay_spec_kind *kind, int64_t *ret_length)
{
    const struct assay_operation *o = s->args.operation;

    for (uint32_t i = 0; o && i < o->arity; i++) {
        const struct assay_spec *spec = assay_spec_core(o->arguments[i]);
        void *at[2] = {s->args.at[0][i], s->args.at[1][i]};
        struct assay_scope only = {.count = 1, .specs = {spec}};
        if (!is_length_of(spec, array, kind))
            continue;
        if (kind == &assay_kind_length_at)
            compare_pointee(spec, s, at, NULL);
        only.at[ASSAY_CANDIDATE][0] = at[ASSAY_CANDIDATE];
        if (assay_scope_length(&only, array, ASSAY_CANDIDATE, ret_length))
            return true;
    }
    return false;
}

/* Whether anything says how many elements there are now. Both sides say the same, or the
 * execution has ended. */
static bool said(struct assay_scenario *s, const struct assay_spec *array,
                 int64_t *ret_length)
{
    const struct assay_scope *scope = assay_parts(s)->scope;
    const struct assay_spec *result =
        s->args.operation ? assay_spec_core(s->args.operation->result) : NULL;

    if (assay_scope_length(scope, array, ASSAY_CANDIDATE, ret_length))
        return true;
    if (scope && scope->closed)
        return false;
    if (result && is_length_of(result, array, &assay_kind_length)) {
        *ret_length =
            assay_scalar_load(result->as.dependent.scalar, result->size[ASSAY_CANDIDATE],
                              s->result[ASSAY_CANDIDATE]);
        return true;
    }
    return said_by_argument(s, array, &assay_kind_length_at, ret_length) ||
           said_by_argument(s, array, &assay_kind_length, ret_length);
}

static uint64_t count_of(struct assay_scenario *s, const struct assay_spec *spec,
                         const void *memory)
{
    const struct assay_extent *room = assay_extent_find(s, memory);
    int64_t count;

    if (!said(s, spec, &count))
        return room ? room->length : spec->as.array.min;
    if (count < 0)
        return 0;
    return room && (uint64_t)count > room->length ? room->length : (uint64_t)count;
}

/* ---- After the call */

static void compare_elements(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const memory[2], uint64_t count, const char *path)
{
    for (uint64_t i = 0; i < count; i++) {
        void *at[2];
        elements_at(spec, memory, i, at);
        assay_deconstruct(spec->as.array.element, s, at,
                          s->writer ? assay_path_element(s, path, i) : NULL);
    }
}

/* True when there are elements on both sides. */
static bool are_there(const struct assay_spec *spec, struct assay_scenario *s,
                      void *const at[2], const char *path)
{
    bool expected = assay_pointer_load(at[ASSAY_REFERENCE]) != NULL;

    if (expected != (assay_pointer_load(at[ASSAY_CANDIDATE]) != NULL))
        assay_differ_by_null(s, spec, at[ASSAY_REFERENCE], path);
    return expected;
}

static void compare_array(const struct assay_spec *spec, struct assay_scenario *s,
                          void *const at[2], const char *path)
{
    void *memory[2];
    uint64_t count;

    assay_pointers_load(at, memory);
    count = count_of(s, spec, memory[ASSAY_CANDIDATE]);
    if (count > 0 && are_there(spec, s, at, path))
        compare_elements(spec, s, memory, count, path);
}

static void adopt_array(const struct assay_spec *spec, struct assay_scenario *s,
                        void *const at[2])
{
    const struct assay_spec *element = spec->as.array.element;
    void *memory[2];

    assay_pointers_load(at, memory);
    if (assay_spec_is_plain(element))
        memcpy(memory[ASSAY_REFERENCE], memory[ASSAY_CANDIDATE],
               length_of(s, memory[ASSAY_CANDIDATE]) * element->size[ASSAY_CANDIDATE]);
}

static void keep_array(const struct assay_spec *spec, struct assay_scenario *s,
                       enum assay_side side, void *value)
{
    const struct assay_spec *element = spec->as.array.element;
    const char *memory = assay_pointer_load(value);
    int64_t count = spec->as.array.min;
    char *copy;

    assay_scope_length(assay_parts(s)->scope, spec, side, &count);
    if (!memory || count <= 0)
        return;
    copy = assay_scenario_new(s, (size_t)count, element->size[side]);
    memcpy(copy, memory, (size_t)count * element->size[side]);
    for (int64_t i = 0; i < count; i++)
        assay_spec_keep(element, s, side, copy + (size_t)i * element->size[side]);
    assay_pointer_store(value, copy);
}

const struct assay_spec_kind assay_kind_array = {
    .name = "array",
    .constructible = has_constructible_elements,
    .deconstructible = has_deconstructible_elements,
    .inner = visit_element,
    .construct = construct_array,
    .print = print_array,
    .deconstruct = compare_array,
    .keep = keep_array,
};

const struct assay_spec_kind assay_kind_array_inout = {
    .name = "array, in and out",
    .constructible = can_be_changed,
    .deconstructible = has_deconstructible_elements,
    .inner = visit_element,
    .construct = construct_array,
    .print = print_variable,
    .finish = compare_array,
    .deconstruct = compare_array,
    .keep = keep_array,
    .adopt = adopt_array,
};

const struct assay_spec_kind assay_kind_array_out = {
    .name = "array, out",
    .constructible = has_deconstructible_elements,
    .deconstructible = has_deconstructible_elements,
    .inner = visit_element,
    .construct = construct_room,
    .print = print_variable,
    .finish = compare_array,
    .deconstruct = compare_array,
    .keep = keep_array,
    .adopt = adopt_array,
};

const struct assay_spec_kind assay_kind_bytes = {
    .name = "bytes",
    .constructible = assay_spec_always,
    .deconstructible = assay_spec_always,
    .inner = visit_element,
    .construct = construct_bytes,
    .print = print_array,
    .deconstruct = compare_array,
    .keep = keep_array,
};

/* ---- Lengths */

/* The array beside it that was made already; NULL: there is none. */
static const void *array_beside(const struct assay_scenario *s,
                                const struct assay_spec *array)
{
    const struct assay_scope *scope = s->parts ? s->parts->scope : NULL;
    int i;

    for (; scope; scope = scope->outer)
        for (uint32_t k = 0; k < scope->count; k++)
            if (assay_spec_core(scope->specs[k]) == array)
                return scope->at[ASSAY_CANDIDATE][k];
    i = assay_scenario_find(s, array);
    return i < 0 ? NULL : s->args.at[ASSAY_CANDIDATE][i];
}

/* Where the array is what the operation will return, any length will do. */
static int64_t length_drawn(const struct assay_spec *array, struct assay_scenario *s)
{
    uint64_t length;

    assay_must(s, assay_choose_uint(s->t, array->as.array.min, array->as.array.max,
                                    array->as.array.min, ASSAY_LENGTH, &length));
    return (int64_t)length;
}

static bool store_length(const struct assay_spec *spec, size_t size, int64_t length,
                         void *at)
{
    assay_scalar_store(spec->as.dependent.scalar, size, at, length);
    return assay_scalar_load(spec->as.dependent.scalar, size, at) == length;
}

static bool construct_length(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2])
{
    const struct assay_spec *array = assay_spec_core(spec->as.dependent.of);
    const void *beside = array_beside(s, array);
    int64_t length = beside ? (int64_t)length_of(s, assay_pointer_load(beside))
                            : length_drawn(array, s);

    return store_length(spec, spec->size[0], length, at[0]) &&
           store_length(spec, spec->size[1], length, at[1]);
}

static void print_length(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, struct assay_buf *out)
{
    (void)s;
    assay_scalar_print(spec->as.dependent.scalar, spec->size[ASSAY_CANDIDATE], value,
                       out);
}

static void expect_length(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, const char *path, struct assay_buf *out)
{
    assay_scalar_expect(s, spec->as.dependent.scalar, spec->size[ASSAY_CANDIDATE], value,
                        path, out);
}

static void compare_length(const struct assay_spec *spec, struct assay_scenario *s,
                           void *const at[2], const char *path)
{
    enum assay_scalar scalar = spec->as.dependent.scalar;
    size_t size = spec->size[ASSAY_CANDIDATE];

    assay_scalar_compare(s, scalar, size, at, path);
    if (scalar == ASSAY_SCALAR_SIGNED &&
        assay_scalar_load(scalar, size, at[ASSAY_CANDIDATE]) < 0)
        s->unsuccessful = true;
}

const struct assay_spec_kind assay_kind_length = {
    .name = "length",
    .constructible = assay_spec_always,
    .deconstructible = assay_spec_always,
    .construct = construct_length,
    .print = print_length,
    .deconstruct = compare_length,
    .expect = expect_length,
    .late = true,
};

static bool construct_length_at(const struct assay_spec *spec, struct assay_scenario *s,
                                void *const at[2])
{
    const struct assay_spec *array = assay_spec_core(spec->as.dependent.of);
    const void *beside = array_beside(s, array);
    int64_t length = beside ? (int64_t)length_of(s, assay_pointer_load(beside)) : 0;
    void *memory[2];

    for (int side = 0; side < 2; side++) {
        memory[side] = assay_scenario_new(s, 1, spec->as.dependent.pointee);
        assay_pointer_store(at[side], memory[side]);
        if (!store_length(spec, spec->as.dependent.pointee, length, memory[side]))
            return false;
    }
    assay_extent_add(s, memory, 1);
    return true;
}

/* The type is written as a pointer: "size_t *". */
static const char *pointee_type(struct assay_scenario *s, const char *type)
{
    size_t len = strlen(type);

    while (len > 0 && (type[len - 1] == '*' || type[len - 1] == ' '))
        len--;
    return assay_scenario_text(s, "%.*s", (int)len, type);
}

static void print_length_at(const struct assay_spec *spec, struct assay_scenario *s,
                            const void *value, struct assay_buf *out)
{
    const void *memory = assay_pointer_load(value);
    struct assay_extent *e = assay_extent_find(s, memory);
    const char *name = assay_write_name(s, "n");
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    assay_buf_printf(&b,
                     "%s = ", assay_declaration(s, pointee_type(s, spec->type), name));
    assay_scalar_print(spec->as.dependent.scalar, spec->as.dependent.pointee, memory, &b);
    assay_write_before(s, "%s;", assay_text_take(s, &b));
    if (e)
        e->name = name;
    assay_buf_printf(out, "&%s", name);
}

static void finish_length_at(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2], const char *path)
{
    compare_pointee(spec, s, at, assay_path_pointee(s, path));
}

static void adopt_length_at(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2])
{
    void *memory[2];

    (void)s;
    assay_pointers_load(at, memory);
    memcpy(memory[ASSAY_REFERENCE], memory[ASSAY_CANDIDATE], spec->as.dependent.pointee);
}

const struct assay_spec_kind assay_kind_length_at = {
    .name = "pointer to a length",
    .constructible = assay_spec_always,
    .construct = construct_length_at,
    .print = print_length_at,
    .finish = finish_length_at,
    .adopt = adopt_length_at,
    .late = true,
};
