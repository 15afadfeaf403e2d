/*
 * Callbacks: functions that are made up.
 *
 * Of an ordinary one the side that is called first decides the results, which are drawn;
 * the other side must make the same calls and gets the same results. A pure one remembers
 * its results by the arguments' values, for both sides and the whole scenario.
 *
 * There is one function a spec and side, so in the program, too, it is one function that
 * returns its values in the order of all calls: code under test may keep it and call it
 * in later operations. Outside of an operation's call, or from another thread, an
 * ordinary callback returns zero and is not recorded.
 */
#include "model/callback.h"
#include <errno.h>
#include <string.h>

enum { CALLS_MAX = 10000 }; /* in one operation; of a pure one: different ones in all */

struct assay_made_up *assay_made_up(struct assay_scenario *s,
                                    const struct assay_spec *spec, enum assay_order order)
{
    struct assay_parts *parts = assay_parts(s);
    struct assay_made_up *f = parts->functions;

    while (f && (f->spec != spec || f->order != order))
        f = f->next;
    if (!f) {
        f = assay_scenario_new(s, 1, sizeof *f);
        f->spec = spec;
        f->order = order;
        f->next = parts->functions;
        parts->functions = f;
    }
    return f;
}

static struct assay_made_up *function_of(struct assay_scenario *s,
                                         const struct assay_spec *spec)
{
    return assay_made_up(s, spec, ASSAY_ASCENDING);
}

/* Room for one more call behind `count`. */
static void reserve(struct assay_scenario *s, struct assay_call **calls, uint32_t count,
                    uint32_t *cap)
{
    struct assay_call *at;

    if (count < *cap)
        return;
    at = assay_scenario_new(s, *cap ? 2 * *cap : 8, sizeof *at);
    if (count > 0)
        memcpy(at, *calls, count * sizeof *at);
    *calls = at;
    *cap = *cap ? 2 * *cap : 8;
}

/* ---- Calls as values */

struct assay_scope assay_call_scope(const struct assay_spec *spec, enum assay_side side,
                                    void *const *arguments)
{
    struct assay_scope scope = {.count = spec->as.callback.arity, .closed = true};

    for (uint32_t i = 0; i < scope.count; i++) {
        scope.specs[i] = spec->as.callback.arguments[i];
        scope.at[side][i] = arguments[i];
    }
    return scope;
}

static void keep_arguments(struct assay_scenario *s, struct assay_call *call,
                           void *const *arguments)
{
    struct assay_scope scope = assay_call_scope(call->spec, call->side, arguments);
    struct assay_parts *parts = assay_parts(s);
    const struct assay_scope *outer = parts->scope;

    parts->scope = &scope;
    for (uint32_t i = 0; i < call->spec->as.callback.arity; i++) {
        const struct assay_spec *spec = call->spec->as.callback.arguments[i];
        call->arguments[i] = assay_scenario_new(s, 1, spec->size[call->side]);
        memcpy(call->arguments[i], arguments[i], spec->size[call->side]);
        assay_spec_keep(spec, s, call->side, call->arguments[i]);
    }
    parts->scope = outer;
}

static bool same_arguments(struct assay_scenario *s, const struct assay_call *call,
                           enum assay_side side, void *const *arguments)
{
    struct assay_scope kept = assay_call_scope(call->spec, call->side, call->arguments);
    struct assay_scope now = assay_call_scope(call->spec, side, arguments);

    for (uint32_t i = 0; i < kept.count; i++) {
        struct assay_seen a = {kept.specs[i], call->side, call->arguments[i], &kept};
        struct assay_seen b = {now.specs[i], side, arguments[i], &now};
        if (!assay_same(s, a, b))
            return false;
    }
    return true;
}

/* "visit(3, "x")" */
static const char *call_text(struct assay_scenario *s, const struct assay_spec *spec,
                             enum assay_side side, void *const *arguments)
{
    struct assay_scope scope = assay_call_scope(spec, side, arguments);
    struct assay_buf b;

    assay_buf_init(&b, NULL, 0);
    assay_buf_printf(&b, "%s(", spec->name);
    for (uint32_t i = 0; i < scope.count; i++) {
        assay_buf_puts(&b, i ? ", " : "");
        assay_show(s, (struct assay_seen){scope.specs[i], side, arguments[i], &scope},
                   &b);
    }
    assay_buf_putc(&b, ')');
    return assay_text_take(s, &b);
}

/* ---- Results */

