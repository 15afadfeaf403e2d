/*
 * A source, read and instrumented. What the compiler would say about it, the compiler is
 * left to say; what is wrong with its contracts is said here.
 */
#include "cli/cc.h"
#include "diag/render.h"
#include <string.h>

static bool has_annotations(const CUnit *u)
{
    return u && u->nannotations > 0;
}

static const CUnit *read_unit(Cc *c, const CcSource *s, Diags *diags)
{
    const char **flags = assay_arena_new(&c->arena, c->nwords + 1, sizeof *flags);
    uint32_t count = 0;

    for (uint32_t i = 0; flags && i < c->nwords; i++)
        if (c->words[i].kind == WORD_FLAG)
            flags[count++] = c->words[i].text;
    return flags ? cfront_read_ghosts(diags, &c->arena, s->path, flags, count) : NULL;
}

static void show(Cc *c, Diags *diags)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    diag_sort(diags);
    render_text(diags, &out);
    console_error_text(&c->cli->console, out.at);
    assay_buf_done(&out);
}

/* ---- What is not checked. */

static bool states_something(const AcslClause *c)
{
    return c->kind != CLAUSE_GENERATOR && c->kind != CLAUSE_CONFIG &&
           c->kind != CLAUSE_ASSUMES && c->take != TAKE_ADMIT;
}

static uint32_t clauses_of(const AcslFile *file, const CFunction *f)
{
    uint32_t count = 0;

    for (uint32_t k = 0; k < file->ncontracts; k++) {
        const AcslContract *c = &file->contracts[k];
        if (c->function != f)
            continue;
        count += c->ncovers;
        for (uint32_t b = 0; b < c->nbehaviors; b++)
            for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
                count += states_something(&c->behaviors[b].clauses[i]);
    }
    return count;
}

static uint32_t unchecked(const AcslFile *file, const ContractSummary *s)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        count += !s->drops[i].sampled;
    for (uint32_t i = 0; i < s->nuntested; i++)
        count += clauses_of(file, s->untested[i].function);
    return count < s->clauses ? count : s->clauses;
}

static void say_unchecked(Cc *c, const CcSource *s, const AcslFile *file,
                          const ContractSummary *summary)
{
    uint32_t count = unchecked(file, summary);

    if (count > 0 && !c->quiet)
        console_error(&c->cli->console, s->path,
                      "warning: %u of %u clause%s not checked (assay check %s says why)",
                      count, summary->clauses, summary->clauses == 1 ? " is" : "s are",
                      s->path);
}

/* ---- Instrumenting. */

static CcReading instrument(Cc *c, CcSource *s, const AcslFile *file)
{
    ContractOptions options = {.level = c->level};
    ContractSummary summary;

    if (!emit_contract(file, &options, &s->text, &summary)) {
        console_error(&c->cli->console, s->path, "out of memory");
        return CC_BROKEN;
    }
    say_unchecked(c, s, file, &summary);
    s->instrumented = summary.clauses > 0;
    return s->instrumented ? CC_INSTRUMENTED : CC_PLAIN;
}

static CcReading read_contracts(Cc *c, CcSource *s, const CUnit *unit)
{
    const AcslFile *file = acsl_read(unit);
    CcReading reading = CC_PLAIN;

    if (unit->diags->errors > 0 || !c->quiet)
        show(c, unit->diags);
    if (unit->diags->errors > 0)
        reading = CC_BROKEN;
    else if (file)
        reading = instrument(c, s, file);
    acsl_done(file);
    return reading;
}

CcReading cc_source(Cc *c, CcSource *s)
{
    CcReading reading = CC_PLAIN;
    const CUnit *unit;
    Diags diags;

    if (!cc_scan(c, s->path))
        return CC_PLAIN;
    diag_init(&diags);
    unit = read_unit(c, s, &diags);
    if (has_annotations(unit) && diags.errors == 0)
        reading = read_contracts(c, s, unit);
    else
        s->unread = has_annotations(unit);
    diag_done(&diags);
    return reading;
}
