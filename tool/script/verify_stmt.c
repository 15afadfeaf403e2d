/*
 * Statements.
 */
#include "script/verify_parts.h"
#include "term/known.h"
#include <string.h>

/* ---- Assignments. */

static bool is_parameter(const Verifier *v, const Binding *var)
{
    for (uint32_t i = 0; v->function && i < v->function->function.count; i++)
        if (v->function->function.params[i] == var)
            return true;
    return false;
}

/* Who changes a parameter may think that its type is about the call only. */
static const char *place_text(const Verifier *v, const Binding *var)
{
    return is_parameter(v, var) && type_resolve(var->type)->kind == TYPE_REFINE
               ? "a parameter keeps its type; a copy of it can have another one"
               : "it is declared here";
}

static Wanted value_of(Verifier *v, const Binding *var, Span span)
{
    return (Wanted){DIAG_SCRIPT_VALUE, span,
                    verify_text(v, "the value of '%s'", var->name), var->span,
                    place_text(v, var)};
}

static void give(Verifier *v, const Binding *var, const Term *value, Span span)
{
    Wanted w = value_of(v, var, span);

    if (value && !verify_has_type(v, value, verify_type_now(v, var->type), &w))
        value = NULL;
    verify_set(v, var, value, span);
}

/* What is assigned to a part of a variable. */
typedef struct {
    const Term *target; /* of the program */
    const Term *value;  /* of now */
} Part;

/* If the whole may not have its type because the part may not have the one that it has
 * there, that is reported. */
static bool blame_part(Verifier *v, const Binding *var, const Term *now, const Part *part)
{
    ProverVerdict verdict;
    Known known;
    Wanted w = {DIAG_SCRIPT_VALUE, part->value->span, NULL, var->span,
                "the variable is declared here"};

    if (check_has_type(v->c, v->now.scope, now, verify_type_now(v, var->type), &verdict))
        return true;
    known_types(NULL, part->target, &known);
    w.what = verify_text(v, "the value of '%s'", check_term_text(v->c, part->target));
    for (uint32_t i = 0; i < known.count; i++)
        if (!verify_has_type(v, part->value, verify_type_now(v, known.at[i]), &w))
            return true;
    return false;
}

/* A variable of which a part is another one: messages speak of it as it is then. */
static void give_changed(Verifier *v, const Binding *var, const Term *value, Span span,
                         const Part *part)
{
    Wanted w = value_of(v, var, span);
    const Term *now;

    if (!value) {
        verify_set(v, var, NULL, span);
        return;
    }
    now = verify_set_untyped(v, var, value);
    if (!blame_part(v, var, now, part))
        verify_has_type(v, now, verify_type_now(v, var->type), &w);
    verify_typed(v, var);
}

static void execute_local(Verifier *v, const Stmt *stmt)
{
    const Binding *var = stmt->as.local.var;
    const Term *value;

    verify_type(v, var->type);
    value = verify_term(v, stmt->as.local.value);
    give(v, var, value, stmt->as.local.value->span);
}

/* The value of the whole variable when a part of it is replaced: the parts on the way are
 * there, which is checked from the outside in. The parts of the target were executed. */
static const Term *updated(Verifier *v, const Term *target, const Term *value)
{
    const Term *args[3] = {NULL, NULL, value};
    const Term *whole, *name;

    if (!value)
        return NULL;
    if (target->kind == TERM_VAR)
        return value;
    if (target->kind == TERM_INDEX) {
        args[0] = target->as.index.of;
        args[1] = target->as.index.index;
        whole = term_op(v->arena, target->span, target->span, OP_SET_ITEM, args, 3);
        return updated(v, target->as.index.of, whole);
    }
    name = term_literal(v->arena, span_nowhere(),
                        value_string(v->arena, assay_str(target->as.field.name)));
    args[0] = target->as.field.of;
    args[1] = name;
    whole = name ? term_op(v->arena, target->span, target->span, OP_SET_FIELD, args, 3)
                 : NULL;
    return updated(v, target->as.field.of, whole);
}

/* Names what is assigned, so that it is written once. */
static const Term *named_value(Verifier *v, const Term *value)
{
    const Binding *var;

    if (!value || value->kind == TERM_VAR || value->kind == TERM_LITERAL)
        return value;
    var =
        verify_fresh(v, verify_inner_name,
                     type_simple(v->arena, span_nowhere(), TYPE_ANY), value->span, value);
    return var ? verify_var(v, var, value->span) : value;
}

/* The target with its indices executed: a place in the variable, whatever value that has
 * when it comes to be assigned. */
static const Term *place_of(Verifier *v, const Term *target)
{
    const Term *of, *index;

    if (target->kind == TERM_VAR)
        return target;
    of = place_of(v,
                  target->kind == TERM_FIELD ? target->as.field.of : target->as.index.of);
    if (!of)
        return NULL;
    if (target->kind == TERM_FIELD)
        return term_field(v->arena, target->span, target->as.field.mark, of,
                          target->as.field.name);
    index = verify_term(v, target->as.index.index);
    return index ? term_index(v->arena, target->span, of, index) : NULL;
}

