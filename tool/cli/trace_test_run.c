/*
 * Executions: counted, or one of them found, shrunk and kept.
 */
#include "cli/folder.h"
#include "cli/trace_test.h"
#include "cli/words.h"
#include <stdlib.h>
#include <string.h>

#define TEST_SECONDS 600 /* for all executions of one sort */

/* ---- Counting. */

static uint64_t label_count(const struct assay_report *r, const char *label)
{
    for (size_t i = 0; i < r->nlabels; i++)
        if (strcmp(r->labels[i].label, label) == 0)
            return r->labels[i].count;
    return 0;
}

static const char *reason(TraceTest *t, const struct assay_report *r)
{
    static const char prefix[] = "discarded: ";
    const struct assay_label_count *most = NULL;

    for (size_t i = 0; i < r->nlabels; i++)
        if (strncmp(r->labels[i].label, prefix, sizeof prefix - 1) == 0 &&
            (!most || r->labels[i].count > most->count))
            most = &r->labels[i];
    return most
               ? assay_arena_printf(&t->file.arena, "%s", most->label + sizeof prefix - 1)
               : NULL;
}

static struct assay_options options_of(const TraceTest *t)
{
    return (struct assay_options){.runs = t->s->runs,
                                  .seed = t->s->seed,
                                  .timeout = t->s->timeout,
                                  .seconds = TEST_SECONDS,
                                  .store = t->s->store,
                                  .no_store = true,
                                  .findings = 1,
                                  .rejects = UINT32_MAX};
}

static struct assay_trace_job
job_of(const TraceTest *t, const struct assay_trace_spec *spec, TraceChance sort)
{
    return (struct assay_trace_job){.spec = spec,
                                    .system = t->system.system,
                                    .random = sort >= TRACE_RANDOM,
                                    .between = sort == TRACE_BETWEEN,
                                    .pct = sort == TRACE_PCT};
}

/* None of them fails but by a crash. */
TraceCounts trace_test_count(TraceTest *t, const struct assay_trace_spec *spec,
                             TraceChance sort)
{
    struct assay_trace_job job = job_of(t, spec, sort);
    struct assay_property property = {
        .name = spec->property->name, .run = assay_trace_run, .context = &job};
    struct assay_options options = options_of(t);
    struct assay_report *report;
    TraceCounts c = {0};

    job.count = job.quiet = true;
    if (assay_check(&property, &options, &report)) {
        c.error = "the executions cannot be started";
        return c;
    }
    c.violated = label_count(report, "violated");
    c.passed = label_count(report, "passed");
    c.discarded = label_count(report, "discarded");
    c.why = reason(t, report);
    c.crashed = report->nfindings;
    c.seconds = report->seconds;
    if (report->verdict == ASSAY_MISUSED)
        c.error = assay_arena_printf(&t->file.arena, "%s", report->error);
    assay_report_free(report);
    return c;
}

/* ---- A finding. */

/* Options that decide which generators there are. */
static void add_wishes(const TraceWish *wish, struct assay_buf *text)
{
    if (wish->generator)
        assay_buf_printf(text, " --generator %s", wish->generator);
    if (wish->candidates > 0)
        assay_buf_printf(text, " --candidates %llu",
                         (unsigned long long)wish->candidates);
    if (wish->recursive)
        assay_buf_puts(text, " --recursive");
}

const char *trace_test_option(TraceChance chance)
{
    static const char *const options[TRACE_CHANCES] = {"", " --between", " --random",
                                                       " --pct"};

    return options[chance];
}

const char *trace_test_command_of(TraceTest *t, const Property *p)
{
    struct assay_buf text;
    const char *kept;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "assay trace test ");
    words_quote(t->file.path, &text);
    assay_buf_puts(&text, " --system ");
    words_quote(t->s->system, &text);
    if (t->file.spec.nproperties > 1 && !t->s->wish.generator)
        assay_buf_printf(&text, " --property %s", p->name);
    add_wishes(&t->s->wish, &text);
    words_put_flags(t->s->flags, t->s->nflags, &text);
    kept = assay_arena_printf(&t->file.arena, "%s", text.at);
    assay_buf_done(&text);
    return kept;
}

/* What saved failures are called by: stack-lost. Those of chance have a name of their
 * own: their choices mean nothing to generators, and the same to all sorts of chance. */
static const char *name_of(TraceTest *t, const struct assay_trace_spec *spec,
                           TraceChance sort)
{
    const char *base = folder_base_of(t->file.path), *dot = strrchr(base, '.');

    return assay_arena_printf(&t->file.arena, "%.*s-%s%s",
                              dot ? (int)(dot - base) : (int)strlen(base), base,
                              spec->property->name,
                              sort == TRACE_GENERATED ? ""
                              : sort == TRACE_BETWEEN ? "-between"
                                                      : "-random");
}

bool trace_test_find(TraceTest *t, const struct assay_trace_spec *spec, TraceChance sort,
                     TraceVerdict *v)
{
    struct assay_trace_job job = job_of(t, spec, sort);
    struct assay_property property = {
        .name = name_of(t, spec, sort), .run = assay_trace_run, .context = &job};
    struct assay_options options = options_of(t);
    struct assay_report *report;

    options.no_store = false;
    /* How it is told to be replayed. */
    setenv(
        "ASSAY_PROGRAM",
        assay_arena_printf(&t->file.arena, "%s%s", v->command, trace_test_option(sort)),
        1);
    if (t->s->replay ? assay_replay(&property, t->replay.at, &options, &report)
                     : assay_check(&property, &options, &report)) {
        if (t->s->replay)
            console_error(t->s->console, t->s->replay, "these choices cannot be read");
        else
            console_error(t->s->console, t->s->system,
                          "the executions cannot be started");
        return false;
    }
    if (report->nfindings == 0)
        assay_report_free(report);
    else if (sort == TRACE_GENERATED)
        v->report = report;
    else {
        v->random_report = report;
        v->found_by = sort;
    }
    return true;
}
