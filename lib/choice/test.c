/*
 * A test asks its source, clamps the answer into the domain and records it.
 */
#include "choice/test.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "choice/order.h"
#include <math.h>
#include <string.h>

void assay_test_init(struct assay_test *t, struct assay_record *record,
                     struct assay_source *source, struct assay_arena *arena)
{
    assay_record_clear(record);
    assay_arena_reset(arena);
    *t = (struct assay_test){
        .record = record, .source = source, .arena = arena, .open = ASSAY_NO_SPAN};
}

void assay_test_stop(struct assay_test *t, enum assay_status status)
{
    if (t->status == ASSAY_OK)
        t->status = status;
    if (t->escape)
        longjmp(*t->escape, 1);
}

static enum assay_status fail(struct assay_test *t, enum assay_status status)
{
    return t->status = status;
}

enum assay_status assay_test_status(const struct assay_test *t)
{
    return t->status;
}

void *assay_test_new(struct assay_test *t, size_t count, size_t size)
{
    void *at = assay_arena_new(t->arena, count, size);

    if (!at && t->status == ASSAY_OK)
        t->status = ASSAY_NO_MEMORY;
    return at;
}

/* ---- Recording */

static bool same_domain(const struct assay_domain *a, const struct assay_domain *b)
{
    return a->lo == b->lo && a->hi == b->hi && a->toward == b->toward &&
           a->kind == b->kind && a->flags == b->flags && a->extra == b->extra;
}

/* The number of a domain, re-using a recent equal one. There are never more domains than
 * choices, so there is room for it where there is room for a choice. */
static uint32_t domain_number(struct assay_record *r, const struct assay_domain *d)
{
    uint64_t hash = (d->lo + d->hi * 3 + d->kind) * 0x9e3779b97f4a7c15u;
    uint32_t *recent = &r->recent[hash >> 61];

    if (*recent < r->ndomains && same_domain(&r->domains[*recent], d))
        return *recent;
    r->domains[r->ndomains] = *d;
    *recent = r->ndomains;
    return r->ndomains++;
}

static inline void put_choice(struct assay_record *r, uint32_t domain, uint64_t value,
                              uint32_t len)
{
    struct assay_choice *c = &r->choices[r->nchoices];

    c->value = value;
    c->domain = domain;
    c->len = len;
    r->nchoices++; /* last: what is counted is complete, even if the process dies here */
}

static void record_choice(struct assay_record *r, const struct assay_domain *d,
                          uint64_t value, uint32_t len)
{
    put_choice(r, domain_number(r, d), value, len);
}

static inline uint64_t ask_integer(struct assay_test *t, const struct assay_ask *ask)
{
    uint64_t value = t->source->ops->scalar(t->source, t, ask);

    return assay_domain_has(ask->domain, value) ? value
                                                : assay_domain_clamp(ask->domain, value);
}

static enum assay_status choose_integer(struct assay_test *t, const struct assay_ask *ask,
                                        uint64_t *ret_value)
{
    if (t->record->nchoices >= t->record->max.choices)
        return fail(t, ASSAY_TOO_LARGE);
    *ret_value = ask_integer(t, ask);
    record_choice(t->record, ask->domain, *ret_value, 0);
    return ASSAY_OK;
}

enum assay_status assay_choose_int(struct assay_test *t, int64_t lo, int64_t hi,
                                   int64_t toward, enum assay_spread spread,
                                   int64_t *ret_value)
{
    struct assay_domain d = {
        .lo = (uint64_t)lo, .hi = (uint64_t)hi, .kind = ASSAY_KIND_INT};
    struct assay_ask ask = {.domain = &d, .spread = spread};
    uint64_t value;
    enum assay_status status = t->status;

    if (status)
        return status;
    if (lo > hi)
        return fail(t, ASSAY_EMPTY_RANGE);
    d.toward = (uint64_t)(toward < lo ? lo : toward > hi ? hi : toward);
    status = choose_integer(t, &ask, &value);
    if (status == ASSAY_OK)
        *ret_value = (int64_t)value;
    return status;
}

