/*
 * The inside of generators: what a sort of generator can do, and what the sorts share.
 *
 * A generator is constant data (struct assay_gen), its sort a table of functions. Only
 * gen.c calls through the tables, save for loops where a draw must be quick. Nothing here
 * owns memory: values are the test's, text is the buffer's.
 */
#ifndef ASSAY_GEN_OPS_H
#define ASSAY_GEN_OPS_H

#include "base/buf.h"
#include "choice/test.h"
#include <assay/gen.h>

/* How a value is written: as C that compiles, or short, for a reader. */
enum assay_style { ASSAY_STYLE_C, ASSAY_STYLE_SHORT };

#define ASSAY_SHORT_ELEMENTS 200 /* of one array that the short style writes */
#define ASSAY_LOOK_DEPTH 2000 /* of generators inside each other, for a value's parts */
#define ASSAY_LOOK_STEPS (1u << 20)
#define ASSAY_DEFER_DEPTH                                                                \
    1000 /* of open spans where a generator may refer to another                         \
          */

struct assay_printer {
    struct assay_buf *out;
    enum assay_style style;
    uint32_t depth;
};

/* A walk over a value to be judged. The value may come from anywhere and be cyclic, so
 * the walk has limits; past them the answer is unknown. */
struct assay_look {
    uint32_t depth, steps;
};

struct assay_gen_ops {
    const char *name;
    bool flat;     /* `contains` reads the value's own bytes and follows no pointer */
    bool compound; /* `print` writes a compound literal in the C style */
    /* On failure *ret_value may be half made. */
    enum assay_status (*draw)(const struct assay_gen *gen, struct assay_test *t,
                              void *ret_value);
    /* NULL, or: draws all elements of the list just begun at once. */
    enum assay_status (*draw_many)(const struct assay_gen *gen, struct assay_test *t,
                                   uint32_t count, void *ret_values);
    enum assay_answer (*contains)(const struct assay_gen *gen, const void *value,
                                  struct assay_look *look);
    enum assay_status (*count)(const struct assay_gen *gen, uint64_t *ret_count);
    /* False, perhaps with part of the text written, when it cannot. */
    bool (*print)(const struct assay_gen *gen, const void *value,
                  struct assay_printer *p);
    /* NULL, or: the generator inside this one that made the value and so prints it
     * (`print` is then for values where the result is NULL). */
    const struct assay_gen *(*maker)(const struct assay_gen *gen, const void *value,
                                     struct assay_look *look);
};

/* Appends the value as a reader likes it: {1, 2}, {.x = 1}, &5, bytes {00 ff}. Long
 * arrays are cut. False, and nothing appended, where it cannot. */
bool assay_gen_show(const struct assay_gen *gen, const void *value,
                    struct assay_buf *out);

/* ---- For generators about the generators inside them. */

/* Whether there is a generator and it makes values of this size. */
static inline bool assay_gen_fits(const struct assay_gen *gen, size_t size)
{
    return gen && gen->ops && gen->size == size;
}

enum assay_answer assay_gen_look(const struct assay_gen *gen, const void *value,
                                 struct assay_look *look);
bool assay_gen_write(const struct assay_gen *gen, const void *value,
                     struct assay_printer *p);
/* The generator that made the value, behind alternatives, filters and the like; the
 * generator itself where that is all there is to know. NULL where finding out took more
 * steps than are allowed. */
const struct assay_gen *assay_gen_maker(const struct assay_gen *gen, const void *value);

/* False for a generator of structs that does not name a member which is not zero. */
bool assay_gen_names_all(const struct assay_gen *gen, const void *value);

/* Who of several generators made a value: the first with the strongest claim. */
struct assay_claim {
    const struct assay_gen *gen; /* NULL while nobody can have made it */
    enum {
        ASSAY_CLAIM_NONE,
        ASSAY_CLAIM_PERHAPS, /* it cannot be told */
        ASSAY_CLAIM_PARTLY,  /* it contains the value, but there is more to it */
        ASSAY_CLAIM_WHOLLY,
    } strength;
};
void assay_claim_add(struct assay_claim *best, const struct assay_gen *gen,
                     const void *value, struct assay_look *look);

/* Both, either: a "no" or a "yes" settles it, then "unknown" does. */
/*@ predicate Answer(integer a) = a == ASSAY_NO || a == ASSAY_UNKNOWN || a == ASSAY_YES;

    logic integer Certainty(integer a) = a == ASSAY_NO ? 0 : a == ASSAY_UNKNOWN ? 1 : 2;
*/
/*@ requires Answer(a) && Answer(b);
    assigns \nothing;
    ensures Certainty(\result) == \min(Certainty(a), Certainty(b));
*/
enum assay_answer assay_answer_and(enum assay_answer a, enum assay_answer b);
/*@ requires Answer(a) && Answer(b);
    assigns \nothing;
    ensures Certainty(\result) == \max(Certainty(a), Certainty(b));
*/
enum assay_answer assay_answer_or(enum assay_answer a, enum assay_answer b);

