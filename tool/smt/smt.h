/*
 * Z3 as the prover of terms (term/prover.h).
 *
 * Values are one algebraic datatype, so no two sorts of values are ever equal. Arrays are
 * a map and a length, objects a map from names to optional values, and a predicate, not
 * an axiom over all of the datatype, says which of them are well formed: so nothing
 * contradictory is ever assumed. encode.c has the encoding and why it is consistent.
 *
 * An answer is cached by the text of its query.
 */
#ifndef SMT_SMT_H
#define SMT_SMT_H

#include "term/prover.h"
#include <stdio.h>

typedef struct Smt Smt;
typedef struct ProofStore ProofStore; /* store.h */

typedef struct {
    uint32_t time_limit_ms; /* of a query; 0: SMT_TIME_LIMIT */
    uint32_t memory_mb;     /* of the solver; 0: SMT_MEMORY */
    FILE *dump;             /* NULL, or each query is written to it as SMT-LIB */
    ProofStore *store;      /* NULL, or proofs that are kept elsewhere, too */
} SmtOptions;

#define SMT_TIME_LIMIT 2000
#define SMT_MEMORY 2048

typedef struct {
    uint32_t queries, cached;
    uint32_t proved, refuted, undecided;
    uint64_t time_us; /* in the solver */
} SmtStats;

/* NULL when the solver cannot be started or memory is out. */
Smt *smt_new(const SmtOptions *options);
void smt_free(Smt *s); /* NULL is fine */
Prover smt_prover(Smt *s);
SmtStats smt_stats(const Smt *s);
const char *smt_version(void);

#endif