enum assay_status assay_choose_uint(struct assay_test *t, uint64_t lo, uint64_t hi,
                                    uint64_t toward, enum assay_spread spread,
                                    uint64_t *ret_value)
{
    struct assay_domain d = {.lo = lo, .hi = hi, .kind = ASSAY_KIND_UINT};
    struct assay_ask ask = {.domain = &d, .spread = spread};

    if (t->status)
        return t->status;
    if (lo > hi)
        return fail(t, ASSAY_EMPTY_RANGE);
    d.toward = toward < lo ? lo : toward > hi ? hi : toward;
    return choose_integer(t, &ask, ret_value);
}

static uint64_t sum(const uint32_t *weights, uint32_t n)
{
    uint64_t total = 0;

    for (uint32_t i = 0; i < n; i++)
        total += weights[i];
    return total;
}

enum assay_status assay_choose_pick_of(struct assay_test *t, uint32_t sort, uint32_t n,
                                       const uint32_t *weights, uint32_t *ret_index)
{
    struct assay_domain d = {.hi = (uint64_t)n - 1,
                             .kind = ASSAY_KIND_UINT,
                             .flags = ASSAY_DOMAIN_PICK,
                             .extra = sort};
    struct assay_ask ask = {.domain = &d,
                            .spread = ASSAY_UNIFORM,
                            .weights = weights,
                            .total = n > 0 && weights ? sum(weights, n) : n};
    uint64_t value;
    enum assay_status status = t->status;

    if (status)
        return status;
    if (ask.total == 0)
        return fail(t, ASSAY_EMPTY_RANGE);
    status = choose_integer(t, &ask, &value);
    if (status == ASSAY_OK)
        *ret_index = (uint32_t)value;
    return status;
}

enum assay_status assay_choose_pick(struct assay_test *t, uint32_t n, uint32_t *ret_index)
{
    return assay_choose_pick_of(t, 0, n, NULL, ret_index);
}

enum assay_status assay_choose_bool(struct assay_test *t, double probability,
                                    bool *ret_value)
{
    struct assay_domain d = {.hi = 1, .kind = ASSAY_KIND_BOOL};
    struct assay_ask ask = {.domain = &d, .probability = probability};
    uint64_t value;
    enum assay_status status = t->status;

    if (status)
        return status;
    if (!(probability >= 0 && probability <= 1))
        return fail(t, ASSAY_BAD_USE);
    if (probability == 0 || probability == 1) /* a domain of one value */
        d.lo = d.hi = d.toward = probability == 1;
    status = choose_integer(t, &ask, &value);
    if (status == ASSAY_OK)
        *ret_value = value != 0;
    return status;
}

enum assay_status assay_choose_weighted(struct assay_test *t, uint32_t n, uint32_t skip,
                                        const uint32_t *weights, uint64_t total,
                                        uint32_t *ret_index)
{
    struct assay_domain d = {.hi = n - 1, .kind = ASSAY_KIND_INDEX};
    struct assay_ask ask = {
        .domain = &d, .weights = weights, .total = total, .skip = skip};
    uint64_t value;
    enum assay_status status = t->status;

    if (!status)
        status = choose_integer(t, &ask, &value);
    if (!status)
        *ret_index = (uint32_t)value;
    return status;
}

enum assay_status assay_choose_index(struct assay_test *t, uint32_t n,
                                     const uint32_t *weights, uint32_t *ret_index)
{
    uint64_t total = n > 0 && weights ? sum(weights, n) : n;

    if (t->status)
        return t->status;
    if (total == 0)
        return fail(t, ASSAY_EMPTY_RANGE);
    return assay_choose_weighted(t, n, 0, weights, total, ret_index);
}

enum assay_status assay_choose_proposed(struct assay_test *t, uint32_t n,
                                        uint32_t proposed, uint32_t *ret_index)
{
    static const uint32_t certain = 1;

    return assay_choose_weighted(t, n, proposed, &certain, 1, ret_index);
}

uint64_t assay_choose_bits(struct assay_test *t)
{
    return t->source->ops->bits ? t->source->ops->bits(t->source) : 0;
}

