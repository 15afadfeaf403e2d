/*
 * Programs of SafeScript read from texts, and their runs.
 */
#ifndef ASSAY_UNIT_SCRIPT_FIXTURE_H
#define ASSAY_UNIT_SCRIPT_FIXTURE_H

#include "base/buf.h"
#include "script/run.h"

struct script_fixture {
    struct assay_arena arena;
    Diags diags;
    Script script;
    bool read;               /* not out of memory */
    struct assay_arena runs; /* what runs make */
};

/* Reads a program. `mem` may be NULL. */
void script_fixture_init(struct script_fixture *f, const char *text,
                         const struct assay_alloc *mem);
void script_fixture_done(struct script_fixture *f);
/* What was reported, rendered; in the arena. */
const char *script_fixture_reports(struct script_fixture *f);

/*
 * Runs an expression, globals first, in a run of its own. The text, in the arena, is the
 * value or how it failed and where: "6", "fault 3:12 division by zero", "violation 2:5
 * ...", "limit ...", "no memory". `options` may be NULL.
 */
const char *script_fixture_run(struct script_fixture *f, const char *text,
                               const ScriptRunOptions *options);

#endif
