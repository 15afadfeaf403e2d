/*
 * Random answers, biased as experience says: most bugs show at small values, at
 * boundaries, or when two values are equal or nearly so. How much of each is drawn once
 * per test, so a run has tests of different character: some all small, some that repeat
 * themselves, some wild.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "choice/test.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* The hot path stays short when the rare ones are not built into it. */
#define NOINLINE __attribute__((noinline))

#define SMALL_BITS 6 /* of a small value's rank */

static const struct assay_mix mixes[8] = {
    {.reuse = 24, .edge = 24, .small = 96, .length = 3},
    {.reuse = 24, .edge = 24, .small = 96, .length = 4},
    {.reuse = 24, .edge = 24, .small = 64, .length = 5},
    {.reuse = 48, .edge = 16, .small = 176, .length = 4},
    {.reuse = 48, .edge = 16, .small = 176, .length = 3},
    {.reuse = 112, .edge = 16, .small = 64, .length = 3},
    {.reuse = 112, .edge = 16, .small = 64, .length = 4},
    {.reuse = 8, .edge = 48, .small = 16, .length = 6},
};

/* From all but the low byte of a random word: a value whose number of bits is uniform. */
/*@ requires bits <= 48;
    assigns \nothing;
    ensures \result < 1 << bits;
    ensures \exists integer n; 0 <= n <= bits && \result == word % (1 << n) &&
      n == (word >> 56) * (bits + 1) / 256;
*/
static inline uint64_t few_bits(uint64_t word, unsigned bits)
{
    unsigned n = (unsigned)((word >> 56) * (bits + 1) >> 8); /* 0..bits */

    return word & ((UINT64_C(1) << n) - 1);
}

/* The same for any number of bits. */
/*@ requires \valid(s) && bits <= 64;
    assigns s->prng;
    ensures \result < 1 << bits;
*/
static NOINLINE uint64_t log_uniform(struct assay_random *s, unsigned bits)
{
    unsigned n = (unsigned)assay_prng_upto(&s->prng, bits);
    uint64_t word = assay_prng_next(&s->prng);

    return n == 64 ? word : word & ((UINT64_C(1) << n) - 1);
}

/*@ assigns \nothing;
    ensures \result <= 64 && x < 1 << \result;
    ensures \result > 0 ==> x >= 1 << \result - 1;
*/
static unsigned bit_length(uint64_t x)
{
    return x == 0 ? 0 : 64 - (unsigned)__builtin_clzll(x);
}

/* One of the numbers that the test knows, or next to one. */
/*@ requires \valid_read(t) && \valid_read(t->constants + (0 .. t->nconstants - 1));
    requires \valid_read(d) && Integers(d) && \valid(ret_value);
    requires \separated(ret_value, t) && \separated(ret_value, d);
    assigns *ret_value;
    ensures \result ==> Within(d, *ret_value) &&
      \exists integer i, k; 0 <= i < t->nconstants && -1 <= k <= 1 &&
        *ret_value == (uint64_t)(t->constants[i] + k);
    ensures t->nconstants == 0 ==> !\result;
*/
static bool known(const struct assay_test *t, const struct assay_domain *d, uint64_t r,
                  uint64_t *ret_value)
{
    static const int8_t off[8] = {0, 0, 0, 0, 0, 0, 1, -1};
    uint64_t value;

    if (t->nconstants == 0 || (r >> 40) % 2)
        return false;
    value = (uint64_t)t->constants[(r >> 41) % t->nconstants] + (uint64_t)off[r % 8];
    *ret_value = value;
    return assay_domain_has(d, value);
}

