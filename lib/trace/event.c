/*
 * What happens in a run: events that the tester causes, answers and messages of the
 * system, and waiting for those.
 */
#include "run/body.h"
#include "sim/show.h"
#include "trace/run.h"
#include <inttypes.h>
#include <string.h>

/* ---- The log */

static const struct assay_trace_value *copy(struct assay_trace *t, uint32_t count,
                                            const struct assay_trace_value *values)
{
    struct assay_trace_value *kept = assay_trace_new(t, count, sizeof *kept);

    for (uint32_t i = 0; i < count; i++) {
        char *text;
        kept[i] = values[i];
        if (!values[i].text)
            continue;
        text = assay_trace_new(t, values[i].length + 1, 1);
        memcpy(text, values[i].text, values[i].length);
        kept[i].text = text;
    }
    return kept;
}

/* A step of the report; with `handled` the message of a crash from now on, and all that
 * happened is in the program before it can crash. */
static void tell(struct assay_trace *t, const struct assay_trace_event *event,
                 bool handled)
{
    struct assay_buf text;

    if (!t->test || !assay_body_explains(t->test))
        return;
    assay_buf_init(&text, NULL, 0);
    assay_trace_show_event(t, event, &text);
    if (handled) {
        assay_body_doing(t->test, "the handler of %s", text.at);
        assay_trace_write(t);
    } else {
        assay_step(t->test, "%s", text.at);
        if (t->sim && !t->acting) /* actors are in the chart already */
            assay_show_outside(t->sim, text.at);
    }
    assay_buf_done(&text);
}

void assay_trace_log(struct assay_trace *t, struct assay_trace_event event)
{
    void *log = t->log;

    if (t->nlog == ASSAY_TRACE_EVENTS)
        assay_trace_discard(t, "too many events");
    assay_trace_grow(t, &log, &t->log_cap, t->nlog, sizeof *t->log);
    t->log = log;
    t->log[t->nlog++] = event;
    t->tries = 0;
    tell(t, &event, false);
}

assay_trace_handler_fn *assay_trace_handler(const struct assay_trace *t,
                                            const char *event)
{
    for (uint32_t i = 0; i < ASSAY_TRACE_HANDLERS; i++) {
        if (!t->system->handlers[i].event)
            return NULL;
        if (strcmp(t->system->handlers[i].event, event) == 0)
            return t->system->handlers[i].run;
    }
    return NULL;
}

static void call(struct assay_trace *t, assay_trace_handler_fn *handler,
                 struct assay_trace_event event)
{
    t->waiting = false;
    t->awaits_step = false;
    t->awaited = NULL;
    tell(t, &event, true);
    handler(t, t->state, event.fields);
    if (t->test)
        assay_body_doing(t->test, "%s", "");
}

void assay_trace_do(struct assay_trace *t, uint32_t operation,
                    const struct assay_trace_value *fields)
{
    const struct assay_trace_operation *o = &t->spec->operations[operation];
    assay_trace_handler_fn *handler = assay_trace_handler(t, o->name);
    struct assay_trace_event event = {operation, NULL};

    if (!handler)
        assay_trace_misuse(t, "the system has no handler for '%s'", o->name);
    assay_trace_start(t);
    assay_trace_stray(t);
    event.fields = copy(t, o->nfields, fields);
    assay_trace_log(t, event);
    call(t, handler, event);
}

/* ---- What the system says */

/* Values that the type of a field does not have would be taken for a violation. */
static bool is_possible(const struct assay_trace *t, const struct assay_trace_field *f,
                        int64_t number)
{
    switch (f->type) {
    case ASSAY_TRACE_BOOLEAN:
        return number == 0 || number == 1;
    case ASSAY_TRACE_ENUM:
        return number >= 0 && number < assay_trace_constants(f);
    case ASSAY_TRACE_SORT:
        return number >= 0 && (!t->world || number < t->world->members[f->sort]);
    case ASSAY_TRACE_INTEGER:
    case ASSAY_TRACE_ID:
    case ASSAY_TRACE_TEXT:
        break;
    }
    return true;
}

