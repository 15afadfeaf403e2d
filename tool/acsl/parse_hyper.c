/*
 * Hyper blocks: what holds between several runs of a function.
 *
 *     hyper commutes:
 *       a' = b; b' = a;
 *       ensures \result' == \result;
 *
 * A block is left out as a whole if something in it is wrong: without one of its
 * assumptions or inputs it would say something else.
 */
#include "acsl/parse.h"
#include <stdio.h>
#include <string.h>

#define INPUTS_MAX 256u /* of a block */

/* ---- Runs behind terms. */

bool acsl_is_run(const Reader *r)
{
    const Parser *p = &r->parser;

    return parser_is(p, "'") ||
           (parser_is(p, "{") && parser_ahead(p, 1)->kind == TOKEN_INTEGER &&
            parser_ahead_is(p, 2, "}"));
}

/* The number of ' or {2}; 0, reported, if there is no such run. */
static uint32_t read_run(Reader *r)
{
    Span from = parser_peek(&r->parser)->span;
    uint64_t run = 1;

    if (parser_is(&r->parser, "'"))
        while (parser_accept(&r->parser, "'"))
            run++;
    else if (parser_expect(&r->parser, "{")) {
        Token number;
        if (!parser_expect_kind(&r->parser, TOKEN_INTEGER, "the number of a run",
                                &number) ||
            !parser_expect(&r->parser, "}"))
            return 0;
        if (!assay_str_u64(number.text, &run))
            run = 0;
    }
    if (run >= 1 && run <= ACSL_RUNS_MAX)
        return (uint32_t)run;
    acsl_wrong(r, DIAG_ACSL_RUN, span_join(from, parser_last(&r->parser)),
               "runs are numbered from 1 to %u", ACSL_RUNS_MAX);
    return 0;
}

static const char *run_name(uint32_t run)
{
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};

    return names[run];
}

static AcslLabel run_label(uint32_t run, Span mark)
{
    return (AcslLabel){
        .kind = LABEL_RUN, .number = run, .name = run_name(run), .span = mark};
}

AcslNode *acsl_at_run(Reader *r, AcslNode *of, uint32_t run, Span mark)
{
    AcslNode *n = acsl_node_of(r, NODE_AT, span_join(of->span, mark), of->sort, &of, 1);

    n->as.label = run_label(run, mark);
    return n;
}

AcslNode *acsl_run_node(Reader *r, AcslNode *of, uint32_t run, Span mark)
{
    if (acsl_is_bad(of) || !acsl_is_small(r, of))
        return acsl_bad(r, of->span);
    return acsl_at_run(r, acsl_moved(r, of, run_label(run, mark)), run, mark);
}

AcslNode *acsl_run(Reader *r, AcslNode *of)
{
    Span from = parser_peek(&r->parser)->span;
    uint32_t run = read_run(r);
    Span mark = span_join(from, parser_last(&r->parser));

    r->chain = NULL;
    if (run > 0 && !r->hyper) {
        acsl_wrong(r, DIAG_ACSL_LABEL, mark,
                   "there are several runs in hyper blocks only");
        run = 0;
    }
    return run > 0 ? acsl_run_node(r, of, run, mark) : acsl_bad(r, of->span);
}

/* ---- Inputs. */

/* The place on the left side, which is the run's already; *run stays 0 if no run is
 * written, and is more than there are if several are. */
static AcslNode *strip(Reader *r, AcslNode *n, uint32_t *run)
{
    AcslNode *copy;

    if (n->kind == NODE_AT && n->as.label.kind == LABEL_RUN) {
        bool other = *run > 0 && *run != n->as.label.number;
        *run = other ? ACSL_RUNS_MAX + 1 : n->as.label.number;
        return strip(r, n->args[0], run);
    }
    if (n->kind != NODE_DEREF && n->kind != NODE_FIELD && n->kind != NODE_INDEX)
        return n;
    copy = acsl_node_of(r, n->kind, n->span, n->sort, n->args, n->nargs);
    if (acsl_is_bad(copy))
        return copy;
    copy->as = n->as;
    copy->args[0] = strip(r, n->args[0], run);
    return copy;
}

