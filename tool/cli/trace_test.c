/*
 * assay trace test: a system under the generators of a specification.
 */
#include "base/json.h"
#include "cli/trace.h"
#include "cli/trace_system.h"
#include "synth/interpret.h"
#include <string.h>

#define TEST_RUNS 1000

typedef struct {
    Console *console;
    TraceWish wish;
    const char *system, *replay;
    uint64_t runs, seed;
    double timeout;
    bool json, random;
    const char *const *flags;
} Settings;

/* What runs of one sort came to. */
typedef struct {
    uint64_t violated, passed, discarded, crashed;
    const char *why;   /* the most frequent reason for discarding, or NULL */
    const char *error; /* the system is used wrongly, or NULL */
    double seconds;
} Counts;

typedef struct {
    const Settings *s;
    TraceFile file;
    TraceSystem system;
} Job;

/* ---- Counting. */

static uint64_t label_count(const struct assay_report *r, const char *label)
{
    for (size_t i = 0; i < r->nlabels; i++)
        if (strcmp(r->labels[i].label, label) == 0)
            return r->labels[i].count;
    return 0;
}

static const char *reason(Job *j, const struct assay_report *r)
{
    static const char prefix[] = "discarded: ";
    const struct assay_label_count *most = NULL;

    for (size_t i = 0; i < r->nlabels; i++)
        if (strncmp(r->labels[i].label, prefix, sizeof prefix - 1) == 0 &&
            (!most || r->labels[i].count > most->count))
            most = &r->labels[i];
    return most
               ? assay_arena_printf(&j->file.arena, "%s", most->label + sizeof prefix - 1)
               : NULL;
}

static struct assay_options options_of(const Job *j)
{
    return (struct assay_options){.runs = j->s->runs,
                                  .seed = j->s->seed,
                                  .timeout = j->s->timeout,
                                  .seconds = 600,
                                  .no_store = true,
                                  .findings = 1,
                                  .rejects = UINT32_MAX};
}

/* The executions of one sort, counted; none of them fails but by a crash. */
static Counts count_runs(Job *j, const struct assay_trace_spec *spec, bool random)
{
    struct assay_trace_job job = {.spec = spec,
                                  .system = j->system.system,
                                  .random = random,
                                  .count = true,
                                  .quiet = true};
    struct assay_property property = {
        .name = spec->property->name, .run = assay_trace_run, .context = &job};
    struct assay_options options = options_of(j);
    struct assay_report *report;
    Counts c = {0};

    if (assay_check(&property, &options, &report)) {
        c.error = "the runs cannot be started";
        return c;
    }
    c.violated = label_count(report, "violated");
    c.passed = label_count(report, "passed");
    c.discarded = label_count(report, "discarded");
    c.why = reason(j, report);
    c.crashed = report->nfindings;
    c.seconds = report->seconds;
    if (report->verdict == ASSAY_MISUSED)
        c.error = assay_arena_printf(&j->file.arena, "%s", report->error);
    assay_report_free(report);
    return c;
}

/* "1.0 executions per detection", of those that count. */
static void print_rate(const Counts *c, struct assay_buf *out)
{
    uint64_t runs = c->violated + c->passed;

    if (c->violated > 0)
        assay_buf_printf(out, "%.1f executions per detection",
                         (double)runs / (double)c->violated);
    else
        assay_buf_printf(out, "none in %llu executions", (unsigned long long)runs);
}

static void print_counts(const Counts *c, struct assay_buf *out)
{
    print_rate(c, out);
    assay_buf_printf(out, " (%llu violated, %llu passed, %llu discarded)",
                     (unsigned long long)c->violated, (unsigned long long)c->passed,
                     (unsigned long long)c->discarded);
    if (c->discarded > 0 && c->why)
        assay_buf_printf(out, "; discarded: %s", c->why);
}

/* ---- A finding. */

