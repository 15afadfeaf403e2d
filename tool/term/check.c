/*
 * Checking terms.
 */
#include "term/check.h"
#include "term/eval.h"
#include "term/known.h"
#include "term/simplify.h"
#include "term/syntax.h"
#include <string.h>

static bool expect_boolean(Checker *c, const Scope *scope, const Term *t);

/* ---- Asking. */

/* Whether a condition holds; if not, the verdict says why. What has an error in it was
 * reported: nothing follows from that. */
bool check_holds(Checker *c, const Scope *scope, const Term *goal, ProverVerdict *ret)
{
    const Term *simple = goal ? term_simplify(c->arena, goal) : NULL;

    if (!simple) {
        c->diags->no_memory = true;
        return true;
    }
    if (term_is_boolean(simple, true))
        return true;
    *ret = c->prover->prove(c->prover->ctx, scope, simple, c->arena);
    return ret->answer == PROVER_PROVED ||
           (ret->answer == PROVER_UNDECIDED && strcmp(ret->why, PROVER_ERROR_IN_IT) == 0);
}

bool check_has_type(Checker *c, const Scope *scope, const Term *t, const Type *type,
                    ProverVerdict *ret)
{
    return known_in(scope, t, type) ||
           check_holds(c, scope, term_in(c->arena, t->span, t, type), ret);
}

/* The operator that evaluates its right side only if it matters; NULL: there is none. */
static const char *lazy_twin(TermOp op)
{
    return op == OP_AND ? "&&" : op == OP_OR ? "||" : op == OP_IMPLIES ? "==>" : NULL;
}

/* A report of what was refuted; what was not decided is said to be that. */
Diagnostic *check_complain(Checker *c, const ProverVerdict *verdict, DiagCode code,
                           Span span, const char *refuted, const char *undecided)
{
    Diagnostic *d;

    if (verdict->answer == PROVER_REFUTED)
        d = diag_report(c->diags, code, span, "%s", refuted);
    else
        d = diag_report(c->diags, DIAG_NOT_DECIDED, span, "could not prove that %s",
                        undecided);
    if (c->strict)
        diag_note(c->diags, d, "note",
                  "'%s' evaluates both sides in any case; '%s' does not",
                  op_text(c->strict->as.op.op), lazy_twin(c->strict->as.op.op));
    return d;
}

/* A condition that does not follow was reported. */
static void tell_failed(Checker *c, Diagnostic *d, const Scope *scope, const Term *goal)
{
    if (c->own && c->own->failed)
        c->own->failed(c->own->ctx, d, scope, goal);
}

/* How to make sure that something holds. */
static void suggest(Checker *c, Diagnostic *d, const char *condition)
{
    if (!condition)
        c->diags->no_memory = true;
    else if (c->own && c->own->suggest)
        c->own->suggest(c->own->ctx, d, condition);
    else
        diag_note(c->diags, d, "help", "add  %s &&  before it", condition);
}

static const Type *simple_type(Checker *c, TypeKind kind)
{
    return type_simple_word(c->arena, span_nowhere(), kind,
                            c->own && c->own->type_word ? c->own->type_word(kind) : NULL);
}

/* ---- Operands. */

static const char *sort_name(char letter)
{
    switch (letter) {
    case 'b':
        return "a boolean";
    case 'i':
        return "an integer";
    case 'n':
        return "a number";
    case 's':
        return "a string";
    case 'l':
        return "an array";
    case 'o':
        return "an object";
    case 'x':
        return "a regular expression";
    case 'u':
        return "a URI template";
    default:
        return "a value";
    }
}

static const Type *sort_type(Checker *c, char letter)
{
    static const struct {
        char letter;
        TypeKind kind;
    } kinds[] = {{'b', TYPE_BOOLEAN}, {'i', TYPE_INTEGER}, {'n', TYPE_NUMBER},
                 {'s', TYPE_STRING},  {'x', TYPE_REGEXP},  {'u', TYPE_TEMPLATE}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].letter == letter)
            return simple_type(c, kinds[i].kind);
    if (letter == 'o')
        return type_object(c->arena, span_nowhere(), NULL, 0);
    return type_of(c->arena, span_nowhere(), TYPE_ARRAY, simple_type(c, TYPE_ANY));
}

/* What has a value that is not seen in the term itself. */
static bool is_path(const Term *t)
{
    return t->kind == TERM_VAR || t->kind == TERM_FIELD || t->kind == TERM_INDEX ||
           t->kind == TERM_COND;
}

