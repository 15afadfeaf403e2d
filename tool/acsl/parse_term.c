/*
 * Terms and predicates: operators by precedence, binders, operands.
 *
 * Comparisons that follow each other are a chain: 0 <= i < n is 0 <= i && i < n. A node
 * that is compared twice is then in the tree twice.
 */
#include "acsl/levels.h"
#include "acsl/parse.h"

/* Operators that are no AcslOp. */
enum { OP_IF = 1000, OP_RANGE, OP_DEREF, OP_ADDRESS, OP_PLUS };

static const Operator operators[] = {
    {"?", PARSER_INFIX_RIGHT, LEVEL_IF, OP_IF},
    {"<==>", PARSER_INFIX, LEVEL_IFF, ACSL_IFF},
    {"==>", PARSER_INFIX_RIGHT, LEVEL_IMPLIES, ACSL_IMPLIES},
    {"||", PARSER_INFIX, LEVEL_OR, ACSL_OR},
    {"^^", PARSER_INFIX, LEVEL_XOR, ACSL_XOR},
    {"&&", PARSER_INFIX, LEVEL_AND, ACSL_AND},
    {"<-->", PARSER_INFIX, LEVEL_BIT_IFF, ACSL_BIT_IFF},
    {"-->", PARSER_INFIX_RIGHT, LEVEL_BIT_IMPLIES, ACSL_BIT_IMPLIES},
    {"|", PARSER_INFIX, LEVEL_BIT_OR, ACSL_BIT_OR},
    {"^", PARSER_INFIX, LEVEL_BIT_XOR, ACSL_BIT_XOR},
    {"&", PARSER_INFIX, LEVEL_BIT_AND, ACSL_BIT_AND},
    {"==", PARSER_INFIX, LEVEL_COMPARE, ACSL_EQ},
    {"!=", PARSER_INFIX, LEVEL_COMPARE, ACSL_NE},
    {"<", PARSER_INFIX, LEVEL_COMPARE, ACSL_LT},
    {"<=", PARSER_INFIX, LEVEL_COMPARE, ACSL_LE},
    {">", PARSER_INFIX, LEVEL_COMPARE, ACSL_GT},
    {">=", PARSER_INFIX, LEVEL_COMPARE, ACSL_GE},
    {"\\in", PARSER_INFIX, LEVEL_COMPARE, ACSL_IN},
    {"..", PARSER_INFIX, LEVEL_RANGE, OP_RANGE},
    {"<<", PARSER_INFIX, LEVEL_SHIFT, ACSL_SHL},
    {">>", PARSER_INFIX, LEVEL_SHIFT, ACSL_SHR},
    {"+", PARSER_INFIX, LEVEL_SUM, ACSL_ADD},
    {"-", PARSER_INFIX, LEVEL_SUM, ACSL_SUB},
    {"*", PARSER_INFIX, LEVEL_PRODUCT, ACSL_MUL},
    {"/", PARSER_INFIX, LEVEL_PRODUCT, ACSL_DIV},
    {"%", PARSER_INFIX, LEVEL_PRODUCT, ACSL_MOD},
    {"!", PARSER_PREFIX, LEVEL_PREFIX, ACSL_NOT},
    {"-", PARSER_PREFIX, LEVEL_PREFIX, ACSL_NEG},
    {"+", PARSER_PREFIX, LEVEL_PREFIX, OP_PLUS},
    {"~", PARSER_PREFIX, LEVEL_PREFIX, ACSL_BIT_NOT},
    {"*", PARSER_PREFIX, LEVEL_PREFIX, OP_DEREF},
    {"&", PARSER_PREFIX, LEVEL_PREFIX, OP_ADDRESS},
    {NULL, PARSER_PREFIX, 0, 0},
};

/* The parser's terms are our nodes. */
static Term *give(AcslNode *n)
{
    return (Term *)n;
}

static AcslNode *take(Term *t)
{
    return (AcslNode *)t;
}

AcslNode *acsl_element_term(Reader *r)
{
    return take(parser_expression(&r->parser, LEVEL_BIT_OR + 1));
}

static AcslNode *at_level(Reader *r, int level)
{
    return take(parser_expression(&r->parser, level));
}

/* x = 3: nothing that ends here goes on with a '='. */
static void refuse_assignment(Reader *r)
{
    Span mark = parser_peek(&r->parser)->span;
    Diagnostic *d;

    if (r->parser.panic || !parser_is(&r->parser, "="))
        return;
    d = parser_error(&r->parser, DIAG_SYNTAX, mark, "'=' compares nothing");
    if (d)
        diag_fix(r->unit->diags, d, mark, "==", "write '=='");
}

