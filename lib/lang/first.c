/*
 * Both are least fixed points, found by a work list: when a set grows, what depends on it
 * is looked at again.
 */
#include "lang/first.h"

/* Who must be looked at again when something changes, as lists in one array. */
struct readers {
    uint32_t *first, *of; /* of[first[x] .. first[x + 1]) */
};

struct search {
    const struct assay_network *net;
    struct assay_first *f;
    struct readers readers;
    uint32_t *queue; /* a ring with a place for each */
    uint8_t *queued;
    uint32_t size, head, waiting;
};

static bool join(struct assay_ahead *to, const struct assay_ahead *from, bool with_end)
{
    struct assay_ahead old = *to;
    bool changed = false;

    for (unsigned i = 0; i < 4; i++) {
        to->bytes.bits[i] |= from->bytes.bits[i];
        changed |= to->bytes.bits[i] != old.bytes.bits[i];
    }
    to->end |= with_end && from->end;
    return changed || to->end != old.end;
}

static void enqueue(struct search *s, uint32_t x)
{
    if (s->queued[x])
        return;
    s->queued[x] = 1;
    s->queue[(s->head + s->waiting++) % s->size] = x;
}

static uint32_t dequeue(struct search *s)
{
    uint32_t x = s->queue[s->head];

    s->head = (s->head + 1) % s->size;
    s->waiting--;
    s->queued[x] = 0;
    return x;
}

static bool start_search(struct search *s, uint32_t size)
{
    s->size = size;
    s->head = s->waiting = 0;
    s->queue = assay_arena_new(&s->f->arena, size, sizeof *s->queue);
    s->queued = assay_arena_new(&s->f->arena, size, 1);
    return s->queue && s->queued;
}

/* ---- FIRST. */

/* What FIRST of a state is made of, at most. */
static uint32_t sources_of(const struct assay_network *net, uint32_t state,
                           const uint32_t **ret_more, uint32_t *ret_count,
                           uint32_t own[2])
{
    const struct assay_net_state *s = &net->states[state];

    *ret_more = own;
    *ret_count = 0;
    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
    case ASSAY_STATE_END:
        break;
    case ASSAY_STATE_CALL:
        own[(*ret_count)++] = net->rules[s->b].start;
        if (net->rules[s->b].nullable && !s->nonempty)
            own[(*ret_count)++] = s->next;
        break;
    case ASSAY_STATE_SPLIT:
        if (s->b > 0)
            *ret_more = net->targets + s->a;
        *ret_count = s->b;
        break;
    case ASSAY_STATE_LOOP:
        own[(*ret_count)++] = s->a;
        own[(*ret_count)++] = s->next;
        break;
    }
    return *ret_count;
}

static bool find_readers(struct search *s)
{
    const struct assay_network *net = s->net;
    struct readers *r = &s->readers;
    uint32_t own[2], count;
    const uint32_t *more;

    r->first = assay_arena_new(&s->f->arena, (size_t)net->nstates + 2, sizeof *r->first);
    if (!r->first)
        return false;
    for (uint32_t i = 0; i < net->nstates; i++)
        for (sources_of(net, i, &more, &count, own); count > 0; count--)
            r->first[more[count - 1] + 2]++;
    for (uint32_t i = 0; i < net->nstates; i++)
        r->first[i + 2] += r->first[i + 1];
    r->of = assay_arena_new(&s->f->arena, r->first[net->nstates + 1], sizeof *r->of);
    if (!r->of)
        return false;
    for (uint32_t i = 0; i < net->nstates; i++)
        for (sources_of(net, i, &more, &count, own); count > 0; count--)
            r->of[r->first[more[count - 1] + 1]++] = i;
    return true;
}

/* Whether FIRST of the state grew. */
static bool update_first(struct search *s, uint32_t state)
{
    const struct assay_net_state *st = &s->net->states[state];
    struct assay_ahead *to = &s->f->states[state];
    bool is_call = st->kind == ASSAY_STATE_CALL, changed = false;
    uint32_t own[2], count;
    const uint32_t *more;

    sources_of(s->net, state, &more, &count, own);
    for (uint32_t i = 0; i < count; i++)
        changed |= join(to, &s->f->states[more[i]], !is_call || i == 1);
    return changed;
}

