/*
 * The frame of the page: policy, style, its parts in order, script.
 */
#include "report/page.h"
#include "base/xml.h"
#include "report/page_parts.h"
#include <string.h>

ReportTotals report_totals(const Report *r)
{
    ReportTotals t = {0};

    for (uint32_t i = 0; i < r->runs.count; i++) {
        const ReportRun *run = &r->runs.at[i];
        if (!run->last)
            continue;
        t.findings += run->findings;
        t.tested += run->tested;
        t.held += run->held;
        t.untested += run->untested;
        t.runs += run->runs;
        t.seconds += run->seconds;
    }
    for (uint32_t i = 0; i < r->diagnostics.count; i++)
        t.errors += strcmp(r->diagnostics.at[i].severity, "error") == 0 &&
                    report_is_current(r, r->diagnostics.at[i].run);
    for (uint32_t i = 0; i < r->findings.count; i++)
        t.gone += !report_is_current(r, r->findings.at[i].last_run);
    return t;
}

static void put_counted(uint64_t n, const char *what, struct assay_buf *out)
{
    assay_buf_count(out, n);
    assay_buf_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

void report_findings_text(const ReportTotals *t, struct assay_buf *out)
{
    put_counted(t->findings, "finding", out);
    if (t->errors > 0) {
        assay_buf_puts(out, ", ");
        put_counted(t->errors, "error", out);
    }
}

static void put_policy(struct assay_buf *out)
{
    assay_buf_printf(out,
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                     "'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri "
                     "'none'; form-action 'none'\" />\n",
                     report_page_style_sha256, report_page_script_sha256);
}

static void put_start(const Report *r, struct assay_buf *out)
{
    ReportTotals t = report_totals(r);

    assay_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                        "<meta charset=\"utf-8\" />\n");
    put_policy(out);
    assay_buf_puts(out, "<meta name=\"viewport\" content=\"width=device-width, "
                        "initial-scale=1\" />\n"
                        "<meta name=\"referrer\" content=\"no-referrer\" />\n"
                        "<meta name=\"color-scheme\" content=\"light dark\" />\n<title>");
    report_findings_text(&t, out);
    assay_buf_puts(out, " \xc2\xb7 Assay report</title>\n<style>");
    assay_buf_add(out, report_page_style, report_page_style_len);
    assay_buf_puts(out, "</style>\n</head>\n<body>\n");
}

static void put_keys(struct assay_buf *out)
{
    static const char *const keys[][2] = {{"j  \xe2\x86\x93", "next finding"},
                                          {"k  \xe2\x86\x91", "finding before"},
                                          {"Enter", "open or close it"},
                                          {"c", "copy its replay"},
                                          {"o", "open or close all"},
                                          {"/", "filter findings"},
                                          {"Esc", "leave the filter"},
                                          {"t", "light or dark"},
                                          {"?", "these keys"}};

    assay_buf_puts(out, "<dialog id=\"keys\" aria-labelledby=\"keys-title\"><h2 "
                        "id=\"keys-title\">Keys</h2><dl>");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assay_buf_printf(out, "<div><dt><kbd>%s</kbd></dt><dd>%s</dd></div>", keys[i][0],
                         keys[i][1]);
    assay_buf_puts(out, "</dl><form method=\"dialog\"><button>close</button></form>"
                        "</dialog>\n<p id=\"said\" role=\"status\" aria-live=\"polite\">"
                        "</p>\n");
}

void report_page(const Report *r, struct assay_buf *out)
{
    put_start(r, out);
    page_head(r, out);
    assay_buf_puts(out, "<main id=\"main\">\n");
    page_trend(r, out);
    page_findings(r, out);
    page_diagnostics(r, out);
    page_tests(r, out);
    page_triples(r, out);
    page_chances(r, out);
    page_labels(r, out);
    page_coverage(r, out);
    page_languages(r, out);
    page_generators(r, out);
    page_gaps(r, out);
    page_runs(r, out);
    page_inputs(r, out);
    assay_buf_puts(out, "</main>\n");
    put_keys(out);
    assay_buf_puts(out, "<script>");
    assay_buf_add(out, report_page_script, report_page_script_len);
    assay_buf_puts(out, "</script>\n</body>\n</html>\n");
}
