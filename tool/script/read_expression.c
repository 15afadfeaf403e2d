/*
 * Expressions that are not part of a program, read with its names: calls that are to be
 * executed.
 */
#include "script/read.h"
#include "script/shape.h"

/* Where the expression stands: it may await, and sees globals alone. */
static void begin(Script *s, ScriptFunction *place)
{
    *place = (ScriptFunction){.kind = SCRIPT_EXTERNAL, .async = true};
    s->inside = place;
    s->in_spec = false;
}

static const Term *read_all(Reader *r)
{
    const Term *t = read_term(r);

    if (!r->parser.panic && !parser_is_kind(&r->parser, TOKEN_END))
        parser_expected(&r->parser, "the end of the expression");
    if (r->parser.panic)
        t = read_good_term(r, term_bad(r->parser.arena, t->span));
    return t;
}

const Term *script_read_expression(Script *s, uint32_t source)
{
    Reader *r = &s->reader;
    Parser outer = r->parser;
    ScriptFunction place;
    uint32_t count;
    const Token *tokens =
        lexer_read(r->parser.diags, source, r->own->words, r->parser.arena, &count);
    const Term *t;

    if (!tokens)
        return read_good_term(r, NULL);
    begin(s, &place);
    r->parser.tokens = tokens;
    r->parser.at = 0;
    r->parser.panic = false;
    t = read_all(r);
    r->parser = outer;
    s->inside = NULL;
    script_check_code(s, t);
    return t;
}
