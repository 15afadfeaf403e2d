/*
 * The journal: one block of memory that the runner shares with the child executing the
 * property. What the child draws, counts and notes is written there and nowhere else, so
 * it can be read whatever happens to the child; passing executions need no message.
 *
 * The runner owns the mapping. It must not believe what it reads there: a property that
 * corrupts memory can corrupt this memory too. Texts are read through assay_area_text(),
 * the record through assay_journal_drawn(), which check.
 */
#ifndef ASSAY_RUN_JOURNAL_H
#define ASSAY_RUN_JOURNAL_H

#include "base/str.h"
#include "choice/source.h"
#include <assay/run.h>
#include <stdatomic.h>

enum {
    ASSAY_LABELS_MAX = 64, /* labels of one property; more are not counted */
    ASSAY_LABEL_TEXT = 96, /* bytes kept of a label */
    ASSAY_TARGETS_MAX = 4, /* labels of assay_target() */
    ASSAY_SEEN_MAX = 4096, /* executions compared for being the same */
    ASSAY_FILE_TEXT = 512, /* bytes kept of a file name */
    ASSAY_MESSAGE_TEXT = 1024,
    ASSAY_DOING_TEXT = 256,
    ASSAY_MISUSE_TEXT = 512,
    ASSAY_AREA_TEXT = 1 << 18, /* bytes of values, of notes */
    ASSAY_UNCHECKED_MAX = 64,  /* tests between two looks for leaks */
};

/* How an execution, or a row of them, ended. */
enum assay_end {
    ASSAY_END_PASSED,
    ASSAY_END_REJECTED,
    ASSAY_END_TOO_LARGE,
    ASSAY_END_FAILED,
    ASSAY_END_MISUSED,   /* the property used the library wrongly */
    ASSAY_END_DONE,      /* a row: all executed */
    ASSAY_END_STARVED,   /* a row: nearly all were rejected */
    ASSAY_END_STOPPED,   /* a row: asked to stop */
    ASSAY_END_GREW,      /* a row: the child has become too large */
    ASSAY_END_LEAKED,    /* a row: memory is left of the tests that were not checked */
    ASSAY_END_NO_MEMORY, /* in this process: the allocator refused */
};

/* ---- What the runner asks the child to do, and the answer */

enum assay_order {
    ASSAY_ORDER_SEARCH,  /* a row of random tests */
    ASSAY_ORDER_REPLAY,  /* the proposed values */
    ASSAY_ORDER_EXAMPLE, /* an example of the property */
    ASSAY_ORDER_BYTES,   /* the proposal's pool as a fuzzer's bytes */
};

struct assay_command {
    enum assay_order order;
    uint64_t seed;         /* of a search; of what fills a replay */
    uint64_t from;         /* the first test of a search */
    uint64_t to;           /* before this one it ends */
    uint64_t runs;         /* or when so many were counted */
    uint32_t rejects;      /* or when there were more for each that was counted */
    uint32_t program_max;  /* operations of a program at most; 0: as it likes. Tests are
                              not counted then */
    uint64_t program_only; /* and which operations most of the tests are made of */
    bool one_by_one;       /* measure each test, count none: looks for one that grows, */
    bool leaks;            /* or for one that leaves memory allocated */
    bool explain;          /* keep values and notes */
    bool has_hole, fill;   /* of a replay */
    struct assay_hole hole;
    uint32_t nvalues, npool; /* the proposal's size */
    uint32_t example;
};

struct assay_reply {
    enum assay_end end;
    uint64_t next; /* of a search: the test to go on with */
};

/* ---- What the child leaves behind */

/* What is known of a failure; written by whoever saw it, child or runner. */
struct assay_wreck {
    _Atomic uint32_t set; /* last: what is set is complete */
    enum assay_failure failure;
    enum assay_status misuse; /* for ASSAY_END_MISUSED */
    int line;
    int code;
    bool overflow;              /* of the stack */
    uint64_t address, pc;       /* of a signal */
    char file[ASSAY_FILE_TEXT]; /* "" when unknown */
    char message[ASSAY_MESSAGE_TEXT];
    char same[ASSAY_LABEL_TEXT]; /* "", or: those with this text are one failure, wherever
                                    they were */
    char misused[ASSAY_MISUSE_TEXT]; /* "", or what the misuse was, in words */
};

struct assay_tally {
    uint64_t runs, rejected, too_large, duplicates;
    uint64_t compared; /* executions that duplicates were looked for among */
};

struct assay_label_slot {
    const char *label; /* its address in the child, for a quick find; or NULL */
    uint64_t count;
    uint64_t stamp; /* the newest execution that has it */
    double required;
    char text[ASSAY_LABEL_TEXT];
};

