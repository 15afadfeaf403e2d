/*
 * Values as text, by their layout: for a reader, or as C that a compiler reads back.
 */
#ifndef ASSAY_CONTRACT_SHOW_H
#define ASSAY_CONTRACT_SHOW_H

#include "contract/value.h"

#define ASSAY_SHOW_ELEMENTS 200 /* of an array, that a reader is shown */

struct assay_show {
    struct assay_buf *out;
    bool as_c;
    unsigned depth;
    /* Writes the pointer that is at `slot`. */
    void (*pointer)(struct assay_show *show, const struct assay_layout *layout,
                    const void *slot);
    void *ctx; /* for it */
};

void assay_show_value(struct assay_show *show, const struct assay_layout *layout,
                      const void *at);
/* "{1, 2}", or a string where `text` and the elements are chars that end with a NUL. */
void assay_show_elements(struct assay_show *show, const struct assay_layout *element,
                         const void *at, size_t count);
/* NULL, the name of a block and an offset, or what else is known of it. */
void assay_show_address(struct assay_buf *out, const void *p);
/* A pointer by its address; one to chars as the string that is there, if it is known. */
void assay_show_pointer(struct assay_show *show, const struct assay_layout *layout,
                        const void *slot);
void assay_show_wide(struct assay_buf *out, assay_wide value);
void assay_show_real(struct assay_buf *out, long double value, size_t size, bool as_c);

#endif
