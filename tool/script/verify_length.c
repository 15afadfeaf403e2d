/*
 * Arrays keep their length while only elements of them are assigned, so a loop that does
 * nothing else to one leaves its length as it was. Nobody has to write that down.
 *
 * Of a variable, and of a field that its type surely has. What calls do to globals is not
 * looked at: of these nothing is known.
 */
#include "script/verify_parts.h"
#include <string.h>

/* The part of a target before the first index, and whether there is one. */
static const Term *array_of(const Term *target, bool *ret_indexed)
{
    const Term *array = target;

    *ret_indexed = false;
    for (const Term *t = target; t->kind == TERM_FIELD || t->kind == TERM_INDEX;
         t = t->kind == TERM_FIELD ? t->as.field.of : t->as.index.of)
        if (t->kind == TERM_INDEX) {
            array = t->as.index.of;
            *ret_indexed = true;
        }
    return array;
}

static uint32_t depth_of(const Term *path)
{
    uint32_t depth = 0;

    for (; path->kind == TERM_FIELD; path = path->as.field.of)
        depth++;
    return depth;
}

/* Whether a path is the beginning of another one, or it itself. */
static bool begins(const Term *path, const Term *other)
{
    for (uint32_t more = depth_of(other); more > depth_of(path); more--)
        other = other->as.field.of;
    for (; path->kind == TERM_FIELD && other->kind == TERM_FIELD;
         path = path->as.field.of, other = other->as.field.of)
        if (strcmp(path->as.field.name, other->as.field.name) != 0)
            return false;
    return path->kind == TERM_VAR && other->kind == TERM_VAR &&
           path->as.var == other->as.var;
}

/* ---- All assignments of a statement. */

typedef struct {
    bool (*see)(void *ctx, const Term *target); /* false: enough */
    void *ctx;
} Targets;

static bool each_target(const Targets *t, const Stmt *stmt)
{
    if (!stmt)
        return true;
    switch (stmt->kind) {
    case STMT_ASSIGN:
        return t->see(t->ctx, stmt->as.assign.target);
    case STMT_IF:
        return each_target(t, stmt->as.branch.then) &&
               each_target(t, stmt->as.branch.other);
    case STMT_WHILE:
    case STMT_FOR:
        return each_target(t, stmt->as.loop.init) && each_target(t, stmt->as.loop.step) &&
               each_target(t, stmt->as.loop.body);
    case STMT_FOR_OF:
        return each_target(t, stmt->as.each.body);
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            if (!each_target(t, stmt->as.block.at[i]))
                return false;
        return true;
    case STMT_BAD:
    case STMT_LOCAL:
    case STMT_RETURN:
    case STMT_CALL:
        break;
    }
    return true;
}

/* ---- Those that are kept. */

typedef struct {
    Verifier *v;
    const Stmt *stmt;
    const State *before;
    const Term *path; /* the array that is looked at */
} Lengths;

static bool leaves_length(void *ctx, const Term *target)
{
    const Lengths *l = ctx;
    bool indexed;
    const Term *array = array_of(target, &indexed);

    return !begins(array, l->path) || (indexed && depth_of(array) == depth_of(l->path));
}

/* Whether a path surely leads to an array. */
static const Type *type_at(const Term *path)
{
    const Type *of;

    if (path->kind == TERM_VAR)
        return type_base(path->as.var->type);
    of = type_at(path->as.field.of);
    for (uint32_t i = 0; of && of->kind == TYPE_OBJECT && i < of->as.object.count; i++)
        if (strcmp(of->as.object.fields[i].name, path->as.field.name) == 0)
            return of->as.object.fields[i].optional
                       ? NULL
                       : type_base(of->as.object.fields[i].type);
    return NULL;
}

static const Term *length_in(const Lengths *l, const State *s)
{
    const Term *path = term_replace_all(l->v->arena, l->path, s->slots, s->count);

    return path ? term_op1(l->v->arena, OP_LENGTH, path) : NULL;
}

static bool keep_length(void *ctx, const Term *target)
{
    Lengths *l = ctx;
    bool indexed;
    const Term *array = array_of(target, &indexed), *root = term_root(array);
    const Type *type = root->kind == TERM_VAR ? type_at(array) : NULL;
    const Term *now, *first;

    l->path = array;
    if (!indexed || !type || type->kind != TYPE_ARRAY ||
        verify_is_global(l->v, root->as.var) || !verify_value_of(l->v, root->as.var) ||
        !each_target(&(Targets){leaves_length, l}, l->stmt))
        return true;
    now = length_in(l, &l->v->now);
    first = length_in(l, l->before);
    if (now && first)
        verify_assume(l->v, term_op2(l->v->arena, OP_EQ, now, first), false);
    else
        verify_no_memory(l->v);
    return true;
}

void verify_lengths(Verifier *v, const Stmt *loop, const State *before)
{
    Lengths l = {v, loop, before, NULL};

    each_target(&(Targets){keep_length, &l}, loop);
}
