/*
 * JSON lines: what was called and when, an event per property, one per finding, and a
 * summary last.
 */
#include "base/json.h"
#include "run/render.h"
#include <assay/run.h>
#include <time.h>

void assay_put_run(struct assay_buf *out, const char *command, const char *source)
{
    struct assay_json j;
    char started[32] = "";
    time_t now = time(NULL);
    struct tm at;

    if (gmtime_r(&now, &at))
        strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &at);
    assay_json_init(&j, out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "run");
    assay_json_text(&j, "command", command);
    assay_json_text(&j, "source", source);
    assay_json_text(&j, "started", started);
    assay_json_text(&j, "version", ASSAY_VERSION);
    assay_json_object_end(&j);
    assay_buf_putc(out, '\n');
}

static void jsonl_begin(struct assay_render *r)
{
    if (r->command)
        assay_put_run(r->out, r->command, "");
}

/* "replay":"./tests --replay=.assay/sorts-df19.choices" */
static void put_replay(struct assay_json *j, const struct assay_render *r,
                       const struct assay_finding *f)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_put_replay(&text, r->program, f);
    assay_json_bytes(j, "replay", text.at, text.len);
    assay_buf_done(&text);
}

static void put_finding(struct assay_render *r, const struct assay_report *report,
                        const struct assay_finding *f)
{
    struct assay_json j;

    assay_json_init(&j, r->out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "finding");
    assay_json_text(&j, "property", report->property->name);
    assay_json_text(&j, "failure", assay_failure_text(f->failure));
    assay_json_text(&j, "message", f->message);
    assay_json_text(&j, "file", f->file);
    assay_json_int(&j, "line", f->line);
    assay_json_int(&j, "code", f->code);
    assay_json_text(&j, "values", f->values);
    if (f->program[0])
        assay_json_text(&j, "program", f->program);
    assay_json_text(&j, "notes", f->notes);
    if (f->picture[0])
        assay_json_text(&j, "picture", f->picture);
    assay_json_text(&j, "output", f->output);
    assay_json_text(&j, "choices", f->choices);
    assay_json_text(&j, "saved", f->saved);
    put_replay(&j, r, f);
    assay_json_text(&j, "reproducer", f->reproducer);
    if (f->chart[0])
        assay_json_text(&j, "chart", f->chart);
    if (f->explanation[0])
        assay_json_text(&j, "explanation", f->explanation);
    assay_json_uint(&j, "after", f->after);
    assay_json_uint(&j, "shrink_executions", f->shrink_executions);
    assay_json_bool(&j, "flaky", f->flaky);
    assay_json_bool(&j, "from_store", f->from_store);
    assay_json_object_end(&j);
    assay_buf_putc(r->out, '\n');
}

static void put_labels(struct assay_json *j, const struct assay_report *report)
{
    assay_json_array(j, "labels");
    for (size_t i = 0; i < report->nlabels; i++) {
        assay_json_object(j, NULL);
        assay_json_text(j, "label", report->labels[i].label);
        assay_json_uint(j, "count", report->labels[i].count);
        assay_json_double(j, "required", report->labels[i].required);
        assay_json_object_end(j);
    }
    assay_json_array_end(j);
}

static void put_warnings(struct assay_json *j, const struct assay_report *report)
{
    assay_json_array(j, "warnings");
    for (size_t i = 0; i < report->nwarnings; i++)
        assay_json_text(j, NULL, report->warnings[i]);
    assay_json_array_end(j);
}

static void jsonl_property(struct assay_render *r, const struct assay_report *report)
{
    const struct assay_property *p = report->property;
    struct assay_json j;

    assay_json_init(&j, r->out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "property");
    assay_json_text(&j, "property", p->name);
    assay_json_text(&j, "file", p->file ? p->file : "");
    assay_json_int(&j, "line", p->line);
    assay_json_text(&j, "verdict", assay_verdict_text(report->verdict));
    assay_json_uint(&j, "seed", report->seed);
    assay_json_uint(&j, "runs", report->runs);
    assay_json_text(&j, "unit", p->unit ? p->unit : "runs");
    assay_json_uint(&j, "rejected", report->rejected);
    assay_json_uint(&j, "too_large", report->too_large);
    assay_json_uint(&j, "duplicates", report->duplicates);
    assay_json_uint(&j, "stored", report->stored);
    assay_json_uint(&j, "stored_passing", report->stored_passing);
    assay_json_double(&j, "seconds", report->seconds);
    assay_json_uint(&j, "findings", report->nfindings);
    put_labels(&j, report);
    put_warnings(&j, report);
    if (report->error[0])
        assay_json_text(&j, "error", report->error);
    assay_json_object_end(&j);
    assay_buf_putc(r->out, '\n');
    for (size_t i = 0; i < report->nfindings; i++)
        put_finding(r, report, &report->findings[i]);
    r->findings += report->nfindings;
}

static uint64_t runs_of(const struct assay_results *results)
{
    uint64_t n = 0;

    for (size_t i = 0; i < results->count; i++)
        n += results->reports[i]->runs;
    return n;
}

static void jsonl_end(struct assay_render *r, const struct assay_results *results)
{
    struct assay_json j;

    assay_json_init(&j, r->out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "summary");
    assay_json_uint(&j, "properties", results->count);
    assay_json_uint(&j, "held", assay_results_count(results, ASSAY_HELD));
    assay_json_uint(&j, "findings", r->findings);
    assay_json_uint(&j, "runs", runs_of(results));
    assay_json_uint(&j, "seed", results->seed);
    assay_json_double(&j, "seconds", results->seconds);
    assay_json_bool(&j, "interrupted", results->interrupted);
    assay_json_object_end(&j);
    assay_buf_putc(r->out, '\n');
}

const struct assay_renderer assay_render_jsonl = {jsonl_begin, jsonl_property, jsonl_end};
