/*
 * What other languages have, and this one has not.
 */
#include "term/read_parts.h"
#include <string.h>

/* Two signs that are an operator elsewhere. */
static bool refuse_more_signs(Parser *p)
{
    static const struct {
        const char *first, *second, *help;
    } signs[] = {
        {"?", "?", "write 'x == null ? y : x'"},
        {"?", ".", "ask first whether the field is there"},
        {"*", "*", NULL},
        {"<", "<", NULL},
        {">", ">", NULL},
    };
    const Token *sign = parser_peek(p), *before = p->at > 0 ? sign - 1 : NULL;
    Diagnostic *d;

    if (!before || before->kind != TOKEN_MARK || before->span.end != sign->span.start)
        return false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!parser_is(p, signs[i].second) ||
            !assay_str_equal(before->text, assay_str(signs[i].first)))
            continue;
        d = parser_error(p, DIAG_SYNTAX, span_join(before->span, sign->span),
                         "there is no '%s%s'", signs[i].first, signs[i].second);
        if (d && signs[i].help)
            diag_note(p->diags, d, "help", "%s", signs[i].help);
        return true;
    }
    return false;
}

/* The last sign of `===` or `!==`, which JavaScript has. */
static bool refuse_third_sign(Parser *p)
{
    const Token *sign = parser_peek(p), *before = p->at > 0 ? sign - 1 : NULL;
    const char *good;
    Diagnostic *d;

    if (!parser_is(p, "=") || !before || before->span.end != sign->span.start ||
        before->kind != TOKEN_MARK || before->text.len != 2 ||
        before->text.at[1] != '=' || !strchr("=!", before->text.at[0]))
        return false;
    good = before->text.at;
    d = parser_error(p, DIAG_SYNTAX, span_join(before->span, sign->span),
                     "there is no '%s='", good);
    if (d)
        diag_fix(p->diags, d, sign->span, "", "write '%s'", good);
    return true;
}

bool read_refuse_sign(Parser *p)
{
    return refuse_third_sign(p) || refuse_more_signs(p);
}

void read_refuse_method(Reader *r, const Term *t)
{
    const char *name = t->as.field.name;
    const char *hint = r->unknown_hint ? r->unknown_hint(assay_str(name)) : NULL;
    Diagnostic *d = parser_error(&r->parser, DIAG_SYNTAX, t->as.field.mark,
                                 "there are no methods such as '%s'", name);

    if (d && hint)
        diag_note(r->parser.diags, d, "help", "%s", hint);
}

void read_refuse_word(Parser *p)
{
    bool both = parser_is(p, "and");
    Diagnostic *d;

    if (p->panic || (!both && !parser_is(p, "or")))
        return;
    d = parser_error(p, DIAG_SYNTAX, parser_peek(p)->span, "there is no '%s'",
                     both ? "and" : "or");
    if (d)
        diag_fix(p->diags, d, parser_peek(p)->span, both ? "&&" : "||", "write '%s'",
                 both ? "&&" : "||");
}
