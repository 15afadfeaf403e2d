/*
 * What reading the text form of values needs and gives, in one place.
 */
#ifndef ASSAY_UNIT_DECODER_H
#define ASSAY_UNIT_DECODER_H

#include "choice/values.h"

struct decoder {
    struct assay_values values;
    struct assay_buf property, error;
};

static inline void decoder_init(struct decoder *d)
{
    assay_values_init(&d->values, NULL);
    assay_buf_init(&d->property, NULL, 0);
    assay_buf_init(&d->error, NULL, 0);
}

static inline void decoder_done(struct decoder *d)
{
    assay_values_done(&d->values);
    assay_buf_done(&d->property);
    assay_buf_done(&d->error);
}

static inline enum assay_status decode(struct decoder *d, const char *text, size_t len)
{
    return assay_values_decode(&d->values, text, len, &d->property, &d->error);
}

#endif
