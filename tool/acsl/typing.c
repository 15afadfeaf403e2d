/*
 * Nodes with their sorts, built bottom up. What holds for a value holds for sets of it:
 * p + (0 .. n) is the set of the sums, s[..].f that of the fields.
 */
#include "acsl/typing.h"
#include <string.h>

static AcslNode *op_node(Reader *r, AcslOp op, Span span, Span mark, const AcslSort *sort,
                         AcslNode *const *args, uint32_t count)
{
    AcslNode *n = acsl_node_of(r, NODE_OP, span, sort, args, count);

    n->as.op.op = op;
    n->as.op.mark = mark;
    return n;
}

static AcslNode *int_node(Reader *r, Span span, int value)
{
    AcslNode *n = acsl_node(r, NODE_INT, span, &acsl_integer);

    n->as.integer = value;
    return n;
}

/* The sort, or sets of it if an argument is a set. */
static const AcslSort *lifted(Reader *r, const AcslSort *s, bool set)
{
    return set ? acsl_sort_set(r, s) : s;
}

static bool any_bad(const AcslNode *a, const AcslNode *b)
{
    return acsl_is_bad(a) || acsl_is_bad(b);
}

/* ---- Predicates and integers. */

AcslNode *acsl_as_predicate(Reader *r, AcslNode *of)
{
    AcslNode *args[2] = {of, NULL};

    if (acsl_is_bad(of) || of->sort->kind == SORT_BOOLEAN)
        return of;
    if (acsl_is_integral(of->sort))
        args[1] = int_node(r, of->span, 0);
    else if (acsl_is_pointer(of->sort))
        args[1] = acsl_node(r, NODE_NULL, of->span, of->sort);
    else {
        acsl_wrong(r, DIAG_ACSL_SORT, of->span,
                   "a condition is wanted here; this is of sort %s",
                   acsl_sort_text(r, of->sort));
        return acsl_bad(r, of->span);
    }
    return op_node(r, ACSL_NE, of->span, of->span, &acsl_boolean, args, 2);
}

/* A boolean as 1 or 0. */
static AcslNode *as_integer(Reader *r, AcslNode *of)
{
    AcslNode *args[3] = {of, int_node(r, of->span, 1), int_node(r, of->span, 0)};

    if (acsl_is_bad(of) || of->sort->kind != SORT_BOOLEAN)
        return of;
    if (of->kind == NODE_TRUE || of->kind == NODE_FALSE)
        return args[of->kind == NODE_TRUE ? 1 : 2];
    return acsl_node_of(r, NODE_IF, of->span, &acsl_integer, args, 3);
}

bool acsl_adapt(Reader *r, AcslNode **value, const AcslSort *wanted)
{
    if (acsl_is_bad(*value) || !wanted)
        return true;
    if (acsl_fits(*value, wanted) < 0)
        return false;
    if (wanted->kind == SORT_BOOLEAN)
        *value = acsl_as_predicate(r, *value);
    else if (acsl_is_integral(wanted))
        *value = as_integer(r, *value);
    else if (acsl_is_text(acsl_element(wanted)))
        *value = acsl_as_text(r, *value);
    return true;
}

/* ---- Reports. */

static AcslNode *bad_operand(Reader *r, Token mark, const AcslNode *n, const char *wanted)
{
    Diagnostic *d =
        acsl_wrong(r, DIAG_ACSL_SORT, n->span, "'%s' takes %s; this is of sort %s",
                   mark.text.at, wanted, acsl_sort_text(r, n->sort));

    (void)d;
    return acsl_bad(r, n->span);
}

static AcslNode *no_number(Reader *r, Token mark, const AcslNode *n)
{
    acsl_wrong(r, DIAG_ACSL_SORT, n->span, "'%s' takes a number; this is a predicate",
               mark.text.at);
    return acsl_bad(r, n->span);
}

static AcslNode *bad_pair(Reader *r, Token mark, const AcslNode *a, const AcslNode *b)
{
    acsl_wrong(r, DIAG_ACSL_SORT, span_join(a->span, b->span),
               "'%s' has sort %s on its left and sort %s on its right", mark.text.at,
               acsl_sort_text(r, a->sort), acsl_sort_text(r, b->sort));
    return acsl_bad(r, mark.span);
}

/* ---- Unary operators. */

