/*
 * What came of testing a property: as text, or as lines of JSON.
 */
#include "base/json.h"
#include "cli/trace_test.h"
#include "run/render.h"
#include <string.h>

/* ---- Text. */

/* "1.0 executions per detection", of those that count. */
static void print_rate(const TraceCounts *c, struct assay_buf *out)
{
    uint64_t runs = c->violated + c->passed;

    if (c->violated > 0)
        assay_buf_printf(out, "%.1f executions per detection",
                         (double)runs / (double)c->violated);
    else
        assay_buf_printf(out, "none in %llu executions", (unsigned long long)runs);
}

static void print_counts(const char *what, const TraceCounts *c, struct assay_buf *out)
{
    assay_buf_puts(out, what);
    print_rate(c, out);
    assay_buf_printf(out, " (%llu violated, %llu passed, %llu discarded)",
                     (unsigned long long)c->violated, (unsigned long long)c->passed,
                     (unsigned long long)c->discarded);
    if (c->discarded > 0 && c->why)
        assay_buf_printf(out, "; discarded: %s", c->why);
    assay_buf_putc(out, '\n');
}

static void print_lines(struct assay_buf *out, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        assay_buf_printf(out, "  %.*s\n", (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_replay(const struct assay_report *report, const char *command,
                         struct assay_buf *out)
{
    const struct assay_finding *f = &report->findings[0];

    assay_buf_puts(out, "replay: ");
    assay_put_replay(out, command, f);
    assay_buf_putc(out, '\n');
    assay_put_unsaved(out, "", report);
    if (f->chart[0])
        assay_buf_printf(out, "chart:  %s\n", f->chart);
    if (f->reproducer[0])
        assay_buf_printf(out, "as C:   %s\n", f->reproducer);
}

static void print_finding(const TraceTest *t, const struct assay_report *report,
                          const char *command, struct assay_buf *out)
{
    const struct assay_finding *f = &report->findings[0];

    if (t->s->replay)
        assay_buf_printf(out, "%s:\n", f->message);
    else if (f->from_store)
        assay_buf_printf(out, "%s, as saved before:\n", f->message);
    else
        assay_buf_printf(out, "%s, after %llu execution%s, shrunk in %u:\n", f->message,
                         (unsigned long long)f->after, f->after == 1 ? "" : "s",
                         f->shrink_executions);
    print_lines(out, f->notes);
    print_lines(out, f->picture);
    if (!t->s->replay)
        print_replay(report, command, out);
}

static void report_text(TraceTest *t, const TraceVerdict *v, struct assay_buf *out)
{
    static const char *const prefixes[TRACE_CHANCES] = {
        "", "events between: ", "random: ", "pct: "};

    trace_print_found(v->found, out);
    assay_buf_putc(out, '\n');
    if (v->report)
        print_finding(t, v->report, v->command, out);
    else if (t->s->replay && !v->random_report)
        assay_buf_printf(out, "%s is not violated\n", v->found->property->name);
    for (int i = 0; i < TRACE_CHANCES; i++)
        if (v->has_counts[i] && v->counts[i].crashed == 0) /* else nothing is counted */
            print_counts(prefixes[i], &v->counts[i], out);
    if (v->random_report) {
        assay_buf_puts(out, prefixes[v->found_by]);
        print_finding(t, v->random_report,
                      assay_arena_printf(&t->file.arena, "%s%s", v->command,
                                         trace_test_option(v->found_by)),
                      out);
    }
}

/* ---- JSON. */

static const char *const chance_names[TRACE_CHANCES] = {"generated", "between", "random",
                                                        "pct"};

static void json_counts(struct assay_json *j, const TraceCounts *c)
{
    assay_json_uint(j, "violated", c->violated);
    assay_json_uint(j, "passed", c->passed);
    assay_json_uint(j, "discarded", c->discarded);
    if (c->violated > 0)
        assay_json_double(j, "executions_per_detection",
                          (double)(c->violated + c->passed) / (double)c->violated);
    if (c->discarded > 0 && c->why)
        assay_json_text(j, "discarded_why", c->why);
}

/* Where the property is. */
static void json_place(struct assay_json *j, const TraceTest *t, const TraceVerdict *v)
{
    Span span = v->found->property->span;

    assay_json_text(j, "file", t->file.diags.sources[span.source].name);
    assay_json_uint(j, "line",
                    diag_position(&t->file.diags, span.source, span.start).line);
}

static void json_replay(struct assay_json *j, const struct assay_finding *f,
                        const char *command, const char *option)
{
    struct assay_buf call, text;

    assay_buf_init(&call, NULL, 0);
    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&call, "%s%s", command, option);
    assay_put_replay(&text, call.at, f);
    assay_json_bytes(j, "replay", text.at, text.len);
    assay_buf_done(&text);
    assay_buf_done(&call);
}

static void json_finding(const TraceTest *t, const TraceVerdict *v,
                         const struct assay_finding *f, TraceChance chance)
{
    struct assay_buf *out = &t->s->console->out;
    struct assay_json j;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "finding");
    assay_json_text(&j, "property", v->found->property->name);
    assay_json_text(&j, "chance", chance_names[chance]);
    assay_json_text(&j, "message", f->message);
    json_place(&j, t, v);
    assay_json_text(&j, "notes", f->notes);
    assay_json_text(&j, "choices", f->choices);
    assay_json_text(&j, "saved", f->saved);
    json_replay(&j, f, v->command, trace_test_option(chance));
    assay_json_text(&j, "reproducer", f->reproducer);
    if (f->picture[0])
        assay_json_text(&j, "picture", f->picture);
    if (f->chart[0])
        assay_json_text(&j, "chart", f->chart);
    assay_json_uint(&j, "after", f->after);
    assay_json_uint(&j, "shrink_executions", f->shrink_executions);
    assay_json_bool(&j, "flaky", f->flaky);
    assay_json_bool(&j, "from_store", f->from_store);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

static void json_property(const TraceTest *t, const TraceVerdict *v,
                          const TraceTotals *one)
{
    struct assay_buf *out = &t->s->console->out;
    struct assay_json j;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "property");
    assay_json_text(&j, "property", v->found->property->name);
    json_place(&j, t, v);
    assay_json_text(&j, "verdict",
                    one->findings > 0 ? "broken"
                    : one->held > 0   ? "held"
                                      : "starved");
    assay_json_uint(&j, "runs", one->runs);
    assay_json_text(&j, "unit", "executions");
    assay_json_double(&j, "seconds", one->seconds);
    assay_json_uint(&j, "findings", one->findings);
    assay_json_uint(&j, "generators", v->found->count);
    assay_json_double(&j, "synthesis_seconds", v->found->seconds);
    assay_json_uint(&j, "solver_calls", v->found->queries);
    for (int i = 0; i < TRACE_CHANCES; i++)
        if (v->has_counts[i]) {
            assay_json_object(&j, chance_names[i]);
            json_counts(&j, &v->counts[i]);
            assay_json_object_end(&j);
        }
    assay_json_text(&j, "command", v->command);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

static bool is_crash(const struct assay_report *r)
{
    return r && r->findings[0].failure != ASSAY_ASSERTION;
}

static TraceTotals totals_of(const TraceVerdict *v)
{
    TraceTotals one = {.properties = 1};

    for (int i = 0; i < TRACE_CHANCES; i++) {
        const TraceCounts *c = &v->counts[i];
        one.runs += c->violated + c->passed + c->discarded + c->crashed;
        one.seconds += c->seconds;
    }
    one.findings = (v->report ? 1U : 0U) + (v->random_report ? 1U : 0U);
    one.crashes =
        (is_crash(v->report) ? 1U : 0U) + (is_crash(v->random_report) ? 1U : 0U);
    one.held = one.findings == 0 && one.runs > 0;
    one.untested = one.findings == 0 && one.runs == 0;
    return one;
}

static void add_totals(TraceTotals *all, const TraceTotals *one)
{
    all->properties += one->properties;
    all->held += one->held;
    all->findings += one->findings;
    all->crashes += one->crashes;
    all->untested += one->untested;
    all->runs += one->runs;
    all->seconds += one->seconds;
}

static void report_json(TraceTest *t, const TraceVerdict *v, const TraceTotals *one)
{
    json_property(t, v, one);
    if (v->report)
        json_finding(t, v, &v->report->findings[0], TRACE_GENERATED);
    if (v->random_report)
        json_finding(t, v, &v->random_report->findings[0], v->found_by);
}

static void text_summary(const TraceTotals *all, const TraceTestSettings *s,
                         struct assay_buf *out)
{
    const char *comma = "";

    if (!s->quiet || all->findings > 0)
        assay_buf_putc(out, '\n');
    assay_buf_printf(out, "%u propert%s: ", all->properties,
                     all->properties == 1 ? "y" : "ies");
    if (all->findings > 0) {
        assay_buf_printf(out, "%u finding%s", all->findings,
                         all->findings == 1 ? "" : "s");
        comma = ", ";
    }
    if (all->held > 0) {
        assay_buf_printf(out, "%s%u held", comma, all->held);
        comma = ", ";
    }
    if (all->untested > 0)
        assay_buf_printf(out, "%s%u not tested", comma, all->untested);
    if (s->own_seed)
        assay_buf_printf(out, "; seed %llu", (unsigned long long)s->seed);
    assay_buf_putc(out, '\n');
}

void trace_test_summary(const TraceTest *t)
{
    struct assay_buf *out = &t->s->console->out;
    struct assay_json j;

    if (!t->s->json) {
        if (t->totals.properties > 0 && !t->s->replay)
            text_summary(&t->totals, t->s, out);
        return;
    }
    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "summary");
    assay_json_uint(&j, "properties", t->totals.properties);
    assay_json_uint(&j, "held", t->totals.held);
    assay_json_uint(&j, "findings", t->totals.findings);
    assay_json_uint(&j, "not_tested", t->totals.untested);
    assay_json_uint(&j, "runs", t->totals.runs);
    assay_json_double(&j, "seconds", t->totals.seconds);
    assay_json_uint(&j, "seed", t->s->seed);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

void trace_test_report(TraceTest *t, const TraceVerdict *v)
{
    TraceTotals one = totals_of(v);

    add_totals(&t->totals, &one);
    if (t->s->junit)
        trace_test_junit_case(t, v->found->property, one.untested > 0 ? NULL : v,
                              one.seconds);
    if (t->s->json)
        report_json(t, v, &one);
    else if (!t->s->quiet || one.findings > 0)
        report_text(t, v, &t->s->console->out);
}
