/*
 * Random programs of SafeScript, and random values of types.
 *
 * Programs are read without errors and most are nearly right: what is divided by, indexed
 * or looked into is guarded, or of a type that says enough. In half of them some guards
 * are forgotten, negated or off by one, some variables are changed although the types of
 * others depend on them, and the like. All functions end, on inputs of the size that is
 * made here.
 */
#ifndef ASSAY_UNIT_SCRIPT_RANDOM_H
#define ASSAY_UNIT_SCRIPT_RANDOM_H

#include "choice/prng.h"
#include "script/run.h"

/* The program of a seed; in the arena. NULL: out of memory. */
const char *script_random_program(struct assay_arena *arena, uint64_t seed);

/*
 * Arguments for a function, one after the other as types depend on those before; the
 * run's globals have their values. NULL: none were found. In the run's arena.
 */
const Value *const *script_random_arguments(ScriptRun *run, const ScriptFunction *f,
                                            struct assay_prng *prng);

#endif
