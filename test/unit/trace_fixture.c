#include "trace_fixture.h"
#include <stdlib.h>
#include <string.h>

/* ---- The specification, as the tool writes it */

static const struct assay_trace_field elem = {.name = "elem",
                                              .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_field empty = {.name = "empty",
                                               .type = ASSAY_TRACE_BOOLEAN};
static const struct assay_trace_field y = {.name = "y", .type = ASSAY_TRACE_INTEGER};

static const struct assay_trace_operation operations[] = {
    [PUSH] = {"push", ASSAY_TRACE_GENERATED, 1, &elem},
    [POP] = {"pop", ASSAY_TRACE_GENERATED, 0, NULL},
    [IS_EMPTY] = {"isEmpty", ASSAY_TRACE_GENERATED, 0, NULL},
    [POPPED] = {"popped", ASSAY_TRACE_OBSERVED, 1, &elem},
    [EMPTINESS] = {"emptiness", ASSAY_TRACE_OBSERVED, 1, &empty},
};

/* any* . push(y) . (any - popped(y))* . emptiness(true) . any* */
static bool holds(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars)
{
    (void)t;
    switch (condition) {
    case 1:
        return fields[0].number == vars[0].number;
    case 2:
        return fields[0].number != vars[0].number;
    default:
        return fields[0].number == 1;
    }
}

static const bool accepts[] = {false, false, true};
static const struct assay_trace_move moves[] = {
    {0, 0, PUSH, 0},      {0, 0, POP, 0},    {0, 0, IS_EMPTY, 0},  {0, 0, POPPED, 0},
    {0, 0, EMPTINESS, 0}, {0, 1, PUSH, 1},   {1, 1, PUSH, 0},      {1, 1, POP, 0},
    {1, 1, IS_EMPTY, 0},  {1, 1, POPPED, 2}, {1, 1, EMPTINESS, 0}, {1, 2, EMPTINESS, 3},
    {2, 2, PUSH, 0},      {2, 2, POP, 0},    {2, 2, IS_EMPTY, 0},  {2, 2, POPPED, 0},
    {2, 2, EMPTINESS, 0},
};

const struct assay_trace_property lost = {
    .name = "lost",
    .nvars = 1,
    .vars = &y,
    .nstates = 3,
    .accepts = accepts,
    .moves = moves,
    .nmoves = sizeof moves / sizeof *moves,
    .holds = holds,
};

/* push(x) . push(x) . push(y > x) . pop . popped . pop . popped . isEmpty .
 * emptiness(true) */
static void generate(struct assay_trace *t)
{
    int64_t low = assay_trace_integer(t, -1000, 1000);
    int64_t high = assay_trace_integer(t, low + 1, 2000);

    assay_trace_do(t, PUSH, FIELDS(NUMBER(low)));
    assay_trace_do(t, PUSH, FIELDS(NUMBER(low)));
    assay_trace_do(t, PUSH, FIELDS(NUMBER(high)));
    for (int i = 0; i < 2; i++) {
        assay_trace_do(t, POP, NULL);
        assay_trace_await(t, POPPED);
        assay_trace_take(t);
    }
    assay_trace_do(t, IS_EMPTY, NULL);
    assay_trace_assert(t, assay_trace_await(t, EMPTINESS)[0].number == 1);
    assay_trace_take(t);
}

static const struct assay_trace_generator generators[] = {{"lost", generate, NULL}};
const struct assay_trace_spec stack_spec = {
    .name = "stack.trace",
    .operations = operations,
    .noperations = sizeof operations / sizeof *operations,
    .property = &lost,
    .generators = generators,
    .ngenerators = 1,
};

/* ---- The systems */

struct stack {
    int64_t at[1000];
    int count, most;
};

int stacks_started, stacks_stopped;

static struct stack *start(int most)
{
    struct stack *s = calloc(1, sizeof *s);

    CHECK(s != NULL);
    s->most = most;
    stacks_started++;
    return s;
}

static void *start_small(struct assay_trace *t)
{
    (void)t;
    return start(2);
}

static void *start_good(struct assay_trace *t)
{
    (void)t;
    return start(1000);
}

static void stop(void *state)
{
    free(state);
    stacks_stopped++;
}

static void push(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    struct stack *s = state;

    (void)t;
    if (s->count < s->most)
        s->at[s->count++] = fields[0].number;
}

static void pop(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct stack *s = state;

    (void)fields;
    if (s->count > 0)
        assay_answer(t, "popped", s->at[--s->count]);
}

static void is_empty(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    const struct stack *s = state;

    (void)fields;
    assay_answer(t, "emptiness", s->count == 0);
}

const struct assay_trace_system small_stack = {
    .start = start_small,
    .stop = stop,
    .handlers = {{"push", push}, {"pop", pop}, {"isEmpty", is_empty}},
};
const struct assay_trace_system good_stack = {
    .start = start_good,
    .stop = stop,
    .handlers = {{"push", push}, {"pop", pop}, {"isEmpty", is_empty}},
};

/* ---- Running */

struct assay_report *run_job(const struct assay_trace_job *job,
                             const struct assay_options *options)
{
    static struct assay_property property; /* the report points to it */
    struct assay_options own = options ? *options : (struct assay_options){0};

    property = (struct assay_property){
        .name = job->spec->property->name, .run = assay_trace_run, .context = job};
    own.seed = own.seed ? own.seed : 1;
    own.no_store = true;
    return run(&property, &own);
}

uint64_t label_count(const struct assay_report *report, const char *label)
{
    for (size_t i = 0; i < report->nlabels; i++)
        if (strcmp(report->labels[i].label, label) == 0)
            return report->labels[i].count;
    return 0;
}
