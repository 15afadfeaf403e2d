#include "choice/record.h"
#include "base/buf.h"
#include "choice/order.h"
#include <string.h>

const struct assay_limits assay_limits_default = {
    .choices = 1u << 18,
    .spans = 1u << 18,
    .pool = 1u << 22,
};

/*@ requires n <= SIZE_MAX - 15;
    assigns \nothing;
    ensures n <= \result < n + 16 && \result % 16 == 0;
*/
static size_t round_up(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

size_t assay_record_size(const struct assay_limits *max)
{
    return round_up(sizeof(struct assay_record)) +
           round_up(max->choices * sizeof(struct assay_choice)) +
           round_up(max->choices * sizeof(struct assay_domain)) +
           round_up(max->spans * sizeof(struct assay_span)) + round_up(max->pool);
}

struct assay_record *assay_record_init(void *block, const struct assay_limits *max)
{
    struct assay_record *r = block;
    char *at = (char *)block + round_up(sizeof *r);

    r->max = *max;
    r->choices = (void *)at;
    at += round_up(max->choices * sizeof(struct assay_choice));
    r->domains = (void *)at;
    at += round_up(max->choices * sizeof(struct assay_domain));
    r->spans = (void *)at;
    at += round_up(max->spans * sizeof(struct assay_span));
    r->pool = (void *)at;
    assay_record_clear(r);
    return r;
}

void assay_record_clear(struct assay_record *r)
{
    r->nchoices = r->ndomains = r->nspans = r->npool = 0;
    memset(r->recent, 0, sizeof r->recent);
}

enum assay_status assay_record_copy(struct assay_record *to,
                                    const struct assay_record *from)
{
    if (from->nchoices > to->max.choices || from->ndomains > to->max.choices ||
        from->nspans > to->max.spans || from->npool > to->max.pool)
        return ASSAY_TOO_LARGE;
    to->nchoices = from->nchoices;
    to->ndomains = from->ndomains;
    to->nspans = from->nspans;
    to->npool = from->npool;
    memcpy(to->recent, from->recent, sizeof to->recent);
    memcpy(to->choices, from->choices, from->nchoices * sizeof *to->choices);
    memcpy(to->domains, from->domains, from->ndomains * sizeof *to->domains);
    memcpy(to->spans, from->spans, from->nspans * sizeof *to->spans);
    memcpy(to->pool, from->pool, from->npool);
    return ASSAY_OK;
}

/*@ requires \valid_read(r);
    assigns \nothing;
    ensures \result <==> InPool(r, start, len);
*/
static bool in_pool(const struct assay_record *r, uint64_t start, uint64_t len)
{
    return start <= r->npool && len <= r->npool - start;
}

/*@ requires \valid_read(r) && \valid_read(d);
    assigns \nothing;
    ensures \result <==> SoundDomain(r, d);
*/
static bool domain_is_sound(const struct assay_record *r, const struct assay_domain *d)
{
    if (d->kind > ASSAY_KIND_TEXT)
        return false;
    if (d->kind != ASSAY_KIND_TEXT)
        return true;
    return d->extra > 0 && d->toward % sizeof(struct assay_codes) == 0 &&
           in_pool(r, d->toward, (uint64_t)d->extra * sizeof(struct assay_codes));
}

/*@ requires \valid_read(r) && \valid_read(r->domains + (0 .. r->ndomains - 1));
    requires \valid_read(c);
    assigns \nothing;
    ensures \result <==> SoundChoice(r, c);
*/
static bool choice_is_sound(const struct assay_record *r, const struct assay_choice *c)
{
    if (c->domain >= r->ndomains)
        return false;
    return r->domains[c->domain].kind < ASSAY_KIND_BYTES || in_pool(r, c->value, c->len);
}

/* A span that the crash left open ends where the record ends. */
/*@ requires \valid(r) && \valid(r->spans + (0 .. r->nspans - 1)) && i < r->nspans;
    assigns r->spans[i].end;
    ensures \result <==> SoundSpan(r, i);
    ensures r->spans[i].end ==
      \old(r->spans[i].end == UINT32_MAX ? r->nchoices : r->spans[i].end);
*/
static bool mend_span(struct assay_record *r, uint32_t i)
{
    struct assay_span *s = &r->spans[i];

    if (s->end == UINT32_MAX)
        s->end = r->nchoices;
    return s->start <= s->end && s->end <= r->nchoices &&
           (s->parent == ASSAY_NO_SPAN || s->parent < i);
}

bool assay_record_repair(struct assay_record *r)
{
    if (r->nchoices > r->max.choices || r->ndomains > r->max.choices ||
        r->nspans > r->max.spans || r->npool > r->max.pool)
        return false;
    for (uint32_t i = 0; i < r->ndomains; i++)
        if (!domain_is_sound(r, &r->domains[i]))
            return false;
    for (uint32_t i = 0; i < r->nchoices; i++)
        if (!choice_is_sound(r, &r->choices[i]))
            return false;
    for (uint32_t i = 0; i < r->nspans; i++)
        if (!mend_span(r, i))
            return false;
    return true;
}

static void dump_choice(const struct assay_record *r, uint32_t i, struct assay_buf *out)
{
    const struct assay_choice *c = &r->choices[i];
    const struct assay_domain *d = &r->domains[c->domain];

    switch ((enum assay_kind)d->kind) {
    case ASSAY_KIND_INT:
        assay_buf_printf(out, "int %lld in %lld..%lld", (long long)c->value,
                         (long long)d->lo, (long long)d->hi);
        break;
    case ASSAY_KIND_UINT:
        assay_buf_printf(out, "%s %llu in %llu..%llu",
                         d->flags & ASSAY_DOMAIN_PICK ? "pick" : "uint",
                         (unsigned long long)c->value, (unsigned long long)d->lo,
                         (unsigned long long)d->hi);
        break;
    case ASSAY_KIND_BOOL:
        assay_buf_printf(out, "bool %d", (int)c->value);
        break;
    case ASSAY_KIND_INDEX:
        assay_buf_printf(out, "index %u of %u", (unsigned)c->value, (unsigned)d->hi + 1);
        break;
    case ASSAY_KIND_FLOAT:
        assay_buf_puts(out, "float ");
        assay_buf_double(out, assay_double_of(c->value));
        break;
    case ASSAY_KIND_BYTES:
    case ASSAY_KIND_TEXT:
        assay_buf_puts(out, d->kind == ASSAY_KIND_TEXT ? "text " : "bytes ");
        assay_buf_c_string(out, (const char *)r->pool + c->value, c->len);
        break;
    }
    assay_buf_putc(out, '\n');
}

static void dump_indent(struct assay_buf *out, uint32_t depth)
{
    for (uint32_t i = 0; i < depth; i++)
        assay_buf_puts(out, "  ");
}

/*@ logic integer Depth(struct assay_record *r, integer span) =
      span == ASSAY_NO_SPAN ? 0 : 1 + Depth(r, r->spans[span].parent);
*/

/*@ requires Sound(r) && (span < r->nspans || span == ASSAY_NO_SPAN);
    assigns \nothing;
    ensures \result == Depth(r, span);
*/
static uint32_t span_depth(const struct assay_record *r, uint32_t span)
{
    uint32_t depth = 0;

    for (; span != ASSAY_NO_SPAN; span = r->spans[span].parent)
        depth++;
    return depth;
}

void assay_record_dump(const struct assay_record *r, struct assay_buf *out)
{
    uint32_t span = 0;

    for (uint32_t i = 0; i <= r->nchoices; i++) {
        uint32_t inner = ASSAY_NO_SPAN;
        for (; span < r->nspans && r->spans[span].start == i; span++) {
            const struct assay_span *s = &r->spans[span];
            dump_indent(out, span_depth(r, s->parent));
            assay_buf_printf(out, "%s%s%s[%u]\n",
                             s->flags & ASSAY_SPAN_DISCARDED ? "discarded " : "",
                             s->flags & ASSAY_SPAN_LIST ? "list" : "",
                             s->flags & ASSAY_SPAN_ELEMENT ? "element" : "",
                             s->end == UINT32_MAX ? 0 : s->end - s->start);
        }
        if (i == r->nchoices)
            break;
        for (uint32_t k = 0; k < span; k++)
            if (r->spans[k].start <= i && i < r->spans[k].end)
                inner = k;
        dump_indent(out, span_depth(r, inner));
        dump_choice(r, i, out);
    }
}
