/*
 * Between the files of logic.h.
 */
#ifndef SYNTH_LOGIC_PARTS_H
#define SYNTH_LOGIC_PARTS_H

#include "synth/logic.h"

/* A node as it is, the one that is there already or a new one. */
Formula logic_make_op(Logic *l, TermOp op, const Formula *args, uint32_t count);
static inline Formula logic_make_op2(Logic *l, TermOp op, Formula a, Formula b)
{
    return logic_make_op(l, op, (Formula[]){a, b}, 2);
}

/* ---- Sums: logic_linear.c. */

/* ADD, SUB, NEG, MUL, and LT, LE, EQ of numbers: with sums collected, so that what says
 * the same of sums is mostly the same formula. */
Formula logic_arithmetic(Logic *l, TermOp op, Formula a, Formula b);

#endif
