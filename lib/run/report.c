/*
 * From a session to a report: findings, labels, warnings, the verdict.
 */
#include "base/mem.h"
#include "run/session.h"
#include <math.h>
#include <string.h>

#define CLEARLY 3.0         /* standard deviations between chance and a verdict */
#define MANY_DUPLICATES 0.9 /* biased draws repeat small values by design */
#define MANY_REJECTED 0.75

static struct assay_finding finding_of(const struct assay_case *c)
{
    return (struct assay_finding){
        .failure = c->failed.failure,
        .line = c->failed.line,
        .code = c->failed.code,
        .values = c->shown,
        .program = c->program,
        .notes = c->notes,
        .output = c->output,
        .choices = c->choices,
        .saved = c->saved,
        .reproducer = c->reproducer,
        .picture = c->picture,
        .chart = c->chart,
        .explanation = c->explanation,
        .after = c->after,
        .shrink_executions = c->shrink_executions,
        .flaky = c->flaky,
        .from_store = c->from_store,
    };
}

static enum assay_status report_findings(struct assay_session *s,
                                         struct assay_report *report)
{
    struct assay_finding *findings =
        assay_arena_new(s->arena, s->ncases, sizeof *findings);

    if (!findings)
        return ASSAY_NO_MEMORY;
    for (size_t i = 0; i < s->ncases; i++) {
        const struct assay_case *c = &s->cases[i];
        struct assay_finding *f = &findings[report->nfindings];
        if (c->dropped)
            continue;
        *f = finding_of(c);
        assay_buf_clear(&s->scratch);
        if (c->example)
            assay_buf_printf(&s->scratch, "example %u: ", c->example);
        assay_buf_puts(&s->scratch, c->failed.message);
        f->message =
            s->scratch.status ? NULL : assay_session_text(s, assay_str(s->scratch.at));
        f->file = assay_session_text(s, assay_str(c->failed.file));
        if (!f->message || !f->file)
            return ASSAY_NO_MEMORY;
        report->nfindings++;
    }
    report->findings = findings;
    return ASSAY_OK;
}

/* Whether a share is below a requirement by more than chance: the upper end of Wilson's
 * interval (1927) is. */
static bool is_clearly_below(uint64_t count, uint64_t of, double percent)
{
    double n = (double)of, p = (double)count / n, z2 = CLEARLY * CLEARLY;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = CLEARLY / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));

    return of > 0 && middle + half < percent / 100;
}

static enum assay_status report_labels(struct assay_session *s,
                                       struct assay_report *report, bool *ret_sparse)
{
    const struct assay_journal *j = s->engine.shared.journal;
    uint32_t n = j->nlabels <= ASSAY_LABELS_MAX ? j->nlabels : 0;
    struct assay_label_count *labels = assay_arena_new(s->arena, n, sizeof *labels);
    enum assay_status status = ASSAY_OK;

    if (!labels)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < n && status == ASSAY_OK; i++) {
        const struct assay_label_slot *slot = &j->labels[i];
        struct assay_str text = {slot->text, strnlen(slot->text, ASSAY_LABEL_TEXT)};
        labels[i] = (struct assay_label_count){
            .label = assay_session_text(s, text),
            .count = slot->count,
            .required = slot->required,
        };
        if (!labels[i].label)
            return ASSAY_NO_MEMORY;
        if (!is_clearly_below(slot->count, report->runs, slot->required))
            continue;
        *ret_sparse = true;
        status = assay_session_warn(
            s, "'%s' in %.3g %% of the runs, %g %% are required", labels[i].label,
            100 * (double)slot->count / (double)report->runs, slot->required);
    }
    report->labels = labels;
    report->nlabels = n;
    return status;
}

/* ---- Health */

struct count {
    char text[32];
};

/* "20 000" */
static struct count count_of(uint64_t n)
{
    struct count c = {""};
    struct assay_buf out = {.at = c.text, .cap = sizeof c.text, .max = sizeof c.text - 1};

    assay_buf_count(&out, n);
    return c;
}

