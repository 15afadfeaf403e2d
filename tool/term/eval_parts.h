/*
 * What the parts of the evaluator share: terms (eval.c), operators (eval_ops.c), types
 * (eval_types.c) and quantifiers (eval_quant.c).
 */
#ifndef TERM_EVAL_PARTS_H
#define TERM_EVAL_PARTS_H

#include "term/eval.h"

/* Keeps the reason, and returns the status. */
EvalStatus eval_fail(Eval *e, EvalStatus status, const Term *where, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));
EvalStatus eval_no_memory(Eval *e, const Term *where);
/* Gives a value that was made; without one, memory is out. */
EvalStatus eval_give(Eval *e, const Term *where, const Value *v, const Value **ret_value);
/* Goes one deeper, for one step; eval_leave only if it is EVAL_OK. */
EvalStatus eval_enter(Eval *e, const Term *where);
void eval_leave(Eval *e);
/* Pays for work; EVAL_LIMIT when no steps are left. */
EvalStatus eval_pay(Eval *e, uint64_t steps, const Term *where);

/* Of a term that must be a Boolean. */
EvalStatus eval_condition(Eval *e, const Term *t, const EvalFrame *frame,
                          bool *ret_holds);
EvalStatus eval_op(Eval *e, const Term *t, const EvalFrame *frame,
                   const Value **ret_value);
EvalStatus eval_quant(Eval *e, const Term *t, const EvalFrame *frame,
                      const Value **ret_value);
/* "a string" */
const char *eval_kind_text(const Value *v);

#endif