static bool find_first(struct search *s)
{
    const struct assay_network *net = s->net;

    if (!start_search(s, net->nstates) || !find_readers(s))
        return false;
    for (uint32_t i = 0; i < net->nstates; i++) {
        if (net->states[i].kind == ASSAY_STATE_BYTES)
            s->f->states[i].bytes = net->sets[net->states[i].a];
        s->f->states[i].end = net->states[i].kind == ASSAY_STATE_END;
        enqueue(s, i);
    }
    while (s->waiting > 0) {
        uint32_t state = dequeue(s);
        bool is_source = net->states[state].kind == ASSAY_STATE_BYTES ||
                         net->states[state].kind == ASSAY_STATE_END;

        if (!update_first(s, state) && !is_source)
            continue;
        for (uint32_t i = s->readers.first[state]; i < s->readers.first[state + 1]; i++)
            enqueue(s, s->readers.of[i]);
    }
    return true;
}

/* ---- FOLLOW. */

/* The call at `state` hands on what can come behind it. Whether that is news. */
static bool hand_on(struct search *s, uint32_t state)
{
    const struct assay_net_state *st = &s->net->states[state];
    const struct assay_ahead *behind = &s->f->states[st->next];
    struct assay_ahead *to = &s->f->follow[st->b];
    bool changed = join(to, behind, false);

    if (behind->end)
        changed |= join(to, &s->f->follow[st->rule], true);
    return changed;
}

/* The calls that are in each rule, as readers of its FOLLOW. */
static bool find_calls(struct search *s)
{
    const struct assay_network *net = s->net;
    struct readers *r = &s->readers;

    r->first = assay_arena_new(&s->f->arena, (size_t)net->nrules + 2, sizeof *r->first);
    r->of = assay_arena_new(&s->f->arena, net->nstates, sizeof *r->of);
    if (!r->first || !r->of)
        return false;
    for (uint32_t i = 0; i < net->nstates; i++)
        if (net->states[i].kind == ASSAY_STATE_CALL)
            r->first[net->states[i].rule + 2]++;
    for (uint32_t i = 0; i < net->nrules; i++)
        r->first[i + 2] += r->first[i + 1];
    for (uint32_t i = 0; i < net->nstates; i++)
        if (net->states[i].kind == ASSAY_STATE_CALL)
            r->of[r->first[net->states[i].rule + 1]++] = i;
    return true;
}

static bool find_follow(struct search *s)
{
    const struct assay_network *net = s->net;

    if (!start_search(s, net->nrules) || !find_calls(s))
        return false;
    s->f->follow[net->start].end = true;
    for (uint32_t i = 0; i < net->nrules; i++)
        enqueue(s, i);
    while (s->waiting > 0) {
        uint32_t rule = dequeue(s);

        for (uint32_t i = s->readers.first[rule]; i < s->readers.first[rule + 1]; i++)
            if (hand_on(s, s->readers.of[i]))
                enqueue(s, net->states[s->readers.of[i]].b);
    }
    return true;
}

/* ---- */

enum assay_status assay_first_build(struct assay_first *f,
                                    const struct assay_network *net)
{
    struct search s = {.net = net, .f = f};

    *f = (struct assay_first){0};
    assay_arena_init(&f->arena, net->mem, 0);
    f->states = assay_arena_new(&f->arena, net->nstates, sizeof *f->states);
    f->follow = assay_arena_new(&f->arena, net->nrules, sizeof *f->follow);
    if (f->states && f->follow && find_first(&s) && find_follow(&s))
        return ASSAY_OK;
    assay_first_done(f);
    return ASSAY_NO_MEMORY;
}

void assay_first_done(struct assay_first *f)
{
    assay_arena_done(&f->arena);
}

struct assay_ahead assay_first_look(const struct assay_first *f,
                                    const struct assay_network *net, uint32_t state)
{
    struct assay_ahead look = f->states[state];

    if (look.end) {
        look.end = false;
        join(&look, &f->follow[net->states[state].rule], true);
    }
    return look;
}
