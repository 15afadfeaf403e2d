/*
 * Automata made of others: products, complements, and those of affixes (Knuth, Morris and
 * Pratt's, as automata).
 */
#include "base/map.h"
#include "base/mem.h"
#include "lang/automaton.h"
#include <string.h>

/* ---- Products. */

struct pair {
    uint16_t a, b;
};

struct product {
    const struct assay_regular *a, *b;
    bool both; /* else either */
    struct assay_automaton out;
    struct assay_map numbers; /* of pairs of states */
    struct pair *pairs;       /* of the states of `out` */
    size_t pairs_cap;
    struct pair classes[256]; /* of the classes of `out` */
};

static enum assay_status add_pair(struct product *p, struct pair pair)
{
    bool a = p->a->accepting[pair.a], b = p->b->accepting[pair.b];
    enum assay_status status =
        assay_mem_grow(p->out.mem, (void **)&p->pairs, &p->pairs_cap,
                       (size_t)p->out.nstates + 1, sizeof *p->pairs, p->out.max);

    if (!status)
        status = assay_automaton_add(&p->out, p->both ? a && b : a || b);
    if (!status)
        p->pairs[p->out.nstates - 1] = pair;
    return status;
}

/* The number of a pair, made when new. Pairs without a sentence are DEAD. */
static enum assay_status number_of(struct product *p, struct pair pair,
                                   uint16_t *ret_number)
{
    bool a = pair.a != ASSAY_REGULAR_DEAD, b = pair.b != ASSAY_REGULAR_DEAD;
    enum assay_status status = ASSAY_OK;
    uint64_t *number;

    *ret_number = ASSAY_REGULAR_DEAD;
    if (p->both ? !a || !b : !a && !b)
        return ASSAY_OK;
    number = assay_map_put(&p->numbers, &pair, sizeof pair);
    if (!number)
        return ASSAY_NO_MEMORY;
    if (*number == 0) {
        *number = p->out.nstates;
        status = add_pair(p, pair);
    }
    *ret_number = (uint16_t)*number;
    return status;
}

static uint32_t class_of(struct product *p, struct pair pair)
{
    uint32_t c = 0;

    while (c < p->out.nclasses &&
           (p->classes[c].a != pair.a || p->classes[c].b != pair.b))
        c++;
    if (c == p->out.nclasses)
        p->classes[p->out.nclasses++] = pair;
    return c;
}

static void join_classes(struct product *p)
{
    p->out.nclasses = 0;
    for (unsigned byte = 0; byte < 256; byte++)
        p->out.classes[byte] =
            (uint8_t)class_of(p, (struct pair){p->a->classes[byte], p->b->classes[byte]});
}

static enum assay_status follow_pair(struct product *p, uint32_t state)
{
    struct pair at = p->pairs[state];
    enum assay_status status = ASSAY_OK;

    for (uint32_t c = 0; c < p->out.nclasses && !status; c++) {
        size_t a = (size_t)at.a * p->a->nclasses + p->classes[c].a;
        size_t b = (size_t)at.b * p->b->nclasses + p->classes[c].b;
        uint16_t to;

        status = number_of(p, (struct pair){p->a->edges[a], p->b->edges[b]}, &to);
        assay_automaton_row(&p->out, state)[c] = to;
    }
    return status;
}

static uint16_t start_of(const struct assay_regular *r)
{
    return assay_regular_empty(r) ? ASSAY_REGULAR_DEAD : ASSAY_REGULAR_START;
}

static enum assay_status multiply(struct product *p, uint32_t max,
                                  struct assay_regular *ret)
{
    struct pair start = {start_of(p->a), start_of(p->b)};
    uint16_t first;
    enum assay_status status = add_pair(p, (struct pair){0, 0});

    if (!status)
        status = number_of(p, start, &first);
    for (uint32_t s = 1; !status && s < p->out.nstates; s++)
        status = follow_pair(p, s);
    if (!status)
        status = assay_automaton_minimise(&p->out, first, max, ret);
    return status;
}

static enum assay_status product(struct product *p, uint32_t max,
                                 struct assay_regular *ret)
{
    enum assay_status status;

    assay_automaton_init(&p->out, p->a->mem, max);
    assay_map_init(&p->numbers, p->out.mem);
    join_classes(p);
    status = multiply(p, max, ret);
    assay_mem_free(p->out.mem, p->pairs, p->pairs_cap * sizeof *p->pairs);
    assay_map_done(&p->numbers);
    assay_automaton_done(&p->out);
    return status;
}

enum assay_status assay_regular_both(const struct assay_regular *a,
                                     const struct assay_regular *b, uint32_t max,
                                     struct assay_regular *ret)
{
    struct product p = {.a = a, .b = b, .both = true};

    return product(&p, max, ret);
}

enum assay_status assay_regular_either(const struct assay_regular *a,
                                       const struct assay_regular *b, uint32_t max,
                                       struct assay_regular *ret)
{
    struct product p = {.a = a, .b = b};

    return product(&p, max, ret);
}

/* ---- Complements. */

