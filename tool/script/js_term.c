/*
 * Terms as expressions.
 */
#include "script/js_parts.h"
#include "term/template.h"
#include <inttypes.h>
#include <string.h>

void js_copied(Js *j, const Term *t, bool copied)
{
    if (!copied) {
        js_term(j, t, JS_LOOSEST);
        return;
    }
    js_helper(j, JS_COPY);
    js_put(j, "(");
    js_term(j, t, JS_LOOSEST);
    js_put(j, ")");
}

/* ---- Literals. */

static void literal(Js *j, const Term *t, int tight)
{
    const Value *v = t->as.literal;
    bool negative = (v->kind == VALUE_INTEGER && v->as.integer->negative) ||
                    (v->kind == VALUE_NUMBER && v->as.number.digits->negative);
    bool opened = js_open(j, negative ? JS_UNARY : JS_MEMBER, tight);

    if (v->kind == VALUE_UNDEFINED)
        js_put(j, "undefined");
    else if (v->kind == VALUE_STRING)
        js_string(j, v->as.string.at, v->as.string.len);
    else if (v->kind == VALUE_TEMPLATE) /* of expand() */
        js_string(j, v->as.template->source.at, v->as.template->source.len);
    else
        value_print_json(v, &j->out);
    js_close(j, opened);
}

/* What is taken from a global is copied if something behind it may change that. */
static bool needs_snapshot(const Js *j, const Term *t, const Term *behind)
{
    const Sharing both = JS_GLOBAL | JS_CHANGED;

    return (js_shares(&j->flow, t, false) & both) == both && js_changes(&j->flow, behind);
}

/* ---- Operators. */

static void binary(Js *j, const Term *t, const char *mark, int is, int tight)
{
    bool opened = js_open(j, is, tight);

    js_term(j, t->as.op.args[0], is);
    js_put(j, mark);
    js_term(j, t->as.op.args[1], is + 1);
    js_close(j, opened);
}

/* x && y && z, all on lines of their own if one has to be. */
static void chain_parts(Js *j, const Term *t, bool broken, int is)
{
    const Term *left = t->as.op.args[0];

    if (left->kind == TERM_OP && left->as.op.op == t->as.op.op)
        chain_parts(j, left, broken, is);
    else
        js_term(j, left, is);
    js_put(j, is == JS_AND ? " &&" : " ||");
    js_part(j, broken, " ");
    js_term(j, t->as.op.args[1], is);
}

static void chain(Js *j, const Term *t, int is, int tight)
{
    bool opened = js_open(j, is, tight);
    JsTry try = js_try(j);

    chain_parts(j, t, false, is);
    if (!js_fits(j, try)) {
        j->depth++;
        chain_parts(j, t, true, is);
        j->depth--;
    }
    js_close(j, opened);
}

static void with_helper(Js *j, JsHelper helper, const Term *t)
{
    js_mark(j, t->as.op.mark);
    js_helper(j, helper);
    js_put(j, "(");
    for (uint32_t i = 0; i < t->as.op.count; i++) {
        js_put(j, i > 0 ? ", " : "");
        js_copied(j, t->as.op.args[i],
                  i + 1 < t->as.op.count &&
                      needs_snapshot(j, t->as.op.args[i], t->as.op.args[i + 1]));
    }
    js_put(j, ")");
}

/* Whether looking at a term, or not, makes no difference: it cannot fail or do anything.
 */
static bool see_harmful(void *ctx, const Term *t)
{
    bool *harmful = ctx;
    TermOp op = t->kind == TERM_OP ? t->as.op.op : TERM_OPS;

    *harmful |= t->kind == TERM_CALL || t->kind == TERM_FIELD || t->kind == TERM_INDEX ||
                t->kind == TERM_QUANT || op == OP_ADD || op == OP_SUB || op == OP_MUL ||
                op == OP_DIV || op == OP_MOD || op == OP_LENGTH || op == OP_MKARRAY ||
                op == OP_EXPAND;
    return !*harmful;
}

static bool is_harmless(const Term *t)
{
    bool harmful = false;

    term_walk(t, &(Visitor){.term = see_harmful, .ctx = &harmful});
    return !harmful;
}

static void lazy(Js *j, const Term *t, const char *mark, int is, int tight)
{
    bool opened = js_open(j, is, tight);

    js_term(j, t->as.op.args[0], is);
    js_put(j, mark);
    js_term(j, t->as.op.args[1], is);
    js_close(j, opened);
}

