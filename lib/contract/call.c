/*
 * Calls of checked functions that are open in this thread, and what happens when the
 * program exits inside of one that says something about it.
 *
 * After a longjmp the structs of the calls left are gone, and other things may be where
 * they were. Stacks grow down, so a call that begins in a frame above others ends those;
 * and the array of open calls has a copy of what does not change in a struct: one that
 * differs is gone.
 */
#include "contract/call.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct open_call {
    struct assay_call *call;
    struct assay_call was;
};

static _Thread_local struct {
    struct open_call *at;
    size_t count, cap;
} calls;

static pid_t armed; /* the process that has the handler */
static assay_exit_hook *exit_hook;

/* ---- What is open */

/* Looks at memory that may be anything by now. */
__attribute__((no_sanitize("address"))) static bool is_there(const struct open_call *o)
{
    const struct assay_call *c = o->call, *was = &o->was;

    return c->function == was->function && c->from == was->from &&
           c->exits == was->exits && c->arguments == was->arguments && c->up == was->up;
}

/* The innermost one that is there, or NULL; those inside of it are forgotten. */
static struct assay_call *innermost(void)
{
    while (calls.count > 0 && !is_there(&calls.at[calls.count - 1]))
        calls.count--;
    return calls.count > 0 ? calls.at[calls.count - 1].call : NULL;
}

/* ---- Leaving */

void assay_set_exit_hook(assay_exit_hook *hook)
{
    exit_hook = hook;
}

static void check_exits(int status, void *unused)
{
    const struct assay_call *call;
    bool any = false;

    (void)unused;
    if (armed != getpid())
        return;
    armed = 0; /* the handler is used up */
    while ((call = innermost()) != NULL) {
        calls.count--;
        if (call->exits)
            call->exits(call, status);
        any |= call->exits != NULL;
    }
    if (any && exit_hook)
        exit_hook(status);
}

/* Handlers run from the newest to the oldest: in a child of a test it must be younger
 * than the runner's. */
static void arm(void)
{
    pid_t self = getpid();

    if (armed == self)
        return;
    if (on_exit(check_exits, NULL) == 0)
        armed = self;
    else
        assay_spec_trouble("no memory to watch for exit()");
}

/* ---- Calls */

static bool grow(void)
{
    size_t cap = calls.cap ? 2 * calls.cap : 64;
    struct open_call *at = realloc(calls.at, cap * sizeof *at);

    if (!at) {
        assay_spec_trouble("no memory for the calls that are open");
        return false;
    }
    if (!calls.at)
        assay_thread_watch();
    calls.at = at;
    calls.cap = cap;
    return true;
}

void assay_call_begin(struct assay_call *c)
{
    const void *frame = __builtin_frame_address(0);

    while (calls.count > 0 && assay_is_left(calls.at[calls.count - 1].call, frame))
        calls.count--;
    c->up = innermost();
    if (calls.count == calls.cap && !grow())
        return;
    calls.at[calls.count++] = (struct open_call){c, *c};
    if (c->exits)
        arm();
}

void assay_call_end(struct assay_call *c)
{
    for (size_t i = calls.count; i-- > 0;)
        if (calls.at[i].call == c) {
            calls.count = i;
            return;
        }
}

struct assay_call *assay_call_of(const char *function)
{
    for (size_t i = calls.count; i-- > 0;)
        if (strcmp(calls.at[i].was.function, function) == 0 && is_there(&calls.at[i]))
            return calls.at[i].call;
    return NULL;
}

void assay_calls_reset(void)
{
    calls.count = 0;
}

const struct assay_state *assay_state_of_call(void)
{
    const struct assay_call *call = innermost();

    return call ? call->old : NULL;
}

void assay_calls_free(void)
{
    free(calls.at);
    memset(&calls, 0, sizeof calls);
}
