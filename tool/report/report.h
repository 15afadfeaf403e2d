/*
 * What runs of the command and of test programs said as JSON lines, read into one model:
 * runs, findings, what was tested, and what was not. The lines come in pieces of any
 * size, from any number of inputs; a line that is damaged is counted and passed over. All
 * texts are NUL-terminated, never NULL, and belong to the report. Every list has a limit;
 * what is past it is counted. doc/report.md has the events and their fields.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/map.h"
#include "term/value.h"

enum {
    REPORT_FINDINGS = 500, /* that are kept; likewise: */
    REPORT_TESTS = 2000,
    REPORT_TRIPLES = 1000,
    REPORT_GAPS = 1000,
    REPORT_DIAGNOSTICS = 500,
    REPORT_LANGUAGES = 200,
    REPORT_GENERATORS = 200,
    REPORT_RUNS = 500,
    REPORT_INPUTS = 500,
    REPORT_DAMAGES = 50,
    REPORT_UNKNOWNS = 50,
    REPORT_LABELS = 40, /* of a test, */
    REPORT_SIDES = 8,   /* runs of a hyperproperty, */
    REPORT_ROWS = 100,  /* values of one of them, */
    REPORT_REQUESTS = 100,
    REPORT_TEXT = 16 << 10,    /* bytes of a text, */
    REPORT_FINDING = 64 << 10, /* and of all texts of a finding */
    REPORT_LINE = 16 << 20,    /* bytes of a line; longer ones are damaged */
};

typedef enum {
    REPORT_CONTRACT,
    REPORT_HYPER,
    REPORT_MODEL,
    REPORT_PROPERTY,
    REPORT_SIMULATION,
    REPORT_TRACE,
    REPORT_REST,
    REPORT_LANGUAGE,
    REPORT_SPECIFICATION,
    REPORT_CAPABILITIES,
} ReportCapability;

/* Texts of a finding: TEXT_..., and the names of their members. */
#define REPORT_TEXT_ID(ID, NAME) ID,
typedef enum {
#include "report/texts.def"
    REPORT_TEXTS
} ReportText;
#undef REPORT_TEXT_ID

typedef struct {
    const char *name, *value;
} ReportRow;

/* A run of a hyperproperty. */
typedef struct {
    uint32_t follows; /* the run before it, or 0 */
    ReportRow *inputs, *outputs;
    uint32_t ninputs, noutputs;
} ReportSide;

typedef struct {
    ReportCapability capability;
    uint32_t first_run, last_run, seen; /* runs it was found in */
    const char *texts[REPORT_TEXTS];
    uint32_t line, column;
    uint64_t after, shrink_executions;
    bool flaky, from_store, cut; /* some text is not all there */
    ReportSide *sides;
    uint32_t nsides;
    const char **requests;
    uint32_t nrequests;
} ReportFinding;

typedef struct {
    const char *label;
    uint64_t count;
    double required; /* percent; 0: none */
} ReportLabel;

/* Executions of a trace property by one sort of chance. */
typedef struct {
    const char *name;
    uint64_t violated, passed, discarded;
} ReportChance;
#define REPORT_CHANCES 4

/* A behavior, a hyperproperty or a property. */
typedef struct {
    ReportCapability capability;
    uint32_t run; /* the last one it was in */
    const char *name, *part, *file, *verdict, *unit, *error, *warnings;
    uint32_t line;
    uint64_t runs, rejected, too_large, duplicates, unevaluated;
    uint64_t lines, lines_executed; /* 0: nobody counted */
    double seconds;
    ReportLabel *labels;
    uint32_t nlabels;
    ReportChance chances[REPORT_CHANCES];
    uint32_t nchances;
} ReportTest;

typedef struct {
    uint32_t run, line;
    const char *file, *method, *template, *never;
    uint64_t held, broken, unknown;
} ReportTriple;

/* Lines of a function. */
typedef struct {
    uint32_t run;
    const char *file, *name, *never; /* "19, 20": those that were not executed */
    uint64_t lines, executed;
} ReportCoverage;

/* What is not tested, or a clause that is not checked, or not for all values. */
typedef struct {
    uint32_t run, line;
    const char *sort; /* "untested", "dropped", "sampled" */
    const char *file, *name, *clause, *reason;
} ReportGap;

typedef struct {
    uint32_t run, line, column;
    const char *code, *severity, *message, *file, *notes;
} ReportDiagnostic;

typedef struct {
    uint32_t run;
    const char *name, *class_name, *ambiguous, *shortest;
    uint64_t rules, alternatives, alternatives_reached, pairs, pairs_reached;
} ReportLanguage;

typedef struct {
    uint32_t run;
    const char *property, *name, *program;
} ReportGenerator;

/* Events up to a summary, or the end of their input. */
typedef struct {
    ReportCapability capability;
    uint32_t input, series;                  /* runs of the same thing are a series */
    const char *source;                      /* what was tested first: a file */
    const char *command, *started, *version; /* "": it did not say */
    uint64_t findings, tested, held, untested, runs, seed;
    double seconds;
    bool ended, interrupted; /* there is a summary; which says so */
    bool last;               /* of its series */
} ReportRun;

typedef struct {
    const char *name;
    uint64_t lines, damaged;
} ReportInput;

typedef struct {
    uint32_t input;
    uint64_t line;
    const char *reason;
} ReportDamage;

typedef struct {
    const char *event;
    uint64_t count;
} ReportUnknown;

/* How many are kept, and how many there were besides. */
#define REPORT_LIST(TYPE, NAME)                                                          \
    struct {                                                                             \
        TYPE *at;                                                                        \
        uint32_t count;                                                                  \
        uint64_t more;                                                                   \
    } NAME

typedef struct {
    struct assay_arena arena;   /* what is kept */
    struct assay_arena scratch; /* of a line */
    struct assay_buf line;      /* up to now */
    struct assay_map known;     /* findings, tests ... by what they are about */
    bool skipping;              /* the line is too long */
    bool open;                  /* there is a run that has not ended */
    bool full;                  /* memory was out: something is missing */
    uint32_t nseries;
    uint64_t events;
    REPORT_LIST(ReportInput, inputs);
    REPORT_LIST(ReportRun, runs);
    REPORT_LIST(ReportFinding, findings);
    REPORT_LIST(ReportTest, tests);
    REPORT_LIST(ReportTriple, triples);
    REPORT_LIST(ReportCoverage, coverages);
    REPORT_LIST(ReportGap, gaps);
    REPORT_LIST(ReportDiagnostic, diagnostics);
    REPORT_LIST(ReportLanguage, languages);
    REPORT_LIST(ReportGenerator, generators);
    REPORT_LIST(ReportDamage, damages);
    REPORT_LIST(ReportUnknown, unknowns);
} Report;

/* False when out of memory. */
bool report_init(Report *r);
void report_done(Report *r);

/* An input begins; its bytes follow, then its end. */
void report_begin(Report *r, const char *name);
void report_feed(Report *r, const char *bytes, size_t len);
void report_end(Report *r);

/* Whether it is in the last run of its series, which is what is told as the state. */
bool report_is_current(const Report *r, uint32_t run);
const char *report_capability_text(ReportCapability capability);

#endif
