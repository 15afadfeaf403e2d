/*
 * assay trace test: the parts of its work. The command (trace_test.c) reads the
 * specification and loads the system; executions are counted, and one that violates the
 * property is shrunk (trace_test_run.c); what came of it is told (trace_test_report.c,
 * trace_test_junit.c).
 */
#ifndef CLI_TRACE_TEST_H
#define CLI_TRACE_TEST_H

#include "cli/trace.h"
#include "cli/trace_system.h"

typedef struct {
    Console *console;
    TraceWish wish;
    const char *system, *replay, *store, *junit;
    uint64_t runs, seed;
    bool own_seed;  /* none was given */
    double timeout; /* of one execution, in seconds */
    bool json, quiet, between, random, pct;
    const char *const *flags; /* for the compiler, ended by NULL */
    uint32_t nflags;
} TraceTestSettings;

/* Of all properties. */
typedef struct {
    uint32_t properties, held, findings, untested;
    uint32_t crashes; /* of the findings */
    uint64_t runs;
    double seconds;
} TraceTotals;

typedef struct {
    const TraceTestSettings *s;
    TraceFile file;
    TraceSystem system;
    struct assay_buf replay; /* choices that are replayed */
    TraceTotals totals;
    struct assay_buf cases; /* of --junit */
} TraceTest;

/* Who decides what happens: the generators; these and chance, in between; chance; chance
 * with priorities. */
typedef enum {
    TRACE_GENERATED,
    TRACE_BETWEEN,
    TRACE_RANDOM,
    TRACE_PCT,
    TRACE_CHANCES
} TraceChance;

/* What executions of one sort came to. */
typedef struct {
    double seconds;
    uint64_t violated, passed, discarded, crashed;
    const char *why;   /* the most frequent reason for discarding, or NULL */
    const char *error; /* the system is used wrongly, or NULL */
} TraceCounts;

/* What is known of a property in the end. */
typedef struct {
    const TraceFound *found; /* the generators */
    TraceCounts counts[TRACE_CHANCES];
    bool has_counts[TRACE_CHANCES];
    struct assay_report *report;        /* with a finding, or NULL */
    struct assay_report *random_report; /* likewise of what only chance found, */
    TraceChance found_by;               /* of this sort */
    const char *command;                /* that tests this property again */
} TraceVerdict;

/* ---- trace_test_run.c */

TraceCounts trace_test_count(TraceTest *t, const struct assay_trace_spec *spec,
                             TraceChance sort);
/* Looks for a violation, or a crash, and shrinks it; or replays one. Sets the report if
 * there is a finding. False when nothing could be run. */
bool trace_test_find(TraceTest *t, const struct assay_trace_spec *spec, TraceChance sort,
                     TraceVerdict *v);
/* The command for a shell that tests a property again, as it is tested now. */
const char *trace_test_command_of(TraceTest *t, const Property *p);
/* The option that has the same ones decide: " --between", or "" for generators. */
const char *trace_test_option(TraceChance chance);

/* ---- trace_test_report.c */

void trace_test_report(TraceTest *t, const TraceVerdict *v);
/* The last line of JSON; of text there is none. */
void trace_test_summary(const TraceTest *t);

/* ---- trace_test_junit.c */

/* Keeps what came of a property for --junit; a verdict of NULL says that it was not
 * tested. */
void trace_test_junit_case(TraceTest *t, const Property *p, const TraceVerdict *v,
                           double seconds);
/* Writes it. False, and it is said, if it cannot be written. */
bool trace_test_junit(TraceTest *t);

#endif
