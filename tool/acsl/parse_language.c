/*
 * Languages in annotations: their grammars among the tokens, their declarations, their
 * names.
 *
 * A grammar has words of its own. Before an annotation is split into tokens its text is
 * looked through for `language NAME:`; the grammar behind that, as far as the notation's
 * own lexer finds rules, is one string.
 */
#include "acsl/parse.h"
#include "base/ascii.h"
#include "lang/lexer.h"
#include <assay/languages.h>
#include <string.h>

/* ---- Where grammars are. */

typedef struct {
    size_t start, end; /* behind the ':', and behind its last rule */
} Grammar;

static bool starts_with(struct assay_str text, size_t at, const char *with)
{
    return assay_str_starts((struct assay_str){text.at + at, text.len - at}, with);
}

static size_t behind(struct assay_str text, size_t from, const char *end)
{
    const char *found = memmem(text.at + from, text.len - from, end, strlen(end));

    return found ? (size_t)(found - text.at) + strlen(end) : text.len;
}

/* Behind blanks, at signs and comments. */
static size_t skip_blanks(struct assay_str text, size_t at)
{
    while (at < text.len) {
        if (text.at[at] && strchr(" \t\r\n\f\v@", text.at[at]))
            at++;
        else if (starts_with(text, at, "//"))
            at = behind(text, at, "\n");
        else if (starts_with(text, at, "/*"))
            at = behind(text, at + 2, "*/");
        else
            break;
    }
    return at;
}

/* Behind a string or character, which end with the line. A prime is no quote. */
static size_t skip_quoted(struct assay_str text, size_t at)
{
    char quote = text.at[at], before = at > 0 ? text.at[at - 1] : ' ';

    if (quote == '\'' && (assay_is_word(before) || strchr(")]'", before)))
        return at + 1;
    for (at++; at < text.len && text.at[at] != quote && text.at[at] != '\n'; at++)
        at += text.at[at] == '\\' && at + 1 < text.len;
    return at < text.len ? at + 1 : at;
}

/* Whether a token, the lexer being behind it, begins a rule or what stands before all. */
static bool begins_rule(struct assay_token t, struct assay_lexer lx)
{
    struct assay_token next = assay_lexer_next(&lx, ASSAY_LEX_EXPRESSION);

    if (t.kind == ASSAY_TOKEN_LABEL || next.kind == ASSAY_TOKEN_COLON)
        return true;
    return t.len == 3 && memcmp(lx.text + t.at, "use", 3) == 0 &&
           (next.kind == ASSAY_TOKEN_STRING || next.kind == ASSAY_TOKEN_NAME);
}

/* Where the rules end: the text's end, or at a word behind a ';' that begins no rule.
 * Comments before the word are the grammar's. */
static size_t grammar_end(struct assay_str text, size_t start)
{
    struct assay_lexer lx, ahead;
    struct assay_token t;

    assay_lexer_init(&lx, text.at + start, (uint32_t)(text.len - start));
    for (;;) {
        t = assay_lexer_next(&lx, ASSAY_LEX_EXPRESSION);
        if (t.kind == ASSAY_TOKEN_END)
            return text.len;
        if (t.kind != ASSAY_TOKEN_SEMICOLON)
            continue;
        ahead = lx;
        t = assay_lexer_next(&ahead, ASSAY_LEX_EXPRESSION);
        if (t.kind == ASSAY_TOKEN_NAME && !begins_rule(t, ahead))
            return start + t.at;
    }
}

/* NAME: behind the word `language`. */
static bool find_rules(struct assay_str text, size_t at, Grammar *ret)
{
    at = skip_blanks(text, at);
    at += assay_lexer_name(text.at + at, text.len - at);
    at = skip_blanks(text, at);
    if (at >= text.len || text.at[at] != ':')
        return false;
    ret->start = at + 1;
    ret->end = grammar_end(text, at + 1);
    return true;
}

static bool find_grammar(struct assay_str text, size_t at, Grammar *ret)
{
    bool start = true; /* an item may begin here */

    for (at = skip_blanks(text, at); at < text.len; at = skip_blanks(text, at)) {
        char c = text.at[at];
        size_t from = at;
        if (c == '"' || c == '\'')
            at = skip_quoted(text, at);
        else
            at++;
        while (assay_is_word(c) && at < text.len && assay_is_word(text.at[at]))
            at++;
        if (start && at - from == 8 && starts_with(text, from, "language") &&
            find_rules(text, at, ret))
            return true;
        start = c == ';' || c == '}';
    }
    return false;
}

/* ---- Tokens. */

/* The text with blanks for the at signs, and stars if those are no operators, that lines
 * begin with, and for the at sign that it ends with. */
