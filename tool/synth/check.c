/*
 * Sorts, and what rules can cause.
 */
#include "synth/check.h"
#include <string.h>

/* ---- Sorts of types. */

typedef enum { OF_BAD, OF_INTEGER, OF_BOOLEAN, OF_TEXT, OF_DECLARED, OF_OTHER } SortKind;

typedef struct {
    SortKind kind;
    const Resource *declared; /* OF_DECLARED */
} Sort;

static const Sort bad = {OF_BAD, NULL}, boolean = {OF_BOOLEAN, NULL},
                  integer = {OF_INTEGER, NULL};

static Sort sort_of_type(const Type *t)
{
    t = type_resolve(t);
    switch (t->kind) {
    case TYPE_BAD:
        return bad;
    case TYPE_INTEGER:
        return integer;
    case TYPE_BOOLEAN:
        return boolean;
    case TYPE_STRING:
    case TYPE_LANGUAGE:
        return (Sort){OF_TEXT, NULL};
    case TYPE_RESOURCE:
        return (Sort){OF_DECLARED, t->as.resource};
    case TYPE_REFINE:
        return sort_of_type(t->as.refine.var->type);
    default:
        return (Sort){OF_OTHER, NULL};
    }
}

static bool same_sort(Sort a, Sort b)
{
    return a.kind == OF_BAD || b.kind == OF_BAD ||
           (a.kind == b.kind && a.declared == b.declared);
}

/* "a number", "of sort Path" */
static const char *sort_text(TraceSpec *s, Sort sort)
{
    static const char *const texts[] = {"?",      "a number", "true or false",
                                        "a text", "",         "something else"};
    const char *text = texts[sort.kind];

    if (sort.kind == OF_DECLARED)
        text = assay_arena_printf(s->reader.parser.arena, "a %s", sort.declared->name);
    return text ? text : "";
}

/* ---- Sorts of terms. */

static Sort sort_of(TraceSpec *s, const Term *t);

static bool must_be(TraceSpec *s, const Term *t, Sort wanted)
{
    Sort is = sort_of(s, t);

    if (same_sort(is, wanted))
        return is.kind != OF_BAD;
    diag_report(s->reader.parser.diags, DIAG_TRACE_SORT, t->span,
                "this is %s, where %s is wanted", sort_text(s, is), sort_text(s, wanted));
    return false;
}

static Sort meaningless(TraceSpec *s, const Term *t, const char *what)
{
    diag_report(s->reader.parser.diags, DIAG_TRACE_SORT, t->span,
                "%s means nothing in a trace", what);
    return bad;
}

/* A field without a name of its own: what it is equal to was a pattern. */
static bool is_field(const Binding *var)
{
    return var->span.source == DIAG_NOWHERE;
}

static Sort sort_of_comparison(TraceSpec *s, const Term *t)
{
    const Term *x = t->as.op.args[0], *y = t->as.op.args[1];
    Sort a = sort_of(s, x), b = sort_of(s, y);

    if (!same_sort(a, b) && x->kind == TERM_VAR && is_field(x->as.var))
        diag_report(s->reader.parser.diags, DIAG_TRACE_SORT, t->span,
                    "field '%s' is %s, not %s", x->as.var->name, sort_text(s, a),
                    sort_text(s, b));
    else if (!same_sort(a, b))
        diag_report(s->reader.parser.diags, DIAG_TRACE_SORT, t->span,
                    "%s is compared with %s", sort_text(s, a), sort_text(s, b));
    return boolean;
}

static Sort sort_of_op(TraceSpec *s, const Term *t)
{
    TermOp op = t->as.op.op;
    bool logic = op_result(op) == 'b';
    Sort wanted = op_arguments(op)[0] == 'b' ? boolean : integer;

    if (op == OP_EQ || op == OP_NE)
        return sort_of_comparison(s, t);
    if (!strchr("bni", op_arguments(op)[0]) || !strchr("bni", op_result(op)) ||
        op == OP_PRE)
        return meaningless(s, t, op_text(op));
    for (uint32_t i = 0; i < t->as.op.count; i++)
        must_be(s, t->as.op.args[i], wanted);
    return logic ? boolean : integer;
}

static Sort sort_of_call(TraceSpec *s, const Term *t)
{
    const Function *f = t->as.call.function;

    for (uint32_t i = 0; i < f->count; i++)
        must_be(s, t->as.call.args[i], sort_of_type(f->params[i]->type));
    return sort_of_type(f->result);
}

static Sort sort_of_literal(TraceSpec *s, const Term *t)
{
    switch (t->as.literal->kind) {
    case VALUE_BOOLEAN:
        return boolean;
    case VALUE_INTEGER:
        return integer;
    case VALUE_STRING:
        return (Sort){OF_TEXT, NULL};
    default:
        return meaningless(s, t, "this literal");
    }
}

static Sort sort_of_cond(TraceSpec *s, const Term *t)
{
    Sort then = sort_of(s, t->as.cond.then);

    must_be(s, t->as.cond.test, boolean);
    must_be(s, t->as.cond.other, then);
    return then;
}

