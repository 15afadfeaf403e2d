/*
 * Annotations in bodies: assertions, loops, ghost code, contracts of statements.
 */
#include "acsl/parse.h"
#include <string.h>

static Code *code_new(Reader *r, CodeKind kind)
{
    Code *c = acsl_new(r, 1, sizeof *c);

    if (!c)
        return NULL;
    c->out = (AcslCode){
        .kind = kind, .at = r->at, .function = r->function, .ghost = span_nowhere()};
    acsl_list_add(r, &r->codes, c);
    return c;
}

/* ---- Ghost code. */

/* The rest of the annotation, blanks and at signs at its ends aside. */
static Span rest(const Reader *r)
{
    Span span = {r->at->span.source, parser_peek(&r->parser)->span.start,
                 r->at->span.end};
    struct assay_str text = diag_text(r->unit->diags, span);

    while (text.len > 0 && strchr(" \t\r\n@", text.at[text.len - 1]))
        text.len--;
    span.end = span.start + (uint32_t)text.len;
    return span;
}

static void declare_ghosts(Reader *r)
{
    List vars = {0};

    while (parser_is(&r->parser, "extern") || parser_is(&r->parser, "static"))
        parser_next(&r->parser);
    acsl_declarations(r, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const AcslVar *var = vars.at[i];
        Ghost *g = var->sort ? acsl_new(r, 1, sizeof *g) : NULL;
        if (!g)
            continue;
        *g = (Ghost){*var, r->at->place >= C_LOOP ? r->at->function : NULL,
                     var->span.start};
        acsl_list_add(r, &r->ghosts, g);
    }
}

void acsl_ghost(Reader *r)
{
    Parser *p = &r->parser;
    Code *c;

    parser_next(p);
    if (r->phase == PHASE_HEADS)
        declare_ghosts(r);
    if (r->phase == PHASE_CLAUSES) {
        c = code_new(r, CODE_GHOST);
        if (c) {
            c->out.ghost = rest(r);
            c->out.function = r->at->place >= C_LOOP ? r->at->function : NULL;
        }
    }
    while (!parser_is_kind(p, TOKEN_END))
        parser_next(p);
    p->panic = false;
}

/* ---- Clauses. */

static void note_names(Reader *r, const List *names)
{
    Contract *c = names->count > 0 ? acsl_contract_of(r, r->function) : NULL;

    for (uint32_t i = 0; c && i < names->count; i++)
        acsl_list_add(r, &c->named, names->at[i]);
}

/* What an annotation before says of the same loop, or NULL. */
static Code *same_loop(const Reader *r)
{
    for (uint32_t i = r->codes.count; i-- > 0;) {
        Code *c = r->codes.at[i];
        if (c->out.kind == CODE_LOOP && c->out.at->loop == r->at->loop)
            return c;
    }
    return NULL;
}

/* Gathers clauses of one annotation, of a loop those of all; `code` is made with the
 * first. */
static void gather(Reader *r, Code **code, CodeKind kind, AcslClause *clause)
{
    if (!clause)
        return;
    if (!*code && kind == CODE_LOOP)
        *code = same_loop(r);
    if (!*code)
        *code = code_new(r, kind);
    if (*code)
        acsl_list_add(r, &(*code)->clauses, clause);
}

typedef struct {
    ClauseTake take;
    Span from;
    List names; /* for b: */
} Prefix;

static AcslClause *finished(Reader *r, ClauseKind kind, const Prefix *prefix)
{
    AcslClause *c = acsl_clause(r, kind, prefix->take, prefix->from);

    if (!c)
        return NULL;
    acsl_set_behaviors(r, c, &prefix->names);
    note_names(r, &prefix->names);
    return c;
}

/* loop unroll 10; and the like are for other tools. */
static void loop_item(Reader *r, const Prefix *prefix, Code **loop)
{
    Token word = parser_next(&r->parser);
    ClauseKind kind;

    if (!acsl_clause_kind(r, "loop", &kind)) {
        acsl_aside(r, "loop clause", parser_peek(&r->parser)->text.at, word.span);
        acsl_skip_item(r);
        return;
    }
    if (r->at->place != C_LOOP) {
        acsl_wrong(r, DIAG_ACSL_PLACE,
                   span_join(word.span, parser_peek(&r->parser)->span),
                   "no loop follows here");
        acsl_skip_item(r);
        return;
    }
    parser_next(&r->parser);
    r->loop = true;
    gather(r, loop, CODE_LOOP, finished(r, kind, prefix));
    r->loop = false;
}

