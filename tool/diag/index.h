/*
 * The error index: what each code means, by code, for users. Its text is doc/errors.md,
 * built in by scripts/embed: a section "## CODE: TITLE" for each code. Slices of it are
 * never freed.
 */
#ifndef DIAG_INDEX_H
#define DIAG_INDEX_H

#include "base/str.h"

extern const unsigned char diag_index_errors[];
extern const size_t diag_index_errors_len;

typedef struct {
    struct assay_str code, title;
    struct assay_str body; /* Markdown, without blank lines around it */
} IndexEntry;

/* The next section; start with *at 0. False when there is none. */
bool diag_index_next(size_t *at, IndexEntry *ret_entry);
/* The section of a code, in capitals or not. False when there is none. */
bool diag_index_find(const char *code, IndexEntry *ret_entry);
/* The code that was likely meant. False when none resembles it. */
bool diag_index_resembling(const char *code, struct assay_str *ret_code);

#endif
