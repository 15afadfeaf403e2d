/*
 * The random baseline: events that the system has handlers for, any of them in any order,
 * with any values. What a specification says of histories and futures is not used; that
 * is what generators are compared with.
 */
#include "trace/run.h"
#include <assay/languages.h>

enum {
    EVENTS = 30,  /* of the tester in a run at most */
    TAKEN = 20,   /* messages taken before one of those at most */
    DRAIN = 1000, /* messages taken after the last step at most */
};

#define AGAIN 0.5 /* how often a value that occurred is drawn, */
#define IDLE 0.5  /* and the system may go on with its own work */

static bool flip(struct assay_trace *t, double probability)
{
    bool value = false;
    enum assay_status status = assay_choose_bool(t->test, probability, &value);

    if (status)
        assay_test_stop(t->test, status);
    return value;
}

/* ---- Values */

/* Whether a value of the field's sort of type can be one of the field's. */
static bool fits(const struct assay_trace_field *field,
                 const struct assay_trace_value *value)
{
    const struct assay_lang *lang = field->lang;

    if (field->type == ASSAY_TRACE_INTEGER && field->range.is_set)
        return field->range.low <= value->number && value->number <= field->range.high;
    if (field->type == ASSAY_TRACE_TEXT && !lang && field->language)
        lang = assay_language(field->language);
    return !lang || assay_lang_accepts(lang, value->text, value->length);
}

/* The value, from 0, among those of the field's type that occurred; NULL past the last,
 * and *ret_count is how many there are. */
static const struct assay_trace_value *occurred(const struct assay_trace *t,
                                                const struct assay_trace_field *field,
                                                uint32_t number, uint32_t *ret_count)
{
    uint32_t count = 0;

    for (size_t i = 0; i < t->nlog; i++) {
        const struct assay_trace_operation *o = &t->spec->operations[t->log[i].operation];
        for (uint32_t k = 0; k < o->nfields; k++)
            if (assay_trace_same_type(&o->fields[k], field) &&
                fits(field, &t->log[i].fields[k]) && count++ == number)
                return &t->log[i].fields[k];
    }
    *ret_count = count;
    return NULL;
}

static bool draw_again(struct assay_trace *t, const struct assay_trace_field *field,
                       struct assay_trace_value *ret_value)
{
    uint32_t count = 0, index = 0;
    enum assay_status status;

    occurred(t, field, UINT32_MAX, &count);
    if (count == 0 || !flip(t, AGAIN))
        return false;
    status = assay_choose_pick(t->test, count, &index);
    if (status)
        assay_test_stop(t->test, status);
    *ret_value = *occurred(t, field, index, &count);
    return true;
}

static int64_t draw_number(struct assay_trace *t, const struct assay_trace_field *field)
{
    switch (field->type) {
    case ASSAY_TRACE_INTEGER:
        return assay_trace_integer(t, field->range.is_set ? field->range.low : INT32_MIN,
                                   field->range.is_set ? field->range.high : INT32_MAX);
    case ASSAY_TRACE_BOOLEAN:
        return flip(t, 0.5);
    case ASSAY_TRACE_ENUM:
        return assay_trace_choice(t, assay_trace_constants(field));
    case ASSAY_TRACE_SORT:
        return assay_trace_choice(t, assay_trace_members(t, field->sort));
    case ASSAY_TRACE_ID:
        return assay_trace_integer(t, 0, 9);
    case ASSAY_TRACE_TEXT:
        break;
    }
    return 0;
}

static struct assay_trace_value draw_value(struct assay_trace *t,
                                           const struct assay_trace_field *field)
{
    struct assay_trace_value value;

    if (draw_again(t, field, &value))
        return value;
    if (field->type == ASSAY_TRACE_TEXT)
        return field->lang ? assay_trace_sentence(t, field->lang)
                           : assay_trace_text(t, field->language);
    return assay_trace_number_(draw_number(t, field));
}

/* ---- Steps */

static uint32_t is_offered(const struct assay_trace *t, uint32_t operation)
{
    const struct assay_trace_operation *o = &t->spec->operations[operation];

    return o->kind == ASSAY_TRACE_GENERATED && assay_trace_handler(t, o->name) != NULL;
}

/* The operations that can be done; there is one at least. */
static uint32_t list_operations(struct assay_trace *t, uint32_t **ret_operations)
{
    uint32_t *list = assay_trace_new(t, t->spec->noperations, sizeof *list), n = 0;

    for (uint32_t i = 0; i < t->spec->noperations; i++)
        if (is_offered(t, i))
            list[n++] = i;
    if (n == 0)
        assay_trace_misuse(t, "the system has no handler for any event of %s",
                           t->spec->name);
    *ret_operations = list;
    return n;
}

/* ---- Messages and steps: which of them */

static uint32_t count_under_way(struct assay_trace *t)
{
    return assay_trace_queued(t) + (t->sim ? assay_sim_menu(t->sim) : 0);
}

/* Who has a turn: the tester, a sort of message, a line of the simulation. The tester is
 * the first of them all. */
static uint64_t line_of(const void *ctx, uint32_t i)
{
    const struct assay_trace *t = ctx;
    uint32_t queued = assay_trace_queued(t);
    struct assay_step step;

    if (i == 0)
        return UINT64_MAX;
    if (i <= queued)
        return assay_trace_queued_operation(t, i - 1);
    step = assay_sim_menu_at(t->sim, i - 1 - queued);
    return assay_step_line(t->sim, &step);
}

