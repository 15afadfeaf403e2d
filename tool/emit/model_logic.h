/*
 * Inside of the maker of models: preconditions taken apart, and printed.
 */
#ifndef EMIT_MODEL_LOGIC_H
#define EMIT_MODEL_LOGIC_H

#include "emit/contract_parts.h"
#include "emit/model_parts.h"

/* ---- Parts of a precondition (model_contract.c) */

bool model_is_param(const AcslNode *n, const CParam *p);
bool model_constant(const AcslNode *n, Wide *ret);
bool model_is_comparison(const AcslNode *n);

/* Calls `visit` for each conjunct until it returns false; whether it never did. */
typedef bool ModelVisit(void *ctx, const AcslNode *conjunct);
bool model_each_conjunct(const AcslNode *n, ModelVisit *visit, void *ctx);
/* For those of what is required always. */
bool model_each_required(const ModelOperation *o, ModelVisit *visit, void *ctx);

/* The range of indices that \valid(p + (lo .. hi)) says p is valid for, or NULL. */
const AcslNode *model_valid_range(const AcslNode *n, const CParam *p);

/* How much a pointer leads to. */
typedef struct {
    const CFunction *f;
    const CParam *array;
    int length;    /* the parameter that says it, or -1 */
    int64_t fixed; /* the number, or 0 */
} ModelExtent;
ModelExtent model_extent(const ModelOperation *o, uint32_t array);

/* A part of a contract on one line, as ACSL (model_condition.c). */
const char *model_clause_text(Model *m, const AcslNode *n);

/* ---- C text (model_print.c) */

typedef struct {
    Model *m;
    const ModelOperation *o;
    Emit emit;     /* for intervals */
    uint32_t used; /* parameters, a bit each */
    const char *cast;
    const char *answer; /* what \result is called; NULL: there is none */
    bool cannot;        /* something has no plain form: the text is not to be used */
} ModelPrint;

ModelPrint model_print(Model *m, const ModelOperation *o);
const char *model_term(ModelPrint *p, const AcslNode *n);
const char *model_truth(ModelPrint *p, const AcslNode *n);
/* The library's function that a logic function stands for, if the reference has it. */
const ModelOperation *model_stands_for(Model *m, const AcslNode *call);

#endif