/* The place as it is now: all that is on the way to it is there. */
static const Term *place_now(Verifier *v, const Term *place)
{
    const Term *now = place ? verify_now(v, place) : NULL;

    return now ? verify_fine(v, now) : NULL;
}

/* The indices of the target are executed first, then the value; then it is assigned to
 * what the variable is after that. */
static void execute_assignment(Verifier *v, const Stmt *stmt)
{
    const Term *target = stmt->as.assign.target;
    const Term *root = term_root(target), *place, *value;
    const Binding *var = root->as.var;

    if (root->kind != TERM_VAR) { /* it could not be read */
        verify_error(v);
        return;
    }
    place = place_of(v, target);
    value = verify_term(v, stmt->as.assign.value);
    if (target->kind == TERM_VAR) {
        give(v, var, value, stmt->as.assign.value->span);
    } else {
        Part part = {target, value};
        place = place_now(v, place);
        value = place ? updated(v, place, named_value(v, value)) : NULL;
        give_changed(v, var, value, target->span, &part);
    }
    verify_dependents(v, &(Effects){.at = &var, .count = 1}, DEPENDENTS_ASSIGNMENT,
                      target->span);
}

/* ---- Branches. */

static void may_be_dead(Verifier *v, Span span)
{
    Reach *r = assay_arena_new(v->arena, 1, sizeof *r);

    if (!r) {
        verify_no_memory(v);
        return;
    }
    *r = (Reach){v->now.scope, span, NULL};
    *v->last_reach = r;
    v->last_reach = &r->next;
}

static void execute_branch(Verifier *v, const Stmt *stmt, const Term *test, bool negated)
{
    verify_assume(v, test, negated);
    if (!stmt)
        return;
    if (test)
        may_be_dead(v, stmt->span);
    verify_stmt(v, stmt);
}

static const Term *unknown_condition(Verifier *v, const Stmt *stmt)
{
    const Binding *it =
        verify_fresh(v, verify_inner_name,
                     type_simple(v->arena, span_nowhere(), TYPE_ANY), stmt->span, NULL);

    return term_in(v->arena, span_nowhere(), verify_var(v, it, span_nowhere()),
                   type_simple(v->arena, span_nowhere(), TYPE_INTEGER));
}

static void execute_if(Verifier *v, const Stmt *stmt)
{
    const Term *test = verify_condition(v, stmt->as.branch.test), *known = test;
    State base, then, other;

    if (!test) /* it was reported: either may be */
        test = unknown_condition(v, stmt);
    base = verify_keep(v);
    execute_branch(v, stmt->as.branch.then, known, false);
    then = verify_keep(v);
    v->now = base;
    execute_branch(v, stmt->as.branch.other, known, true);
    other = verify_keep(v);
    verify_join(v, &base, test, &then, &other);
}

/* ---- Results. */

/* The type of the result, of parameters as they were given and of globals as they are. */
static const Type *result_type(Verifier *v)
{
    const Function *f = &v->function->function;
    const Type *t = type_replace_all(v->arena, f->result, v->entry, f->count);

    if (!t)
        verify_no_memory(v);
    return verify_type_now(v, t ? t : f->result);
}

static void execute_return(Verifier *v, const Stmt *stmt)
{
    const Function *f = &v->function->function;
    const Term *value = stmt->as.value;
    Wanted w = {DIAG_SCRIPT_RETURN, value ? value->span : stmt->span, "the result",
                f->result->span, "the function is to return this"};

    value = value ? verify_term(v, value)
                  : term_literal(v->arena, stmt->span, value_undefined());
    if (value)
        verify_has_type(v, value, result_type(v), &w);
    v->now.dead = true;
}

/* ---- All of them. */

static void execute_block(Verifier *v, const Stmt *stmt)
{
    uint32_t outer = v->now.count;
    bool told = false;

    for (uint32_t i = 0; i < stmt->as.block.count; i++) {
        const Stmt *inner = stmt->as.block.at[i];
        if (v->now.dead && !told && inner->kind != STMT_BLOCK)
            diag_report(v->c->diags, DIAG_SCRIPT_UNREACHABLE, inner->span,
                        "this is never executed");
        told |= v->now.dead;
        if (!v->now.dead)
            verify_stmt(v, inner);
    }
    verify_leave(v, outer);
}

void verify_stmt(Verifier *v, const Stmt *stmt)
{
    const Stmt *outer = v->stmt;

    if (v->now.dead)
        return;
    v->stmt = stmt;
    switch (stmt->kind) {
    case STMT_BAD:
        v->good = false;
        break;
    case STMT_LOCAL:
        execute_local(v, stmt);
        break;
    case STMT_ASSIGN:
        execute_assignment(v, stmt);
        break;
    case STMT_IF:
        execute_if(v, stmt);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        verify_loop(v, stmt);
        break;
    case STMT_FOR_OF:
        verify_for_of(v, stmt);
        break;
    case STMT_RETURN:
        execute_return(v, stmt);
        break;
    case STMT_CALL:
        verify_term(v, stmt->as.value);
        break;
    case STMT_BLOCK:
        execute_block(v, stmt);
        break;
    }
    v->stmt = outer;
}
