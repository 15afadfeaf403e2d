/*
 * Contracts: the clauses before a function.
 */
#include "acsl/parse.h"
#include "base/ascii.h"
#include <string.h>

/* ---- Kinds. */

bool acsl_clause_kind(const Reader *r, const char *before, ClauseKind *ret_kind)
{
    size_t skip = before ? strlen(before) + 1 : 0;

    for (int i = 0; i < ACSL_CLAUSES; i++) {
        const char *text = acsl_clause_text((ClauseKind)i);
        bool long_one = strchr(text, ' ') != NULL;
        if (long_one != (skip > 0) || (skip && strncmp(text, before, skip - 1) != 0))
            continue;
        if (parser_is(&r->parser, text + skip)) {
            *ret_kind = (ClauseKind)i;
            return true;
        }
    }
    return false;
}

ClauseTake acsl_take(Reader *r)
{
    if (parser_accept(&r->parser, "check"))
        return TAKE_CHECK;
    return parser_accept(&r->parser, "admit") ? TAKE_ADMIT : TAKE_BOTH;
}

void acsl_set_state(Reader *r, ClauseKind kind)
{
    bool locations =
        kind == CLAUSE_ASSIGNS || kind == CLAUSE_ALLOCATES || kind == CLAUSE_FREES;

    r->thens = 0;
    r->chain = NULL;
    r->here = (AcslLabel){.kind = LABEL_HERE, .name = "Here", .span = span_nowhere()};
    r->result = kind == CLAUSE_ENSURES || kind == CLAUSE_RETURNS || locations;
    r->exit = kind == CLAUSE_EXITS || locations;
    r->post = r->result || r->exit || kind == CLAUSE_BREAKS || kind == CLAUSE_CONTINUES;
}

/* ---- Locations. */

static bool is_nothing(const AcslNode *n)
{
    return n->kind == NODE_SET && n->nargs == 0;
}

static void check_location(Reader *r, const AcslClause *c, const AcslNode *n)
{
    bool pointers = c->kind == CLAUSE_FREES || c->kind == CLAUSE_ALLOCATES ||
                    c->kind == CLAUSE_LOOP_ALLOCATES;

    if (acsl_is_bad(n) || is_nothing(n))
        return;
    if (pointers && !acsl_is_pointer(acsl_element(n->sort)))
        acsl_wrong(r, DIAG_ACSL_SORT, n->span, "'%s' takes pointers; this is of sort %s",
                   acsl_clause_text(c->kind), acsl_sort_text(r, n->sort));
    else if (!pointers && !acsl_is_lvalue(n))
        acsl_wrong(r, DIAG_ACSL_LVALUE, n->span,
                   "'%s' takes places in memory, such as *p or a[0 .. n - 1]",
                   acsl_clause_text(c->kind));
}

/* \nothing is all that there is; `others` counts what was read before it. */
static void check_nothing(Reader *r, const AcslClause *c, uint32_t others)
{
    const Token *next = parser_peek(&r->parser);

    if (parser_is(&r->parser, "\\nothing") &&
        (others > 0 || parser_ahead_is(&r->parser, 1, ",")))
        acsl_wrong(r, DIAG_ACSL_LVALUE, next->span,
                   "'\\nothing' is not one place of several: '%s' takes it alone",
                   acsl_clause_text(c->kind));
}

/* a, *p \from b: what they depend on is not kept. */
static void locations(Reader *r, AcslClause *c)
{
    static const char *const until[] = {";", NULL};
    List all = {0};
    uint32_t count = 0;

    do {
        AcslNode *n;
        check_nothing(r, c, count++);
        n = acsl_term(r);
        check_location(r, c, n);
        if (!is_nothing(n) && acsl_is_small(r, n))
            acsl_list_add(r, &all, n);
    } while (!r->parser.panic && parser_accept(&r->parser, ","));
    if (!r->parser.panic && parser_is(&r->parser, "\\from"))
        parser_recover(&r->parser, until);
    c->locations = (AcslNode **)all.at;
    c->nlocations = all.count;
}

/* ---- Our own clauses. */

