/*
 * What an execution of a simulation, or a run of a trace, stands on: the test that it is
 * part of, and memory. One by hand has no test: what would end the test ends the program
 * then, with the status 2.
 */
#ifndef ASSAY_SIM_GROUND_H
#define ASSAY_SIM_GROUND_H

#include "base/arena.h"
#include "choice/test.h"
#include <stdarg.h>

struct assay_ground {
    struct assay_test *test; /* NULL: by hand */
    struct assay_arena *arena;
};

/* Memory of the execution, zeroed. Does not return if there is none; nor do the others.
 */
void *assay_ground_new(struct assay_ground g, size_t count, size_t size);
/* Makes room for one more in an array. */
void assay_ground_grow(struct assay_ground g, void **at, size_t *cap, size_t count,
                       size_t size);
const char *assay_ground_format(struct assay_ground g, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Ends it with an error: somebody uses it wrongly. */
_Noreturn void assay_ground_misuse(struct assay_ground g, const char *format,
                                   va_list args) __attribute__((format(printf, 2, 0)));

#endif