AcslNode *acsl_inside(Reader *r)
{
    uint32_t thens = r->thens;
    AcslNode *n;

    r->thens = 0;
    n = acsl_term(r);
    refuse_assignment(r);
    r->thens = thens;
    r->chain = NULL;
    return n;
}

AcslNode *acsl_term(Reader *r)
{
    AcslNode *n;

    if (!parser_enter(&r->parser))
        return acsl_bad(r, parser_peek(&r->parser)->span);
    n = at_level(r, LEVEL_IF);
    parser_leave(&r->parser);
    return n;
}

AcslNode *acsl_predicate(Reader *r)
{
    AcslNode *n = acsl_term(r);

    refuse_assignment(r);
    return acsl_as_predicate(r, n);
}

void acsl_terms(Reader *r, const char *close, List *ret_nodes)
{
    const char *until[] = {",", close, ";", NULL};

    if (parser_accept(&r->parser, close))
        return;
    do {
        acsl_list_add(r, ret_nodes, acsl_inside(r));
        if (r->parser.panic)
            parser_recover(&r->parser, until);
    } while (parser_accept(&r->parser, ","));
    parser_expect(&r->parser, close);
}

/* ---- Binders. */

const Bound *acsl_bind(Reader *r, const List *vars)
{
    const Bound *outer = r->scope;

    for (uint32_t i = 0; i < vars->count; i++) {
        Bound *b = acsl_new(r, 1, sizeof *b);
        if (!b)
            break;
        *b = (Bound){vars->at[i], r->scope};
        r->scope = b;
    }
    return outer;
}

void acsl_set_vars(AcslNode *n, const List *vars)
{
    n->vars = (AcslVar *const *)vars->at;
    n->nvars = vars->count;
    for (uint32_t i = 0; i < vars->count; i++)
        if (!((const AcslVar *)vars->at[i])->sort)
            n->sort = NULL;
}

/* \forall T x, y; p */
static AcslNode *quantifier(Reader *r)
{
    Token word = parser_next(&r->parser);
    bool all = word.text.at[1] == 'f';
    const Bound *outer;
    List vars = {0};
    AcslNode *n, *body;

    acsl_binders(r, &vars);
    if (r->parser.panic || !parser_expect(&r->parser, ";"))
        return acsl_bad(r, word.span);
    outer = acsl_bind(r, &vars);
    body = acsl_predicate(r);
    r->scope = outer;
    n = acsl_node_of(r, NODE_QUANT, span_join(word.span, body->span), &acsl_boolean,
                     &body, 1);
    n->as.all = all;
    acsl_set_vars(n, &vars);
    return n;
}

/* \let x = e; body */
static AcslNode *let(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    AcslNode *args[2], *n;
    AcslVar *var = acsl_new(r, 1, sizeof *var);
    List vars = {0};
    const Bound *outer;
    Token name;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a name", &name) || !var)
        return acsl_bad(r, open);
    parser_expect(&r->parser, "=");
    args[0] = acsl_inside(r);
    if (r->parser.panic || !parser_expect(&r->parser, ";"))
        return acsl_bad(r, open);
    *var = (AcslVar){name.text.at, args[0]->sort, name.span};
    acsl_list_add(r, &vars, var);
    outer = acsl_bind(r, &vars);
    args[1] = acsl_term(r);
    r->scope = outer;
    n = acsl_node_of(r, NODE_LET, span_join(open, args[1]->span), args[1]->sort, args, 2);
    acsl_set_vars(n, &vars);
    return n;
}

static AcslNode *lambda(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    const Bound *outer;
    List vars = {0};
    AcslNode *n, *body;

    acsl_binders(r, &vars);
    if (r->parser.panic || !parser_expect(&r->parser, ";"))
        return acsl_bad(r, open);
    outer = acsl_bind(r, &vars);
    body = acsl_term(r);
    r->scope = outer;
    n = acsl_node_of(r, NODE_LAMBDA, span_join(open, body->span),
                     acsl_sort_lambda(r, body->sort), &body, 1);
    acsl_set_vars(n, &vars);
    return n;
}

/* name: p, as far as it goes. */
static AcslNode *named(Reader *r)
{
    Token name = parser_next(&r->parser);
    AcslNode *n, *of;

    parser_next(&r->parser);
    of = acsl_term(r);
    n = acsl_node_of(r, NODE_NAMED, span_join(name.span, of->span), of->sort, &of, 1);
    n->as.name = name.text.at;
    return n;
}

/* ---- Operands. */