static void single(Reader *r, ClauseKind kind, const Prefix *prefix)
{
    Code *code = NULL;

    gather(r, &code, CODE_CLAUSE, finished(r, kind, prefix));
}

/* behavior b: of a statement; its clauses are for b. */
static void statement_behavior(Reader *r)
{
    Token name;

    parser_next(&r->parser);
    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "the name of the behavior", &name) ||
        !parser_expect(&r->parser, ":"))
        acsl_skip_item(r);
    else
        r->behavior = name.text.at;
}

static void statement_clause(Reader *r, ClauseKind kind, const Prefix *prefix,
                             Code **contract)
{
    AcslClause *c;
    const char **name;

    parser_next(&r->parser);
    c = finished(r, kind, prefix);
    name = c && r->behavior ? acsl_new(r, 1, sizeof *name) : NULL;
    if (name) {
        *name = r->behavior;
        c->behaviors = name;
        c->nbehaviors = 1;
    }
    gather(r, contract, CODE_CONTRACT, c);
}

/* Hints to other tools, which say nothing that could be checked. */
static bool is_hint(Token word)
{
    static const char *const hints[] = {
        "slevel",    "split", "merge",  "dynamic_split", "calls",      "impact", "slice",
        "subdivide", "taint", "unroll", "widen_hints",   "eva_domain", NULL};

    for (const char *const *h = hints; *h; h++)
        if (assay_str_equal(word.text, assay_str(*h)))
            return true;
    return false;
}

static bool hint(Reader *r)
{
    Token word = *parser_peek(&r->parser);

    if (word.kind != TOKEN_NAME || !is_hint(word))
        return false;
    acsl_aside(r, "hint", word.text.at, word.span);
    parser_next(&r->parser);
    acsl_skip_item(r);
    return true;
}

/* complete behaviors; of a statement. */
static bool statement_cover(Reader *r)
{
    if (!parser_is(&r->parser, "complete") && !parser_is(&r->parser, "disjoint"))
        return false;
    acsl_aside(r, "behaviors of a statement", parser_peek(&r->parser)->text.at,
               parser_peek(&r->parser)->span);
    acsl_skip_item(r);
    return true;
}

static bool clause_item(Reader *r, const Prefix *prefix, Code **loop, Code **contract)
{
    ClauseKind kind;

    if (parser_is(&r->parser, "loop")) {
        loop_item(r, prefix, loop);
        return true;
    }
    if (!acsl_clause_kind(r, NULL, &kind)) {
        if (prefix->take == TAKE_BOTH)
            return false;
        single(r, CLAUSE_ASSERT, prefix); /* check p; */
        return true;
    }
    if (kind == CLAUSE_ASSERT || kind == CLAUSE_INVARIANT) {
        parser_next(&r->parser);
        single(r, kind, prefix);
    } else {
        statement_clause(r, kind, prefix, contract);
    }
    return true;
}

bool acsl_code_item(Reader *r, Code **loop, Code **contract)
{
    Prefix prefix = {.from = parser_peek(&r->parser)->span};

    if (parser_is(&r->parser, "behavior")) {
        statement_behavior(r);
        return true;
    }
    if (hint(r) || statement_cover(r))
        return true;
    acsl_for(r, &prefix.names);
    if (r->parser.panic) {
        acsl_skip_item(r);
        return true;
    }
    if (parser_is(&r->parser, "behavior")) {
        statement_behavior(r);
        return true;
    }
    prefix.take = acsl_take(r);
    return clause_item(r, &prefix, loop, contract);
}

void acsl_finish_codes(Reader *r)
{
    for (uint32_t i = 0; i < r->codes.count; i++) {
        Code *c = r->codes.at[i];
        c->out.clauses = acsl_list_flat(r, &c->clauses, sizeof(AcslClause));
        c->out.nclauses = c->clauses.count;
    }
}