AcslNode *acsl_unary(Reader *r, AcslOp op, Token mark, AcslNode *of)
{
    Span span = span_join(mark.span, of->span);
    const AcslSort *s;

    if (acsl_is_bad(of))
        return of;
    if (op == ACSL_NOT) {
        of = acsl_as_predicate(r, of);
        return op_node(r, op, span, mark.span, &acsl_boolean, &of, 1);
    }
    s = acsl_element(of->sort);
    if (op == ACSL_BIT_NOT ? !acsl_is_integral(s) : !acsl_is_number(s))
        return bad_operand(r, mark, of, op == ACSL_BIT_NOT ? "an integer" : "a number");
    s = acsl_is_integral(s) ? &acsl_integer : &acsl_real;
    return op_node(r, op, span, mark.span, lifted(r, s, acsl_is_set(of->sort)), &of, 1);
}

/* ---- Arithmetic. */

static const AcslSort *sum_sort(Reader *r, AcslOp op, const AcslSort *a,
                                const AcslSort *b)
{
    if (acsl_is_pointer(a) && acsl_is_integral(b))
        return acsl_decay(r, a);
    if (op == ACSL_ADD && acsl_is_integral(a) && acsl_is_pointer(b))
        return acsl_decay(r, b);
    if (op == ACSL_SUB && acsl_is_pointer(a) && acsl_is_pointer(b))
        return &acsl_integer;
    return NULL;
}

/* The sort of what an operator makes of two values; NULL: it does not take them. */
static const AcslSort *arithmetic_sort(Reader *r, AcslOp op, const AcslSort *a,
                                       const AcslSort *b)
{
    bool whole = op == ACSL_MOD || op >= ACSL_BIT_AND;

    if (acsl_is_integral(a) && acsl_is_integral(b))
        return &acsl_integer;
    if (!whole && acsl_is_number(a) && acsl_is_number(b))
        return &acsl_real;
    return op == ACSL_ADD || op == ACSL_SUB ? sum_sort(r, op, a, b) : NULL;
}

/* Whether it is true or false and nothing else: comparisons are also 1 and 0, as in C. */
static bool is_no_number(const AcslNode *n)
{
    if (n->sort->kind != SORT_BOOLEAN)
        return false;
    switch (n->kind) {
    case NODE_QUANT:
    case NODE_BUILTIN:
        return true;
    case NODE_CALL:
        return n->as.call.logic->kind != LOGIC_FUNCTION;
    case NODE_NAMED:
    case NODE_AT:
        return is_no_number(n->args[0]);
    case NODE_LET:
        return is_no_number(n->args[1]);
    case NODE_IF:
        return is_no_number(n->args[1]) || is_no_number(n->args[2]);
    default:
        return false;
    }
}

static AcslNode *arithmetic(Reader *r, AcslOp op, Token mark, AcslNode *a, AcslNode *b)
{
    AcslNode *args[2] = {as_integer(r, a), as_integer(r, b)};
    const AcslSort *s =
        arithmetic_sort(r, op, acsl_element(args[0]->sort), acsl_element(args[1]->sort));

    if (is_no_number(a) || is_no_number(b))
        return no_number(r, mark, is_no_number(a) ? a : b);
    if (!s)
        return bad_pair(r, mark, a, b);
    s = lifted(r, s, acsl_is_set(a->sort) || acsl_is_set(b->sort));
    return op_node(r, op, span_join(a->span, b->span), mark.span, s, args, 2);
}

/* ---- Comparisons. */

static bool is_ordered(const AcslSort *s)
{
    return acsl_is_number(s) || acsl_is_pointer(s) || acsl_is_text(s);
}

static AcslNode *comparison(Reader *r, AcslOp op, Token mark, AcslNode *a, AcslNode *b)
{
    AcslNode *args[2] = {a, b};
    bool one_boolean = (a->sort->kind == SORT_BOOLEAN) != (b->sort->kind == SORT_BOOLEAN);

    if (one_boolean) {
        args[0] = as_integer(r, a);
        args[1] = as_integer(r, b);
    } else if (acsl_by_content(r, a, b)) {
        args[0] = acsl_as_text(r, a);
        args[1] = acsl_as_text(r, b);
    }
    if (!acsl_join(args[0], args[1]))
        return bad_pair(r, mark, a, b);
    if (op != ACSL_EQ && op != ACSL_NE) {
        for (int i = 0; i < 2; i++)
            if (is_no_number(i == 0 ? a : b))
                return no_number(r, mark, i == 0 ? a : b);
            else if (!is_ordered(args[i]->sort) && args[i]->kind != NODE_NULL)
                return bad_operand(r, mark, args[i], "numbers, pointers or texts");
    }
    return op_node(r, op, span_join(a->span, b->span), mark.span, &acsl_boolean, args, 2);
}