/* A term as an operand of a comparison. */
static const char *operand_text(Checker *c, const Term *t)
{
    bool alone = t->kind == TERM_VAR || t->kind == TERM_FIELD || t->kind == TERM_INDEX ||
                 t->kind == TERM_LITERAL || t->kind == TERM_CALL ||
                 (t->kind == TERM_OP &&
                  (op_is_function(t->as.op.op) ||
                   syntax_level(t->as.op.op, t->as.op.count) > LEVEL_COMPARE));
    const char *text = check_term_text(c, t);
    const char *parens = alone ? text : assay_arena_printf(c->arena, "(%s)", text);

    return parens ? parens : text;
}

/* Where nothing is known of a value, that it is of a sort can be said before it. */
static void suggest_sort(Checker *c, Diagnostic *d, const Scope *scope, const Term *t,
                         const Type *type)
{
    Known known;

    known_types(scope, t, &known);
    for (uint32_t i = 0; i < known.count; i++)
        if (type_resolve(known.at[i])->kind != TYPE_ANY)
            return;
    if (is_path(t) && t->kind != TERM_COND)
        suggest(c, d,
                assay_arena_printf(c->arena, "%s in %s", check_term_text(c, t),
                                   check_type_text(c, type)));
}

/* An operand that must be of a sort. */
static bool expect_sort(Checker *c, const Scope *scope, const Term *t, char letter,
                        DiagCode code, const char *by)
{
    static const Type string = {.kind = TYPE_STRING};
    const Type *type = sort_type(c, letter);
    const char *shown;
    ProverVerdict verdict;
    Diagnostic *d;

    if (!type) {
        c->diags->no_memory = true;
        return true;
    }
    if (check_has_type(c, scope, t, type, &verdict))
        return true;
    shown = check_term_text(c, t);
    d = check_complain(
        c, &verdict, code, t->span,
        assay_arena_printf(c->arena, "'%s' %s %s", shown,
                           is_path(t) ? "may not be" : "is not", sort_name(letter)),
        assay_arena_printf(c->arena, "'%s' is %s", shown, sort_name(letter)));
    if (by)
        diag_note(c->diags, d, "wanted", "by '%s'", by);
    check_explain(c, d, scope, t, &verdict);
    if (by && strcmp(by, "length") == 0 && known_in(scope, t, &string))
        diag_note(c->diags, d, "help", "the size of a string is size(%s)", shown);
    if (by && strcmp(by, "+") == 0 &&
        (known_in(scope, t, &string) ||
         (t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_STRING)))
        diag_note(c->diags, d, "help", "'++' puts strings together");
    tell_failed(c, d, scope, term_in(c->arena, t->span, t, type));
    suggest_sort(c, d, scope, t, type);
    return false;
}

static bool expect_boolean(Checker *c, const Scope *scope, const Term *t)
{
    return expect_sort(c, scope, t, 'b', DIAG_NOT_BOOLEAN, NULL);
}

static bool is_resource(const Scope *scope, const Term *t)
{
    Known known;

    known_types(scope, t, &known);
    for (uint32_t i = 0; i < known.count; i++) {
        TypeKind kind = type_resolve(known.at[i])->kind;
        if (kind == TYPE_RESOURCE || kind == TYPE_BAD)
            return true;
    }
    return t->kind == TERM_BAD;
}

static bool expect_resource(Checker *c, const Scope *scope, const Term *t, const char *by)
{
    Diagnostic *d;

    if (is_resource(scope, t))
        return true;
    d = diag_report(c->diags, DIAG_RESOURCE, t->span, "'%s' is no resource",
                    check_term_text(c, t));
    diag_note(c->diags, d, "wanted", "by '%s'", by);
    diag_note(c->diags, d, "help",
              "bind it by a quantifier over a declared resource: exists r: R . ...");
    return false;
}

static bool expect_operand(Checker *c, const Scope *scope, const Term *t, uint32_t i)
{
    TermOp op = t->as.op.op;
    char letter = op_arguments(op)[i];

    if (letter == 'n' && c->own && c->own->integers)
        letter = 'i';
    if (letter == 'a')
        return true;
    if (letter == 'r')
        return expect_resource(c, scope, t->as.op.args[i], op_text(op));
    return expect_sort(c, scope, t->as.op.args[i], letter,
                       letter == 'b' ? DIAG_NOT_BOOLEAN : DIAG_OPERAND, op_text(op));
}