static AcslNode *size_of(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    const CType *type = NULL;
    AcslNode *n;

    if (parser_is(&r->parser, "(") && acsl_is_type(r, 1)) {
        const AcslSort *s;
        parser_next(&r->parser);
        s = acsl_type(r);
        parser_expect(&r->parser, ")");
        type = s && s->kind == SORT_C ? s->c : NULL;
    } else {
        AcslNode *of = at_level(r, LEVEL_PREFIX);
        type = !acsl_is_bad(of) && of->sort->kind == SORT_C ? of->sort->c : NULL;
    }
    n = acsl_node(r, NODE_SIZEOF, span_join(open, parser_last(&r->parser)),
                  &acsl_integer);
    n->as.type = type;
    if (type)
        return n;
    if (!r->failed)
        acsl_wrong(r, DIAG_ACSL_SORT, n->span, "this has no size in C");
    return acsl_bad(r, n->span);
}

/* (T)x, the parenthesis being next. */
static AcslNode *cast(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    const AcslSort *to = acsl_type(r);
    AcslNode *of;

    parser_expect(&r->parser, ")");
    if (!to || r->parser.panic)
        return acsl_bad(r, open);
    of = at_level(r, LEVEL_PREFIX);
    return acsl_cast(r, span_join(open, of->span), to, of);
}

static AcslNode *parenthesised(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    AcslNode *n = acsl_inside(r);

    if (parser_expect(&r->parser, ")"))
        n->span = span_join(open, parser_last(&r->parser));
    return n;
}

static bool ends_range(const Reader *r)
{
    return parser_is(&r->parser, "]") || parser_is(&r->parser, ")") ||
           parser_is(&r->parser, "}") || parser_is(&r->parser, ",");
}

/* ..hi and .. */
static AcslNode *open_range(Reader *r)
{
    Span open = parser_next(&r->parser).span;
    AcslNode *hi = ends_range(r) ? NULL : at_level(r, LEVEL_RANGE + 1);

    return acsl_range(r, hi ? span_join(open, hi->span) : open, NULL, hi);
}

static bool is_name_of_term(const Reader *r)
{
    const Token *next = parser_peek(&r->parser);

    return r->thens == 0 && (next->kind == TOKEN_NAME || next->kind == TOKEN_STRING) &&
           parser_ahead_is(&r->parser, 1, ":");
}

static AcslNode *base_word(Reader *r)
{
    if (parser_is(&r->parser, "\\forall") || parser_is(&r->parser, "\\exists"))
        return quantifier(r);
    if (parser_is(&r->parser, "\\let"))
        return let(r);
    if (parser_is(&r->parser, "\\lambda"))
        return lambda(r);
    if (parser_is(&r->parser, "sizeof"))
        return size_of(r);
    return acsl_word(r);
}

static AcslNode *base(Reader *r)
{
    const Token *next = parser_peek(&r->parser);

    if (is_name_of_term(r))
        return named(r);
    if (next->kind == TOKEN_NAME)
        return base_word(r);
    if (next->kind == TOKEN_STRING)
        return acsl_string(r);
    if (next->kind == TOKEN_INTEGER || next->kind == TOKEN_NUMBER)
        return acsl_number(r, parser_next(&r->parser));
    if (parser_is(&r->parser, "("))
        return acsl_is_type(r, 1) ? cast(r) : parenthesised(r);
    if (parser_is(&r->parser, "{"))
        return acsl_braces(r);
    if (parser_is(&r->parser, ".."))
        return open_range(r);
    if (parser_is(&r->parser, "[") && parser_ahead_is(&r->parser, 1, "|"))
        return acsl_beyond(r, next->span, "lists, '[| ... |]', are not supported");
    parser_expected(&r->parser, "a term");
    return acsl_bad(r, next->span);
}

static AcslNode *with_field(Reader *r, AcslNode *of)
{
    bool arrow = parser_next(&r->parser).text.len == 2;
    Token name;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a field", &name))
        return acsl_bad(r, of->span);
    return acsl_field(r, span_join(of->span, name.span), of, name, arrow);
}

static AcslNode *with_index(Reader *r, AcslNode *of)
{
    AcslNode *index;

    parser_next(&r->parser);
    index = acsl_inside(r);
    parser_expect(&r->parser, "]");
    return acsl_index(r, span_join(of->span, parser_last(&r->parser)), of, index);
}

static bool is_suffix(const Reader *r)
{
    return parser_is(&r->parser, ".") || parser_is(&r->parser, "->") ||
           parser_is(&r->parser, "[") || acsl_is_run(r);
}

