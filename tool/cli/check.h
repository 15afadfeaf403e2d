/*
 * assay check: the parts of its work. A file is read and instrumented (check.c), built
 * into a test program (check_build.c), run (check_run.c, check_fuzz.c), and what came out
 * is told (check_report.c, check_runs.c, check_json.c, check_junit.c).
 */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/command.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "emit/contract.h"
#include "term/value.h"
#include <stdio.h>

typedef enum { ENGINE_RANDOM, ENGINE_LIBFUZZER, ENGINE_AFL } CheckEngine;

typedef struct {
    Progress line;
    double start, testing; /* when that began; 0: not yet */
} CheckProgress;

typedef struct {
    Cli *cli;
    CheckProgress *progress;
    const char *function, *behavior;
    uint64_t runs, seed, jobs;
    bool own_seed; /* none was given */
    double seconds;
    bool json, strict, keep, quiet, no_sanitize, coverage;
    int engine; /* CheckEngine */
    const char *junit, *store, *replay, *database, *compiler;
    const char *const *flags; /* after "--" */
    uint32_t nflags;
} CheckSettings;

/* A line of a function under test that has code. */
typedef struct {
    uint32_t line;
    bool executed;
} CheckLine;

typedef struct {
    const CheckLine *lines; /* in order */
    uint32_t count;
} CheckLines;

/* What the test program told of a property. */
typedef struct {
    const ContractTest *test;
    const char *verdict; /* "held", "broken", "starved" ...; "" when it did not run */
    uint64_t runs, rejected;
    double seconds;
    const char *error;
    uint64_t unevaluated; /* runs in which a clause could not be */
    const char *unmade;   /* what happened before a call; NULL: nothing did */
    const char *slow;   /* inputs that took long, "name = value" lines; NULL: none did */
    CheckLines lines;   /* with --coverage */
    const Value *event; /* as the test program told it, or NULL */
} CheckResult;

#define CHECK_RUNS 8 /* of a hyperproperty, at most */

/* Something in all runs of a hyperproperty. */
typedef struct {
    const char *kind;               /* "equal" and "may": inputs; "must", "seen" */
    const char *name;               /* "x", "\\result" */
    const char *values[CHECK_RUNS]; /* NULL where it was not told */
} CheckRow;

typedef struct {
    const ContractTest *test;
    const Value *event; /* as the test program told it */
    /* From its notes: */
    const char *message;     /* of the event, with functions for addresses */
    const char *clause_kind; /* "" when no clause is broken */
    const char *clause_of;   /* the function whose clause it is */
    const char *file;
    uint32_t line, column, length;
    bool called;          /* the function was, when it happened */
    bool in_logic;        /* it happened while the contract was evaluated */
    const char *caller;   /* "file:line" or "" */
    const char *returned; /* "" when it did not */
    const char *setup;    /* C that makes the inputs */
    const char *details;  /* "term = value" lines */
    CheckRow *rows;       /* of the runs of a hyperproperty; none when one failed */
    uint32_t nrows;
    const char *reproducer;
} CheckFinding;

/* What the user's file shares with others has this name in the test program. */
#define CHECK_RENAMED "user_%s"

/* A function that no file given has. */
typedef struct {
    const char *name;
    bool own;           /* the user's file has it */
    const char *source; /* the file it was found in, or NULL */
    const char *object; /* what became of the file; NULL: it is in another's */
} CheckMissed;

typedef struct {
    CheckMissed *at;
    uint32_t count;
} CheckMissing;

/* A file and all that comes of it. */
typedef struct CheckJob {
    const CheckSettings *settings;
    const char *path;
    const struct CheckJob *before; /* the files before it, */
    uint32_t nbefore;              /* and how many */
    struct assay_arena arena;
    Diags diags;
    const CUnit *unit;
    const AcslFile *acsl;
    ContractSummary summary;
    const char *const *flags; /* of the compiler */
    uint32_t nflags;
    const char *folder;  /* where it is built; NULL before */
    const char *program; /* in it */
    CheckMissing missing;
    CheckResult *results; /* as many as the summary has tests */
    CheckFinding *findings;
    uint32_t nfindings;
} CheckJob;

/* printf into the job's arena; "" when out of memory. */
#define check_text(J, ...) assay_arena_printf(&(J)->arena, __VA_ARGS__)

/* Whether the programs that the options ask for are there; says which are not. */
bool check_has_tools(const CheckSettings *s);
/* Builds the program. COMMAND_HELD, or how the command ends, said why. */
int check_build(CheckJob *j, const struct assay_buf *copy, const struct assay_buf *main);
/* Whether it is defined in the user's file, and other files can use it. */
bool check_is_shared_function(const CFunction *f);
bool check_is_shared_variable(const CGlobal *g);
/* Adds the functions that a linker said are undefined, with their files; whether there
 * were new ones. */
bool check_missing(CheckJob *j, const char *said, CheckMissing *m);
/* A C file with functions in the place of those that were not found. */
void check_missing_stubs(const CheckMissing *m, struct assay_buf *out);
/* Removes what was built, unless it is to be kept. */
void check_clean(CheckJob *j);

/* A program to be run, one of several. */
typedef struct {
    const char *const *words;
    const char *what; /* for the progress; NULL: it tells by its file */
    struct {
        const char *name, *value;
    } environment[3];     /* set for it; NULL: none */
    const char *progress; /* the file ASSAY_PROGRESS, or NULL */
    double seconds;       /* at most; 0: any */
    bool anyway;          /* even after an interrupt */
    bool runs;
    struct assay_buf out, error;
    Ended ended;
} CheckTask;

