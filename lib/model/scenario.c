/*
 * A scenario from its first operation to its last: an operation is chosen, its arguments
 * are made, both sides are called, what they give is compared.
 */
#include "model/scenario.h"
#include "model/death.h"
#include "model/parts.h"
#include "model/run.h"
#include "model/write.h"
#include "run/body.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FUEL = 20,
    FUEL_NOW_AND_THEN = 200,
    ATTEMPTS = 4, /* operations tried for one step */
};

#define MUCH_FUEL 0.03 /* how often */

struct assay_scenario *assay_scenario_now;

/* ---- For everybody */

void *assay_scenario_new(struct assay_scenario *s, size_t count, size_t size)
{
    void *at = assay_test_new(s->t, count, size);

    if (!at)
        assay_test_stop(s->t, ASSAY_NO_MEMORY);
    return at;
}

const char *assay_scenario_text(struct assay_scenario *s, const char *format, ...)
{
    va_list args, again;
    char *text;
    int len;

    va_start(args, format);
    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, args);
    text = assay_scenario_new(s, (size_t)len + 1, 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

int assay_scenario_find(const struct assay_scenario *s, const struct assay_spec *spec)
{
    const struct assay_operation *o = s->args.operation;

    for (uint32_t i = 0; i < o->arity; i++)
        for (const struct assay_spec *a = o->arguments[i]; a; a = assay_spec_within(a))
            if (a == spec)
                return (int)i;
    return -1;
}

void *assay_argument(const struct assay_arguments *args, const struct assay_spec *spec,
                     enum assay_side side, uint32_t k)
{
    const struct assay_operation *o = args->operation;

    for (uint32_t i = 0; i < o->arity; i++)
        for (const struct assay_spec *a = o->arguments[i]; a; a = assay_spec_within(a))
            if (a == spec && args->drawn >> i & 1 && k-- == 0)
                return args->at[side][i];
    fprintf(stderr,
            "%s:%d: operation %s: an argument with spec %s is asked for, but there is "
            "none, or it is not drawn yet\n",
            o->file, o->line, o->name, spec->name);
    abort();
}

void assay_back_off(void)
{
    struct assay_scenario *s = assay_scenario_now;

    if (!s || !s->can_retreat) {
        fputs("assay_back_off() is for references and draws, before the candidate runs\n",
              stderr);
        abort();
    }
    longjmp(s->retreat, 1);
}

void assay_unimplemented(void)
{
    if (assay_scenario_now)
        assay_test_stop(assay_scenario_now->t, ASSAY_REJECTED);
    abort();
}

void *assay_model_new(size_t count, size_t size)
{
    return assay_scenario_now ? assay_scenario_new(assay_scenario_now, count, size)
                              : calloc(count, size);
}

struct assay_test *assay_model_test(void)
{
    return assay_scenario_now ? assay_scenario_now->t : NULL;
}

/* ---- Failing */

void assay_doing(struct assay_scenario *s, const char *format, ...)
{
    char text[256];
    va_list args;

    if (!s->writer)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assay_body_doing(s->t, "%s", text);
}

void assay_did(struct assay_scenario *s)
{
    if (s->writer)
        assay_body_doing(s->t, "%s", "");
}

void assay_fail(struct assay_scenario *s, const char *message)
{
    const struct assay_operation *o = s->args.operation;
    struct assay_buf room = assay_body_message(s->t);

    assay_did(s);
    assay_buf_puts(&room, message);
    /* Which operation shows a fault is not what it is about: the shortest scenario is. */
    assay_body_fail_as(s->t, o->file, o->line, s->plan->model->name);
    abort(); /* it does not return */
}

void assay_differ(struct assay_scenario *s, const char *condition, const char *expected,
                  const char *observed)
{
    assay_write_difference(s, condition, observed);
    assay_fail(s, assay_scenario_text(s, "operation %u (%s) differs: expected %s, got %s",
                                      s->number, s->args.operation->text, expected,
                                      observed));
}

void assay_object(struct assay_scenario *s, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assay_write_remark(s, ": %s", text);
    assay_fail(s, assay_scenario_text(s, "operation %u (%s): %s", s->number,
                                      s->args.operation->text, text));
}

/* ---- Calling */

static const char *call_text(struct assay_scenario *s, const char **paths)
{
    const struct assay_operation *o = s->args.operation;
    struct assay_buf call, argument;
    const char *text;

    assay_buf_init(&call, NULL, 0);
    assay_buf_printf(&call, "%s(", o->text);
    for (uint32_t i = 0; i < o->arity; i++) {
        assay_buf_init(&argument, NULL, 0);
        assay_spec_print(o->arguments[i], s, s->args.at[ASSAY_CANDIDATE][i], &argument);
        paths[i] = assay_scenario_text(s, "%s", argument.at);
        assay_buf_done(&argument);
        assay_buf_printf(&call, "%s%s", i ? ", " : "", paths[i]);
    }
    text = assay_scenario_text(s, "%s)", call.at);
    assay_buf_done(&call);
    return text;
}

static void call_side(struct assay_scenario *s, enum assay_side side)
{
    const struct assay_operation *o = s->args.operation;

    s->running = side;
    if (s->writer)
        assay_doing(s, "operation %u, %s%s", s->number,
                    side == ASSAY_REFERENCE ? "the reference's side of " : "", o->text);
    s->calling = true;
    errno = 0;
    (side == ASSAY_REFERENCE ? o->reference : o->candidate)(s->args.at[side],
                                                            s->result[side]);
    s->error[side] = errno;
    s->calling = false;
    assay_did(s);
}

/* The abstract type that a result is a new value of, wrappers looked through, or NULL. */
static const struct assay_spec *result_type(const struct assay_scenario *s)
{
    const struct assay_spec *spec = s->args.operation->result;

    while (spec && spec->kind != &assay_kind_abstract)
        spec = spec->kind == &assay_kind_existing ? NULL : assay_spec_within(spec);
    return spec;
}

static bool is_void(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_void;
}

/* The operation's line where the result gets a name, which is returned. */
static const char *write_named(struct assay_scenario *s, const char *call)
{
    const struct assay_spec *spec = s->args.operation->result, *type = result_type(s);
    const char *name = type ? assay_pool_next_name(s, type) : assay_write_name(s, "r");

    s->named = true;
    assay_write_call(s, "%s = %s;", assay_declaration(s, assay_spec_type(spec, s), name),
                     call);
    return name;
}

/* The operation's line, now that the expected result is known. Returns how the program
 * calls the result. */
static const char *write_expected(struct assay_scenario *s, const char *call)
{
    const struct assay_spec *spec = s->args.operation->result;
    struct assay_buf condition;

    if (is_void(spec) || spec->kind == &assay_kind_ignored)
        return NULL;
    if (!assay_expectable(spec, s->result[ASSAY_REFERENCE]))
        return write_named(s, call);
    assay_buf_init(&condition, NULL, 0);
    spec->kind->expect(spec, s, s->result[ASSAY_REFERENCE], call, &condition);
    assay_write_asserting_call(s, assay_scenario_text(s, "%s", condition.at));
    assay_buf_done(&condition);
    return call;
}

/* ---- After the call */

static void conclude(struct assay_scenario *s, const char *path, const char *const *paths)
{
    const struct assay_operation *o = s->args.operation;
    const struct assay_spec *type = result_type(s);
    uint32_t made = s->made;

    assay_deconstruct(o->result, s, s->result, s->writer ? path : NULL);
    if (s->named && type && s->made == made) /* its name is taken */
        assay_pool_consume(s, type, assay_pool_add(s, type, s->result));
    for (uint32_t i = 0; i < o->arity; i++) {
        void *at[2] = {s->args.at[0][i], s->args.at[1][i]};
        assay_finish(o->arguments[i], s, at, s->writer ? paths[i] : NULL);
    }
}

/* ---- The three ways to call */

static void call_both(struct assay_scenario *s, const char *call,
                      const char *const *paths)
{
    const char *path = NULL;

    s->first = ASSAY_REFERENCE;
    call_side(s, ASSAY_REFERENCE);
    s->can_retreat = false;
    assay_callbacks_write(s);
    if (s->writer)
        path = write_expected(s, call);
    call_side(s, ASSAY_CANDIDATE);
    assay_callbacks_end(s);
    conclude(s, path, paths);
}

/* The reference's side has what the candidate gave. */
static void adopt(struct assay_scenario *s)
{
    const struct assay_operation *o = s->args.operation;

    for (uint32_t i = 0; i < o->arity; i++) {
        void *at[2] = {s->args.at[0][i], s->args.at[1][i]};
        assay_adopt(o->arguments[i], s, at);
    }
    if (o->result->size[0] == o->result->size[1])
        memcpy(s->result[ASSAY_REFERENCE], s->result[ASSAY_CANDIDATE],
               o->result->size[0]);
    assay_adopt(o->result, s, s->result);
}

/* What the candidate answered, " gave 7" or "", for a reader. */
static const char *answer_text(struct assay_scenario *s)
{
    const struct assay_spec *spec = s->args.operation->result;
    struct assay_buf text;
    const char *answer;

    if (!assay_expectable(spec, s->result[ASSAY_CANDIDATE]) || !spec->kind->print)
        return "";
    assay_buf_init(&text, NULL, 0);
    assay_spec_print(spec, s, s->result[ASSAY_CANDIDATE], &text);
    answer = assay_scenario_text(s, " gave %s", text.at);
    assay_buf_done(&text);
    return answer;
}

static bool fills_in(const struct assay_operation *o)
{
    for (uint32_t i = 0; i < o->arity; i++)
        if (assay_spec_core(o->arguments[i])->kind->adopt)
            return true;
    return false;
}

/* The program asserts that the answer is another one: what is right is not known. Where
 * something is filled in as well, it need not be the answer that is wrong. */
static void write_refusal(struct assay_scenario *s, const char *path)
{
    const struct assay_spec *spec = s->args.operation->result;
    struct assay_buf condition;

    if (!path || fills_in(s->args.operation) ||
        !assay_expectable(spec, s->result[ASSAY_CANDIDATE]))
        return;
    assay_buf_init(&condition, NULL, 0);
    spec->kind->expect(spec, s, s->result[ASSAY_REFERENCE], path, &condition);
    assay_write_assert(s, assay_scenario_text(s, "!(%s)", condition.at));
    assay_buf_done(&condition);
}

static _Noreturn void condemn(struct assay_scenario *s, const char *wrong,
                              const char *path)
{
    const char *answer = answer_text(s);

    if (s->writer)
        write_refusal(s, path);
    assay_write_remark(s, ":%s%s %s", answer, *answer ? "," : "", wrong);
    assay_fail(s, assay_scenario_text(s, "operation %u (%s)%s: %s", s->number,
                                      s->args.operation->text, answer, wrong));
}

static void call_judged(struct assay_scenario *s, const char *call,
                        const char *const *paths)
{
    const struct assay_operation *o = s->args.operation;
    const char *path = NULL, *wrong = NULL;

    s->first = ASSAY_CANDIDATE;
    s->can_retreat = false;
    if (s->writer && !is_void(o->result))
        path = write_named(s, call);
    call_side(s, ASSAY_CANDIDATE);
    adopt(s);
    assay_callbacks_write(s);
    if (o->judge) {
        s->running = ASSAY_REFERENCE;
        assay_doing(s, "operation %u, the reference's judgement of %s", s->number,
                    o->text);
        s->calling = true;
        wrong = o->judge(s->args.at[ASSAY_REFERENCE], s->result[ASSAY_CANDIDATE],
                         s->result[ASSAY_REFERENCE]);
        s->calling = false;
        assay_did(s);
    }
    assay_callbacks_end(s);
    if (wrong)
        condemn(s, wrong, path);
    conclude(s, o->result->kind->expect ? NULL : path, paths);
}

/* ---- Making an operation */

static bool draw_arguments(struct assay_scenario *s, const struct assay_plan_operation *p)
{
    const struct assay_operation *o = s->args.operation;
    char *frame = assay_scenario_new(s, 1, p->frame);

    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < o->arity; i++)
            s->args.at[side][i] = frame + p->offset[side][i];
        s->result[side] = frame + p->offset[side][ASSAY_ARGUMENTS_MAX];
    }
    for (uint32_t k = 0; k < o->arity; k++) {
        uint32_t i = p->order[k];
        void *at[2] = {s->args.at[0][i], s->args.at[1][i]};
        if (!assay_construct(o->arguments[i], s, at))
            return false;
        s->args.drawn |= 1u << i;
    }
    return true;
}

