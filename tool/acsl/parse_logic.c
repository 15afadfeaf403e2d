/*
 * Items outside of functions: definitions, axioms, types, invariants.
 *
 * Each is read several times, once per phase: its head first, so that what it defines is
 * known everywhere, then its body.
 */
#include "acsl/parse.h"
#include <string.h>

/* ---- Ends of items. */

static bool is_item_end(const Reader *r)
{
    const Token *next = parser_peek(&r->parser);

    return next->kind == TOKEN_END || parser_is(&r->parser, "}") ||
           (next->kind == TOKEN_NAME && acsl_is_keyword(next->text));
}

void acsl_skip_item(Reader *r)
{
    static const char *const until[] = {";", "}", NULL};
    Parser *p = &r->parser;

    do {
        parser_recover(p, until);
        if (parser_is(p, "}") && r->within)
            break;
        if (!parser_is_kind(p, TOKEN_END))
            parser_next(p);
    } while (!is_item_end(r));
    p->panic = false;
}

bool acsl_end_item(Reader *r)
{
    if (!r->parser.panic && parser_expect(&r->parser, ";"))
        r->failed |= r->unit->diags->errors > r->errors;
    else
        r->failed = true;
    if (!r->failed)
        return true;
    if (r->parser.panic && !is_item_end(r))
        acsl_skip_item(r);
    r->parser.panic = false;
    return false;
}

/* To behind a group in brackets, if one is next. */
static void skip_group(Reader *r, const char *open, const char *close)
{
    const char *until[] = {close, NULL};

    if (!parser_accept(&r->parser, open))
        return;
    parser_recover(&r->parser, until);
    parser_accept(&r->parser, close);
}

void acsl_skip_block(Reader *r)
{
    static const char *const until[] = {"}", NULL};
    static const char *const open[] = {"{", ";", NULL};

    parser_recover(&r->parser, open);
    if (!parser_accept(&r->parser, "{")) {
        parser_accept(&r->parser, ";");
        return;
    }
    parser_recover(&r->parser, until);
    parser_accept(&r->parser, "}");
    r->parser.panic = false;
}

/* Name{L}(x) { ... } */
void acsl_skip_named_block(Reader *r)
{
    if (parser_is_kind(&r->parser, TOKEN_NAME) &&
        !acsl_is_keyword(parser_peek(&r->parser)->text))
        parser_next(&r->parser);
    if (parser_ahead_is(&r->parser, 2, ",") || parser_ahead_is(&r->parser, 2, "}"))
        skip_group(r, "{", "}");
    skip_group(r, "(", ")");
    acsl_skip_block(r);
}

/* ---- Axioms. */

/* axiom, lemma: the latter are not looked at. */
static void statement(Reader *r)
{
    Token word = parser_next(&r->parser), name = *parser_peek(&r->parser);
    bool axiom = word.text.at[0] == 'a';
    Case *c;

    if (r->phase == PHASE_CLAUSES)
        acsl_aside(r, axiom ? "axiom" : "lemma", name.text.at, name.span);
    if (!axiom || r->phase != PHASE_BODIES || !r->within || acsl_is_generic(r)) {
        acsl_skip_item(r);
        return;
    }
    c = acsl_case(r, NULL, "the name of the axiom");
    if (c)
        acsl_list_add(r, &r->within->axioms, c);
}

/* ---- Blocks. */

static Axiomatic *axiomatic_at(Reader *r, Token name)
{
    Axiomatic *a;

    for (uint32_t i = 0; i < r->axiomatics.count; i++) {
        a = r->axiomatics.at[i];
        if (a->out.name == name.text.at)
            return a;
    }
    a = acsl_new(r, 1, sizeof *a);
    if (!a)
        return NULL;
    a->out.name = name.text.at;
    acsl_list_add(r, &r->axiomatics, a);
    return a;
}

static void axiomatic(Reader *r)
{
    Axiomatic *outer = r->within;
    Token name;

    parser_next(&r->parser);
    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a name", &name) ||
        !parser_expect(&r->parser, "{") || !parser_enter(&r->parser)) {
        acsl_skip_item(r);
        return;
    }
    r->within = axiomatic_at(r, name);
    while (r->within && !parser_is(&r->parser, "}") &&
           !parser_is_kind(&r->parser, TOKEN_END))
        if (!acsl_global_item(r)) {
            if (r->phase == PHASE_CLAUSES)
                parser_expected(&r->parser, "a definition or an axiom");
            r->parser.at += !parser_is_kind(&r->parser, TOKEN_END);
            acsl_skip_item(r);
        }
    r->within = outer;
    parser_leave(&r->parser);
    if (r->phase == PHASE_CLAUSES)
        parser_expect(&r->parser, "}");
    else
        parser_accept(&r->parser, "}");
    r->parser.panic = false;
}

/* ---- Types and invariants. */

