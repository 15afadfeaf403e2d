/*
 * Counterexamples made smaller. Values are tried from the outside in: first all that is
 * at a place made anew, as simple as its type allows; then many parts left out, then few;
 * then smaller parts. Whatever still refutes is kept, until nothing smaller does or the
 * tries are spent.
 */
#include "smt/candidate.h"

#include <string.h>

#define DEPTH_MAX 32

/* A value inside the one of a variable. */
typedef struct Place {
    const struct Place *outer; /* the object or array it is in; NULL: the variable */
    uint32_t at;               /* its member or item there, or the variable's item */
} Place;

static uint32_t part_count(const Value *v)
{
    return v->kind == VALUE_OBJECT  ? v->as.object.count
           : v->kind == VALUE_ARRAY ? v->as.array.count
                                    : 0;
}

/* Null when it has no such part. */
static const Value *part_of(const Value *v, uint32_t at)
{
    if (at >= part_count(v))
        return value_null();
    return v->kind == VALUE_OBJECT ? v->as.object.members[at].value
                                   : v->as.array.items[at];
}

/* What was made anew may have lost the place: then null. Places are at most DEPTH_MAX
 * deep.
 */
static const Value *value_at(const Candidate *c, const Place *p)
{
    return p->outer ? part_of(value_at(c, p->outer), p->at) : c->values[p->at];
}

static const Value *with_part(struct assay_arena *a, const Value *of, uint32_t at,
                              const Value *v)
{
    uint32_t n = part_count(of);
    if (of->kind == VALUE_OBJECT) {
        ValueMember *members = assay_arena_new(a, n, sizeof *members);
        if (!members)
            return NULL;
        memcpy(members, of->as.object.members, n * sizeof *members);
        members[at].value = v;
        return value_object(a, members, n);
    }
    const Value **items = assay_arena_new(a, n, sizeof *items);
    if (!items)
        return NULL;
    memcpy(items, of->as.array.items, n * sizeof *items);
    items[at] = v;
    return value_array(a, items, n);
}

/* An object or array without the parts from `from` up to `end`. */
static const Value *without_parts(struct assay_arena *a, const Value *of, uint32_t from,
                                  uint32_t end)
{
    uint32_t count = part_count(of), n = 0;
    ValueMember *members = assay_arena_new(a, count, sizeof *members);
    const Value **items = assay_arena_new(a, count, sizeof *items);
    for (uint32_t i = 0; members && items && i < count; i++) {
        if (i >= from && i < end)
            continue;
        if (of->kind == VALUE_OBJECT)
            members[n++] = of->as.object.members[i];
        else
            items[n++] = of->as.array.items[i];
    }
    if (!members || !items)
        return NULL;
    return of->kind == VALUE_OBJECT ? value_object(a, members, n)
                                    : value_array(a, items, n);
}

/* False when memory is out. */
static bool put_value(Candidate *c, const Place *p, const Value *v)
{
    for (; v && p->outer; p = p->outer)
        v = with_part(c->arena, value_at(c, p->outer), p->at, v);
    if (v)
        c->values[p->at] = v;
    return v != NULL;
}

static bool still_refutes(Candidate *c)
{
    if (c->tries == 0)
        return false;
    c->tries--;
    return smt_candidate_refutes(c);
}

/* Puts a value at a place; kept if it still refutes. */
static bool try_at(Candidate *c, const Place *p, const Value *v)
{
    const Place *root = p;
    while (root->outer)
        root = root->outer;
    const Value *was = c->values[root->at];
    if (put_value(c, p, v) && still_refutes(c))
        return true;
    c->values[root->at] = was;
    return false;
}

/* How much there is to read; nothing is simpler than null. */
static size_t weight(const Value *v, uint32_t depth)
{
    size_t sum = 1;
    switch (v->kind) {
    case VALUE_NULL:
    case VALUE_UNDEFINED:
        return 0;
    case VALUE_BOOLEAN:
        return v->as.boolean ? 2 : 1;
    case VALUE_INTEGER:
        return integer_sign(v->as.integer) == 0 ? 1 : 2;
    case VALUE_STRING:
        return 1 + v->as.string.len;
    case VALUE_ARRAY:
    case VALUE_OBJECT:
        for (uint32_t i = 0; depth > 0 && i < part_count(v); i++)
            sum += 1 + weight(part_of(v, i), depth - 1);
        return sum;
    case VALUE_NUMBER:
    case VALUE_TEMPLATE:
    case VALUE_REGEXP:
    case VALUE_RESOURCE:
        return 3;
    }
    return sum;
}

static size_t weight_of_all(const Candidate *c)
{
    size_t sum = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->items[i]->var)
            sum += weight(c->values[i], DEPTH_MAX);
    }
    return sum;
}

typedef enum {
    ANEW_NOT, /* it would no longer refute */
    ANEW_SMALLER,
    ANEW_SAME, /* nothing there can be simpler */
} Anew;