/* By the boundaries of the domain and of machine words. */
/*@ requires \valid(s) && \valid_read(d) && Integers(d);
    requires \valid_read(t) && \valid_read(t->constants + (0 .. t->nconstants - 1));
    assigns s->prng;
    ensures Within(d, \result);
*/
static NOINLINE uint64_t edge(struct assay_random *s, const struct assay_test *t,
                              const struct assay_domain *d)
{
    uint64_t r = assay_prng_next(&s->prng);
    uint64_t power = UINT64_C(1) << ((r >> 8) % 64);
    uint64_t value;

    if (known(t, d, r, &value))
        return value;
    switch (r % 8) {
    case 0:
        return d->lo;
    case 1:
        return d->hi;
    case 2:
        return d->toward;
    case 3:
        value = d->lo + 1;
        break;
    case 4:
        value = d->hi - 1;
        break;
    case 5:
        value = power - (r >> 16) % 2;
        break;
    case 6:
        value = 0 - power - (r >> 16) % 2;
        break;
    default:
        value = d->toward + ((r >> 16) % 2 ? 1 : UINT64_MAX);
        break;
    }
    return assay_domain_has(d, value) ? value : d->hi;
}

/* An earlier integer of this test, exactly or a little off. */
/*@ requires \valid(s) && \valid_read(t) && Sound(t->record);
    requires \valid_read(d) && Integers(d) && \valid(ret_value);
    requires \separated(ret_value, t) && \separated(ret_value, d);
    assigns s->prng, *ret_value;
    ensures \result ==> Within(d, *ret_value) &&
      \exists integer i, k; 0 <= i < t->record->nchoices && -3 <= k <= 4 &&
        Kind(t->record, i) <= ASSAY_KIND_UINT &&
        *ret_value == (uint64_t)(t->record->choices[i].value + k);
    ensures !\result ==> *ret_value == \old(*ret_value);
    config 500 runs, 2s;
*/
static NOINLINE bool reuse(struct assay_random *s, const struct assay_test *t,
                           const struct assay_domain *d, uint64_t *ret_value)
{
    static const int8_t off[16] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 2, -3, 4};
    const struct assay_record *r = t->record;
    uint32_t window = r->nchoices < 32 ? r->nchoices : 32;

    for (int attempt = 0; window > 0 && attempt < 3; attempt++) {
        uint64_t random = assay_prng_next(&s->prng);
        uint32_t back = 1 + (uint32_t)(((random >> 32) * window) >> 32);
        uint32_t i = r->nchoices - back;
        uint64_t value = r->choices[i].value + (uint64_t)off[random % 16];
        if (assay_record_domain(r, i)->kind <= ASSAY_KIND_UINT &&
            assay_domain_has(d, value)) {
            *ret_value = value;
            return true;
        }
    }
    return false;
}

/* Anywhere in the domain; if it is large, half of the time with a random number of bits.
 */
/*@ requires \valid(s) && \valid_read(d) && Integers(d);
    assigns s->prng;
    ensures Within(d, \result);
*/
static uint64_t wide(struct assay_random *s, const struct assay_domain *d, uint64_t word)
{
    uint64_t span = d->hi - d->lo;

    if (span < 4096) /* 32 random bits are plenty */
        return d->lo + ((uint64_t)(uint32_t)word * (span + 1) >> 32);
    if (word % 2)
        return d->lo + assay_prng_upto(&s->prng, span);
    return assay_domain_unrank(d, log_uniform(s, bit_length(span)));
}

/* A strategy for this draw and up to seven more: values that belong together are often
 * drawn in a row, and a processor that can foresee the next step is twice as fast. */
static NOINLINE void choose_strategy(struct assay_random *s)
{
    uint64_t word = assay_prng_next(&s->prng);
    int pick = word & 255;

    s->row = word >> 8 & 7;
    if ((pick -= s->mix.reuse) < 0)
        s->strategy = ASSAY_REUSE;
    else if ((pick -= s->mix.edge) < 0)
        s->strategy = ASSAY_EDGE;
    else
        s->strategy = pick < s->mix.small ? ASSAY_SMALL : ASSAY_WIDE;
}

