/*
 * Counterexamples by trying: all values of a scope that are small together, the smallest
 * first. Each value has a cost (0 is 0, 1 is 1, an array pays for its length and its
 * items); for a sum of 0, then 1, 2 and so on the variables are given values one after
 * the other, and a fact that does not hold ends the branch. So it depends little on how
 * many variables there are that do not matter: these cost nothing.
 *
 * It ends where its steps are spent, not its time: the same question has the same answer.
 */
#include "smt/candidate.h"

#include <string.h>

#define COST_MAX 12
#define ITEMS_MAX 400     /* of a scope */
#define CHOICES_MAX 120   /* values of one type at one cost */
#define LENGTH_MAX 4      /* of arrays */
#define DEPTH_MAX 8       /* of types */
#define STEPS_MAX 4000000 /* of all evaluations */
#define VISITS_MAX 300000 /* items looked at */

/* Values of a type. */
typedef struct {
    Candidate *c;
    const EvalFrame *frame;
    const Value *at[CHOICES_MAX];
    uint32_t count;
} Choices;

static void choose(Choices *out, const Type *t, uint32_t cost, uint32_t depth);

static void add(Choices *out, const Value *v)
{
    if (v && out->count < CHOICES_MAX)
        out->at[out->count++] = v;
}

typedef struct {
    Candidate *c;
    EvalFrame *frames;
    /* Of items: values by their cost, once they are needed; kept if they are the same
     * whatever other variables are. */
    Choices *(*choices)[COST_MAX + 1];
    bool *kept;
    uint64_t steps;
    uint32_t visits;
} Search;

/* ---- Values of a type and a cost. */

/* 0; 1; 2, -1; 3; 4, -2; ... */
static void choose_integers(Choices *out, uint32_t cost)
{
    add(out, value_int(out->c->arena, (int64_t)cost));
    if (cost > 0 && cost % 2 == 0)
        add(out, value_int(out->c->arena, -(int64_t)(cost / 2)));
}

static void choose_string(Choices *out, uint32_t cost)
{
    static const char *const STRINGS[] = {"", "a", "b", "ab", "aaa"};

    if (cost < sizeof STRINGS / sizeof *STRINGS)
        add(out, value_string(out->c->arena, assay_str(STRINGS[cost])));
}

/* What is put together from parts that cost as much as it has left. */
typedef struct {
    Choices *out;
    const Type *type;
    uint32_t depth;
    uint32_t count; /* of parts */
    const Value **parts;
    ValueMember *members;
} Whole;

static void give_whole(const Whole *w)
{
    struct assay_arena *a = w->out->c->arena;
    const Value **items;
    ValueMember *members;
    uint32_t n = 0;

    if (w->type->kind == TYPE_ARRAY) {
        items = assay_arena_new(a, w->count, sizeof *items);
        for (; items && n < w->count; n++)
            items[n] = w->parts[n];
        add(w->out, items ? value_array(a, items, n) : NULL);
        return;
    }
    members = assay_arena_new(a, w->count, sizeof *members);
    for (uint32_t i = 0; members && i < w->count; i++)
        if (w->parts[i])
            members[n++] =
                (ValueMember){assay_str(w->type->as.object.fields[i].name), w->parts[i]};
    add(w->out, members ? value_object(a, members, n) : NULL);
}

static void choose_parts(const Whole *w, uint32_t part, uint32_t cost)
{
    bool field = w->type->kind == TYPE_OBJECT;
    bool optional = field && part < w->count && w->type->as.object.fields[part].optional;
    const Type *type;
    Choices *own;

    if (part == w->count) {
        if (cost == 0)
            give_whole(w);
        return;
    }
    type = field ? w->type->as.object.fields[part].type : w->type->as.of;
    own = assay_arena_new(w->out->c->arena, 1, sizeof *own);
    if (!own)
        return;
    own->c = w->out->c;
    own->frame = w->out->frame;
    w->parts[part] = NULL;
    if (optional)
        choose_parts(w, part + 1, cost);
    for (uint32_t pays = optional; pays <= cost && w->out->count < CHOICES_MAX; pays++) {
        own->count = 0;
        choose(own, type, pays - optional, w->depth);
        for (uint32_t i = 0; i < own->count && w->out->count < CHOICES_MAX; i++) {
            w->parts[part] = own->at[i];
            choose_parts(w, part + 1, cost - pays);
        }
    }
}

static void choose_whole(Choices *out, const Type *t, uint32_t count, uint32_t cost,
                         uint32_t depth)
{
    Whole w = {out, t, depth, count, NULL, NULL};

    w.parts = assay_arena_new(out->c->arena, count, sizeof *w.parts);
    if (w.parts)
        choose_parts(&w, 0, cost);
}

static void choose_arrays(Choices *out, const Type *t, uint32_t cost, uint32_t depth)
{
    for (uint32_t n = 0; n <= cost && n <= LENGTH_MAX; n++)
        choose_whole(out, t, n, cost - n, depth);
}