/* Makes all that is at a place anew, as simple as its type allows. */
static Anew try_anew(Candidate *c, const Place *p)
{
    size_t before = weight_of_all(c), after = before + 1;
    const Value **was = assay_arena_new(c->arena, c->count, sizeof *was);
    if (!was || c->tries == 0)
        return ANEW_NOT;
    if (value_at(c, p)->kind == VALUE_NULL)
        return ANEW_SAME;
    memcpy(was, c->values, c->count * sizeof *was);
    if (put_value(c, p, value_null())) {
        smt_candidate_repair(c);
        after = weight_of_all(c);
        if (after < before && still_refutes(c))
            return ANEW_SMALLER;
    }
    memcpy(c->values, was, c->count * sizeof *was);
    return after == before ? ANEW_SAME : ANEW_NOT;
}

static bool shrink_integer(Candidate *c, const Place *p, const Value *v)
{
    const Integer *two = integer_from(c->arena, 2), *x = v->as.integer;
    if (integer_sign(x) == 0)
        return false;
    if (try_at(c, p, value_int(c->arena, 0)))
        return true;
    if (integer_sign(x) < 0 &&
        try_at(c, p, value_integer(c->arena, integer_negate(c->arena, x))))
        return true;
    const Integer *half = integer_divide(c->arena, x, two);
    if (half && integer_compare(half, x) != 0 &&
        try_at(c, p, value_integer(c->arena, half)))
        return true;
    const Integer *step = integer_from(c->arena, integer_sign(x));
    return try_at(c, p, value_integer(c->arena, integer_subtract(c->arena, x, step)));
}

static bool shrink_string(Candidate *c, const Place *p, const Value *v)
{
    struct assay_str s = v->as.string;
    if (s.len == 0)
        return false;
    if (try_at(c, p, value_string(c->arena, assay_str(""))))
        return true;
    if (s.len == 1 && s.at[0] == 'a')
        return false;
    if (try_at(c, p, value_string(c->arena, assay_str("a"))))
        return true;
    for (size_t i = 0; i < s.len && s.len > 1; i++) {
        char *shorter = assay_arena_text(c->arena, s.at, s.len);
        if (!shorter || ((unsigned char)s.at[i] & 0x80))
            continue;
        memmove(shorter + i, shorter + i + 1, s.len - i - 1);
        if (try_at(c, p, value_string(c->arena, (struct assay_str){shorter, s.len - 1})))
            return true;
    }
    return false;
}

/* Leaves parts out: all, halves, quarters, and so on. */
static bool drop_parts(Candidate *c, const Place *p)
{
    bool smaller = false;
    uint32_t count = part_count(value_at(c, p));
    for (uint32_t n = count; n > 0; n /= 2) {
        for (uint32_t end = count; end >= n && c->tries > 0; end -= n) {
            const Value *less = without_parts(c->arena, value_at(c, p), end - n, end);
            if (!less || !try_at(c, p, less))
                continue;
            smaller = true;
            count -= n;
        }
    }
    return smaller;
}

/* One step to something smaller; of a value without parts. */
static bool shrink_plain(Candidate *c, const Place *p, const Value *v)
{
    switch (v->kind) {
    case VALUE_BOOLEAN:
        return v->as.boolean && try_at(c, p, value_boolean(false));
    case VALUE_INTEGER:
        return shrink_integer(c, p, v);
    case VALUE_NUMBER:
        return try_at(c, p, value_int(c->arena, 0)) ||
               try_at(c, p, value_int(c->arena, 1));
    case VALUE_STRING:
        return shrink_string(c, p, v);
    case VALUE_NULL:
    case VALUE_UNDEFINED:
    case VALUE_ARRAY:
    case VALUE_OBJECT:
    case VALUE_TEMPLATE:
    case VALUE_REGEXP:
    case VALUE_RESOURCE:
        return false;
    }
    return false;
}

/* Whole subtrees first, then what is in them. */
static bool shrink_at(Candidate *c, const Place *p, uint32_t depth)
{
    bool smaller = false, parts = part_count(value_at(c, p)) > 0;
    Anew anew = try_anew(c, p);
    if (anew == ANEW_SMALLER || (anew == ANEW_SAME && parts))
        return anew == ANEW_SMALLER;
    while (c->tries > 0 && shrink_plain(c, p, value_at(c, p)))
        smaller = true;
    if (depth == 0 || !parts)
        return smaller;
    smaller |= drop_parts(c, p);
    for (uint32_t i = 0; c->tries > 0 && i < part_count(value_at(c, p)); i++)
        smaller |= shrink_at(c, &(Place){p, i}, depth - 1);
    return smaller;
}

void smt_candidate_shrink(Candidate *c)
{
    bool smaller = true;
    c->tries = CANDIDATE_TRIES;
    while (smaller && c->tries > 0) {
        smaller = false;
        for (uint32_t i = 0; i < c->count; i++) {
            if (c->items[i]->var && !smt_candidate_is_defined(c, i))
                smaller |= shrink_at(c, &(Place){NULL, i}, DEPTH_MAX);
        }
    }
    smt_candidate_refutes(c); /* what is defined has the values of the last try */
}
