/*
 * Fibers: functions in a straight line that stop in the middle and go on later, each on a
 * stack of its own.
 *
 * A fiber runs only while someone waits for it in assay_fiber_resume(). A test that it
 * belongs to can be left from within, as from anywhere: whoever resumed it hears of it
 * and goes on with that on his own stack. Stacks are kept for the next fibers of the
 * thread.
 */
#ifndef ASSAY_SIM_FIBER_H
#define ASSAY_SIM_FIBER_H

#include "choice/test.h"

struct assay_fiber;

enum assay_fiber_state {
    ASSAY_FIBER_WAITS, /* until it is resumed */
    ASSAY_FIBER_ENDED, /* its function has returned; it is gone */
    ASSAY_FIBER_LEFT,  /* the test was left in it; it is gone. assay_test_stop() with the
                          test's status goes on with that */
};

/* One that will run a function; `test` is NULL if there is none to leave. NULL: there is
 * no memory. */
struct assay_fiber *assay_fiber_new(struct assay_test *test, void (*run)(void *ctx),
                                    void *ctx);
/* Runs it until it waits, ends, or leaves the test. */
enum assay_fiber_state assay_fiber_resume(struct assay_fiber *f);
/* In the fiber: goes back to whoever resumed it. */
void assay_fiber_wait(struct assay_fiber *f);
/* Ends one that waits where it is: nothing more of its function is executed. */
void assay_fiber_drop(struct assay_fiber *f);

#endif
