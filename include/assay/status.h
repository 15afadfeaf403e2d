/*
 * Statuses and memory: the two things every part of libassay shares.
 *
 * A function that can fail returns an enum assay_status: 0 is success, anything else
 * left its out-parameters untouched. libassay never prints, exits or aborts; the one
 * exception is assay_main(), the front of the runner.
 */
#ifndef ASSAY_STATUS_H
#define ASSAY_STATUS_H

#include <stddef.h>

enum assay_status {
    ASSAY_OK = 0,
    ASSAY_NO_MEMORY,   /* the allocator returned NULL */
    ASSAY_BAD_USE,     /* the caller broke a function's contract */
    ASSAY_EMPTY_RANGE, /* nothing to choose from: lo > hi, no alternatives */
    ASSAY_TOO_LARGE,   /* a limit fixed at the start was reached */
    ASSAY_BAD_FORMAT,  /* a text form is damaged or truncated */
    ASSAY_BAD_VERSION, /* a text form of a newer version */
    ASSAY_IO,          /* the operating system refused; see errno */
    ASSAY_NO_MATCH,    /* the word is no sentence of the language */
    ASSAY_NOT_ONE,     /* nothing, or several, where exactly one is wanted */
    ASSAY_REJECTED,    /* an assumption did not hold: the test does not count */
};

/* A lower-case phrase such as "out of memory". Never NULL. */
/*@ assigns \nothing;
    ensures valid_read_string(\result) && 0 < strlen(\result) < 40;
    ensures \forall integer i; 0 <= i < strlen(\result) ==>
      'a' <= \result[i] <= 'z' || \result[i] == ' ';
    hyper distinct:
      status{2} = \any;
      ensures ASSAY_OK <= status < status{2} <= ASSAY_REJECTED ==>
        \text(\result, strlen(\result)) != \text(\result{2}, strlen(\result{2}));
*/
const char *assay_status_text(enum assay_status status);

/*
 * An allocator: one function in the manner of realloc. `now` == 0 frees and returns NULL;
 * `ptr` == NULL allocates. On failure it returns NULL and leaves `ptr` alone.
 */
struct assay_alloc {
    void *(*resize)(void *ctx, void *ptr, size_t old, size_t now);
    void *ctx;
};

/* The libc allocator; what a NULL allocator stands for everywhere. */
extern const struct assay_alloc assay_alloc_libc;

#endif
