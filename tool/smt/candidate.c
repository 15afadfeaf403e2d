/*
 * Judging and shrinking. Smaller values are tried from the outside in: first all that is
 * at a place made anew, as simple as its type allows; then many parts left out, then few;
 * then smaller parts. Whatever still refutes is kept, until nothing smaller does or the
 * tries are spent.
 */
#include "smt/candidate.h"

#include <string.h>

#define DEPTH_MAX 32
#define MADE_DEPTH 6    /* of arrays that are made with elements */
#define STEPS_MAX 20000 /* of an evaluation */

static Eval evaluator(const Candidate *c, bool before)
{
    Eval e;
    eval_init(&e, c->arena, c->world);
    e.steps = STEPS_MAX;
    e.pre = before;
    return e;
}

/* -1: not decided. */
static int truth(const Candidate *c, const Term *t, bool before, const EvalFrame *frame)
{
    const Value *v;
    Eval e = evaluator(c, before);
    if (eval_term(&e, t, frame, &v) != EVAL_OK || v->kind != VALUE_BOOLEAN)
        return -1;
    return v->as.boolean;
}

static bool has_type(const Candidate *c, const Value *v, const Type *t,
                     const EvalFrame *frame)
{
    bool in;
    Eval e = evaluator(c, false);
    return eval_in(&e, v, t, frame, &in) == EVAL_OK && in;
}

static bool item_holds(const Candidate *c, uint32_t i, const EvalFrame *frame)
{
    const Scope *s = c->items[i];
    if (s->var)
        return c->values[i] && has_type(c, c->values[i], s->var->type, frame);
    int holds = truth(c, s->fact, s->before, frame);
    return holds == !s->negated;
}

/* What a variable is equal to, if the item behind it says so; NULL if not. */
static const Term *definition(const Candidate *c, uint32_t i)
{
    const Scope *s = i + 1 < c->count ? c->items[i + 1] : NULL;
    const Term *t = s && !s->var && !s->negated && !s->before ? s->fact : NULL;
    if (!t || t->kind != TERM_OP || t->as.op.op != OP_EQ ||
        t->as.op.args[0]->kind != TERM_VAR ||
        t->as.op.args[0]->as.var != c->items[i]->var)
        return NULL;
    return term_mentions(t->as.op.args[1], c->items[i]->var) ? NULL : t->as.op.args[1];
}

/* A variable that is defined by others has the value that these give it. */
static void follow_definition(Candidate *c, uint32_t i, const EvalFrame *frame)
{
    const Term *is = c->items[i]->var ? definition(c, i) : NULL;
    const Value *v;
    Eval e = evaluator(c, false);
    if (is && eval_term(&e, is, frame, &v) == EVAL_OK)
        c->values[i] = v;
}

bool smt_candidate_refutes(Candidate *c)
{
    EvalFrame *frames = assay_arena_new(c->arena, c->count + 1, sizeof *frames);
    const EvalFrame *frame = NULL;
    if (!frames)
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        follow_definition(c, i, frame);
        if (!item_holds(c, i, frame))
            return false;
        if (c->items[i]->var) {
            frames[i] = (EvalFrame){c->items[i]->var, c->values[i], frame};
            frame = &frames[i];
        }
    }
    return !c->goal || truth(c, c->goal, false, frame) == 0;
}

/* ---- Repairing. */

static const Value *repaired(const Candidate *c, const Value *v, const Type *t,
                             const EvalFrame *frame, uint32_t depth);

static const Value *repaired_object(const Candidate *c, const Value *v, const Type *t,
                                    const EvalFrame *frame, uint32_t depth)
{
    uint32_t old = v->kind == VALUE_OBJECT ? v->as.object.count : 0, n = 0;
    ValueMember *members =
        assay_arena_new(c->arena, old + t->as.object.count, sizeof *members);
    if (!members)
        return NULL;
    for (; n < old; n++)
        members[n] = v->as.object.members[n];
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        struct assay_str name = assay_str(f->name);
        const Value *is = old ? value_find(v, name) : NULL;
        if (!is && f->optional)
            continue;
        is = repaired(c, is ? is : value_null(), f->type, frame, depth);
        if (!is)
            return NULL;
        members[n++] = (ValueMember){name, is};
    }
    return value_object(c->arena, members, n);
}