const CParam *acsl_find_param(Reader *r, Token name)
{
    const CFunction *f = r->function;
    const CParam *names =
        r->declaration && r->declaration->params ? r->declaration->params : f->params;
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (uint32_t i = 0; i < f->nparams; i++) {
        if (assay_str_equal(name.text, assay_str(names[i].name)))
            return &f->params[i];
        if (assay_str_resembles(name.text, assay_str(names[i].name), &nearest))
            near = names[i].name;
    }
    acsl_suggest(r,
                 acsl_wrong(r, DIAG_ACSL_NAME, name.span, "'%s' has no parameter '%s'",
                            f->name, name.text.at),
                 name.span, near);
    return NULL;
}

static const CFunction *find_maker(Reader *r, Token name)
{
    const CFunction *f = cfront_function(r->unit, name.text.at);
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    if (f)
        return f;
    for (uint32_t i = 0; i < r->unit->nfunctions; i++)
        if (!r->unit->functions[i].system &&
            assay_str_resembles(name.text, assay_str(r->unit->functions[i].name),
                                &nearest))
            near = r->unit->functions[i].name;
    acsl_suggest(r,
                 acsl_wrong(r, DIAG_ACSL_NAME, name.span, "there is no function '%s'",
                            name.text.at),
                 name.span, near);
    return NULL;
}

/* generator x = f(args) */
static void generator(Reader *r, AcslClause *c)
{
    List args = {0};
    Token target, maker;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a parameter", &target) ||
        !parser_expect(&r->parser, "=") ||
        !parser_expect_kind(&r->parser, TOKEN_NAME, "a function", &maker))
        return;
    c->target = acsl_find_param(r, target);
    c->maker = find_maker(r, maker);
    if (parser_accept(&r->parser, "("))
        acsl_terms(r, ")", &args);
    c->maker_args = (AcslNode **)args.at;
    c->nmaker_args = args.count;
    if (c->maker && args.count > c->maker->nparams && !c->maker->variadic)
        acsl_wrong(r, DIAG_ACSL_ARGUMENTS, maker.span, "'%s' takes %u argument%s, not %u",
                   c->maker->name, c->maker->nparams, c->maker->nparams == 1 ? "" : "s",
                   args.count);
}

/* 200s, 500 ms, 1000 runs */
static void setting(Reader *r, AcslClause *c)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"s", 1}, {"ms", 0.001}, {"min", 60}, {"h", 3600}, {"runs", 0}};
    Token number = *parser_peek(&r->parser);
    struct assay_str text = number.text, unit;
    double value = 0;

    if (number.kind != TOKEN_INTEGER && number.kind != TOKEN_NUMBER) {
        parser_expected(&r->parser, "a number, as in 10s or 1000 runs");
        return;
    }
    parser_next(&r->parser);
    while (text.len > 0 && !assay_is_digit(text.at[text.len - 1]))
        text.len--;
    unit = (struct assay_str){text.at + text.len, number.text.len - text.len};
    if (unit.len == 0 && parser_is_kind(&r->parser, TOKEN_NAME))
        unit = parser_next(&r->parser).text;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!assay_str_equal(unit, assay_str(units[i].unit)) ||
            !assay_str_double(text, &value))
            continue;
        if (units[i].seconds > 0)
            c->seconds = value * units[i].seconds;
        else if (!assay_str_u64(text, &c->runs))
            break;
        return;
    }
    parser_error(&r->parser, DIAG_NUMBER, span_join(number.span, parser_last(&r->parser)),
                 "a time or a number of runs is wanted, as in 10s or 1000 runs");
}

static void config(Reader *r, AcslClause *c)
{
    List usings = {0};

    do {
        if (acsl_is_using(r))
            acsl_using(r, &usings);
        else
            setting(r, c);
    } while (!r->parser.panic && parser_accept(&r->parser, ","));
    c->usings = acsl_list_flat(r, &usings, sizeof(AcslUsing));
    c->nusings = c->usings ? usings.count : 0;
}

/* ---- A clause. */

