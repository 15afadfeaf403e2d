/*
 * Functions that are made up, as they are called (callback.c) and as the program has them
 * (callback_write.c); those that compare (order.c).
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

enum assay_order { ASSAY_ASCENDING, ASSAY_DESCENDING, ASSAY_COARSE };

struct assay_made_up {
    const struct assay_spec *spec;
    enum assay_order order;   /* of one that compares */
    const char *name;         /* in the program; NULL: it does not occur there */
    struct assay_call *calls; /* to be written: pure ones once each, others all */
    uint32_t ncalls, cap;
    uint32_t lasting; /* of them from operations before */
    bool missed;      /* the candidate does not make all of them */
    struct assay_made_up *next;
};

/* Where arrays among the arguments find their lengths. */
struct assay_scope assay_call_scope(const struct assay_spec *spec, enum assay_side side,
                                    void *const *arguments);
/* The scenario's function with this spec and order; it is made when there is none. */
struct assay_made_up *assay_made_up(struct assay_scenario *s,
                                    const struct assay_spec *spec,
                                    enum assay_order order);
/* What stands for the function in the program: its name, which it has from now on. */
void assay_made_up_print(struct assay_scenario *s, struct assay_made_up *f,
                         const char *stem, struct assay_buf *out);
/* How the program calls parameter `i`. */
const char *assay_parameter_name(struct assay_scenario *s, const struct assay_spec *spec,
                                 uint32_t i);
/* The body of a function that compares. */
void assay_order_write(struct assay_scenario *s, const struct assay_made_up *f,
                       struct assay_buf *out);

static inline bool assay_is_void(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_void;
}

#endif