/* ---- Operators. */

static bool expect_divisor(Checker *c, const Scope *scope, const Term *divisor)
{
    const Term *zero = term_literal(c->arena, span_nowhere(), value_int(c->arena, 0));
    const Term *goal = term_op2(c->arena, OP_NE, divisor, zero);
    const char *shown;
    ProverVerdict verdict;
    Diagnostic *d;

    if (check_holds(c, scope, goal, &verdict))
        return true;
    shown = check_term_text(c, divisor);
    d = check_complain(
        c, &verdict, DIAG_DIVISOR, divisor->span,
        assay_arena_printf(c->arena, "'%s' %s zero", shown,
                           divisor->kind == TERM_LITERAL ? "is" : "may be"),
        assay_arena_printf(c->arena, "'%s' is not zero", shown));
    check_explain(c, d, scope, divisor, &verdict);
    tell_failed(c, d, scope, goal);
    if (c->own && divisor->kind != TERM_LITERAL)
        suggest(c, d, assay_arena_printf(c->arena, "%s != 0", operand_text(c, divisor)));
    return false;
}

/* How many elements an array is to have. */
static bool expect_count(Checker *c, const Scope *scope, const Term *count)
{
    const Term *zero = term_literal(c->arena, span_nowhere(), value_int(c->arena, 0));
    const Term *goal = term_op2(c->arena, OP_LE, zero, count);
    const char *shown;
    ProverVerdict verdict;
    Diagnostic *d;

    if (check_holds(c, scope, goal, &verdict))
        return true;
    shown = check_term_text(c, count);
    d = check_complain(c, &verdict, DIAG_INDEX, count->span,
                       assay_arena_printf(c->arena, "'%s' %s negative", shown,
                                          count->kind == TERM_LITERAL ? "is" : "may be"),
                       assay_arena_printf(c->arena, "'%s' is not negative", shown));
    check_explain(c, d, scope, count, &verdict);
    tell_failed(c, d, scope, goal);
    return false;
}

/* Whether the variable that a path of fields begins with is there. */
static bool is_visible(const Scope *scope, const Term *t)
{
    while (t->kind == TERM_FIELD)
        t = t->as.field.of;
    for (; scope && t->kind == TERM_VAR; scope = scope->outer)
        if (scope->var == t->as.var)
            return true;
    return false;
}

/* Whether all that is wrong with x.l in T is that there may be no x.l. */
static bool lacks_only(const Term *t, const Term *presence)
{
    return t->kind == TERM_IN && t->as.in.of->kind == TERM_FIELD &&
           t->as.in.of->as.field.of == presence->as.in.of;
}

/* What comes behind a part that is wrong because a field may be missing is read as if it
 * were there: one mistake, one report. */
static void presume(Checker *c, const Scope **scope, const Term *t, uint32_t first,
                    uint32_t errors)
{
    for (uint32_t i = first; i < c->npresumed; i++) {
        const Term *presence = c->presumed[i];
        if (!is_visible(*scope, presence->as.in.of))
            continue;
        *scope = scope_fact(c, *scope, presence, false);
        if (lacks_only(t, presence) && c->diags->errors == errors + 1)
            *scope = scope_fact(c, *scope, t, false);
    }
    c->npresumed = first;
}

/* The parts between &&, each where those before it hold. */
static bool check_parts(Checker *c, const Scope **scope, const Term *t, const char *by)
{
    uint32_t first = c->npresumed, errors = c->diags->errors;
    bool good;

    if (t->kind == TERM_OP && t->as.op.op == OP_ALSO) {
        good = check_parts(c, scope, t->as.op.args[0], "&&");
        good &= check_parts(c, scope, t->as.op.args[1], "&&");
        return good;
    }
    good =
        check_term(c, *scope, t) && expect_sort(c, *scope, t, 'b', DIAG_NOT_BOOLEAN, by);
    if (good)
        *scope = scope_fact(c, *scope, t, false);
    else
        presume(c, scope, t, first, errors);
    return good;
}

bool check_premise(Checker *c, const Scope **scope, const Term *t)
{
    return check_parts(c, scope, t, NULL);
}

static bool check_operand(Checker *c, const Scope *scope, const Term *t, uint32_t i)
{
    return check_term(c, scope, t->as.op.args[i]) && expect_operand(c, scope, t, i);
}

static bool check_then(Checker *c, const Scope *scope, const Term *t)
{
    bool good = check_parts(c, &scope, t->as.op.args[0], op_text(OP_THEN));

    good &= check_operand(c, scope, t, 1);
    return good;
}