/* type t; type t<a>; type t = integer; */
static void type_item(Reader *r)
{
    Token *name = acsl_new(r, 1, sizeof *name);
    TypeAlias *alias = acsl_new(r, 1, sizeof *alias);

    parser_next(&r->parser);
    if (name && alias && r->phase == PHASE_TYPES &&
        parser_is_kind(&r->parser, TOKEN_NAME)) {
        *name = parser_next(&r->parser);
        acsl_list_add(r, &r->types, name);
        acsl_aside(r, "logic type", name->text.at, name->span);
        if (parser_accept(&r->parser, "=") && !parser_is(&r->parser, "|") &&
            acsl_is_type(r, 0)) {
            *alias = (TypeAlias){name->text.at, acsl_type(r)};
            if (alias->sort)
                acsl_list_add(r, &r->aliases, alias);
        }
    }
    acsl_skip_item(r);
}

static void invariant_body(Reader *r, AcslInvariant *inv, const char *mark)
{
    List vars = {0};
    const Bound *outer;

    if (inv->about)
        acsl_list_add(r, &vars, inv->about);
    parser_expect(&r->parser, mark);
    outer = acsl_bind(r, &vars);
    inv->body = acsl_predicate(r);
    r->scope = outer;
    if (acsl_end_item(r) && acsl_is_small(r, inv->body))
        acsl_list_add(r, &r->invariants, inv);
}

/* [type] invariant I(T x) = p; [global] invariant I: p; behind the first word. */
static void invariant(Reader *r, bool of_type)
{
    AcslInvariant *inv = acsl_new(r, 1, sizeof *inv);
    List vars = {0};
    Token name;

    acsl_begin(r);
    parser_expect(&r->parser, "invariant");
    if (r->phase != PHASE_CLAUSES || !inv ||
        !parser_expect_kind(&r->parser, TOKEN_NAME, "a name", &name)) {
        acsl_skip_item(r);
        return;
    }
    inv->name = name.text.at;
    inv->span = name.span;
    if (of_type) {
        acsl_params(r, &vars);
        if (vars.count != 1 && !r->parser.panic)
            parser_error(&r->parser, DIAG_ACSL_ARGUMENTS, name.span,
                         "a type invariant has one parameter: the value it is about");
    }
    if (r->parser.panic) {
        acsl_skip_item(r);
        return;
    }
    inv->about = vars.count > 0 ? vars.at[0] : NULL;
    invariant_body(r, inv, of_type ? "=" : ":");
}

/* ---- What is not used. */

static void unused(Reader *r)
{
    Token word = parser_next(&r->parser), name = *parser_peek(&r->parser);

    if (r->phase == PHASE_CLAUSES)
        acsl_aside(r,
                   word.text.at[0] == 'm' && word.text.len == 5 ? "model field"
                                                                : word.text.at,
                   name.text.at, word.span);
    if (assay_str_equal(word.text, assay_str("module")))
        acsl_skip_block(r);
    else
        acsl_skip_item(r);
}

/* ---- All of them. */

static bool starts(const Reader *r, const char *word)
{
    return parser_is(&r->parser, word) && parser_ahead(&r->parser, 1)->kind == TOKEN_NAME;
}

static bool invariant_item(Reader *r)
{
    uint32_t i = starts(r, "strong") || starts(r, "weak");
    bool of_type = parser_ahead_is(&r->parser, i, "type");

    if (!parser_ahead_is(&r->parser, i + 1, "invariant") ||
        (!of_type && !parser_ahead_is(&r->parser, i, "global")))
        return false;
    while (i-- > 0)
        parser_next(&r->parser);
    parser_next(&r->parser);
    invariant(r, of_type);
    return true;
}

static bool statement_item(Reader *r)
{
    bool prefixed = (parser_is(&r->parser, "check") || parser_is(&r->parser, "admit")) &&
                    (parser_ahead_is(&r->parser, 1, "lemma") ||
                     parser_ahead_is(&r->parser, 1, "axiom"));

    if (prefixed)
        parser_next(&r->parser);
    if (!prefixed && !starts(r, "lemma") && !starts(r, "axiom"))
        return false;
    statement(r);
    return true;
}

static bool global_item(Reader *r)
{
    if (starts(r, "predicate"))
        acsl_definition(r, LOGIC_PREDICATE);
    else if (starts(r, "logic"))
        acsl_definition(r, LOGIC_FUNCTION);
    else if (starts(r, "inductive"))
        acsl_inductive(r);
    else if (starts(r, "axiomatic"))
        axiomatic(r);
    else if (invariant_item(r) || statement_item(r))
        return true;
    else if (starts(r, "type"))
        type_item(r);
    else if (parser_is(&r->parser, "language"))
        acsl_language_item(r);
    else if (starts(r, "model") || starts(r, "volatile") || starts(r, "import") ||
             starts(r, "\\import") || starts(r, "module"))
        unused(r);
    else
        return false;
    return true;
}

/* Such an item may stand before a function, but does not see its parameters. */
bool acsl_global_item(Reader *r)
{
    const CFunction *function = r->function;
    const CDeclaration *declaration = r->declaration;
    bool is_item;

    if (!r->code) {
        r->function = NULL;
        r->declaration = NULL;
    }
    is_item = global_item(r);
    r->function = function;
    r->declaration = declaration;
    return is_item;
}