static void implication_parts(Js *j, const Term *t, bool broken)
{
    js_put(j, "!");
    js_term(j, t->as.op.args[0], JS_UNARY);
    js_put(j, " ||");
    js_part(j, broken, " ");
    js_term(j, t->as.op.args[1], JS_OR);
}

/* !x || y */
static void implication(Js *j, const Term *t, int tight)
{
    bool opened = js_open(j, JS_OR, tight);
    JsTry try = js_try(j);

    implication_parts(j, t, false);
    if (!js_fits(j, try)) {
        j->depth++;
        implication_parts(j, t, true);
        j->depth--;
    }
    js_close(j, opened);
}

/* Connectives that look at both sides, which is seen only if the second one can fail. */
static void strict(Js *j, const Term *t, int tight)
{
    bool plain = is_harmless(t->as.op.args[1]);

    if (t->as.op.op == OP_AND && plain)
        lazy(j, t, " && ", JS_AND, tight);
    else if (t->as.op.op == OP_OR && plain)
        lazy(j, t, " || ", JS_OR, tight);
    else if (t->as.op.op == OP_IMPLIES && plain)
        implication(j, t, tight);
    else
        with_helper(j,
                    t->as.op.op == OP_AND  ? JS_AND_BOTH
                    : t->as.op.op == OP_OR ? JS_OR_BOTH
                                           : JS_IMPLIES,
                    t);
}

static void equality(Js *j, const Term *t, int tight)
{
    const Term *x = t->as.op.args[0], *y = t->as.op.args[1];
    bool negated = t->as.op.op == OP_NE, opened;

    if (js_is_scalar(x) || js_is_scalar(y)) {
        binary(j, t, negated ? " !== " : " === ", JS_EQUALITY, tight);
        return;
    }
    opened = negated && js_open(j, JS_UNARY, tight);
    js_put(j, negated ? "!" : "");
    with_helper(j, JS_EQUAL, t);
    js_close(j, opened);
}

/* -1, which is always exact. */
static bool is_negative(const Term *t)
{
    const Term *of = t->as.op.args[0];

    return t->as.op.op == OP_NEG && of->kind == TERM_LITERAL &&
           ((of->as.literal->kind == VALUE_INTEGER &&
             integer_sign(of->as.literal->as.integer) > 0) ||
            of->as.literal->kind == VALUE_NUMBER);
}

static void negative(Js *j, const Term *t, int tight)
{
    bool opened = js_open(j, JS_UNARY, tight);

    js_put(j, "-");
    js_term(j, t->as.op.args[0], JS_MEMBER);
    js_close(j, opened);
}

/* A sum in a helper that says whether it is exact. */
static void arithmetic(Js *j, const Term *t)
{
    static const char *const marks[] = {
        [OP_ADD] = " + ", [OP_SUB] = " - ", [OP_MUL] = " * "};
    TermOp op = t->as.op.op;

    js_mark(j, t->as.op.mark);
    js_helper(j, js_is_integer(t) ? JS_INT : JS_NUM);
    js_put(j, "(");
    if (op == OP_NEG) {
        js_put(j, "-");
        js_term(j, t->as.op.args[0], JS_MEMBER);
    } else {
        binary(j, t, marks[op], op == OP_MUL ? JS_PRODUCT : JS_SUM, JS_LOOSEST);
    }
    js_put(j, ")");
}

static void negation(Js *j, const Term *t, int tight)
{
    bool opened = js_open(j, JS_UNARY, tight);

    js_put(j, "!");
    js_term(j, t->as.op.args[0], JS_UNARY);
    js_close(j, opened);
}