enum assay_status assay_choose_float(struct assay_test *t, const struct assay_floats *of,
                                     double *ret_value)
{
    struct assay_domain d = {
        .lo = assay_bits_of(of->lo),
        .hi = assay_bits_of(of->hi),
        .kind = ASSAY_KIND_FLOAT,
        .flags = (uint8_t)((of->nan ? ASSAY_DOMAIN_NAN : 0) |
                           (of->subnormal ? ASSAY_DOMAIN_SUBNORMAL : 0) |
                           (of->single ? ASSAY_DOMAIN_SINGLE : 0)),
    };
    struct assay_ask ask = {.domain = &d};
    uint64_t bits;
    double x;

    if (t->status)
        return t->status;
    if (!(of->lo <= of->hi) || !assay_float_in(&d, assay_float_simplest(&d)))
        return fail(t, ASSAY_EMPTY_RANGE);
    if (t->record->nchoices >= t->record->max.choices)
        return fail(t, ASSAY_TOO_LARGE);
    bits = t->source->ops->scalar(t->source, t, &ask);
    x = assay_double_of(bits);
    if (!assay_float_in(&d, x))
        x = assay_float_clamp(&d, x);
    record_choice(t->record, &d, assay_bits_of(x), 0);
    *ret_value = x;
    return ASSAY_OK;
}

/* ---- Bytes and text: the source writes straight into the record's pool. */

static enum assay_status pool_room(struct assay_test *t, uint64_t need,
                                   unsigned char **ret_room)
{
    struct assay_record *r = t->record;

    if (r->nchoices >= r->max.choices || need > r->max.pool - r->npool)
        return fail(t, ASSAY_TOO_LARGE);
    *ret_room = r->pool + r->npool;
    return ASSAY_OK;
}

/* Bytes below the minimum are zero. */
static uint32_t fit_bytes(const struct assay_domain *d, unsigned char *room, uint32_t len)
{
    if (len > d->hi)
        return (uint32_t)d->hi;
    if (len < d->lo) {
        memset(room + len, 0, (uint32_t)d->lo - len);
        return (uint32_t)d->lo;
    }
    return len;
}

/* Bytes from the source or, not NULL, what is told. */
static enum assay_status choose_bytes(struct assay_test *t, uint32_t min, uint32_t max,
                                      const char *told, const unsigned char **ret_bytes,
                                      uint32_t *ret_len)
{
    struct assay_domain d = {.lo = min, .hi = max, .kind = ASSAY_KIND_BYTES};
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_LENGTH};
    unsigned char *room;
    uint32_t len;
    enum assay_status status = t->status;

    if (status)
        return status;
    if (min > max)
        return fail(t, ASSAY_EMPTY_RANGE);
    status = pool_room(t, max, &room);
    if (status)
        return status;
    len = fit_bytes(&d, room, t->source->ops->string(t->source, t, &ask, room));
    if (told)
        memcpy(room, told, len = *ret_len);
    t->record->npool += len; /* first: a choice that is counted has its bytes */
    record_choice(t->record, &d, t->record->npool - len, len);
    *ret_bytes = room;
    *ret_len = len;
    return ASSAY_OK;
}

enum assay_status assay_choose_bytes(struct assay_test *t, uint32_t min, uint32_t max,
                                     const unsigned char **ret_bytes, uint32_t *ret_len)
{
    return choose_bytes(t, min, max, NULL, ret_bytes, ret_len);
}

enum assay_status assay_tell_bytes(struct assay_test *t, uint32_t max, const char *bytes,
                                   uint32_t len)
{
    const unsigned char *copy;

    return choose_bytes(t, 0, max, bytes, &copy, &len);
}

static bool alphabet_is_sound(const struct assay_alphabet *a)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const struct assay_codes *r = &a->ranges[i];
        if (r->lo > r->hi || r->hi > 0x10ffff || (i > 0 && r->lo <= a->ranges[i - 1].hi))
            return false;
        if (r->lo <= 0xdfff && r->hi >= 0xd800) /* surrogates are no characters */
            return false;
    }
    return true;
}

/* The alphabet is kept in the pool, aligned; one that is there already is used again. */
static enum assay_status keep_alphabet(struct assay_test *t,
                                       const struct assay_alphabet *a,
                                       struct assay_domain *d)
{
    struct assay_record *r = t->record;
    uint64_t size = (uint64_t)a->count * sizeof *a->ranges;
    uint32_t start = (r->npool + 7) & ~7u;