static void print_lines(struct assay_buf *out, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        assay_buf_printf(out, "  %.*s\n", (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_finding(Job *j, const struct assay_report *r)
{
    struct assay_buf *out = &j->s->console->out;
    const struct assay_finding *f = &r->findings[0];

    assay_buf_printf(out, "%s, after %llu execution%s, shrunk in %u:\n", f->message,
                     (unsigned long long)f->after, f->after == 1 ? "" : "s",
                     f->shrink_executions);
    print_lines(out, f->notes);
    assay_buf_printf(out, "replay: --replay='%s'\n", f->choices);
}

/* Looks for a violation, or a crash, and shrinks it. */
static bool find(Job *j, const struct assay_trace_spec *spec, bool random)
{
    struct assay_trace_job job = {
        .spec = spec, .system = j->system.system, .random = random};
    struct assay_property property = {
        .name = spec->property->name, .run = assay_trace_run, .context = &job};
    struct assay_options options = options_of(j);
    struct assay_report *report;
    bool found;

    if (j->s->replay ? assay_replay(&property, j->s->replay, &options, &report)
                     : assay_check(&property, &options, &report))
        return false;
    found = report->nfindings > 0;
    if (found)
        print_finding(j, report);
    assay_report_free(report);
    return found;
}

/* ---- A property. */

static int judge(Job *j, const TraceFound *found, const struct assay_trace_spec *spec)
{
    struct assay_buf *out = &j->s->console->out;
    Counts c = {0}, random;

    if (!j->s->replay)
        c = count_runs(j, spec, false);
    if (c.error) {
        console_error(j->s->console, j->s->system, "%s", c.error);
        return COMMAND_BAD_USE;
    }
    trace_print_found(found, out);
    assay_buf_putc(out, '\n');
    if ((c.violated > 0 || c.crashed > 0 || j->s->replay) && !find(j, spec, false))
        c.violated = c.crashed = 0;
    if (j->s->replay)
        return c.violated ? COMMAND_FINDING : COMMAND_HELD;
    if (c.crashed == 0) { /* after a crash nothing is counted */
        print_counts(&c, out);
        assay_buf_putc(out, '\n');
    }
    if (j->s->random) {
        random = count_runs(j, spec, true);
        assay_buf_puts(out, "random: ");
        print_counts(&random, out);
        assay_buf_putc(out, '\n');
    }
    return c.violated + c.crashed > 0 ? COMMAND_FINDING : COMMAND_HELD;
}

static int test_property(Job *j, const Property *p)
{
    TraceFound found;
    const struct assay_trace_spec *spec;
    const char *why;

    if (!trace_find(&j->file, p, &j->s->wish, &found))
        return COMMAND_BAD_USE;
    spec = interpret_spec(&j->file.synth, j->file.path, p, found.programs, found.count,
                          &why);
    if (spec)
        return judge(j, &found, spec);
    diag_report(&j->file.diags, DIAG_TRACE_RUN, p->span, "'%s' cannot be run: %s",
                p->name, why);
    return COMMAND_BAD_USE;
}

static int test_all(Job *j)
{
    int worst = COMMAND_HELD;

    for (uint32_t i = 0; i < j->file.spec.nproperties; i++)
        if (trace_is_wished(&j->s->wish, j->file.spec.properties[i])) {
            int code = test_property(j, j->file.spec.properties[i]);
            worst = code > worst ? code : worst;
        }
    return worst;
}

static int run_file(const char *path, const Settings *s)
{
    Job j = {.s = s};
    int code = COMMAND_BAD_USE;

    if (trace_file_open(&j.file, s->console, path, false)) {
        if (j.file.diags.errors == 0 && trace_has_wished(&j.file, &s->wish) &&
            trace_system_load(&j.system, s->console, &j.file.arena, s->system, s->flags))
            code = test_all(&j);
        trace_file_report(&j.file, s->json);
    }
    trace_system_unload(&j.system);
    trace_file_close(&j.file);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console,
                  .wish = TRACE_WISH_DEFAULT,
                  .runs = TEST_RUNS,
                  .timeout = 1};
    const struct assay_opt table[] = {
        {.name = "system",
         .type = ASSAY_OPT_TEXT,
         .into = &s.system,
         .value = "FILE.c",
         .help = "the system under test (assay/trace.h)"},
        {.name = "property",
         .type = ASSAY_OPT_TEXT,
         .into = &s.wish.property,
         .value = "NAME",
         .help = "only this violation or invariant"},
        {.name = "runs",
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.runs,
         .value = "N",
         .help = "executions (1000)"},
        {.name = "random",
         .type = ASSAY_OPT_FLAG,
         .into = &s.random,
         .help = "also as many executions of any events in any order"},
        {.name = "seed",
         .type = ASSAY_OPT_COUNT,
         .into = &s.seed,
         .value = "N",
         .help = "the same executions each time"},
        {.name = "replay",
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay,
         .value = "CHOICES",
         .help = "only this execution"},
        {.name = "candidates",
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.wish.candidates,
         .value = "N",
         .help = "so many generators (else the shortest, at most 3)"},
        {.name = "timeout",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.wish.seconds,
         .value = "S",
         .help = "seconds of searching for generators (60)"},
        {.name = "json",
         .type = ASSAY_OPT_FLAG,
         .into = &s.json,
         .help = "print JSON, one line for each property, error or warning"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    if (!s.system)
        return command_misused(cli, "no system is given: --system=FILE.c");
    return run_file(argv[1], &s);
}

const Command trace_test_command = {
    .name = "test",
    .summary = "test a system with generators derived from a specification",
    .arguments = "SPEC.trace",
    .about = "Derives generators as 'assay synth' does, compiles the system and runs it "
             "under\n"
             "them. The property itself, asked of what really happened, is the judge.\n"
             "\n"
             "exit status: 0 nothing was found, 1 a violation, 2 something is wrong\n",
    .run = run,
};