static void check_value(struct assay_trace *t, const char *verb, const char *event,
                        const struct assay_trace_field *f,
                        const struct assay_trace_value *v)
{
    bool is_text = f->type == ASSAY_TRACE_TEXT;

    if (is_text != (v->text != NULL))
        assay_trace_misuse(t, "the system %s '%s' with a %s for '%s', which is a %s",
                           verb, event, is_text ? "number" : "text", f->name,
                           is_text ? "text" : "number");
    if (!is_possible(t, f, v->number))
        assay_trace_misuse(
            t, "the system %s '%s' with %" PRId64 " for '%s', which has no such value",
            verb, event, v->number, f->name);
}

uint32_t assay_trace_find(const struct assay_trace *t, const char *name)
{
    uint32_t i = 0;

    while (i < t->spec->noperations && strcmp(t->spec->operations[i].name, name) != 0)
        i++;
    return i;
}

void assay_trace_check_fields(struct assay_trace *t, const char *verb, uint32_t operation,
                              const struct assay_trace_value *fields)
{
    const struct assay_trace_operation *o = &t->spec->operations[operation];

    for (uint32_t i = 0; i < o->nfields; i++)
        check_value(t, verb, o->name, &o->fields[i], &fields[i]);
}

static uint32_t check_event(struct assay_trace *t, const char *verb, const char *event,
                            uint32_t count, const struct assay_trace_value *values)
{
    const struct assay_trace_operation *o = t->spec->operations;
    uint32_t i = assay_trace_find(t, event);

    if (i == t->spec->noperations || o[i].kind != ASSAY_TRACE_OBSERVED)
        assay_trace_misuse(t, "the system %s '%s', which is no observed event of %s",
                           verb, event, t->spec->name);
    if (count != o[i].nfields)
        assay_trace_misuse(t, "the system %s '%s' with %u value%s; %s gives it %u", verb,
                           event, count, count == 1 ? "" : "s", t->spec->name,
                           o[i].nfields);
    assay_trace_check_fields(t, verb, i, values);
    return i;
}

static void arrive(struct assay_trace *t, struct assay_trace_event event, bool sent)
{
    size_t awaited = t->awaited ? (size_t)(t->awaited - t->arrivals) : 0;
    void *arrivals = t->arrivals;

    if (t->narrivals == ASSAY_TRACE_EVENTS)
        assay_trace_discard(t, "too many events");
    assay_trace_grow(t, &arrivals, &t->arrivals_cap, t->narrivals, sizeof *t->arrivals);
    t->arrivals = arrivals;
    t->awaited = t->awaited ? t->arrivals + awaited : NULL;
    t->arrivals[t->narrivals++] =
        (struct assay_trace_arrival){.event = event, .sent = sent};
}

void assay_trace_happened(struct assay_trace *t, struct assay_trace_event event)
{
    event.fields = copy(t, t->spec->operations[event.operation].nfields, event.fields);
    assay_trace_log(t, event);
    arrive(t, event, false);
}

void assay_trace_answer(struct assay_trace *t, const char *event, uint32_t count,
                        const struct assay_trace_value *values)
{
    assay_trace_happened(t, (struct assay_trace_event){
                                check_event(t, "answers", event, count, values), values});
}

void assay_trace_send(struct assay_trace *t, const char *event, uint32_t count,
                      const struct assay_trace_value *values)
{
    struct assay_trace_event message = {check_event(t, "sends", event, count, values),
                                        copy(t, count, values)};

    arrive(t, message, true);
}

struct assay_trace_value assay_trace_text_(const char *text)
{
    return (struct assay_trace_value){0, text, text ? strlen(text) : 0};
}

/* ---- Waiting */

