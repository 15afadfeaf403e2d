/*
 * Definitions: predicates, logic functions and inductive predicates. Their heads are read
 * in one phase, their bodies in another.
 */
#include "acsl/parse.h"
#include <string.h>

/* ---- Heads of definitions. */

/* {K, L} as names. */
static void label_names(Reader *r, Owner *owner)
{
    List names = {0};
    Token name;

    if (!parser_accept(&r->parser, "{"))
        return;
    do {
        if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a label", &name))
            return;
        acsl_list_add(r, &names, (void *)(uintptr_t)name.text.at);
    } while (parser_accept(&r->parser, ","));
    parser_expect(&r->parser, "}");
    owner->labels = (const char *const *)names.at;
    owner->nlabels = names.count;
    owner->written = true;
}

/* How far ahead the '(' is, or what else ends the head. */
static uint32_t head_end(const Reader *r)
{
    uint32_t i = 0;

    for (; acsl_token(r, i)->kind != TOKEN_END; i++) {
        const Token *t = acsl_token(r, i);
        if (t->kind == TOKEN_MARK && t->text.len == 1 && strchr("(=;:", t->text.at[0]))
            break;
    }
    return i;
}

static bool is_mark(const Token *t, char mark)
{
    return t->kind == TOKEN_MARK && t->text.len == 1 && t->text.at[0] == mark;
}

/* Type parameters are the last before it. */
bool acsl_is_generic(const Reader *r)
{
    uint32_t end = head_end(r);

    return end > 0 && acsl_token(r, end)->kind != TOKEN_END &&
           is_mark(acsl_token(r, end - 1), '>');
}

/* The name of something generic: the last that labels or type parameters follow. */
static Token generic_name(Reader *r)
{
    Token name = *parser_peek(&r->parser);
    uint32_t end = head_end(r);

    for (uint32_t i = 0; i < end; i++)
        if (acsl_token(r, i)->kind == TOKEN_NAME &&
            (is_mark(acsl_token(r, i + 1), '<') || is_mark(acsl_token(r, i + 1), '{')))
            name = *acsl_token(r, i);
    return name;
}

static Def *def_new(Reader *r, LogicKind kind, Token name)
{
    Def *d;

    if (r->defs.count >= ACSL_DEFS_MAX) {
        acsl_wrong(r, DIAG_TOO_LONG, name.span, "there are more than %u definitions",
                   ACSL_DEFS_MAX);
        return NULL;
    }
    d = acsl_new(r, 1, sizeof *d);
    if (!d)
        return NULL;
    d->logic = (AcslLogic){.kind = kind, .name = name.text.at, .span = name.span};
    d->logic.result = kind == LOGIC_FUNCTION ? NULL : &acsl_boolean;
    d->logic.within = r->within ? &r->within->out : NULL;
    return d;
}

static void read_head(Reader *r, Def *d, const AcslSort *result)
{
    List params = {0};

    label_names(r, &d->owner);
    acsl_params(r, &params);
    d->logic.params = (AcslVar *const *)params.at;
    d->logic.nparams = params.count;
    if (result)
        d->logic.result = result;
}

/* ---- The same again. */

static bool same_signature(const Def *a, const Def *b)
{
    if (strcmp(a->logic.name, b->logic.name) != 0 || a->logic.nparams != b->logic.nparams)
        return false;
    for (uint32_t i = 0; i < a->logic.nparams; i++)
        if (!acsl_same_sort(a->logic.params[i]->sort, b->logic.params[i]->sort))
            return false;
    return true;
}

static bool same_text(const Def *a, const Def *b)
{
    if (a->words != b->words)
        return false;
    for (uint32_t i = 0; i < a->words; i++)
        if (!assay_str_equal(a->text[i].text, b->text[i].text))
            return false;
    return true;
}

