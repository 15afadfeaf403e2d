#include "rest/judge.h"
#include <string.h>

#define VALUE_TEXT 200 /* bytes of a value that a reason shows */
#define EXCEPTIONS 200 /* integers that are tried */

/* The variables of a triple, with their values. */
typedef struct {
    EvalFrame root, request, response;
} Frames;

static const EvalFrame *frames_init(Frames *f, const Triple *t, const Call *call)
{
    f->root = (EvalFrame){t->root, call->root, NULL};
    f->request = (EvalFrame){t->request, call->request, &f->root};
    f->response = (EvalFrame){t->response, call->response, &f->request};
    return call->response ? &f->response : &f->request;
}

/* ---- Truths. */

static Truth truth_of(Judge *j, const Term *t, const EvalFrame *frame,
                      const char **ret_why)
{
    EvalWorld facts = world_facts(j->world);
    const Value *v;
    Eval e;
    EvalStatus status;

    eval_init(&e, j->arena, &facts);
    status = eval_term(&e, t, frame, &v);
    if (ret_why)
        *ret_why = status ? assay_arena_printf(j->arena, "%s", e.why) : NULL;
    if (status == EVAL_OK)
        return v->kind == VALUE_BOOLEAN && v->as.boolean ? TRUTH_TRUE : TRUTH_FALSE;
    return status == EVAL_FAULT ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

Truth judge_condition(Judge *j, const Triple *t, const Term *condition, const Call *call)
{
    Frames f;

    return truth_of(j, condition, frames_init(&f, t, call), NULL);
}

bool judge_has_value(Judge *j, const Triple *t, const Term *condition, const Call *call)
{
    EvalWorld facts = world_facts(j->world);
    const Value *v;
    Frames f;
    Eval e;

    eval_init(&e, j->arena, &facts);
    return eval_term(&e, condition, frames_init(&f, t, call), &v) != EVAL_FAULT;
}

Truth judge_pre(Judge *j, const Triple *t, const Call *call)
{
    Call before = {call->root, call->request, NULL};

    return judge_condition(j, t, t->pre, &before);
}

Truth judge_post(Judge *j, const Triple *t, const Call *call)
{
    return judge_condition(j, t, t->post, call);
}

static const Value *value_of(Judge *j, const Term *t, const EvalFrame *frame)
{
    EvalWorld facts = world_facts(j->world);
    const Value *v;
    Eval e;

    eval_init(&e, j->arena, &facts);
    return eval_term(&e, t, frame, &v) == EVAL_OK ? v : NULL;
}

/* ---- Learning. */

static void learn(Judge *j, const Term *t, const EvalFrame *frame, bool holds);

static bool is_op(const Term *t, TermOp a, TermOp b)
{
    return t->kind == TERM_OP && (t->as.op.op == a || t->as.op.op == b);
}

/* One of two sides holds: if it is known which not, the other does. */
static void learn_either(Judge *j, const Term *left, bool left_holds, const Term *right,
                         bool right_holds, const EvalFrame *frame)
{
    Truth no_left = left_holds ? TRUTH_FALSE : TRUTH_TRUE;
    Truth no_right = right_holds ? TRUTH_FALSE : TRUTH_TRUE;

    if (truth_of(j, left, frame, NULL) == no_left)
        learn(j, right, frame, right_holds);
    else if (truth_of(j, right, frame, NULL) == no_right)
        learn(j, left, frame, left_holds);
}

static void learn_fact(Judge *j, const Term *t, const EvalFrame *frame, bool holds)
{
    const Value *of = value_of(j, t->as.op.args[0], frame);
    const Value *resource = value_of(j, t->as.op.args[1], frame);
    uint32_t id;

    if (!of || !resource || resource->kind != VALUE_RESOURCE)
        return;
    id = resource->as.resource.id;
    if (t->as.op.op == OP_URIOF && of->kind == VALUE_STRING) {
        if (holds)
            world_has_uri(j->world, id, of->as.string);
        else if (id == WORLD_OTHER)
            world_is_free(j->world, of->as.string);
    } else if (t->as.op.op == OP_REPOF && holds &&
               truth_of(j, t, frame, NULL) == TRUTH_UNKNOWN) {
        world_has_representation(j->world, id, of);
    }
}

static void learn_op(Judge *j, const Term *t, const EvalFrame *frame, bool holds)
{
    const Term *const *args = t->as.op.args;

    if (is_op(t, OP_REPOF, OP_URIOF)) {
        learn_fact(j, t, frame, holds);
    } else if (is_op(t, OP_NOT, OP_NOT)) {
        learn(j, args[0], frame, !holds);
    } else if (is_op(t, OP_ALSO, OP_AND) && holds) {
        learn(j, args[0], frame, true);
        learn(j, args[1], frame, true);
    } else if (is_op(t, OP_ELSE, OP_OR) && !holds) {
        learn(j, args[0], frame, false);
        learn(j, args[1], frame, false);
    } else if (is_op(t, OP_THEN, OP_IMPLIES) && !holds) {
        learn(j, args[0], frame, true);
        learn(j, args[1], frame, false);
    } else if (is_op(t, OP_ALSO, OP_AND)) {
        learn_either(j, args[0], false, args[1], false, frame);
    } else if (is_op(t, OP_ELSE, OP_OR)) {
        learn_either(j, args[0], true, args[1], true, frame);
    } else if (is_op(t, OP_THEN, OP_IMPLIES)) {
        learn_either(j, args[0], false, args[1], true, frame);
    }
}

static bool is_of_resources(const Term *t)
{
    return type_resolve(t->as.quant.var->type)->kind == TYPE_RESOURCE;
}

static void learn_for(Judge *j, const Term *t, const EvalFrame *frame, uint32_t id,
                      bool holds)
{
    const Type *type = type_resolve(t->as.quant.var->type);
    const Value *v = value_resource(j->arena, type->as.resource->name, id);
    EvalFrame inner = {t->as.quant.var, v, frame};

    if (v)
        learn(j, t->as.quant.body, &inner, holds);
}

static void learn_for_all(Judge *j, const Term *t, const EvalFrame *frame, bool holds)
{
    const char *type = type_resolve(t->as.quant.var->type)->as.resource->name;

    for (uint32_t i = 0; i < j->world->now.count; i++)
        if (strcmp(j->world->now.resources[i].type, type) == 0)
            learn_for(j, t, frame, i, holds);
    learn_for(j, t, frame, WORLD_OTHER, holds);
}

/* Whether an address that the body names is this resource's. */
static bool is_addressed(Judge *j, const Term *body, const EvalFrame *frame)
{
    if (is_op(body, OP_ALSO, OP_AND))
        return is_addressed(j, body->as.op.args[0], frame) ||
               is_addressed(j, body->as.op.args[1], frame);
    return is_op(body, OP_URIOF, OP_URIOF) &&
           truth_of(j, body, frame, NULL) == TRUTH_TRUE;
}

/* There is such a resource: one that is known by an address, or a new one. */
static void learn_exists(Judge *j, const Term *t, const EvalFrame *frame, bool holds)
{
    const char *type = type_resolve(t->as.quant.var->type)->as.resource->name;

    for (uint32_t i = 0; holds && i < j->world->now.count; i++) {
        const Value *v = value_resource(j->arena, type, i);
        EvalFrame inner = {t->as.quant.var, v, frame};
        if (v && !j->world->now.resources[i].gone &&
            strcmp(j->world->now.resources[i].type, type) == 0 &&
            is_addressed(j, t->as.quant.body, &inner)) {
            learn(j, t->as.quant.body, &inner, true);
            return;
        }
    }
    if (truth_of(j, t, frame, NULL) == TRUTH_UNKNOWN)
        learn_for(j, t, frame, world_add(j->world, type), holds);
}

/* For each of the first integers, so long as it is not excluded: elements of a list. */
static void learn_for_integers(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Term *body = t->as.quant.body;

    if (!is_op(body, OP_THEN, OP_IMPLIES))
        return;
    for (int i = 0; i < EXCEPTIONS; i++) {
        const Value *v = value_int(j->arena, i);
        EvalFrame inner = {t->as.quant.var, v, frame};
        if (!v)
            return;
        if (truth_of(j, body->as.op.args[0], &inner, NULL) == TRUTH_TRUE)
            learn(j, body->as.op.args[1], &inner, true);
        else if (i > 0)
            return;
    }
}

static void learn(Judge *j, const Term *t, const EvalFrame *frame, bool holds)
{
    Truth test;

    if (t->kind == TERM_OP) {
        learn_op(j, t, frame, holds);
    } else if (t->kind == TERM_COND) {
        test = truth_of(j, t->as.cond.test, frame, NULL);
        if (test != TRUTH_UNKNOWN)
            learn(j, test == TRUTH_TRUE ? t->as.cond.then : t->as.cond.other, frame,
                  holds);
    } else if (t->kind == TERM_QUANT && is_of_resources(t)) {
        if (t->as.quant.all == holds)
            learn_for_all(j, t, frame, holds);
        else
            learn_exists(j, t, frame, holds);
    } else if (t->kind == TERM_QUANT && t->as.quant.all && holds &&
               type_resolve(t->as.quant.var->type)->kind == TYPE_INTEGER) {
        learn_for_integers(j, t, frame);
    }
}

void judge_learn(Judge *j, const Triple *t, const Term *condition, const Call *call)
{
    Frames f;

    learn(j, condition, frames_init(&f, t, call), true);
}

/* ---- Blaming. */

static const char *shown(Judge *j, const Value *v)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, NULL, 0);
    value_print(v, &text);
    copy = text.len > VALUE_TEXT
               ? assay_arena_printf(j->arena, "%.*s...", VALUE_TEXT, text.at)
               : assay_arena_printf(j->arena, "%s", text.len > 0 ? text.at : "");
    assay_buf_done(&text);
    return copy ? copy : "?";
}

