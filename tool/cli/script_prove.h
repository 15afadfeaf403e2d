/*
 * Proving a program: the solver, under watch, on several cores, with what was proved in
 * earlier runs.
 */
#ifndef CLI_SCRIPT_PROVE_H
#define CLI_SCRIPT_PROVE_H

#include "base/opts.h"
#include "cli/script.h"
#include "script/verify.h"

typedef struct {
    VerifyOptions verify;
    double limit;  /* seconds of a question */
    uint64_t jobs; /* processes; 0: as many as there are cores */
    bool no_cache; /* forget what earlier runs proved */
} ScriptProof;

#define SCRIPT_PROOF_DEFAULT                                                             \
    {                                                                                    \
        .limit = 2                                                                       \
    }

/* --limit, --jobs and --no-cache, for tables of options. */
struct assay_opt script_limit_option(ScriptProof *p);
struct assay_opt script_jobs_option(ScriptProof *p);
struct assay_opt script_cache_option(ScriptProof *p);

typedef struct {
    VerifyStats stats;
    uint32_t asked, undecided;
} ScriptProved;

/* What is done with a program that was proved or not: its diags say. The exit code. */
typedef int (*ScriptThen)(void *ctx, ScriptFile *f, const ScriptProved *proved);

/* Proves a program, and does something with it, in a process of its own. The exit code.
 */
int script_prove(ScriptFile *f, const ScriptProof *p, ScriptThen then, void *ctx);

#endif
