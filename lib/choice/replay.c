/*
 * Replaying values. What is asked need not be what was recorded: generators change, and
 * the shrinker proposes lists that fit only roughly. A value of the right kind is
 * clamped, any other is passed over and the simplest one given.
 */
#include "choice/order.h"
#include "choice/test.h"
#include <string.h>

static bool in_hole(struct assay_replay *s, const struct assay_test *t)
{
    if (s->hole && s->hole_depth == 0 && t->record->nchoices == s->hole->start) {
        s->hole_depth = s->hole->depth ? s->hole->depth : t->depth;
        if (s->hole_depth == 0)
            s->hole_depth = 1; /* no span: the rest is the hole */
    }
    return s->hole_depth > 0;
}

/* The hole ends with the span it began in; the replay goes on behind it. */
static void replay_span(struct assay_source *base, const struct assay_test *t,
                        bool begins)
{
    struct assay_replay *s = (struct assay_replay *)base;

    if (begins)
        return;
    if (t->depth < s->low)
        s->low = t->depth;
    if (s->hole_depth == 0 || t->depth >= s->hole_depth)
        return;
    s->next = s->hole->resume;
    s->hole_depth = 0;
    s->hole = NULL;
}

/*
 * Whether the next value belongs to what is being asked. The spans closed since the last
 * value must be those that were closed when it was recorded: if the recording had closed
 * more, the question is one too many for its span; if fewer, the values up to that point
 * are left over.
 */
static bool is_next_ours(struct assay_replay *s)
{
    while (s->next < s->values->count) {
        const struct assay_value *v = &s->values->at[s->next];
        if (!v->is_placed || v->place.low == s->low)
            return true;
        if (v->place.low < s->low)
            return false;
        s->next++;
    }
    return true;
}

/* The next value if it is one that can answer for this kind. */
static const struct assay_value *take(struct assay_replay *s, const struct assay_test *t,
                                      unsigned kind)
{
    const struct assay_value *v;

    if (!is_next_ours(s) || s->next >= s->values->count) {
        s->misfit = true;
        return NULL;
    }
    s->low = t->depth;
    v = &s->values->at[s->next++];
    if (v->kind == kind || (v->kind <= ASSAY_KIND_UINT && kind <= ASSAY_KIND_UINT))
        return v;
    s->misfit = true;
    return NULL;
}

static struct assay_source *filler(struct assay_replay *s, const struct assay_test *t)
{
    bool ended = s->next >= s->values->count;

    if (!s->fill)
        return NULL;
    if (in_hole(s, t)) {
        s->low = t->depth; /* what is drawn here stands for the values left out */
        return &s->fill->base;
    }
    return !s->hole && ended ? &s->fill->base : NULL;
}

/* Whether an integer value of one signedness means the same in the other. */
static bool same_meaning(const struct assay_value *v, unsigned kind)
{
    return v->kind == kind || (int64_t)v->bits >= 0;
}

static uint64_t replay_scalar(struct assay_source *base, const struct assay_test *t,
                              const struct assay_ask *ask)
{
    struct assay_replay *s = (struct assay_replay *)base;
    const struct assay_domain *d = ask->domain;
    struct assay_source *fill = filler(s, t);
    const struct assay_value *v;

    if (fill)
        return fill->ops->scalar(fill, t, ask);
    v = take(s, t, d->kind);
    if (!v)
        return assay_domain_simplest(d);
    if (d->kind == ASSAY_KIND_FLOAT)
        return v->bits; /* the test clamps */
    if (!same_meaning(v, d->kind)) {
        s->misfit = true;
        return v->kind == ASSAY_KIND_INT ? d->lo : d->hi;
    }
    if (!assay_domain_has(d, v->bits))
        s->misfit = true;
    return assay_domain_clamp(d, v->bits);
}

static uint32_t replay_string(struct assay_source *base, const struct assay_test *t,
                              const struct assay_ask *ask, unsigned char *room)
{
    struct assay_replay *s = (struct assay_replay *)base;
    const struct assay_domain *d = ask->domain;
    struct assay_source *fill = filler(s, t);
    uint64_t most = d->kind == ASSAY_KIND_TEXT ? 4 * d->hi : d->hi;
    const struct assay_value *v;
    uint32_t len;

    if (fill)
        return fill->ops->string(fill, t, ask, room);
    v = take(s, t, d->kind);
    if (!v)
        return 0;
    len = v->len < most ? v->len : (uint32_t)most;
    memcpy(room, s->values->pool.at + v->bits, len);
    return len;
}

static const struct assay_source_ops replay_ops = {
    .scalar = replay_scalar, .string = replay_string, .span = replay_span};

void assay_replay_init(struct assay_replay *s, const struct assay_values *values,
                       struct assay_random *fill, const struct assay_hole *hole)
{
    *s = (struct assay_replay){
        .base.ops = &replay_ops, .values = values, .fill = fill, .hole = hole};
}