/* The oldest of the operation that this wait has not offered; answers come first. */
static struct assay_trace_arrival *next_arrival(struct assay_trace *t, uint32_t operation)
{
    for (int sent = 0; sent < 2; sent++)
        for (size_t i = 0; i < t->narrivals; i++) {
            struct assay_trace_arrival *a = &t->arrivals[i];
            if (!a->taken && a->sent == (sent == 1) && a->event.operation == operation &&
                a->offered != t->waited)
                return a;
        }
    return NULL;
}

/* Whether there is anything that no one has taken. */
static bool has_said_more(struct assay_trace *t)
{
    uint32_t count = t->sim ? assay_sim_menu(t->sim) : 0;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_step step = assay_sim_menu_at(t->sim, i);
        if (assay_step_is_seen(t->sim, &step))
            return true; /* what no one sees may go on for ever, and says nothing */
    }
    for (size_t i = 0; i < t->narrivals; i++)
        if (!t->arrivals[i].taken)
            return true;
    return false;
}

bool assay_trace_idle(struct assay_trace *t)
{
    bool did;

    assay_trace_start(t);
    if (t->sim && assay_sim_advance_unseen(t->sim)) {
        t->next_step = 0;
        return true;
    }
    if (!t->system->idle)
        return false;
    if (t->test)
        assay_body_doing(t->test, "%s", "the system's own work");
    did = t->system->idle(t, t->state);
    if (t->test)
        assay_body_doing(t->test, "%s", "");
    return did;
}

static void begin_wait(struct assay_trace *t, uint32_t operation)
{
    if (!t->waiting || t->waiting_for != operation) {
        assay_trace_stray(t);
        t->waited++;
        t->next_step = 0;
    }
    t->waiting = true;
    t->waiting_for = operation;
}

/* The system has nothing to say. */
static _Noreturn void discard_silence(struct assay_trace *t, uint32_t operation)
{
    const char *stuck = t->sim ? assay_sim_stuck(t->sim) : NULL;

    assay_trace_discard(t, assay_trace_format(t, "no %s arrived%s%s",
                                              t->spec->operations[operation].name,
                                              stuck ? ": " : "", stuck ? stuck : ""));
}

const struct assay_trace_value *assay_trace_await(struct assay_trace *t,
                                                  uint32_t operation)
{
    struct assay_trace_arrival *a;

    assay_trace_start(t);
    begin_wait(t, operation);
    a = next_arrival(t, operation);
    t->awaits_step = !a && assay_trace_next_step(t, operation);
    for (int i = 0; !a && !t->awaits_step && i < ASSAY_TRACE_IDLES && assay_trace_idle(t);
         i++) {
        a = next_arrival(t, operation);
        t->awaits_step = !a && assay_trace_next_step(t, operation);
    }
    if (t->awaits_step)
        return assay_trace_event_of(t, &t->step).fields;
    if (!a && has_said_more(t))
        assay_trace_assert(t, false);
    if (!a)
        discard_silence(t, operation);
    a->offered = t->waited;
    t->awaited = a;
    return a->event.fields;
}

static void take(struct assay_trace *t, struct assay_trace_arrival *a)
{
    struct assay_trace_event event = a->event;
    assay_trace_handler_fn *handler =
        assay_trace_handler(t, t->spec->operations[event.operation].name);

    a->taken = true;
    t->waiting = false;
    t->awaited = NULL;
    if (!a->sent)
        return;
    assay_trace_log(t, event);
    if (handler)
        call(t, handler, event);
}

/* What happens may be something else than was awaited: a transaction is aborted, or its
 * session must wait. */
static void take_step(struct assay_trace *t)
{
    uint32_t operation = t->waiting_for;
    size_t at = t->nlog;

    assay_trace_take_step(t, t->step);
    assay_trace_assert(t, t->nlog > at && t->log[at].operation == operation);
}

