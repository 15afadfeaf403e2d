/*
 * The top of the page: what came out in figures, by capability, and over the runs.
 */
#include "base/xml.h"
#include "report/page_parts.h"
#include <string.h>

enum {
    POINTS = 60, /* runs that a line of the trend shows: the last ones */
    LINE_WIDTH = 200,
    LINE_HEIGHT = 36,
    LINE_EDGE = 4,
};

/* ---- Figures. */

static void put_figure(struct assay_buf *out, const char *name, const char *of,
                       uint64_t n)
{
    assay_buf_printf(out, "<div class=\"figure %s\"><dt>%s</dt><dd>", of, name);
    assay_buf_count(out, n);
    assay_buf_puts(out, "</dd></div>");
}

static void put_figures(const Report *r, struct assay_buf *out)
{
    ReportTotals t = report_totals(r);

    assay_buf_puts(out, "<dl class=\"figures\">");
    put_figure(out, "findings", t.findings > 0 ? "bad" : "good", t.findings);
    if (t.errors > 0)
        put_figure(out, "errors", "bad", t.errors);
    put_figure(out, "not tested", "", t.untested);
    put_figure(out, "held", "", t.held);
    put_figure(out, "executions", "", t.runs);
    assay_buf_printf(out,
                     "<div class=\"figure\"><dt>seconds</dt><dd>%.1f</dd></div></dl>\n",
                     t.seconds);
}

typedef ReportTotals Parts[REPORT_CAPABILITIES];

/* Of REST and languages the runs know more than their tests. */
static void add_runs(const Report *r, Parts all)
{
    for (uint32_t i = 0; i < r->runs.count; i++) {
        const ReportRun *run = &r->runs.at[i];
        bool counts =
            run->capability == REPORT_REST || run->capability == REPORT_LANGUAGE;
        if (!run->last)
            continue;
        all[run->capability].untested += run->untested;
        all[run->capability].tested += counts ? run->tested : 0;
        all[run->capability].held += counts ? run->held : 0;
        all[run->capability].runs += counts ? run->runs : 0;
        all[run->capability].seconds += counts ? run->seconds : 0;
    }
}

static void add_parts(const Report *r, Parts all)
{
    for (uint32_t i = 0; i < r->tests.count; i++) {
        const ReportTest *t = &r->tests.at[i];
        if (!report_is_current(r, t->run))
            continue;
        all[t->capability].tested++;
        all[t->capability].held += strcmp(t->verdict, "held") == 0;
        all[t->capability].runs += t->runs;
        all[t->capability].seconds += t->seconds;
    }
    for (uint32_t i = 0; i < r->findings.count; i++)
        all[r->findings.at[i].capability].findings +=
            report_is_current(r, r->findings.at[i].last_run);
    add_runs(r, all);
}

static void put_part(struct assay_buf *out, ReportCapability c, const ReportTotals *t)
{
    assay_buf_printf(out, "<tr><th scope=\"row\">%s</th>", report_capability_text(c));
    page_count(out, t->findings);
    page_count(out, t->tested);
    page_count(out, t->held);
    page_count(out, t->untested);
    page_count(out, t->runs);
    page_seconds(out, t->seconds);
    assay_buf_puts(out, "</tr>\n");
}

/* Specifications are not tested. */
static void put_capabilities(const Report *r, struct assay_buf *out)
{
    Parts all = {0};
    bool begun = false;

    add_parts(r, all);
    for (int i = 0; i < REPORT_SPECIFICATION; i++) {
        if (all[i].tested + all[i].findings + all[i].untested == 0)
            continue;
        if (!begun) {
            assay_buf_puts(out, "<details class=\"by\"><summary>by capability</summary>");
            page_table(out, (const char *const[]){"capability", "#findings", "#tested",
                                                  "#held", "#not tested", "#executions",
                                                  "#seconds", NULL});
        }
        begun = true;
        put_part(out, (ReportCapability)i, &all[i]);
    }
    if (begun) {
        page_table_end(out);
        assay_buf_puts(out, "</details>\n");
    }
}

