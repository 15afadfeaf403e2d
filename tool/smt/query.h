/*
 * One question to Z3: encoded, solved, and its answer as values.
 */
#ifndef SMT_QUERY_H
#define SMT_QUERY_H

#include "smt/encode.h"

#include <z3.h>

typedef struct {
    Z3_context z3;
    struct assay_arena *arena;
    uint32_t time_limit_ms;
    const Scope **items; /* outermost first */
    uint32_t count;
    const Term *goal; /* NULL: whether the scope can hold */
    bool quick;       /* only a proof is wanted, no values */
    Encoder encoder;
    struct assay_buf text; /* without the prelude */
    /* The answer: */
    ProverAnswer answer;
    const char *why;
    const Value **values; /* REFUTED: of items that are variables */
    /* How it was found: */
    bool quantifiers; /* looking for models of quantifiers */
    bool small;       /* with short arrays only; such a search proves nothing */
    uint64_t time_us;
} Query;

/* Encodes it. False: it cannot be asked, `why` says why, but the simplest values may be
 * the answer. To be freed with smt_query_done. */
bool smt_query_init(Query *q, const Scope *scope, const Term *goal,
                    struct assay_arena *arena);
void smt_query_done(Query *q);
/* Whether the simplest values are the answer. */
bool smt_query_refute_simply(Query *q);
/* Whether small values are: all are tried, the smallest first. */
bool smt_query_refute_small(Query *q);
void smt_query_solve(Query *q, Z3_context z3, uint32_t time_limit_ms);
/* What is added to the text of a search for short arrays. */
#define QUERY_SMALL                                                                      \
    "(assert (forall ((v Value)) (! (<= (len v) 3) :pattern ((len v)))))\n"
/* Whether an item is a variable that the goal, or what is known of it, speaks of. */
const bool *smt_query_matters(const Query *q);

#endif