static void operation(Js *j, const Term *t, int tight)
{
    switch (t->as.op.op) {
    case OP_IFF:
        binary(j, t, " === ", JS_EQUALITY, tight);
        break;
    case OP_IMPLIES:
    case OP_OR:
    case OP_AND:
        strict(j, t, tight);
        break;
    case OP_THEN:
        implication(j, t, tight);
        break;
    case OP_ELSE:
        chain(j, t, JS_OR, tight);
        break;
    case OP_ALSO:
        chain(j, t, JS_AND, tight);
        break;
    case OP_NOT:
        negation(j, t, tight);
        break;
    case OP_EQ:
    case OP_NE:
        equality(j, t, tight);
        break;
    case OP_LT:
        binary(j, t, " < ", JS_RELATION, tight);
        break;
    case OP_LE:
        binary(j, t, " <= ", JS_RELATION, tight);
        break;
    case OP_GT:
        binary(j, t, " > ", JS_RELATION, tight);
        break;
    case OP_GE:
        binary(j, t, " >= ", JS_RELATION, tight);
        break;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
        if (is_negative(t))
            negative(j, t, tight);
        else
            arithmetic(j, t);
        break;
    case OP_CAT:
        binary(j, t, " + ", JS_SUM, tight);
        break;
    case OP_DIV:
        with_helper(j, JS_DIV, t);
        break;
    case OP_MOD:
        with_helper(j, JS_MOD, t);
        break;
    case OP_LENGTH:
        js_term(j, t->as.op.args[0], JS_MEMBER);
        js_put(j, ".length");
        break;
    case OP_SIZE:
        with_helper(j, JS_SIZE, t);
        break;
    case OP_EXPAND:
        with_helper(j, JS_EXPAND, t);
        break;
    case OP_MKARRAY:
        with_helper(j, JS_MKARRAY, t);
        break;
    case OP_REPOF:
    case OP_URIOF:
    case OP_MATCHES:
    case OP_SET_ITEM:
    case OP_SET_FIELD:
    case OP_PRE:
    case TERM_OPS:
        break; /* refused before */
    }
}

/* ---- Arrays and objects. */

/* What comes from a variable that is changed is copied where it stays. */
static bool copies_member(const Js *j, const Term *t)
{
    return (js_shares(&j->flow, t, false) & JS_CHANGED) != 0;
}

void js_member(Js *j, const char *name, const Term *value, bool copied)
{
    if (value->kind == TERM_VAR && !copied && js_is_name(name) &&
        strcmp(js_name(j, value->as.var), name) == 0) {
        js_term(j, value, JS_LOOSEST); /* { x } */
        return;
    }
    js_key(j, name);
    js_put(j, ": ");
    js_copied(j, value, copied);
}

static void members(Js *j, const Term *t, bool broken)
{
    const uint32_t count = t->as.object.count;

    js_put(j, "{");
    j->depth += broken;
    for (uint32_t i = 0; i < count; i++) {
        const TermMember *m = &t->as.object.members[i];
        js_part(j, broken, " ");
        js_member(j, m->name, m->value, copies_member(j, m->value));
        js_put(j, i + 1 < count || broken ? "," : "");
    }
    j->depth -= broken;
    js_part(j, broken, count > 0 ? " }" : "}");
    js_put(j, broken ? "}" : "");
}

static void object(Js *j, const Term *t)
{
    JsTry try = js_try(j);

    members(j, t, false);
    if (!js_fits(j, try))
        members(j, t, t->as.object.count > 0);
}

static void items(Js *j, const Term *t, bool broken)
{
    js_put(j, "[");
    j->depth += broken;
    for (uint32_t i = 0; i < t->as.array.count; i++) {
        js_part(j, broken, i > 0 ? " " : "");
        js_copied(j, t->as.array.items[i], copies_member(j, t->as.array.items[i]));
        js_put(j, i + 1 < t->as.array.count || broken ? "," : "");
    }
    j->depth -= broken;
    js_part(j, broken, "");
    js_put(j, "]");
}

static void array(Js *j, const Term *t)
{
    JsTry try = js_try(j);

    items(j, t, false);
    if (!js_fits(j, try))
        items(j, t, t->as.array.count > 0);
}

static void element(Js *j, const Term *t)
{
    if (needs_snapshot(j, t->as.index.of, t->as.index.index))
        js_copied(j, t->as.index.of, true);
    else
        js_term(j, t->as.index.of, JS_MEMBER);
    js_put(j, "[");
    js_term(j, t->as.index.index, JS_LOOSEST);
    js_put(j, "]");
}

/* ---- Calls. */

static void arguments_on(Js *j, const Term *t, bool broken)
{
    const uint32_t count = t->as.call.function->count;

    js_put(j, "(");
    j->depth += broken;
    for (uint32_t i = 0; i < count; i++) {
        js_part(j, broken, i > 0 ? " " : "");
        js_copied(j, t->as.call.args[i], js_copies_argument(&j->flow, t, i));
        js_put(j, i + 1 < count || broken ? "," : "");
    }
    j->depth -= broken;
    js_part(j, broken, "");
    js_put(j, ")");
}