static bool is_place(const AcslNode *n)
{
    return acsl_is_lvalue(n) && n->kind != NODE_RESULT && n->kind != NODE_EXIT_STATUS;
}

static void left_side(Reader *r, AcslRunInput *in)
{
    AcslNode *n = acsl_term(r);

    if (acsl_is_bad(n) || r->parser.panic)
        return;
    in->place = strip(r, n, &in->run);
    in->span = n->span;
    if (!is_place(in->place))
        acsl_wrong(r, DIAG_ACSL_LVALUE, n->span,
                   "a run is given parameters and places in memory");
    else if (in->run == 0)
        acsl_wrong(r, DIAG_ACSL_RUN, n->span,
                   "which run is this for? Write x' or x{2} for the second");
    else if (in->run == 1)
        acsl_wrong(r, DIAG_ACSL_RUN, n->span,
                   "the inputs of run 1 are drawn; those of the others can be given");
    else if (in->run > ACSL_RUNS_MAX)
        acsl_wrong(r, DIAG_ACSL_RUN, n->span, "this is for one run and for another");
    else if (in->place->kind == NODE_PARAM) {
        in->param = in->place->as.param.param;
        in->place = NULL;
    }
}

static void check_value(Reader *r, AcslRunInput *in)
{
    const AcslSort *wanted =
        in->param ? acsl_sort_c(r, in->param->type) : in->place->sort;

    if (!wanted || acsl_is_bad(in->value))
        return;
    if (acsl_is_set(wanted))
        acsl_wrong(r, DIAG_ACSL_SORT, in->value->span,
                   "these are several places; they can be given '\\any' only");
    else if (!acsl_adapt(r, &in->value, wanted))
        acsl_wrong(r, DIAG_ACSL_SORT, in->value->span,
                   "sort %s is wanted here; this is of sort %s",
                   acsl_sort_text(r, wanted), acsl_sort_text(r, in->value->sort));
    else
        acsl_is_small(r, in->value);
}

static void right_side(Reader *r, AcslRunInput *in)
{
    if (parser_accept(&r->parser, "\\any"))
        return;
    r->result = true;
    in->value = acsl_term(r);
    r->result = false;
    if (!r->failed)
        check_value(r, in);
}

/* x' = y; s->key{2} = \any; */
static bool input(Reader *r)
{
    Hyper *h = r->hyper;
    AcslRunInput *in = acsl_new(r, 1, sizeof *in);

    if (!in)
        return false;
    acsl_set_state(r, CLAUSE_ASSUMES);
    left_side(r, in);
    if (!r->parser.panic && parser_expect(&r->parser, "="))
        right_side(r, in);
    in->span = span_join(in->span, parser_last(&r->parser));
    if (h->inputs.count == INPUTS_MAX)
        acsl_wrong(r, DIAG_TOO_LONG, in->span, "there are more than %u inputs",
                   INPUTS_MAX);
    if (!acsl_end_item(r))
        return false;
    acsl_list_add(r, &h->inputs, in);
    if (in->run > h->runs)
        h->runs = in->run;
    return true;
}

/* ---- Which run follows which. */

/* follows{2} = 1; */
static bool follows(Reader *r)
{
    Hyper *h = r->hyper;
    Span from = parser_next(&r->parser).span;
    uint32_t run = read_run(r);
    uint64_t before = 0;
    Token number;
    Span span;

    if (!parser_expect(&r->parser, "=") ||
        !parser_expect_kind(&r->parser, TOKEN_INTEGER, "the number of a run", &number))
        return acsl_end_item(r);
    span = span_join(from, number.span);
    if (run == 1)
        acsl_wrong(r, DIAG_ACSL_RUN, span, "run 1 is the first: it follows none");
    else if (run > 0 && (!assay_str_u64(number.text, &before) || before == 0))
        acsl_wrong(r, DIAG_ACSL_RUN, number.span, "runs are numbered from 1 to %u",
                   ACSL_RUNS_MAX);
    else if (run > 0 && before >= run)
        acsl_wrong(r, DIAG_ACSL_RUN, span, "run %u can only follow one before it", run);
    else if (run > 0 && h->follows[run - 1] > 0)
        acsl_wrong(r, DIAG_ACSL_RUN, span, "run %u follows run %u already", run,
                   h->follows[run - 1]);
    if (!acsl_end_item(r))
        return false;
    h->follows[run - 1] = (uint32_t)before;
    if (run > h->runs)
        h->runs = run;
    return true;
}

