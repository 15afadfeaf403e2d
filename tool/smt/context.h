/*
 * Contexts and solvers of Z3. A context gets slower with each query, so it is made anew
 * from time to time.
 */
#ifndef SMT_CONTEXT_H
#define SMT_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

#define CONTEXT_QUERIES 16 /* in one context */

typedef struct {
    Z3_context z3; /* NULL: none */
    uint32_t queries;
} SmtContext;

/* Before each query. False when there is no context. */
bool smt_context_renew(SmtContext *c);
void smt_context_done(SmtContext *c);
/* A solver that looks for models of quantifiers or not; to be released. NULL when out of
 * memory. */
Z3_solver smt_context_solver(Z3_context z3, uint32_t time_ms, bool quantifiers);
/* The time, for measuring. */
uint64_t smt_context_now_us(void);

#endif
