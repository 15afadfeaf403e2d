/* Buffers on the heap: for the test and the programs it prints. */
#include "base/buf.h"
#include <stdlib.h>

static inline struct assay_buf *buf_new(size_t max)
{
    struct assay_buf *b = malloc(sizeof *b);

    assay_buf_init(b, NULL, max);
    return b;
}

static inline void buf_free(struct assay_buf *b)
{
    assay_buf_done(b);
    free(b);
}

static inline void buf_print(struct assay_buf *b, const char *text, int number)
{
    assay_buf_printf(b, "%s:%d", text, number);
}
