/*
 * Whether a trace violates the property: the automaton is run over it for the values that
 * the variables can have.
 *
 * First without conditions, backwards: in most traces nothing that the property speaks of
 * happens in its order, and no value needs to be tried. What is left of the moves, those
 * on a way from the start to an accepting end, is all that is looked at from then on. The
 * variables get their values one after the other; where it is known which of them a
 * condition speaks of, the automaton is run as soon as it gets one, with all conditions
 * true that wait for others. It has no negation, so if that does not accept, no values of
 * the others will. All values of the last variable are tried at once: a state is a set of
 * lanes, one for each value with which it is reached, and only a condition looks at them
 * one by one.
 */
#include "trace/run.h"
#include <string.h>

#define LOOKS 10000000 /* at conditions and moves, for one trace at most */

struct search {
    struct assay_trace *t;
    const struct assay_trace_property *p;
    uint64_t *alive; /* before each event and at the end: states on a way to acceptance */
    size_t nalive;   /* words of such a set */
    size_t *first;   /* of each event: the moves on a way, up to those of the next */
    uint32_t *useful;
    size_t nuseful, useful_cap;
    struct assay_trace_values *candidates; /* of each variable */
    struct assay_trace_value *vars;
    const struct assay_trace_values *lanes; /* values of the last one; NULL: one lane */
    uint64_t *now[2];     /* of each state its lanes, before and after an event */
    size_t nwords;        /* of a set of lanes */
    const uint64_t *uses; /* which variables conditions speak of, or NULL */
    uint64_t looks;
};

static bool has(const uint64_t *set, uint32_t state)
{
    return set[state / 64] >> state % 64 & 1;
}

static void put(uint64_t *set, uint32_t state)
{
    set[state / 64] |= (uint64_t)1 << state % 64;
}

static bool is_empty(const uint64_t *set, size_t nwords)
{
    for (size_t i = 0; i < nwords; i++)
        if (set[i])
            return false;
    return true;
}

/* ---- Without conditions */

/* False when no run of the automaton can accept. */
static bool look_backwards(struct search *s)
{
    const struct assay_trace_property *p = s->p;
    size_t nlog = s->t->nlog;

    s->nalive = (p->nstates + 63) / 64;
    s->alive = assay_trace_new(s->t, (nlog + 1) * s->nalive, sizeof *s->alive);
    for (uint32_t i = 0; i < p->nstates; i++)
        if (p->accepts[i])
            put(s->alive + nlog * s->nalive, i);
    for (size_t i = nlog; i-- > 0;) {
        uint64_t *before = s->alive + i * s->nalive, *after = before + s->nalive;
        for (uint32_t k = 0; k < p->nmoves; k++)
            if (p->moves[k].operation == s->t->log[i].operation &&
                has(after, p->moves[k].to))
                put(before, p->moves[k].from);
        if (is_empty(before, s->nalive))
            return false;
    }
    return has(s->alive, 0);
}

static void note_useful(struct search *s, uint32_t move)
{
    void *useful = s->useful;

    assay_trace_grow(s->t, &useful, &s->useful_cap, s->nuseful, sizeof *s->useful);
    s->useful = useful;
    s->useful[s->nuseful++] = move;
}

/* The moves of event i from states in `before` on a way to acceptance. */
static void note_event(struct search *s, size_t i, const uint64_t *before,
                       uint64_t *after)
{
    const uint64_t *alive = s->alive + (i + 1) * s->nalive;

    memset(after, 0, s->nalive * sizeof *after);
    for (uint32_t k = 0; k < s->p->nmoves; k++) {
        const struct assay_trace_move *m = &s->p->moves[k];
        if (m->operation != s->t->log[i].operation || !has(before, m->from) ||
            !has(alive, m->to))
            continue;
        put(after, m->to);
        note_useful(s, k);
    }
}

/* Lists the moves on a way from the start to acceptance. */
static void look_forwards(struct search *s)
{
    uint64_t *reached[2];

    for (int i = 0; i < 2; i++)
        reached[i] = assay_trace_new(s->t, s->nalive, sizeof *reached[i]);
    s->first = assay_trace_new(s->t, s->t->nlog + 1, sizeof *s->first);
    put(reached[0], 0);
    for (size_t i = 0; i < s->t->nlog; i++) {
        note_event(s, i, reached[i % 2], reached[1 - i % 2]);
        s->first[i + 1] = s->nuseful;
    }
}

/* ---- With conditions */

/* Whether the condition speaks of variables past the first `known`. */
static bool speaks_of_more(const struct search *s, uint32_t condition, uint32_t known)
{
    return known < s->p->nvars && (!s->uses || s->uses[condition] >> known);
}

/* Leaves of the lanes in `bits` those in which the condition can hold, when the first
 * `known` variables have their values and, in lanes, the last one. */
static uint64_t filter(struct search *s, uint32_t condition, uint32_t known,
                       const struct assay_trace_value *fields, uint64_t bits, size_t word)
{
    const struct assay_trace_property *p = s->p;
    uint64_t left = 0;

    if (condition == 0 || bits == 0)
        return bits;
    if (!speaks_of_more(s, condition, known))
        return p->holds(s->t, condition, fields, s->vars) ? bits : 0;
    if (!s->lanes)
        return bits;
    for (; bits; bits &= bits - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(bits);
        s->vars[known] = s->lanes->at[64 * word + bit];
        s->looks++;
        if (p->holds(s->t, condition, fields, s->vars))
            left |= 1ull << bit;
    }
    return left;
}