static struct assay_str undecorated(Reader *r, struct assay_str text, bool stars)
{
    char *copy = assay_arena_text(r->unit->arena, text.at, text.len);
    bool start = false;
    size_t end = text.len;

    r->no_memory |= !copy;
    if (!copy)
        return assay_str("");
    for (size_t i = 0; i < text.len; i++) {
        if (start && (copy[i] == '@' || (stars && copy[i] == '*')))
            copy[i] = ' ';
        start = copy[i] == '\n' || (start && copy[i] && strchr(" \t\r", copy[i]));
    }
    while (end > 0 && copy[end - 1] && strchr(" \t\r\n", copy[end - 1]))
        end--;
    if (end > 0 && copy[end - 1] == '@')
        copy[end - 1] = ' ';
    return (struct assay_str){copy, text.len};
}

/* Those of a part, without its end but with that of the whole. */
static void add_tokens(Reader *r, Span span, bool last, List *to)
{
    uint32_t count = 0;
    Token *tokens = acsl_lex_primes(r, span, &count);

    r->no_memory |= !tokens;
    for (uint32_t i = 0; tokens && i + !last < count; i++)
        acsl_list_add(r, to, &tokens[i]);
}

static void add_grammar(Reader *r, Span span, const char *text, List *to)
{
    Token *token = acsl_new(r, 1, sizeof *token);
    uint32_t len = span.end - span.start;
    const char *copy = token ? assay_arena_text(r->unit->arena, text, len) : NULL;

    r->no_memory |= !copy;
    if (!copy)
        return;
    *token = (Token){TOKEN_STRING, span, {copy, len}};
    acsl_list_add(r, to, token);
}

Token *acsl_lex(Reader *r, Span span, uint32_t *ret_count)
{
    struct assay_str text =
        undecorated(r, diag_text(r->unit->diags, span), acsl_has_stars(r->unit, span));
    uint32_t from = 0;
    List all = {0};
    Grammar g;

    if (r->no_memory)
        return NULL;
    if (!find_grammar(text, 0, &g))
        return acsl_lex_primes(r, span, ret_count);
    do {
        Span before = {span.source, span.start + from, span.start + (uint32_t)g.start};
        Span grammar = {span.source, before.end, span.start + (uint32_t)g.end};
        add_tokens(r, before, false, &all);
        add_grammar(r, grammar, text.at + g.start, &all);
        from = (uint32_t)g.end;
    } while (!r->no_memory && find_grammar(text, from, &g));
    add_tokens(r, (Span){span.source, span.start + from, span.end}, true, &all);
    *ret_count = all.count;
    return r->no_memory ? NULL : acsl_list_flat(r, &all, sizeof(Token));
}

/* ---- Names. */

/* NAME, and -NAME as often as it follows without a blank: that is in *ret_more tokens,
 * which are not read yet. */
static Token joined(Reader *r, Token name, uint32_t *ret_more)
{
    const Parser *p = &r->parser;
    uint32_t end = name.span.end, ahead = 0;
    char *text;

    while (parser_ahead_is(p, ahead, "-") && acsl_token(r, ahead)->span.start == end &&
           acsl_token(r, ahead + 1)->kind == TOKEN_NAME &&
           acsl_token(r, ahead + 1)->span.start == end + 1) {
        end = acsl_token(r, ahead + 1)->span.end;
        ahead += 2;
    }
    *ret_more = ahead;
    text = ahead > 0 ? acsl_new(r, end - name.span.start + 1, 1) : NULL;
    if (!text)
        return name;
    name.span.end = end;
    name.text = diag_text(r->unit->diags, name.span);
    memcpy(text, name.text.at, name.text.len);
    name.text.at = text;
    return name;
}

/* A name that is read, with its hyphens if it is a language with them. */
static const Language *language_at(Reader *r, Token name)
{
    uint32_t more;
    Token all = joined(r, name, &more);
    const Language *l = acsl_find_language(r, all.text);

    r->parser.at += l ? more : 0;
    return l ? l : acsl_find_language(r, name.text);
}

const AcslLanguage *acsl_language_name(Reader *r, bool *ret_bad)
{
    uint32_t at = r->parser.at;
    const Language *l = NULL;

    if (parser_is_kind(&r->parser, TOKEN_NAME))
        l = language_at(r, parser_next(&r->parser));
    *ret_bad = l && l->bad;
    if (!l)
        r->parser.at = at;
    return l && !l->bad ? &l->out : NULL;
}

AcslNode *acsl_language_node(Reader *r, Token name)
{
    const Language *l = language_at(r, name);
    AcslNode *n;

    if (!l)
        return NULL;
    if (l->bad)
        return acsl_bad(r, name.span);
    n = acsl_node(r, NODE_LANGUAGE, span_join(name.span, parser_last(&r->parser)),
                  acsl_sort_set(r, &acsl_text));
    n->as.language = &l->out;
    return n;
}