    for (uint32_t i = r->ndomains; i-- > 0 && i + 8 >= r->ndomains;) {
        const struct assay_domain *old = &r->domains[i];
        if (old->kind == ASSAY_KIND_TEXT && old->extra == a->count &&
            memcmp(r->pool + old->toward, a->ranges, size) == 0) {
            d->toward = old->toward;
            return ASSAY_OK;
        }
    }
    if (!alphabet_is_sound(a))
        return fail(t, ASSAY_BAD_USE);
    if (start > r->max.pool || size > r->max.pool - start)
        return fail(t, ASSAY_TOO_LARGE);
    memcpy(r->pool + start, a->ranges, size);
    r->npool = start + (uint32_t)size;
    d->toward = start;
    return ASSAY_OK;
}

/* Keeps the code points that are in the alphabet, at most max, and pads to min. */
static uint32_t fit_text(const struct assay_alphabet *a, const struct assay_domain *d,
                         unsigned char *room, uint32_t len)
{
    uint32_t in = 0, out = 0, count = 0;
    uint32_t code;

    while (in < len && count < d->hi) {
        size_t n = assay_utf8_decode((const char *)room + in, len - in, &code);
        if (n > 0 && assay_alphabet_has(a, code)) {
            memmove(room + out, room + in, n);
            out += (uint32_t)n;
            count++;
        }
        in += n > 0 ? (uint32_t)n : 1;
    }
    for (code = assay_alphabet_simplest(a); count < d->lo; count++)
        out += (uint32_t)assay_utf8_encode(code, (char *)room + out);
    return out;
}

/* Text from the source or, not NULL, what is told. */
static enum assay_status choose_text(struct assay_test *t,
                                     const struct assay_alphabet *alphabet, uint32_t min,
                                     uint32_t max, const char *told,
                                     const char **ret_text, uint32_t *ret_len)
{
    struct assay_domain d = {
        .lo = min, .hi = max, .extra = alphabet->count, .kind = ASSAY_KIND_TEXT};
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_LENGTH};
    unsigned char *room = NULL;
    uint32_t len;
    enum assay_status status = t->status;

    if (status)
        return status;
    if (min > max || alphabet->count == 0)
        return fail(t, ASSAY_EMPTY_RANGE);
    status = keep_alphabet(t, alphabet, &d);
    if (status == ASSAY_OK)
        status = pool_room(t, (uint64_t)max * ASSAY_UTF8_MAX + 1, &room);
    if (status)
        return status;
    len = t->source->ops->string(t->source, t, &ask, room);
    if (told)
        memcpy(room, told, len = *ret_len);
    else if (!t->source->ops->exact)
        len = fit_text(alphabet, &d, room, len);
    t->record->npool += len + 1;
    record_choice(t->record, &d, t->record->npool - len - 1, len);
    room[len] = '\0';
    *ret_text = (const char *)room;
    *ret_len = len;
    return ASSAY_OK;
}

enum assay_status assay_choose_text(struct assay_test *t,
                                    const struct assay_alphabet *alphabet, uint32_t min,
                                    uint32_t max, const char **ret_text,
                                    uint32_t *ret_len)
{
    return choose_text(t, alphabet, min, max, NULL, ret_text, ret_len);
}

enum assay_status assay_tell_text(struct assay_test *t,
                                  const struct assay_alphabet *alphabet, uint32_t max,
                                  const char *text, uint32_t len)
{
    const char *copy;

    return choose_text(t, alphabet, 0, max, text, &copy, &len);
}

/* ---- Spans */

static enum assay_status begin(struct assay_test *t, uint32_t label, uint32_t flags)
{
    struct assay_record *r = t->record;
    struct assay_span *s = &r->spans[r->nspans];

    if (t->status)
        return t->status;
    if (r->nspans >= r->max.spans)
        return fail(t, ASSAY_TOO_LARGE);
    s->start = r->nchoices;
    s->end = UINT32_MAX;
    s->parent = t->open;
    s->label = label;
    s->flags = flags;
    t->open = r->nspans++;
    t->depth++;
    if (t->source->ops->span)
        t->source->ops->span(t->source, t, true);
    return ASSAY_OK;
}

