/*
 * Z3 for formulas over integers, booleans and sorts of one's own, without the values of
 * term/. Sorts, functions and axioms are declared once; then one asks which formulas
 * follow from the axioms.
 *
 *     Plain *p = plain_new(&(SmtOptions){0});
 *     plain_sort(p, "Event");
 *     plain_function(p, "at", "Event", "Int");
 *     plain_function(p, "e", "", "Event");
 *     plain_axiom(p, "(forall ((x Event)) (>= (at x) 0))");
 *     plain_valid(p, "(> (at e) (- 1))", NULL);    PLAIN_VALID
 *
 * Formulas, names and sorts are SMT-LIB. What is malformed is PLAIN_MALFORMED at the next
 * question. A Plain owns all it has; one thread at a time.
 */
#ifndef SMT_PLAIN_H
#define SMT_PLAIN_H

#include "smt/smt.h"

#define PLAIN_TEXT (4u << 20)    /* bytes of all that is declared and asked */
#define PLAIN_CONSTANTS_MAX 4096 /* in a model */

typedef struct Plain Plain;

typedef enum {
    PLAIN_VALID,   /* it follows from the axioms */
    PLAIN_INVALID, /* it does not: there is a model */
    PLAIN_UNKNOWN, /* the solver gave up */
    PLAIN_MALFORMED,
    PLAIN_NO_MEMORY,
} PlainAnswer;

typedef enum { PLAIN_INT, PLAIN_BOOL, PLAIN_ELEMENT, PLAIN_OTHER } PlainKind;

/* What a constant is in a model. */
typedef struct {
    const char *name;
    PlainKind kind;
    int64_t number;   /* INT, BOOL; ELEMENT: which of its sort, equal ones alike */
    const char *text; /* as Z3 writes it; also of integers that do not fit */
} PlainValue;

/* Constants the model does not list may be anything. Valid until the next question. */
typedef struct {
    const PlainValue *values;
    uint32_t count;
} PlainModel;

/* `memory_mb` is not used. NULL when out of memory or the solver cannot be started. */
Plain *plain_new(const SmtOptions *options);
void plain_free(Plain *p); /* NULL is fine */

void plain_sort(Plain *p, const char *name);
/* `arguments` are sorts with blanks between them; "" for a constant. */
void plain_function(Plain *p, const char *name, const char *arguments,
                    const char *result);
void plain_axiom(Plain *p, const char *formula);

/* A mark, and forgetting what was declared after it. */
size_t plain_mark(const Plain *p);
void plain_forget(Plain *p, size_t mark);

/* Whether the formula follows. INVALID: *ret_model, unless NULL, makes it false. */
PlainAnswer plain_valid(Plain *p, const char *formula, PlainModel *ret_model);
/* Whether axioms and formula can hold together: INVALID and a model if they can, VALID if
 * they never do. */
PlainAnswer plain_possible(Plain *p, const char *formula, PlainModel *ret_model);
/* The value of a constant in a model, or NULL. */
const PlainValue *plain_find(const PlainModel *m, const char *name);
SmtStats plain_stats(const Plain *p);

#endif
