/* Lists of values on the heap: for the test and the programs it prints. */
#include "choice/values.h"
#include <stdlib.h>

static inline struct assay_values *values_new(void)
{
    struct assay_values *v = malloc(sizeof *v);

    assay_values_init(v, NULL);
    return v;
}

static inline void values_free(struct assay_values *v)
{
    assay_values_done(v);
    free(v);
}

static inline enum assay_status values_add_text(struct assay_values *v, const char *text)
{
    return assay_values_add_bytes(v, ASSAY_KIND_TEXT, text, (uint32_t)strlen(text));
}

/* Writes one list as text, with the byte at `place` changed to `c` if there is one, and
 * reads it into another. */
static inline enum assay_status values_send(const struct assay_values *from,
                                            char separator, size_t place, char c,
                                            struct assay_values *to)
{
    struct assay_buf text, name, error;
    enum assay_status status;

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&name, NULL, 0);
    assay_buf_init(&error, NULL, 0);
    assay_values_encode(from, "a property", separator, &text);
    if (place < text.len)
        text.at[place] = c;
    status = assay_values_decode(to, text.at, text.len, &name, &error);
    if (status == ASSAY_OK && strcmp(name.at, "a property") != 0)
        status = ASSAY_NO_MATCH;
    assay_buf_done(&text);
    assay_buf_done(&name);
    assay_buf_done(&error);
    return status;
}