/* The term of variant or decreases, with its measure. */
static void measured(Reader *r, AcslClause *c)
{
    Token name;

    c->body = acsl_term(r);
    if (parser_accept(&r->parser, "for") &&
        parser_expect_kind(&r->parser, TOKEN_NAME, "the name of an order", &name))
        c->measure = name.text.at;
    if (!c->measure && !acsl_is_bad(c->body) && !acsl_is_integral(c->body->sort))
        acsl_wrong(r, DIAG_ACSL_SORT, c->body->span,
                   "'%s' takes an integer; this is of sort %s", acsl_clause_text(c->kind),
                   acsl_sort_text(r, c->body->sort));
}

static void content(Reader *r, AcslClause *c)
{
    switch (c->kind) {
    case CLAUSE_ASSIGNS:
    case CLAUSE_FREES:
    case CLAUSE_ALLOCATES:
    case CLAUSE_LOOP_ASSIGNS:
    case CLAUSE_LOOP_ALLOCATES:
        locations(r, c);
        return;
    case CLAUSE_DECREASES:
    case CLAUSE_LOOP_VARIANT:
        measured(r, c);
        break;
    case CLAUSE_GENERATOR:
        generator(r, c);
        return;
    case CLAUSE_CONFIG:
        config(r, c);
        return;
    default:
        c->body = acsl_predicate(r);
        break;
    }
    if (!acsl_is_bad(c->body))
        acsl_is_small(r, c->body);
}

static bool takes_condition(ClauseKind kind)
{
    return kind == CLAUSE_REQUIRES || kind == CLAUSE_ENSURES || kind == CLAUSE_ASSUMES ||
           kind == CLAUSE_EXITS || kind == CLAUSE_ASSERT || kind == CLAUSE_LOOP_INVARIANT;
}

/* A clause whose condition has what is not supported. */
static AcslClause *beyond(Reader *r, AcslClause *c)
{
    c->span = span_join(c->span, parser_last(&r->parser));
    c->body = acsl_node(r, NODE_BEYOND, r->beyond_span, &acsl_boolean);
    c->body->as.beyond = r->beyond;
    return c;
}

AcslClause *acsl_clause(Reader *r, ClauseKind kind, ClauseTake take, Span from)
{
    AcslClause *c = acsl_new(r, 1, sizeof *c);

    if (!c)
        return NULL;
    acsl_begin(r);
    acsl_set_state(r, kind);
    c->kind = kind;
    c->take = take;
    r->may_be_beyond = takes_condition(kind);
    content(r, c);
    c->span = span_join(from, parser_last(&r->parser));
    if (acsl_end_item(r))
        return c;
    return r->beyond ? beyond(r, c) : NULL;
}

/* ---- Behaviors. */

void acsl_for(Reader *r, List *ret_names)
{
    if (!parser_accept(&r->parser, "for"))
        return;
    do {
        Token *name = acsl_new(r, 1, sizeof *name);
        if (!name ||
            !parser_expect_kind(&r->parser, TOKEN_NAME, "the name of a behavior", name))
            return;
        acsl_list_add(r, ret_names, name);
    } while (parser_accept(&r->parser, ","));
    parser_expect(&r->parser, ":");
}

void acsl_set_behaviors(Reader *r, AcslClause *c, const List *names)
{
    const char **texts = acsl_new(r, names->count, sizeof *texts);

    for (uint32_t i = 0; texts && i < names->count; i++)
        texts[i] = ((const Token *)names->at[i])->text.at;
    c->behaviors = texts;
    c->nbehaviors = texts ? names->count : 0;
}

/* behavior b: */
static void behavior(Reader *r)
{
    Token name;

    parser_next(&r->parser);
    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "the name of the behavior", &name) ||
        !parser_expect(&r->parser, ":")) {
        acsl_skip_item(r);
        return;
    }
    r->behavior = name.text.at;
    r->behavior_span = name.span;
    acsl_add_clause(r, acsl_contract_of(r, r->function), r->behavior, name.span, NULL);
}