/* What priorities say: 0 the tester, else something under way, from 1. */
static uint32_t first_in_line(struct assay_trace *t, uint32_t under_way)
{
    uint32_t queued = assay_trace_queued(t);
    uint32_t first =
        assay_scheduler_first(t->scheduler, (uint32_t)t->nlog, under_way + 1, line_of, t);

    if (first <= queued)
        return first;
    return 1 + queued +
           assay_sim_menu_way(t->sim, first - 1 - queued, assay_choose_bits(t->test));
}

/* Whether something under way is to happen, and not an event of the tester, and which. */
static bool choose_taken(struct assay_trace *t, uint32_t under_way, bool must,
                         uint32_t *ret_index)
{
    uint32_t first, takes = must;
    enum assay_status status = ASSAY_OK;

    if (under_way == 0)
        return false;
    first = t->scheduler ? first_in_line(t, under_way) : 0;
    if (!must)
        status = t->scheduler ? assay_choose_proposed(t->test, 2, first > 0, &takes)
                              : assay_choose_index(t->test, 2, NULL, &takes);
    first = first > 0 ? first - 1 : 0;
    if (!status && takes)
        status = t->scheduler
                     ? assay_choose_proposed(t->test, under_way, first, ret_index)
                     : assay_choose_index(t->test, under_way, NULL, ret_index);
    if (status)
        assay_test_stop(t->test, status);
    return takes;
}

static void take_one(struct assay_trace *t, uint32_t index)
{
    uint32_t queued = assay_trace_queued(t);

    if (index < queued)
        assay_trace_take_queued(t, index);
    else
        assay_trace_take_step(t, assay_sim_menu_at(t->sim, index - queued));
}

static void do_any(struct assay_trace *t, const uint32_t *operations, uint32_t count)
{
    uint32_t operation = operations[assay_trace_choice(t, count)];
    const struct assay_trace_operation *o = &t->spec->operations[operation];
    struct assay_trace_value *fields = assay_trace_new(t, o->nfields, sizeof *fields);

    for (uint32_t i = 0; i < o->nfields; i++)
        fields[i] = draw_value(t, &o->fields[i]);
    assay_trace_do(t, operation, fields);
}

static void step(struct assay_trace *t, const uint32_t *operations, uint32_t count)
{
    uint32_t index;

    if (t->system->idle && flip(t, IDLE))
        assay_trace_idle(t);
    for (int i = 0; i < TAKEN && choose_taken(t, count_under_way(t), false, &index); i++)
        take_one(t, index);
    do_any(t, operations, count);
}

/* ---- Between the events of a generator */

/* One thing that happens by chance. */
static void stray_once(struct assay_trace *t)
{
    uint32_t *operations, count, index;

    assay_span_begin(t->test, "between");
    if (choose_taken(t, count_under_way(t), false, &index))
        take_one(t, index);
    else {
        count = list_operations(t, &operations);
        do_any(t, operations, count);
    }
    assay_span_end(t->test);
}

void assay_trace_stray(struct assay_trace *t)
{
    static const uint32_t weights[] = {12, 3, 1}; /* of none, one, two */
    uint32_t count = 0;
    enum assay_status status;

    if (!t->job || !t->job->between || t->straying)
        return;
    status = assay_choose_index(t->test, 3, weights, &count);
    if (status)
        assay_test_stop(t->test, status);
    t->straying = true;
    for (uint32_t i = 0; i < count; i++)
        stray_once(t);
    t->straying = false;
}

/* Timers may be set for ever. */
static bool has_only_timers(struct assay_trace *t)
{
    uint32_t count = t->sim ? assay_sim_menu(t->sim) : 0;

    for (uint32_t i = 0; i < count; i++)
        if (!assay_step_is_timer(t->sim, assay_sim_menu_at(t->sim, i)))
            return false;
    return count > 0 && assay_trace_queued(t) == 0;
}

/* Until there is no message left and the system rests. */
static void drain(struct assay_trace *t)
{
    uint32_t index;

    for (int i = 0; i < DRAIN && !has_only_timers(t); i++)
        if (choose_taken(t, count_under_way(t), true, &index))
            take_one(t, index);
        else if (!t->started || !assay_trace_idle(t))
            return;
}

void assay_trace_random(struct assay_trace *t)
{
    const struct assay_trace_spec *spec = t->spec;
    uint32_t *operations, count = list_operations(t, &operations), n = 0;
    enum assay_status status;

    if (spec->nworlds > 0)
        assay_trace_enter(t, spec->worlds, spec->nworlds);
    if (t->job->pct)
        t->scheduler = assay_scheduler_new(
            t->test, &(struct assay_sim_job){.schedule = ASSAY_SCHEDULE_PRIORITIES});
    status = assay_program_begin(t->test, "trace", EVENTS, &n);
    for (uint32_t i = 0; i < n && !status; i++) {
        assay_element_begin(t->test);
        step(t, operations, count);
        status = assay_span_end(t->test);
    }
    if (!status)
        status = assay_span_end(t->test);
    if (status)
        assay_test_stop(t->test, status);
    drain(t);
}
