/*
 * Expressions by precedence: Pratt, "Top down operator precedence", 1973. An operand is
 * read, then each infix operator that binds at least as tight as asked for, with its
 * right side.
 */
#include "syntax/parser.h"

static const Operator *find_operator(const Parser *p, bool prefix)
{
    const Operator *op = p->dialect->operators;

    for (; op->text; op++)
        if ((op->fixity == PARSER_PREFIX) == prefix && parser_is(p, op->text))
            return op;
    return NULL;
}

static Term *too_deep(Parser *p)
{
    return p->dialect->bad(p, parser_peek(p)->span);
}

static Term *read_prefix(Parser *p, const Operator *op)
{
    Token mark = parser_next(p);
    Term *of;

    if (!parser_enter(p))
        return too_deep(p);
    of = parser_expression(p, op->level);
    parser_leave(p);
    p->begin = mark.span;
    return p->dialect->prefix(p, op, mark, of);
}

/* `begin` is where the left side begins. */
static Term *read_infix(Parser *p, const Operator *op, Term *left, Span begin)
{
    int level = op->level + (op->fixity != PARSER_INFIX_RIGHT);
    Token mark = parser_next(p);
    Term *right;

    p->begin = begin;
    right = p->dialect->special ? p->dialect->special(p, op, mark, left) : NULL;
    if (right)
        return right;
    if (!parser_enter(p))
        return too_deep(p);
    right = parser_expression(p, level);
    parser_leave(p);
    p->begin = begin;
    return p->dialect->infix(p, op, mark, left, right);
}

/* x < y < z: said once; what it would mean is not looked at. */
static bool refuse_chain(Parser *p, const Operator *before, const Operator *op)
{
    if (!before || before->level != op->level || op->fixity != PARSER_INFIX_SINGLE)
        return false;
    parser_report(p, DIAG_SYNTAX, parser_peek(p)->span,
                  "'%s' cannot follow '%s' without parentheses", op->text, before->text);
    return true;
}

Term *parser_expression(Parser *p, int level)
{
    const Operator *op = find_operator(p, true), *before = NULL;
    uint32_t row = p->row;
    Span begin = parser_peek(p)->span;
    Term *left = op ? read_prefix(p, op) : p->dialect->operand(p);

    for (op = find_operator(p, false); op && op->level >= level && !p->panic;
         op = find_operator(p, false)) {
        Span mark = parser_peek(p)->span;
        bool chained = refuse_chain(p, before, op);
        if (!parser_lengthen(p))
            break;
        left = read_infix(p, op, left, begin);
        if (chained)
            left = p->dialect->bad(p, mark);
        before = op;
    }
    p->row = row;
    return left;
}
