/*
 * JUnit XML, as continuous integration servers read it.
 */
#include "base/xml.h"
#include "run/render.h"

static void junit_begin(struct assay_render *r)
{
    assay_buf_puts(r->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
}

static void junit_property(struct assay_render *r, const struct assay_report *report)
{
    (void)r;
    (void)report; /* the counts come first: everything is written at the end */
}

static void put_replay(const struct assay_render *r, const struct assay_finding *f)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_put_replay(&text, r->program, f);
    assay_xml_text(r->out, text.at);
    assay_buf_done(&text);
}

static void put_finding(struct assay_render *r, const struct assay_finding *f)
{
    struct assay_buf *out = r->out;

    assay_buf_printf(out, "      <%s type=\"%s\" message=\"",
                     f->failure == ASSAY_ASSERTION ? "failure" : "error",
                     assay_failure_text(f->failure));
    assay_xml_text(out, f->message);
    assay_buf_puts(out, "\">");
    assay_put_place(out, f->file, f->line);
    assay_buf_puts(out, f->file[0] ? "&#10;" : "");
    assay_xml_text(out, f->program[0] ? f->program : f->values);
    assay_xml_text(out, f->notes);
    assay_xml_text(out, f->picture);
    if (f->saved[0]) {
        assay_buf_puts(out, "replay: ");
        put_replay(r, f);
    }
    assay_buf_printf(out, "</%s>\n", f->failure == ASSAY_ASSERTION ? "failure" : "error");
    if (f->output[0]) {
        assay_buf_puts(out, "      <system-out>");
        assay_xml_text(out, f->output);
        assay_buf_puts(out, "</system-out>\n");
    }
}

static void put_case(struct assay_render *r, const struct assay_report *report)
{
    struct assay_buf *out = r->out;

    assay_buf_puts(out, "    <testcase classname=\"");
    assay_xml_text(out, report->property->file ? report->property->file : "");
    assay_buf_puts(out, "\" name=\"");
    assay_xml_text(out, report->property->name);
    assay_buf_printf(out, "\" time=\"%.3f\">\n", report->seconds);
    for (size_t i = 0; i < report->nfindings; i++)
        put_finding(r, &report->findings[i]);
    if (report->nfindings == 0 && report->verdict != ASSAY_HELD) {
        assay_buf_printf(out, "      <%s message=\"",
                         report->verdict == ASSAY_MISUSED ? "error" : "failure");
        assay_xml_text(out, report->error[0] ? report->error
                            : report->nwarnings > 0
                                ? report->warnings[0]
                                : assay_verdict_text(report->verdict));
        assay_buf_puts(out, "\"/>\n");
    }
    assay_buf_puts(out, "    </testcase>\n");
}

static bool counts_as_error(const struct assay_report *report)
{
    return report->verdict == ASSAY_MISUSED ||
           (report->nfindings > 0 && report->findings[0].failure != ASSAY_ASSERTION);
}

static void junit_end(struct assay_render *r, const struct assay_results *results)
{
    size_t errors = 0, bad = 0;

    for (size_t i = 0; i < results->count; i++) {
        bad += results->reports[i]->verdict != ASSAY_HELD;
        errors += counts_as_error(results->reports[i]);
    }
    assay_buf_printf(r->out,
                     "  <testsuite name=\"assay\" tests=\"%zu\" failures=\"%zu\" "
                     "errors=\"%zu\" time=\"%.3f\">\n"
                     "    <properties><property name=\"seed\" value=\"%llu\"/>"
                     "</properties>\n",
                     results->count, bad - errors, errors, results->seconds,
                     (unsigned long long)results->seed);
    for (size_t i = 0; i < results->count; i++)
        put_case(r, results->reports[i]);
    assay_buf_puts(r->out, "  </testsuite>\n</testsuites>\n");
}

const struct assay_renderer assay_render_junit = {junit_begin, junit_property, junit_end};
