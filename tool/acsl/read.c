/*
 * Reading all annotations of a unit.
 *
 * They are gone through four times: names of types, heads of definitions, their bodies,
 * all clauses. So anything may be used before it is defined.
 */
#include "acsl/parse.h"
#include "base/ascii.h"
#include <string.h>

/* ---- One annotation. */

static void warn_nowhere(Reader *r)
{
    parser_report(&r->parser, DIAG_ACSL_NOWHERE, parser_peek(&r->parser)->span,
                  "no function follows this contract: it is not checked");
    acsl_aside(r, "contract", "", r->at->comment);
    while (!parser_is_kind(&r->parser, TOKEN_END))
        parser_next(&r->parser);
}

static bool is_in_body(const CAnnotation *a)
{
    return a->place == C_LOOP || a->place == C_STATEMENT;
}

static bool begins_clause(const Reader *r)
{
    ClauseKind kind;

    return acsl_clause_kind(r, NULL, &kind) || parser_is(&r->parser, "behavior") ||
           parser_is(&r->parser, "complete") || parser_is(&r->parser, "disjoint") ||
           parser_is(&r->parser, "check") || parser_is(&r->parser, "admit") ||
           parser_is(&r->parser, "for") || parser_is(&r->parser, "loop") ||
           parser_is(&r->parser, "hyper") || parser_is(&r->parser, "raise_if");
}

/* A clause or what else is not outside of functions. */
static void other_item(Reader *r, Code **loop, Code **contract)
{
    if (r->phase != PHASE_CLAUSES) {
        parser_next(&r->parser);
        acsl_skip_item(r);
        return;
    }
    if (is_in_body(r->at) ? acsl_code_item(r, loop, contract)
                          : r->function && acsl_contract_item(r))
        return;
    if (!is_in_body(r->at) && !r->function && begins_clause(r))
        warn_nowhere(r);
    else
        acsl_unknown_clause(r);
}

static void read_items(Reader *r)
{
    Code *loop = NULL, *contract = NULL;

    while (!parser_is_kind(&r->parser, TOKEN_END) && !r->no_memory) {
        uint32_t before = r->parser.at;
        r->parser.panic = false;
        if (parser_is(&r->parser, "ghost"))
            acsl_ghost(r);
        else if (!acsl_global_item(r))
            other_item(r, &loop, &contract);
        if (r->parser.at == before)
            parser_next(&r->parser);
    }
}

/* Where the names of an annotation are looked up. */
static void set_place(Reader *r, const CAnnotation *a)
{
    r->at = a;
    r->function = a->place == C_CONTRACT || is_in_body(a) ? a->function : NULL;
    r->declaration = a->place == C_CONTRACT ? a->declaration
                     : r->function          ? r->function->definition
                                            : NULL;
    r->code = is_in_body(a) && r->function;
    r->position = r->code ? a->comment.end : UINT32_MAX;
    if (r->code && a->place == C_LOOP && a->loop && a->loop->kind == C_FOR)
        r->position = a->loop->condition.start;
    r->scope = NULL;
    r->owner = NULL;
    r->def = NULL;
    r->in = NULL;
    r->behavior = NULL;
    r->behavior_span = span_nowhere();
    r->hyper = NULL;
    r->result = r->post = r->exit = r->failed = false;
    r->thens = 0;
    r->within = NULL;
    r->in_at = false;
    r->here = (AcslLabel){.kind = LABEL_HERE, .name = "Here", .span = span_nowhere()};
}

/* ---- What is no ACSL. */

/* The first word; other tools have comments with an at sign, too. */
static struct assay_str first_word(struct assay_str text)
{
    size_t at = 0, end;

    while (at < text.len && strchr(" \t\r\n@*", text.at[at]) && text.at[at])
        at++;
    end = at;
    while (end < text.len && (assay_is_word(text.at[end]) || text.at[end] == '\\'))
        end++;
    return (struct assay_str){text.at + at, end - at};
}

/* Whether the text ends like an item, or is a word and nothing else. */
static bool looks_like_items(struct assay_str text)
{
    while (text.len > 0 && strchr(" \t\r\n@*", text.at[text.len - 1]))
        text.len--;
    return text.len > 0 && strchr(";}", text.at[text.len - 1]);
}

/* False: the annotation is left alone, and that is said. */
static bool is_acsl(Reader *r, const CAnnotation *a)
{
    struct assay_str text = diag_text(r->unit->diags, a->span);
    struct assay_str word = first_word(text);
    uint32_t start = (uint32_t)(word.at - text.at) + a->span.start;
    Span span = {a->span.source, start, start + (uint32_t)word.len};

    if (word.len == 0 && text.len < 8)
        return false; /* a mark of groups in documentation */
    if (acsl_is_keyword(word) || looks_like_items(text))
        return true;
    diag_report(r->unit->diags, DIAG_ACSL_UNKNOWN, span,
                "unknown annotation '%.*s', not checked", (int)word.len, word.at);
    return false;
}

/* ---- All of them. */

static void read_phase(Reader *r, Phase phase, const Token *const *words)
{
    r->phase = phase;
    for (uint32_t i = 0; i < r->unit->nannotations && !r->no_memory; i++) {
        if (!words[i])
            continue;
        r->parser = (Parser){.diags = r->unit->diags,
                             .arena = r->unit->arena,
                             .dialect = &acsl_dialect,
                             .tokens = words[i],
                             .client = r};
        set_place(r, &r->unit->annotations[i]);
        read_items(r);
    }
}

/* The good definitions, in their order. */
static void publish_logic(Reader *r, AcslFile *file)
{
    List good = {0};

    for (uint32_t i = 0; i < r->defs.count; i++) {
        Def *d = r->defs.at[i];
        if (d->bad)
            continue;
        d->logic.number = good.count;
        acsl_list_add(r, &good, &d->logic);
    }
    file->logic = (const AcslLogic *const *)good.at;
    file->nlogic = good.count;
}

static AcslFile *publish(Reader *r)
{
    AcslFile *file = acsl_new(r, 1, sizeof *file);

    if (!file)
        return NULL;
    file->unit = r->unit;
    publish_logic(r, file);
    acsl_publish_languages(r, file);
    file->invariants = acsl_list_flat(r, &r->invariants, sizeof(AcslInvariant));
    file->ninvariants = r->invariants.count;
    acsl_add_typed(r, file);
    acsl_finish_contracts(r, file);
    acsl_finish_codes(r);
    file->codes = acsl_list_flat(r, &r->codes, sizeof(AcslCode));
    file->ncodes = r->codes.count;
    file->asides = acsl_list_flat(r, &r->asides, sizeof(AcslAside));
    file->nasides = r->asides.count;
    acsl_check_literals(file);
    return file;
}

const AcslFile *acsl_read(const CUnit *unit)
{
    Reader r = {.unit = unit};
    const Token **words = acsl_new(&r, unit->nannotations, sizeof *words);
    AcslFile *file;

    for (uint32_t i = 0; words && i < unit->nannotations; i++)
        if (is_acsl(&r, &unit->annotations[i]))
            words[i] = acsl_words(&r, unit->annotations[i].span);
    if (!words || r.no_memory)
        return NULL;
    read_phase(&r, PHASE_TYPES, words);
    acsl_compile_languages(&r);
    read_phase(&r, PHASE_HEADS, words);
    read_phase(&r, PHASE_BODIES, words);
    acsl_finish_definitions(&r);
    acsl_define(&r);
    read_phase(&r, PHASE_CLAUSES, words);
    file = publish(&r);
    if (r.no_memory)
        acsl_free_languages(&r);
    return r.no_memory ? NULL : file;
}
