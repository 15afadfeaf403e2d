/*
 * One run of one property, as it goes: the engine, the failures met, the report that is
 * being built. Everything that the report shows lives in the report's arena.
 */
#ifndef ASSAY_RUN_SESSION_H
#define ASSAY_RUN_SESSION_H

#include "base/arena.h"
#include "run/engine.h"

enum {
    ASSAY_FINDINGS_MAX = 64,
    ASSAY_WARNINGS_MAX = 32,
};

/* A failure that was met, on its way to a finding. */
struct assay_case {
    struct assay_failed failed;
    struct assay_values values; /* the simplest choices known to fail in this way */
    uint64_t after;
    uint64_t repeats; /* met again */
    double seconds;   /* one execution of it took */
    uint32_t shrink_executions;
    uint32_t example; /* its number, from 1; 0 when it is none */
    bool from_store;
    bool tentative; /* a timeout by a limit that was shorter than it should be */
    bool dropped;   /* it was not one */
    bool lost;      /* what was drawn is not known */
    bool settled;   /* verified, shrunk, saved */
    bool flaky;
    /* In the report's arena; "" until known. */
    const char *saved, *reproducer, *chart;
    const char *shown, *program, *notes, *picture, *page;
    const char *output, *choices, *explanation;
};

struct assay_session {
    const struct assay_property *property;
    struct assay_options options; /* resolved */
    struct assay_engine engine;
    struct assay_arena *arena; /* the report's */
    struct assay_case *cases;  /* ASSAY_FINDINGS_MAX */
    size_t ncases, max_cases;
    const char *warnings[ASSAY_WARNINGS_MAX];
    size_t nwarnings;
    struct assay_buf scratch;
    double start, progress_due;
    uint64_t first_at, last_at; /* runs when the first, the last finding was met */
    uint64_t stored, stored_passing;
    uint64_t seeded; /* seeds that count */
    uint64_t growth; /* bytes that tests leak each, about */
    bool shrinking, starved, growing, misused;
    const char *error;
};

enum assay_status assay_session_init(struct assay_session *s,
                                     const struct assay_property *property,
                                     const struct assay_options *options,
                                     struct assay_arena *arena);
void assay_session_done(struct assay_session *s);

/* A copy in the report's arena; NULL when out of memory. */
const char *assay_session_text(struct assay_session *s, struct assay_str text);
/* The same into *into, which stays as it is when out of memory. */
enum assay_status assay_session_keep(struct assay_session *s, const char **into,
                                     struct assay_str text);
/* ASSAY_OK or ASSAY_NO_MEMORY. */
enum assay_status assay_session_warn(struct assay_session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The property was used wrongly, or a stored file is bad: the run ends with this error.
 */
enum assay_status assay_session_error(struct assay_session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tells the caller of the progress, a few times a second. `ctx` is the session. */
void assay_session_tick(void *ctx);
/* Failures met that count as findings. */
size_t assay_session_standing(const struct assay_session *s);
/* The case with this key, or NULL. */
struct assay_case *assay_session_find(struct assay_session *s, uint64_t key);
/*
 * Notes a failure that the engine just met, unless it is known or there are too many; it
 * is saved to the store at once. *ret_case is NULL when it is not new.
 */
enum assay_status assay_session_meet(struct assay_session *s,
                                     const struct assay_result *result,
                                     struct assay_case **ret_case);
/* Keeps values, notes and output of the execution that was just explained. */
enum assay_status assay_case_explain(struct assay_session *s, struct assay_case *c);
/* Verifies, shrinks, explains and saves all failures that are not settled. (settle.c) */
enum assay_status assay_session_settle(struct assay_session *s);

/* ---- The store (store.c) */

/* Replays all saved failures of the property. A file that cannot be read is an error of
 * the session. */
enum assay_status assay_store_replay(struct assay_session *s);
/* Saves the choices of a case, atomically. When that fails a warning says so. */
enum assay_status assay_store_save(struct assay_session *s, struct assay_case *c);
/* Writes a file next to it, in the same way, ".c" or ".html"; *ret_path is where. */
enum assay_status assay_store_save_beside(struct assay_session *s,
                                          const struct assay_case *c, const char *suffix,
                                          const struct assay_buf *text,
                                          const char **ret_path);

/* The case as a C program, from the explanation in the journal; false when the property
 * cannot be named in C. (program.c) */
bool assay_program_write(struct assay_session *s, const struct assay_case *c,
                         struct assay_buf *out);

/* Turns the session into a report in its arena. (report.c) */
enum assay_status assay_session_report(struct assay_session *s,
                                       struct assay_report *report);

#endif
