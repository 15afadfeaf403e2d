/*
 * What formulas say of some of their variables, whatever the others are: comparisons of
 * sums, with the other variables eliminated (Fourier and Motzkin's way; exact where
 * factors are 1, as they nearly always are). What is no comparison of sums says nothing
 * here.
 */
#ifndef SYNTH_PROJECT_H
#define SYNTH_PROJECT_H

#include "synth/logic.h"

#define PROJECT_ROWS 400 /* comparisons, while they are combined; more are left out */

/* Whether a variable stays. */
typedef bool (*ProjectKeeps)(void *ctx, const Binding *var);

/* Writes formulas over variables that stay, those of `all` that are so already among
 * them, and returns how many: at most PROJECT_ROWS. */
uint32_t project(Logic *l, const Formula *all, uint32_t count, ProjectKeeps keeps,
                 void *ctx, Formula *ret_formulas);

/* Whether a variable is in a comparison of sums as it is, not as a multiple: if that is
 * so of all formulas that speak of it, eliminating it is exact. */
bool project_is_exact(const Logic *l, Formula f, const Binding *var);

/* Leaves out comparisons that follow from others, and alternatives one of which is among
 * them; returns how many are left. */
uint32_t project_tidy(const Logic *l, Formula *all, uint32_t count);

/* Calls `visit` for each variable that occurs free in a formula, as often as it does. */
void logic_variables(const Logic *l, Formula f,
                     void (*visit)(void *ctx, const Binding *var), void *ctx);

#endif