static void make_result(struct assay_scenario *s, struct assay_call *call, bool drawn)
{
    const struct assay_spec *result = call->spec->as.callback.result;

    if (assay_is_void(result))
        return;
    for (int side = 0; side < 2; side++)
        call->result[side] = assay_scenario_new(s, 1, result->size[side]);
    if (!drawn)
        return;
    assay_must(s, assay_span_begin(s->t, call->spec->name));
    if (!assay_construct(result, s, call->result))
        assay_test_stop(s->t, ASSAY_REJECTED);
    assay_must(s, assay_span_end(s->t));
}

static void give_result(const struct assay_call *call, enum assay_side side,
                        void *ret_result)
{
    if (call->result[side])
        memcpy(ret_result, call->result[side],
               call->spec->as.callback.result->size[side]);
}

/* ---- Ordinary ones */

static void record(struct assay_scenario *s, const struct assay_spec *spec,
                   enum assay_side side, void *const *arguments, void *ret_result)
{
    struct assay_made_up *f = function_of(s, spec);
    struct assay_call call = {.spec = spec, .side = side};

    if (s->ncalls == CALLS_MAX) {
        assay_callbacks_write(s);
        assay_object(s, "%s is called more than %d times", spec->name, CALLS_MAX);
    }
    keep_arguments(s, &call, arguments);
    make_result(s, &call, true);
    reserve(s, &s->calls, s->ncalls, &assay_parts(s)->calls_cap);
    s->calls[s->ncalls++] = call;
    reserve(s, &f->calls, f->ncalls, &f->cap);
    f->calls[f->ncalls++] = call;
    give_result(&call, side, ret_result);
}

/* Which call of this function the one is that would be at `position` among all. */
static uint32_t call_number(const struct assay_scenario *s, uint32_t position,
                            const struct assay_spec *spec)
{
    uint32_t number = 1;

    for (uint32_t i = 0; i < position && i < s->ncalls; i++)
        number += s->calls[i].spec == spec;
    return number;
}

/* The sides do not make the same calls. NULL: no call. */
static _Noreturn void object_to_call(struct assay_scenario *s, uint32_t position,
                                     const struct assay_spec *spec,
                                     const char *const texts[2])
{
    const char *expected = texts[ASSAY_REFERENCE], *observed = texts[ASSAY_CANDIDATE];

    struct assay_made_up *f = function_of(s, spec);

    assay_parts(s)->strict = s->first == ASSAY_REFERENCE;
    f->missed = assay_parts(s)->strict && !observed;
    assay_callbacks_write(s);
    if (f->missed && f->name)
        assay_write_assert(s,
                           assay_scenario_text(s, "%s_calls == %u", f->name, f->ncalls));
    assay_object(s, "call %u of %s: expected %s, got %s", call_number(s, position, spec),
                 spec->name, expected ? expected : "none", observed ? observed : "none");
}

static void follow(struct assay_scenario *s, const struct assay_spec *spec,
                   enum assay_side side, void *const *arguments, void *ret_result)
{
    const struct assay_call *call =
        s->next_call < s->ncalls ? &s->calls[s->next_call] : NULL;
    const char *texts[2] = {NULL, NULL};

    s->next_call++;
    if (call && call->spec == spec && same_arguments(s, call, side, arguments)) {
        give_result(call, side, ret_result);
        return;
    }
    texts[side] = call_text(s, spec, side, arguments);
    if (call)
        texts[call->side] = call_text(s, call->spec, call->side, call->arguments);
    object_to_call(s, s->next_call - 1, call ? call->spec : spec, texts);
}

/* ---- Pure ones */

static const struct assay_call *recall(struct assay_scenario *s,
                                       const struct assay_made_up *f,
                                       enum assay_side side, void *const *arguments)
{
    for (uint32_t i = 0; i < f->ncalls; i++)
        if (same_arguments(s, &f->calls[i], side, arguments))
            return &f->calls[i];
    return NULL;
}

/* What is asked for first by a check or a destructor is zero: nothing is drawn there. */
static void answer(struct assay_scenario *s, const struct assay_spec *spec,
                   enum assay_side side, void *const *arguments, void *ret_result)
{
    struct assay_made_up *f = function_of(s, spec);
    const struct assay_call *known = recall(s, f, side, arguments);
    struct assay_call call = {.spec = spec, .side = side};

