/*
 * Models: a library against its reference implementation.
 *
 * A model says what the values of a library's API are and what its operations take and
 * give. Each operation is there twice: the reference, simple and right, and the
 * candidate, the code under test. Assay makes up programs that use the API, runs both
 * sides step by step, compares what they give, and shrinks what differs to the shortest
 * program, printed as C that needs the candidate alone.
 *
 *     #include <assay/model.h>
 *     #include "parray.h"      // struct parray; parray_make, parray_get, parray_set
 *     #include "reference.h"   // struct ref; ref_make, ref_get, ref_set, ref_length
 *
 *     ASSAY_ABSTRACT(array, struct ref *, struct parray *);
 *     ASSAY_INTERVAL(length, int, 0, 15);
 *     ASSAY_SEQUENTIAL(element, int);
 *     ASSAY_INDEX(index, int, array, ref_length);
 *
 *     ASSAY_OPERATION(make, (length, element), array, ref_make, parray_make);
 *     ASSAY_OPERATION(get, (array, index), element, ref_get, parray_get);
 *     ASSAY_OPERATION(set, (array, index, element), array, ref_set, parray_set);
 *     ASSAY_MODEL(parray, (make, get, set), .header = "parray.h", .sources = "parray.c");
 *
 *     int main(int argc, char **argv) { return assay_model_main(&parray, argc, argv); }
 *
 * Specs, operations and models are constant data at file scope, made by the macros below.
 * A spec is referred to by its bare name; a name `x` also stands for two C types,
 * assay_ref_x and assay_cand_x, which is how the compiler checks every operation. A spec
 * is *constructible* when Assay can make a value (an argument), *deconstructible* when it
 * can compare or keep one (a result). Predefined specs: void, bool, int, unsigned, long,
 * size_t, char, double, string, context.
 */
#ifndef ASSAY_MODEL_H
#define ASSAY_MODEL_H

#include <assay/model_parts.h>

/* ---- Running */

/* The whole test program. Reads the command line as assay_main() does, and --fuel=N. */
int assay_model_main(const struct assay_model *model, int argc, char **argv);
/* A model among the properties of a table for assay_main(), or for assay_check(). */
#define ASSAY_MODEL_PROPERTY(MODEL)                                                      \
    {                                                                                    \
        .name = #MODEL, .run = assay_model_run, .file = __FILE__, .line = __LINE__,      \
        .unit = "scenarios", .runs = ASSAY_MODEL_RUNS, .context = &(MODEL)               \
    }
assay_property_fn assay_model_run;
/* The same, with the model's own options and, where every abstract type has a destructor,
 * with leaks as findings. */
struct assay_property assay_model_property(const struct assay_model *model);
/* What is wrong with the model as it is declared, a line each; NULL when nothing is. The
 * text is the caller's to free. */
char *assay_model_problems(const struct assay_model *model);
/* Under libFuzzer and AFL++: with <assay/fuzz.h>. */
#define ASSAY_FUZZ_MODEL(MODEL) ASSAY_FUZZ_PROPERTY(ASSAY_MODEL_PROPERTY(MODEL))

/* From the reference, before it has changed anything: this call must not be made here.
 * Another operation is tried. Does not return. */
_Noreturn void assay_back_off(void);
/* From the candidate: not implemented. The scenario is dropped. Does not return. */
_Noreturn void assay_unimplemented(void);
/* Zeroed memory that lives as long as the scenario: for references that free nothing. */
void *assay_model_new(size_t count, size_t size);
/* The scenario's test, for draws of your own; NULL outside of a scenario. */
struct assay_test *assay_model_test(void);

/* ---- Operations and models */

/*
 * NAME is what the operation is called in the model; ARGUMENTS and RESULT are specs, by
 * position: (array, index), or (void). REFERENCE and CANDIDATE are functions, or macros,
 * called with values of the arguments' C types on their side. Fields of struct
 * assay_operation may follow: .weight = 3.
 */
#define ASSAY_OPERATION(NAME, ARGUMENTS, RESULT, REFERENCE, ...)                         \
    ASSAY_OPERATION_I_(NAME, ARGUMENTS, RESULT, REFERENCE, __VA_ARGS__, )
