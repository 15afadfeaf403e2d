/*
 * A C file in a folder of its own, read by the front end, and what was read as text.
 * Names of files are of that folder. All fails the test rather than to return an error.
 */
#ifndef ASSAY_UNIT_CFRONT_FIXTURE_H
#define ASSAY_UNIT_CFRONT_FIXTURE_H

#include "base/buf.h"
#include "cfront/cfront.h"

struct cfront_fixture {
    struct assay_arena arena;
    Diags diags;
    char folder[64];
    const CUnit *unit;
};

void cfront_fixture_init(struct cfront_fixture *f, const struct assay_alloc *mem);
void cfront_fixture_done(struct cfront_fixture *f);
/* Writes a file; its path. */
const char *cfront_fixture_write(struct cfront_fixture *f, const char *name,
                                 const char *text);
/* Writes t.c and reads it, with arguments that are ended by NULL, or none for NULL. */
void cfront_fixture_read(struct cfront_fixture *f, const char *text,
                         const char *const *arguments);

/* Reads the text with an allocator that fails at each of its calls in turn. */
void cfront_fixture_torture(const char *text);
/* The same where an arena ends: it takes blocks seldom, so it ends at another piece each
 * time. */
void cfront_fixture_torture_pieces(const char *text);

/* The text of a span; "-" for nowhere. */
const char *cfront_fixture_text(struct cfront_fixture *f, Span span);
/* What is not the system's: functions, variables and so on, a line each. */
const char *cfront_fixture_functions(struct cfront_fixture *f);
const char *cfront_fixture_body(struct cfront_fixture *f, const char *function);
const char *cfront_fixture_types(struct cfront_fixture *f);
const char *cfront_fixture_globals(struct cfront_fixture *f);
const char *cfront_fixture_annotations(struct cfront_fixture *f);
/* "E0301@t.c:3:4 message", a line each. */
const char *cfront_fixture_errors(struct cfront_fixture *f);

#endif
