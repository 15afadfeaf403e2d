/*
 * What assay check says as JSON lines: an event for each thing, and a summary last.
 */
#include "base/json.h"
#include "cli/check.h"

static void put_text(struct assay_json *json, const char *key, struct assay_str s)
{
    assay_json_bytes(json, key, s.at, s.len);
}

/* A member of the test program's event as it is, if it is there. */
static void put_same(struct assay_json *json, const Value *event, const char *key)
{
    const Value *v = event ? value_find(event, assay_str(key)) : NULL;

    if (v && v->kind == VALUE_BOOLEAN)
        assay_json_bool(json, key, v->as.boolean);
    else if (v && v->kind == VALUE_STRING)
        put_text(json, key, v->as.string);
    else if (v && v->kind == VALUE_INTEGER)
        assay_json_uint(json, key, (uint64_t)value_to_double(v));
}

/* What the text report has in lines of their own. */
static void put_lines(struct assay_json *json, CheckJob *j, const CheckFinding *f)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    check_add_excerpt(j, f, &text);
    assay_json_bytes(json, "excerpt", text.at, text.len);
    assay_buf_clear(&text);
    check_add_call(f, &text);
    assay_json_bytes(json, "call", text.at, text.len);
    assay_buf_clear(&text);
    if (check_can_replay(f))
        check_add_replay(j, f, &text);
    assay_json_bytes(json, "replay", text.at, text.len);
    assay_buf_done(&text);
}

static void json_finding(CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "finding");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", f->test->function->name);
    assay_json_text(&json, "behavior", f->test->behavior->name);
    assay_json_text(&json, "kind", check_kind(j, f));
    assay_json_text(&json, "clause", f->clause_kind);
    assay_json_text(&json, "clause_of", f->clause_of);
    put_text(&json, "failure", check_event_text(f->event, "failure"));
    assay_json_text(&json, "message", f->message);
    assay_json_text(&json, "file", f->file);
    assay_json_uint(&json, "line", f->line);
    assay_json_uint(&json, "column", f->column);
    put_text(&json, "values", check_event_text(f->event, "values"));
    assay_json_text(&json, "details", f->details);
    if (f->test->hyper)
        check_runs_json(&json, f);
    assay_json_text(&json, "returned", f->returned);
    assay_json_text(&json, "caller", f->caller);
    put_text(&json, "choices", check_event_text(f->event, "choices"));
    put_text(&json, "saved", check_event_text(f->event, "saved"));
    assay_json_text(&json, "reproducer", f->reproducer);
    put_lines(&json, j, f);
    put_same(&json, f->event, "after");
    put_same(&json, f->event, "shrink_executions");
    put_same(&json, f->event, "flaky");
    put_same(&json, f->event, "from_store");
    put_same(&json, f->event, "output");
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_lines(struct assay_json *json, CheckLines l)
{
    assay_json_uint(json, "lines", l.count);
    assay_json_uint(json, "lines_executed", check_lines_executed(l));
    assay_json_array(json, "never_executed");
    for (uint32_t i = 0; i < l.count; i++)
        if (!l.lines[i].executed)
            assay_json_uint(json, NULL, l.lines[i].line);
    assay_json_array_end(json);
}

/* How inputs were distributed. */
static void json_labels(struct assay_json *json, const Value *event)
{
    const Value *labels = event ? value_find(event, assay_str("labels")) : NULL;

    assay_json_array(json, "labels");
    for (uint32_t i = 0;
         labels && labels->kind == VALUE_ARRAY && i < labels->as.array.count; i++) {
        assay_json_object(json, NULL);
        put_same(json, labels->as.array.items[i], "label");
        put_same(json, labels->as.array.items[i], "count");
        assay_json_object_end(json);
    }
    assay_json_array_end(json);
}

static void json_result(const CheckJob *j, const CheckResult *r, struct assay_buf *out)
{
    Span name = r->test->function->definition->name;
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "behavior");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", r->test->function->name);
    assay_json_text(&json, "behavior", r->test->behavior->name);
    if (r->test->hyper)
        assay_json_text(&json, "hyper", r->test->hyper->name);
    assay_json_text(&json, "file", j->diags.sources[name.source].name);
    assay_json_uint(&json, "line",
                    diag_position(&j->diags, name.source, name.start).line);
    assay_json_text(&json, "verdict", r->verdict);
    assay_json_uint(&json, "runs", r->runs);
    assay_json_uint(&json, "rejected", r->rejected);
    assay_json_uint(&json, "unevaluated", r->unevaluated);
    assay_json_double(&json, "seconds", r->seconds);
    json_labels(&json, r->event);
    if (j->settings->coverage)
        json_lines(&json, r->lines);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_coverage(CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "coverage");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", f->name);
    json_lines(&json, check_coverage_of(j, f));
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_untested(const CheckJob *j, const ContractUntested *u,
                          struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "untested");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", u->function->name);
    assay_json_text(&json, "reason", u->reason);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_drop(const CheckJob *j, const ContractDrop *d, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", d->sampled ? "sampled" : "dropped");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", d->function->name);
    assay_json_text(&json, "clause", acsl_clause_text(d->kind));
    assay_json_text(&json, "file", j->diags.sources[d->span.source].name);
    assay_json_uint(&json, "line",
                    diag_position(&j->diags, d->span.source, d->span.start).line);
    assay_json_text(&json, "reason", d->reason);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

void check_report_json(CheckJob *j, struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;

    for (uint32_t i = 0; i < s->nuntested; i++)
        json_untested(j, &s->untested[i], out);
    for (uint32_t i = 0; i < s->ndrops; i++)
        json_drop(j, &s->drops[i], out);
    for (uint32_t i = 0; i < s->ntests; i++)
        json_result(j, &j->results[i], out);
    for (uint32_t i = 0; i < s->ntests && j->settings->coverage; i++)
        if (i == 0 || s->tests[i].function != s->tests[i - 1].function)
            json_coverage(j, s->tests[i].function, out);
    for (uint32_t i = 0; i < j->nfindings; i++)
        json_finding(j, &j->findings[i], out);
}

void check_summary_json(const CheckJob *jobs, uint32_t n, const CheckTotals *t,
                        struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "summary");
    assay_json_uint(&json, "functions", t->functions);
    assay_json_uint(&json, "behaviors", t->behaviors);
    assay_json_uint(&json, "held", t->held);
    assay_json_uint(&json, "runs", t->runs);
    assay_json_double(&json, "seconds", t->seconds);
    assay_json_uint(&json, "findings", t->findings);
    assay_json_uint(&json, "clauses", t->clauses);
    assay_json_uint(&json, "dropped", t->dropped);
    assay_json_uint(&json, "seed", jobs[0].settings->seed);
    assay_json_array(&json, "untested");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < jobs[i].summary.nuntested; k++)
            assay_json_text(&json, NULL, jobs[i].summary.untested[k].function->name);
    for (uint32_t i = 0; i < n; i++)
        if (jobs[i].acsl && jobs[i].summary.functions == 0) /* no body is here */
            for (uint32_t k = 0; k < jobs[i].acsl->ncontracts; k++)
                assay_json_text(&json, NULL, jobs[i].acsl->contracts[k].function->name);
    assay_json_array_end(&json);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}
