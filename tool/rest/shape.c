#include "rest/shape.h"
#include "term/regexp.h"
#include <string.h>

#define DEPTH_MAX 40 /* of types and conditions inside each other */

#define KIND(K) (1u << (K))
#define ANY_KIND                                                                         \
    (KIND(VALUE_NULL) | KIND(VALUE_BOOLEAN) | KIND(VALUE_INTEGER) | KIND(VALUE_NUMBER) | \
     KIND(VALUE_STRING) | KIND(VALUE_ARRAY) | KIND(VALUE_OBJECT))

Shape *shape_new(ShapeReader *r)
{
    Shape *s = assay_arena_new(r->arena, 1, sizeof *s);

    if (s) {
        *s = (Shape){
            .kinds = ANY_KIND, .low = SHAPE_LOW, .high = SHAPE_HIGH, .most = SHAPE_MANY};
        s->last = &s->fields;
    }
    return s;
}

ShapeField *shape_field(ShapeReader *r, Shape *s, const char *name)
{
    ShapeField *f;

    for (f = s->fields; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            return f;
    f = assay_arena_new(r->arena, 1, sizeof *f);
    if (!f)
        return NULL;
    *f = (ShapeField){.name = name, .shape = shape_new(r)};
    if (!f->shape)
        return NULL;
    *s->last = f;
    s->last = &f->next;
    return f;
}

uint32_t shape_parts(const Shape *s)
{
    uint32_t count = 1;

    for (const ShapeField *f = s->fields; f; f = f->next)
        count += shape_parts(f->shape);
    return count;
}

uint32_t shape_marked(const Shape *s)
{
    uint32_t count = s->marked;

    for (const ShapeField *f = s->fields; f; f = f->next)
        count += shape_marked(f->shape);
    return count;
}

/* 0: it is not there. */
static uint32_t marked_at(const Shape *s, uint32_t *left, uint32_t *number)
{
    uint32_t found = 0;

    ++*number;
    if (s->marked && (*left)-- == 0)
        return *number;
    for (const ShapeField *f = s->fields; f && found == 0; f = f->next)
        found = marked_at(f->shape, left, number);
    return found;
}

uint32_t shape_marked_at(const Shape *s, uint32_t index)
{
    uint32_t number = 0;

    return marked_at(s, &index, &number);
}

/* ---- Values that are known already. */

static const Value *value_of(ShapeReader *r, const Term *t, const EvalFrame *frame)
{
    const Value *v;
    Eval e;

    eval_init(&e, r->arena, NULL);
    e.steps = 10000;
    return eval_term(&e, t, frame, &v) == EVAL_OK ? v : NULL;
}

static bool number_of(const Value *v, int64_t *ret)
{
    return v && v->kind == VALUE_INTEGER && integer_to_i64(v->as.integer, ret);
}

/* ---- Types. */

static uint32_t choose(ShapeReader *r, uint32_t count)
{
    uint32_t index = 0;

    return assay_choose_index(r->test, count, NULL, &index) ? 0 : index;
}

static void add_fields(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    s->kinds &= KIND(VALUE_OBJECT);
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *field = &t->as.object.fields[i];
        ShapeField *f = shape_field(r, s, field->name);
        if (!f)
            return;
        f->required = f->required || !field->optional;
        shape_add_type(r, f->shape, field->type, frame);
    }
}

static void add_refined(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    shape_add_type(r, s, t->as.refine.var->type, frame);
    shape_add_condition(r, s, t->as.refine.where, t->as.refine.var, frame);
}

static void add_either(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    const Value *test = value_of(r, t->as.choice.test, frame);
    bool then =
        test && test->kind == VALUE_BOOLEAN ? test->as.boolean : choose(r, 2) == 0;

    shape_add_type(r, s, then ? t->as.choice.then : t->as.choice.other, frame);
}

static void add_only(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    const Value *v = value_of(r, t->as.only.value, frame);

    if (v)
        s->only = v;
}

static void add_items(Shape *s, ValueKind kind, const Type *t, const EvalFrame *frame)
{
    s->kinds &= KIND(kind);
    s->frame = frame;
    if (kind == VALUE_ARRAY)
        s->item = t->as.of;
    else
        s->map = t->as.of;
}

static void add_type(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    switch (t->kind) {
    case TYPE_INTEGER:
        s->kinds &= KIND(VALUE_INTEGER);
        break;
    case TYPE_NUMBER:
        s->kinds &= KIND(VALUE_INTEGER) | KIND(VALUE_NUMBER);
        break;
    case TYPE_STRING:
        s->kinds &= KIND(VALUE_STRING);
        break;
    case TYPE_BOOLEAN:
        s->kinds &= KIND(VALUE_BOOLEAN);
        break;
    case TYPE_OBJECT:
        add_fields(r, s, t, frame);
        break;
    case TYPE_MAP:
        add_items(s, VALUE_OBJECT, t, frame);
        break;
    case TYPE_ARRAY:
        add_items(s, VALUE_ARRAY, t, frame);
        break;
    case TYPE_REFINE:
        add_refined(r, s, t, frame);
        break;
    case TYPE_UNION:
        shape_add_type(r, s, t->as.list.of[choose(r, t->as.list.count)], frame);
        break;
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            shape_add_type(r, s, t->as.list.of[i], frame);
        break;
    case TYPE_ONLY:
        add_only(r, s, t, frame);
        break;
    case TYPE_IF:
        add_either(r, s, t, frame);
        break;
    case TYPE_LANGUAGE:
        s->kinds &= KIND(VALUE_STRING);
        s->lang = t->as.language.lang;
        break;
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_RESOURCE:
    case TYPE_VOID:
    case TYPE_FUNCTION: /* no values of JSON */
        s->kinds = 0;
        break;
    case TYPE_ANY:
    case TYPE_NOT: /* it is looked at in the end */
    case TYPE_BAD:
    case TYPE_ALIAS:
        break;
    }
}