static enum assay_status warn_about_rejects(struct assay_session *s,
                                            const struct assay_report *r)
{
    uint64_t all = r->runs + r->rejected + r->too_large;
    enum assay_status status = ASSAY_OK;

    if (r->too_large > 0)
        status = assay_session_warn(
            s, "%s of %s executions drew more than can be kept, and do not count",
            count_of(r->too_large).text, count_of(all).text);
    if (status || all < 100 || s->options.rejects == UINT32_MAX || /* they are wanted */
        (double)r->rejected < MANY_REJECTED * (double)all)
        return status;
    return assay_session_warn(
        s, "%s of %s executions were rejected: draw what fits instead of assuming it",
        count_of(r->rejected).text, count_of(all).text);
}

static enum assay_status warn_about_duplicates(struct assay_session *s)
{
    const struct assay_tally *t = &s->engine.shared.journal->tally;

    if (t->compared < 100 ||
        (double)t->duplicates < MANY_DUPLICATES * (double)t->compared)
        return ASSAY_OK;
    return assay_session_warn(
        s, "%s of the first %s runs repeated an earlier one: there are few inputs",
        count_of(t->duplicates).text, count_of(t->compared).text);
}

static enum assay_status warn_about_size(struct assay_session *s)
{
    const struct assay_journal *j = s->engine.shared.journal;
    enum assay_status status = ASSAY_OK;
    double slowest = s->engine.watch.slowest;

    if (slowest > s->options.timeout / 4)
        status = assay_session_warn(s, "an execution took %.2g s, %g s are allowed",
                                    slowest, s->options.timeout);
    if (status == ASSAY_OK && s->growing)
        status = assay_session_warn(
            s, "executions leave about %s bytes behind each; the child was replaced",
            count_of(s->growth).text);
    if (status == ASSAY_OK && j->labels_dropped)
        status =
            assay_session_warn(s, "only the first %d labels and %d targets were counted",
                               ASSAY_LABELS_MAX, ASSAY_TARGETS_MAX);
    return status;
}

static enum assay_status warn_about_meddling(struct assay_session *s)
{
    enum assay_status status = ASSAY_OK;

    if (s->engine.meddled)
        status = assay_session_warn(s, "it closed descriptors that are not its own");
    if (status == ASSAY_OK && s->engine.miscounted)
        status = assay_session_warn(
            s, "it overwrote what the runner counts with: the counts are too low");
    return status;
}

static enum assay_status report_warnings(struct assay_session *s,
                                         struct assay_report *report)
{
    enum assay_status status = warn_about_rejects(s, report);
    const char **warnings;

    if (status == ASSAY_OK)
        status = warn_about_duplicates(s);
    if (status == ASSAY_OK)
        status = warn_about_size(s);
    if (status == ASSAY_OK)
        status = warn_about_meddling(s);
    warnings = assay_arena_new(s->arena, s->nwarnings, sizeof *warnings);
    if (!warnings)
        return ASSAY_NO_MEMORY;
    if (s->nwarnings > 0)
        memcpy(warnings, s->warnings, s->nwarnings * sizeof *warnings);
    report->warnings = warnings;
    report->nwarnings = s->nwarnings;
    return status;
}

enum assay_status assay_session_report(struct assay_session *s,
                                       struct assay_report *report)
{
    const struct assay_tally *tally = &s->engine.shared.journal->tally;
    bool sparse = false;
    enum assay_status status;

    *report = (struct assay_report){
        .property = s->property,
        .seed = s->options.seed,
        .runs = tally->runs,
        .rejected = tally->rejected,
        .too_large = tally->too_large,
        .duplicates = tally->duplicates,
        .stored = s->stored,
        .stored_passing = s->stored_passing,
        .seconds = assay_now() - s->start,
        .error = s->error,
    };
    status = report_findings(s, report);
    if (status == ASSAY_OK)
        status = report_labels(s, report, &sparse);
    if (status == ASSAY_OK)
        status = report_warnings(s, report);
    report->runs += s->seeded; /* they have no labels */
    report->verdict = s->misused                     ? ASSAY_MISUSED
                      : report->nfindings > 0        ? ASSAY_BROKEN
                      : s->starved && s->seeded == 0 ? ASSAY_STARVED
                      : sparse                       ? ASSAY_SPARSE
                                                     : ASSAY_HELD;
    return status;
}
