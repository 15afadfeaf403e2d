/*
 * raise_if: under a condition the function exits or returns an error.
 *
 *     raise_if !is_safe(path): exits 1;
 *     raise_if n < 0: returns -1, errno EINVAL;
 *
 * Each becomes a behavior. A function that exits under such conditions exits under no
 * others, unless its contract has exits clauses that say more.
 */
#include "acsl/parse.h"

#define BEHAVIORS_MAX 256u

typedef struct {
    Reader *r;
    Span span; /* so far */
    AcslNode *condition;
    List clauses; /* of AcslClause, but for the condition */
    bool exits;
} Raise;

static void add_clause(Raise *a, ClauseKind kind, AcslNode *body)
{
    AcslClause *c = acsl_new(a->r, 1, sizeof *c);

    if (!c || acsl_is_bad(body) || !acsl_is_small(a->r, body))
        return;
    *c = (AcslClause){.kind = kind, .body = body};
    acsl_list_add(a->r, &a->clauses, c);
}

static AcslNode *equals(Reader *r, AcslNode *a, AcslNode *b)
{
    Token mark = {TOKEN_MARK, b->span, assay_str("==")};

    a->span = b->span;
    return acsl_binary(r, ACSL_EQ, mark, a, b);
}

static bool is_of_kind(const AcslNode *n, const void *kind)
{
    return n->kind == *(const NodeKind *)kind;
}

static bool mentions(const AcslNode *n, NodeKind kind)
{
    return acsl_any(n, is_of_kind, &kind);
}

/* exits; exits 1; exits \exit_status > 1; */
static void exits(Raise *a, Span word)
{
    Reader *r = a->r;
    AcslNode *n = acsl_node(r, NODE_TRUE, word, &acsl_boolean);

    acsl_set_state(r, CLAUSE_EXITS);
    if (!parser_is(&r->parser, ";")) {
        n = acsl_term(r);
        if (!acsl_is_bad(n) && acsl_is_integral(n->sort))
            n = equals(r, acsl_node(r, NODE_EXIT_STATUS, n->span, &acsl_integer), n);
        n = acsl_as_predicate(r, n);
    }
    a->exits = true;
    add_clause(a, CLAUSE_ENSURES, acsl_node(r, NODE_FALSE, word, &acsl_boolean));
    add_clause(a, CLAUSE_EXITS, n);
}

/* returns -1; returns \result < 0; */
static void returns(Raise *a, Span word)
{
    Reader *r = a->r;
    const CType *type = r->function->result;
    AcslNode *n;

    if (type->kind == C_VOID) {
        acsl_wrong(r, DIAG_ACSL_RESULT, word, "'%s' returns nothing", r->function->name);
        r->parser.panic = true;
        return;
    }
    acsl_set_state(r, CLAUSE_ENSURES);
    n = acsl_term(r);
    if (!acsl_is_bad(n) && !mentions(n, NODE_RESULT))
        n = equals(r, acsl_node(r, NODE_RESULT, n->span, acsl_sort_c(r, type)), n);
    add_clause(a, CLAUSE_ENSURES, acsl_as_predicate(r, n));
}

/* EINVAL and the like are known where errno.h is included. */
static bool is_missing_error(const Reader *r)
{
    const Token *t = parser_peek(&r->parser);
    bool capitals = t->kind == TOKEN_NAME && t->text.at[0] == 'E';

    for (size_t i = 0; i < t->text.len && capitals; i++)
        capitals = (t->text.at[i] >= 'A' && t->text.at[i] <= 'Z') ||
                   (t->text.at[i] >= '0' && t->text.at[i] <= '9');
    return capitals && !cfront_enumerator(r->unit, t->text.at) &&
           !cfront_global(r->unit, t->text.at) && !acsl_find_def(r, t->text.at);
}

/* errno EINVAL */
static void error_number(Raise *a)
{
    Reader *r = a->r;
    AcslNode *n, *number;

    if (is_missing_error(r)) {
        Token name = parser_next(&r->parser);
        acsl_note(r,
                  acsl_wrong(r, DIAG_ACSL_NAME, name.span, "there is no '%s' here",
                             name.text.at),
                  "help", "errors have their names from '#include <errno.h>'");
        return;
    }
    acsl_set_state(r, CLAUSE_ENSURES);
    n = acsl_term(r);
    if (acsl_is_bad(n))
        return;
    if (!acsl_is_integral(n->sort)) {
        acsl_wrong(r, DIAG_ACSL_SORT, n->span,
                   "'errno' is an integer; this is of sort %s",
                   acsl_sort_text(r, n->sort));
        return;
    }
    number = acsl_node(r, NODE_BUILTIN, n->span, &acsl_integer);
    number->as.builtin.builtin = BUILTIN_ERRNO;
    number->as.builtin.label = r->here;
    add_clause(a, CLAUSE_ENSURES, equals(r, number, n));
}