/* Tasks for `count` programs; NULL when out of memory. */
CheckTask *check_tasks_new(CheckJob *j, uint32_t count);
/* Runs them, as many at once as the settings say, until all have ended or an interrupt
 * came. False when one could not be started. */
bool check_tasks_run(CheckJob *j, CheckTask *tasks, uint32_t count);
void check_tasks_done(CheckTask *tasks, uint32_t count);

/* A text of an event of the test program's; "" when there is none. */
struct assay_str check_event_text(const Value *event, const char *name);
/* Runs the tests, fills in results and findings. COMMAND_HELD, or how the command ends.
 */
int check_run(CheckJob *j);

/* A fuzzer on one behavior. */
typedef struct {
    const char *crash; /* the input that fails, a file; NULL: none was found */
    bool accepted;     /* an input that satisfies the precondition was found */
    uint64_t runs;
    double seconds;
} CheckFuzzed;

/* Has the engine look for failures: one CheckFuzzed for each test. NULL when that cannot
 * be, said why. */
const CheckFuzzed *check_fuzz(CheckJob *j);
/* The C file with the entry that fuzzers call. */
void check_fuzz_source(const CheckJob *j, struct assay_buf *out);

/* The copy so that only the user's code has lines in the user's file. */
void check_coverage_copy(const struct assay_buf *copy, struct assay_buf *out);
/* The C file that saves counts after each execution, and the linker's options for it. */
void check_coverage_source(const CheckJob *j, struct assay_buf *out);
void check_coverage_options(const CheckJob *j, struct assay_buf *out);
/* Where the counts of a test go. */
const char *check_coverage_folder(CheckJob *j, uint32_t test);
/* Fills in the lines of the results; false when they cannot be read, said why. */
bool check_coverage_read(CheckJob *j);
/* The lines of a function over all of its behaviors. */
CheckLines check_coverage_of(CheckJob *j, const CFunction *f);
uint32_t check_lines_executed(CheckLines l);

/* What is being done with a file. */
void check_progress_say(const CheckJob *j, const char *what);
void check_progress_tasks(CheckJob *j, const CheckTask *tasks, uint32_t count);
void check_progress_hide(const CheckSettings *s);

/* Whether its choices are saved, or few. */
bool check_can_replay(const CheckFinding *f);
/* The command that replays a finding, as a shell takes it. */
void check_add_replay(CheckJob *j, const CheckFinding *f, struct assay_buf *out);
/* What of it could not be saved, and why. */
void check_add_unsaved(const CheckJob *j, const CheckFinding *f, struct assay_buf *out);
/* The line of the clause with carets below what is false; nothing if it is nowhere. */
void check_add_excerpt(const CheckJob *j, const CheckFinding *f, struct assay_buf *out);
/* "f(1, {2, 3}) returned 4" */
void check_add_call(const CheckFinding *f, struct assay_buf *out);
/* Writes a finding as a C program, beside its saved choices. */
void check_reproduce(CheckJob *j, CheckFinding *f);
/* Its parts for a hyperproperty: what must hold, as lines of a comment; headers; the runs
 * up to the end of main. */
void check_reproduce_wishes(CheckJob *j, const CheckFinding *f, FILE *out);
void check_reproduce_headers(const CheckFinding *f, FILE *out);
void check_reproduce_runs(CheckJob *j, const CheckFinding *f, FILE *out);

/* A note of a run, "2|may|key|1". */
void check_runs_note(CheckJob *j, CheckFinding *f, const char *text);
/* Whether a line "x' = 1" only says what is in the rows. */
bool check_runs_tell(const CheckFinding *f, const char *line, size_t len);
/* The rows as a table. */
void check_runs_report(CheckJob *j, const CheckFinding *f, struct assay_buf *out);
/* As members of an object: "hyper", "hyper_kind", "runs". */
struct assay_json;
void check_runs_json(struct assay_json *json, const CheckFinding *f);

/* Whether it did not show again with the same inputs. */
bool check_is_flaky(const CheckFinding *f);
/* Takes functions in headers that a file before had, too, out of what is not tested. */
void check_forget_told(CheckJob *j);
/* In a few words: "postcondition broken". */
const char *check_kind(CheckJob *j, const CheckFinding *f);
/* Whether the clause that is broken is of a function that the tested one called. */
bool check_is_of_callee(const CheckFinding *f);
void check_report(CheckJob *j, struct assay_buf *out);
void check_report_finding(CheckJob *j, uint32_t number, struct assay_buf *out);
void check_report_json(CheckJob *j, struct assay_buf *out);
/* The last line. */
void check_summary(const CheckJob *jobs, uint32_t count, int code, struct assay_buf *out);
typedef struct {
    uint32_t functions, behaviors, held, findings, clauses, dropped, untested;
    uint64_t runs;
    double seconds; /* of all tests, one after the other */
} CheckTotals;

void check_summary_json(const CheckJob *jobs, uint32_t count, const CheckTotals *totals,
                        struct assay_buf *out);
/* Clauses that are not checked, grouped; functions that are not tested. */
void check_report_gaps(CheckJob *j, struct assay_buf *out);
/* Where what is said of a function begins, behind its name. */
size_t check_report_column(const CheckJob *j);
/* Appends blanks, at least one, until `to` bytes are behind `start`. */
void check_report_pad(struct assay_buf *out, size_t start, size_t to);
/* The line for one clause that is not checked, with its reason. */
void check_put_drop(const Diags *diags, const ContractDrop *d, struct assay_buf *out);
/* Says, for --strict, which they are. True when there are any. */
bool check_complain_of_gaps(CheckJob *j);
/* The XML file of all. COMMAND_HELD, or how the command ends. */
int check_junit(CheckJob *jobs, uint32_t count, const CheckSettings *s);

#endif