struct assay_target_slot {
    double score;   /* the best so far */
    double reached; /* in this execution */
    uint64_t stamp;
    bool any;
    char text[ASSAY_LABEL_TEXT];
};

/* A text that grows up to a fixed size, in place. */
struct assay_area {
    uint32_t len;
    uint32_t full; /* something did not fit */
    char at[ASSAY_AREA_TEXT];
};

struct assay_journal {
    /* Written by the runner. */
    struct assay_command command;
    _Atomic uint64_t ordered; /* the number of the command */
    _Atomic int group;        /* the child's process group, 0 when there is no child */
    _Atomic uint32_t stop;    /* end the row after this execution */
    _Atomic uint32_t tick;    /* measure yourself after this execution */
    /* Written by the child. */
    struct assay_reply reply;
    _Atomic uint64_t answered;   /* the number of the command it answers */
    _Atomic uint64_t executions; /* started so far, by all children */
    _Atomic uint64_t test;       /* the number of the one that is running */
    _Atomic uint64_t steady;     /* no growth was seen before this one, */
    _Atomic uint64_t unchecked;  /* no leak before this one; UINT64_MAX: nor after it */
    _Atomic uint32_t running;    /* inside the property */
    _Atomic uint32_t reported;   /* a sanitizer that goes on has reported */
    struct assay_wreck wreck;
    struct assay_tally tally;
    uint32_t nlabels, ntargets, labels_dropped, npending;
    uint8_t pending[ASSAY_LABELS_MAX]; /* labels of this execution */
    struct assay_label_slot labels[ASSAY_LABELS_MAX];
    struct assay_target_slot targets[ASSAY_TARGETS_MAX];
    uint64_t seen[2 * ASSAY_SEEN_MAX]; /* hashes of executions, 0 free */
    /* Written when an execution is explained. */
    struct assay_area values;  /* "name = value" lines */
    struct assay_area code;    /* the same as C declarations */
    struct assay_area given;   /* and as members of an array of struct assay_given */
    struct assay_area notes;   /* notes and steps */
    struct assay_area drawing; /* the name of the value being drawn */
    struct assay_area program; /* all of it as C, where the property writes that */
    struct assay_area picture; /* a chart of it in lines, where the property draws one, */
    struct assay_area page;    /* and the same as HTML */
    char doing[ASSAY_DOING_TEXT]; /* what it does now; "" in all other executions */
    uint32_t unprintable;         /* values that have no C expression */
    uint32_t declared;            /* values that have one */
};

/* The mapping, as each process sees it. */
struct assay_shared {
    struct assay_journal *journal;
    struct assay_record *live;                    /* the execution that runs */
    struct assay_record *best[ASSAY_TARGETS_MAX]; /* per target */
    struct assay_value *values;                   /* to be replayed */
    unsigned char *pool;
    uint32_t max_values, max_pool;
    /* The runner's own: */
    struct assay_record *drawn; /* a checked copy of `live` */
    struct assay_record *kept;  /* what is being shrunk */
    void *block, *own;
    size_t size, own_size;
};

/* Maps it; ASSAY_IO when the system refuses. */
enum assay_status assay_shared_init(struct assay_shared *s);
void assay_shared_done(struct assay_shared *s);

/* Makes the records usable again after a child that may have overwritten anything. */
void assay_shared_mend(struct assay_shared *s);
/* Copies `live` to `drawn` and checks it; false, and an empty copy, when it is damaged.
 */
bool assay_shared_copy_drawn(struct assay_shared *s);
/* Puts values where the child reads them; ASSAY_TOO_LARGE when they do not fit. */
enum assay_status assay_shared_propose(struct assay_shared *s,
                                       const struct assay_values *values);

void assay_area_clear(struct assay_area *a);
void assay_area_add(struct assay_area *a, const char *bytes, size_t len);
void assay_area_vprintf(struct assay_area *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* The text as far as it is sound; not NUL-terminated. */
struct assay_str assay_area_text(const struct assay_area *a);

/* Forgets what the execution before left: failure, labels. */
void assay_journal_begin(struct assay_journal *j);
/* Counts the labels of the execution that just ended. */
void assay_journal_commit_labels(struct assay_journal *j);
/* The slot of a label, made when new; NULL when there are too many. */
struct assay_label_slot *assay_journal_label(struct assay_journal *j, const char *label);
/* The same of a text that may change: its address says nothing. */
struct assay_label_slot *assay_journal_label_text(struct assay_journal *j,
                                                  const char *text);
struct assay_target_slot *assay_journal_target(struct assay_journal *j,
                                               const char *label);
/* Notes the hash of an execution; whether it was there. Full after ASSAY_SEEN_MAX. */
bool assay_journal_seen(struct assay_journal *j, uint64_t hash);

#endif
