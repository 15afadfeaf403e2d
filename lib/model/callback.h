/*
 * Functions that are made up, as they are called (callback.c) and as the program has them
 * (callback_write.c).
 */
#ifndef ASSAY_MODEL_CALLBACK_H
#define ASSAY_MODEL_CALLBACK_H

#include "model/parts.h"

struct assay_call {
    const struct assay_spec *spec;
    enum assay_side side; /* of the arguments */
    void *arguments[ASSAY_ARGUMENTS_MAX];
    void *result[2]; /* NULL when there is none */
};

struct assay_made_up {
    const struct assay_spec *spec;
    const char *name;         /* in the program; NULL: it does not occur there */
    struct assay_call *calls; /* to be written: pure ones once each, others all */
    uint32_t ncalls, cap;
    uint32_t lasting; /* of them from operations before */
    struct assay_made_up *next;
};

static inline bool assay_is_void(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_void;
}

#endif
