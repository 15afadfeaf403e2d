/*
 * Where a trace meets a simulation: steps with the name of an observed event are what the
 * tester waits for, all others happen while it waits.
 */
#include "sim/part.h"
#include "trace/run.h"
#include <string.h>

/* ---- Steps as events */

static bool is_observed(const struct assay_trace *t, uint32_t operation)
{
    return operation < t->spec->noperations &&
           t->spec->operations[operation].kind == ASSAY_TRACE_OBSERVED;
}

/* Names are those of message types and of operations of the store: they stay where they
 * are, so what was found is kept by address. */
static uint32_t operation_of(struct assay_trace *t, const char *name)
{
    struct assay_trace_name *known = &t->names[(uintptr_t)name / 8 % ASSAY_TRACE_NAMES];
    uint32_t operation;

    if (known->name == name)
        return known->operation;
    operation = assay_trace_find(t, name);
    *known = (struct assay_trace_name){name, operation};
    return operation;
}

/* The constant of an enum that has this name; one past the last if there is none. */
static int64_t constant(const struct assay_trace_field *f,
                        const struct assay_step_value *v)
{
    uint32_t i = 0, count = assay_trace_constants(f);

    while (i < count && (strlen(f->constants[i]) != v->length ||
                         memcmp(f->constants[i], v->text, v->length) != 0))
        i++;
    return i;
}

/* A text is copied: that of a message is gone when it has arrived, and need not have an
 * end. */
static struct assay_trace_value value_of(struct assay_trace *t,
                                         const struct assay_trace_field *f,
                                         const struct assay_step_value *v)
{
    char *text;

    if (!v->text)
        return assay_trace_number_(v->number);
    if (f->type == ASSAY_TRACE_ENUM)
        return assay_trace_number_(constant(f, v));
    text = assay_trace_new(t, v->length + 1, 1);
    memcpy(text, v->text, v->length);
    return (struct assay_trace_value){0, text, v->length};
}

/* The fields of an event, each asked for by its name. */
static const struct assay_trace_value *
fields_of(struct assay_trace *t, uint32_t operation, const char *verb,
          bool (*field)(const struct assay_trace *t, const void *of, const char *name,
                        struct assay_step_value *ret_value),
          const void *of)
{
    const struct assay_trace_operation *o = &t->spec->operations[operation];
    struct assay_trace_value *fields = assay_trace_new(t, o->nfields, sizeof *fields);

    for (uint32_t i = 0; i < o->nfields; i++) {
        struct assay_step_value v = {0};
        if (!field(t, of, o->fields[i].name, &v))
            assay_trace_misuse(t, "the system %s '%s', and nothing in it is called '%s'",
                               verb, o->name, o->fields[i].name);
        fields[i] = value_of(t, &o->fields[i], &v);
    }
    assay_trace_check_fields(t, verb, operation, fields);
    return fields;
}

static bool field_of_step(const struct assay_trace *t, const void *of, const char *name,
                          struct assay_step_value *ret_value)
{
    return assay_step_field(t->sim, of, name, ret_value);
}

struct assay_trace_event assay_trace_event_of(struct assay_trace *t,
                                              const struct assay_step *step)
{
    uint32_t operation = operation_of(t, assay_step_name(t->sim, step));

    return (struct assay_trace_event){
        operation, fields_of(t, operation, "sends", field_of_step, step)};
}

/* ---- What the simulation tells */

static bool sees(void *ctx, const char *name)
{
    struct assay_trace *t = ctx;

    return is_observed(t, operation_of(t, name));
}

/* Those before it that look the same: it is told apart by its number among them. */
static uint32_t count_alike(const struct assay_trace *t, const struct assay_step *step)
{
    const char *name = assay_step_name(t->sim, step);
    uint64_t line = assay_step_line(t->sim, step);
    uint32_t count = 0;

    for (uint32_t i = 0;; i++) {
        struct assay_step other = assay_sim_menu_at(t->sim, i);
        if (other.source == step->source && other.id == step->id &&
            other.way == step->way)
            return count;
        count += assay_step_line(t->sim, &other) == line &&
                 strcmp(assay_step_name(t->sim, &other), name) == 0;
    }
}