void shape_add_type(ShapeReader *r, Shape *s, const Type *t, const EvalFrame *frame)
{
    s->marked = s->marked || r->marking;
    if (++r->depth < DEPTH_MAX)
        add_type(r, s, type_resolve(t), frame);
    r->depth--;
}

/* ---- Conditions. */

/* The shape of a part of the variable: of x.a.b for x; NULL if it is none. */
static Shape *part_of(ShapeReader *r, Shape *s, const Term *t, const Binding *var)
{
    ShapeField *f;

    if (t->kind == TERM_VAR)
        return t->as.var == var ? s : NULL;
    if (t->kind != TERM_FIELD)
        return NULL;
    s = part_of(r, s, t->as.field.of, var);
    if (!s)
        return NULL;
    s->kinds &= KIND(VALUE_OBJECT);
    f = shape_field(r, s, t->as.field.name);
    if (f)
        f->required = true;
    return f ? f->shape : NULL;
}

static TermOp mirrored(TermOp op)
{
    return op == OP_LT   ? OP_GT
           : op == OP_LE ? OP_GE
           : op == OP_GT ? OP_LT
           : op == OP_GE ? OP_LE
                         : op;
}

static void bound(Shape *s, TermOp op, int64_t n)
{
    if ((op == OP_LT || op == OP_LE) && n - (op == OP_LT) < s->high)
        s->high = n - (op == OP_LT);
    if ((op == OP_GT || op == OP_GE) && n + (op == OP_GT) > s->low)
        s->low = n + (op == OP_GT);
}

static void bound_size(Shape *s, TermOp op, int64_t n)
{
    Shape sizes = {.low = s->least, .high = s->most};

    bound(&sizes, op, n);
    if (op == OP_EQ)
        sizes.low = sizes.high = n;
    s->least = sizes.low < 0 ? 0 : (uint32_t)sizes.low;
    s->most = sizes.high < 0 ? 0 : (uint32_t)sizes.high;
}

/* x op v, where the right side has a value already. */
static bool compare(ShapeReader *r, Shape *s, const Binding *var, const Term *x,
                    TermOp op, const Value *v)
{
    bool sized =
        x->kind == TERM_OP && (x->as.op.op == OP_SIZE || x->as.op.op == OP_LENGTH);
    Shape *part = part_of(r, s, sized ? x->as.op.args[0] : x, var);
    int64_t n;

    if (!part || !v)
        return false;
    part->marked = part->marked || r->marking;
    if (sized && number_of(v, &n))
        bound_size(part, op, n);
    else if (!sized && op == OP_EQ)
        part->only = v;
    else if (!sized && number_of(v, &n))
        bound(part, op, n);
    return true;
}

static void add_comparison(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                           const EvalFrame *frame)
{
    const Term *x = t->as.op.args[0], *y = t->as.op.args[1];
    const Value *right = value_of(r, y, frame),
                *left = right ? NULL : value_of(r, x, frame);

    if (right)
        compare(r, s, var, x, t->as.op.op, right);
    else if (left)
        compare(r, s, var, y, mirrored(t->as.op.op), left);
}

static void add_match(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                      const EvalFrame *frame)
{
    const Value *regexp = value_of(r, t->as.op.args[0], frame);
    Shape *part = part_of(r, s, t->as.op.args[1], var);

    if (regexp && regexp->kind == VALUE_REGEXP && part) {
        part->marked = part->marked || r->marking;
        part->kinds &= KIND(VALUE_STRING);
        part->regexp = regexp->as.regexp;
    }
}

static void add_op(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                   const EvalFrame *frame)
{
    const Term *const *args = t->as.op.args;

    switch (t->as.op.op) {
    case OP_ALSO:
    case OP_AND:
        shape_add_condition(r, s, args[0], var, frame);
        shape_add_condition(r, s, args[1], var, frame);
        break;
    case OP_ELSE:
    case OP_OR:
        shape_add_condition(r, s, args[choose(r, 2)], var, frame);
        break;
    case OP_THEN:
    case OP_IMPLIES:
        if (choose(r, 2) == 0)
            break; /* the left side will not hold, most likely */
        shape_add_condition(r, s, args[0], var, frame);
        shape_add_condition(r, s, args[1], var, frame);
        break;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        add_comparison(r, s, t, var, frame);
        break;
    case OP_MATCHES:
        add_match(r, s, t, var, frame);
        break;
    case OP_NOT:
        shape_add_negated(r, s, args[0], var, frame);
        break;
    default: /* it is looked at in the end */
        break;
    }
}

void shape_add_condition(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                         const EvalFrame *frame)
{
    if (++r->depth < DEPTH_MAX) {
        Shape *part = t->kind == TERM_IN ? part_of(r, s, t->as.in.of, var) : NULL;
        if (part)
            shape_add_type(r, part, t->as.in.type, frame);
        else if (t->kind == TERM_OP)
            add_op(r, s, t, var, frame);
        else if (t->kind == TERM_COND)
            shape_add_condition(r, s, choose(r, 2) ? t->as.cond.other : t->as.cond.then,
                                var, frame);
    }
    r->depth--;
}

/* The parts of `a && b` are one: it does not matter which of them is wrong. */
void shape_add_negated(ShapeReader *r, Shape *s, const Term *t, const Binding *var,
                       const EvalFrame *frame)
{
    bool marking = r->marking;

    if (t->kind == TERM_OP && t->as.op.op == OP_NOT) {
        r->marking = false;
        t = t->as.op.args[0];
    } else {
        r->marking = true;
    }
    shape_add_condition(r, s, t, var, frame);
    r->marking = marking;
}
