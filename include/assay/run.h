/*
 * Running properties: assay_main() for a test program of its own, assay_check() from any
 * other test framework.
 *
 * The executions happen in a child process that is started again when it dies, so a
 * crash, an exit, an endless loop or a flood of memory is a finding like any other: it is
 * shrunk, replayed and saved. What fails is kept under .assay/ and tried first the next
 * time.
 */
#ifndef ASSAY_RUN_H
#define ASSAY_RUN_H

#include <assay/test.h>

#ifndef ASSAY_VERSION
#define ASSAY_VERSION "0.1.0"
#endif

typedef void assay_property_fn(struct assay_test *t);
struct assay_progress;

/* A value for a name that the property draws; arrays of them end with a NULL name. */
struct assay_given {
    const char *name;
    const void *value; /* of the generator's type */
};

/* How to run. A field that is 0 has its default; assay_options_default() tells them. */
struct assay_options {
    uint64_t runs;   /* executions that count: 2 000 */
    double seconds;  /* of search per property: 60; a finding's shrinking may take half */
    uint64_t seed;   /* 0: a new one every time, reported */
    double timeout;  /* seconds for one execution: 1 */
    uint64_t memory; /* bytes the child may grow by: 1 GiB */
    uint32_t findings; /* distinct failures looked for: 3 */
    uint32_t shrink;   /* executions spent on shrinking one: 10 000 */
    uint32_t rejects;  /* per execution that counts, before the search gives up: 10 */
    bool no_fork;      /* in this process: for debuggers; crashes are not caught */
    bool leaks;        /* an execution that leaves memory allocated fails */
    bool no_store;     /* neither read nor write the store */
    bool explain;      /* also say what the shrinker tried and what blocked it */
    bool show_output;  /* let the property's own output through */
    bool own_process;  /* this process is for the tests alone: what helps with them, such
                          as a sanitizer's symbolizer, may stay as a child until it ends */
    const char *store; /* folder of saved failures: ".assay" */
    /* For the runner and, with no_fork, the values drawn; in a child these use libc. */
    const struct assay_alloc *mem;
    /* NULL, or the run ends early, with what it has, when this is not 0: for handlers of
     * signals. */
    const volatile int *interrupted;
    /* NULL, or the search ends when this is not 0: there is nothing left to try. What was
     * found is shrunk still. */
    const volatile int *exhausted;
    /* NULL, or told about progress a few times a second. */
    void (*progress)(void *ctx, const struct assay_progress *now);
    void *progress_ctx;
};

/* A property and what it wants to be run with. Only name and run must be there. */
struct assay_property {
    const char *name;
    assay_property_fn *run;
    const char *file; /* where it is, for reports */
    int line;
    const void *context;                       /* for assay_test_context() */
    const struct assay_given *const *examples; /* tried first; ended by NULL */
    const char *const *seeds; /* choices in their text form, tried next; ended by NULL */
    uint64_t runs;            /* its default for options.runs; 0 is 2 000 */
    const char *unit; /* what executions are called, ending in s; NULL is "runs" */
    struct assay_options
        options; /* what is set here wins over the caller's, but for seed */
};

/* An entry for a property function; the second form sets more fields by name. */
#define ASSAY_PROPERTY(FUNCTION) ASSAY_PROPERTY_WITH(FUNCTION, .context = NULL)
#define ASSAY_PROPERTY_WITH(FUNCTION, ...)                                               \
    {                                                                                    \
        .name = #FUNCTION, .run = FUNCTION, .file = __FILE__, .line = __LINE__,          \
        __VA_ARGS__                                                                      \
    }

/*
 * The whole test program: reads the command line (--help lists it), runs the properties
 * of the table (ended by one without a name), prints the report. Returns the exit code: 0
 * all held, 1 a finding, 2 bad usage, 3 a bug of ours.
 */
int assay_main(const struct assay_property *table, int argc, char **argv);