static bool check_else(Checker *c, const Scope *scope, const Term *t)
{
    bool good = check_operand(c, scope, t, 0);

    if (good)
        scope = scope_fact(c, scope, t->as.op.args[0], true);
    good &= check_operand(c, scope, t, 1);
    return good;
}

/* Whether a value is surely not of a type. */
static bool is_outside(Checker *c, const Value *v, const Type *type)
{
    bool in = true;
    Eval e;

    eval_init(&e, c->arena, NULL);
    return eval_in(&e, v, type, NULL, &in) == EVAL_OK && !in;
}

/* x == "opened", where x is "open" or "closed", decides nothing: a slip. x != null is one
 * where fields are missing; that x is not something else may be meant to be said. */
static void warn_never_equal(Checker *c, const Scope *scope, const Term *t, uint32_t side)
{
    const Term *x = t->as.op.args[side], *y = t->as.op.args[1 - side];
    Diagnostic *d;
    Known known;

    if (!is_path(x) || y->kind != TERM_LITERAL ||
        (t->as.op.op == OP_NE && y->as.literal->kind != VALUE_NULL))
        return;
    known_types(scope, x, &known);
    for (uint32_t i = 0; i < known.count; i++)
        if (is_outside(c, y->as.literal, known.at[i])) {
            d = diag_report(c->diags, DIAG_NEVER_EQUAL, y->span, "'%s' is never %s",
                            check_term_text(c, x), check_term_text(c, y));
            diag_note(c->diags, d, "known here", "%s in %s", check_term_text(c, x),
                      check_type_text(c, known.at[i]));
            return;
        }
}

static bool check_op(Checker *c, const Scope *scope, const Term *t)
{
    const Term *strict = c->strict;
    bool good = true;

    if (t->as.op.op == OP_ALSO)
        return check_parts(c, &scope, t, NULL);
    if (t->as.op.op == OP_THEN)
        return check_then(c, scope, t);
    if (t->as.op.op == OP_ELSE)
        return check_else(c, scope, t);
    for (uint32_t i = 0; i < t->as.op.count; i++) {
        c->strict = i == 1 && lazy_twin(t->as.op.op) ? t : strict;
        good &= check_operand(c, scope, t, i);
    }
    c->strict = strict;
    if (good && (t->as.op.op == OP_EQ || t->as.op.op == OP_NE)) {
        warn_never_equal(c, scope, t, 0);
        warn_never_equal(c, scope, t, 1);
    }
    if (good && (t->as.op.op == OP_DIV || t->as.op.op == OP_MOD))
        good = expect_divisor(c, scope, t->as.op.args[1]);
    if (good && t->as.op.op == OP_MKARRAY)
        good = expect_count(c, scope, t->as.op.args[1]);
    return good;
}

/* ---- Fields and elements. */

/* x.l as x in {l: Any}; NULL when out of memory. */
static const Term *presence_of(Checker *c, const Term *t)
{
    TypeField field = {.name = t->as.field.name,
                       .span = span_nowhere(),
                       .type = simple_type(c, TYPE_ANY)};
    const Type *type =
        field.type ? type_object(c->arena, span_nowhere(), &field, 1) : NULL;

    return type ? term_in(c->arena, t->span, t->as.field.of, type) : NULL;
}

static bool has_field(Checker *c, const Scope *scope, const Term *t,
                      ProverVerdict *verdict)
{
    Known known;

    known_types(scope, t->as.field.of, &known);
    for (uint32_t i = 0; i < known.count; i++)
        if (known_has_field(known.at[i], t->as.field.name))
            return true;
    return check_holds(c, scope, presence_of(c, t), verdict);
}

/* What was meant, if there is a field of almost that name; else what to write before it.
 */
static void suggest_field(Checker *c, Diagnostic *d, const Scope *scope, const Term *t)
{
    const char *hint = c->field_hint ? c->field_hint(t) : NULL, *near = NULL, *found;
    size_t nearest = SIZE_MAX;
    Known known;

    known_types(scope, t->as.field.of, &known);
    for (uint32_t i = 0; i < known.count && !hint; i++) {
        found = known_similar_field(known.at[i], t->as.field.name, &nearest);
        near = found ? found : near;
    }
    if (hint)
        diag_note(c->diags, d, "help", "%s", hint);
    else if (near && strcmp(near, t->as.field.name) != 0 && t->as.field.name[1])
        diag_fix(c->diags, d, t->as.field.mark, near, "did you mean '%s'?", near);
    else
        suggest(c, d,
                assay_arena_printf(c->arena, "%s in {%s: %s}",
                                   check_term_text(c, t->as.field.of), t->as.field.name,
                                   check_type_text(c, simple_type(c, TYPE_ANY))));
}