static void consequence(Raise *a)
{
    Parser *p = &a->r->parser;
    Span word = parser_peek(p)->span;

    if (parser_accept(p, "exits")) {
        exits(a, word);
        return;
    }
    if (!parser_is(p, "returns") && !parser_is(p, "errno")) {
        parser_expected(p, "'exits', 'returns' or 'errno'");
        return;
    }
    do {
        word = parser_peek(p)->span;
        if (parser_accept(p, "returns"))
            returns(a, word);
        else if (parser_expect(p, "errno"))
            error_number(a);
    } while (!p->panic && parser_accept(p, ","));
}

/* In a behavior it would not be clear when it applies. */
static bool is_allowed(Reader *r, Span word)
{
    if (!r->behavior)
        return true;
    acsl_note(r,
              acsl_wrong(r, DIAG_ACSL_PLACE, word,
                         "'raise_if' does not stand in a behavior: it is one itself"),
              "help", "write it before 'behavior %s:'", r->behavior);
    acsl_skip_item(r);
    return false;
}

static void publish(Raise *a, Contract *contract)
{
    Reader *r = a->r;
    AcslClause *assumes = acsl_new(r, 1, sizeof *assumes);
    const char *name = acsl_add_raise(r, contract, a->span);

    if (!assumes || !name)
        return;
    *assumes =
        (AcslClause){.kind = CLAUSE_ASSUMES, .span = a->span, .body = a->condition};
    acsl_add_clause(r, contract, name, a->span, assumes);
    for (uint32_t i = 0; i < a->clauses.count; i++) {
        AcslClause *c = a->clauses.at[i];
        c->span = a->span;
        acsl_add_clause(r, contract, name, a->span, c);
    }
    if (a->exits)
        acsl_list_add(r, &contract->raises, a->condition);
}

void acsl_raise_if(Reader *r)
{
    Contract *contract = acsl_contract_of(r, r->function);
    Raise a = {.r = r, .span = parser_next(&r->parser).span};

    if (!contract || !is_allowed(r, a.span))
        return;
    acsl_begin(r);
    if (contract->behaviors.count > BEHAVIORS_MAX)
        acsl_wrong(r, DIAG_TOO_LONG, a.span, "there are more than %u behaviors",
                   BEHAVIORS_MAX);
    acsl_set_state(r, CLAUSE_ASSUMES);
    r->thens = 1; /* the ':' is ours */
    a.condition = acsl_predicate(r);
    r->thens = 0;
    if (!acsl_is_bad(a.condition))
        acsl_is_small(r, a.condition);
    if (!r->parser.panic && parser_expect(&r->parser, ":"))
        consequence(&a);
    a.span = span_join(a.span, parser_last(&r->parser));
    if (acsl_end_item(r))
        publish(&a, contract);
}

/* ---- When all declarations are read. */

static bool has_exits(const Contract *c)
{
    for (uint32_t i = 0; i < c->behaviors.count; i++) {
        const Behavior *b = c->behaviors.at[i];
        for (uint32_t k = 0; k < b->clauses.count && !b->raised; k++)
            if (((const AcslClause *)b->clauses.at[k])->kind == CLAUSE_EXITS)
                return true;
    }
    return false;
}

static AcslNode *before_call(Reader *r, const AcslNode *condition)
{
    AcslLabel label = {.kind = LABEL_OLD, .name = "Old", .span = condition->span};
    AcslNode *of = acsl_moved(r, condition, label);
    AcslNode *n = acsl_node_of(r, NODE_AT, of->span, of->sort, &of, 1);

    n->as.label = label;
    return n;
}

void acsl_finish_raises(Reader *r, Contract *c)
{
    AcslClause *clause;
    AcslNode *all;

    if (c->raises.count == 0 || has_exits(c))
        return;
    all = before_call(r, c->raises.at[0]);
    for (uint32_t i = 1; i < c->raises.count; i++) {
        AcslNode *next = before_call(r, c->raises.at[i]);
        Token mark = {TOKEN_MARK, next->span, assay_str("||")};
        all = acsl_binary(r, ACSL_OR, mark, all, next);
    }
    clause = acsl_new(r, 1, sizeof *clause);
    if (!clause || acsl_is_bad(all))
        return;
    *clause = (AcslClause){.kind = CLAUSE_EXITS, .span = all->span, .body = all};
    acsl_add_clause(r, c, "", span_nowhere(), clause);
}
