/*
 * Generators: values of C types, drawn through choices.
 *
 * A generator is constant data. The constructors below are macros that give a pointer to
 * a compound literal: at file scope it lives for ever, inside a function until the end of
 * the enclosing block, so a generator may use values drawn before it and needs no
 * clean-up:
 *
 *     static const struct assay_gen *const digits = assay_ints(int, 0, 9);
 *     ...
 *     int k = assay_int(t, "k", 1, 50);
 *     size_t n;
 *     int *xs = assay_array(t, "xs", assay_ints(int, -k, k), 0, 20, &n);
 *
 * (Never return one from the function that wrote it. At file scope, write a generator
 * inside another out, or name it by a #define: C takes no variable for a constant there.)
 * Values live in the test's memory: they vanish with the execution, nothing is to be
 * freed.
 */
#ifndef ASSAY_GEN_H
#define ASSAY_GEN_H

#include <assay/choice.h>

struct assay_buf; /* text being built: see assay_print() */
struct assay_gen;
struct assay_gen_ops;

/* The result of drawing an array: `len` elements of the element generator's type. */
struct assay_array {
    void *at; /* not NULL, even when empty */
    size_t len;
};

struct assay_bytes {
    unsigned char *at; /* not NULL, even when empty */
    size_t len;
};

enum assay_answer { ASSAY_NO, ASSAY_YES, ASSAY_UNKNOWN };

/* One member of a struct. */
struct assay_field {
    const char *name;
    size_t offset;
    const struct assay_gen *gen;
};

struct assay_weighted_gen {
    uint32_t weight;
    const struct assay_gen *gen;
};

/* A generator of your own. Only `draw` must be there. */
struct assay_custom {
    /* Draws by assay_choose_*(), assay_gen_draw() and spans; fills *ret_value. */
    enum assay_status (*draw)(struct assay_test *t, const void *ctx, void *ret_value);
    enum assay_answer (*contains)(const void *ctx, const void *value);
    /* Prints the value as a C expression; without it reports show the choices instead. */
    void (*print)(const void *ctx, const void *value, struct assay_buf *out);
    const void *ctx;
};

/* The functions that map, filter and bind are given. */
typedef void assay_map_fn(const void *ctx, const void *from, void *ret_to);
typedef bool assay_filter_fn(const void *ctx, const void *value);
typedef enum assay_status assay_bind_fn(struct assay_test *t, const void *ctx,
                                        const void *from, void *ret_to);
/* Draws element number done.len of an array whose first elements are `done`. */
typedef enum assay_status assay_step_fn(struct assay_test *t, const void *ctx,
                                        struct assay_array done, void *ret_element);
/* What assay_defer() calls; what orders elements, as for qsort. */
typedef const struct assay_gen *assay_defer_fn(void);
typedef int assay_compare_fn(const void *a, const void *b);

/* Use the constructors; the fields are for them and for lib/gen. */
struct assay_gen {
    const struct assay_gen_ops *ops;
    const char *type; /* the C type of the values, as text */
    size_t size;      /* and its size */
    union {
        struct {
            uint64_t lo, hi, toward;
            bool is_signed, whole; /* whole: the type's range; `hi` is then (TYPE)-1 */
            enum assay_spread spread;
        } ints;
        struct assay_floats floats;
        struct {
            const void *at;
            size_t count;
        } elements;
        struct {
            const struct assay_gen *const *of;
            uint32_t count;
            bool by_size;
        } one_of;
        struct {
            const struct assay_weighted_gen *of;
            uint32_t count;
        } weighted;
        struct {
            const struct assay_alphabet *alphabet;
            uint32_t min, max;
        } strings; /* byte buffers too */
        struct {
            const struct assay_gen *element, *length; /* length: NULL, or of size_t */
            uint32_t min, max;
            assay_step_fn *step;
            assay_compare_fn *compare;
            const void *ctx;
        } arrays;
        struct {
            const struct assay_field *of;
            uint32_t count;
        } fields;
        struct {
            const struct assay_gen *of, *or_else;
        } inner; /* pointers, optional, recursive */
        struct {
            const struct assay_gen *from;
            assay_map_fn *map;
            assay_filter_fn *filter;
            assay_bind_fn *bind;
            const void *ctx;
        } derived;
        assay_defer_fn *defer;
        struct assay_custom custom;
    } as;
};