/* When the last run was, and of which version. Such times are in order as texts. */
static void put_latest(const Report *r, struct assay_buf *out)
{
    const ReportRun *latest = NULL;

    for (uint32_t i = 0; i < r->runs.count; i++)
        if (r->runs.at[i].started[0] &&
            (!latest || strcmp(r->runs.at[i].started, latest->started) >= 0))
            latest = &r->runs.at[i];
    if (!latest)
        return;
    assay_buf_puts(out, r->runs.count > 1 ? "; the last on " : ", on ");
    page_when(out, latest->started);
    assay_buf_puts(out, latest->version[0] ? ", by Assay " : "");
    assay_xml_text(out, latest->version);
}

/* "3 runs from a.jsonl, b.jsonl; the last on 2026-11-19 02:01 UTC, by Assay 0.1.0" */
static void put_origin(const Report *r, struct assay_buf *out)
{
    assay_buf_printf(out, "<p class=\"origin\">%u run%s from ", r->runs.count,
                     r->runs.count == 1 ? "" : "s");
    for (uint32_t i = 0; i < r->inputs.count && i < 4; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        page_input(out, &r->inputs.at[i]);
    }
    if (r->inputs.count > 4)
        assay_buf_printf(out, " and %u more", r->inputs.count - 4);
    put_latest(r, out);
    assay_buf_puts(out, "</p>\n");
}

static void put_interrupted(const Report *r, struct assay_buf *out)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < r->runs.count; i++)
        n += r->runs.at[i].last && r->runs.at[i].interrupted;
    if (n > 0)
        assay_buf_printf(out,
                         "<p class=\"notice\">%u run%s interrupted: what is not "
                         "here was not tried.</p>\n",
                         n, n == 1 ? " was" : "s were");
    if (r->full)
        assay_buf_puts(out, "<p class=\"notice\">The input is more than this page can "
                            "hold: some texts are missing.</p>\n");
}

static void put_link(struct assay_buf *out, const char *id, const char *name, uint64_t n)
{
    if (n == 0)
        return;
    assay_buf_printf(out, "<a href=\"#%s\">%s</a>", id, name);
}

/* Whether some series has more than one run. */
static bool has_trend(const Report *r)
{
    for (uint32_t i = 0; i < r->runs.count; i++)
        if (!r->runs.at[i].last)
            return true;
    return false;
}

static void put_links(const Report *r, struct assay_buf *out)
{
    assay_buf_puts(out, "<nav aria-label=\"sections\">");
    put_link(out, "trend", "Trend", has_trend(r));
    put_link(out, "findings", "Findings", 1);
    put_link(out, "diagnostics", "Diagnostics", PAGE_CURRENT(r, diagnostics));
    put_link(out, "tests", "Tested", PAGE_CURRENT(r, tests));
    put_link(out, "triples", "Triples", PAGE_CURRENT(r, triples));
    put_link(out, "chances", "Traces", page_has_chances(r));
    put_link(out, "labels", "Labels", page_has_labels(r));
    put_link(out, "coverage", "Lines", PAGE_CURRENT(r, coverages));
    put_link(out, "languages", "Languages", PAGE_CURRENT(r, languages));
    put_link(out, "generators", "Generators", PAGE_CURRENT(r, generators));
    put_link(out, "gaps", "Not tested", PAGE_CURRENT(r, gaps));
    put_link(out, "runs", "Runs", r->runs.count);
    put_link(out, "inputs", "Input", r->inputs.count);
    assay_buf_puts(out, "</nav>\n");
}

void page_head(const Report *r, struct assay_buf *out)
{
    assay_buf_puts(out, "<a class=\"skip\" href=\"#findings\">to the findings</a>\n"
                        "<header><div class=\"top\"><h1>Assay report</h1>"
                        "<div class=\"tools\"><button type=\"button\" id=\"theme\" "
                        "hidden=\"\" aria-pressed=\"false\">dark</button><button "
                        "type=\"button\" id=\"help\" hidden=\"\" aria-label=\"keys\">?"
                        "</button></div></div>\n");
    put_origin(r, out);
    put_figures(r, out);
    put_interrupted(r, out);
    put_capabilities(r, out);
    assay_buf_puts(out, "</header>\n");
    put_links(r, out);
}