static void choose_refined(Choices *out, const Type *t, uint32_t cost, uint32_t depth)
{
    uint32_t n = out->count, first = n;

    choose(out, t->as.refine.var->type, cost, depth);
    for (uint32_t i = first; i < out->count; i++)
        if (smt_candidate_has_type(out->c, out->at[i], t, out->frame))
            out->at[n++] = out->at[i];
    out->count = n;
}

/* `depth` is what is left for types in types. */
static void choose(Choices *out, const Type *t, uint32_t cost, uint32_t depth)
{
    t = type_resolve(t);
    if (depth == 0)
        return;
    switch (t->kind) {
    case TYPE_INTEGER:
    case TYPE_NUMBER:
        choose_integers(out, cost);
        break;
    case TYPE_BOOLEAN:
        if (cost < 2)
            add(out, value_boolean(cost == 1));
        break;
    case TYPE_STRING:
        choose_string(out, cost);
        break;
    case TYPE_OBJECT:
        choose_whole(out, t, t->as.object.count, cost, depth - 1);
        break;
    case TYPE_ARRAY:
        choose_arrays(out, t, cost, depth - 1);
        break;
    case TYPE_REFINE:
        choose_refined(out, t, cost, depth - 1);
        break;
    case TYPE_UNION:
        for (uint32_t i = 0; i < t->as.list.count && i <= cost; i++)
            choose(out, t->as.list.of[i], cost - i, depth - 1);
        break;
    default: /* one that is like it, if there is one */
        if (cost == 0)
            add(out, smt_candidate_simplest(out->c, t, out->frame));
        break;
    }
}

/* ---- The variables, one after the other. */

static bool search_from(Search *s, uint32_t item, uint32_t cost, const EvalFrame *frame);

static bool search_behind(Search *s, uint32_t item, uint32_t cost, const EvalFrame *frame)
{
    Candidate *c = s->c;

    if (!smt_candidate_item_holds(c, item, frame))
        return false;
    if (!c->items[item]->var)
        return search_from(s, item + 1, cost, frame);
    s->frames[item] = (EvalFrame){c->items[item]->var, c->values[item], frame};
    return search_from(s, item + 1, cost, &s->frames[item]);
}

static bool is_spent(const Search *s)
{
    return s->visits >= VISITS_MAX || s->steps >= STEPS_MAX;
}

/* The values of a variable that cost so much. */
static const Choices *choices_of(Search *s, uint32_t item, uint32_t cost,
                                 const EvalFrame *frame)
{
    Choices **own = &s->choices[item][cost];

    if (*own && s->kept[item])
        return *own;
    if (!*own)
        *own = assay_arena_new(s->c->arena, 1, sizeof **own);
    if (!*own)
        return NULL;
    (*own)->c = s->c;
    (*own)->frame = frame;
    (*own)->count = 0;
    choose(*own, s->c->items[item]->var->type, cost, DEPTH_MAX);
    return *own;
}

static bool search_values(Search *s, uint32_t item, uint32_t cost, const EvalFrame *frame)
{
    for (uint32_t pays = 0; pays <= cost; pays++) {
        const Choices *choices = choices_of(s, item, pays, frame);
        for (uint32_t i = 0; choices && i < choices->count && !is_spent(s); i++) {
            s->c->values[item] = choices->at[i];
            if (search_behind(s, item, cost - pays, frame))
                return true;
        }
    }
    return false;
}

static bool search_from(Search *s, uint32_t item, uint32_t cost, const EvalFrame *frame)
{
    Candidate *c = s->c;

    if (is_spent(s))
        return false;
    s->visits++;
    if (item == c->count)
        return cost == 0 && smt_candidate_goal_fails(c, frame);
    if (!c->items[item]->var)
        return search_behind(s, item, cost, frame);
    c->values[item] = NULL;
    if (smt_candidate_is_defined(c, item)) {
        smt_candidate_define(c, item, frame);
        return search_behind(s, item, cost, frame);
    }
    return search_values(s, item, cost, frame);
}

static bool speaks_of_others(const Candidate *c, uint32_t item)
{
    for (uint32_t i = 0; i < item; i++)
        if (c->items[i]->var &&
            type_mentions(c->items[item]->var->type, c->items[i]->var))
            return true;
    return false;
}

static bool begin(Search *s)
{
    Candidate *c = s->c;

    s->frames = assay_arena_new(c->arena, c->count + 1, sizeof *s->frames);
    s->choices = assay_arena_new(c->arena, c->count + 1, sizeof *s->choices);
    s->kept = assay_arena_new(c->arena, c->count + 1, sizeof *s->kept);
    if (!s->frames || !s->choices || !s->kept)
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        s->kept[i] = c->items[i]->var && !speaks_of_others(c, i);
    return true;
}

bool smt_candidate_search(Candidate *c)
{
    Search s = {.c = c};
    bool found = false;

    if (c->count > ITEMS_MAX || !c->goal || !begin(&s))
        return false;
    c->steps = &s.steps;
    for (uint32_t cost = 0; cost <= COST_MAX && !found && !is_spent(&s); cost++)
        found = search_from(&s, 0, cost, NULL);
    c->steps = NULL;
    return found;
}