static AcslNode *membership(Reader *r, Token mark, AcslNode *a, AcslNode *b)
{
    bool texts = b->sort->kind == SORT_TEXTS || acsl_by_content(r, a, b);
    AcslNode *args[2] = {texts ? acsl_as_text(r, a) : a, texts ? acsl_as_text(r, b) : b};

    if (!acsl_is_set(b->sort) && b->sort->kind != SORT_TEXTS)
        return bad_operand(r, mark, b, "a set on its right");
    if (acsl_is_set(a->sort) ||
        (b->sort->kind == SORT_TEXTS ? !acsl_is_text(args[0]->sort)
                                     : acsl_fits(args[0], args[1]->sort) < 0))
        return bad_pair(r, mark, a, b);
    return op_node(r, ACSL_IN, span_join(a->span, b->span), mark.span, &acsl_boolean,
                   args, 2);
}

AcslNode *acsl_binary(Reader *r, AcslOp op, Token mark, AcslNode *a, AcslNode *b)
{
    AcslNode *args[2];

    if (any_bad(a, b))
        return acsl_bad(r, span_join(a->span, b->span));
    if (op <= ACSL_AND) {
        args[0] = acsl_as_predicate(r, a);
        args[1] = acsl_as_predicate(r, b);
        return op_node(r, op, span_join(a->span, b->span), mark.span, &acsl_boolean, args,
                       2);
    }
    if (op >= ACSL_EQ && op <= ACSL_GE)
        return comparison(r, op, mark, a, b);
    if (op == ACSL_IN)
        return membership(r, mark, a, b);
    return arithmetic(r, op, mark, a, b);
}

/* ---- Memory. */

AcslNode *acsl_deref(Reader *r, Token mark, AcslNode *of)
{
    const CType *to;

    if (acsl_is_bad(of))
        return of;
    to = acsl_pointee(acsl_element(of->sort));
    if (!to)
        return bad_operand(r, mark, of, "a pointer");
    if (to->kind == C_VOID) {
        acsl_wrong(r, DIAG_ACSL_SORT, of->span,
                   "what a 'void *' leads to has no type; cast it, as in *(char *)p");
        return acsl_bad(r, of->span);
    }
    return acsl_node_of(r, NODE_DEREF, span_join(mark.span, of->span),
                        lifted(r, acsl_sort_c(r, to), acsl_is_set(of->sort)), &of, 1);
}

AcslNode *acsl_address(Reader *r, Token mark, AcslNode *of)
{
    const AcslSort *s;

    if (acsl_is_bad(of) || of->kind == NODE_FUNCTION)
        return of;
    s = acsl_element(of->sort);
    if (!acsl_is_lvalue(of) || s->kind != SORT_C) {
        acsl_wrong(r, DIAG_ACSL_LVALUE, of->span, "this has no address");
        return acsl_bad(r, of->span);
    }
    s = acsl_sort_c(r, cfront_pointer(r->unit, s->c));
    return acsl_node_of(r, NODE_ADDRESS, span_join(mark.span, of->span),
                        lifted(r, s, acsl_is_set(of->sort)), &of, 1);
}

AcslNode *acsl_index(Reader *r, Span span, AcslNode *of, AcslNode *index)
{
    AcslNode *args[2] = {of, index};
    const CType *to;

    if (any_bad(of, index))
        return acsl_bad(r, span);
    if (acsl_is_text(of->sort) || of->sort->kind == SORT_TEXTS)
        return acsl_text_index(r, span, of, index);
    to = acsl_pointee(acsl_element(of->sort));
    if (!to || to->kind == C_VOID) {
        acsl_wrong(r, DIAG_ACSL_SORT, of->span,
                   "only arrays and pointers have elements; this is of sort %s",
                   acsl_sort_text(r, of->sort));
        return acsl_bad(r, span);
    }
    if (!acsl_is_integral(acsl_element(index->sort))) {
        acsl_wrong(r, DIAG_ACSL_SORT, index->span,
                   "an index is an integer; this is of sort %s",
                   acsl_sort_text(r, index->sort));
        return acsl_bad(r, span);
    }
    return acsl_node_of(
        r, NODE_INDEX, span,
        lifted(r, acsl_sort_c(r, to), acsl_is_set(of->sort) || acsl_is_set(index->sort)),
        args, 2);
}

