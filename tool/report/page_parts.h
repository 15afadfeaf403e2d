/*
 * Between the files that write the page: its parts, and small pieces of markup.
 */
#ifndef REPORT_PAGE_PARTS_H
#define REPORT_PAGE_PARTS_H

#include "report/page.h"

extern const unsigned char report_page_style[], report_page_script[];
extern const size_t report_page_style_len, report_page_script_len;
extern const char report_page_style_sha256[], report_page_script_sha256[];

/* ---- Pieces: page_parts.c */

/* <tag class="of">text</tag>; nothing when the text is "". */
void page_tag(struct assay_buf *out, const char *tag, const char *of, const char *text);
/* "file:12", or "" where there is no file. */
void page_place(struct assay_buf *out, const char *file, uint32_t line);
/* A cell of a table: a number, or seconds. */
void page_count(struct assay_buf *out, uint64_t n);
void page_seconds(struct assay_buf *out, double seconds);
/* "2026-11-19 02:01 UTC" of a time as JSON has it; what is none is shown as it is. */
void page_when(struct assay_buf *out, const char *time);
/* The name of a file, or what '-' stands for. */
void page_input(struct assay_buf *out, const ReportInput *input);
/* A bar, `part` of `whole` long, with a text for who does not see it. */
void page_bar(struct assay_buf *out, double part, double whole, const char *label);
/* A line of text to be copied. */
void page_copied(struct assay_buf *out, const char *text);
/* "12 more are left out." if there are. */
void page_more(struct assay_buf *out, uint64_t more, const char *what);
/* <section id="id"><h2>title</h2>, with a count if there is one. */
void page_section(struct assay_buf *out, const char *id, const char *title,
                  uint64_t count);
void page_section_end(struct assay_buf *out);
/* The head of a table: titles, ended by NULL; those that begin with '#' are of numbers.
 */
void page_table(struct assay_buf *out, const char *const *titles);
void page_table_end(struct assay_buf *out);

/* How many of a list of the report are of the last run of their series. */
uint32_t page_current(const Report *r, const uint32_t *first, uint32_t count,
                      size_t size);
#define PAGE_CURRENT(R, LIST)                                                            \
    page_current(R, (R)->LIST.count > 0 ? &(R)->LIST.at->run : NULL, (R)->LIST.count,    \
                 sizeof *(R)->LIST.at)

/* ---- Parts */

void page_head(const Report *r, struct assay_buf *out);     /* page_head.c */
void page_trend(const Report *r, struct assay_buf *out);    /* page_head.c */
void page_findings(const Report *r, struct assay_buf *out); /* page_finding.c */
/* page_tables.c */
void page_tests(const Report *r, struct assay_buf *out);
void page_labels(const Report *r, struct assay_buf *out);
bool page_has_labels(const Report *r);
void page_chances(const Report *r, struct assay_buf *out);
bool page_has_chances(const Report *r);
void page_triples(const Report *r, struct assay_buf *out);
void page_coverage(const Report *r, struct assay_buf *out);
void page_languages(const Report *r, struct assay_buf *out);
void page_generators(const Report *r, struct assay_buf *out);
void page_gaps(const Report *r, struct assay_buf *out);
void page_diagnostics(const Report *r, struct assay_buf *out);
void page_runs(const Report *r, struct assay_buf *out);
void page_inputs(const Report *r, struct assay_buf *out);

#endif