/*
 * The reference judges the candidate's answer: several are right. It is called after the
 * candidate, with its own arguments and then the candidate's result, and returns NULL or
 * what is wrong with that: const char *ref_next(struct ref *r, int answer). Arrays that
 * are filled in hold what the candidate wrote.
 */
#define ASSAY_JUDGED(NAME, ARGUMENTS, RESULT, JUDGE, ...)                                \
    ASSAY_JUDGED_I_(NAME, ARGUMENTS, RESULT, JUDGE, , __VA_ARGS__, )
/* The same where the reference has a result of its own (a value of an abstract type): the
 * last argument is a pointer to put it at. */
#define ASSAY_JUDGED_OWN(NAME, ARGUMENTS, RESULT, JUDGE, ...)                            \
    ASSAY_JUDGED_I_(NAME, ARGUMENTS, RESULT, JUDGE,                                      \
                    ASSAY_COMMA_(assay_ref_##RESULT *) assay_own, __VA_ARGS__, )
/* In a judge: the reference's value of the live value that is VALUE on the candidate's
 * side, zero when that is none. SPEC is of an abstract type, or ASSAY_EXISTING. */
#define ASSAY_REFERENCE_OF(SPEC, VALUE)                                                  \
    (__extension__({                                                                     \
        assay_cand_##SPEC assay_value_ = (VALUE);                                        \
        *(assay_ref_##SPEC const *)assay_reference_of(&assay_spec_##SPEC,                \
                                                      &assay_value_);                    \
    }))
/* Without a reference: check functions, contracts and sanitizers judge. The types of both
 * sides of its specs are the same, and the reference's value is the candidate's. */
#define ASSAY_OPERATION_ALONE(NAME, ARGUMENTS, RESULT, ...)                              \
    ASSAY_ALONE_I_(NAME, ARGUMENTS, RESULT, __VA_ARGS__, )

/* ASSAY_MODEL(parray, (make, get, set), .header = "parray.h"): fields of struct
 * assay_model may follow. */
#define ASSAY_MODEL(NAME, ...) ASSAY_MODEL_I_(NAME, __VA_ARGS__, )

/* ---- Plain values. TYPE is the same on both sides. */

/* What a generator of gen.h makes, compared as C compares the type: numbers, bool,
 * strings. */
#define ASSAY_VALUES(NAME, TYPE, GEN)                                                    \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_value,                                      \
                .as.value = {.gen = (GEN), .scalar = ASSAY_SCALAR_OF_(TYPE)})
/* An integer in LO..HI, both included. */
#define ASSAY_INTERVAL(NAME, TYPE, LO, HI)                                               \
    ASSAY_VALUES(NAME, TYPE, assay_ints(TYPE, LO, HI))
/* 0, 1, 2, ... in the order of drawing: elements that can be told apart. */
#define ASSAY_SEQUENTIAL(NAME, TYPE)                                                     \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_sequential,                                 \
                .as.value = {.scalar = ASSAY_SCALAR_OF_(TYPE)})
/* One of values listed, constants or names of functions: ASSAY_ONE_OF(order, compare_fn
 * *, ascending, descending). */
#define ASSAY_ONE_OF(NAME, TYPE, ...)                                                    \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_one_of,                                     \
                .as.value = {.gen = assay_element_of(TYPE, __VA_ARGS__),                 \
                             .scalar = ASSAY_SCALAR_OF_(TYPE),                           \
                             .equal_text = #__VA_ARGS__})
/* NUL-terminated text of MIN to MAX printable ASCII characters, or of an alphabet. */
#define ASSAY_STRING(NAME, MIN, MAX)                                                     \
    ASSAY_STRING_OF(NAME, &assay_alphabet_ascii, MIN, MAX)
#define ASSAY_STRING_OF(NAME, ALPHABET, MIN, MAX)                                        \
    ASSAY_SPEC_(NAME, const char *, const char *, assay_kind_value,                      \
                .as.value = {.gen = assay_strings(ALPHABET, MIN, MAX),                   \
                             .scalar = ASSAY_SCALAR_STRING})
/* Such a text in memory that the call may write to, as long as it is: char *. Compared
 * after the call. */
#define ASSAY_STRING_INOUT(NAME, MIN, MAX)                                               \
    ASSAY_SPEC_(NAME, char *, char *, assay_kind_text_inout,                             \
                .as.value = {.gen = assay_strings(&assay_alphabet_ascii, MIN, MAX),      \
                             .scalar = ASSAY_SCALAR_STRING})
/* A sentence of a language (lang.h, languages.h); LANG is a function that gives it, such
 * as assay_language_json. A result must be in the language, too. */
#define ASSAY_SENTENCE(NAME, LANG)                                                       \
    ASSAY_SPEC_(NAME, const char *, const char *, assay_kind_value,                      \
                .as.value = {.gen = assay_sentences(LANG, .size = 40),                   \
                             .scalar = ASSAY_SCALAR_STRING,                              \
                             .lang = LANG})
/* A number that is only compared: a result. */
#define ASSAY_COMPARED(NAME, TYPE)                                                       \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_value,                                      \
                .as.value = {.scalar = ASSAY_SCALAR_OF_(TYPE)})