/* ---- Counts that do not fit are ASSAY_TOO_LARGE. */

/*@ requires \valid(ret_sum);
    assigns *ret_sum;
    ensures \result == (a + b <= UINT64_MAX ? ASSAY_OK : ASSAY_TOO_LARGE);
    ensures *ret_sum == (\result == ASSAY_OK ? a + b : \old(*ret_sum));
*/
enum assay_status assay_count_add(uint64_t a, uint64_t b, uint64_t *ret_sum);
/*@ requires \valid(ret_product);
    assigns *ret_product;
    ensures \result == (a * b <= UINT64_MAX ? ASSAY_OK : ASSAY_TOO_LARGE);
    ensures *ret_product == (\result == ASSAY_OK ? a * b : \old(*ret_product));
*/
enum assay_status assay_count_multiply(uint64_t a, uint64_t b, uint64_t *ret_product);
/* Sequences of min to max elements of which there are `each`. */
/*@ logic integer Power(integer x, integer n) =
      n == 0 ? 1 : \min(x * Power(x, n - 1), UINT64_MAX + 1);

    logic integer Sequences(integer each, integer min, integer max) =
      max < min ? 0 : Power(each, max) + Sequences(each, min, max - 1);
*/
/*@ requires \valid(ret_count) && max <= 70;
    assigns *ret_count;

    behavior none:
      assumes min > max || (each == 0 && min > 0);
      ensures \result == ASSAY_EMPTY_RANGE && *ret_count == \old(*ret_count);

    behavior some:
      assumes min <= max && (each > 0 || min == 0);
      ensures \result == ASSAY_OK ==> *ret_count == Sequences(each, min, max);
      ensures \result != ASSAY_OK ==> \result == ASSAY_TOO_LARGE &&
        Sequences(each, min, max) > UINT64_MAX && *ret_count == \old(*ret_count);

    complete behaviors;
    disjoint behaviors;
*/
enum assay_status assay_count_sequences(uint64_t each, uint32_t min, uint32_t max,
                                        uint64_t *ret_count);
/* The `count` of generators whose values only a user's function knows. */
enum assay_status assay_count_unknown(const struct assay_gen *gen, uint64_t *ret_count);

/* ---- Literals (literal.c). */

/* An integer of 1, 2, 4 or 8 bytes as 64 bits; assay_int_store() is the way back. */
/*@ requires \valid_read((char *)at + (0 .. size - 1));
    assigns \nothing;

    behavior byte:
      assumes size == 1;
      ensures \result == (is_signed ? (uint64_t)*(int8_t *)at : *(uint8_t *)at);
    behavior two:
      assumes size == 2;
      ensures \result == (is_signed ? (uint64_t)*(int16_t *)at : *(uint16_t *)at);
    behavior four:
      assumes size == 4;
      ensures \result == (is_signed ? (uint64_t)*(int32_t *)at : *(uint32_t *)at);
    behavior eight:
      assumes size == 8;
      ensures \result == *(uint64_t *)at;
    complete behaviors;
*/
uint64_t assay_int_load(const void *at, size_t size, bool is_signed);

void assay_put_int(struct assay_printer *p, uint64_t bits, size_t size, bool is_signed);
/* The same of a value; a char that can be seen as that: '+'. */
void assay_put_number(struct assay_printer *p, const struct assay_gen *gen,
                      const void *value, bool is_signed);
void assay_put_bool(struct assay_printer *p, bool value);
void assay_put_double(struct assay_printer *p, double x);
void assay_put_float(struct assay_printer *p, float x);
void assay_put_string(struct assay_printer *p, const char *text); /* or NULL */
/* A value of a type that C itself has, known by the type's name; else false. */
bool assay_put_scalar(const struct assay_gen *gen, const void *value,
                      struct assay_printer *p);
/* How many of `len` elements the style writes, and the remark on the others. */
/*@ requires \valid_read(p);
    assigns \nothing;
    ensures \result ==
      (p->style == ASSAY_STYLE_SHORT ? \min(len, ASSAY_SHORT_ELEMENTS) : len);
*/
size_t assay_put_limit(const struct assay_printer *p, size_t len);
void assay_put_rest(struct assay_printer *p, const char *separator, size_t len);

#endif
