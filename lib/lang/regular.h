/*
 * Regular languages as automata: recognising at a table look-up a byte, combining, and
 * drawing words of any length there is.
 *
 * An automaton is deterministic, minimal and trimmed: from every state a sentence can
 * still be reached, so the first byte without an edge is the first that cannot be there.
 * States and classes are numbered in the order in which a walk from the start that takes
 * low bytes first meets them, so equal languages have equal automata. An automaton owns
 * its memory and never changes: any number of threads may use it.
 */
#ifndef ASSAY_LANG_REGULAR_H
#define ASSAY_LANG_REGULAR_H

#include <assay/lang.h>

struct assay_network;

#define ASSAY_REGULAR_STATES 4096 /* of an automaton; more are not worth the memory */
#define ASSAY_REGULAR_DEAD 0      /* the state without a way on; not trimmed away */
#define ASSAY_REGULAR_START 1     /* (an empty language has no other state but DEAD) */

struct assay_regular {
    const struct assay_alloc *mem;
    uint8_t classes[256]; /* of bytes that no state tells apart */
    uint32_t nclasses;
    uint32_t nstates;   /* DEAD included */
    uint16_t *edges;    /* nstates * nclasses */
    uint8_t *accepting; /* nstates */
    /* The edges again, for recognising: a state is the place of its row, columns[byte]
     * are the edges of the byte's class. */
    uint32_t *rows;
    const uint32_t *columns[256];
};

/*
 * The language of a rule, if it can be had: ASSAY_NO_MATCH when the rule is recursive in
 * a way that is not plainly regular (only rules whose calls form no cycle are taken),
 * ASSAY_TOO_LARGE when it needs more than `max` states, or far more on the way there.
 * Constraints are not looked at.
 */
enum assay_status assay_regular_build(struct assay_regular *r,
                                      const struct assay_network *net, uint32_t rule,
                                      uint32_t max);
void assay_regular_done(struct assay_regular *r);

/* ASSAY_OK or ASSAY_NO_MATCH; then *ret_why (may be NULL) has offset, expected, end. */
enum assay_status assay_regular_match(const struct assay_regular *r, const char *text,
                                      size_t len, struct assay_mismatch *ret_why);
bool assay_regular_empty(const struct assay_regular *r);

/* The state after a byte. */
static inline uint32_t assay_regular_next(const struct assay_regular *r, uint32_t state,
                                          unsigned char byte)
{
    return r->edges[(size_t)state * r->nclasses + r->classes[byte]];
}

/* ---- Made of others. They need not be of one allocator: the first one's is used. */

enum assay_status assay_regular_both(const struct assay_regular *a,
                                     const struct assay_regular *b, uint32_t max,
                                     struct assay_regular *ret);
enum assay_status assay_regular_either(const struct assay_regular *a,
                                       const struct assay_regular *b, uint32_t max,
                                       struct assay_regular *ret);
/* All byte strings it does not have. */
enum assay_status assay_regular_not(const struct assay_regular *a, uint32_t max,
                                    struct assay_regular *ret);

enum assay_affix {
    ASSAY_STARTS,
    ASSAY_ENDS,
    ASSAY_CONTAINS,
    ASSAY_IN_LOWER_CASE,
    ASSAY_IN_UPPER_CASE
};
/* All byte strings that start with, end with or contain the bytes, or that are the bytes
 * when their ASCII letters are in lower or upper case. */
enum assay_status assay_regular_affix(enum assay_affix how, const char *bytes, size_t len,
                                      const struct assay_alloc *mem, uint32_t max,
                                      struct assay_regular *ret);

/* ---- Drawing. */

#define ASSAY_REGULAR_LENGTH 4096 /* of a word that is drawn */

struct assay_sampler_way;

/* What was learned of an automaton, kept between draws. One thread. */
struct assay_sampler {
    const struct assay_regular *of;
    uint64_t *can;    /* row n: the states from which exactly n more bytes can follow */
    uint32_t stride;  /* words of a row */
    uint32_t lengths; /* rows n < lengths are known */
    size_t cap;       /* words in `can` */
    uint64_t
        has[ASSAY_REGULAR_LENGTH / 64 + 1]; /* lengths of sentences, of those known */
    uint32_t *first; /* ways[first[s] .. first[s + 1]) lead on from state s */
    struct assay_sampler_way *ways;
    uint8_t *bytes; /* of the ways, each way's simplest first */
    size_t nways, nbytes;
};
void assay_sampler_init(struct assay_sampler *s, const struct assay_regular *of);
void assay_sampler_done(struct assay_sampler *s);

/*
 * Draws a word of min to max bytes, in lengths that the language has, over the choices of
 * a test, and appends it. ASSAY_EMPTY_RANGE: there is none in between; the test is not
 * touched then. ASSAY_BAD_USE: `max` is more than ASSAY_REGULAR_LENGTH.
 *
 * Mostly short words. At each byte, how likely a state is to be the next does not depend
 * on how many bytes lead there, but on how much of the automaton is behind it, so that
 * all of it is soon seen. It shrinks to a short word of simple bytes.
 */
enum assay_status assay_sampler_draw(struct assay_sampler *s, struct assay_test *t,
                                     uint32_t min, uint32_t max, struct assay_buf *out);

#endif