/* What no event tells is remembered for the program. */
static void remember(struct assay_trace *t, const struct assay_step *step)
{
    void *passes = t->passes;

    if (!t->writes)
        return;
    assay_trace_grow(t, &passes, &t->passes_cap, t->npasses, sizeof *t->passes);
    t->passes = passes;
    t->passes[t->npasses++] =
        (struct assay_trace_pass){t->nlog, assay_step_name(t->sim, step),
                                  assay_step_line(t->sim, step), count_alike(t, step)};
}

/* What nobody took, and turns out to be an event, is an answer: a read whose value was
 * not known, a write that is an abort. */
static void happens(void *ctx, const struct assay_step *step, bool seen)
{
    struct assay_trace *t = ctx;
    bool is_event = seen || (step->is_open && sees(t, assay_step_name(t->sim, step)));

    t->acting = true;
    if (!seen)
        remember(t, step);
    if (seen && t->taking)
        assay_trace_log(t, assay_trace_event_of(t, step));
    else if (is_event)
        assay_trace_happened(t, assay_trace_event_of(t, step));
    t->acting = false;
    assay_trace_write(t); /* before its handler can crash */
}

struct said {
    uint32_t actor;
    const struct assay_message *message;
    const void *body;
};

static bool field_of_said(const struct assay_trace *t, const void *of, const char *name,
                          struct assay_step_value *ret_value)
{
    const struct said *said = of;

    if (assay_message_part_value(said->message, said->body, name, ret_value))
        return true;
    if (strcmp(name, "node") != 0 && strcmp(name, "from") != 0 &&
        strcmp(name, "to") != 0 && strcmp(name, "session") != 0)
        return false;
    *ret_value =
        (struct assay_step_value){.number = assay_sim_number(t->sim, said->actor)};
    return true;
}

static void says(void *ctx, uint32_t actor, const struct assay_message *message,
                 const void *body)
{
    struct assay_trace *t = ctx;
    uint32_t operation = operation_of(t, message->name);
    struct said said = {actor, message, body};

    if (!is_observed(t, operation))
        return;
    t->acting = true;
    assay_trace_happened(
        t, (struct assay_trace_event){
               operation, fields_of(t, operation, "says", field_of_said, &said)});
    t->acting = false;
}

/* ---- The simulation of a run */

void assay_trace_set_up(struct assay_trace *t)
{
    const struct assay_simulation *of = t->system->simulation;

    t->watcher = (struct assay_sim_watcher){sees, happens, says, t};
    t->sim = assay_sim_begin(t->test, t->arena, of, &t->watcher);
    if (of->setup)
        of->setup(t->sim);
}

struct assay_sim *assay_trace_sim(struct assay_trace *t)
{
    if (!t->sim)
        assay_trace_misuse(t, "the system has no simulation");
    return t->sim;
}

/* ---- Taking steps */

bool assay_trace_next_step(struct assay_trace *t, uint32_t operation)
{
    uint32_t count = t->sim ? assay_sim_menu(t->sim) : 0;

    for (; t->next_step < count; t->next_step++) {
        struct assay_step step = assay_sim_menu_at(t->sim, t->next_step);
        if (step.is_open || operation_of(t, assay_step_name(t->sim, &step)) != operation)
            continue;
        t->next_step++;
        t->step = step;
        return true;
    }
    return false;
}

void assay_trace_take_step(struct assay_trace *t, struct assay_step step)
{
    t->waiting = false;
    t->awaits_step = false;
    t->awaited = NULL;
    assay_sim_count_step(t->sim);
    t->taking = true;
    assay_sim_perform(t->sim, step);
    t->taking = false;
}

void assay_trace_pass_named(struct assay_trace *t, const char *from, const char *to,
                            const char *name, uint32_t number)
{
    uint32_t count;

    assay_trace_start(t);
    if (!t->sim)
        return; /* the system goes on by itself */
    count = assay_sim_menu(t->sim);
    for (uint32_t i = 0; i < count; i++) {
        struct assay_step step = assay_sim_menu_at(t->sim, i);
        uint64_t line = assay_step_line(t->sim, &step);
        if (strcmp(assay_step_name(t->sim, &step), name) == 0 &&
            strcmp(assay_sim_name(t->sim, (uint32_t)(line >> 32)), from) == 0 &&
            strcmp(assay_sim_name(t->sim, (uint32_t)line), to) == 0 && number-- == 0) {
            assay_trace_take_step(t, step);
            return;
        }
    }
    assay_trace_discard(
        t, assay_trace_format(t, "no %s is under way from %s to %s", name, from, to));
}