/* A result that is not looked at. */
#define ASSAY_IGNORED(NAME, REF_TYPE, CAND_TYPE)                                         \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_ignored, .as.value = {0})
/* Any type, as an argument only, from a generator of gen.h. */
#define ASSAY_CONSTRUCTIBLE(NAME, TYPE, GEN)                                             \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_value, .as.value = {.gen = (GEN)})
/* Any type, as a result only: bool EQUAL(TYPE, TYPE), void SHOW(TYPE, struct assay_buf *)
 * (assay_print() into it). The program calls EQUAL, with what SHOW prints, so that should
 * be C, and the function in a header of the model. */
#define ASSAY_DECONSTRUCTIBLE(NAME, TYPE, EQUAL, SHOW)                                   \
    ASSAY_SAME_THUNKS_(NAME, TYPE, EQUAL, SHOW)                                          \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_value,                                      \
                .as.value = {.equal = assay_equal_##NAME,                                \
                             .equal_text = #EQUAL,                                       \
                             .show = assay_show_##NAME})
/* One spec as an argument, another as a result; their C types are the same. */
#define ASSAY_IFPOL(NAME, ARGUMENT, RESULT)                                              \
    ASSAY_SAME_TYPES_(NAME, ARGUMENT, RESULT)                                            \
    ASSAY_SPEC_(                                                                         \
        NAME, assay_ref_##ARGUMENT, assay_cand_##ARGUMENT, assay_kind_ifpol,             \
        .as.wrap = {.of = &assay_spec_##ARGUMENT, .result = &assay_spec_##RESULT})

/* ---- Abstract types. */

/* Values of REF_TYPE on one side and CAND_TYPE on the other, given by operations. In the
 * printed program they are called by the first letter of NAME and a number. A NULL
 * pointer is no value; both sides must give it. */
#define ASSAY_ABSTRACT(NAME, REF_TYPE, CAND_TYPE)                                        \
    static struct assay_destructor assay_destructor_##NAME;                              \
    static assay_agree_fn *assay_check_##NAME;                                           \
    static const struct assay_spec *assay_owner_##NAME;                                  \
    static struct assay_abstract assay_abstract_##NAME = {                               \
        .name = #NAME,                                                                   \
        .type = #CAND_TYPE,                                                              \
        .size = {sizeof(REF_TYPE), sizeof(CAND_TYPE)},                                   \
        .is_pointer = {ASSAY_IS_POINTER_(REF_TYPE), ASSAY_IS_POINTER_(CAND_TYPE)},       \
        .destructor = &assay_destructor_##NAME,                                          \
        .check = &assay_check_##NAME,                                                    \
        .owner = &assay_owner_##NAME,                                                    \
    };                                                                                   \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_abstract,                          \
                .as.abstract = &assay_abstract_##NAME)
/* After every operation, on every live value: const char *FUNCTION(reference, candidate)
 * returns NULL or what is wrong. */
#define ASSAY_CHECK(NAME, FUNCTION)                                                      \
    ASSAY_STRICT_                                                                        \
    static const char *assay_checks_##NAME(const void *r, const void *c)                 \
    {                                                                                    \
        return FUNCTION(*(assay_ref_##NAME const *)r, *(assay_cand_##NAME const *)c);    \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    static assay_agree_fn *assay_check_##NAME = assay_checks_##NAME
/* Values that are live at the end go this way. What is still allocated after that is a
 * leak. With assay_keep for a side that frees nothing. */
#define ASSAY_DESTRUCTOR(NAME, REFERENCE, CANDIDATE)                                     \
    ASSAY_STRICT_                                                                        \
    static void assay_ends_ref_##NAME(const void *v)                                     \
    {                                                                                    \
        REFERENCE(*(assay_ref_##NAME const *)v);                                         \
    }                                                                                    \
    static void assay_ends_cand_##NAME(const void *v)                                    \
    {                                                                                    \
        CANDIDATE(*(assay_cand_##NAME const *)v);                                        \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    static struct assay_destructor assay_destructor_##NAME = {                           \
        .release = {assay_ends_ref_##NAME, assay_ends_cand_##NAME},                      \
        .text = #CANDIDATE,                                                              \
    }
#define assay_keep(VALUE) ((void)(VALUE))
/*
 * Each value of NAME belongs to one of OWNER, an abstract type too: an iterator to its
 * list, a block to its pool. The owner is the one among the arguments of the operation
 * that gave it, or that of another value of NAME among them. An operation that takes
 * both takes what belongs together. While a value that has a destructor is live its owner
 * is not consumed; one that has none is gone with it.
 */
#define ASSAY_BELONGS(NAME, OWNER)                                                       \
    static const struct assay_spec *assay_owner_##NAME = &assay_spec_##OWNER
/* An argument whose value is gone after the call: free, close, destroy. */
#define ASSAY_CONSUMED(NAME, ABSTRACT)                                                   \
    ASSAY_SPEC_(NAME, assay_ref_##ABSTRACT, assay_cand_##ABSTRACT, assay_kind_consumed,  \
                .as.subset = {.of = &assay_spec_##ABSTRACT})
/* The same where an operation that fails leaves the value to its owner: what fails is
 * said by the result, an ASSAY_RESULT, ASSAY_ERRNO, ASSAY_OPTION or ASSAY_LENGTH. */
#define ASSAY_TAKEN(NAME, ABSTRACT)                                                      \
    ASSAY_SPEC_(NAME, assay_ref_##ABSTRACT, assay_cand_##ABSTRACT, assay_kind_consumed,  \
                .as.subset = {.of = &assay_spec_##ABSTRACT, .if_good = true})
/* A result that is one of the live values, the same on both sides. */
#define ASSAY_EXISTING(NAME, ABSTRACT)                                                   \
    ASSAY_SPEC_(NAME, assay_ref_##ABSTRACT, assay_cand_##ABSTRACT, assay_kind_existing,  \
                .as.subset = {.of = &assay_spec_##ABSTRACT})

/* A result that is one of the live values where the reference's is, else a new one. */
#define ASSAY_PERHAPS_EXISTING(NAME, ABSTRACT)                                           \
    ASSAY_SPEC_(NAME, assay_ref_##ABSTRACT, assay_cand_##ABSTRACT,                       \
                assay_kind_perhaps_existing,                                             \
                .as.subset = {.of = &assay_spec_##ABSTRACT})

/* ---- Conditions on arguments. */

/* Values of OF, abstract or not, for which bool PREDICATE(reference) holds. */
#define ASSAY_SUBSET(NAME, OF, PREDICATE)                                                \
    ASSAY_STRICT_                                                                        \
    static bool assay_accepts_##NAME(const void *r, const void *c)                       \
    {                                                                                    \
        (void)c;                                                                         \
        return PREDICATE(*(assay_ref_##OF const *)r);                                    \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    ASSAY_SUBSET_(NAME, OF)
/* With a look at the candidate: bool PREDICATE(reference, candidate). */
#define ASSAY_SUBSET_BOTH(NAME, OF, PREDICATE)                                           \
    ASSAY_STRICT_                                                                        \
    static bool assay_accepts_##NAME(const void *r, const void *c)                       \
    {                                                                                    \
        return PREDICATE(*(assay_ref_##OF const *)r, *(assay_cand_##OF const *)c);       \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    ASSAY_SUBSET_(NAME, OF)
/*
 * Arguments that depend on others, or have parts that do, are drawn after them, wherever
 * they stand. An integer in LO..HI, two expressions in which VALUE is the reference's
 * value of the argument, or of the member of the same struct, with spec OF; when the
 * range is empty another operation is tried.
 */
#define ASSAY_INTERVAL_OF(NAME, TYPE, OF, VALUE, LO, HI)                                 \
    ASSAY_STRICT_                                                                        \
    static void assay_bounds_##NAME(const void *assay_r_, int64_t *assay_lo_,            \
                                    int64_t *assay_hi_)                                  \
    {                                                                                    \
        assay_ref_##OF VALUE = *(assay_ref_##OF const *)assay_r_;                        \
        (void)VALUE;                                                                     \
        *assay_lo_ = (int64_t)(LO);                                                      \
        *assay_hi_ = (int64_t)(HI);                                                      \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_interval_of,                                \
                .as.dependent = {.of = &assay_spec_##OF,                                 \
                                 .bounds = assay_bounds_##NAME,                          \
                                 .scalar = ASSAY_SCALAR_OF_(TYPE)})
/* A position in the argument with spec OF, below LENGTH(its reference value). */
#define ASSAY_INDEX(NAME, TYPE, OF, LENGTH)                                              \
    ASSAY_INTERVAL_OF(NAME, TYPE, OF, assay_v_, 0, (int64_t)LENGTH(assay_v_) - 1)
/* Whatever TYPE FUNCTION(struct assay_test *, const struct assay_arguments *) draws, by
 * assay_int() and the like of gen.h; it sees the arguments drawn so far by
 * ASSAY_ARGUMENT() and may call assay_back_off(). */
#define ASSAY_DRAWN(NAME, TYPE, FUNCTION)                                                \
    ASSAY_STRICT_                                                                        \
    static void assay_makes_##NAME(struct assay_test *t,                                 \
                                   const struct assay_arguments *args, void *ret_value)  \
    {                                                                                    \
        *(TYPE *)ret_value = FUNCTION(t, args);                                          \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    ASSAY_SPEC_(                                                                         \
        NAME, TYPE, TYPE, assay_kind_drawn,                                              \
        .as.dependent = {.make = assay_makes_##NAME, .scalar = ASSAY_SCALAR_OF_(TYPE)})
/* The reference's, and the candidate's, value of the argument with this spec. For
 * ASSAY_DRAWN and .when. */
#define ASSAY_ARGUMENT(ARGS, SPEC)                                                       \
    (*(assay_ref_##SPEC *)assay_argument(ARGS, &assay_spec_##SPEC, ASSAY_REFERENCE, 0))
#define ASSAY_ARGUMENT_CANDIDATE(ARGS, SPEC)                                             \
    (*(assay_cand_##SPEC *)assay_argument(ARGS, &assay_spec_##SPEC, ASSAY_CANDIDATE, 0))
/* The k-th argument, from 0, of those with this spec. */
#define ASSAY_ARGUMENT_AT(ARGS, SPEC, K)                                                 \
    (*(assay_ref_##SPEC *)assay_argument(ARGS, &assay_spec_##SPEC, ASSAY_REFERENCE, K))

/* ---- Arrays: pointers to memory of Assay's, each side its own. */

/* MIN to MAX elements to be read. As a result: as many as the operation's ASSAY_LENGTH
 * or ASSAY_LENGTH_AT says. */
#define ASSAY_ARRAY(NAME, ELEMENT, MIN, MAX)                                             \
    ASSAY_ARRAY_(NAME, ELEMENT, assay_kind_array, MIN, MAX)
/* The same, compared after the call: sorted, changed in place. */
#define ASSAY_ARRAY_INOUT(NAME, ELEMENT, MIN, MAX)                                       \
    ASSAY_ARRAY_(NAME, ELEMENT, assay_kind_array_inout, MIN, MAX)
/* Room for MIN to MAX elements, zeroed, filled by the call and compared after it. */
#define ASSAY_ARRAY_OUT(NAME, ELEMENT, MIN, MAX)                                         \
    ASSAY_ARRAY_(NAME, ELEMENT, assay_kind_array_out, MIN, MAX)
/* MIN to MAX bytes: const unsigned char *. */
#define ASSAY_BYTES(NAME, MIN, MAX)                                                      \
    ASSAY_SPEC_(NAME, unsigned char *, unsigned char *, assay_kind_bytes,                \
                .as.array = {.element = &assay_spec_byte_, .min = (MIN), .max = (MAX)})
/* How many elements the argument with spec ARRAY has. As a result: how many elements of
 * it were filled in, or are there; a negative number says that it failed. */
#define ASSAY_LENGTH(NAME, TYPE, ARRAY)                                                  \
    ASSAY_SPEC_(                                                                         \
        NAME, TYPE, TYPE, assay_kind_length,                                             \
        .as.dependent = {.of = &assay_spec_##ARRAY, .scalar = ASSAY_SCALAR_OF_(TYPE)})
/* A pointer to a TYPE that holds the length before the call, and after it the number of
 * elements that were filled in, or that the returned array has. */
#define ASSAY_LENGTH_AT(NAME, TYPE, ARRAY)                                               \
    ASSAY_SPEC_(NAME, TYPE *, TYPE *, assay_kind_length_at,                              \
                .as.dependent = {.of = &assay_spec_##ARRAY,                              \
                                 .scalar = ASSAY_SCALAR_OF_(TYPE),                       \
                                 .pointee = sizeof(TYPE)})

/* ---- Structure. */

/* A struct with members of given specs, of one type or of one type a side:
 * ASSAY_STRUCT(entry, struct ref_entry, struct entry, (key, string), (value, int)). */
#define ASSAY_STRUCT(NAME, REF_TYPE, CAND_TYPE, ...)                                     \
    static const struct assay_member assay_members_##NAME[] = {                          \
        ASSAY_EACH_(ASSAY_MEMBER_, (REF_TYPE, CAND_TYPE), __VA_ARGS__)};                 \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_struct,                            \
                .as.fields = {.members = assay_members_##NAME,                           \
                              .count = sizeof assay_members_##NAME /                     \
                                       sizeof *assay_members_##NAME})
/* A pointer to a value of OF that is there before the call (read), to be filled in by it
 * (out), or both. As a result: what it points to is compared. */
#define ASSAY_POINTER_TO(NAME, OF) ASSAY_POINTER_(NAME, OF, assay_kind_pointer)
#define ASSAY_OUT(NAME, OF) ASSAY_POINTER_(NAME, OF, assay_kind_out)
#define ASSAY_INOUT(NAME, OF) ASSAY_POINTER_(NAME, OF, assay_kind_inout)
/* Zeroed memory of the caller's that the call makes a value of OF in, an abstract type of
 * pointers: ASSAY_STORAGE(new_ring, ring) for ring_init(struct ring *r). */
#define ASSAY_STORAGE(NAME, OF)                                                          \
    ASSAY_SPEC_(                                                                         \
        NAME, assay_ref_##OF, assay_cand_##OF, assay_kind_storage,                       \
        .as.wrap = {.of = &assay_spec_##OF,                                              \
                    .room = {sizeof *(assay_ref_##OF)0, sizeof *(assay_cand_##OF)0}})
/* A pointer to a value of OF that the C function takes as another type: const void *. */
#define ASSAY_POINTER_AS(NAME, TYPE, OF)                                                 \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_pointer, .as.wrap = {.of = &assay_spec_##OF})
/* A pointer spec, or NULL. What is filled in is not compared when NULL is returned. */
#define ASSAY_OPTION(NAME, OF)                                                           \
    ASSAY_SPEC_(NAME, assay_ref_##OF, assay_cand_##OF, assay_kind_option,                \
                .as.wrap = {.of = &assay_spec_##OF})
/* An error code: GOOD says that the operation succeeded; other codes are compared, and
 * what is filled in is not looked at then. */
#define ASSAY_RESULT(NAME, TYPE, GOOD)                                                   \
    ASSAY_SPEC_(NAME, TYPE, TYPE, assay_kind_result,                                     \
                .as.wrap = {.bad = {&(const TYPE){GOOD}, NULL},                          \
                            .scalar = ASSAY_SCALAR_OF_(TYPE),                            \
                            .text = #GOOD})
/* A result of spec OF where BAD says that it failed and why is in errno, compared too. */
#define ASSAY_ERRNO(NAME, OF, BAD)                                                       \
    ASSAY_SPEC_(NAME, assay_ref_##OF, assay_cand_##OF, assay_kind_errno,                 \
                .as.wrap = {.of = &assay_spec_##OF,                                      \
                            .bad = {&(const assay_ref_##OF){BAD},                        \
                                    &(const assay_cand_##OF){BAD}},                      \
                            .text = #BAD})
/* A result of spec OF that is released, once it was compared, by a function a side. */
#define ASSAY_FREED(NAME, OF, REFERENCE, CANDIDATE)                                      \
    ASSAY_STRICT_                                                                        \
    static void assay_frees_ref_##NAME(const void *v)                                    \
    {                                                                                    \
        REFERENCE(*(assay_ref_##OF const *)v);                                           \
    }                                                                                    \
    static void assay_frees_cand_##NAME(const void *v)                                   \
    {                                                                                    \
        CANDIDATE(*(assay_cand_##OF const *)v);                                          \
    }                                                                                    \
    ASSAY_LENIENT_                                                                       \
    ASSAY_SPEC_(                                                                         \
        NAME, assay_ref_##OF, assay_cand_##OF, assay_kind_freed,                         \
        .as.wrap = {.of = &assay_spec_##OF,                                              \
                    .release = {assay_frees_ref_##NAME, assay_frees_cand_##NAME},        \
                    .text = #CANDIDATE})
/* A spec that refers to itself: declared first, tied to its definition afterwards. */
#define ASSAY_FIX(NAME, REF_TYPE, CAND_TYPE)                                             \
    static const struct assay_spec *assay_fix_##NAME(void);                              \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_fix, .as.defer = assay_fix_##NAME)
#define ASSAY_TIE(NAME, SPEC)                                                            \
    ASSAY_SAME_TYPES_(NAME##_tie_, NAME, SPEC)                                           \
    static const struct assay_spec *assay_fix_##NAME(void)                               \
    {                                                                                    \
        return &assay_spec_##SPEC;                                                       \
    }                                                                                    \
    struct assay_spec

/* ---- Transformations. REFERENCE and CANDIDATE are functions of one argument. */

/* An argument: a value of FROM is made and each side's function makes its value of it. */
#define ASSAY_MAP_OUTOF(NAME, REF_TYPE, CAND_TYPE, FROM, REFERENCE, CANDIDATE)           \
    ASSAY_CONVERT_(NAME, ref, assay_ref_##FROM, REF_TYPE, REFERENCE)                     \
    ASSAY_CONVERT_(NAME, cand, assay_cand_##FROM, CAND_TYPE, CANDIDATE)                  \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_map_outof,                         \
                ASSAY_CONVERTS_(NAME, FROM, CANDIDATE))
/* A result: each side's function makes a value of TO of it, which is looked at. */
#define ASSAY_MAP_INTO(NAME, REF_TYPE, CAND_TYPE, TO, REFERENCE, CANDIDATE)              \
    ASSAY_CONVERT_(NAME, ref, REF_TYPE, assay_ref_##TO, REFERENCE)                       \
    ASSAY_CONVERT_(NAME, cand, CAND_TYPE, assay_cand_##TO, CANDIDATE)                    \
    ASSAY_SPEC_(NAME, REF_TYPE, CAND_TYPE, assay_kind_map_into,                          \
                ASSAY_CONVERTS_(NAME, TO, CANDIDATE))

/* ---- Callbacks. */

/*
 * A pointer to a function of up to 8 arguments, made up: it returns drawn values of
 * RESULT and records its calls. Both sides must make the same calls with the same
 * arguments. The predefined spec `context` is the void * that goes along with it.
 */
#define ASSAY_CALLBACK(NAME, ARGUMENTS, RESULT)                                          \
    ASSAY_CALLBACK_(NAME, ARGUMENTS, RESULT, false)
/* The same for a function of its arguments: equal ones give an equal result, and how
 * often and in which order it is called is not compared. */
#define ASSAY_CALLBACK_PURE(NAME, ARGUMENTS, RESULT)                                     \
    ASSAY_CALLBACK_(NAME, ARGUMENTS, RESULT, true)
/*
 * A comparison: two arguments of one spec, contexts behind them, and a RESULT that is
 * below, equal to or above 0, or a bool that says whether the first one comes before the
 * second. Each value is one of three orders: ascending, descending, or by a coarser key,
 * for which different ones are equal. Numbers, text, pointers to them and void * that are
 * numbers can be compared; of a struct, its first member that can. It may be kept by the
 * code under test; how it is called is not compared. NaN has no place in it: draw none.
 */
#define ASSAY_CALLBACK_ORDER(NAME, ARGUMENTS, RESULT)                                    \
    ASSAY_ORDER_(NAME, ARGUMENTS, RESULT)

#include <assay/model_macros.h>

#endif