static Sort sort_of_in(TraceSpec *s, const Term *t)
{
    if (trace_check_type(s, t->as.in.type))
        must_be(s, t->as.in.of, sort_of_type(t->as.in.type));
    return boolean;
}

static Sort sort_of(TraceSpec *s, const Term *t)
{
    switch (t->kind) {
    case TERM_BAD:
        return bad;
    case TERM_VAR:
        return sort_of_type(t->as.var->type);
    case TERM_LITERAL:
        return sort_of_literal(s, t);
    case TERM_OP:
        return sort_of_op(s, t);
    case TERM_CALL:
        return sort_of_call(s, t);
    case TERM_COND:
        return sort_of_cond(s, t);
    case TERM_IN:
        return sort_of_in(s, t);
    case TERM_QUANT:
        trace_check_type(s, t->as.quant.var->type);
        must_be(s, t->as.quant.body, boolean);
        return boolean;
    case TERM_OBJECT:
        return meaningless(s, t, "an object");
    case TERM_ARRAY:
        return meaningless(s, t, "an array");
    case TERM_FIELD:
        return meaningless(s, t, "a field of a value");
    case TERM_INDEX:
        return meaningless(s, t, "an index");
    }
    return bad;
}

bool trace_check_condition(TraceSpec *s, const Term *t)
{
    uint32_t errors = s->reader.parser.diags->errors;

    return must_be(s, t, boolean) && s->reader.parser.diags->errors == errors;
}

bool trace_check_arguments(TraceSpec *s, const Binding *const *vars,
                           const Term *const *args, uint32_t count)
{
    bool good = true;

    for (uint32_t i = 0; i < count; i++)
        good &= must_be(s, args[i], sort_of_type(vars[i]->type));
    return good;
}

bool trace_check_type(TraceSpec *s, const Type *t)
{
    Sort sort = sort_of_type(t);
    const Type *bare = type_resolve(t);

    if (sort.kind == OF_OTHER) {
        diag_report(
            s->reader.parser.diags, DIAG_TRACE_TYPE, t->span,
            "a value in a trace is an Integer, a Boolean, a String, of a language or "
            "of a declared sort");
        return false;
    }
    if (bare == t && t->kind == TYPE_REFINE)
        return trace_check_type(s, t->as.refine.var->type) &&
               trace_check_condition(s, t->as.refine.where);
    return sort.kind != OF_BAD;
}

/* ---- Expressions. */

static bool check_ops(TraceSpec *s, const Sre *e)
{
    if (sre_is_event_set(e->as.of))
        return trace_check_sre(s, e->as.of);
    diag_report(s->reader.parser.diags, DIAG_TRACE_SET, e->as.of->span,
                "'ops' is asked of a set of events, not of longer traces");
    return false;
}

static bool check_list(TraceSpec *s, const Sre *e)
{
    bool good = true;

    for (uint32_t i = 0; i < e->as.list.count; i++)
        good &= trace_check_sre(s, e->as.list.of[i]);
    return good;
}

bool trace_check_sre(TraceSpec *s, const Sre *e)
{
    bool good;

    switch (e->kind) {
    case SRE_BAD:
        return false;
    case SRE_NONE:
    case SRE_EMPTY:
    case SRE_ANY:
    case SRE_PARAM:
        return true;
    case SRE_EVENT:
        return !e->as.event.where || trace_check_condition(s, e->as.event.where);
    case SRE_OPS:
        return check_ops(s, e);
    case SRE_UNION:
    case SRE_SHUFFLE:
    case SRE_BOTH:
    case SRE_CONCAT:
        return check_list(s, e);
    case SRE_MINUS:
        good = trace_check_sre(s, e->as.minus.of);
        return trace_check_sre(s, e->as.minus.without) && good;
    case SRE_REPEAT:
        return trace_check_sre(s, e->as.repeat.of);
    }
    return true;
}

/* ---- The whole. */

/* An event that is not the tester's own needs a rule: one of its own, or one with it in
 * its future. */
static bool can_be_caused(const TraceSpec *s, const Event *of)
{
    for (uint32_t i = 0; i < s->nrules; i++)
        if (s->rules[i]->event == of || sre_speaks_of(s->rules[i]->future, of))
            return true;
    return of->kind == EVENT_GENERATED;
}

void trace_check_spec(TraceSpec *s)
{
    Diags *diags = s->reader.parser.diags;
    bool sound = diags->errors == 0;

    for (uint32_t i = 0; sound && i < s->nevents; i++) {
        const Event *e = s->events[i];
        if (!can_be_caused(s, e))
            diag_note(diags,
                      diag_report(diags, DIAG_TRACE_CAUSE, e->span, "no rule causes '%s'",
                                  e->name),
                      "help",
                      "write  rule %s(...) { history ...; }  or name it in the "
                      "future of another rule",
                      e->name);
        else if (e->uses == 0)
            diag_report(diags, DIAG_TRACE_UNUSED, e->span, "nothing speaks of '%s'",
                        e->name);
    }
}