static bool check_field(Checker *c, const Scope *scope, const Term *t)
{
    const Term *presence;
    const char *shown;
    ProverVerdict verdict;
    Diagnostic *d;

    if (!check_term(c, scope, t->as.field.of))
        return false;
    if (has_field(c, scope, t, &verdict))
        return true;
    shown = check_term_text(c, t->as.field.of);
    d = check_complain(
        c, &verdict, DIAG_NO_FIELD, t->as.field.mark,
        assay_arena_printf(c->arena, "'%s' may have no field '%s'", shown,
                           t->as.field.name),
        assay_arena_printf(c->arena, "'%s' has a field '%s'", shown, t->as.field.name));
    check_explain(c, d, scope, t->as.field.of, &verdict);
    presence = presence_of(c, t);
    if (presence)
        tell_failed(c, d, scope, presence);
    suggest_field(c, d, scope, t);
    if (c->npresumed < CHECK_PRESUMED && presence)
        c->presumed[c->npresumed++] = presence;
    return false;
}

/* 0 <= index && index < length(of) */
static const Term *in_bounds(Checker *c, const Term *of, const Term *index)
{
    struct assay_arena *a = c->arena;
    const Term *zero = term_literal(a, span_nowhere(), value_int(a, 0));
    const Term *low = term_op2(a, OP_LE, zero, index);
    const Term *high = term_op2(a, OP_LT, index, term_op1(a, OP_LENGTH, of));

    return term_op2(a, OP_AND, low, high);
}

typedef struct {
    const Term *of;
    bool found;
} LengthOf;

static bool see_length(void *ctx, const Term *t)
{
    LengthOf *l = ctx;

    l->found |= t->kind == TERM_OP && t->as.op.op == OP_LENGTH &&
                term_equal(t->as.op.args[0], l->of);
    return true;
}

static bool is_negative(const Term *t)
{
    return t->kind == TERM_OP && t->as.op.op == OP_NEG &&
           t->as.op.args[0]->kind == TERM_LITERAL;
}

/* A guard of an index that is made of the length itself would be odd, and so would one of
 * -1. */
static void suggest_bounds(Checker *c, Diagnostic *d, const Term *of, const Term *index)
{
    LengthOf l = {of, false};
    const char *i = operand_text(c, index), *a = check_term_text(c, of);

    term_walk(index, &(Visitor){.term = see_length, .ctx = &l});
    if (l.found || is_negative(index))
        return;
    suggest(c, d,
            index->kind == TERM_LITERAL
                ? assay_arena_printf(c->arena, "%s < length(%s)", i, a)
                : assay_arena_printf(c->arena, "0 <= %s && %s < length(%s)", i, i, a));
}

static bool check_index(Checker *c, const Scope *scope, const Term *t)
{
    const Term *of = t->as.index.of, *index = t->as.index.index;
    bool good = check_term(c, scope, of);
    const Term *goal;
    ProverVerdict verdict;
    Diagnostic *d;

    good &= check_term(c, scope, index);
    if (!good)
        return false;
    good &= expect_sort(c, scope, of, 'l', DIAG_OPERAND, "[ ]");
    good &= expect_sort(c, scope, index, 'i', DIAG_OPERAND, "[ ]");
    if (!good)
        return false;
    goal = in_bounds(c, of, index);
    if (check_holds(c, scope, goal, &verdict))
        return true;
    d = check_complain(
        c, &verdict, DIAG_INDEX, index->span,
        assay_arena_printf(c->arena, "'%s' may be out of the bounds of '%s'",
                           check_term_text(c, index), check_term_text(c, of)),
        assay_arena_printf(c->arena, "'%s' is within the bounds of '%s'",
                           check_term_text(c, index), check_term_text(c, of)));
    check_explain(c, d, scope, index, &verdict);
    tell_failed(c, d, scope, goal);
    suggest_bounds(c, d, of, index);
    return false;
}

/* ---- The rest. Parts are checked even if others are wrong: each reports for itself. */

