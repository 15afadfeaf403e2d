/*
 * The machinery behind <assay/model.h>: lists of macro arguments, thunks that call
 * functions of any type, tables of specs. Nothing here is for users.
 */
#ifndef ASSAY_MODEL_MACROS_H
#define ASSAY_MODEL_MACROS_H

#include <assay/model.h>

/* ---- Specs */

extern const struct assay_spec_kind assay_kind_value, assay_kind_sequential,
    assay_kind_one_of, assay_kind_text_inout, assay_kind_ignored, assay_kind_ifpol,
    assay_kind_abstract, assay_kind_consumed, assay_kind_existing,
    assay_kind_perhaps_existing, assay_kind_subset, assay_kind_interval_of,
    assay_kind_drawn, assay_kind_array, assay_kind_array_inout, assay_kind_array_out,
    assay_kind_bytes, assay_kind_length, assay_kind_length_at, assay_kind_struct,
    assay_kind_pointer, assay_kind_storage, assay_kind_out, assay_kind_inout,
    assay_kind_option, assay_kind_result, assay_kind_errno, assay_kind_freed,
    assay_kind_fix, assay_kind_map_outof, assay_kind_map_into, assay_kind_callback,
    assay_kind_order, assay_kind_context, assay_kind_void;

#define ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, KIND, ...)                                \
    typedef __typeof__(REF_TYPE) assay_ref_##NAME;                                       \
    typedef __typeof__(CAND_TYPE) assay_cand_##NAME;                                     \
    __attribute__((unused)) static const struct assay_spec assay_spec_##NAME = {         \
        .name = #NAME,                                                                   \
        .type = #CAND_TYPE,                                                              \
        .kind = &(KIND),                                                                 \
        .size = {sizeof(REF_TYPE), sizeof(CAND_TYPE)},                                   \
        __VA_ARGS__}

#define ASSAY_PREDEFINED_(NAME, TYPE)                                                    \
    typedef TYPE assay_ref_##NAME;                                                       \
    typedef TYPE assay_cand_##NAME;                                                      \
    extern const struct assay_spec assay_spec_##NAME

typedef char assay_ref_void, assay_cand_void; /* never used */
extern const struct assay_spec assay_spec_void;
ASSAY_PREDEFINED_(_Bool, _Bool);
ASSAY_PREDEFINED_(int, int);
ASSAY_PREDEFINED_(unsigned, unsigned);
ASSAY_PREDEFINED_(long, long);
ASSAY_PREDEFINED_(size_t, size_t);
ASSAY_PREDEFINED_(char, char);
ASSAY_PREDEFINED_(double, double);
ASSAY_PREDEFINED_(string, const char *);
ASSAY_PREDEFINED_(context, void *);
ASSAY_PREDEFINED_(byte_, unsigned char);
/* `bool` is a macro or it is not, by where it stands. */
typedef _Bool assay_ref_bool, assay_cand_bool;
#define assay_spec_bool assay_spec__Bool

/* clang-format off */
#define ASSAY_SCALAR_OF_(TYPE)                                                           \
    _Generic(*(__typeof__(TYPE) *)0,                                                     \
        _Bool: ASSAY_SCALAR_BOOL, char: ASSAY_SCALAR_CHAR,                               \
        signed char: ASSAY_SCALAR_SIGNED, unsigned char: ASSAY_SCALAR_UNSIGNED,          \
        short: ASSAY_SCALAR_SIGNED, unsigned short: ASSAY_SCALAR_UNSIGNED,               \
        int: ASSAY_SCALAR_SIGNED, unsigned: ASSAY_SCALAR_UNSIGNED,                       \
        long: ASSAY_SCALAR_SIGNED, unsigned long: ASSAY_SCALAR_UNSIGNED,                 \
        long long: ASSAY_SCALAR_SIGNED, unsigned long long: ASSAY_SCALAR_UNSIGNED,       \
        float: ASSAY_SCALAR_FLOATING, double: ASSAY_SCALAR_FLOATING,                     \
        char *: ASSAY_SCALAR_STRING, const char *: ASSAY_SCALAR_STRING,                  \
        default: ASSAY_SCALAR_OTHER)
/* clang-format on */

#define ASSAY_IS_POINTER_(TYPE)                                                          \
    (__builtin_classify_type(*(__typeof__(TYPE) *)0) ==                                  \
     __builtin_classify_type((void *)0))