    if (known) {
        give_result(known, side, ret_result);
        return;
    }
    if (f->ncalls == CALLS_MAX)
        assay_object(s, "%s is called with more than %d different arguments", spec->name,
                     CALLS_MAX);
    keep_arguments(s, &call, arguments);
    make_result(s, &call, s->calling);
    reserve(s, &f->calls, f->ncalls, &f->cap);
    f->calls[f->ncalls++] = call;
    give_result(&call, side, ret_result);
}

/* ---- Called by the code under test */

void assay_callback(const struct assay_spec *spec, enum assay_side side,
                    void *const *arguments, void *ret_result)
{
    struct assay_scenario *s = assay_scenario_now;
    int error = errno;

    if (!s || !s->parts || !pthread_equal(s->parts->thread, pthread_self()))
        return;
    if (spec->as.callback.pure)
        answer(s, spec, side, arguments, ret_result);
    else if (s->calling && s->running == side && side == s->first)
        record(s, spec, side, arguments, ret_result);
    else if (s->calling && s->running == side)
        follow(s, spec, side, arguments, ret_result);
    errno = error;
}

/* ---- Around an operation */

void assay_callbacks_begin(struct assay_scenario *s)
{
    struct assay_made_up *f;

    s->ncalls = s->next_call = 0;
    if (!s->parts)
        return;
    s->parts->scope = NULL;
    s->parts->depth = 0;
    for (f = s->parts->functions; f; f = f->next)
        if (!f->spec->as.callback.pure)
            f->ncalls = f->lasting;
}

/* A judge need not call what the candidate called. */
void assay_callbacks_end(struct assay_scenario *s)
{
    struct assay_made_up *f;

    if (!s->parts)
        return;
    if (s->args.operation->reference && s->next_call < s->ncalls) {
        const struct assay_call *call = &s->calls[s->next_call];
        const char *texts[2] = {NULL, NULL};
        texts[call->side] = call_text(s, call->spec, call->side, call->arguments);
        object_to_call(s, s->next_call, call->spec, texts);
    }
    for (f = s->parts->functions; f; f = f->next)
        f->lasting = f->ncalls;
    assay_callbacks_write(s);
}

/* ---- The kinds */

static bool can_return(const struct assay_spec *spec)
{
    const struct assay_spec *result = spec->as.callback.result;

    return assay_is_void(result) || assay_constructible(result);
}

static void visit_all(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                      void *ctx)
{
    for (uint32_t i = 0; i < spec->as.callback.arity; i++)
        visit(ctx, spec->as.callback.arguments[i]);
    visit(ctx, spec->as.callback.result);
}

static bool construct_callback(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2])
{
    function_of(s, spec);
    for (int side = 0; side < 2; side++)
        memcpy(at[side], spec->as.callback.function[side], spec->size[side]);
    return true;
}

void assay_made_up_print(struct assay_scenario *s, struct assay_made_up *f,
                         const char *stem, struct assay_buf *out)
{
    if (!f->name) {
        f->name = assay_write_name(s, assay_scenario_text(s, "%s_", stem));
        assay_callbacks_write(s); /* the call may be the end of everything */
    }
    assay_buf_puts(out, f->name);
}

static void print_callback(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, struct assay_buf *out)
{
    (void)value;
    assay_made_up_print(s, function_of(s, spec), spec->name, out);
}

const struct assay_spec_kind assay_kind_callback = {
    .name = "callback",
    .constructible = can_return,
    .inner = visit_all,
    .construct = construct_callback,
    .print = print_callback,
};

static bool construct_context(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2])
{
    struct assay_parts *parts = assay_parts(s);

    (void)spec;
    if (!parts->context)
        parts->context = assay_scenario_new(s, 1, 1);
    for (int side = 0; side < 2; side++)
        assay_pointer_store(at[side], parts->context);
    return true;
}

static void print_context(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, struct assay_buf *out)
{
    (void)spec;
    (void)s;
    (void)value;
    assay_buf_puts(out, "&(char){0}");
}

static void compare_context(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2], const char *path)
{
    void *pointers[2];

    (void)spec;
    assay_pointers_load(at, pointers);
    if (pointers[ASSAY_REFERENCE] != pointers[ASSAY_CANDIDATE])
        assay_differ(s, path ? assay_scenario_text(s, "%s != NULL", path) : NULL,
                     "the context", "another pointer");
}

const struct assay_spec_kind assay_kind_context = {
    .name = "context",
    .constructible = assay_spec_always,
    .deconstructible = assay_spec_always,
    .construct = construct_context,
    .print = print_context,
    .deconstruct = compare_context,
};
