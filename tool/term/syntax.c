/*
 * The table of operators.
 */
#include "term/syntax.h"

const Operator syntax_operators[] = {
    {"?", PARSER_INFIX_RIGHT, LEVEL_COND, SYNTAX_COND},
    {"<=>", PARSER_INFIX, LEVEL_IFF, OP_IFF},
    {"==>", PARSER_INFIX_RIGHT, LEVEL_THEN, OP_THEN},
    {"||", PARSER_INFIX, LEVEL_ELSE, OP_ELSE},
    {"&&", PARSER_INFIX, LEVEL_ALSO, OP_ALSO},
    {"|", PARSER_INFIX, LEVEL_OR, OP_OR},
    {"&", PARSER_INFIX, LEVEL_AND, OP_AND},
    {"=>", PARSER_INFIX_RIGHT, LEVEL_IMPLIES, OP_IMPLIES},
    {"==", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_EQ},
    {"=", PARSER_INFIX_SINGLE, LEVEL_COMPARE, SYNTAX_ASSIGN},
    {"!=", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_NE},
    {"<", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_LT},
    {"<=", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_LE},
    {">", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_GT},
    {">=", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_GE},
    {"in", PARSER_INFIX_SINGLE, LEVEL_COMPARE, SYNTAX_IN},
    {"repof", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_REPOF},
    {"uriof", PARSER_INFIX_SINGLE, LEVEL_COMPARE, OP_URIOF},
    {"+", PARSER_INFIX, LEVEL_SUM, OP_ADD},
    {"-", PARSER_INFIX, LEVEL_SUM, OP_SUB},
    {"++", PARSER_INFIX, LEVEL_SUM, OP_CAT},
    {"*", PARSER_INFIX, LEVEL_PRODUCT, OP_MUL},
    {"/", PARSER_INFIX, LEVEL_PRODUCT, OP_DIV},
    {"%", PARSER_INFIX, LEVEL_PRODUCT, OP_MOD},
    {"!", PARSER_PREFIX, LEVEL_PREFIX, OP_NOT},
    {"-", PARSER_PREFIX, LEVEL_PREFIX, OP_NEG},
    {NULL, PARSER_PREFIX, 0, 0},
};

const char *const syntax_words[] = {
    "true", "false",  "null",    "forall",   "exists", "in",        "where",
    "if",   "then",   "else",    "repof",    "uriof",  "isdefined", "length",
    "size", "expand", "matches", "language", NULL,
};

int syntax_level(TermOp op, uint32_t count)
{
    for (const Operator *o = syntax_operators; o->text; o++)
        if (o->op == (int)op && (o->fixity == PARSER_PREFIX) == (count == 1))
            return o->level;
    return LEVEL_OPERAND;
}