/* Adds a definition, unless there is one like it. */
static void add_def(Reader *r, Def *d)
{
    for (uint32_t i = 0; i < r->defs.count; i++) {
        const Def *other = r->defs.at[i];
        Diagnostic *diag;
        if (!same_signature(d, other))
            continue;
        if (same_text(d, other))
            return;
        diag = acsl_wrong(r, DIAG_ACSL_REDEFINED, d->logic.span,
                          "'%s' is defined already, with the same parameters",
                          d->logic.name);
        if (diag)
            diag_related(r->unit->diags, diag, other->logic.span, "it is here");
        return;
    }
    acsl_list_add(r, &r->defs, d);
}

static Def *def_at(const Reader *r, const Token *name)
{
    for (uint32_t i = 0; i < r->defs.count; i++) {
        Def *d = r->defs.at[i];
        if (d->text == name)
            return d;
    }
    return NULL;
}

static void add_generic(Reader *r, LogicKind kind)
{
    Token name = generic_name(r);
    Def *d = def_new(r, kind, name);

    acsl_aside(r, "definition with type parameters", name.text.at, name.span);
    if (!d)
        return;
    d->bad = true;
    d->beyond = "type parameters are not supported";
    acsl_list_add(r, &r->defs, d);
}

/* ---- Bodies. */

/* Whose text is read from now on. */
static void own(Reader *r, Owner *owner, Def *def, Case *in)
{
    r->owner = owner;
    r->def = def;
    r->in = in;
    acsl_begin(r);
}

/* reads a, b: nothing, or memory. */
static void read_reads(Reader *r, Def *d)
{
    bool memory = !parser_ahead_is(&r->parser, 1, "\\nothing");

    parser_next(&r->parser);
    acsl_skip_item(r);
    if (!d)
        return;
    d->owner.reads |= memory;
    d->logic.reads_memory |= memory;
}

static AcslNode *adapted_body(Reader *r, const Def *d, AcslNode *body)
{
    if (acsl_is_bad(body) || !d->logic.result)
        return body;
    if (!acsl_adapt(r, &body, d->logic.result)) {
        acsl_wrong(r, DIAG_ACSL_SORT, body->span,
                   "'%s' is of sort %s; this is of sort %s", d->logic.name,
                   acsl_sort_text(r, d->logic.result), acsl_sort_text(r, body->sort));
        return acsl_bad(r, body->span);
    }
    return body;
}

static void note_beyond(Reader *r, Def *d)
{
    d->beyond = r->beyond;
    acsl_aside(r, "definition", d->logic.name, d->logic.span);
}

static void read_body(Reader *r, Def *d)
{
    List params = {(void **)(uintptr_t)d->logic.params, d->logic.nparams, 0};
    const Bound *outer;
    AcslNode *body;

    own(r, &d->owner, d, NULL);
    r->may_be_beyond = true;
    outer = acsl_bind(r, &params);
    body = d->logic.kind == LOGIC_PREDICATE ? acsl_predicate(r) : acsl_term(r);
    r->scope = outer;
    body = adapted_body(r, d, body);
    if (!acsl_end_item(r) || !acsl_is_small(r, body)) {
        d->bad = true;
        if (r->beyond)
            note_beyond(r, d);
    } else {
        acsl_note_reads(r, body);
        d->bad |= r->failed;
        d->logic.body = body;
    }
    own(r, NULL, NULL, NULL);
}

/* ---- Definitions. */

/* Behind the keyword in the phase of heads. True: all up to the end was read. */
static bool head_phase(Reader *r, LogicKind kind)
{
    const AcslSort *result = NULL;
    const Token *start;
    uint32_t from;
    Def *d = NULL;
    Token name;

    if (acsl_is_generic(r)) {
        add_generic(r, kind);
        return false;
    }
    if (kind == LOGIC_FUNCTION)
        result = acsl_type(r);
    start = parser_peek(&r->parser);
    from = r->parser.at;
    if (r->parser.panic || (kind == LOGIC_FUNCTION && !result) ||
        !parser_expect_kind(&r->parser, TOKEN_NAME, "a name", &name))
        return false;
    d = def_new(r, kind, name);
    if (!d)
        return false;
    read_head(r, d, result);
    d->bad = r->parser.panic || r->failed;
    if (kind == LOGIC_INDUCTIVE)
        acsl_skip_block(r);
    else
        acsl_skip_item(r);
    d->text = start;
    d->words = r->parser.at - from;
    add_def(r, d);
    return true;
}

