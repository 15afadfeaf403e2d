/*
 * Executing a property in this process, which is the child, or the caller's own process
 * when there is no child. Orders come from the runner; what happens is in the journal.
 */
#ifndef ASSAY_RUN_EXECUTE_H
#define ASSAY_RUN_EXECUTE_H

#include "run/body.h"

struct assay_executor {
    const struct assay_property *property;
    struct assay_shared *shared;
    struct assay_arena arena;
    struct assay_body body;
    struct assay_test test;
    jmp_buf escape;
    struct assay_values mutant; /* of the targeted search */
    uint64_t memory;            /* bytes this process may grow by */
    uint64_t pages;             /* its size at the start */
    int statm;                  /* /proc/self/statm, -1 when not to be watched */
    uint64_t in_use;      /* bytes that malloc had given out after the last execution */
    uint32_t program_max; /* operations of a program at most, 0 for no limit */
    uint64_t program_only;
    const volatile int *exhausted; /* NULL, or not 0: there is nothing left to try */
    bool leaks;
    bool littered; /* by executions that did not pass */
    bool in_rows;  /* look for leaks once in a while: whoever orders knows what to do */
    const unsigned char *mine; /* NULL, or a byte that is 0 in what the property forks */
};

/* `mem` is for values that tests make; NULL is libc. */
void assay_executor_init(struct assay_executor *x, const struct assay_property *property,
                         struct assay_shared *shared, const struct assay_alloc *mem);
void assay_executor_done(struct assay_executor *x);
/* Starts watching the growth of this process. */
void assay_executor_watch(struct assay_executor *x, uint64_t memory);

struct assay_reply assay_executor_obey(struct assay_executor *x,
                                       const struct assay_command *command);

/* One execution; counts nothing. */
enum assay_end assay_execute(struct assay_executor *x, struct assay_source *source,
                             const struct assay_hooks *hooks);

/* Makes of the best record of a target a list of values that differs a little; what is
 * missing is to be filled at random. False when there is no target yet. (search.c) */
bool assay_search_mutate(struct assay_executor *x, struct assay_prng *prng);
/* Keeps the record of the execution that just passed where it was the best. */
void assay_search_keep(struct assay_executor *x);

/* The size of a process in pages, the larger of resident and data, from an open
 * /proc/PID/statm; 0 when it cannot be read. */
uint64_t assay_pages_of(int statm);
uint64_t assay_page_size(void);

/* ---- Memory left allocated (leak.c) */

/* Whether it is known for sure what is leaked, but for the whole process only: what one
 * execution leaves behind is seen after all others, too. */
bool assay_leak_is_global(void);
/* From here on, what is allocated counts. */
void assay_leak_start(struct assay_executor *x);
/* Whether the execution that just passed left memory allocated; if so the journal says
 * how much. May execute it again. */
bool assay_leak_check(struct assay_executor *x);
/* The same for one of which it is known, or likely, that it leaked: by the bytes. With
 * `surely` LeakSanitizer must agree: what is allocated may still be of use. */
bool assay_leak_check_again(struct assay_executor *x, bool surely);
/* Whether what an execution leaves spoils the look at later ones. */
bool assay_leak_litters(void);
/* Whether the executions since the last look may have; one that was rejected may, by the
 * way. */
bool assay_leak_suspect(struct assay_executor *x);

#endif