/* ---- Properties that have a name. */

static void places(Reader *r, List *ret_places)
{
    do {
        AcslNode *n = acsl_term(r);
        if (acsl_is_bad(n) || r->parser.panic)
            return;
        if (!is_place(n))
            acsl_wrong(r, DIAG_ACSL_LVALUE, n->span,
                       "a parameter or a place in memory is wanted here");
        else if (acsl_is_small(r, n))
            acsl_list_add(r, ret_places, n);
    } while (!parser_ahead_is(&r->parser, 1, "\\result") &&
             parser_accept(&r->parser, ","));
}

/* What is seen. The result always is; a parameter is an input, the same in all runs
 * unless it is high: both may be written, for readers. */
static void low_places(Reader *r)
{
    KnownHyper *k = &r->hyper->known;
    List all = {0};

    r->result = r->function->result->kind != C_VOID;
    do {
        if (r->result && parser_accept(&r->parser, "\\result"))
            k->only_low = true;
        else
            places(r, &all);
    } while (!r->parser.panic && parser_accept(&r->parser, ","));
    r->result = false;
    for (uint32_t i = 0; i < all.count; i++) {
        AcslNode *n = all.at[i];
        if (n->kind == NODE_PARAM)
            continue;
        k->only_low = true;
        acsl_list_add(r, &k->low, n);
    }
}

static bool is_noninterference(const Hyper *h)
{
    return h->known.kind && h->known.kind[0] == 'n';
}

/* low LOC, ...; as an item of its own. */
static bool low(Reader *r)
{
    parser_next(&r->parser);
    acsl_set_state(r, CLAUSE_ASSUMES);
    low_places(r);
    return acsl_end_item(r);
}

static bool known(Reader *r, const char *kind)
{
    KnownHyper *k = &r->hyper->known;
    Span from = parser_next(&r->parser).span;

    if (k->kind)
        acsl_wrong(r, DIAG_ACSL_PLACE, from,
                   "this block says '%s' already; write another block", k->kind);
    k->kind = kind;
    acsl_set_state(r, CLAUSE_ASSUMES);
    if (is_noninterference(r->hyper)) {
        if (parser_accept(&r->parser, "low"))
            low_places(r);
        if (!r->parser.panic && parser_expect(&r->parser, "high"))
            places(r, &k->places);
        if (!r->parser.panic && parser_accept(&r->parser, "low"))
            low_places(r);
    } else if (!parser_is(&r->parser, ";")) {
        places(r, &k->places);
    }
    k->span = span_join(from, parser_last(&r->parser));
    return acsl_end_item(r);
}

/* Whether the word that is next begins an item, and is no variable. */
static bool begins(const Reader *r, const char *word)
{
    static const char *const others[] = {"'", "{", "=", ".", "->", "[", NULL};

    if (!parser_is(&r->parser, word))
        return false;
    for (const char *const *o = others; *o; o++)
        if (parser_ahead_is(&r->parser, 1, *o))
            return false;
    return true;
}

static const char *const kinds[] = {
    "noninterference", "deterministic", "commutative", "monotone",
    "antitone",        "idempotent",    NULL};

/* The word that begins one of them, or NULL. */
static const char *known_word(const Reader *r)
{
    for (const char *const *w = kinds; *w; w++)
        if (begins(r, *w))
            return *w;
    return NULL;
}

/* Whether a word stands where a kind may, and begins no input either. */
static bool is_unknown_kind(const Reader *r)
{
    const Parser *p = &r->parser;

    return parser_peek(p)->kind == TOKEN_NAME && !acsl_is_keyword(parser_peek(p)->text) &&
           (parser_ahead(p, 1)->kind == TOKEN_NAME || parser_ahead_is(p, 1, ";"));
}