/* The abstract type of an argument, options and the like looked through, or NULL; whether
 * its value is gone after the call. */
static const struct assay_spec *type_behind(const struct assay_spec *spec,
                                            bool *ret_consumed)
{
    *ret_consumed = false;
    while (spec && spec->kind != &assay_kind_abstract) {
        *ret_consumed |= spec->kind == &assay_kind_consumed;
        spec = assay_spec_within(spec);
    }
    return spec;
}

/* A value that is consumed may not be another argument as well. */
static bool is_used_twice(const struct assay_scenario *s, uint32_t i, uint32_t k)
{
    const struct assay_operation *o = s->args.operation;
    bool consumed[2];
    const struct assay_spec *a = type_behind(o->arguments[i], &consumed[0]),
                            *b = type_behind(o->arguments[k], &consumed[1]);

    if (!a || !b || a->as.abstract != b->as.abstract || (!consumed[0] && !consumed[1]))
        return false;
    for (int side = 0; side < 2; side++)
        if (memcmp(s->args.at[side][i], s->args.at[side][k], a->size[side]) != 0)
            return false;
    return true;
}

static bool may_call(const struct assay_scenario *s)
{
    const struct assay_operation *o = s->args.operation;

    for (uint32_t i = 1; i < o->arity; i++)
        for (uint32_t k = 0; k < i; k++)
            if (is_used_twice(s, i, k))
                return false;
    return assay_owners_agree(s) && (!o->when || o->when(&s->args));
}