static const Value *repaired_map(const Candidate *c, const Value *v, const Type *t,
                                 const EvalFrame *frame, uint32_t depth)
{
    if (v->kind != VALUE_OBJECT)
        return value_object(c->arena, NULL, 0);
    uint32_t n = v->as.object.count;
    ValueMember *members = assay_arena_new(c->arena, n, sizeof *members);
    for (uint32_t i = 0; members && i < n; i++) {
        const ValueMember *m = &v->as.object.members[i];
        members[i] =
            (ValueMember){m->name, repaired(c, m->value, t->as.of, frame, depth)};
        if (!members[i].value)
            return NULL;
    }
    return members ? value_object(c->arena, members, n) : NULL;
}

static const Value *repaired_array(const Candidate *c, const Value *v, const Type *t,
                                   const EvalFrame *frame, uint32_t depth)
{
    bool is_array = v->kind == VALUE_ARRAY;
    /* Not all the way down: types may be recursive. */
    uint32_t made = depth > DEPTH_MAX - MADE_DEPTH ? c->items_made : 0;
    uint32_t n = is_array ? v->as.array.count : made;
    const Value **items = assay_arena_new(c->arena, n, sizeof *items);
    for (uint32_t i = 0; items && i < n; i++) {
        items[i] = repaired(c, is_array ? v->as.array.items[i] : value_null(), t->as.of,
                            frame, depth);
        if (!items[i])
            return NULL;
    }
    return items ? value_array(c->arena, items, n) : NULL;
}

static const Value *repaired_list(const Candidate *c, const Value *v, const Type *t,
                                  const EvalFrame *frame, uint32_t depth)
{
    for (uint32_t i = 0; v && i < t->as.list.count; i++) {
        const Value *x = repaired(c, v, t->as.list.of[i], frame, depth);
        if (t->kind == TYPE_BOTH)
            v = x;
        else if (x && has_type(c, x, t, frame))
            return x;
    }
    return v;
}

static const Value *singleton(const Candidate *c, const Type *t, const EvalFrame *frame)
{
    const Value *v = NULL;
    Eval e = evaluator(c, false);
    return eval_term(&e, t->as.only.value, frame, &v) == EVAL_OK ? v : NULL;
}

static const Value *repaired_by_kind(const Candidate *c, const Value *v, const Type *t,
                                     const EvalFrame *frame, uint32_t depth)
{
    switch (t->kind) {
    case TYPE_INTEGER:
    case TYPE_NUMBER:
        return value_int(c->arena, 0);
    case TYPE_STRING:
        return value_string(c->arena, assay_str(""));
    case TYPE_BOOLEAN:
        return value_boolean(false);
    case TYPE_VOID:
        return value_undefined();
    case TYPE_OBJECT:
        return repaired_object(c, v, t, frame, depth);
    case TYPE_MAP:
        return repaired_map(c, v, t, frame, depth);
    case TYPE_ARRAY:
        return repaired_array(c, v, t, frame, depth);
    case TYPE_REFINE:
        return repaired(c, v, t->as.refine.var->type, frame, depth);
    case TYPE_UNION:
    case TYPE_BOTH:
        return repaired_list(c, v, t, frame, depth);
    case TYPE_ONLY:
        return singleton(c, t, frame);
    default:
        return v;
    }
}

/* A value of the type, or near it; itself if it has the type. */
static const Value *repaired(const Candidate *c, const Value *v, const Type *t,
                             const EvalFrame *frame, uint32_t depth)
{
    t = type_resolve(t);
    if (depth == 0 || !v || has_type(c, v, t, frame))
        return v;
    const Value *x = repaired_by_kind(c, v, t, frame, depth - 1);
    if (t->kind == TYPE_ARRAY && x && !has_type(c, x, t, frame))
        x = value_array(c->arena, NULL, 0);
    if (t->kind == TYPE_MAP && x && !has_type(c, x, t, frame))
        x = value_object(c->arena, NULL, 0);
    return x;
}

/* ---- Following the facts: x.l in T, x.l == e. */

#define PATH_MAX_FIELDS 8

/* A variable and fields of it, the innermost first. */
typedef struct {
    uint32_t item; /* the variable's */
    const char *fields[PATH_MAX_FIELDS];
    uint32_t count;
} Path;

static bool as_path(const Candidate *c, const Term *t, Path *ret)
{
    ret->count = 0;
    for (; t->kind == TERM_FIELD && ret->count < PATH_MAX_FIELDS; t = t->as.field.of)
        ret->fields[ret->count++] = t->as.field.name;
    if (t->kind != TERM_VAR)
        return false;
    for (ret->item = 0; ret->item < c->count; ret->item++) {
        if (c->items[ret->item]->var == t->as.var)
            return true;
    }
    return false;
}