static inline uint64_t biased(struct assay_random *s, const struct assay_test *t,
                              const struct assay_domain *d)
{
    uint64_t value;

    if (s->row-- == 0)
        choose_strategy(s);
    switch (s->strategy) {
    case ASSAY_SMALL:
        return assay_domain_unrank(d, few_bits(assay_prng_next(&s->prng), SMALL_BITS));
    case ASSAY_REUSE:
        if (reuse(s, t, d, &value))
            return value;
        break;
    case ASSAY_EDGE:
        return edge(s, t, d);
    case ASSAY_WIDE:
        break;
    }
    return wide(s, d, assay_prng_next(&s->prng));
}

/*@ requires \valid(s) && \valid_read(d) && d->kind >= ASSAY_KIND_BYTES && d->lo <= d->hi;
    requires s->mix.length <= 6;
    assigns s->prng;
    ensures d->lo <= \result <= d->hi;
    ensures \result < d->lo + (1 << s->mix.length) || d->hi - d->lo <= 256;
*/
static uint64_t length(struct assay_random *s, const struct assay_domain *d)
{
    uint64_t span = d->hi - d->lo;
    uint64_t r = assay_prng_next(&s->prng);
    unsigned bits = s->mix.length;
    uint64_t most = (UINT64_C(1) << bits) - 1;

    if (r % 32 == 0 && span <= 256)
        return d->hi;
    if (most > span)
        most = span;
    if (r & 64)
        return d->lo + assay_prng_upto(&s->prng, most);
    r = log_uniform(s, bits);
    return d->lo + (r < span ? r : span);
}

/*@ requires \valid(s) && \valid_read(ask) && \valid_read(ask->domain);
    requires ask->domain->kind == ASSAY_KIND_INDEX && ask->domain->lo == 0;
    requires ask->skip <= ask->domain->hi <= 20;
    requires ask->weights == \null ||
      \valid_read(ask->weights + (0 .. ask->domain->hi - ask->skip));
    requires ask->weights != \null ==> ask->total > 0 &&
      ask->total ==
        \sum(0, ask->domain->hi - ask->skip, \lambda integer i; ask->weights[i]);
    assigns s->prng;
    ensures \result <= ask->domain->hi;
    ensures ask->weights != \null ==>
      \result >= ask->skip && ask->weights[\result - ask->skip] > 0;
*/
static uint64_t index_of(struct assay_random *s, const struct assay_ask *ask)
{
    uint64_t at = 0, left;

    if (!ask->weights)
        return assay_prng_upto(&s->prng, ask->domain->hi);
    left = assay_prng_upto(&s->prng, ask->total - 1);
    while (left >= ask->weights[at])
        left -= ask->weights[at++];
    return ask->skip + at;
}

/* ---- Floats */

static double special_float(struct assay_random *s, const struct assay_domain *d)
{
    static const double list[] = {0,       -0.0,        1,        -1,      0.5,
                                  0.1,     INFINITY,    NAN,      DBL_MAX, -DBL_MAX,
                                  DBL_MIN, DBL_EPSILON, FLT_MAX,  FLT_MIN, 0x1p-1074,
                                  0x1p53,  1e10,        -INFINITY};
    uint64_t pick = assay_prng_upto(&s->prng, sizeof list / sizeof *list + 1);

    if (pick < sizeof list / sizeof *list)
        return list[pick];
    return assay_double_of(pick % 2 ? d->lo : d->hi);
}

static double random_float(struct assay_random *s, const struct assay_domain *d)
{
    double lo = assay_double_of(d->lo), hi = assay_double_of(d->hi), x;
    uint64_t r = assay_prng_next(&s->prng);

    switch (r % 8) {
    case 0:
        return special_float(s, d);
    case 1:
    case 2: /* small and integral, of either sign */
        x = (double)log_uniform(s, 10);
        return r & 8 ? -x : x;
    case 3: /* few digits */
        x = (double)log_uniform(s, 14) / (double)(UINT64_C(1) << (r >> 8) % 8);
        return r & 8 ? -x : x;
    case 4: /* any exponent */
        x = assay_double_of(assay_prng_next(&s->prng));
        return isfinite(x) ? x : 0;
    default:
        x = assay_prng_unit(&s->prng);
        if (isfinite(hi - lo))
            return lo + x * (hi - lo);
        return ldexp(x - 0.5, (int)((r >> 8) % 64));
    }
}

