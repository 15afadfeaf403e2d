/*
 * Z3 asked step by step: formulas are built once, and each question is a list of them. A
 * question that begins like the one before goes on from there, so a search that adds a
 * condition at a time pays for that condition only.
 *
 *     Steps *s = steps_new(&(SmtOptions){0});
 *     StepTerm x = steps_variable(s, STEP_INTEGER), one = steps_integer(s, "1");
 *     StepTerm above = steps_op(s, OP_LT, (StepTerm[]){one, x}, 2);
 *     steps_possible(s, &above, 1, &model);    STEPS_YES
 *     steps_true_in(s, model, above);          true
 *
 * Texts are only compared: they are a sort of their own, of which literals are different
 * members. A Steps owns all it has; one thread at a time. What cannot be made is 0, and
 * so is what is made of it; a question about 0 is STEPS_UNKNOWN, and after an axiom that
 * is 0 all are.
 */
#ifndef SMT_STEPS_H
#define SMT_STEPS_H

#include "smt/smt.h"
#include "term/term.h"

#define STEPS_MODELS 1024 /* that are kept; older ones are forgotten */

typedef struct Steps Steps;
typedef uint32_t StepSort;
enum { STEP_BOOLEAN, STEP_INTEGER, STEP_TEXT };
typedef uint32_t StepTerm;
typedef uint32_t StepFunction;
typedef uint64_t StepModel; /* 0: none */

typedef enum { STEPS_NO, STEPS_YES, STEPS_UNKNOWN } StepsAnswer;

/* NULL when out of memory or the solver cannot be started. `memory_mb` is not used. */
Steps *steps_new(const SmtOptions *options);
void steps_free(Steps *s); /* NULL is fine */
SmtStats steps_stats(const Steps *s);

/* ---- Sorts and functions. */

/* A sort about which nothing is known, and one of so many members. */
StepSort steps_sort(Steps *s, const char *name);
StepSort steps_enum(Steps *s, const char *name, uint32_t members);
StepFunction steps_function(Steps *s, const char *name, const StepSort *args,
                            uint32_t count, StepSort result);

/* ---- Terms. */

StepTerm steps_variable(Steps *s, StepSort sort); /* a new one */
StepTerm steps_boolean(Steps *s, bool value);
StepTerm steps_integer(Steps *s, const char *digits);
StepTerm steps_text(Steps *s, const char *key); /* the literal with this key */
StepTerm steps_member(Steps *s, StepSort of, uint32_t number); /* of an enum */
/* AND, OR, NOT, EQ, LT, LE, ADD, MUL, DIV, MOD, NEG */
StepTerm steps_op(Steps *s, TermOp op, const StepTerm *args, uint32_t count);
StepTerm steps_cond(Steps *s, StepTerm test, StepTerm then, StepTerm other);
StepTerm steps_call(Steps *s, StepFunction f, const StepTerm *args, uint32_t count);
/* `var` is a variable of steps_variable(). */
StepTerm steps_quantified(Steps *s, bool all, StepTerm var, StepTerm body);

/* ---- Questions. */

/* Holds in all questions that follow. */
void steps_axiom(Steps *s, StepTerm t);
/* Whether all of them, and the axioms, can hold together: YES has a model. */
StepsAnswer steps_possible(Steps *s, const StepTerm *all, uint32_t count,
                           StepModel *ret_model);
/* Whether a formula is true in a model, which may have been forgotten: then it is not.
 * What the model leaves open is something, the same each time. */
bool steps_true_in(Steps *s, StepModel m, StepTerm t);

/* ---- What is in a model. */

/* A number: of an integer that fits, 0 or 1, the place of a member. False: of texts, if
 * the model was forgotten, or it does not fit. */
bool steps_number_in(Steps *s, StepModel m, StepTerm t, int64_t *ret_number);
/* How many members a sort has there; at least 1. 0: not known. */
uint32_t steps_members_in(Steps *s, StepModel m, StepSort sort);
/* What a function is: of the members of its sorts, which are numbered as by
 * steps_number_in(). Only if all its arguments are of sorts or booleans. */
bool steps_value_in(Steps *s, StepModel m, StepFunction f, const uint32_t *args,
                    int64_t *ret_number);

#endif