static const char *printed(Judge *j, const Term *t)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, NULL, 0);
    term_print(t, &text);
    copy = assay_arena_printf(j->arena, "%.*s", VALUE_TEXT, text.len > 0 ? text.at : "");
    assay_buf_done(&text);
    return copy ? copy : "?";
}

/* "x is 1", for a part that is not written as its value. */
static const char *says(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Value *v = t->kind == TERM_LITERAL ? NULL : value_of(j, t, frame);

    return v ? assay_arena_printf(j->arena, "%s is %s", printed(j, t), shown(j, v))
             : NULL;
}

static const char *both(Judge *j, const char *x, const char *y)
{
    if (x && y && strcmp(x, y) != 0)
        return assay_arena_printf(j->arena, "%s, %s", x, y);
    return x ? x : y ? y : "";
}

/* Whether a value is surely of a type, or surely not. */
static Truth is_of(Judge *j, const Value *v, const Type *type, const EvalFrame *frame)
{
    EvalWorld facts = world_facts(j->world);
    bool in = false;
    Eval e;

    eval_init(&e, j->arena, &facts);
    if (eval_in(&e, v, type, frame, &in) != EVAL_OK)
        return TRUTH_UNKNOWN;
    return in ? TRUTH_TRUE : TRUTH_FALSE;
}

