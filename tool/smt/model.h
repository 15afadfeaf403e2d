/*
 * Models of Z3 as values: what the variables of a query are, and which resources relate
 * to what. Values live in the arena given.
 */
#ifndef SMT_MODEL_H
#define SMT_MODEL_H

#include "smt/encode.h"
#include "term/eval.h"

#include <z3.h>

#define MODEL_ITEMS 64     /* of an array; longer ones are cut */
#define MODEL_DEPTH 32     /* of a value */
#define MODEL_RESOURCES 64 /* that a world has */
#define MODEL_REGEXPS 16
#define MODEL_NODES 4000 /* of all values; past them null */

typedef struct {
    const Value *x, *y;
    int holds; /* -1: not known */
} ModelPair;

/* repof or uriof: of the pairs listed, and of all others. */
typedef struct {
    ModelPair *pairs;
    uint32_t count;
    int otherwise;
} ModelRelation;

typedef struct {
    Z3_context z3;
    Z3_model model;
    const Encoder *query;
    struct assay_arena *arena;
    Z3_func_decl len, at, has, field, frac; /* NULL: the model does not say */
    uint32_t nodes;
    const Value *resources[MODEL_RESOURCES];
    uint32_t nresources;
    Regexp *regexps[MODEL_REGEXPS]; /* made of the model */
    uint32_t nregexps;
    ModelRelation repof[2], uriof[2]; /* now, and before the call */
    EvalWorld world;                  /* as the model has it */
} Model;

/* `m` must stay in place: its worlds refer to it. */
void smt_model_init(Model *m, Z3_context z3, Z3_model model, const Encoder *query,
                    struct assay_arena *arena);
void smt_model_done(Model *m);
/* The value of a variable; NULL when it has none that is one of the language. */
const Value *smt_model_variable(Model *m, Encoded x);

#endif
