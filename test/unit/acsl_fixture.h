/*
 * A C file whose annotations are read, and what was read as text. All fails the test
 * rather than to return an error.
 */
#ifndef ASSAY_UNIT_ACSL_FIXTURE_H
#define ASSAY_UNIT_ACSL_FIXTURE_H

#include "acsl/acsl.h"
#include "cfront_fixture.h"

struct acsl_fixture {
    struct cfront_fixture c;
    const AcslFile *file;
};

void acsl_fixture_init(struct acsl_fixture *f);
void acsl_fixture_done(struct acsl_fixture *f);
/* Reads this as t.c; other files are written with cfront_fixture_write before. */
void acsl_fixture_read(struct acsl_fixture *f, const char *text);

/* Languages, definitions, contracts, invariants, code and what was put aside, a line
 * each. */
const char *acsl_fixture_dump(struct acsl_fixture *f);
/* What was reported, with its excerpts; names of files without their folder. */
const char *acsl_fixture_report(struct acsl_fixture *f);
/* "E0401 E0206": the codes alone, in order. */
const char *acsl_fixture_codes(struct acsl_fixture *f);
/* "integer", "'int *'", "set of real". */
void acsl_fixture_sort(const AcslSort *s, struct assay_buf *out);

/* All at once: reads, compares the dump, and that nothing is reported. */
void acsl_fixture_check(const char *text, const char *dump);
/* The same for the report, whatever else is read. */
void acsl_fixture_check_report(const char *text, const char *report);

#endif
