/*
 * Values of types, by trying: those of a refinement are drawn from the type refined until
 * the condition holds. Integers are drawn near those that were drawn before and near
 * lengths, as conditions often compare them.
 */
#include "script_random_parts.h"

enum { TRIES = 60, HINTS = 8 };

typedef struct {
    ScriptRun *run;
    struct assay_prng *prng;
    int64_t hints[HINTS];
    uint32_t nhints;
} Drawer;

static const Value *draw(Drawer *d, const Type *t, const EvalFrame *frame, int depth);

static uint32_t below(Drawer *d, uint32_t n)
{
    return (uint32_t)assay_prng_upto(d->prng, n - 1);
}

static void hint(Drawer *d, int64_t n)
{
    d->hints[d->nhints % HINTS] = n;
    d->nhints++;
}

static const Value *draw_integer(Drawer *d)
{
    uint32_t which = below(d, 10), known = d->nhints < HINTS ? d->nhints : HINTS;
    int64_t n = which < 5   ? (int64_t)below(d, 5)
                : which < 8 ? (int64_t)below(d, 25) - 10
                            : (int64_t)below(d, 3) - 1;

    if (known > 0 && below(d, 2))
        n = d->hints[below(d, known)] + (int64_t)below(d, 3) - 1;
    hint(d, n);
    return value_int(d->run->arena, n);
}

static const Value *draw_string(Drawer *d)
{
    static const char *const all[] = {"",         "a",  "b c",
                                      "\xc3\xa9", "\"", "\xf0\x9f\x98\x80"};

    return value_string(d->run->arena, assay_str(all[below(d, 6)]));
}

static const Value *draw_array(Drawer *d, const Type *of, const EvalFrame *frame,
                               int depth)
{
    const Value *items[4];
    uint32_t count = below(d, 5);

    for (uint32_t i = 0; i < count; i++) {
        items[i] = draw(d, of, frame, depth - 1);
        if (!items[i])
            count = i;
    }
    hint(d, count);
    return value_array(d->run->arena, items, count);
}

/* With a field more now and then: objects may have others. */
static const Value *draw_object(Drawer *d, const Type *t, const EvalFrame *frame,
                                int depth)
{
    uint32_t count = 0;
    ValueMember *members =
        assay_arena_new(d->run->arena, t->as.object.count + 1, sizeof *members);

    if (!members)
        return NULL;
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        if (f->optional && below(d, 2))
            continue;
        members[count].name = assay_str(f->name);
        members[count].value = draw(d, f->type, frame, depth - 1);
        if (!members[count++].value)
            return NULL;
    }
    if (below(d, 6) == 0)
        members[count++] = (ValueMember){assay_str("more"), draw_integer(d)};
    return value_object(d->run->arena, members, count);
}

static bool is_in(Drawer *d, const Value *v, const Type *t, const EvalFrame *frame)
{
    bool in = false;

    return v && eval_in(&d->run->eval, v, t, frame, &in) == EVAL_OK && in;
}

static const Value *draw_until(Drawer *d, const Type *from, const Type *in,
                               const EvalFrame *frame, int depth)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        const Value *v = draw(d, from, frame, depth - 1);
        if (is_in(d, v, in, frame))
            return v;
    }
    return NULL;
}

static const Value *draw_any(Drawer *d)
{
    const Value *item = draw_integer(d);
    uint32_t which = below(d, 5);

    return which == 0   ? value_boolean(below(d, 2))
           : which == 1 ? draw_string(d)
           : which == 2 ? value_array(d->run->arena, &item, 1)
                        : item;
}

static const Value *draw(Drawer *d, const Type *t, const EvalFrame *frame, int depth)
{
    const Value *v = NULL;

    if (depth <= 0)
        return NULL;
    switch ((int)t->kind) {
    case TYPE_ANY:
        return draw_any(d);
    case TYPE_INTEGER:
    case TYPE_NUMBER:
        return draw_integer(d);
    case TYPE_STRING:
        return draw_string(d);
    case TYPE_BOOLEAN:
        return value_boolean(below(d, 2));
    case TYPE_VOID:
        return value_undefined();
    case TYPE_OBJECT:
        return draw_object(d, t, frame, depth);
    case TYPE_ARRAY:
        return draw_array(d, t->as.of, frame, depth);
    case TYPE_UNION:
        return draw(d, t->as.list.of[below(d, t->as.list.count)], frame, depth - 1);
    case TYPE_BOTH:
        return draw_until(d, t->as.list.of[0], t, frame, depth);
    case TYPE_REFINE:
        return draw_until(d, t->as.refine.var->type, t, frame, depth);
    case TYPE_ALIAS:
        return t->as.alias->type ? draw(d, t->as.alias->type, frame, depth - 1) : NULL;
    case TYPE_ONLY:
        return eval_term(&d->run->eval, t->as.only.value, frame, &v) ? NULL : v;
    default:
        return NULL;
    }
}

/* A function that takes what the type says and, as far as can be told, gives it. */
static const Value *draw_function(Drawer *d, const Type *t)
{
    const Script *s = d->run->script;
    const ScriptFunction *found = NULL;
    uint32_t count = 0;

    for (uint32_t i = 0; i < s->nfunctions; i++) {
        const ScriptFunction *f = s->functions[i];
        bool fits = f->kind == SCRIPT_PLAIN && !f->async &&
                    f->function.count == t->as.function.count &&
                    type_equal(f->function.result, t->as.function.result);
        for (uint32_t k = 0; fits && k < f->function.count; k++)
            fits =
                type_equal(f->function.params[k]->type, t->as.function.params[k]->type);
        if (fits && below(d, ++count) == 0)
            found = f;
    }
    return found ? script_function_value(d->run->arena, s, found) : NULL;
}

const Value *const *script_random_arguments(ScriptRun *run, const ScriptFunction *f,
                                            struct assay_prng *prng)
{
    Drawer d = {.run = run, .prng = prng};
    uint32_t count = f->function.count;
    const Value **args = assay_arena_new(run->arena, count, sizeof *args);
    EvalFrame *frames = assay_arena_new(run->arena, count, sizeof *frames);

    for (uint32_t i = 0; args && frames && i < count; i++) {
        const Type *t = type_resolve(f->function.params[i]->type);
        const EvalFrame *frame = i > 0 ? &frames[i - 1] : run->base;
        args[i] =
            t->kind == TYPE_FUNCTION ? draw_function(&d, t) : draw(&d, t, frame, 12);
        if (!args[i])
            return NULL;
        frames[i] = (EvalFrame){f->function.params[i], args[i], frame};
    }
    return args;
}