static void perform(struct assay_scenario *s)
{
    const struct assay_operation *o = s->args.operation;
    const char *paths[ASSAY_ARGUMENTS_MAX], *call = NULL;

    if (s->writer) {
        call = call_text(s, paths);
        assay_write_call(s, "%s;", call);
    }
    if (o->may_die && assay_death(s, call))
        return;
    if (o->reference)
        call_both(s, call, paths);
    else
        call_judged(s, call, paths);
    assay_owner_bury(s);
    assay_pool_check(s);
}

/* Apart from its caller, so that no variable of that is live across setjmp. */
static __attribute__((noinline)) bool attempt(struct assay_scenario *s, uint32_t number)
{
    s->args = (struct assay_arguments){.operation = s->plan->model->operations[number]};
    assay_callbacks_begin(s);
    s->unsuccessful = s->named = false;
    s->number++;
    assay_write_operation(s);
    s->calling = false;
    s->can_retreat = true;
    assay_doing(s, "the arguments of operation %u, %s", s->number,
                s->args.operation->text);
    if (_setjmp(s->retreat) == 0 && draw_arguments(s, &s->plan->operations[number]) &&
        may_call(s)) {
        assay_did(s);
        perform(s);
        s->can_retreat = false;
        s->plan->performed[number]++;
        return true;
    }
    s->can_retreat = false;
    assay_did(s);
    assay_write_cancel(s);
    s->number--;
    return false;
}

