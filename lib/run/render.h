/*
 * Reports in four forms: text for people, TAP 13, JUnit XML, JSON lines. A renderer
 * appends to a buffer and prints nothing; it is told of each property as it ends, then
 * of the end of all.
 */
#ifndef ASSAY_RUN_RENDER_H
#define ASSAY_RUN_RENDER_H

#include "base/buf.h"
#include <assay/run.h>

struct assay_render {
    struct assay_buf *out;
    const char *program; /* argv[0], for the line that replays */
    const char *command; /* all of argv, for a shell; NULL: not told */
    size_t count;        /* properties that will be run */
    size_t name_width;   /* of the longest name */
    bool color;
    /* Kept by the renderer: */
    size_t done, findings;
    const char *file; /* the heading that was printed last */
};

/* All of a run, for the end. */
struct assay_results {
    const struct assay_report *const *reports;
    size_t count;
    uint64_t seed;
    double seconds;
    bool interrupted;
};

struct assay_renderer {
    void (*begin)(struct assay_render *r);
    void (*property)(struct assay_render *r, const struct assay_report *report);
    void (*end)(struct assay_render *r, const struct assay_results *results);
};

extern const struct assay_renderer assay_render_text, assay_render_tap,
    assay_render_junit, assay_render_jsonl;

/* The JSON line that begins a run: {"event":"run", ...}. The source is what is tested, ""
 * if later events tell it. */
void assay_put_run(struct assay_buf *out, const char *command, const char *source);
/* "held", "a finding", ... */
const char *assay_verdict_text(enum assay_verdict verdict);
/* "assertion", "signal", ... */
const char *assay_failure_text(enum assay_failure failure);
/* Each line of `text` with a prefix before it. */
void assay_put_lines(struct assay_buf *out, const char *prefix, const char *text);
/* "file:line", or "" where it is not known. */
void assay_put_place(struct assay_buf *out, const char *file, int line);
/* The command line that replays a finding. */
void assay_put_replay(struct assay_buf *out, const char *program,
                      const struct assay_finding *finding);
/* What of it could not be saved, and why: a line each, behind `indent`. */
void assay_put_unsaved(struct assay_buf *out, const char *indent,
                       const struct assay_report *report);
/* How many of the reports have the verdict. */
size_t assay_results_count(const struct assay_results *results,
                           enum assay_verdict verdict);

#endif
