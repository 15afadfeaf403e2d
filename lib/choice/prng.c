/*
 * Seeding and splitting; the generator itself is inline in the header.
 */
#include "choice/prng.h"

/* SplitMix64: turns any counter into well-mixed words, different ones into different
 * ones. */
/*@ requires \valid(state);
    assigns *state;
    ensures *state == (\old(*state) + 0x9e3779b97f4a7c15) % 0x10000000000000000;
    config 300 runs, 1s;
    hyper one_to_one:
      *state{2} = \any;
      ensures \old(*state) != \old(*state)' ==> \result != \result';
*/
static uint64_t mix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/*@ requires \valid(p);
    assigns *p;
    ensures p->add == (add | 1);
    ensures p->x0 != 0 || p->x1 != 0;
    config 300 runs, 1s;
    hyper one_to_one:
      state' = \any;
      ensures state != state' ==> p->lcg != p->lcg';
*/
static void fill(struct assay_prng *p, uint64_t state, uint64_t add)
{
    p->add = add | 1;
    p->lcg = mix(&state);
    p->x0 = mix(&state);
    p->x1 = mix(&state);
    if (p->x0 == 0 && p->x1 == 0)
        p->x0 = 1; /* the xoroshiro must not start at zero */
}

void assay_prng_init(struct assay_prng *p, uint64_t seed, uint64_t stream)
{
    uint64_t s = stream;
    uint64_t state = seed ^ mix(&s);

    fill(p, state, mix(&s) << 1);
}

struct assay_prng assay_prng_split(struct assay_prng *p)
{
    struct assay_prng child;
    uint64_t state = assay_prng_next(p);

    fill(&child, state, assay_prng_next(p) << 1);
    return child;
}