static const char *misfit(Judge *j, const char *path, const Value *v, const Type *type,
                          const EvalFrame *frame);

/* NULL when it is in none of the fields. */
static const char *misfit_field(Judge *j, const char *path, const Value *v, const Type *t,
                                const EvalFrame *frame)
{
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        const Value *part = value_find(v, assay_str(f->name));
        if (!part && !f->optional)
            return assay_arena_printf(j->arena, "%s has no field '%s'", path, f->name);
        if (part && is_of(j, part, f->type, frame) == TRUTH_FALSE)
            return misfit(j, assay_arena_printf(j->arena, "%s.%s", path, f->name), part,
                          f->type, frame);
    }
    return NULL;
}

/* The part of a value that is not of a type, by a path of fields. */
static const char *misfit(Judge *j, const char *path, const Value *v, const Type *type,
                          const EvalFrame *frame)
{
    const Type *t = type_resolve(type);
    const char *why = NULL;

    for (uint32_t i = 0; t->kind == TYPE_BOTH && i < t->as.list.count; i++)
        if (is_of(j, v, t->as.list.of[i], frame) == TRUTH_FALSE)
            return misfit(j, path, v, t->as.list.of[i], frame);
    for (uint32_t i = 0;
         t->kind == TYPE_ARRAY && v->kind == VALUE_ARRAY && i < v->as.array.count; i++)
        if (is_of(j, v->as.array.items[i], t->as.of, frame) == TRUTH_FALSE)
            return misfit(j, assay_arena_printf(j->arena, "%s[%u]", path, i),
                          v->as.array.items[i], t->as.of, frame);
    if (t->kind == TYPE_OBJECT && v->kind == VALUE_OBJECT)
        why = misfit_field(j, path, v, t, frame);
    return why ? why : assay_arena_printf(j->arena, "%s is %s", path, shown(j, v));
}

static Blame blame(Judge *j, const Term *t, const EvalFrame *frame);

/* The value of a variable for which a condition on all of them is false, among those that
 * are known and the first integers; or NULL. */