static bool refuse_kind(Reader *r)
{
    Token word = *parser_peek(&r->parser);
    Diagnostic *d = acsl_wrong(r, DIAG_ACSL_NAME, word.span,
                               "'%s' is no kind of hyperproperty", word.text.at);

    acsl_note(r, d, "help",
              "there are noninterference, deterministic, commutative, monotone, "
              "antitone, idempotent; or say it yourself: x' = y; ensures ...;");
    acsl_skip_item(r);
    return false;
}

/* ---- Clauses and all. */

static bool clause(Reader *r, ClauseTake take, ClauseKind kind, Span from)
{
    AcslClause *c;

    parser_next(&r->parser);
    c = acsl_clause(r, kind, take, from);
    if (c)
        acsl_list_add(r, &r->hyper->clauses, c);
    return c != NULL;
}

/* A clause of the contract; it ends at its ';'. */
static bool misplaced(Reader *r)
{
    Token word = *parser_peek(&r->parser);
    Diagnostic *d = acsl_wrong(r, DIAG_ACSL_PLACE, word.span,
                               "'%s' does not stand in a hyper block", word.text.at);

    acsl_note(r, d, "help", "write it before 'hyper %s:'", r->hyper->name);
    acsl_skip_item(r);
    return false;
}

static bool item(Reader *r)
{
    Span from = parser_peek(&r->parser)->span;
    const char *word = known_word(r);
    ClauseTake take;
    ClauseKind kind;

    if (word)
        return known(r, word);
    if (parser_is(&r->parser, "follows") &&
        (parser_ahead_is(&r->parser, 1, "'") || parser_ahead_is(&r->parser, 1, "{")))
        return follows(r);
    if (is_noninterference(r->hyper) && begins(r, "low"))
        return low(r);
    take = acsl_take(r);
    if (!acsl_clause_kind(r, NULL, &kind)) {
        if (take != TAKE_BOTH || acsl_is_keyword(parser_peek(&r->parser)->text))
            return misplaced(r);
        return is_unknown_kind(r) ? refuse_kind(r) : input(r);
    }
    return kind == CLAUSE_ASSUMES || kind == CLAUSE_ENSURES ? clause(r, take, kind, from)
                                                            : misplaced(r);
}

void acsl_hyper_item(Reader *r)
{
    acsl_begin(r);
    if (!item(r))
        r->hyper->bad = true;
}

static bool is_taken(const Contract *c, const char *name)
{
    for (uint32_t i = 0; i < c->hypers.count; i++)
        if (strcmp(((const Hyper *)c->hypers.at[i])->name, name) == 0)
            return true;
    return false;
}

/* A block without a name, hyper monotone x;, is called by its kind, and by a number if
 * that is taken. The word is still to be read. */
static const char *name_by_kind(Reader *r, const Contract *c, const char *kind)
{
    const size_t room = strlen(kind) + 12;
    char *name = acsl_new(r, room, 1);

    for (unsigned i = 2; name && (name[0] == '\0' || is_taken(c, name)); i++)
        snprintf(name, room, "%s_%u", kind, i);
    return is_taken(c, kind) ? name : kind;
}

/* NULL, reported: there is no name. */
static const char *hyper_name(Reader *r, const Contract *c, Span *ret_span)
{
    const char *kind = parser_ahead_is(&r->parser, 1, ":") ? NULL : known_word(r);
    Token name = *parser_peek(&r->parser);

    *ret_span = name.span;
    if (kind)
        return name_by_kind(r, c, kind);
    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "the name of the hyperproperty",
                            &name) ||
        !parser_expect(&r->parser, ":"))
        return NULL;
    return name.text.at;
}

void acsl_hyper(Reader *r)
{
    Contract *contract = acsl_contract_of(r, r->function);
    Hyper *h = acsl_new(r, 1, sizeof *h);

    parser_next(&r->parser);
    if (!contract || !h)
        return;
    *h = (Hyper){.name = "", .behavior = r->behavior, .runs = 2};
    r->hyper = h;
    acsl_begin(r);
    h->name = hyper_name(r, contract, &h->span);
    if (!h->name) {
        h->name = "";
        acsl_skip_item(r);
        return;
    }
    acsl_list_add(r, &contract->hypers, h);
}