/* In the phase of bodies: up to the body, the head is known. */
static Def *skip_head(Reader *r, LogicKind kind)
{
    List params = {0};
    Owner labels = {0};
    Def *d;

    if (kind == LOGIC_FUNCTION)
        acsl_type(r);
    d = def_at(r, parser_peek(&r->parser));
    if (!d || d->bad)
        return NULL;
    parser_next(&r->parser);
    label_names(r, &labels);
    acsl_params(r, &params);
    return d;
}

/* What is declared only ends behind its head. */
static void skip_rest(Reader *r, Def *d)
{
    if (d && !parser_is(&r->parser, ";")) {
        parser_expected(&r->parser, "'='");
        d->bad = true;
    }
    acsl_skip_item(r);
}

void acsl_definition(Reader *r, LogicKind kind)
{
    Def *d;

    parser_next(&r->parser);
    acsl_begin(r);
    if (r->phase == PHASE_HEADS) {
        if (!head_phase(r, kind))
            acsl_skip_item(r);
        return;
    }
    d = r->phase == PHASE_BODIES && !acsl_is_generic(r) ? skip_head(r, kind) : NULL;
    if (d && parser_accept(&r->parser, "="))
        read_body(r, d);
    else if (d && parser_is(&r->parser, "reads"))
        read_reads(r, d);
    else
        skip_rest(r, d);
}

/* ---- Cases and axioms. */

static Case *case_new(Reader *r, Token name, Def *of)
{
    Case *c = acsl_new(r, 1, sizeof *c);

    if (c) {
        c->out.name = name.text.at;
        c->out.span = name.span;
        c->of = of;
    }
    return c;
}

/* name{L}: p; with its end. */
Case *acsl_case(Reader *r, Def *of, const char *what)
{
    Token name;
    Case *c;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, what, &name)) {
        acsl_skip_item(r);
        return NULL;
    }
    c = case_new(r, name, of);
    if (!c)
        return NULL;
    label_names(r, &c->owner);
    parser_expect(&r->parser, ":");
    own(r, &c->owner, of, c);
    r->may_be_beyond = true;
    c->out.body = acsl_predicate(r);
    c->bad = !acsl_end_item(r) || !acsl_is_small(r, c->out.body);
    if (r->beyond && of && !of->beyond)
        note_beyond(r, of);
    if (!c->bad)
        acsl_note_reads(r, c->out.body);
    c->bad |= r->failed;
    own(r, NULL, NULL, NULL);
    return c;
}

static void read_cases(Reader *r, Def *d)
{
    Axiomatic *within = r->within;
    Axiomatic inner = {.out = {.name = ""}};

    r->within = within ? within : &inner; /* a '}' ends it */
    parser_expect(&r->parser, "{");
    while (parser_accept(&r->parser, "case")) {
        Case *c = acsl_case(r, d, "the name of a case");
        if (c)
            acsl_list_add(r, &d->cases, c);
        else
            d->bad = true;
    }
    r->within = within;
    if (!parser_expect(&r->parser, "}")) {
        d->bad = true;
        acsl_skip_block(r);
    }
}

void acsl_inductive(Reader *r)
{
    uint32_t from;
    Def *d = NULL;

    parser_next(&r->parser);
    acsl_begin(r);
    from = r->parser.at;
    if (r->phase == PHASE_HEADS && head_phase(r, LOGIC_INDUCTIVE))
        return;
    if (r->phase == PHASE_BODIES && !acsl_is_generic(r))
        d = skip_head(r, LOGIC_INDUCTIVE);
    if (d) {
        read_cases(r, d);
        return;
    }
    r->parser.at = from;
    acsl_skip_named_block(r);
}