static void arguments(Js *j, const Term *t)
{
    JsTry try = js_try(j);

    arguments_on(j, t, false);
    if (!js_fits(j, try))
        arguments_on(j, t, t->as.call.function->count > 1);
}

/* Functions of JavaScript may keep what they return. */
static bool copies_result(const Term *t)
{
    ScriptKind kind = script_callee(t)->kind;

    return (kind == SCRIPT_EXTERNAL || kind == SCRIPT_VALUE) && !js_is_scalar(t);
}

static void call(Js *j, const Term *t, int tight)
{
    const ScriptFunction *f = script_callee(t);
    bool copied = copies_result(t);
    bool opened = js_open(j, t->as.call.awaits && !copied ? JS_UNARY : JS_MEMBER, tight);

    if (copied) {
        js_helper(j, JS_COPY);
        js_put(j, "(");
    }
    js_put(j, t->as.call.awaits ? "await " : "");
    js_mark(j, t->as.call.mark);
    if (f->kind == SCRIPT_REST) {
        js_rest_call(j, t);
    } else {
        js_put(j, js_name(j, js_key_of(f)));
        arguments(j, t);
    }
    js_put(j, copied ? ")" : "");
    js_close(j, opened);
}

static void condition_parts(Js *j, const Term *t, bool broken)
{
    js_term(j, t->as.cond.test, JS_CONDITIONAL + 1);
    js_part(j, broken, " ");
    js_put(j, "? ");
    js_term(j, t->as.cond.then, JS_CONDITIONAL);
    js_part(j, broken, " ");
    js_put(j, ": ");
    js_term(j, t->as.cond.other, JS_CONDITIONAL);
}

static void condition(Js *j, const Term *t, int tight)
{
    bool opened = js_open(j, JS_CONDITIONAL, tight);
    JsTry try = js_try(j);

    condition_parts(j, t, false);
    if (!js_fits(j, try)) {
        j->depth++;
        condition_parts(j, t, true);
        j->depth--;
    }
    js_close(j, opened);
}

/* ---- Quantifiers with bounds, in conditions of specifications. */

static void bound(Js *j, const Term *t, int64_t add)
{
    js_term(j, t, JS_SUM);
    if (add != 0)
        js_printf(j, " + %" PRId64, add);
}

static void quantifier(Js *j, const Term *t)
{
    JsName *outer = j->names;
    const Binding *var = t->as.quant.var;
    bool plain = type_resolve(var->type)->kind == TYPE_INTEGER;
    const Term *in = plain ? NULL
                           : term_in(j->arena, var->span,
                                     term_var(j->arena, var->span, var), var->type);
    JsRange r;

    if (!plain && !in)
        j->diags->no_memory = true;
    if (!js_range(t, &r))
        return; /* refused before */
    js_helper(j, t->as.quant.all ? JS_ALL : JS_SOME);
    js_put(j, "(");
    bound(j, r.lower, r.add_lower);
    js_put(j, ", ");
    bound(j, r.upper, r.add_upper);
    js_printf(j, ", (%s) => ", js_declare(j, var, var->name));
    if (in) {
        js_put(j, t->as.quant.all ? "!" : "");
        js_in(j, in, JS_UNARY);
        js_put(j, t->as.quant.all ? " || " : " && ");
    }
    js_term(j, r.body, in ? JS_AND + 1 : JS_CONDITIONAL);
    js_put(j, ")");
    j->names = outer;
}

void js_term(Js *j, const Term *t, int tight)
{
    switch (t->kind) {
    case TERM_BAD:
        break;
    case TERM_VAR:
        js_mark(j, t->span);
        js_put(j, js_name(j, t->as.var));
        break;
    case TERM_LITERAL:
        literal(j, t, tight);
        break;
    case TERM_OP:
        operation(j, t, tight);
        break;
    case TERM_CALL:
        call(j, t, tight);
        break;
    case TERM_COND:
        condition(j, t, tight);
        break;
    case TERM_IN:
        js_in(j, t, tight);
        break;
    case TERM_OBJECT:
        object(j, t);
        break;
    case TERM_ARRAY:
        array(j, t);
        break;
    case TERM_FIELD:
        js_term(j, t->as.field.of, JS_MEMBER);
        js_mark(j, t->as.field.mark);
        js_field(j, t->as.field.name);
        break;
    case TERM_INDEX:
        element(j, t);
        break;
    case TERM_QUANT:
        quantifier(j, t);
        break;
    }
}