/* A special value that the domain lacks is drawn again rather than clamped to a bound. */
static uint64_t float_bits(struct assay_random *s, const struct assay_domain *d)
{
    double x = random_float(s, d);

    for (int attempt = 0; attempt < 4 && !assay_float_in(d, x); attempt++)
        x = random_float(s, d);
    return assay_bits_of(assay_float_clamp(d, x));
}

/* What is asked less often than a biased integer. */
static NOINLINE uint64_t other_scalar(struct assay_random *s, const struct assay_ask *ask)
{
    const struct assay_domain *d = ask->domain;

    if (d->kind == ASSAY_KIND_FLOAT)
        return float_bits(s, d);
    if (ask->spread == ASSAY_LENGTH)
        return length(s, d);
    if (ask->weights)
        return index_of(s, ask);
    return d->lo + assay_prng_upto(&s->prng, d->hi - d->lo);
}

static uint64_t random_scalar(struct assay_source *base, const struct assay_test *t,
                              const struct assay_ask *ask)
{
    struct assay_random *s = (struct assay_random *)base;

    if (ask->domain->kind <= ASSAY_KIND_UINT && ask->spread == ASSAY_BIASED)
        return biased(s, t, ask->domain);
    if (ask->domain->kind == ASSAY_KIND_INDEX)
        return index_of(s, ask);
    if (ask->domain->kind == ASSAY_KIND_BOOL)
        return assay_prng_unit(&s->prng) < ask->probability;
    return other_scalar(s, ask);
}

/* ---- Bytes and text */

static void random_bytes(struct assay_random *s, unsigned char *room, uint32_t len)
{
    uint64_t mode = assay_prng_next(&s->prng);

    for (uint32_t i = 0; i < len; i++) {
        uint64_t r = assay_prng_next(&s->prng);
        room[i] = (unsigned char)r;
        if (mode % 2 && r & 256)
            room[i] = i > 0 && r & 512 ? room[i - 1] : (r & 1024 ? 0xff : 0);
    }
}

/*@ logic integer Below(struct assay_alphabet *a, integer top, integer n) =
      \sum(0, n - 1, \lambda integer i;
        \max(0, \min(a->ranges[i].hi, top) - a->ranges[i].lo + 1));
*/

/* The number of code points up to `top`, and the n-th of them. */
/*@ requires Alphabet(a);
    assigns \nothing;
    ensures \result == Below(a, top, a->count);
*/
static uint64_t codes_upto(const struct assay_alphabet *a, uint32_t top)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < a->count && a->ranges[i].lo <= top; i++)
        n += (a->ranges[i].hi < top ? a->ranges[i].hi : top) - a->ranges[i].lo + 1;
    return n;
}

/*@ requires Alphabet(a) && n < Below(a, 0x10ffff, a->count);
    assigns \nothing;
    ensures Has(a, \result) && Below(a, \result, a->count) == n + 1;
*/
static uint32_t nth_code(const struct assay_alphabet *a, uint64_t n)
{
    uint32_t i = 0;

    while (n > a->ranges[i].hi - a->ranges[i].lo) {
        n -= a->ranges[i].hi - a->ranges[i].lo + 1;
        i++;
    }
    return a->ranges[i].lo + (uint32_t)n;
}