static const Value *exception_to(Judge *j, const Term *t, const EvalFrame *frame)
{
    EvalWorld facts = world_facts(j->world);
    const Value *const *known;
    uint32_t count;

    facts.values(facts.ctx, &known, &count);
    for (uint32_t i = 0; i < count + EXCEPTIONS; i++) {
        const Value *v = i < count ? known[i] : value_int(j->arena, (int64_t)(i - count));
        EvalFrame inner = {t->as.quant.var, v, frame};
        if (v && is_of(j, v, t->as.quant.var->type, frame) == TRUTH_TRUE &&
            truth_of(j, t->as.quant.body, &inner, NULL) == TRUTH_FALSE)
            return v;
    }
    return NULL;
}

static Blame blame_values(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Value *v = t->as.quant.all ? exception_to(j, t, frame) : NULL;
    EvalFrame inner = {t->as.quant.var, v, frame};
    Blame b;

    if (!v)
        return (Blame){t, t->as.quant.all ? "not for all" : "for none"};
    b = blame(j, t->as.quant.body, &inner);
    b.why = assay_arena_printf(j->arena, "%s%s%s is %s", b.why, *b.why ? ", " : "",
                               t->as.quant.var->name, shown(j, v));
    return b;
}

static Blame blame_quant(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Type *type = type_resolve(t->as.quant.var->type);
    World *w = j->world;

    for (uint32_t i = 0; t->as.quant.all && is_of_resources(t) && i < w->now.count; i++) {
        const WorldResource *r = &w->now.resources[i];
        const Value *v = value_resource(j->arena, type->as.resource->name, i);
        EvalFrame inner = {t->as.quant.var, v, frame};
        Blame b;
        if (!v || r->gone || strcmp(r->type, type->as.resource->name) != 0 ||
            truth_of(j, t->as.quant.body, &inner, NULL) != TRUTH_FALSE)
            continue;
        b = blame(j, t->as.quant.body, &inner);
        if (is_op(b.part, OP_REPOF, OP_REPOF) && r->nreps > 0)
            b.why = assay_arena_printf(j->arena, "%s; %s was %s", b.why,
                                       t->as.quant.var->name,
                                       shown(j, r->reps[r->nreps - 1]));
        return b;
    }
    return is_of_resources(t) && !t->as.quant.all ? (Blame){t, "there can be none"}
                                                  : blame_values(j, t, frame);
}

static Blame blame_op(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Term *const *args = t->as.op.args;

    if (is_op(t, OP_ALSO, OP_AND))
        return blame(j,
                     truth_of(j, args[0], frame, NULL) == TRUTH_FALSE ? args[0] : args[1],
                     frame);
    if (is_op(t, OP_THEN, OP_IMPLIES))
        return blame(j, args[1], frame);
    if (is_op(t, OP_ELSE, OP_OR))
        return (Blame){
            t, both(j, blame(j, args[0], frame).why, blame(j, args[1], frame).why)};
    if (is_op(t, OP_NOT, OP_NOT))
        return (Blame){t, "it does hold"};
    return (Blame){t, both(j, says(j, args[0], frame),
                           t->as.op.count > 1 ? says(j, args[1], frame) : NULL)};
}

static Blame blame_in(Judge *j, const Term *t, const EvalFrame *frame)
{
    const Value *v = value_of(j, t->as.in.of, frame);

    return (Blame){t, v ? misfit(j, printed(j, t->as.in.of), v, t->as.in.type, frame)
                        : "it has no value"};
}

static Blame blame(Judge *j, const Term *t, const EvalFrame *frame)
{
    const char *why;

    truth_of(j, t, frame, &why);
    if (t->kind == TERM_OP && is_op(t, OP_REPOF, OP_URIOF))
        return (Blame){t, both(j, says(j, t->as.op.args[0], frame), NULL)};
    if (t->kind == TERM_OP && op_result(t->as.op.op) == 'b' &&
        (!why || is_op(t, OP_ALSO, OP_AND) || is_op(t, OP_THEN, OP_IMPLIES)))
        return blame_op(j, t, frame);
    if (t->kind == TERM_IN && !why)
        return blame_in(j, t, frame);
    if (t->kind == TERM_COND) {
        Truth test = truth_of(j, t->as.cond.test, frame, NULL);
        return blame(j, test == TRUTH_TRUE ? t->as.cond.then : t->as.cond.other, frame);
    }
    if (t->kind == TERM_QUANT && !why)
        return blame_quant(j, t, frame);
    return (Blame){t, why ? why : "it is false"};
}

Blame judge_blame(Judge *j, const Triple *t, const Term *condition, const Call *call)
{
    Frames f;
    Blame b = blame(j, condition, frames_init(&f, t, call));

    if (!b.why)
        b.why = "";
    return b;
}
