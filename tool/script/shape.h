/*
 * What is wrong with a program whatever its values are.
 */
#ifndef SCRIPT_SHAPE_H
#define SCRIPT_SHAPE_H

#include "script/program.h"

/*
 * Reports: assignments of what cannot be assigned, functions as values where none can be,
 * types of functions where none can be, code that would have to execute a quantifier;
 * marks recursive specification functions.
 */
void script_check_shape(Script *s);
/* The same of an expression that is executed. */
void script_check_code(Script *s, const Term *t);

/* Walks all terms of a statement and of those in it; types of locals are in it, too. */
void script_walk(const Stmt *stmt, const Visitor *v);

#endif