static bool check_cond(Checker *c, const Scope *scope, const Term *t)
{
    const Term *test = t->as.cond.test;
    bool good;

    if (!check_condition(c, scope, test))
        return false;
    good = check_term(c, scope_fact(c, scope, test, false), t->as.cond.then);
    good &= check_term(c, scope_fact(c, scope, test, true), t->as.cond.other);
    return good;
}

static bool check_in(Checker *c, const Scope *scope, const Term *t)
{
    bool good = check_term(c, scope, t->as.in.of);

    good &= check_type(c, scope, t->as.in.type);
    return good;
}

static bool check_members(Checker *c, const Scope *scope, const Term *t)
{
    bool good = true;

    for (uint32_t i = 0; i < t->as.object.count; i++)
        good &= check_term(c, scope, t->as.object.members[i].value);
    return good;
}

static bool check_all(Checker *c, const Scope *scope, const Term *const *terms,
                      uint32_t count)
{
    bool good = true;

    for (uint32_t i = 0; i < count; i++)
        good &= check_term(c, scope, terms[i]);
    return good;
}

static bool check_call(Checker *c, const Scope *scope, const Term *t)
{
    bool good = check_all(c, scope, t->as.call.args, t->as.call.function->count);

    if (good && c->own && c->own->call)
        good = c->own->call(c->own->ctx, scope, t);
    return good;
}

static bool check_quant(Checker *c, const Scope *scope, const Term *t)
{
    if (!check_type(c, scope, t->as.quant.var->type))
        return false;
    return check_condition(c, scope_var(c, scope, t->as.quant.var), t->as.quant.body);
}

bool check_condition(Checker *c, const Scope *scope, const Term *t)
{
    return check_term(c, scope, t) && expect_boolean(c, scope, t);
}

bool check_term(Checker *c, const Scope *scope, const Term *t)
{
    switch (t->kind) {
    case TERM_BAD:
        return false; /* it was reported */
    case TERM_VAR:
    case TERM_LITERAL:
        return true;
    case TERM_OP:
        return check_op(c, scope, t);
    case TERM_CALL:
        return check_call(c, scope, t);
    case TERM_COND:
        return check_cond(c, scope, t);
    case TERM_IN:
        return check_in(c, scope, t);
    case TERM_OBJECT:
        return check_members(c, scope, t);
    case TERM_ARRAY:
        return check_all(c, scope, t->as.array.items, t->as.array.count);
    case TERM_FIELD:
        return check_field(c, scope, t);
    case TERM_INDEX:
        return check_index(c, scope, t);
    case TERM_QUANT:
        return check_quant(c, scope, t);
    }
    return true;
}

/* ---- Types. */

static bool check_fields(Checker *c, const Scope *scope, const Type *t)
{
    bool good = true;

    for (uint32_t i = 0; i < t->as.object.count; i++)
        good &= check_type(c, scope, t->as.object.fields[i].type);
    return good;
}

static bool check_refinement(Checker *c, const Scope *scope, const Type *t)
{
    const Binding *var = t->as.refine.var;

    return check_type(c, scope, var->type) &&
           check_condition(c, scope_var(c, scope, var), t->as.refine.where);
}

static bool check_choice(Checker *c, const Scope *scope, const Type *t)
{
    const Term *test = t->as.choice.test;
    bool good;

    if (!check_condition(c, scope, test))
        return false;
    good = check_type(c, scope_fact(c, scope, test, false), t->as.choice.then);
    good &= check_type(c, scope_fact(c, scope, test, true), t->as.choice.other);
    return good;
}

bool check_type(Checker *c, const Scope *scope, const Type *t)
{
    bool good = true;

    switch (t->kind) {
    case TYPE_BAD:
        return false;
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_RESOURCE:
    case TYPE_LANGUAGE:
    case TYPE_VOID:
    case TYPE_FUNCTION: /* by its dialect, where it is declared */
        return true;
    case TYPE_ALIAS: /* checked where it is declared */
        return type_resolve(t)->kind != TYPE_BAD;
    case TYPE_OBJECT:
        return check_fields(c, scope, t);
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        return check_type(c, scope, t->as.of);
    case TYPE_REFINE:
        return check_refinement(c, scope, t);
    case TYPE_UNION:
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            good &= check_type(c, scope, t->as.list.of[i]);
        return good;
    case TYPE_ONLY:
        return check_term(c, scope, t->as.only.value) &&
               (!t->as.only.of || check_type(c, scope, t->as.only.of));
    case TYPE_IF:
        return check_choice(c, scope, t);
    }
    return true;
}