/* A character that the test knows. */
/*@ requires \valid_read(t) && \valid_read(t->constants + (0 .. t->nconstants - 1));
    requires Alphabet(a) && \valid(ret_code);
    requires \separated(ret_code, t) && \separated(ret_code, a);
    assigns *ret_code;
    ensures \result ==> Has(a, *ret_code) &&
      \exists integer i; 0 <= i < t->nconstants && *ret_code == t->constants[i];
    ensures !\result ==> *ret_code == \old(*ret_code);
*/
static bool known_code(const struct assay_test *t, const struct assay_alphabet *a,
                       uint64_t r, uint32_t *ret_code)
{
    long long code =
        t->nconstants > 0 && r % 4 == 0 ? t->constants[(r >> 2) % t->nconstants] : -1;

    if (code < 0 || code > 0x10ffff || !assay_alphabet_has(a, (uint32_t)code))
        return false;
    *ret_code = (uint32_t)code;
    return true;
}

static uint32_t random_text(struct assay_random *s, const struct assay_test *t,
                            const struct assay_alphabet *a, unsigned char *room,
                            uint32_t count)
{
    uint64_t ascii = count > 0 ? codes_upto(a, 0x7f) : 0, codes;
    uint32_t len = 0, code = 0;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t r = assay_prng_next(&s->prng);
        if ((i == 0 || r % 8 != 0) && !known_code(t, a, r >> 16, &code)) {
            codes = ascii && r & 0x300 ? ascii : codes_upto(a, 0x10ffff);
            code = nth_code(a, assay_prng_upto(&s->prng, codes - 1));
        } /* else the same again */
        len += (uint32_t)assay_utf8_encode(code, (char *)room + len);
    }
    return len;
}

#define TEXT_REUSE 32 /* of 256: a key is of no use unless it is met again */
#define TEXTS_BACK 64 /* choices among which an earlier text is looked for */

/*@ requires \valid_read(a) && \valid_read(b);
    assigns \nothing;
    ensures \result <==> a->kind == b->kind && a->lo == b->lo && a->hi == b->hi &&
      a->toward == b->toward && a->extra == b->extra;
    hyper symmetric: commutative a, b;
*/
static bool is_same_domain(const struct assay_domain *a, const struct assay_domain *b)
{
    return a->kind == b->kind && a->lo == b->lo && a->hi == b->hi &&
           a->toward == b->toward && a->extra == b->extra;
}

/* The beginning of a text, as many code points as are asked for at most: bytes. */
static uint32_t beginning(const unsigned char *text, uint32_t len, uint64_t count)
{
    uint32_t end = 0;

    for (; count > 0 && end < len; count--)
        for (end++; end < len && (text[end] & 0xc0) == 0x80;)
            end++;
    return end;
}

/* Half of the time what is in the room stays; else it is made a beginning of what it was,
 * longer, or another behind a common beginning: keys that are near each other. */
static uint32_t vary_text(struct assay_random *s, const struct assay_test *t,
                          const struct assay_domain *d, unsigned char *room, uint32_t len)
{
    struct assay_alphabet alphabet = assay_domain_alphabet(t->record, d);
    uint64_t r = assay_prng_next(&s->prng), count = 0, cut, more;

    for (uint32_t i = 0; i < len; i++)
        count += (room[i] & 0xc0) != 0x80;
    if (r & 1)
        return len;
    cut = r & 2 ? count : assay_prng_upto(&s->prng, count);
    more = r & 6 ? 1 + (r >> 3) % 2 : 0;
    if (cut + more > d->hi || cut + more < d->lo)
        return len;
    len = beginning(room, len, cut);
    return len + random_text(s, t, &alphabet, room + len, (uint32_t)more);
}

