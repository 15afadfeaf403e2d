/*
 * A model of a library, made of its header: a test program in terms of <assay/model.h>
 * that runs the functions of the header beside those of a reference implementation.
 *
 * The functions are paired by their names (model_pair.c), each parameter and result gets
 * a spec by its type and by what the contract says of it (model_spec.c, model_value.c,
 * model_contract.c, model_condition.c), and the whole is written as C that a person could
 * have written (model_write.c). What cannot be paired or made is told, with the reason.
 */
#ifndef EMIT_MODEL_H
#define EMIT_MODEL_H

#include "acsl/acsl.h"
#include "base/buf.h"

typedef struct {
    const AcslFile *library; /* the header, with its contracts */
    const CUnit *reference, *candidate;
    bool opaque;         /* the candidate's code is not known: its unit is the header's */
    const char *header;  /* as the harness includes it: "queue.h" */
    const char *sources; /* what a printed program is compiled with, as text */
    const char *prefix;  /* "OLD:NEW": how the reference's names come about; or NULL */
    const char *places;  /* the header's path, for #line: operations are where it declares
                            their functions; NULL: where they are in the harness */
    const char *build;   /* lines of a comment: how the harness is built; or NULL */
} ModelInput;

/* A function that is not in the model, and why. */
typedef struct {
    const char *name;
    const char *reason; /* "not tested: parameter 'f' is a FILE *" */
} ModelGap;

/* A function that is, and what it is tested against. */
typedef struct {
    const char *name;
    const char *against; /* "ref_push", "its contract" */
    bool judged; /* what its contract ensures is judged by the reference, all of it */
} ModelTest;

typedef struct {
    const char *name; /* of the model, and of the property */
    const ModelTest *tests;
    uint32_t noperations;
    const ModelGap *gaps; /* of the header's functions, then of the reference's */
    uint32_t ngaps;
    uint32_t nfunctions; /* that the header declares */
    bool contracts;      /* the candidate is to be compiled with its contracts checked */
} ModelSummary;

/* What the harness puts before the names of the reference's functions where the reference
 * is renamed: when the candidate or the header has a symbol of the reference's, all of
 * those get other names. */
#define MODEL_RENAMED "reference_"
bool emit_model_renames(const ModelInput *in);

/* Appends the harness to `out`. The texts of the summary are in the library's arena.
 * False when out of memory. */
bool emit_model(const ModelInput *in, struct assay_buf *out, ModelSummary *ret);

#endif