/* ---- Fields. */

static void nearest_field(const CType *of, struct assay_str name, const char **near,
                          size_t *nearest)
{
    for (uint32_t i = 0; i < of->nfields; i++)
        if (of->fields[i].name[0] &&
            assay_str_resembles(name, assay_str(of->fields[i].name), nearest))
            *near = of->fields[i].name;
}

static AcslNode *no_field(Reader *r, const CType *of, Token name)
{
    const char *near = NULL;
    size_t nearest = SIZE_MAX;
    Diagnostic *d = acsl_wrong(r, DIAG_ACSL_FIELD, name.span, "'%s' has no field '%s'",
                               of->spelling, name.text.at);

    nearest_field(of, name.text, &near, &nearest);
    acsl_suggest(r, d, name.span, near);
    return acsl_bad(r, name.span);
}

/* The struct that a field is asked of, or NULL, reported. */
static const CType *record_of(Reader *r, const AcslNode *of, Token name, bool arrow)
{
    const AcslSort *s = acsl_element(of->sort);
    const CType *to = acsl_pointee(s), *have = arrow               ? to
                                               : s->kind == SORT_C ? s->c
                                                                   : NULL;
    const CType *other = arrow ? (s->kind == SORT_C ? s->c : NULL) : to;
    Diagnostic *d;

    if (have && (have->kind == C_STRUCT || have->kind == C_UNION))
        return have;
    d = acsl_wrong(r, DIAG_ACSL_SORT, of->span, "'%s%s' wants a %s; this is of sort %s",
                   arrow ? "->" : ".", name.text.at,
                   arrow ? "pointer to a struct" : "struct", acsl_sort_text(r, of->sort));
    if (other && (other->kind == C_STRUCT || other->kind == C_UNION))
        acsl_note(r, d, "help", "write '%s%s'", arrow ? "." : "->", name.text.at);
    return NULL;
}

AcslNode *acsl_field(Reader *r, Span span, AcslNode *of, Token name, bool arrow)
{
    const CType *record;
    const CField *field;
    AcslNode *n;

    if (acsl_is_bad(of))
        return of;
    record = record_of(r, of, name, arrow);
    if (!record)
        return acsl_bad(r, span);
    field = cfront_field(r->unit, record, name.text.at);
    if (!field)
        return no_field(r, record, name);
    n = acsl_node_of(r, NODE_FIELD, span,
                     lifted(r, acsl_sort_c(r, field->type), acsl_is_set(of->sort)), &of,
                     1);
    n->as.field.name = name.text.at;
    n->as.field.field = field;
    n->as.field.arrow = arrow;
    return n;
}

/* ---- Casts and choices. */

static bool can_cast(const AcslSort *from, const AcslSort *to)
{
    bool scalar = acsl_is_number(from) || acsl_is_pointer(from) || acsl_is_boolean(from);

    if (acsl_same_sort(from, to))
        return true;
    if (acsl_is_pointer(to))
        return acsl_is_pointer(from) || acsl_is_integral(from);
    if (to->kind == SORT_C && to->c->kind == C_VOID)
        return true;
    return scalar && (acsl_is_number(to) || acsl_is_boolean(to)) &&
           !(acsl_is_pointer(from) && acsl_is_float(to));
}

AcslNode *acsl_cast(Reader *r, Span span, const AcslSort *to, AcslNode *of)
{
    if (acsl_is_bad(of))
        return of;
    if (!can_cast(acsl_element(of->sort), to)) {
        acsl_wrong(r, DIAG_ACSL_SORT, span, "sort %s cannot be cast to %s",
                   acsl_sort_text(r, of->sort), acsl_sort_text(r, to));
        return acsl_bad(r, span);
    }
    if (to->kind == SORT_BOOLEAN)
        return acsl_as_predicate(r, of);
    of = as_integer(r, of);
    return acsl_node_of(r, NODE_CAST, span, lifted(r, to, acsl_is_set(of->sort)), &of, 1);
}