/* complete behaviors a, b; */
static void cover(Reader *r)
{
    Contract *contract = acsl_contract_of(r, r->function);
    Token word = parser_next(&r->parser);
    Cover *c = acsl_new(r, 1, sizeof *c);

    r->behavior = NULL;
    acsl_begin(r);
    if (!c || !contract || !parser_expect(&r->parser, "behaviors")) {
        acsl_skip_item(r);
        return;
    }
    c->disjoint = word.text.at[0] == 'd';
    while (parser_is_kind(&r->parser, TOKEN_NAME)) {
        Token *name = acsl_new(r, 1, sizeof *name);
        if (!name)
            return;
        *name = parser_next(&r->parser);
        acsl_list_add(r, &c->names, name);
        if (!parser_accept(&r->parser, ","))
            break;
    }
    c->span = span_join(word.span, parser_last(&r->parser));
    if (acsl_end_item(r))
        acsl_list_add(r, &contract->covers, c);
}

/* ---- Items. */

void acsl_unknown_clause(Reader *r)
{
    Token word = parser_next(&r->parser);

    if (word.kind == TOKEN_NAME) {
        acsl_suggest(r,
                     parser_report(&r->parser, DIAG_ACSL_UNKNOWN, word.span,
                                   "unknown clause '%s', not checked", word.text.at),
                     word.span, acsl_near_keyword(word.text));
        acsl_aside(r, "unknown clause", word.text.at, word.span);
    } else {
        parser_error(&r->parser, DIAG_SYNTAX, word.span, "expected a clause, not %s",
                     parser_describe(&r->parser, &word));
    }
    acsl_skip_item(r);
}

static bool is_allowed(Reader *r, ClauseKind kind, Token word)
{
    if (kind == CLAUSE_ASSUMES && !r->behavior)
        acsl_wrong(r, DIAG_ACSL_PLACE, word.span,
                   "'assumes' stands in a behavior; write 'behavior name:' before it");
    else if (kind <= CLAUSE_DECREASES || kind == CLAUSE_GENERATOR ||
             kind == CLAUSE_CONFIG)
        return true;
    else
        acsl_wrong(r, DIAG_ACSL_PLACE, word.span, "'%s' stands inside of a function",
                   word.text.at);
    acsl_skip_item(r);
    return false;
}

static void clause(Reader *r, ClauseKind kind, ClauseTake take, Span from)
{
    Contract *contract = acsl_contract_of(r, r->function);
    Token word = parser_next(&r->parser);
    AcslClause *c;

    if (!contract || !is_allowed(r, kind, word))
        return;
    c = acsl_clause(r, kind, take, from);
    if (c)
        acsl_add_clause(r, contract, r->behavior ? r->behavior : "", r->behavior_span, c);
}

static bool ends_hyper(const Reader *r)
{
    return parser_is(&r->parser, "behavior") || parser_is(&r->parser, "complete") ||
           parser_is(&r->parser, "disjoint");
}

bool acsl_contract_item(Reader *r)
{
    Span from = parser_peek(&r->parser)->span;
    ClauseTake take;
    ClauseKind kind;

    if (ends_hyper(r))
        r->hyper = NULL;
    if (parser_is(&r->parser, "hyper")) {
        acsl_hyper(r);
        return true;
    }
    if (r->hyper) {
        acsl_hyper_item(r);
        return true;
    }
    if (parser_is(&r->parser, "raise_if")) {
        acsl_raise_if(r);
        return true;
    }
    if (parser_is(&r->parser, "behavior")) {
        behavior(r);
        return true;
    }
    if (parser_is(&r->parser, "complete") || parser_is(&r->parser, "disjoint")) {
        cover(r);
        return true;
    }
    if (parser_is(&r->parser, "loop")) {
        acsl_wrong(r, DIAG_ACSL_PLACE, from, "clauses of a loop stand before it");
        acsl_skip_item(r);
        return true;
    }
    take = acsl_take(r);
    if (!acsl_clause_kind(r, NULL, &kind)) {
        if (take == TAKE_BOTH)
            return false;
        parser_expected(&r->parser, "a clause, such as 'requires'");
        acsl_skip_item(r);
        return true;
    }
    clause(r, kind, take, from);
    return true;
}