extern const struct assay_gen_ops assay_gen_ints, assay_gen_floats, assay_gen_bools,
    assay_gen_elements, assay_gen_one_of, assay_gen_weighted, assay_gen_strings,
    assay_gen_bytes, assay_gen_arrays, assay_gen_steps, assay_gen_sorted,
    assay_gen_distinct, assay_gen_fields, assay_gen_pointers, assay_gen_optional,
    assay_gen_recursive, assay_gen_map, assay_gen_filter, assay_gen_bind, assay_gen_defer,
    assay_gen_custom;

#define ASSAY_GEN_(OPS, TYPE, ...)                                                       \
    (&(const struct assay_gen){                                                          \
        .ops = &(OPS), .type = #TYPE, .size = sizeof(TYPE), __VA_ARGS__})
#define ASSAY_SIGNED_(TYPE) ((TYPE)-1 < (TYPE)1)
#define ASSAY_COUNT_(TYPE, ...) ((uint32_t)(sizeof((TYPE[]){__VA_ARGS__}) / sizeof(TYPE)))

/* ---- Numbers. TYPE is any C integer type, enums and size_t included. */

/* In lo..hi, shrinking towards 0 or the bound nearest to it. */
#define assay_ints(TYPE, LO, HI) assay_ints_near(TYPE, LO, HI, 0)
#define assay_ints_near(TYPE, LO, HI, TOWARD)                                            \
    ASSAY_GEN_(assay_gen_ints, TYPE,                                                     \
               .as.ints = {.lo = (uint64_t)(LO),                                         \
                           .hi = (uint64_t)(HI),                                         \
                           .toward = (uint64_t)(TOWARD),                                 \
                           .is_signed = ASSAY_SIGNED_(TYPE)})
/* In LO..HI, each as likely as any other. */
#define assay_uniform_ints(TYPE, LO, HI)                                                 \
    ASSAY_GEN_(assay_gen_ints, TYPE,                                                     \
               .as.ints = {.lo = (uint64_t)(LO),                                         \
                           .hi = (uint64_t)(HI),                                         \
                           .is_signed = ASSAY_SIGNED_(TYPE),                             \
                           .spread = ASSAY_UNIFORM})
/* The whole range of the type. */
#define assay_any(TYPE)                                                                  \
    ASSAY_GEN_(assay_gen_ints, TYPE,                                                     \
               .as.ints = {.hi = (uint64_t)((TYPE)-1),                                   \
                           .is_signed = ASSAY_SIGNED_(TYPE),                             \
                           .whole = true})
/* False or true; false is the simpler one. */
#define assay_bools() ASSAY_GEN_(assay_gen_bools, bool, .as.ints = {.hi = 1})

/* Finite doubles, or floats, in lo..hi without subnormals. */
#define assay_doubles(LO, HI) assay_doubles_with(.lo = (LO), .hi = (HI))
#define assay_singles(LO, HI)                                                            \
    ASSAY_GEN_(assay_gen_floats, float,                                                  \
               .as.floats = {.lo = (LO), .hi = (HI), .single = true})
/* With fields of struct assay_floats: assay_doubles_with(.lo = 0, .hi = INFINITY, .nan =
 * true) */
#define assay_doubles_with(...)                                                          \
    ASSAY_GEN_(assay_gen_floats, double, .as.floats = {__VA_ARGS__})
#define assay_singles_with(...)                                                          \
    ASSAY_GEN_(assay_gen_floats, float, .as.floats = {.single = true, __VA_ARGS__})

/* ---- Choosing. Alternatives must have one type; the first is the simplest. */

/* Always *VALUE, of the given type. */
#define assay_constant(TYPE, VALUE)                                                      \
    ASSAY_GEN_(assay_gen_elements, TYPE, .as.elements = {.at = (VALUE), .count = 1})
/* One of the values listed: assay_element_of(int, 2, 3, 5, 7). */
#define assay_element_of(TYPE, ...)                                                      \
    ASSAY_GEN_(assay_gen_elements, TYPE,                                                 \
               .as.elements = {.at = (TYPE const[]){__VA_ARGS__},                        \
                               .count = ASSAY_COUNT_(TYPE, __VA_ARGS__)})
/* One of the COUNT values at AT. */
#define assay_elements(TYPE, AT, COUNT)                                                  \
    ASSAY_GEN_(assay_gen_elements, TYPE, .as.elements = {.at = (AT), .count = (COUNT)})
#define ASSAY_ONE_OF_(TYPE, BY_SIZE, ...)                                                \
    ASSAY_GEN_(                                                                          \
        assay_gen_one_of, TYPE,                                                          \
        .as.one_of = {.of = (const struct assay_gen *const[]){__VA_ARGS__},              \
                      .count = ASSAY_COUNT_(const struct assay_gen *, __VA_ARGS__),      \
                      .by_size = (BY_SIZE)})
/* One of the generators, each as likely. */
#define assay_one_of(TYPE, ...) ASSAY_ONE_OF_(TYPE, false, __VA_ARGS__)
/* One of the generators, as likely as it has values: a union of ranges drawn evenly. */
#define assay_union_of(TYPE, ...) ASSAY_ONE_OF_(TYPE, true, __VA_ARGS__)
/* One of {weight, generator} pairs: assay_weighted(int, {9, small}, {1, large}). */
#define assay_weighted(TYPE, ...)                                                        \
    ASSAY_GEN_(                                                                          \
        assay_gen_weighted, TYPE,                                                        \
        .as.weighted = {.of = (const struct assay_weighted_gen[]){__VA_ARGS__},          \
                        .count = ASSAY_COUNT_(struct assay_weighted_gen, __VA_ARGS__)})

/* ---- Text and arrays. */

/* NUL-terminated UTF-8, MIN to MAX code points of an alphabet, which should not have NUL.
 */
#define assay_strings(ALPHABET, MIN, MAX)                                                \
    ASSAY_GEN_(assay_gen_strings, char *,                                                \
               .as.strings = {.alphabet = (ALPHABET), .min = (MIN), .max = (MAX)})
/* struct assay_bytes. */
#define assay_byte_buffers(MIN, MAX)                                                     \
    ASSAY_GEN_(assay_gen_bytes, struct assay_bytes,                                      \
               .as.strings = {.min = (MIN), .max = (MAX)})
#define ASSAY_ARRAYS_(OPS, ...)                                                          \
    ASSAY_GEN_(OPS, struct assay_array, .as.arrays = {__VA_ARGS__})
/* struct assay_array of MIN to MAX elements. */
#define assay_arrays(ELEMENT, MIN, MAX)                                                  \
    ASSAY_ARRAYS_(assay_gen_arrays, .element = (ELEMENT), .min = (MIN), .max = (MAX))
/* With a length that a generator of size_t draws. */
#define assay_arrays_of_length(ELEMENT, LENGTH)                                          \
    ASSAY_ARRAYS_(assay_gen_arrays, .element = (ELEMENT), .length = (LENGTH))
/* Each element drawn by STEP, which sees the ones before. ELEMENT prints and sizes them.
 */
#define assay_steps(ELEMENT, STEP, CTX, MIN, MAX)                                        \
    ASSAY_ARRAYS_(assay_gen_steps, .element = (ELEMENT), .step = (STEP), .ctx = (CTX),   \
                  .min = (MIN), .max = (MAX))
/* Ascending by COMPARE (as for qsort); pairwise different by COMPARE. The latter may come
 * out shorter than it was to be, never below MIN, when the element's values run out. */
#define assay_sorted(ELEMENT, COMPARE, MIN, MAX)                                         \
    ASSAY_ARRAYS_(assay_gen_sorted, .element = (ELEMENT), .compare = (COMPARE),          \
                  .min = (MIN), .max = (MAX))
#define assay_distinct(ELEMENT, COMPARE, MIN, MAX)                                       \
    ASSAY_ARRAYS_(assay_gen_distinct, .element = (ELEMENT), .compare = (COMPARE),        \
                  .min = (MIN), .max = (MAX))

/* ---- Structures. */

/* assay_struct(struct point, ASSAY_FIELD(struct point, x, assay_any(int)), ...);
 * members not named are zero. */
#define assay_struct(TYPE, ...)                                                          \
    ASSAY_GEN_(assay_gen_fields, TYPE,                                                   \
               .as.fields = {.of = (const struct assay_field[]){__VA_ARGS__},            \
                             .count = ASSAY_COUNT_(struct assay_field, __VA_ARGS__)})
#define ASSAY_FIELD(TYPE, MEMBER, GEN)                                                   \
    {                                                                                    \
        .name = #MEMBER, .offset = offsetof(TYPE, MEMBER), .gen = (GEN)                  \
    }
/* A pointer to a new value; NULL or a pointer to a new value. TYPE is the pointer type.
 */
#define assay_pointers(TYPE, OF)                                                         \
    ASSAY_GEN_(assay_gen_pointers, TYPE, .as.inner = {.of = (OF)})
#define assay_optional(TYPE, OF)                                                         \
    ASSAY_GEN_(assay_gen_optional, TYPE, .as.inner = {.of = (OF)})
/* LEAF, or NODE, whose parts lead back here (through assay_defer); sizes are kept in
 * check by a budget that all parts of one value share. */
#define assay_recursive(TYPE, LEAF, NODE)                                                \
    ASSAY_GEN_(assay_gen_recursive, TYPE, .as.inner = {.of = (NODE), .or_else = (LEAF)})
/* The generator that a function returns: for definitions that refer to themselves. */
#define assay_defer(TYPE, FUNCTION)                                                      \
    ASSAY_GEN_(assay_gen_defer, TYPE, .as.defer = (FUNCTION))

/* ---- From generators and functions. CTX is handed to the function. */

/* What MAP makes of a value of FROM. */
#define assay_map(TYPE, FROM, MAP, CTX)                                                  \
    ASSAY_GEN_(assay_gen_map, TYPE,                                                      \
               .as.derived = {.from = (FROM), .map = (MAP), .ctx = (CTX)})
/* Draws again, a few times, until FILTER is true; then rejects the test. */
#define assay_filter(TYPE, FROM, FILTER, CTX)                                            \
    ASSAY_GEN_(assay_gen_filter, TYPE,                                                   \
               .as.derived = {.from = (FROM), .filter = (FILTER), .ctx = (CTX)})
/* What BIND draws, which is given a value of FROM: a generator that depends on it. */
#define assay_bind(TYPE, FROM, BIND, CTX)                                                \
    ASSAY_GEN_(assay_gen_bind, TYPE,                                                     \
               .as.derived = {.from = (FROM), .bind = (BIND), .ctx = (CTX)})
/* With fields of struct assay_custom: assay_own(struct heap *, .draw = draw_heap). */
#define assay_own(TYPE, ...)                                                             \
    ASSAY_GEN_(assay_gen_custom, TYPE, .as.custom = {__VA_ARGS__})

/* ---- Using generators. */

/*
 * Draws a value, named as reports and reproducers shall name it; NULL is "value". When
 * there is none (empty range, limits, rejection) the execution ends here: the call does
 * not return.
 */
void assay_draw(struct assay_test *t, const char *name, const struct assay_gen *gen,
                void *ret_value);

/* The same for common types. assay_array returns the elements. */
int assay_int(struct assay_test *t, const char *name, int lo, int hi);
int64_t assay_int64(struct assay_test *t, const char *name, int64_t lo, int64_t hi);
uint64_t assay_uint64(struct assay_test *t, const char *name, uint64_t lo, uint64_t hi);
size_t assay_size(struct assay_test *t, const char *name, size_t lo, size_t hi);
double assay_double(struct assay_test *t, const char *name, double lo, double hi);
bool assay_bool(struct assay_test *t, const char *name);
char *assay_string(struct assay_test *t, const char *name,
                   const struct assay_alphabet *alphabet, uint32_t min, uint32_t max);
void *assay_array(struct assay_test *t, const char *name, const struct assay_gen *element,
                  uint32_t min, uint32_t max, size_t *ret_len);

/* The status-returning draw, for generators inside generators. On failure the status is
 * also the test's, and *ret_value may be half made. */
enum assay_status assay_gen_draw(const struct assay_gen *gen, struct assay_test *t,
                                 void *ret_value);
/* Whether the generator can make this value (generator's type). Unknown where only a
 * user's function could tell. */
enum assay_answer assay_gen_contains(const struct assay_gen *gen, const void *value);
/* How many values it has, ASSAY_TOO_LARGE when infinite, unknown or above 2^64 - 1. */
enum assay_status assay_gen_count(const struct assay_gen *gen, uint64_t *ret_count);
/* Appends the value as a C expression, such as (struct point){.x = 1} or "abc"; false,
 * and nothing appended, if it cannot. */
bool assay_gen_print(const struct assay_gen *gen, const void *value,
                     struct assay_buf *out);

/* printf into the text of a `print` function. */
void assay_print(struct assay_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