/* ---- Over the runs. */

typedef double measure_fn(const ReportRun *run);

static double findings_of(const ReportRun *run)
{
    return (double)run->findings;
}

static double runs_of(const ReportRun *run)
{
    return (double)run->runs;
}

static double seconds_of(const ReportRun *run)
{
    return run->seconds;
}

/* The last runs of a series, oldest first. */
static uint32_t collect(const Report *r, uint32_t series, const ReportRun *runs[POINTS])
{
    uint32_t n = 0, from = POINTS;

    for (uint32_t i = r->runs.count; i > 0 && from > 0; i--)
        if (r->runs.at[i - 1].series == series)
            runs[--from] = &r->runs.at[i - 1];
    n = POINTS - from;
    memmove((void *)runs, (void *)(runs + from), n * sizeof *runs);
    return n;
}

static double largest(const ReportRun *const *runs, uint32_t n, measure_fn *measure)
{
    double most = 0;

    for (uint32_t i = 0; i < n; i++)
        most = measure(runs[i]) > most ? measure(runs[i]) : most;
    return most;
}

static void put_points(const ReportRun *const *runs, uint32_t n, measure_fn *measure,
                       struct assay_buf *out)
{
    double most = largest(runs, n, measure), x = 0, y = 0;

    assay_buf_puts(out, "<polyline points=\"");
    for (uint32_t i = 0; i < n; i++) {
        x = LINE_EDGE + (double)(LINE_WIDTH - 2 * LINE_EDGE) * i / (n - 1);
        y = LINE_HEIGHT - LINE_EDGE -
            (most > 0 ? (LINE_HEIGHT - 2 * LINE_EDGE) * measure(runs[i]) / most : 0);
        assay_buf_printf(out, "%.1f,%.1f ", x, y);
    }
    assay_buf_printf(out, "\" /><circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" />", x, y);
}

static void put_number(struct assay_buf *out, double x, bool whole)
{
    if (whole)
        assay_buf_count(out, (uint64_t)x);
    else
        assay_buf_printf(out, "%.1f s", x);
}

static void put_trend(const ReportRun *const *runs, uint32_t n, const char *name,
                      measure_fn *measure, struct assay_buf *out)
{
    bool whole = measure != seconds_of;

    assay_buf_printf(out,
                     "<td><svg class=\"trend\" viewBox=\"0 0 %d %d\" role=\"img\" "
                     "aria-label=\"%s: ",
                     LINE_WIDTH, LINE_HEIGHT, name);
    for (uint32_t i = 0; i < n; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        put_number(out, measure(runs[i]), whole);
    }
    assay_buf_puts(out, "\">");
    put_points(runs, n, measure, out);
    assay_buf_puts(out, "</svg><span class=\"from\">");
    put_number(out, measure(runs[0]), whole);
    assay_buf_puts(out, " \xe2\x86\x92 </span><b>");
    put_number(out, measure(runs[n - 1]), whole);
    assay_buf_puts(out, "</b></td>");
}

static void put_series(const Report *r, uint32_t series, struct assay_buf *out)
{
    const ReportRun *runs[POINTS];
    uint32_t n = collect(r, series, runs);

    if (n < 2)
        return;
    assay_buf_printf(out, "<tr><th scope=\"row\"><span class=\"tag\">%s</span> ",
                     report_capability_text(runs[0]->capability));
    assay_xml_text(out, runs[0]->source);
    assay_buf_printf(out, "</th><td class=\"n\">%u</td>", n);
    put_trend(runs, n, "findings", findings_of, out);
    put_trend(runs, n, "executions", runs_of, out);
    put_trend(runs, n, "seconds", seconds_of, out);
    assay_buf_puts(out, "</tr>\n");
}

void page_trend(const Report *r, struct assay_buf *out)
{
    if (!has_trend(r))
        return;
    page_section(out, "trend", "Trend", 0);
    page_table(out, (const char *const[]){"what", "#times", "findings", "executions",
                                          "seconds", NULL});
    for (uint32_t i = 0; i < r->nseries; i++)
        put_series(r, i, out);
    page_table_end(out);
    page_section_end(out);
}
