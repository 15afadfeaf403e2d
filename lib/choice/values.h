/*
 * Values: a plain list of choices to be replayed, without domains or spans. It is what a
 * saved failure holds, what the shrinker proposes and what a solver's model becomes.
 *
 * Its text form is tokens separated by blanks, line ends or commas:
 *
 *     assay1 pNAME i-5 u7 o1 x3 f0x1.8p+1 b00ff tabc%20d .4c2b91e0
 *
 * version, property (optional), then one token a choice: int, uint, bool, index, float,
 * bytes in hex, text percent-encoded; last the CRC-32 of all tokens before it.
 */
#ifndef ASSAY_CHOICE_VALUES_H
#define ASSAY_CHOICE_VALUES_H

#include "base/buf.h"
#include "choice/record.h"

/* Where a value stood among the spans, so that a replay can tell whose value it is. */
struct assay_value_place {
    uint16_t depth; /* spans open around it */
    uint16_t low;   /* the least number open since the value before it */
};

struct assay_value {
    uint64_t bits; /* as in struct assay_choice */
    uint32_t len;
    uint8_t kind;   /* enum assay_kind */
    bool is_placed; /* `place` is known; if not, it answers whatever is asked next */
    struct assay_value_place place;
};

struct assay_values {
    const struct assay_alloc *mem;
    struct assay_value *at;
    size_t count, cap;
    struct assay_buf pool; /* bytes and text */
};

void assay_values_init(struct assay_values *v, const struct assay_alloc *mem);
void assay_values_done(struct assay_values *v);
void assay_values_clear(struct assay_values *v);

/*@ predicate Values(struct assay_values *v) =
      \valid(v) && v->mem == \null && v->count <= v->cap &&
      \valid(v->at + (0 .. v->cap - 1));
*/

/*@ requires Values(v) && kind < ASSAY_KIND_BYTES;
    requires v->count < v->cap || (v->at == \null && v->cap == 0);
    ensures \result == ASSAY_OK && Values(v) && v->count == \old(v->count) + 1;
    ensures v->at[v->count - 1].bits == bits && v->at[v->count - 1].kind == kind;
    ensures v->at[v->count - 1].len == 0 && !v->at[v->count - 1].is_placed;
    ensures \forall integer i; 0 <= i < v->count - 1 ==> v->at[i] == \old(v->at[i]);
*/
enum assay_status assay_values_add(struct assay_values *v, enum assay_kind kind,
                                   uint64_t bits);
enum assay_status assay_values_add_bytes(struct assay_values *v, enum assay_kind kind,
                                         const void *bytes, uint32_t len);
/* Appends choices [start, end) of a record. */
enum assay_status assay_values_add_record(struct assay_values *v,
                                          const struct assay_record *r, uint32_t start,
                                          uint32_t end);
enum assay_status assay_values_copy(struct assay_values *to,
                                    const struct assay_values *from);
/*@ requires Values(v) && v->pool.cap == 0;
    requires \valid_read(v->pool.at + (0 .. v->pool.len - 1));
    requires \forall integer i; 0 <= i < v->count ==>
      v->at[i].kind <= ASSAY_KIND_TEXT &&
      (v->at[i].kind >= ASSAY_KIND_BYTES ==> v->at[i].bits + v->at[i].len <= v->pool.len);
    assigns \nothing;
    config 500 runs, 1s;
    hyper fixed: deterministic;
*/
uint64_t assay_values_hash(const struct assay_values *v);

/* Appends the text form, its tokens separated by `separator`. `property` may be NULL. */
void assay_values_encode(const struct assay_values *v, const char *property,
                         char separator, struct assay_buf *out);
/*
 * Reads the text form. `ret_property` receives the property's name ("" if none). On
 * ASSAY_BAD_FORMAT or ASSAY_BAD_VERSION `error` says what is wrong and at which byte, and
 * `v` is left empty.
 */
enum assay_status assay_values_decode(struct assay_values *v, const char *text,
                                      size_t len, struct assay_buf *ret_property,
                                      struct assay_buf *error);

#endif
