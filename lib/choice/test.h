/*
 * The inside of a test: a record being written, the source that answers, and memory for
 * the values made. Runners set one up; generators reach it through <assay/choice.h>.
 */
#ifndef ASSAY_CHOICE_TEST_H
#define ASSAY_CHOICE_TEST_H

#include "base/arena.h"
#include "choice/source.h"
#include <setjmp.h>
#include <string.h>

struct assay_gen;

/* What a runner wants to know of the values; all NULL in the fast loop. */
struct assay_hooks {
    /* A named value was drawn by a generator. */
    void (*drawn)(struct assay_test *t, const char *name, const struct assay_gen *gen,
                  const void *value);
    /* Copies a value given for this name into `ret_value` (gen's size) and returns true.
     */
    bool (*given)(struct assay_test *t, const char *name, const struct assay_gen *gen,
                  void *ret_value);
};

struct assay_test {
    struct assay_record *record;
    struct assay_source *source;
    struct assay_arena *arena;
    uint32_t open;            /* the innermost open span, or ASSAY_NO_SPAN */
    uint32_t depth;           /* open spans */
    enum assay_status status; /* sticky */
    uint32_t budget;          /* of recursive generators: what is left, and of how much */
    uint32_t budget_total;
    /* Numbers, characters among them, and words that what is tested treats specially:
     * worth trying. NULL: none are known. */
    const long long *constants;
    uint32_t nconstants;
    const char *const *words;
    uint32_t nwords;
    bool texts_again; /* texts are drawn again now and then: keys that are to be met */
    uint32_t program_max; /* operations of a program at most; 0: as many as it likes */
    uint64_t
        program_only; /* operations that are drawn, a bit for each below 64; 0: all */
    uint32_t quiet;   /* > 0 inside a named draw: inner values are not reported */
    jmp_buf *escape;  /* where assay_test_stop goes; NULL: nowhere */
    const struct assay_hooks *hooks;
    void *client; /* the runner's */
};

/* Clears the record and the arena and starts an execution. */
void assay_test_init(struct assay_test *t, struct assay_record *record,
                     struct assay_source *source, struct assay_arena *arena);

/* Stores the low 1, 2, 4 or 8 bytes where a C integer of that size is. */
static inline void assay_int_store(void *at, size_t size, uint64_t bits)
{
    uint8_t one = (uint8_t)bits;
    uint16_t two = (uint16_t)bits;
    uint32_t four = (uint32_t)bits;

    switch (size) {
    case 1:
        memcpy(at, &one, sizeof one);
        break;
    case 2:
        memcpy(at, &two, sizeof two);
        break;
    case 4:
        memcpy(at, &four, sizeof four);
        break;
    default:
        memcpy(at, &bits, sizeof bits);
        break;
    }
}

/*
 * Draws `count` integers of one domain as the elements of the list just begun, and stores
 * the low `size` bytes (1, 2, 4 or 8) of each at `ret_values`. The same as drawing each
 * between assay_element_begin() and assay_span_end(), but quicker, and the record is
 * smaller.
 */
enum assay_status assay_choose_elements(struct assay_test *t, const struct assay_ask *ask,
                                        uint32_t count, void *ret_values, size_t size);

/* An index below n. Those below `skip` are for replays only; the others have a weight
 * each, `total` > 0 in all. */
enum assay_status assay_choose_weighted(struct assay_test *t, uint32_t n, uint32_t skip,
                                        const uint32_t *weights, uint64_t total,
                                        uint32_t *ret_index);

/* An index below n: what is proposed where the choice is random, what is recorded where
 * it is replayed. So whoever proposes need not be known to a replay. */
enum assay_status assay_choose_proposed(struct assay_test *t, uint32_t n,
                                        uint32_t proposed, uint32_t *ret_index);
/* Random bits for those who propose: they are not recorded. 0 in a replay. */
uint64_t assay_choose_bits(struct assay_test *t);

/* The index, below n, of something this execution made earlier: every one equally likely.
 * Where the shrinker drops what made one of them, it lowers the indices past it. The
 * second form has things of several sorts, each numbered by itself, and weights, or NULL:
 * random numbers are never one with weight 0. */
enum assay_status assay_choose_pick(struct assay_test *t, uint32_t n,
                                    uint32_t *ret_index);
enum assay_status assay_choose_pick_of(struct assay_test *t, uint32_t sort, uint32_t n,
                                       const uint32_t *weights, uint32_t *ret_index);

/* Begins a list of up to `fuel` operations, every length equally likely. */
enum assay_status assay_program_begin(struct assay_test *t, const char *label,
                                      uint32_t fuel, uint32_t *ret_len);

/*
 * Records a text, or bytes, that other choices made as if it had been chosen, whatever
 * the source says. Where a replay can have the text instead of those choices, they can be
 * dropped when a record is shrunk, and the text is then shrunk as a string. It is of the
 * alphabet and has at most `max` characters.
 */
enum assay_status assay_tell_bytes(struct assay_test *t, uint32_t max, const char *bytes,
                                   uint32_t len);
enum assay_status assay_tell_text(struct assay_test *t,
                                  const struct assay_alphabet *alphabet, uint32_t max,
                                  const char *text, uint32_t len);

/* Makes `status` the test's, unless it has one, and leaves the property through `escape`.
 * Returns only where there is no escape. */
void assay_test_stop(struct assay_test *t, enum assay_status status);

#endif