static Term *operand(Parser *p)
{
    Reader *r = acsl_from(p);
    uint32_t row = p->row;
    AcslNode *n;

    if (!parser_enter(p))
        return give(acsl_bad(r, parser_peek(p)->span));
    n = base(r);
    while (!p->panic && is_suffix(r) && parser_lengthen(p))
        n = acsl_is_run(r)      ? acsl_run(r, n)
            : parser_is(p, "[") ? with_index(r, n)
                                : with_field(r, n);
    p->row = row;
    parser_leave(p);
    return give(n);
}

/* ---- Operators. */

static Term *prefix(Parser *p, const Operator *op, Token mark, Term *of)
{
    Reader *r = acsl_from(p);
    AcslNode *n = take(of);

    if (op->op == OP_DEREF)
        return give(acsl_deref(r, mark, n));
    if (op->op == OP_ADDRESS)
        return give(acsl_address(r, mark, n));
    if (op->op == OP_PLUS)
        return of;
    return give(acsl_unary(r, (AcslOp)op->op, mark, n));
}

static bool is_comparison(AcslOp op)
{
    return op >= ACSL_EQ && op <= ACSL_GE;
}

static int direction(AcslOp op)
{
    return op == ACSL_LT || op == ACSL_LE ? 1 : op == ACSL_GT || op == ACSL_GE ? -1 : 0;
}

typedef struct {
    AcslOp op;
    AcslNode *right;
} Chain;

/* a < b < c, `left` being a < b. */
static AcslNode *chained(Reader *r, Chain before, AcslOp op, Token mark, AcslNode *left,
                         AcslNode *right)
{
    AcslNode *n, *args[2] = {left, NULL};

    if (before.op == ACSL_NE || op == ACSL_NE ||
        direction(before.op) * direction(op) < 0) {
        parser_error(&r->parser, DIAG_SYNTAX, mark.span,
                     "'%s' cannot follow '%s' without parentheses", acsl_op_text(op),
                     acsl_op_text(before.op));
        return acsl_bad(r, mark.span);
    }
    args[1] = acsl_binary(r, op, mark, before.right, right);
    n = acsl_node_of(r, NODE_OP, span_join(left->span, right->span), &acsl_boolean, args,
                     2);
    n->as.op.op = ACSL_AND;
    n->as.op.mark = mark.span;
    return n;
}

/* A comparison behind `left`, which may be one that it goes on. */
static AcslNode *comparison(Reader *r, AcslOp op, Token mark, AcslNode *left)
{
    AcslNode *before = r->chain == left ? r->chain_right : NULL, *right, *n;
    AcslOp before_op = r->chain_op;

    if (!parser_enter(&r->parser))
        return acsl_bad(r, mark.span);
    right = at_level(r, LEVEL_COMPARE + 1);
    parser_leave(&r->parser);
    n = before ? chained(r, (Chain){before_op, before}, op, mark, left, right)
               : acsl_binary(r, op, mark, left, right);
    r->chain = n;
    r->chain_right = right;
    r->chain_op = before && direction(op) == 0 ? before_op : op;
    return n;
}

static Term *special(Parser *p, const Operator *op, Token mark, Term *left)
{
    Reader *r = acsl_from(p);
    AcslNode *test = take(left), *then, *other;

    if (op->op == OP_RANGE && ends_range(r))
        return give(acsl_range(r, span_join(test->span, mark.span), test, NULL));
    if (op->op < OP_IF && is_comparison((AcslOp)op->op))
        return give(comparison(r, (AcslOp)op->op, mark, test));
    r->language_wanted = op->op == ACSL_IN && parser_is_kind(p, TOKEN_NAME);
    if (op->op != OP_IF)
        return NULL;
    r->thens++;
    then = acsl_term(r);
    r->thens--;
    parser_expect(p, ":");
    other = acsl_term(r);
    return give(acsl_if(r, span_join(test->span, other->span), test, then, other));
}

static Term *infix(Parser *p, const Operator *op, Token mark, Term *left, Term *right)
{
    Reader *r = acsl_from(p);
    AcslNode *a = take(left), *b = take(right);

    r->chain = NULL;
    if (op->op == OP_RANGE)
        return give(acsl_range(r, span_join(a->span, b->span), a, b));
    return give(acsl_binary(r, (AcslOp)op->op, mark, a, b));
}

static Term *missing(Parser *p, Span span)
{
    return give(acsl_bad(acsl_from(p), span));
}

const Dialect acsl_dialect = {.words = &acsl_lex_rules,
                              .operators = operators,
                              .operand = operand,
                              .prefix = prefix,
                              .special = special,
                              .infix = infix,
                              .bad = missing,
                              .end = "the end of the comment"};