/* ---- Choosing operations */

static bool has_what_it_needs(const struct assay_scenario *s,
                              const struct assay_plan_operation *p)
{
    for (uint32_t i = 0; i < p->nneeds; i++)
        if (s->pools[p->needs[i]].live == 0)
            return false;
    return true;
}

/* Operations are in a swarm by their bit; those that need nothing always are. */
static bool is_offered(const struct assay_scenario *s, uint32_t number, uint64_t swarm)
{
    const struct assay_plan_operation *p = &s->plan->operations[number];

    if (s->t->program_only)
        return s->t->program_only >> number % 64 & 1;
    return swarm == 0 || p->nneeds == 0 || swarm >> number % 63 & 1;
}

static bool choose_operation(struct assay_scenario *s, uint64_t swarm,
                             uint32_t *ret_number)
{
    const struct assay_plan *plan = s->plan;
    uint64_t total = 0;
    enum assay_status status;

    for (uint32_t i = 0; i < plan->model->count; i++) {
        const struct assay_plan_operation *p = &plan->operations[i];
        plan->weights[i] =
            is_offered(s, i, swarm) && has_what_it_needs(s, p) ? p->weight : 0;
        total += plan->weights[i];
    }
    if (total == 0)
        return false;
    status = assay_choose_weighted(s->t, plan->model->count, 0, plan->weights, total,
                                   ret_number);
    if (status)
        assay_test_stop(s->t, status);
    return true;
}

