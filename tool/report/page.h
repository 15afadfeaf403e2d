/*
 * A report as a page of HTML that needs nothing else: its style and its script are in it,
 * and its policy lets nothing else run or load. It is XML, too. All texts of the input
 * are escaped; nothing of it becomes markup, an address or script.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/report.h"

void report_page(const Report *r, struct assay_buf *out);

/* A chart of a simulation, which the event has as text, as a drawing. False, and nothing
 * is appended, when the text is no chart or is too large. (chart.c) */
bool report_chart(const char *picture, struct assay_buf *out);

/* What the last runs of all series come to. */
typedef struct {
    uint64_t findings, gone, tested, held, untested, runs;
    uint64_t errors; /* of specifications and programs */
    double seconds;
} ReportTotals;

ReportTotals report_totals(const Report *r);
/* "2 findings", or "2 findings, 1 error". */
void report_findings_text(const ReportTotals *t, struct assay_buf *out);

#endif
