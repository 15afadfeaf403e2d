/*
 * The random numbers: an LXM generator (a 64-bit LCG and a xoroshiro128, mixed), which is
 * fast, passes the usual batteries, and splits: one seed gives any number of independent
 * streams, one per test. Steele and Vigna, "LXM: better splittable pseudorandom number
 * generators", 2021.
 */
#ifndef ASSAY_CHOICE_PRNG_H
#define ASSAY_CHOICE_PRNG_H

#include "base/hash.h"
#include <stdint.h>

struct assay_prng {
    uint64_t lcg, add; /* the LCG and its odd addend, which names the stream */
    uint64_t x0, x1;   /* xoroshiro128 */
};

/*@ predicate Generator(struct assay_prng p) =
      p.add % 2 == 1 && (p.x0 != 0 || p.x1 != 0);
*/

/* Stream number `stream` of a seed. */
/*@ requires \valid(p);
    assigns *p;
    ensures Generator(*p);
    config 300 runs, 1s;
    hyper fixed: deterministic;
    hyper streams:
      stream' = \any;
      ensures stream != stream' ==> p->lcg != p->lcg';
    hyper seeds:
      seed' = \any;
      ensures seed != seed' ==> p->lcg != p->lcg';
*/
void assay_prng_init(struct assay_prng *p, uint64_t seed, uint64_t stream);
/* A new, independent generator; advances `p`. */
/*@ requires \valid(p) && Generator(*p);
    assigns p->lcg, p->x0, p->x1;
    ensures Generator(*p) && Generator(\result);
    ensures p->add == \old(p->add);
*/
struct assay_prng assay_prng_split(struct assay_prng *p);

static inline uint64_t assay_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t assay_prng_next(struct assay_prng *p)
{
    uint64_t z = p->lcg + p->x0;
    uint64_t x1 = p->x1 ^ p->x0;

    z = (z ^ (z >> 32)) * 0xdaba0b6eb09322e3u;
    z = (z ^ (z >> 32)) * 0xdaba0b6eb09322e3u;
    z ^= z >> 32;
    p->lcg = p->lcg * 0xd1342543de82ef95u + p->add;
    p->x0 = assay_rotl(p->x0, 24) ^ x1 ^ (x1 << 16);
    p->x1 = assay_rotl(x1, 37);
    return z;
}

/* Uniform in 0..span, both included; the bias is below 2^-64 * span. */
static inline uint64_t assay_prng_upto(struct assay_prng *p, uint64_t span)
{
    uint64_t r = assay_prng_next(p);
    return span == UINT64_MAX ? r : (uint64_t)(((assay_u128)r * (span + 1)) >> 64);
}

/* Uniform in [0, 1). */
static inline double assay_prng_unit(struct assay_prng *p)
{
    return (double)(assay_prng_next(p) >> 11) * 0x1p-53;
}

#endif