void acsl_no_language(Reader *r, Token name)
{
    Diagnostic *d = acsl_wrong(r, DIAG_ACSL_LANGUAGE, name.span,
                               "there is no language '%s'", name.text.at);
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    if (assay_language(name.text.at)) {
        acsl_note(r, d, "help", "it is built in; declare it: //@ language %s;",
                  name.text.at);
        return;
    }
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const AcslLanguage *l = &((const Language *)r->languages.at[i])->out;
        if (!l->inner && assay_str_resembles(name.text, assay_str(l->name), &nearest))
            near = l->name;
        if (!l->inner && l->alias &&
            assay_str_resembles(name.text, assay_str(l->alias->name), &nearest))
            near = l->alias->name;
    }
    acsl_suggest(r, d, name.span, near);
}

/* ---- Declarations. */

static bool is_same(const Language *a, const Language *b)
{
    if (a->out.builtin || b->out.builtin)
        return a->out.builtin && b->out.builtin &&
               strcmp(a->out.builtin, b->out.builtin) == 0;
    if (a->file || b->file)
        return a->file && b->file && strcmp(a->file, b->file) == 0;
    return assay_str_equal(a->raw, b->raw);
}

/* The same again is another type of the language. */
static void add_language(Reader *r, Language *l)
{
    for (uint32_t i = 0; i < r->languages.count; i++) {
        const Language *other = r->languages.at[i];
        Diagnostic *d;
        if (strcmp(other->out.name, l->out.name) != 0 || is_same(l, other))
            continue;
        d = acsl_wrong(r, DIAG_ACSL_REDEFINED, l->out.span,
                       "there is a language '%s' already", l->out.name);
        if (d)
            diag_related(r->unit->diags, d, other->out.span, "it is here");
        return;
    }
    acsl_list_add(r, &r->languages, l);
}

/* A built-in language; false, reported, if there is none of that name. */
static bool set_builtin(Reader *r, Language *l, Token name)
{
    size_t nearest = SIZE_MAX;

    if (assay_language(name.text.at)) {
        l->out.builtin = name.text.at;
        return true;
    }
    acsl_suggest(r,
                 acsl_wrong(r, DIAG_ACSL_LANGUAGE, name.span,
                            "there is no built-in language '%s'", name.text.at),
                 name.span, acsl_near_language(name.text, &nearest));
    return false;
}

static bool expect_name(Reader *r, const char *what, Token *ret_name)
{
    uint32_t more;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, what, ret_name))
        return false;
    *ret_name = joined(r, *ret_name, &more);
    r->parser.at += more;
    return true;
}

/* from "file" or from NAME; or nothing, for the built-in one of its own name. */
static bool read_origin(Reader *r, Language *l, Token name)
{
    Token from;

    if (!parser_accept(&r->parser, "from"))
        return set_builtin(r, l, name);
    if (parser_is_kind(&r->parser, TOKEN_STRING)) {
        from = parser_next(&r->parser);
        l->grammar = from.span;
        l->file = acsl_path_beside(r, from.span, from.text);
        return l->file != NULL;
    }
    return expect_name(r, "a file or a built-in language", &from) &&
           set_builtin(r, l, from);
}

/* Behind the word `language`. False: something is wrong, or missing. */
static bool read_declaration(Reader *r, Language *l)
{
    Token name, grammar;

    if (!expect_name(r, "the name of the language", &name))
        return false;
    l->out.name = name.text.at;
    l->out.span = name.span;
    if (!parser_accept(&r->parser, ":"))
        return read_origin(r, l, name) && parser_expect(&r->parser, ";");
    grammar = parser_next(&r->parser);
    l->grammar = grammar.span;
    l->raw = grammar.text;
    return true;
}

/* A declaration that was read in another phase. */
static void skip_declaration(Reader *r)
{
    while (parser_is_kind(&r->parser, TOKEN_NAME) || parser_is(&r->parser, "-"))
        parser_next(&r->parser);
    if (parser_is(&r->parser, ":")) {
        parser_next(&r->parser);
        parser_next(&r->parser);
        return;
    }
    acsl_skip_item(r);
}

void acsl_language_item(Reader *r)
{
    Language *l = acsl_new(r, 1, sizeof *l);

    if (!l || r->phase != PHASE_TYPES) {
        skip_declaration(r);
        return;
    }
    parser_next(&r->parser);
    acsl_begin(r);
    l->at = r->at;
    if (read_declaration(r, l))
        add_language(r, l);
    else
        acsl_skip_item(r);
    r->parser.panic = false;
}