void assay_trace_take(struct assay_trace *t)
{
    if (!t->awaited && !t->awaits_step)
        assay_trace_misuse(t, "nothing is there to be taken: nothing was awaited");
    if (t->awaits_step)
        take_step(t);
    else
        take(t, t->awaited);
}

static bool same_fields(const struct assay_trace_operation *o,
                        const struct assay_trace_value *a,
                        const struct assay_trace_value *b)
{
    uint32_t i = 0;

    while (i < o->nfields && assay_trace_same(a[i], b[i]))
        i++;
    return i == o->nfields;
}

void assay_trace_see(struct assay_trace *t, uint32_t operation,
                     const struct assay_trace_value *fields)
{
    const struct assay_trace_operation *o = &t->spec->operations[operation];

    while (!same_fields(o, assay_trace_await(t, operation), fields))
        ;
    assay_trace_take(t);
}

/* ---- Messages, whatever they are */

static bool is_queued(const struct assay_trace_arrival *a)
{
    return a->sent && !a->taken;
}

uint32_t assay_trace_queued(const struct assay_trace *t)
{
    uint32_t count = 0;

    for (size_t i = 0; i < t->narrivals; i++)
        count += is_queued(&t->arrivals[i]);
    return count;
}

static struct assay_trace_arrival *queued_at(const struct assay_trace *t, uint32_t number)
{
    size_t i = 0;

    while (!is_queued(&t->arrivals[i]) || number-- > 0)
        i++;
    return &t->arrivals[i];
}

uint32_t assay_trace_queued_operation(const struct assay_trace *t, uint32_t number)
{
    return queued_at(t, number)->event.operation;
}

void assay_trace_take_queued(struct assay_trace *t, uint32_t number)
{
    take(t, queued_at(t, number));
}

/* ---- Worlds */

static bool is_row(const int64_t *row, const int64_t *args, uint32_t nargs)
{
    for (uint32_t i = 0; i < nargs; i++)
        if (row[i] != args[i])
            return false;
    return true;
}

int64_t assay_trace_apply(const struct assay_trace *t, uint32_t function,
                          const int64_t *args)
{
    uint32_t nargs = t->spec->functions[function].nargs;
    const struct assay_trace_table *table;

    if (!t->world)
        return 0;
    table = &t->world->tables[function];
    for (uint32_t i = 0; i < table->nrows; i++) {
        const int64_t *row = &table->rows[(size_t)i * (nargs + 1)];
        if (is_row(row, args, nargs))
            return row[nargs];
    }
    return table->otherwise;
}

uint32_t assay_trace_members(const struct assay_trace *t, uint32_t sort)
{
    return t->world ? t->world->members[sort] : 0;
}

int64_t assay_trace_member(const struct assay_trace *t, uint32_t variable)
{
    return t->world ? t->world->values[variable] : 0;
}

int64_t assay_trace_call(struct assay_trace *t, const char *function, uint32_t count,
                         const struct assay_trace_value *values)
{
    const struct assay_trace_function *f = t->spec->functions;
    int64_t *args;
    uint32_t i = 0;

    while (i < t->spec->nfunctions && strcmp(f[i].name, function) != 0)
        i++;
    if (i == t->spec->nfunctions)
        assay_trace_misuse(t, "the system calls '%s', which is no function of %s",
                           function, t->spec->name);
    if (count != f[i].nargs)
        assay_trace_misuse(t, "the system calls '%s' with %u value%s; %s gives it %u",
                           function, count, count == 1 ? "" : "s", t->spec->name,
                           f[i].nargs);
    if (!t->world)
        assay_trace_misuse(t, "the system calls '%s', but this run has no world",
                           function);
    args = assay_trace_new(t, count, sizeof *args);
    for (uint32_t k = 0; k < count; k++) {
        if (values[k].text)
            assay_trace_misuse(t, "the system calls '%s' with a text", function);
        args[k] = values[k].number;
    }
    return assay_trace_apply(t, i, args);
}