/* False at compile time, with words, where two specs have other C types. */
#define ASSAY_SAME_TYPES_(NAME, A, B)                                                    \
    _Static_assert(__builtin_types_compatible_p(assay_ref_##A, assay_ref_##B) &&         \
                       __builtin_types_compatible_p(assay_cand_##A, assay_cand_##B),     \
                   #NAME ": " #A " and " #B " have different C types");

#define ASSAY_SAME_THUNKS_(NAME, TYPE, EQUAL, SHOW)                                      \
    ASSAY_STRICT_                                                                        \
    static bool assay_equal_##NAME(const void *a, const void *b)                         \
    {                                                                                    \
        return EQUAL(*(__typeof__(TYPE) const *)a, *(__typeof__(TYPE) const *)b);        \
    }                                                                                    \
    static void assay_show_##NAME(const void *value, struct assay_buf *out)              \
    {                                                                                    \
        SHOW(*(__typeof__(TYPE) const *)value, out);                                     \
    }                                                                                    \
    ASSAY_LENIENT_

#define ASSAY_SUBSET_(NAME, OF)                                                          \
    ASSAY_SPEC_(NAME, assay_ref_##OF, assay_cand_##OF, assay_kind_subset,                \
                .as.subset = {.of = &assay_spec_##OF, .accept = assay_accepts_##NAME})

#define ASSAY_ARRAY_(NAME, ELEMENT, KIND, MIN, MAX)                                      \
    ASSAY_SPEC_(                                                                         \
        NAME, assay_ref_##ELEMENT *, assay_cand_##ELEMENT *, KIND,                       \
        .as.array = {.element = &assay_spec_##ELEMENT, .min = (MIN), .max = (MAX)})

#define ASSAY_POINTER_(NAME, OF, KIND)                                                   \
    ASSAY_SPEC_(NAME, assay_ref_##OF *, assay_cand_##OF *, KIND,                         \
                .as.wrap = {.of = &assay_spec_##OF})

#define ASSAY_CONVERT_(NAME, SIDE, FROM, TO, FUNCTION)                                   \
    ASSAY_STRICT_                                                                        \
    static void assay_maps_##SIDE##_##NAME(const void *from, void *ret_to)               \
    {                                                                                    \
        *(__typeof__(TO) *)ret_to = FUNCTION(*(__typeof__(FROM) const *)from);           \
    }                                                                                    \
    ASSAY_LENIENT_
#define ASSAY_CONVERTS_(NAME, OF, CANDIDATE)                                             \
    .as.wrap = {.of = &assay_spec_##OF,                                                  \
                .convert = {assay_maps_ref_##NAME, assay_maps_cand_##NAME},              \
                .text = #CANDIDATE}

/* Finds an argument by its spec; what is not there is a misuse of the library and ends
 * the run. */
void *assay_argument(const struct assay_arguments *args, const struct assay_spec *spec,
                     enum assay_side side, uint32_t k);

const void *assay_reference_of(const struct assay_spec *spec, const void *candidate);

/* ---- Members of structs. ITEM is (field, spec), TYPES is (reference's, candidate's). */

#define ASSAY_MEMBER_(TYPES, ITEM) ASSAY_MEMBER_I_(ASSAY_LIST_ TYPES, ASSAY_LIST_ ITEM)
#define ASSAY_MEMBER_I_(...) ASSAY_MEMBER_II_(__VA_ARGS__)
#define ASSAY_MEMBER_II_(REF_TYPE, CAND_TYPE, FIELD, SPEC)                               \
    {.name = #FIELD,                                                                     \
     .offset = {offsetof(REF_TYPE, FIELD) +                                              \
                    ASSAY_FITS_(((REF_TYPE *)0)->FIELD, assay_ref_##SPEC, FIELD),        \
                offsetof(CAND_TYPE, FIELD) +                                             \
                    ASSAY_FITS_(((CAND_TYPE *)0)->FIELD, assay_cand_##SPEC, FIELD)},     \
     .spec = &assay_spec_##SPEC},
/* 0, where the member has the type, but for what its pointer's target is qualified by. */
#define ASSAY_FITS_(MEMBER, TYPE, FIELD)                                                 \
    (0 * sizeof(struct {                                                                 \
         _Static_assert(sizeof(MEMBER) == sizeof(TYPE) &&                                \
                            __builtin_classify_type(MEMBER) ==                           \
                                __builtin_classify_type(*(TYPE *)0),                     \
                        "member " #FIELD " is not of its spec's C type");                \
         int at_least_one;                                                               \
     }))

/* ---- Functions of any type */

/* Passing a pointer of another type is an error here, whatever the compiler's flags. */
#define ASSAY_STRICT_                                                                    \
    _Pragma("GCC diagnostic push")                                                       \
        _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")                 \
            _Pragma("GCC diagnostic error \"-Wint-conversion\"")                         \
                _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")
#define ASSAY_LENIENT_ _Pragma("GCC diagnostic pop")

#define ASSAY_THUNK_(SIDE, NAME, ARGUMENTS, RESULT, FUNCTION)                            \
    ASSAY_STRICT_                                                                        \
    static void assay_calls_##SIDE##_##NAME(void *const *assay_a, void *assay_r)         \
    {                                                                                    \
        (void)assay_a;                                                                   \
        (void)assay_r;                                                                   \
        ASSAY_STORE_(SIDE, RESULT)                                                       \
        ASSAY_CALL_(FUNCTION, ASSAY_VALUES_(SIDE, ASSAY_LIST_ ARGUMENTS));               \
    }                                                                                    \
    ASSAY_LENIENT_
/* FUNCTION may be a macro: it sees the arguments one by one. */
#define ASSAY_CALL_(FUNCTION, ...) FUNCTION(__VA_ARGS__)
#define ASSAY_STORE_(SIDE, RESULT)                                                       \
    ASSAY_CAT_(ASSAY_STORE_, ASSAY_IS_VOID_(RESULT))(SIDE, RESULT)
#define ASSAY_STORE_0(SIDE, RESULT) *(assay_##SIDE##_##RESULT *)assay_r =
#define ASSAY_STORE_1(SIDE, RESULT)

/* The values of arguments, and after a comma when there are any. */
#define ASSAY_VALUES_(SIDE, ...)                                                         \
    ASSAY_CAT_(ASSAY_VALUES_, ASSAY_ARITY_(__VA_ARGS__))(SIDE, __VA_ARGS__)
#define ASSAY_VALUE_(SIDE, SPEC, I) (*(assay_##SIDE##_##SPEC *)assay_a[I])
#define ASSAY_VALUES_0(S, A)
#define ASSAY_VALUES_1(S, A) ASSAY_VALUE_(S, A, 0)
#define ASSAY_VALUES_2(S, A, B) ASSAY_VALUES_1(S, A), ASSAY_VALUE_(S, B, 1)
#define ASSAY_VALUES_3(S, A, B, C) ASSAY_VALUES_2(S, A, B), ASSAY_VALUE_(S, C, 2)
#define ASSAY_VALUES_4(S, A, B, C, D) ASSAY_VALUES_3(S, A, B, C), ASSAY_VALUE_(S, D, 3)
#define ASSAY_VALUES_5(S, A, B, C, D, E)                                                 \
    ASSAY_VALUES_4(S, A, B, C, D), ASSAY_VALUE_(S, E, 4)
#define ASSAY_VALUES_6(S, A, B, C, D, E, F)                                              \
    ASSAY_VALUES_5(S, A, B, C, D, E), ASSAY_VALUE_(S, F, 5)
#define ASSAY_VALUES_7(S, A, B, C, D, E, F, G)                                           \
    ASSAY_VALUES_6(S, A, B, C, D, E, F), ASSAY_VALUE_(S, G, 6)
#define ASSAY_VALUES_8(S, A, B, C, D, E, F, G, H)                                        \
    ASSAY_VALUES_7(S, A, B, C, D, E, F, G), ASSAY_VALUE_(S, H, 7)

/* The specs' addresses. */
#define ASSAY_SPECS_(...)                                                                \
    (const struct assay_spec *const[])                                                   \
    {                                                                                    \
        ASSAY_EACH_(ASSAY_ADDRESS_, , __VA_ARGS__)                                       \
    }
#define ASSAY_ADDRESS_(CTX, SPEC) &assay_spec_##SPEC,

#define ASSAY_OPERATION_FIELDS_(NAME, ARGUMENTS, RESULT, CANDIDATE)                      \
    .name = #NAME, .text = #CANDIDATE, .file = __FILE__, .line = __LINE__,               \
    .arguments = ASSAY_SPECS_(ASSAY_LIST_ ARGUMENTS),                                    \
    .arity = ASSAY_ARITY_(ASSAY_LIST_ ARGUMENTS), .result = &assay_spec_##RESULT,        \
    .candidate = assay_calls_cand_##NAME

#define ASSAY_OPERATION_I_(NAME, ARGUMENTS, RESULT, REFERENCE, CANDIDATE, ...)           \
    ASSAY_THUNK_(ref, NAME, ARGUMENTS, RESULT, REFERENCE)                                \
    ASSAY_THUNK_(cand, NAME, ARGUMENTS, RESULT, CANDIDATE)                               \
    static const struct assay_operation assay_operation_##NAME = {                       \
        ASSAY_OPERATION_FIELDS_(NAME, ARGUMENTS, RESULT, CANDIDATE),                     \
        .reference = assay_calls_ref_##NAME, __VA_ARGS__}

#define ASSAY_ALONE_I_(NAME, ARGUMENTS, RESULT, CANDIDATE, ...)                          \
    ASSAY_THUNK_(cand, NAME, ARGUMENTS, RESULT, CANDIDATE)                               \
    static const struct assay_operation assay_operation_##NAME = {                       \
        ASSAY_OPERATION_FIELDS_(NAME, ARGUMENTS, RESULT, CANDIDATE), __VA_ARGS__}

#define ASSAY_COMMA_ ,
#define ASSAY_JUDGED_I_(NAME, ARGUMENTS, RESULT, JUDGE, OWN, CANDIDATE, ...)             \
    ASSAY_THUNK_(cand, NAME, ARGUMENTS, RESULT, CANDIDATE)                               \
    ASSAY_STRICT_                                                                        \
    static const char *assay_judges_##NAME(void *const *assay_a, const void *assay_r,    \
                                           void *assay_own)                              \
    {                                                                                    \
        (void)assay_a;                                                                   \
        (void)assay_r;                                                                   \
        (void)assay_own;                                                                 \
        return JUDGE(ASSAY_VALUES_(ref, ASSAY_LIST_ ARGUMENTS)                           \
                         ASSAY_ANSWER_(RESULT, ASSAY_LIST_ ARGUMENTS) OWN);              \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    static const struct assay_operation assay_operation_##NAME = {                       \
        ASSAY_OPERATION_FIELDS_(NAME, ARGUMENTS, RESULT, CANDIDATE),                     \
        .judge = assay_judges_##NAME, __VA_ARGS__}
/* The candidate's answer, if it gives one, after a comma if there is something before. */
#define ASSAY_ANSWER_(RESULT, ...)                                                       \
    ASSAY_CAT_(ASSAY_ANSWER_, ASSAY_IS_VOID_(RESULT))(RESULT, __VA_ARGS__)
#define ASSAY_ANSWER_0(RESULT, ...)                                                      \
    ASSAY_CAT_(ASSAY_SEPARATE_, ASSAY_IS_VOID_(ASSAY_FIRST_(__VA_ARGS__, ~)))            \
    (*(assay_cand_##RESULT const *)assay_r)
#define ASSAY_ANSWER_1(RESULT, ...)
#define ASSAY_SEPARATE_0 ,
#define ASSAY_SEPARATE_1

/* ---- Callbacks */

typedef void assay_called_fn(const struct assay_spec *spec, enum assay_side side,
                             void *const *arguments, void *ret_result);
assay_called_fn assay_callback, assay_ascending, assay_descending, assay_coarse;

#define ASSAY_CALLBACK_(NAME, ARGUMENTS, RESULT, PURE)                                   \
    ASSAY_CALLED_(NAME, ARGUMENTS, RESULT)                                               \
    ASSAY_TRAMPOLINES_(callback, NAME, ARGUMENTS, RESULT)                                \
    ASSAY_SPEC_(NAME, assay_functions_ref_##NAME *, assay_functions_cand_##NAME *,       \
                assay_kind_callback,                                                     \
                .as.callback = {ASSAY_SIGNATURE_(ARGUMENTS, RESULT),                     \
                                .function = {&(assay_functions_ref_##NAME *const){       \
                                                 assay_callback_ref_##NAME},             \
                                             &(assay_functions_cand_##NAME *const){      \
                                                 assay_callback_cand_##NAME}},           \
                                .pure = (PURE)})
#define ASSAY_ORDER_(NAME, ARGUMENTS, RESULT)                                            \
    ASSAY_CALLED_(NAME, ARGUMENTS, RESULT)                                               \
    ASSAY_TRAMPOLINES_(ascending, NAME, ARGUMENTS, RESULT)                               \
    ASSAY_TRAMPOLINES_(descending, NAME, ARGUMENTS, RESULT)                              \
    ASSAY_TRAMPOLINES_(coarse, NAME, ARGUMENTS, RESULT)                                  \
    ASSAY_SPEC_(NAME, assay_functions_ref_##NAME *, assay_functions_cand_##NAME *,       \
                assay_kind_order,                                                        \
                .as.callback = {                                                         \
                    ASSAY_SIGNATURE_(ARGUMENTS, RESULT),                                 \
                    .function = {ASSAY_ORDERS_(ref, NAME), ASSAY_ORDERS_(cand, NAME)}})
#define ASSAY_ORDERS_(SIDE, NAME)                                                        \
    &(assay_functions_##SIDE##_##NAME *const[])                                          \
    {                                                                                    \
        assay_ascending_##SIDE##_##NAME, assay_descending_##SIDE##_##NAME,               \
            assay_coarse_##SIDE##_##NAME                                                 \
    }
#define ASSAY_SIGNATURE_(ARGUMENTS, RESULT)                                              \
    .arguments = ASSAY_SPECS_(ASSAY_LIST_ ARGUMENTS),                                    \
    .arity = ASSAY_ARITY_(ASSAY_LIST_ ARGUMENTS), .result = &assay_spec_##RESULT
/* What the functions of one spec share. */
#define ASSAY_CALLED_(NAME, ARGUMENTS, RESULT)                                           \
    static const struct assay_spec assay_spec_##NAME;                                    \
    typedef ASSAY_RETURNS_(ref, RESULT)                                                  \
        assay_functions_ref_##NAME(ASSAY_PARAMETERS_(ref, ASSAY_LIST_ ARGUMENTS));       \
    typedef ASSAY_RETURNS_(cand, RESULT)                                                 \
        assay_functions_cand_##NAME(ASSAY_PARAMETERS_(cand, ASSAY_LIST_ ARGUMENTS));
#define ASSAY_TRAMPOLINES_(CALLED, NAME, ARGUMENTS, RESULT)                              \
    ASSAY_TRAMPOLINE_(CALLED, NAME, ref, ASSAY_REFERENCE, ARGUMENTS, RESULT)             \
    ASSAY_TRAMPOLINE_(CALLED, NAME, cand, ASSAY_CANDIDATE, ARGUMENTS, RESULT)
/* The function that one side calls. Its result is a value even where RESULT is void. */
#define ASSAY_TRAMPOLINE_(CALLED, NAME, SIDE, NUMBER, ARGUMENTS, RESULT)                 \
    static ASSAY_RETURNS_(SIDE, RESULT)                                                  \
        assay_##CALLED##_##SIDE##_##NAME(ASSAY_PARAMETERS_(SIDE, ASSAY_LIST_ ARGUMENTS)) \
    {                                                                                    \
        void *assay_a[] = {ASSAY_POINTERS_(ASSAY_LIST_ ARGUMENTS) NULL};                 \
        assay_##SIDE##_##RESULT assay_r = {0};                                           \
        assay_##CALLED(&assay_spec_##NAME, NUMBER, assay_a, &assay_r);                   \
        ASSAY_CAT_(ASSAY_RETURN_, ASSAY_IS_VOID_(RESULT))                                \
    }
#define ASSAY_RETURNS_(SIDE, RESULT)                                                     \
    ASSAY_CAT_(ASSAY_RETURNS_, ASSAY_IS_VOID_(RESULT))(SIDE, RESULT)
#define ASSAY_RETURNS_0(SIDE, RESULT) assay_##SIDE##_##RESULT
#define ASSAY_RETURNS_1(SIDE, RESULT) void
#define ASSAY_RETURN_0 return assay_r;
#define ASSAY_RETURN_1 (void)assay_r;
#define ASSAY_PARAMETERS_(SIDE, ...)                                                     \
    ASSAY_CAT_(ASSAY_PARAMETERS_, ASSAY_ARITY_(__VA_ARGS__))(SIDE, __VA_ARGS__)
#define ASSAY_PARAMETERS_0(S, A) void
#define ASSAY_PARAMETERS_1(S, A) assay_##S##_##A assay_p0
#define ASSAY_PARAMETERS_2(S, A, B) ASSAY_PARAMETERS_1(S, A), assay_##S##_##B assay_p1
#define ASSAY_PARAMETERS_3(S, A, B, C)                                                   \
    ASSAY_PARAMETERS_2(S, A, B), assay_##S##_##C assay_p2
#define ASSAY_PARAMETERS_4(S, A, B, C, D)                                                \
    ASSAY_PARAMETERS_3(S, A, B, C), assay_##S##_##D assay_p3
#define ASSAY_PARAMETERS_5(S, A, B, C, D, E)                                             \
    ASSAY_PARAMETERS_4(S, A, B, C, D), assay_##S##_##E assay_p4
#define ASSAY_PARAMETERS_6(S, A, B, C, D, E, F)                                          \
    ASSAY_PARAMETERS_5(S, A, B, C, D, E), assay_##S##_##F assay_p5
#define ASSAY_PARAMETERS_7(S, A, B, C, D, E, F, G)                                       \
    ASSAY_PARAMETERS_6(S, A, B, C, D, E, F), assay_##S##_##G assay_p6
#define ASSAY_PARAMETERS_8(S, A, B, C, D, E, F, G, H)                                    \
    ASSAY_PARAMETERS_7(S, A, B, C, D, E, F, G), assay_##S##_##H assay_p7
#define ASSAY_POINTERS_(...) ASSAY_CAT_(ASSAY_POINTERS_, ASSAY_ARITY_(__VA_ARGS__))
#define ASSAY_POINTERS_0
#define ASSAY_POINTERS_1 (void *)&assay_p0,
#define ASSAY_POINTERS_2 ASSAY_POINTERS_1(void *) & assay_p1,
#define ASSAY_POINTERS_3 ASSAY_POINTERS_2(void *) & assay_p2,
#define ASSAY_POINTERS_4 ASSAY_POINTERS_3(void *) & assay_p3,
#define ASSAY_POINTERS_5 ASSAY_POINTERS_4(void *) & assay_p4,
#define ASSAY_POINTERS_6 ASSAY_POINTERS_5(void *) & assay_p5,
#define ASSAY_POINTERS_7 ASSAY_POINTERS_6(void *) & assay_p6,
#define ASSAY_POINTERS_8 ASSAY_POINTERS_7(void *) & assay_p7,

/* ---- Models */

#define ASSAY_MODEL_I_(NAME, OPERATIONS, ...)                                            \
    static const struct assay_operation *const assay_operations_##NAME[] = {             \
        ASSAY_EACH_(ASSAY_OPERATION_ADDRESS_, , ASSAY_LIST_ OPERATIONS)};                \
    static const struct assay_model NAME = {.name = #NAME,                               \
                                            .file = __FILE__,                            \
                                            .line = __LINE__,                            \
                                            .operations = assay_operations_##NAME,       \
                                            .count = sizeof assay_operations_##NAME /    \
                                                     sizeof *assay_operations_##NAME,    \
                                            __VA_ARGS__}
#define ASSAY_OPERATION_ADDRESS_(CTX, NAME) &assay_operation_##NAME,

/* ---- Lists of macro arguments */

#define ASSAY_CAT_(A, B) ASSAY_CAT_I_(A, B)
#define ASSAY_CAT_I_(A, B) A##B
#define ASSAY_LIST_(...) __VA_ARGS__
#define ASSAY_FIRST_(...) ASSAY_FIRST_I_(__VA_ARGS__)
#define ASSAY_FIRST_I_(FIRST, ...) FIRST
#define ASSAY_SECOND_(...) ASSAY_SECOND_I_(__VA_ARGS__)
#define ASSAY_SECOND_I_(FIRST, SECOND, ...) SECOND

/* 1 for `void`, else 0. */
#define ASSAY_IS_VOID_(X) ASSAY_SECOND_(ASSAY_CAT_(ASSAY_PROBE_, X), 0, ~)
#define ASSAY_PROBE_void ~, 1
/* How many there are, 0 for (void). */
#define ASSAY_ARITY_(...)                                                                \
    ASSAY_CAT_(ASSAY_ARITY_, ASSAY_IS_VOID_(ASSAY_FIRST_(__VA_ARGS__, ~)))(__VA_ARGS__)
#define ASSAY_ARITY_0(...) ASSAY_NUMBER_(__VA_ARGS__)
#define ASSAY_ARITY_1(...) 0

/* M(CTX, X) for each X of a list of up to 64. */
#define ASSAY_EACH_(M, CTX, ...)                                                         \
    ASSAY_CAT_(ASSAY_EACH_, ASSAY_NUMBER_(__VA_ARGS__))(M, CTX, __VA_ARGS__)
#define ASSAY_NUMBER_(...) ASSAY_NUMBER_I_(__VA_ARGS__, ASSAY_DOWN_, ~)
#define ASSAY_NUMBER_I_(...) ASSAY_NUMBER_II_(__VA_ARGS__)
#define ASSAY_DOWN_                                                                      \
    64, 63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44,  \
        43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24,  \
        23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2,  \
        1
#define ASSAY_NUMBER_II_(                                                                \
    X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15, X16, X17, X18, \
    X19, X20, X21, X22, X23, X24, X25, X26, X27, X28, X29, X30, X31, X32, X33, X34, X35, \
    X36, X37, X38, X39, X40, X41, X42, X43, X44, X45, X46, X47, X48, X49, X50, X51, X52, \
    X53, X54, X55, X56, X57, X58, X59, X60, X61, X62, X63, N, ...)                       \
    N
#define ASSAY_EACH_1(M, C, X) M(C, X)
#define ASSAY_EACH_2(M, C, X, ...) M(C, X) ASSAY_EACH_1(M, C, __VA_ARGS__)
#define ASSAY_EACH_3(M, C, X, ...) M(C, X) ASSAY_EACH_2(M, C, __VA_ARGS__)
#define ASSAY_EACH_4(M, C, X, ...) M(C, X) ASSAY_EACH_3(M, C, __VA_ARGS__)
#define ASSAY_EACH_5(M, C, X, ...) M(C, X) ASSAY_EACH_4(M, C, __VA_ARGS__)
#define ASSAY_EACH_6(M, C, X, ...) M(C, X) ASSAY_EACH_5(M, C, __VA_ARGS__)
#define ASSAY_EACH_7(M, C, X, ...) M(C, X) ASSAY_EACH_6(M, C, __VA_ARGS__)
#define ASSAY_EACH_8(M, C, X, ...) M(C, X) ASSAY_EACH_7(M, C, __VA_ARGS__)
#define ASSAY_EACH_9(M, C, X, ...) M(C, X) ASSAY_EACH_8(M, C, __VA_ARGS__)
#define ASSAY_EACH_10(M, C, X, ...) M(C, X) ASSAY_EACH_9(M, C, __VA_ARGS__)
#define ASSAY_EACH_11(M, C, X, ...) M(C, X) ASSAY_EACH_10(M, C, __VA_ARGS__)
#define ASSAY_EACH_12(M, C, X, ...) M(C, X) ASSAY_EACH_11(M, C, __VA_ARGS__)
#define ASSAY_EACH_13(M, C, X, ...) M(C, X) ASSAY_EACH_12(M, C, __VA_ARGS__)
#define ASSAY_EACH_14(M, C, X, ...) M(C, X) ASSAY_EACH_13(M, C, __VA_ARGS__)
#define ASSAY_EACH_15(M, C, X, ...) M(C, X) ASSAY_EACH_14(M, C, __VA_ARGS__)
#define ASSAY_EACH_16(M, C, X, ...) M(C, X) ASSAY_EACH_15(M, C, __VA_ARGS__)
#define ASSAY_EACH_17(M, C, X, ...) M(C, X) ASSAY_EACH_16(M, C, __VA_ARGS__)
#define ASSAY_EACH_18(M, C, X, ...) M(C, X) ASSAY_EACH_17(M, C, __VA_ARGS__)
#define ASSAY_EACH_19(M, C, X, ...) M(C, X) ASSAY_EACH_18(M, C, __VA_ARGS__)
#define ASSAY_EACH_20(M, C, X, ...) M(C, X) ASSAY_EACH_19(M, C, __VA_ARGS__)
#define ASSAY_EACH_21(M, C, X, ...) M(C, X) ASSAY_EACH_20(M, C, __VA_ARGS__)
#define ASSAY_EACH_22(M, C, X, ...) M(C, X) ASSAY_EACH_21(M, C, __VA_ARGS__)
#define ASSAY_EACH_23(M, C, X, ...) M(C, X) ASSAY_EACH_22(M, C, __VA_ARGS__)
#define ASSAY_EACH_24(M, C, X, ...) M(C, X) ASSAY_EACH_23(M, C, __VA_ARGS__)
#define ASSAY_EACH_25(M, C, X, ...) M(C, X) ASSAY_EACH_24(M, C, __VA_ARGS__)
#define ASSAY_EACH_26(M, C, X, ...) M(C, X) ASSAY_EACH_25(M, C, __VA_ARGS__)
#define ASSAY_EACH_27(M, C, X, ...) M(C, X) ASSAY_EACH_26(M, C, __VA_ARGS__)
#define ASSAY_EACH_28(M, C, X, ...) M(C, X) ASSAY_EACH_27(M, C, __VA_ARGS__)
#define ASSAY_EACH_29(M, C, X, ...) M(C, X) ASSAY_EACH_28(M, C, __VA_ARGS__)
#define ASSAY_EACH_30(M, C, X, ...) M(C, X) ASSAY_EACH_29(M, C, __VA_ARGS__)
#define ASSAY_EACH_31(M, C, X, ...) M(C, X) ASSAY_EACH_30(M, C, __VA_ARGS__)
#define ASSAY_EACH_32(M, C, X, ...) M(C, X) ASSAY_EACH_31(M, C, __VA_ARGS__)
#define ASSAY_EACH_33(M, C, X, ...) M(C, X) ASSAY_EACH_32(M, C, __VA_ARGS__)
#define ASSAY_EACH_34(M, C, X, ...) M(C, X) ASSAY_EACH_33(M, C, __VA_ARGS__)
#define ASSAY_EACH_35(M, C, X, ...) M(C, X) ASSAY_EACH_34(M, C, __VA_ARGS__)
#define ASSAY_EACH_36(M, C, X, ...) M(C, X) ASSAY_EACH_35(M, C, __VA_ARGS__)
#define ASSAY_EACH_37(M, C, X, ...) M(C, X) ASSAY_EACH_36(M, C, __VA_ARGS__)
#define ASSAY_EACH_38(M, C, X, ...) M(C, X) ASSAY_EACH_37(M, C, __VA_ARGS__)
#define ASSAY_EACH_39(M, C, X, ...) M(C, X) ASSAY_EACH_38(M, C, __VA_ARGS__)
#define ASSAY_EACH_40(M, C, X, ...) M(C, X) ASSAY_EACH_39(M, C, __VA_ARGS__)
#define ASSAY_EACH_41(M, C, X, ...) M(C, X) ASSAY_EACH_40(M, C, __VA_ARGS__)
#define ASSAY_EACH_42(M, C, X, ...) M(C, X) ASSAY_EACH_41(M, C, __VA_ARGS__)
#define ASSAY_EACH_43(M, C, X, ...) M(C, X) ASSAY_EACH_42(M, C, __VA_ARGS__)
#define ASSAY_EACH_44(M, C, X, ...) M(C, X) ASSAY_EACH_43(M, C, __VA_ARGS__)
#define ASSAY_EACH_45(M, C, X, ...) M(C, X) ASSAY_EACH_44(M, C, __VA_ARGS__)
#define ASSAY_EACH_46(M, C, X, ...) M(C, X) ASSAY_EACH_45(M, C, __VA_ARGS__)
#define ASSAY_EACH_47(M, C, X, ...) M(C, X) ASSAY_EACH_46(M, C, __VA_ARGS__)
#define ASSAY_EACH_48(M, C, X, ...) M(C, X) ASSAY_EACH_47(M, C, __VA_ARGS__)
#define ASSAY_EACH_49(M, C, X, ...) M(C, X) ASSAY_EACH_48(M, C, __VA_ARGS__)
#define ASSAY_EACH_50(M, C, X, ...) M(C, X) ASSAY_EACH_49(M, C, __VA_ARGS__)
#define ASSAY_EACH_51(M, C, X, ...) M(C, X) ASSAY_EACH_50(M, C, __VA_ARGS__)
#define ASSAY_EACH_52(M, C, X, ...) M(C, X) ASSAY_EACH_51(M, C, __VA_ARGS__)
#define ASSAY_EACH_53(M, C, X, ...) M(C, X) ASSAY_EACH_52(M, C, __VA_ARGS__)
#define ASSAY_EACH_54(M, C, X, ...) M(C, X) ASSAY_EACH_53(M, C, __VA_ARGS__)
#define ASSAY_EACH_55(M, C, X, ...) M(C, X) ASSAY_EACH_54(M, C, __VA_ARGS__)
#define ASSAY_EACH_56(M, C, X, ...) M(C, X) ASSAY_EACH_55(M, C, __VA_ARGS__)
#define ASSAY_EACH_57(M, C, X, ...) M(C, X) ASSAY_EACH_56(M, C, __VA_ARGS__)
#define ASSAY_EACH_58(M, C, X, ...) M(C, X) ASSAY_EACH_57(M, C, __VA_ARGS__)
#define ASSAY_EACH_59(M, C, X, ...) M(C, X) ASSAY_EACH_58(M, C, __VA_ARGS__)
#define ASSAY_EACH_60(M, C, X, ...) M(C, X) ASSAY_EACH_59(M, C, __VA_ARGS__)
#define ASSAY_EACH_61(M, C, X, ...) M(C, X) ASSAY_EACH_60(M, C, __VA_ARGS__)
#define ASSAY_EACH_62(M, C, X, ...) M(C, X) ASSAY_EACH_61(M, C, __VA_ARGS__)
#define ASSAY_EACH_63(M, C, X, ...) M(C, X) ASSAY_EACH_62(M, C, __VA_ARGS__)
#define ASSAY_EACH_64(M, C, X, ...) M(C, X) ASSAY_EACH_63(M, C, __VA_ARGS__)

#endif
