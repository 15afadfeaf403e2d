/*
 * Inside of formulas: what their files share. Terms become texts, NULL for what cannot be
 * said. A text with a '?' has a variable of a quantifier in it: nothing can stand for
 * that, so the quantifier as a whole is given up. Elsewhere what cannot be said is given
 * up at the smallest term.
 */
#ifndef ACSL_FORMULA_PARTS_H
#define ACSL_FORMULA_PARTS_H

#include "acsl/formula.h"

#define FORMULA_DEPTH 200 /* of terms, and of definitions in definitions */

typedef const char *FormulaTranslate(Formula *f, const AcslNode *n);

/* ---- Texts. NULL when one is too long, or a part of it is NULL. */

const char *formula_say(Formula *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *formula_say_one(Formula *f, const char *op, const char *a);
const char *formula_say_two(Formula *f, const char *op, const char *a, const char *b);

/* ---- Constants. NULL for a key that is NULL, or has a variable of a quantifier. */

/* The constant for a key; an empty one is a new constant every time. */
const char *formula_constant(Formula *f, const char *key, bool boolean,
                             const CType *type);
/* A constant for what has no other meaning here. */
const char *formula_opaque(Formula *f, const char *key, const AcslNode *n);
/* For keys: values of sorts that differ in it are read from memory in other ways. */
const char *formula_class(Formula *f, const AcslSort *sort);
/* What cannot be said is any value. NULL inside of quantifiers. */
const char *formula_given_up(Formula *f, const AcslNode *n, bool boolean);

/* ---- Names that stand for something: `body` translates what they stand for. */

const char *formula_bound(const Formula *f, const AcslVar *var);
const char *formula_let(Formula *f, const AcslNode *n, FormulaTranslate *body);
const char *formula_call(Formula *f, const AcslNode *n, FormulaTranslate *body);
const char *formula_at(Formula *f, const AcslNode *n, FormulaTranslate *body);
/* One constant for a call or built-in with the same arguments in the same state. */
const char *formula_opaque_call(Formula *f, const AcslNode *n, const char *name);
/* Whether a state is the one at the call. */
bool formula_is_known_state(const Formula *f, const AcslLabel *l);

/* ---- Terms and predicates. */

/* Of numbers, and of pointers; of others a name for them. */
const char *formula_term(Formula *f, const AcslNode *n);
const char *formula_predicate(Formula *f, const AcslNode *n);
const char *formula_conditional(Formula *f, const AcslNode *n, FormulaTranslate *part);
bool formula_is_number(const AcslNode *n);

#endif