/* ---- From other frameworks */

enum assay_verdict {
    ASSAY_HELD,
    ASSAY_BROKEN,  /* findings */
    ASSAY_STARVED, /* too few executions satisfied the assumptions */
    ASSAY_SPARSE,  /* a coverage requirement was not met */
    ASSAY_MISUSED, /* the property used the library wrongly: see `error` */
};

enum assay_failure {
    ASSAY_ASSERTION,
    ASSAY_SIGNAL,    /* died by a signal */
    ASSAY_EXIT,      /* called exit */
    ASSAY_SANITIZER, /* a sanitizer reported */
    ASSAY_TIMEOUT,
    ASSAY_MEMORY, /* grew past the limit */
    ASSAY_LEAK,   /* left memory allocated */
};

/* One failure, shrunk. Texts are never NULL; they belong to the report. */
struct assay_finding {
    enum assay_failure failure;
    const char *file; /* of the assertion, "" when unknown */
    int line;
    int code; /* the signal or exit code */
    const char
        *message; /* one line: "xs[0] == ys[0]: 1 is not 0", "SIGSEGV at address 0x0" */
    const char *values;  /* a line "name = value" per drawn value */
    const char *program; /* "" or all it did as C, written by the property: a model's */
    const char *notes;   /* notes and numbered steps, a line each */
    const char *picture; /* "" or a chart of what happened, in lines: a simulation's */
    const char *output;  /* the end of what it wrote to stdout and stderr, when of use */
    const char *choices; /* the text form, for --replay= */
    const char *saved;   /* path of the .choices file, "" if none */
    const char *reproducer;  /* path of the C program, "" if none */
    const char *chart;       /* path of the chart as a page of HTML, "" if none */
    const char *explanation; /* what the shrinker tried; "" unless asked for */
    uint64_t after;          /* executions before it showed first */
    uint32_t shrink_executions;
    bool flaky;      /* did not fail again with the same choices */
    bool from_store; /* a saved failure that fails still */
};

struct assay_label_count {
    const char *label;
    uint64_t count;
    double required; /* percent, 0 for a plain label */
};

struct assay_report {
    const struct assay_property *property;
    enum assay_verdict verdict;
    uint64_t seed;
    uint64_t runs, rejected, too_large,
        duplicates; /* executions; duplicates among the first 4 096 that count */
    uint64_t stored, stored_passing; /* saved failures tried; that hold now */
    double seconds;
    const struct assay_finding *findings;
    size_t nfindings;
    const struct assay_label_count *labels;
    size_t nlabels;
    const char *const *warnings; /* health: "9 of 10 executions were rejected", ... */
    size_t nwarnings;
    const char *error; /* for ASSAY_MISUSED, else "" */
};

/*
 * Runs one property. `options` may be NULL. Nothing is printed. The report is the
 * caller's to free. A status other than ASSAY_OK means that nothing could be run.
 */
enum assay_status assay_check(const struct assay_property *property,
                              const struct assay_options *options,
                              struct assay_report **ret_report);
/* The same for one list of choices in its text form: a replay, shrunk no further. */
enum assay_status assay_replay(const struct assay_property *property, const char *choices,
                               const struct assay_options *options,
                               struct assay_report **ret_report);
void assay_report_free(struct assay_report *report);

struct assay_progress {
    const struct assay_property *property;
    uint64_t runs, of;
    double seconds;
    size_t findings;
    bool shrinking;
};

struct assay_options assay_options_default(void);

/*
 * Executes the property once, here, on given values: what a reproducer's main() calls.
 * Prints what failed to stderr, returns 1, or 0 when it holds. For use in test programs
 * only.
 */
int assay_reproduce(const struct assay_property *property,
                    const struct assay_given *given);
/* The same for choices in their text form; 2 when they are damaged. */
int assay_reproduce_choices(const struct assay_property *property, const char *choices);

#endif