/* Which operations this scenario is about; 0 is all of them, and so is half of the
 * numbers. */
static uint64_t choose_swarm(struct assay_scenario *s)
{
    const struct assay_model *m = s->plan->model;
    uint32_t bits = m->count < 63 ? m->count : 63;
    uint64_t most = ((uint64_t)1 << bits) - 1, swarm = 0;
    enum assay_status status;

    if (m->no_swarm || m->count < 3)
        return 0;
    status = assay_choose_uint(s->t, 0, 2 * most, 0, ASSAY_UNIFORM, &swarm);
    if (status)
        assay_test_stop(s->t, status);
    return swarm > most ? 0 : swarm;
}

/* An operation that was given up may have been in the middle of a value. */
static void discard(struct assay_scenario *s, uint32_t outer)
{
    while (s->t->open != outer && assay_span_discard(s->t) == ASSAY_OK)
        ;
}

/* False when there is nothing left to do. */
static bool step(struct assay_scenario *s, uint64_t swarm)
{
    uint32_t number, outer = s->t->open;

    for (int i = 0; i < ATTEMPTS; i++) {
        assay_span_begin(s->t, "operation");
        if (!choose_operation(s, swarm, &number)) {
            discard(s, outer);
            return false;
        }
        if (has_what_it_needs(s, &s->plan->operations[number]) && attempt(s, number)) {
            assay_span_end(s->t);
            return true;
        }
        discard(s, outer);
    }
    return true;
}

/* Most faults show in few operations; some only when a table has grown. */
static uint32_t choose_fuel(struct assay_scenario *s)
{
    bool much = false;
    enum assay_status status;

    if (s->plan->model->fuel)
        return s->plan->model->fuel;
    status = assay_choose_bool(s->t, MUCH_FUEL, &much);
    if (status)
        assay_test_stop(s->t, status);
    return much ? FUEL_NOW_AND_THEN : FUEL;
}

static void run_steps(struct assay_scenario *s)
{
    uint32_t fuel = choose_fuel(s), n = 0;
    uint64_t swarm = choose_swarm(s);
    enum assay_status status = assay_program_begin(s->t, "scenario", fuel, &n);

    for (uint32_t i = 0; i < n && !status; i++) {
        assay_element_begin(s->t);
        if (!step(s, swarm))
            n = i;
        status = assay_span_end(s->t);
    }
    if (!status)
        status = assay_span_end(s->t);
    if (status)
        assay_test_stop(s->t, status);
}

/* ---- All of it */

static void prepare(struct assay_scenario *s)
{
    const struct assay_plan *plan = s->plan;

    s->t->constants = plan->model->numbers;
    s->t->nconstants = plan->model->nnumbers;
    s->t->words = plan->model->words;
    s->t->nwords = plan->model->nwords;
    s->t->texts_again = true;
    s->pools = assay_scenario_new(s, plan->nabstract + 1, sizeof *s->pools);
    for (uint32_t i = 0; i < plan->nabstract; i++)
        s->pools[i].spec = plan->abstract[i];
    assay_write_begin(s);
    if (plan->model->prologue) {
        assay_doing(s, "the prologue");
        plan->model->prologue();
        assay_did(s);
    }
}

static void run_epilogue(struct assay_scenario *s, const struct assay_model *m)
{
    if (m->epilogue_text)
        assay_write_after(s, "%s", m->epilogue_text);
    assay_doing(s, "the epilogue");
    m->epilogue();
    assay_did(s);
}

static void end(struct assay_scenario *s)
{
    assay_pool_destroy(s);
    if (s->plan->model->epilogue)
        run_epilogue(s, s->plan->model);
    assay_storage_clear(s);
}

void assay_scenario_run(struct assay_test *t, const struct assay_plan *plan)
{
    /* Failing leaves by longjmp; what still points here then must not point nowhere. */
    static struct assay_scenario scenario;

    scenario = (struct assay_scenario){.t = t, .plan = plan};
    assay_scenario_now = &scenario;
    prepare(&scenario);
    run_steps(&scenario);
    end(&scenario);
    assay_scenario_now = NULL;
}