static enum assay_status end(struct assay_test *t, uint32_t flags)
{
    struct assay_span *s;

    if (t->status)
        return t->status;
    if (t->open == ASSAY_NO_SPAN)
        return fail(t, ASSAY_BAD_USE);
    s = &t->record->spans[t->open];
    s->end = t->record->nchoices;
    s->flags |= flags;
    t->open = s->parent;
    t->depth--;
    if (t->source->ops->span)
        t->source->ops->span(t->source, t, false);
    return ASSAY_OK;
}

/* Labels are told apart by their address: they outlive the run. */
static uint32_t label_number(const char *label)
{
    return (uint32_t)(((uintptr_t)label * 0x9e3779b97f4a7c15u) >> 32);
}

enum assay_status assay_span_begin(struct assay_test *t, const char *label)
{
    return begin(t, label_number(label), 0);
}

enum assay_status assay_span_end(struct assay_test *t)
{
    return end(t, 0);
}

enum assay_status assay_span_discard(struct assay_test *t)
{
    return end(t, ASSAY_SPAN_DISCARDED);
}

/* Begins a list of min to max elements, of at most `most` unless a replay says more. */
static enum assay_status begin_list(struct assay_test *t, uint32_t label, uint32_t flags,
                                    const struct assay_ask *ask, uint32_t most,
                                    uint32_t *ret_len)
{
    const struct assay_domain *d = ask->domain;
    bool counted = d->lo < d->hi;
    uint64_t len = d->lo;
    enum assay_status status;

    if (t->status == ASSAY_OK && d->lo > d->hi)
        return fail(t, ASSAY_EMPTY_RANGE);
    status =
        begin(t, label, flags | ASSAY_SPAN_LIST | (counted ? ASSAY_SPAN_COUNTED : 0));
    if (status == ASSAY_OK && counted && t->record->nchoices >= t->record->max.choices)
        status = fail(t, ASSAY_TOO_LARGE);
    if (status)
        return status;
    if (counted) {
        len = ask_integer(t, ask);
        len = len > most ? len % ((uint64_t)most + 1) : len;
        record_choice(t->record, d, len, 0);
    }
    *ret_len = (uint32_t)len;
    return ASSAY_OK;
}

enum assay_status assay_list_begin(struct assay_test *t, const char *label, uint32_t min,
                                   uint32_t max, uint32_t *ret_len)
{
    struct assay_domain d = {
        .lo = min, .hi = max, .toward = min, .kind = ASSAY_KIND_UINT};
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_LENGTH};

    return begin_list(t, label_number(label), 0, &ask, UINT32_MAX, ret_len);
}

enum assay_status assay_program_begin(struct assay_test *t, const char *label,
                                      uint32_t fuel, uint32_t *ret_len)
{
    struct assay_domain d = {.hi = fuel, .kind = ASSAY_KIND_UINT};
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_UNIFORM};
    uint32_t most = t->program_max ? t->program_max : UINT32_MAX;

    return begin_list(t, label_number(label), ASSAY_SPAN_PROGRAM, &ask, most, ret_len);
}

enum assay_status assay_element_begin(struct assay_test *t)
{
    return begin(t, 0, ASSAY_SPAN_ELEMENT);
}

enum assay_status assay_choose_elements(struct assay_test *t, const struct assay_ask *ask,
                                        uint32_t count, void *ret_values, size_t size)
{
    struct assay_record *r = t->record;
    char *at = ret_values;
    uint32_t domain;

    if (t->status)
        return t->status;
    if (count > r->max.choices - r->nchoices)
        return fail(t, ASSAY_TOO_LARGE);
    if (count == 0)
        return ASSAY_OK;
    r->spans[t->open].flags |= ASSAY_SPAN_PLAIN;
    domain = domain_number(r, ask->domain);
    for (uint32_t i = 0; i < count; i++, at += size) {
        uint64_t value = ask_integer(t, ask);
        put_choice(r, domain, value, 0);
        assay_int_store(at, size, value);
    }
    return ASSAY_OK;
}