/* DEAD, then each state of `a` one further on: what was dead there accepts now. */
static enum assay_status turn_around(struct assay_automaton *out,
                                     const struct assay_regular *a)
{
    enum assay_status status = assay_automaton_add(out, false);

    for (uint32_t s = 0; s < a->nstates && !status; s++) {
        status = assay_automaton_add(out, !a->accepting[s]);
        for (uint32_t c = 0; c < a->nclasses && !status; c++)
            assay_automaton_row(out, s + 1)[c] =
                (uint16_t)(a->edges[(size_t)s * a->nclasses + c] + 1);
    }
    return status;
}

enum assay_status assay_regular_not(const struct assay_regular *a, uint32_t max,
                                    struct assay_regular *ret)
{
    struct assay_automaton out;
    enum assay_status status;

    assay_automaton_init(&out, a->mem, max);
    memcpy(out.classes, a->classes, sizeof out.classes);
    out.nclasses = a->nclasses;
    status = turn_around(&out, a);
    if (!status)
        status = assay_automaton_minimise(&out, start_of(a) + 1u, max, ret);
    assay_automaton_done(&out);
    return status;
}

/* ---- Affixes. */

/* A class for each byte that occurs, and one for all others: number 0. */
static void affix_classes(struct assay_automaton *out, const unsigned char *bytes,
                          size_t len)
{
    bool seen[256] = {false};
    uint32_t distinct = 0;

    for (size_t i = 0; i < len; i++) {
        distinct += !seen[bytes[i]];
        seen[bytes[i]] = true;
    }
    out->nclasses = distinct < 256; /* there may be no others */
    for (unsigned byte = 0; byte < 256; byte++)
        if (seen[byte])
            out->classes[byte] = (uint8_t)out->nclasses++;
}

/* Whether nothing may stand before or behind the bytes. */
static bool is_whole(enum assay_affix how)
{
    return how == ASSAY_IN_LOWER_CASE || how == ASSAY_IN_UPPER_CASE;
}

static void lead_all(const struct assay_automaton *out, uint32_t from, uint32_t to)
{
    for (uint32_t c = 0; c < out->nclasses; c++)
        assay_automaton_row(out, from)[c] = (uint16_t)to;
}

/* Whether no text in the one case has the byte. */
static bool is_in_other_case(enum assay_affix how, unsigned char byte)
{
    return how == ASSAY_IN_LOWER_CASE ? byte >= 'A' && byte <= 'Z'
                                      : byte >= 'a' && byte <= 'z';
}

/* Lets a letter in the other case do as well. */
static void fold_classes(struct assay_automaton *out, bool lower)
{
    for (unsigned char c = 'a'; c <= 'z'; c++) {
        unsigned char upper = (unsigned char)(c - 'a' + 'A');
        uint8_t both = out->classes[lower ? c : upper];

        out->classes[c] = out->classes[upper] = both;
    }
}

/* State i + 1 has read i of the bytes. With any other byte than the next it goes on as
 * the state of the longest end that is also a beginning would: `back`. */
static void affix_edges(const struct assay_automaton *out, enum assay_affix how,
                        const unsigned char *bytes, size_t len)
{
    uint32_t back = ASSAY_REGULAR_START, last = (uint32_t)len + ASSAY_REGULAR_START;
    size_t row = out->nclasses * sizeof *out->edges;

    for (uint32_t s = ASSAY_REGULAR_START; s < last; s++) {
        uint8_t c = out->classes[bytes[s - ASSAY_REGULAR_START]];
        uint32_t before = back;

        if (how == ASSAY_STARTS || is_whole(how)) {
            if (!is_whole(how) || !is_in_other_case(how, bytes[s - ASSAY_REGULAR_START]))
                assay_automaton_row(out, s)[c] = (uint16_t)(s + 1);
            continue;
        }
        if (s == ASSAY_REGULAR_START)
            lead_all(out, s, s);
        else
            memcpy(assay_automaton_row(out, s), assay_automaton_row(out, before), row);
        back = s == ASSAY_REGULAR_START ? s : assay_automaton_row(out, before)[c];
        assay_automaton_row(out, s)[c] = (uint16_t)(s + 1);
    }
    if (how == ASSAY_ENDS && len > 0)
        memcpy(assay_automaton_row(out, last), assay_automaton_row(out, back), row);
    else if (!is_whole(how))
        lead_all(out, last, last);
}

enum assay_status assay_regular_affix(enum assay_affix how, const char *bytes, size_t len,
                                      const struct assay_alloc *mem, uint32_t max,
                                      struct assay_regular *ret)
{
    const unsigned char *at = (const unsigned char *)bytes;
    struct assay_automaton out;
    enum assay_status status = ASSAY_OK;

    if (len >= ASSAY_AUTOMATON_STATES || len + 2 > max)
        return ASSAY_TOO_LARGE;
    assay_automaton_init(&out, mem, max);
    affix_classes(&out, at, len);
    if (is_whole(how))
        fold_classes(&out, how == ASSAY_IN_LOWER_CASE);
    for (size_t i = 0; i < len + 2 && !status; i++)
        status = assay_automaton_add(&out, i == len + 1);
    if (!status) {
        affix_edges(&out, how, at, len);
        status = assay_automaton_minimise(&out, ASSAY_REGULAR_START, max, ret);
    }
    assay_automaton_done(&out);
    return status;
}
