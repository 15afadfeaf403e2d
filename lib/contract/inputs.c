/*
 * An execution of a test of a checked function: its start and end, and how violations in
 * it become failures. There is one at a time in a process.
 */
#include "contract/inputs.h"
#include "contract/call.h"
#include "contract/runs.h"
#include "contract/violation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct assay_inputs the_inputs;
static _Thread_local bool is_mine; /* this thread runs the test */

/* ---- Violations */

static void note_lines(struct assay_test *t, const char *text)
{
    while (*text) {
        int len = (int)strcspn(text, "\n");
        assay_note(t, "%.*s", len, text);
        text += text[len] ? len + 1 : len;
    }
}

/* Lines for programs that read the report. */
static void note_place(struct assay_test *t, const struct assay_says *s)
{
    const struct assay_clause *c = s->clause;
    unsigned long long offset = 0;
    const char *module = "";

    assay_note(t, "clause: %s|%s|%s|%s|%d|%d|%d", c->kind, c->function, c->behavior,
               c->file, c->line, c->column, c->length);
    if (assay_where(s->from, &offset, &module))
        assay_note(t, "caller: %p 0x%llx%s%s", s->from, offset, module[0] ? " " : "",
                   module);
}

/* The column is the failure's code, to tell clauses of one line apart. */
static void set_wreck(struct assay_test *t, const struct assay_says *s)
{
    struct assay_wreck *w = &((struct assay_body *)t->client)->journal->wreck;
    struct assay_buf message = assay_body_message(t);

    assay_violation_message(s, &message);
    w->failure = ASSAY_ASSERTION;
    w->line = s->clause->line;
    w->code = s->clause->column;
    snprintf(w->file, sizeof w->file, "%s", s->clause->file);
    atomic_store(&w->set, 1);
}

/* In another thread the execution cannot be left: it goes on, having failed. */
static void fail_test(const struct assay_says *s)
{
    struct assay_test *t = the_inputs.t;
    struct assay_body *body = t ? t->client : NULL;

    if (!t) {
        assay_violation_print(s);
        return;
    }
    if (!the_inputs.ready) { /* a precondition that cannot be evaluated for these */
        the_inputs.t = NULL;
        assay_assume(t, false);
    }
    if (!is_mine && atomic_load(&body->journal->wreck.set))
        return;
    set_wreck(t, s);
    note_lines(t, s->text);
    note_place(t, s);
    if (!is_mine)
        return;
    the_inputs.t = NULL;
    assay_test_stop(t, ASSAY_REJECTED);
}

/* While inputs are made it is as if the precondition did not hold. */
static void tell_unknown(void)
{
    if (!the_inputs.t || !is_mine)
        return;
    if (the_inputs.ready)
        assay_label(the_inputs.t, "a clause could not be evaluated");
    else
        assay_inputs_assume(&the_inputs, 0);
}

/* ---- Variables outside of functions */

struct kept_variable {
    void *at;
    size_t size;
    struct kept_variable *next;
    unsigned char value[];
};

static struct kept_variable *world;

void assay_world_keep(void *at, assay_size_ size)
{
    struct kept_variable *v = world;

    if (!at)
        return; /* it is in no file of the program */
    while (v && (v->at != at || v->size < size))
        v = v->next;
    if (v)
        return;
    v = malloc(sizeof *v + size);
    if (!v) {
        assay_spec_trouble("no memory to keep a variable");
        return;
    }
    *v = (struct kept_variable){.at = at, .size = size, .next = world};
    memcpy(v->value, at, size);
    world = v;
}

static void put_world_back(void)
{
    for (const struct kept_variable *v = world; v; v = v->next)
        memcpy(v->at, v->value, v->size);
}

void assay_world_each(void (*visit)(void *ctx, const void *at, size_t size), void *ctx)
{
    for (const struct kept_variable *v = world; v; v = v->next)
        visit(ctx, v->at, v->size);
}

/* ---- An execution */

/* What exits as its contract says has ended well. */
static void stop_after_exit(int status)
{
    struct assay_test *t = the_inputs.t;

    if (!t || !is_mine)
        return;
    assay_note(t, "exited: %d", status);
    the_inputs.t = NULL;
    assay_test_stop(t, ASSAY_OK);
}

static enum assay_mood draw_mood(struct assay_test *t)
{
    static const uint32_t weights[] = {6, 5, 5};
    uint32_t mood = 0;

    if (assay_choose_weighted(t, 3, 0, weights, 16, &mood))
        assay_test_stop(t, assay_test_status(t));
    return (enum assay_mood)mood;
}

struct assay_inputs *assay_inputs_begin(struct assay_test *t)
{
    struct assay_inputs *in = &the_inputs;
    const struct assay_body *body = t->client;

    assay_blocks_clear();
    assay_calls_reset();
    assay_states_reset();
    assay_runs_reset();
    assay_memo_clear();
    assay_evaluating(NULL);
    put_world_back();
    assay_set_violation_hook(fail_test);
    assay_set_exit_hook(stop_after_exit);
    assay_set_unknown_hook(tell_unknown);
    assay_was_unknown();
    assay_memory_known = 1;
    is_mine = true;
    in->t = t;
    in->ready = in->loose = in->special = false;
    in->explain = body && body->explain;
    in->count = 0;
    in->bytes = 0;
    in->mood = draw_mood(t);
    return in;
}

void assay_inputs_constants(struct assay_inputs *in, const long long *list,
                            unsigned count)
{
    in->t->constants = list;
    in->t->nconstants = count;
}

void assay_inputs_loose(struct assay_inputs *in)
{
    in->loose = true;
}

void assay_inputs_special(struct assay_inputs *in)
{
    in->special = true;
}

void assay_inputs_ready(struct assay_inputs *in, const char *function)
{
    in->ready = true;
    if (!in->explain)
        return;
    assay_inputs_tell(in);
    assay_note(in->t, "function: %s", function);
}

void assay_inputs_end(struct assay_inputs *in, const struct assay_layout *result,
                      const void *at)
{
    if (in->explain && result && at)
        assay_inputs_tell_result(in, result, at);
    assay_blocks_clear();
}

void assay_inputs_missing(const char *function)
{
    assay_run_leave();
    if (the_inputs.t && is_mine)
        assay_inputs_assume(&the_inputs, 0);
    fprintf(stderr, "%s is in no file of the program\n", function);
    abort();
}

void assay_inputs_assume(struct assay_inputs *in, _Bool condition)
{
    struct assay_test *t = in->t;

    if (condition)
        return;
    assay_run_leave();
    in->t = NULL;
    assay_assume(t, false);
}
