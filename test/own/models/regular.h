/* Automata on the heap: for the test and the programs it prints. */
#include "lang/regular.h"
#include <stdlib.h>
#include <string.h>

#define STATES 100 /* more are refused */

typedef struct assay_regular Regular;

/* The automaton of a function that makes one; NULL when it is too large. */
static inline Regular *keep(enum assay_status status, Regular made)
{
    Regular *r = status == ASSAY_OK ? malloc(sizeof *r) : NULL;

    if (r)
        *r = made;
    return r;
}

static inline Regular *affix(enum assay_affix how, const char *text)
{
    Regular r = {0};
    enum assay_status status =
        assay_regular_affix(how, text, strlen(text), NULL, STATES, &r);

    return keep(status, r);
}

static inline Regular *both(const Regular *a, const Regular *b)
{
    Regular r = {0};
    enum assay_status status = assay_regular_both(a, b, STATES, &r);

    return keep(status, r);
}

static inline Regular *either(const Regular *a, const Regular *b)
{
    Regular r = {0};
    enum assay_status status = assay_regular_either(a, b, STATES, &r);

    return keep(status, r);
}

static inline Regular *no(const Regular *a)
{
    Regular r = {0};
    enum assay_status status = assay_regular_not(a, STATES, &r);

    return keep(status, r);
}

static inline bool has(const Regular *r, const char *word)
{
    return assay_regular_match(r, word, strlen(word), NULL) == ASSAY_OK;
}

static inline void regular_free(Regular *r)
{
    assay_regular_done(r);
    free(r);
}

/* Whether there is a word that one of them has and the other has not: by all pairs of
 * states that a word leads to. Bytes but a and b are alike. */
static inline bool differ(const Regular *a, const Regular *b)
{
    static bool seen[STATES + 2][STATES + 2];
    static uint32_t queue[(STATES + 2) * (STATES + 2)][2];
    uint32_t start_a = assay_regular_empty(a) ? 0 : ASSAY_REGULAR_START;
    uint32_t start_b = assay_regular_empty(b) ? 0 : ASSAY_REGULAR_START;
    uint32_t first = 0, last = 0;

    memset(seen, 0, sizeof seen);
    seen[start_a][start_b] = true;
    queue[last][0] = start_a;
    queue[last++][1] = start_b;
    for (; first < last; first++) {
        uint32_t x = queue[first][0], y = queue[first][1];
        if (a->accepting[x] != b->accepting[y])
            return true;
        for (unsigned char byte = 'a'; byte <= 'c'; byte++) {
            uint32_t p = assay_regular_next(a, x, byte);
            uint32_t q = assay_regular_next(b, y, byte);
            if (!seen[p][q]) {
                seen[p][q] = true;
                queue[last][0] = p;
                queue[last++][1] = q;
            }
        }
    }
    return false;
}

/* Whether they are the same to the last state. */
static inline bool identical(const Regular *a, const Regular *b)
{
    return a->nstates == b->nstates && a->nclasses == b->nclasses &&
           memcmp(a->classes, b->classes, sizeof a->classes) == 0 &&
           memcmp(a->edges, b->edges, a->nstates * a->nclasses * sizeof *a->edges) == 0 &&
           memcmp(a->accepting, b->accepting, a->nstates) == 0;
}

/* Equal languages have equal automata: -1 when that is not so. */
static inline int equal(const Regular *a, const Regular *b)
{
    return differ(a, b) == identical(a, b) ? -1 : identical(a, b);
}