/* The states after event i, of those in `before`; whether there are any. */
static bool advance(struct search *s, size_t i, uint32_t known, const uint64_t *before,
                    uint64_t *after)
{
    uint64_t any = 0;

    memset(after, 0, s->p->nstates * s->nwords * sizeof *after);
    s->looks += (s->first[i + 1] - s->first[i]) * s->nwords;
    for (size_t k = s->first[i]; k < s->first[i + 1]; k++) {
        const struct assay_trace_move *m = &s->p->moves[s->useful[k]];
        const uint64_t *from = before + m->from * s->nwords;
        uint64_t *to = after + m->to * s->nwords;
        for (size_t w = 0; w < s->nwords; w++) {
            to[w] |=
                filter(s, m->condition, known, s->t->log[i].fields, from[w] & ~to[w], w);
            any |= to[w];
        }
    }
    return any != 0;
}

/* All lanes are in the first state. */
static void begin(struct search *s, size_t nlanes)
{
    s->nwords = (nlanes + 63) / 64;
    memset(s->now[0], 0, s->p->nstates * s->nwords * sizeof *s->now[0]);
    memset(s->now[0], 0xff, nlanes / 64 * sizeof *s->now[0]);
    if (nlanes % 64 > 0)
        s->now[0][nlanes / 64] = (1ull << nlanes % 64) - 1;
}

static bool is_too_much(struct search *s)
{
    return s->looks > LOOKS;
}

/* The first lane that is in any state; there is one. */
static size_t first_lane(const struct search *s, const uint64_t *states)
{
    uint64_t bits = 0;
    size_t word = 0;

    for (;; word++) {
        for (uint32_t i = 0; i < s->p->nstates; i++)
            bits |= states[i * s->nwords + word];
        if (bits)
            return 64 * word + (size_t)__builtin_ctzll(bits);
    }
}

/* Runs the automaton; whether it can accept. With lanes the last variable gets a value
 * for which it does. */
static bool can_accept(struct search *s, uint32_t known)
{
    size_t nlog = s->t->nlog;

    begin(s, s->lanes ? s->lanes->count : 1);
    for (size_t i = 0; i < nlog; i++) {
        if (is_too_much(s) || !advance(s, i, known, s->now[i % 2], s->now[1 - i % 2]))
            return false;
    }
    if (s->lanes) /* what is left are states that accept */
        s->vars[known] = s->lanes->at[first_lane(s, s->now[nlog % 2])];
    return true;
}

/* Values for the variables from `known` on, for the last one all at once. The recursion
 * is as deep as there are variables. */
static bool assign(struct search *s, uint32_t known)
{
    const struct assay_trace_values *values = &s->candidates[known];

    s->lanes = known + 1 == s->p->nvars ? values : NULL;
    if (s->lanes && values->count == 0)
        return false;
    if (known + 1 >= s->p->nvars)
        return can_accept(s, known);
    if (s->uses && !can_accept(s, known))
        return false;
    for (size_t i = 0; i < values->count && !is_too_much(s); i++) {
        s->vars[known] = values->at[i];
        if (assign(s, known + 1))
            return true;
    }
    return false;
}

static void gather(struct search *s)
{
    const struct assay_trace_property *p = s->p;

    s->candidates = assay_trace_new(s->t, p->nvars + 1, sizeof *s->candidates);
    s->vars = assay_trace_new(s->t, p->nvars + 1, sizeof *s->vars);
    for (uint32_t i = 0; i < p->nvars; i++) {
        uint32_t k = 0;
        while (k < i && !assay_trace_same_type(&p->vars[k], &p->vars[i]))
            k++;
        s->candidates[i] =
            k < i ? s->candidates[k] : assay_trace_candidates(s->t, &p->vars[i]);
    }
}

/* Room for the lanes of each state. */
static void make_room(struct search *s)
{
    uint32_t nvars = s->p->nvars;
    size_t nlanes = nvars > 0 ? s->candidates[nvars - 1].count : 1;
    size_t nwords = (nlanes + 63) / 64 + 1;

    for (int i = 0; i < 2; i++)
        s->now[i] = assay_trace_new(s->t, s->p->nstates * nwords, sizeof *s->now[i]);
}

static const struct assay_trace_value *find_violation(struct assay_trace *t)
{
    struct search s = {.t = t, .p = t->spec->property};

    s.uses = s.p->nvars <= 64 ? s.p->uses : NULL;
    if (!look_backwards(&s))
        return NULL;
    look_forwards(&s);
    gather(&s);
    make_room(&s);
    if (assign(&s, 0))
        return s.vars;
    if (is_too_much(&s)) {
        t->end = ASSAY_TRACE_DISCARDED;
        t->why = assay_trace_format(
            t, "%s has too many values to be tried on a trace of %zu events", s.p->name,
            t->nlog);
    }
    return NULL;
}

const struct assay_trace_value *assay_trace_violation(struct assay_trace *t)
{
    const struct assay_trace_value *vars;

    t->judging = true;
    vars = find_violation(t);
    t->judging = false;
    return vars;
}
