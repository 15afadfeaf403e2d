/*
 * The work may begin anew, so what it says is printed when it is done.
 */
#include "cli/watched.h"
#include "base/patience.h"

#define LIMIT_MAX_MS 1000000000 /* 11 days */
/* How long a question may take at most: far longer than the solver was told. */
#define PATIENCE_MS(LIMIT_MS) (2 * (uint64_t)assay_patient_ms(LIMIT_MS) + 2000)
#define OUTPUT_FAILED 256 /* added to the result of the work */

uint32_t watched_limit_ms(double seconds)
{
    double ms = seconds * 1000;

    return ms < 1 ? 1 : ms > LIMIT_MAX_MS ? LIMIT_MAX_MS : (uint32_t)ms;
}

typedef struct {
    Console *console;
    WatchWork work;
    void *ctx;
} Work;

static int do_work(void *ctx, Watch *watch)
{
    const Work *w = ctx;
    int code = w->work(w->ctx, watch);

    console_flush(w->console);
    return code + (w->console->failed ? OUTPUT_FAILED : 0);
}

int watched_run(Console *console, const char *about, uint32_t limit_ms, WatchWork work,
                void *ctx)
{
    Watch *watch = smt_watch_new(PATIENCE_MS(limit_ms));
    int result = COMMAND_BUG;

    console_flush(console); /* what the work says comes after it */
    if (!watch) {
        console_error(console, about, "out of memory");
        return COMMAND_BAD_USE;
    }
    switch (smt_watch_run(watch, do_work, &(Work){console, work, ctx}, &result)) {
    case WATCH_DONE:
        break;
    case WATCH_CRASHED:
        console_error(console, about, "the check ended before it was done");
        break;
    case WATCH_STUCK:
        console_error(console, about, "the solver gets stuck too often");
        break;
    }
    smt_watch_free(watch);
    console->failed |= result >= OUTPUT_FAILED;
    return result % OUTPUT_FAILED;
}
