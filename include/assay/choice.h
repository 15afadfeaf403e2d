/*
 * Choices: the one place randomness comes from.
 *
 * A struct assay_test is one execution of a property. Everything it draws is a typed
 * choice, recorded in order, so the same choices give the same execution: that is what is
 * shrunk, saved, replayed, and driven by fuzzers. Generators (gen.h) are written on top
 * of these calls; most properties never need this header.
 *
 * A test belongs to whoever runs it and is valid only during the execution. It is used by
 * one thread. After a call fails, the test's status stays and every later call fails
 * alike; the value asked for is then left untouched.
 */
#ifndef ASSAY_CHOICE_H
#define ASSAY_CHOICE_H

#include <assay/status.h>
#include <stdbool.h>
#include <stdint.h>

struct assay_test;

/* How an integer is spread when it is random. Shrinking does not depend on it. */
enum assay_spread {
    ASSAY_BIASED,  /* mostly small or at a boundary, often near an earlier choice */
    ASSAY_UNIFORM, /* every value equally likely */
    ASSAY_LENGTH,  /* lengths: mostly short, sometimes long */
};

/* An integer in lo..hi, both included, that shrinks towards `toward` (clamped into the
 * range). */
enum assay_status assay_choose_int(struct assay_test *t, int64_t lo, int64_t hi,
                                   int64_t toward, enum assay_spread spread,
                                   int64_t *ret_value);
enum assay_status assay_choose_uint(struct assay_test *t, uint64_t lo, uint64_t hi,
                                    uint64_t toward, enum assay_spread spread,
                                    uint64_t *ret_value);

/* True with the given probability; shrinks towards false. */
enum assay_status assay_choose_bool(struct assay_test *t, double probability,
                                    bool *ret_value);

/* One of `n` alternatives; shrinks towards the first. `weights` may be NULL: all alike.
 */
enum assay_status assay_choose_index(struct assay_test *t, uint32_t n,
                                     const uint32_t *weights, uint32_t *ret_index);

/* Which doubles may be drawn. Integral, small, positive numbers are the simplest. */
struct assay_floats {
    double lo, hi;  /* both included; -INFINITY and INFINITY include the infinities */
    bool nan;       /* also NaN */
    bool subnormal; /* also numbers below the smallest normal one */
    bool single;    /* only values that a float holds exactly */
};
enum assay_status assay_choose_float(struct assay_test *t, const struct assay_floats *of,
                                     double *ret_value);

/* Between min and max bytes. The bytes live as long as the execution. */
enum assay_status assay_choose_bytes(struct assay_test *t, uint32_t min, uint32_t max,
                                     const unsigned char **ret_bytes, uint32_t *ret_len);

/* A set of code points: ascending ranges that do not touch each other. */
struct assay_codes {
    uint32_t lo, hi; /* both included */
};
struct assay_alphabet {
    const struct assay_codes *ranges;
    uint32_t count;
};
extern const struct assay_alphabet assay_alphabet_ascii; /* U+0020..U+007E */
extern const struct assay_alphabet
    assay_alphabet_unicode; /* all but NUL and surrogates */

/* Between min and max code points of the alphabet, as NUL-terminated UTF-8 (a NUL may
 * occur inside when the alphabet has it). Lives as long as the execution. */
enum assay_status assay_choose_text(struct assay_test *t,
                                    const struct assay_alphabet *alphabet, uint32_t min,
                                    uint32_t max, const char **ret_text,
                                    uint32_t *ret_len);

/*
 * Spans: a labelled bracket around the choices that make one value. The shrinker removes,
 * replaces and reorders whole spans, so a generator that brackets its parts shrinks
 * better. A label is a string that outlives the run; equal labels say "the same sort of
 * thing", and a span may be replaced by one inside it that has the same label.
 */
enum assay_status assay_span_begin(struct assay_test *t, const char *label);
enum assay_status assay_span_end(struct assay_test *t);
/* Ends the span and says its value is not used: the shrinker drops it first. */
enum assay_status assay_span_discard(struct assay_test *t);

/*
 * A list: its length is chosen between min and max, then the caller brackets each element
 * by assay_element_begin() and assay_span_end(), and the whole by assay_span_end(). With
 * min == max the length is given, for instance by an earlier choice.
 */
enum assay_status assay_list_begin(struct assay_test *t, const char *label, uint32_t min,
                                   uint32_t max, uint32_t *ret_len);
enum assay_status assay_element_begin(struct assay_test *t);

/* Zeroed memory that lives as long as the execution; NULL when out of memory. */
void *assay_test_new(struct assay_test *t, size_t count, size_t size);
enum assay_status assay_test_status(const struct assay_test *t);

#endif
