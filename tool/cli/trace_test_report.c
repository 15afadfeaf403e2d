/*
 * What came of testing a property: as text, or as a line of JSON.
 */
#include "base/json.h"
#include "cli/trace_test.h"
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

static void print_replay(const struct assay_finding *f, const char *command,
                         struct assay_buf *out)
{
    if (f->saved[0])
        assay_buf_printf(out, "replay: %s --replay=%s\n", command, f->saved);
    else
        assay_buf_printf(out, "replay: %s --replay='%s'\n", command, f->choices);
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
        print_replay(f, command, out);
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
        bool between = v->found_by == TRACE_BETWEEN;
        assay_buf_puts(out, between ? "events between: " : "random: ");
        print_finding(t, v->random_report,
                      assay_arena_printf(&t->file.arena, "%s --%s", v->command,
                                         between ? "between" : "random"),
                      out);
    }
}

/* ---- JSON. */

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

static void json_finding(struct assay_json *j, const char *key,
                         const struct assay_finding *f)
{
    const char *at = f->notes;

    assay_json_object(j, key);
    assay_json_text(j, "message", f->message);
    assay_json_array(j, "steps");
    while (*at) {
        size_t len = strcspn(at, "\n");
        assay_json_bytes(j, NULL, at, len);
        at += len + (at[len] == '\n');
    }
    assay_json_array_end(j);
    assay_json_text(j, "choices", f->choices);
    assay_json_text(j, "saved", f->saved);
    assay_json_text(j, "reproducer", f->reproducer);
    if (f->picture[0])
        assay_json_text(j, "picture", f->picture);
    if (f->chart[0])
        assay_json_text(j, "chart", f->chart);
    assay_json_object_end(j);
}

static void report_json(const TraceVerdict *v, struct assay_buf *out)
{
    static const char *const names[TRACE_CHANCES] = {"", "between", "random", "pct"};
    struct assay_json j;

    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "property", v->found->property->name);
    assay_json_uint(&j, "generators", v->found->count);
    assay_json_double(&j, "seconds", v->found->seconds);
    assay_json_uint(&j, "solver_calls", v->found->queries);
    if (v->has_counts[TRACE_GENERATED])
        json_counts(&j, &v->counts[TRACE_GENERATED]);
    for (int i = TRACE_BETWEEN; i < TRACE_CHANCES; i++)
        if (v->has_counts[i]) {
            assay_json_object(&j, names[i]);
            json_counts(&j, &v->counts[i]);
            assay_json_object_end(&j);
        }
    if (v->report)
        json_finding(&j, "finding", &v->report->findings[0]);
    if (v->random_report)
        json_finding(&j, "random_finding", &v->random_report->findings[0]);
    assay_json_text(&j, "command", v->command);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

void trace_test_report(TraceTest *t, const TraceVerdict *v)
{
    struct assay_buf *out = &t->s->console->out;

    if (t->s->json)
        report_json(v, out);
    else
        report_text(t, v, out);
}