/* An earlier text of this test. */
static bool reuse_text(const struct assay_test *t, const struct assay_domain *d,
                       uint64_t r, unsigned char *room, uint32_t *ret_len)
{
    const struct assay_record *record = t->record;
    uint32_t window = record->nchoices < TEXTS_BACK ? record->nchoices : TEXTS_BACK;
    uint32_t first = window > 0 ? (uint32_t)(r % window) : 0;

    for (uint32_t k = 0; k < window; k++) {
        uint32_t i = record->nchoices - 1 - (first + k) % window;
        const struct assay_choice *c = &record->choices[i];
        if (!is_same_domain(assay_record_domain(record, i), d))
            continue;
        memcpy(room, record->pool + c->value, c->len);
        *ret_len = c->len;
        return true;
    }
    return false;
}

/* A word that the test knows. */
static bool known_word(const struct assay_test *t, const struct assay_alphabet *a,
                       const struct assay_domain *d, uint64_t r, unsigned char *room,
                       uint32_t *ret_len)
{
    const char *word = t->nwords > 0 ? t->words[r % t->nwords] : "";
    uint32_t len = (uint32_t)strlen(word), count = 0, code;
    size_t n;

    for (uint32_t i = 0; i < len; i += (uint32_t)n, count++) {
        n = assay_utf8_decode(word + i, len - i, &code);
        if (n == 0 || !assay_alphabet_has(a, code))
            return false;
    }
    if (count == 0 || count < d->lo || count > d->hi)
        return false;
    memcpy(room, word, len);
    *ret_len = len;
    return true;
}

static uint32_t any_text(struct assay_random *s, const struct assay_test *t,
                         const struct assay_domain *d, unsigned char *room)
{
    struct assay_alphabet alphabet = assay_domain_alphabet(t->record, d);
    uint64_t r = t->texts_again || t->nwords > 0 ? assay_prng_next(&s->prng) : UINT64_MAX;
    uint32_t len;

    if (t->texts_again && (r & 255) < (uint64_t)s->mix.reuse + TEXT_REUSE &&
        reuse_text(t, d, r >> 16, room, &len))
        return vary_text(s, t, d, room, len);
    if ((r >> 8 & 7) == 0 && known_word(t, &alphabet, d, r >> 16, room, &len))
        return len;
    return random_text(s, t, &alphabet, room, (uint32_t)length(s, d));
}

static uint32_t random_string(struct assay_source *base, const struct assay_test *t,
                              const struct assay_ask *ask, unsigned char *room)
{
    struct assay_random *s = (struct assay_random *)base;
    const struct assay_domain *d = ask->domain;
    uint32_t len;

    if (d->kind == ASSAY_KIND_TEXT)
        return any_text(s, t, d, room);
    len = (uint32_t)length(s, d);
    random_bytes(s, room, len);
    return len;
}

static uint64_t random_bits(struct assay_source *base)
{
    return assay_prng_next(&((struct assay_random *)base)->prng);
}

static const struct assay_source_ops random_ops = {
    .scalar = random_scalar, .string = random_string, .bits = random_bits, .exact = true};

/* ---- No randomness at all */

static uint64_t simplest_scalar(struct assay_source *base, const struct assay_test *t,
                                const struct assay_ask *ask)
{
    (void)base;
    (void)t;
    return assay_domain_simplest(ask->domain);
}

static uint32_t simplest_string(struct assay_source *base, const struct assay_test *t,
                                const struct assay_ask *ask, unsigned char *room)
{
    (void)base;
    (void)t;
    (void)ask;
    (void)room;
    return 0; /* the test pads to the minimum */
}

static const struct assay_source_ops simplest_ops = {.scalar = simplest_scalar,
                                                     .string = simplest_string};

void assay_random_init(struct assay_random *s, uint64_t seed, uint64_t test)
{
    s->base.ops = test == 0 ? &simplest_ops : &random_ops;
    assay_prng_init(&s->prng, seed, test);
    s->mix = mixes[assay_prng_next(&s->prng) >> 61];
    s->row = 0;
}

void assay_random_small(struct assay_random *s, uint64_t seed, uint64_t test)
{
    assay_random_init(s, seed, test + 1);
    s->mix = (struct assay_mix){.small = 256, .length = 2};
}