static const Value *with_field(struct assay_arena *a, const Value *of, const char *name,
                               const Value *v)
{
    uint32_t n = of && of->kind == VALUE_OBJECT ? of->as.object.count : 0;
    ValueMember *members = assay_arena_new(a, n + 1, sizeof *members);
    if (!members)
        return NULL;
    if (n > 0)
        memcpy(members, of->as.object.members, n * sizeof *members);
    members[n] = (ValueMember){assay_str(name), v};
    return value_object(a, members, n + 1);
}

/* The value with another at the end of the first `count` fields of a path. */
static const Value *put_at(struct assay_arena *a, const Value *of, const Path *p,
                           uint32_t count, const Value *v)
{
    if (count == 0)
        return v;
    const char *name = p->fields[count - 1];
    const Value *inner =
        of && of->kind == VALUE_OBJECT ? value_find(of, assay_str(name)) : NULL;
    inner = put_at(a, inner, p, count - 1, v);
    return inner ? with_field(a, of, name, inner) : NULL;
}

static const Value *get_at(const Value *of, const Path *p)
{
    for (uint32_t i = p->count; of && i-- > 0;)
        of = of->kind == VALUE_OBJECT ? value_find(of, assay_str(p->fields[i])) : NULL;
    return of;
}

static void put(Candidate *c, const Path *p, const Value *v)
{
    const Value *whole = v ? put_at(c->arena, c->values[p->item], p, p->count, v) : NULL;
    if (whole)
        c->values[p->item] = whole;
}

static bool follow_equality(Candidate *c, const Term *x, const Term *y, bool before,
                            const EvalFrame *frame)
{
    Path p;
    Eval e = evaluator(c, before);
    const Value *v;
    if (!as_path(c, x, &p) || eval_term(&e, y, frame, &v) != EVAL_OK)
        return false;
    put(c, &p, v);
    return true;
}

/* A fact under a condition that holds is followed, too. */
static const Term *consequence(const Candidate *c, const Scope *s, const EvalFrame *frame)
{
    const Term *t = s->fact;
    while (t->kind == TERM_OP && t->as.op.op == OP_THEN &&
           truth(c, t->as.op.args[0], s->before, frame) == 1)
        t = t->as.op.args[1];
    return t;
}

/* The side of x || y that is to be made true; others are themselves. */
static const Term *chosen_side(Candidate *c, const Term *t)
{
    while (t->kind == TERM_OP && (t->as.op.op == OP_ELSE || t->as.op.op == OP_OR)) {
        bool right = c->nsides < 32 && (c->sides >> c->nsides & 1);
        c->nsides++;
        t = t->as.op.args[right];
    }
    return t;
}

static void follow(Candidate *c, const Scope *s, const EvalFrame *frame)
{
    const Term *t = s->fact;
    Path p;
    if (s->negated)
        return;
    t = chosen_side(c, consequence(c, s, frame));
    if (t->kind == TERM_IN && as_path(c, t->as.in.of, &p)) {
        const Value *now = get_at(c->values[p.item], &p);
        put(c, &p,
            repaired(c, now ? now : value_null(), t->as.in.type, frame, DEPTH_MAX));
    } else if (t->kind == TERM_OP && t->as.op.op == OP_EQ) {
        const Term *x = t->as.op.args[0], *y = t->as.op.args[1];
        if (!follow_equality(c, x, y, s->before, frame))
            follow_equality(c, y, x, s->before, frame);
    }
}

/* The variables up to an item, as they are now. */
static const EvalFrame *frame_at(const Candidate *c, EvalFrame *frames, uint32_t upto)
{
    const EvalFrame *frame = NULL;
    for (uint32_t i = 0; i < upto; i++) {
        if (!c->items[i]->var)
            continue;
        frames[i] = (EvalFrame){c->items[i]->var, c->values[i], frame};
        frame = &frames[i];
    }
    return frame;
}

void smt_candidate_repair(Candidate *c)
{
    c->nsides = 0;
    EvalFrame *frames = assay_arena_new(c->arena, c->count + 1, sizeof *frames);
    for (uint32_t i = 0; frames && i < c->count; i++) {
        const Scope *s = c->items[i];
        const EvalFrame *frame = frame_at(c, frames, i);
        if (!s->var) {
            follow(c, s, frame);
            continue;
        }
        if (!c->values[i])
            c->values[i] = value_null();
        const Value *v = repaired(c, c->values[i], s->var->type, frame, DEPTH_MAX);
        if (v)
            c->values[i] = v;
    }
}

/* ---- Shrinking. */

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
            if (c->items[i]->var && !definition(c, i))
                smaller |= shrink_at(c, &(Place){NULL, i}, DEPTH_MAX);
        }
    }
    smt_candidate_refutes(c); /* what is defined has the values of the last try */
}
