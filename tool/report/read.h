/*
 * Between the files that read events. Functions that keep things may run out of memory:
 * then the report is marked as full and texts are "".
 */
#ifndef REPORT_READ_H
#define REPORT_READ_H

#include "report/report.h"

/* Room for one more in a list, zeroed; NULL past its limit, which is counted, or when out
 * of memory. */
#define report_add(R, LIST, LIMIT)                                                       \
    report_add_to(R, (void **)&(R)->LIST.at, &(R)->LIST.count, &(R)->LIST.more, LIMIT,   \
                  sizeof *(R)->LIST.at)
void *report_add_to(Report *r, void **at, uint32_t *count, uint64_t *more, uint32_t limit,
                    size_t size);

/* Members of an event: "" , 0 and false where they are not, or of another kind. */
struct assay_str report_text_of(const Value *event, const char *name);
double report_number_of(const Value *event, const char *name);
double report_seconds_of(const Value *event);
uint64_t report_count_of(const Value *event, const char *name);
bool report_bool_of(const Value *event, const char *name);
/* NULL when it is no array, or no object. */
const Value *report_array_of(const Value *event, const char *name);
const Value *report_object_of(const Value *event, const char *name);

/* A copy of at most `most` bytes, cut at a character; `before` if it is the same. */
const char *report_keep(Report *r, struct assay_str text, const char *before,
                        size_t most);
/* report_keep() of a member. */
const char *report_keep_of(Report *r, const Value *event, const char *name,
                           const char *before);

/* The run that the event is part of, begun if need be. NULL past the limit. */
ReportRun *report_run(Report *r, ReportCapability capability, const char *source);
uint32_t report_run_number(const Report *r);
/* Where the list has the thing that has these words, in this series: the number of the
 * next one, when it is new. The words end with NULL. */
uint32_t report_place_of(Report *r, uint32_t series, uint32_t next,
                         const char *const *words);

/* ---- Events: read_event.c, read_finding.c. Each returns false for what is none. */

bool report_event(Report *r, const Value *event);
void report_finding(Report *r, const Value *event);

#endif
