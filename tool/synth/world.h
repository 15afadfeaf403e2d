/*
 * Worlds: finite models of what axioms leave open. A world has members for each sort, a
 * table for each function, and a member for each variable of a program that is of a sort.
 */
#ifndef SYNTH_WORLD_H
#define SYNTH_WORLD_H

#include "synth/program.h"

/* A variable of the facts, and the program's that it stands for. */
typedef struct {
    const Binding *of, *in_program;
} WorldVar;

/* Whether a specification has sorts or functions at all; whether a variable is of a sort.
 */
bool world_is_needed(const Synth *x);
bool world_has(const Synth *x, const Binding *var);
/* A world in which the facts hold. NULL, or why there is none. */
const char *world_make(Synth *x, const Facts *facts, const WorldVar *vars, uint32_t count,
                       ProgramWorld *ret_world);

#endif
