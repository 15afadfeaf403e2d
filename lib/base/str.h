/*
 * Slices of text and strict reading of numbers. A slice owns nothing.
 */
#ifndef ASSAY_BASE_STR_H
#define ASSAY_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct assay_str {
    const char *at;
    size_t len;
};

struct assay_str assay_str(const char *text);
bool assay_str_equal(struct assay_str a, struct assay_str b);
bool assay_str_starts(struct assay_str s, const char *prefix);
/* Matches a shell-like pattern: '*' any run, '?' any byte; the whole text must match. */
bool assay_str_matches(const char *text, const char *pattern);

/*
 * Whether `known` is likely what a mistyped `name` was to be, and nearer to it than
 * *nearest, which then becomes its distance. Start with SIZE_MAX, and the last of several
 * known names that is true for is the one to suggest.
 */
bool assay_str_resembles(struct assay_str name, struct assay_str known, size_t *nearest);

/* The whole slice must be the number; no blanks, no sign for unsigned, no overflow. */
bool assay_str_u64(struct assay_str s, uint64_t *ret_value);
bool assay_str_i64(struct assay_str s, int64_t *ret_value);
/* A finite decimal such as "-1.5e3", with a point whatever the locale. */
bool assay_str_double(struct assay_str s, double *ret_value);
/* Hexadecimal digits, at least one. */
bool assay_str_hex(struct assay_str s, uint64_t *ret_value);

#endif
