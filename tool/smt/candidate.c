/*
 * Judging, and values that are near those asked for.
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

static void spend(const Candidate *c, const Eval *e)
{
    if (c->steps)
        *c->steps += STEPS_MAX - e->steps + 1;
}

/* -1: not decided. */
static int truth(const Candidate *c, const Term *t, bool before, const EvalFrame *frame)
{
    const Value *v;
    Eval e = evaluator(c, before);
    bool decided = eval_term(&e, t, frame, &v) == EVAL_OK && v->kind == VALUE_BOOLEAN;
    spend(c, &e);
    return decided ? v->as.boolean : -1;
}

bool smt_candidate_has_type(const Candidate *c, const Value *v, const Type *t,
                            const EvalFrame *frame)
{
    bool in;
    Eval e = evaluator(c, false);
    in = eval_in(&e, v, t, frame, &in) == EVAL_OK && in;
    spend(c, &e);
    return in;
}

bool smt_candidate_item_holds(const Candidate *c, uint32_t i, const EvalFrame *frame)
{
    const Scope *s = c->items[i];
    if (s->var)
        return c->values[i] &&
               smt_candidate_has_type(c, c->values[i], s->var->type, frame);
    int holds = truth(c, s->fact, s->before, frame);
    return holds == !s->negated;
}

#define DEFINITION_ITEMS 2 /* behind a variable that are looked at */

/* The fact behind a variable that says what it is equal to, perhaps on one path only:
 * test ==> x == e; NULL if none does. */
static const Scope *definition(const Candidate *c, uint32_t i, const Term **ret_is)
{
    for (uint32_t n = 1; n <= DEFINITION_ITEMS && i + n < c->count; n++) {
        const Scope *s = c->items[i + n];
        const Term *t = s->fact;
        if (s->var)
            break;
        while (t->kind == TERM_OP && t->as.op.op == OP_THEN)
            t = t->as.op.args[1];
        if (s->negated || s->before || t->kind != TERM_OP || t->as.op.op != OP_EQ ||
            t->as.op.args[0]->kind != TERM_VAR ||
            t->as.op.args[0]->as.var != c->items[i]->var ||
            term_mentions(t->as.op.args[1], c->items[i]->var))
            continue;
        *ret_is = t->as.op.args[1];
        return s;
    }
    return NULL;
}

/* Whether its path is the one that is taken. */
static bool applies(const Candidate *c, const Term *fact, const EvalFrame *frame)
{
    for (; fact->kind == TERM_OP && fact->as.op.op == OP_THEN; fact = fact->as.op.args[1])
        if (truth(c, fact->as.op.args[0], false, frame) != 1)
            return false;
    return true;
}

void smt_candidate_define(Candidate *c, uint32_t i, const EvalFrame *frame)
{
    const Term *is;
    const Scope *s = c->items[i]->var ? definition(c, i, &is) : NULL;
    const Value *v;
    Eval e = evaluator(c, false);
    if (s && applies(c, s->fact, frame)) {
        if (eval_term(&e, is, frame, &v) == EVAL_OK)
            c->values[i] = v;
    } else if (s && !c->values[i]) {
        c->values[i] = smt_candidate_simplest(c, c->items[i]->var->type, frame);
    }
    spend(c, &e);
}

bool smt_candidate_is_defined(const Candidate *c, uint32_t i)
{
    const Term *is;
    return c->items[i]->var && definition(c, i, &is) != NULL;
}

bool smt_candidate_goal_fails(const Candidate *c, const EvalFrame *frame)
{
    return truth(c, c->goal, false, frame) == 0;
}

bool smt_candidate_refutes(Candidate *c)
{
    EvalFrame *frames = assay_arena_new(c->arena, c->count + 1, sizeof *frames);
    const EvalFrame *frame = NULL;
    if (!frames)
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        smt_candidate_define(c, i, frame);
        if (!smt_candidate_item_holds(c, i, frame))
            return false;
        if (c->items[i]->var) {
            frames[i] = (EvalFrame){c->items[i]->var, c->values[i], frame};
            frame = &frames[i];
        }
    }
    return !c->goal || smt_candidate_goal_fails(c, frame);
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
        else if (x && smt_candidate_has_type(c, x, t, frame))
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
    if (depth == 0 || !v || smt_candidate_has_type(c, v, t, frame))
        return v;
    const Value *x = repaired_by_kind(c, v, t, frame, depth - 1);
    if (t->kind == TYPE_ARRAY && x && !smt_candidate_has_type(c, x, t, frame))
        x = value_array(c->arena, NULL, 0);
    if (t->kind == TYPE_MAP && x && !smt_candidate_has_type(c, x, t, frame))
        x = value_object(c->arena, NULL, 0);
    return x;
}

const Value *smt_candidate_simplest(const Candidate *c, const Type *t,
                                    const EvalFrame *frame)
{
    return repaired(c, value_null(), t, frame, DEPTH_MAX);
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