AcslNode *acsl_if(Reader *r, Span span, AcslNode *test, AcslNode *then, AcslNode *other)
{
    AcslNode *args[3] = {acsl_as_predicate(r, test), then, other};
    const AcslSort *s;

    if (acsl_is_bad(args[0]) || any_bad(then, other))
        return acsl_bad(r, span);
    if ((then->sort->kind == SORT_BOOLEAN) != (other->sort->kind == SORT_BOOLEAN)) {
        args[1] = acsl_as_predicate(r, then);
        args[2] = acsl_as_predicate(r, other);
        if (any_bad(args[1], args[2]))
            return acsl_bad(r, span);
    }
    if (acsl_is_text(then->sort) || acsl_is_text(other->sort)) {
        args[1] = acsl_as_text(r, then);
        args[2] = acsl_as_text(r, other);
    }
    s = acsl_join(args[1], args[2]);
    if (s)
        return acsl_node_of(r, NODE_IF, span, s, args, 3);
    acsl_wrong(r, DIAG_ACSL_SORT, span_join(then->span, other->span),
               "one side of the ':' is of sort %s, the other of sort %s",
               acsl_sort_text(r, then->sort), acsl_sort_text(r, other->sort));
    return acsl_bad(r, span);
}

/* ---- Sets. */

AcslNode *acsl_range(Reader *r, Span span, AcslNode *lo, AcslNode *hi)
{
    AcslNode *args[2] = {lo, hi};

    for (int i = 0; i < 2; i++)
        if (args[i] && !acsl_is_bad(args[i]) && !acsl_is_integral(args[i]->sort)) {
            acsl_wrong(r, DIAG_ACSL_SORT, args[i]->span,
                       "a range is of integers; this is of sort %s",
                       acsl_sort_text(r, args[i]->sort));
            return acsl_bad(r, span);
        }
    return acsl_node_of(r, NODE_RANGE, span, acsl_sort_set(r, &acsl_integer), args, 2);
}

/* A node with the sort of the elements' join, to be compared with the next. */
static bool join_elements(AcslNode *all, AcslNode *next)
{
    const AcslSort *s;

    next->sort = acsl_element(next->sort);
    if (!all->sort) {
        *all = *next;
        return true;
    }
    s = acsl_join(all, next);
    if (s) {
        all->sort = s;
        all->kind = next->kind == NODE_NULL ? all->kind : next->kind;
    }
    return s != NULL;
}

AcslNode *acsl_set(Reader *r, NodeKind kind, Span span, const List *of)
{
    AcslNode *n =
        acsl_node_of(r, kind, span, &acsl_integer, (AcslNode *const *)of->at, of->count);
    AcslNode all = {.sort = NULL};

    if (acsl_is_bad(n))
        return acsl_bad(r, span);
    for (uint32_t i = 0; i < of->count; i++) {
        AcslNode next = *n->args[i];
        if (next.kind == NODE_SET && next.nargs == 0)
            continue;
        if (!join_elements(&all, &next)) {
            acsl_wrong(r, DIAG_ACSL_SORT, n->args[i]->span,
                       "this is of sort %s, what is before it in the set of sort %s",
                       acsl_sort_text(r, next.sort), acsl_sort_text(r, all.sort));
            return acsl_bad(r, span);
        }
    }
    n->sort = acsl_sort_set(r, all.sort ? all.sort : &acsl_integer);
    if (!acsl_is_text(all.sort))
        return n;
    for (uint32_t i = 0; i < n->nargs; i++)
        n->args[i] = acsl_as_text(r, n->args[i]);
    return n;
}

/* ---- Places in memory. */

bool acsl_is_lvalue(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_PARAM:
    case NODE_LOCAL:
    case NODE_GLOBAL:
    case NODE_GHOST:
    case NODE_DEREF:
    case NODE_RESULT:
    case NODE_EXIT_STATUS:
        return true;
    case NODE_INDEX:
        return acsl_pointee(acsl_element(n->args[0]->sort)) != NULL;
    case NODE_FIELD:
        return n->as.field.arrow || acsl_is_lvalue(n->args[0]);
    case NODE_AT:
    case NODE_NAMED:
    case NODE_COMPREHEND:
    case NODE_CAST:
        return acsl_is_lvalue(n->args[0]);
    case NODE_IF:
        return acsl_is_lvalue(n->args[1]) && acsl_is_lvalue(n->args[2]);
    case NODE_LET:
        return acsl_is_lvalue(n->args[1]);
    case NODE_SET:
    case NODE_INTER:
        for (uint32_t i = 0; i < n->nargs; i++)
            if (!acsl_is_lvalue(n->args[i]))
                return false;
        return true;
    case NODE_VAR:
    case NODE_CALL:
        return acsl_is_set(n->sort) ||
               (n->sort->kind == SORT_C && acsl_is_record(n->sort));
    default:
        return false;
    }
}
