/*
 * A fuzzer's bytes as choices. Each question takes as few bytes as its range needs,
 * little end first, so that a fuzzer's mutation of one byte changes one choice; after the
 * last byte everything is as simple as it can be.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "choice/test.h"

/*@ predicate Bytes(struct assay_bytes_source *s, integer left) =
      \valid(s) && \valid_read(s->at + (0 .. left - 1)) && s->end == s->at + left;
*/

/*@ requires \valid(s) && \exists integer left; 0 <= left <= 12 && Bytes(s, left);
    requires count <= 8;
    assigns s->at;
    ensures s->at - \old(s->at) == \min(count, s->end - \old(s->at));
    ensures \result == \sum(0, s->at - \old(s->at) - 1,
      \lambda integer i; \old(s->at)[i] << 8 * i);
*/
static uint64_t take(struct assay_bytes_source *s, unsigned count)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < count && s->at < s->end; i++)
        value |= (uint64_t)*s->at++ << (8 * i);
    return value;
}

/*@ requires \valid(s) && \exists integer left; 0 <= left <= 12 && Bytes(s, left);
    assigns s->at;
    ensures \result <= most;
    ensures most == 0 ==> s->at == \old(s->at);
    ensures most < 0x100 ==> s->at - \old(s->at) <= 1;
    ensures 0 < most < 0x100 && s->at > \old(s->at) ==>
      \result == \old(s->at)[0] % (most + 1);
    ensures most == UINT64_MAX ==> s->at - \old(s->at) == \min(8, s->end - \old(s->at));
*/
static uint64_t take_upto(struct assay_bytes_source *s, uint64_t most)
{
    unsigned bits = most == 0 ? 0 : 64 - (unsigned)__builtin_clzll(most);
    uint64_t value = take(s, (bits + 7) / 8);

    return most == UINT64_MAX ? value : value % (most + 1);
}

static uint64_t bytes_scalar(struct assay_source *base, const struct assay_test *t,
                             const struct assay_ask *ask)
{
    struct assay_bytes_source *s = (struct assay_bytes_source *)base;
    const struct assay_domain *d = ask->domain;

    (void)t;
    if (d->kind != ASSAY_KIND_FLOAT)
        return assay_domain_unrank(d, take_upto(s, d->hi - d->lo));
    if (s->at == s->end)
        return assay_domain_simplest(d);
    return take(s, sizeof(double)); /* the test clamps */
}

/*@ requires \valid(s) && \exists integer left; 0 <= left <= 12 && Bytes(s, left);
    requires Alphabet(a) && a->count > 0 && count <= 10;
    requires \valid(room + (0 .. 4 * count - 1));
    requires \separated(room + (0 .. 4 * count - 1), s->at + (0 .. s->end - s->at - 1));
    assigns s->at, room[0 .. 4 * count - 1];
    ensures \result <= 4 * count;
    ensures \result > 0 <==> count > 0 && \old(s->at) < s->end;

    behavior ascii:
      assumes \forall integer i; 0 <= i < a->count ==> a->ranges[i].hi < 0x80;
      ensures \result == s->at - \old(s->at) == \min(count, s->end - \old(s->at));
      ensures \forall integer i; 0 <= i < \result ==> Has(a, room[i]);
*/
static uint32_t text_from(struct assay_bytes_source *s, const struct assay_alphabet *a,
                          unsigned char *room, uint32_t count)
{
    uint32_t len = 0;

    for (uint32_t i = 0; i < count && s->at < s->end; i++) {
        uint32_t code = (uint32_t)take(s, a->ranges[a->count - 1].hi > 0xff ? 3 : 1);
        const struct assay_codes *r = &a->ranges[code % a->count];
        if (!assay_alphabet_has(a, code))
            code = r->lo + code % (r->hi - r->lo + 1);
        len += (uint32_t)assay_utf8_encode(code, (char *)room + len);
    }
    return len;
}

static uint32_t bytes_string(struct assay_source *base, const struct assay_test *t,
                             const struct assay_ask *ask, unsigned char *room)
{
    struct assay_bytes_source *s = (struct assay_bytes_source *)base;
    const struct assay_domain *d = ask->domain;
    uint32_t len = (uint32_t)(d->lo + take_upto(s, d->hi - d->lo));
    size_t left = (size_t)(s->end - s->at);
    struct assay_alphabet alphabet;

    if (d->kind == ASSAY_KIND_TEXT) {
        alphabet = assay_domain_alphabet(t->record, d);
        return text_from(s, &alphabet, room, len);
    }
    if (len > left)
        len = (uint32_t)left;
    for (uint32_t i = 0; i < len; i++)
        room[i] = *s->at++;
    return len;
}

static const struct assay_source_ops bytes_ops = {.scalar = bytes_scalar,
                                                  .string = bytes_string};

void assay_bytes_source_init(struct assay_bytes_source *s, const void *bytes, size_t len)
{
    *s = (struct assay_bytes_source){.base.ops = &bytes_ops, .at = bytes, .end = bytes};
    if (len > 0) /* `bytes` may be NULL */
        s->end += len;
}
