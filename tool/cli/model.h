/*
 * assay model: the parts of its work. The files are read and the model made (model.c),
 * the program is built (model_build.c), run, and what it wrote is told (model_run.c).
 */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "cli/command.h"
#include "emit/contract.h"
#include "emit/model.h"

/* Forms of the report, and the one for programs; ended by NULL (model.c). */
extern const char *const model_formats[];
enum { MODEL_JSON = 3 };

typedef struct {
    Cli *cli;
    const char *header, *reference, *candidate;
    const char *prefix, *emit, *replay, *store, *database, *compiler;
    uint64_t runs, seed, fuel, findings;
    double seconds, timeout;
    int format;       /* an index into model_formats */
    bool json;        /* short for that format */
    const char *flag; /* of assay.toml; others are in `flags` */
    bool keep, strict, list, no_sanitize;
    const char *const *flags; /* -I, -D and what is behind "--" */
    uint32_t nflags;
    const char *command; /* all of it, for a shell: how this is done again */
} ModelSettings;

/* A C file as it is compiled. */
typedef struct {
    const char *path;
    const CUnit *unit;
    const char *const *flags;
    uint32_t nflags;
} ModelSource;

typedef struct {
    const ModelSettings *settings;
    struct assay_arena arena;
    Diags diags;
    ModelSource header, reference, candidate;
    const AcslFile *library, *checked; /* of the header, of the candidate */
    ModelInput input;
    ModelSummary summary;
    ContractSummary checks; /* of the candidate's contracts, where they are checked */
    struct assay_buf harness, copy; /* texts; the copy of the candidate checks itself */
    bool headed;                    /* the header was named above the report */
    const char *folder;             /* where it is built; NULL before */
    const char *program;            /* in it */
} ModelJob;

/* printf into the job's arena; "" when out of memory. */
#define model_job_text(J, ...) assay_arena_printf(&(J)->arena, __VA_ARGS__)

/* Writes the harness to the file that the user named, unless it is there. COMMAND_HELD,
 * or how the command ends, said why. */
int model_emit(ModelJob *j);
/* Builds the program. COMMAND_HELD, or how the command ends, said why. */
int model_build(ModelJob *j);
/* Removes what was built, unless it is to be kept. */
void model_clean(ModelJob *j);
/* Runs it and passes on what it says; how the command ends. */
int model_run(ModelJob *j);

#endif
