/*
 * What is known of a model before any scenario runs. Made once in a process.
 */
#ifndef ASSAY_MODEL_PLAN_H
#define ASSAY_MODEL_PLAN_H

#include "model/kind.h"

enum {
    ASSAY_VARIABLE_MAX = 32, /* bytes of a variable's stem */
    ASSAY_NEEDS_MAX = 16,    /* specs that one argument depends on */
};

/* What must be drawn before an argument (depend.c). */
struct assay_needs {
    const struct assay_spec *of[ASSAY_NEEDS_MAX];
    uint32_t count;
    bool late; /* it comes after all that depend on nothing */
};
struct assay_needs assay_needs_of(const struct assay_spec *spec);
/* What this spec itself depends on, or NULL. */
const struct assay_spec *assay_depends_on(const struct assay_spec *spec);

struct assay_plan_operation {
    uint32_t order[ASSAY_ARGUMENTS_MAX];       /* positions, in the order of drawing */
    size_t offset[2][ASSAY_ARGUMENTS_MAX + 1]; /* of arguments and result in a frame */
    size_t frame;                              /* bytes for all of them */
    uint32_t weight;
    uint32_t nneeds;
    uint32_t needs[ASSAY_ARGUMENTS_MAX]; /* abstract types that must have live values */
};

struct assay_plan {
    const struct assay_model *model;
    const struct assay_spec **abstract;    /* by number */
    char (*variables)[ASSAY_VARIABLE_MAX]; /* what values of each are called: "a" */
    uint32_t nabstract;
    bool owners; /* values of some type belong to others */
    struct assay_plan_operation *operations;
    uint32_t *weights;   /* room for those of one choice */
    uint64_t *performed; /* how often, by operation; shared with the child that runs */
    char *problems;      /* NULL: it is sound */
};

/* NULL when out of memory. The caller's to free. */
struct assay_plan *assay_plan_new(const struct assay_model *model);
void assay_plan_free(struct assay_plan *plan);

#endif
