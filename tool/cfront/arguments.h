/*
 * The arguments of a compiler that matter to who reads the code: where headers are, what
 * is defined, which C it is and for which machine. All others are about warnings, code
 * and files to write.
 */
#ifndef CFRONT_ARGUMENTS_H
#define CFRONT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* How many of the `left` arguments at `at` belong together: an option and its value. At
 * least 1. *ret_keep: whether they matter; *ret_path: where in the last of them a path
 * begins, or -1. */
uint32_t cfront_argument_length(const char *const *at, uint32_t left, bool *ret_keep,
                                int *ret_path);

#endif
