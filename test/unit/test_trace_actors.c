/*
 * Traces of actors: texts of messages are those that were sent, also when the messages
 * are long gone.
 */
#include "sim/sim.h"
#include "trace_fixture.h"
#include <string.h>

enum { GO, SAID };

struct said {
    char text[4];
};
ASSAY_MESSAGE(said, text);

static void on_said(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct said more = *(const struct said *)m->body;

    (void)state;
    more.text[0]++;
    if (more.text[0] <= 'c')
        assay_self_send(self, 0, &said_message, &more);
}

static const struct assay_actor talker = {.name = "talker",
                                          .handlers = {ASSAY_ON(said, on_said)}};

static void set_up(struct assay_sim *sim)
{
    assay_sim_add(sim, &talker);
}

static void go(struct assay_trace *t, void *state, const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    assay_sim_send(state, 0, &said_message, &(struct said){"aXYZ"}); /* without an end */
}

static const struct assay_simulation simulation = {.setup = set_up};
static const struct assay_trace_system talkers = {.simulation = &simulation,
                                                  .handlers = {{"go", go}}};
static const struct assay_trace_field text = {.name = "text", .type = ASSAY_TRACE_TEXT};
static const struct assay_trace_operation operations[] = {
    [GO] = {"go", ASSAY_TRACE_GENERATED, 0, NULL},
    [SAID] = {"said", ASSAY_TRACE_OBSERVED, 1, &text},
};

static void generate(struct assay_trace *t)
{
    assay_trace_do(t, GO, NULL);
    assay_trace_see(t, SAID, FIELDS(TEXT("aXYZ")));
    assay_trace_see(t, SAID, FIELDS(TEXT("bXYZ")));
    assay_trace_see(t, SAID, FIELDS(TEXT("cXYZ")));
}

static bool holds(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars)
{
    static const char *const texts[] = {"", "aXYZ", "bXYZ", "cXYZ"};

    (void)t, (void)vars;
    return strcmp(fields[0].text, texts[condition]) == 0;
}

TEST(trace_texts_of_messages)
{
    static const bool accepts[] = {[4] = true};
    static const struct assay_trace_move moves[] = {
        {0, 1, GO, 0}, {1, 2, SAID, 1}, {2, 3, SAID, 2}, {3, 4, SAID, 3}};
    static const struct assay_trace_property all = {.name = "all",
                                                    .nstates = 5,
                                                    .accepts = accepts,
                                                    .moves = moves,
                                                    .nmoves = 4,
                                                    .holds = holds};
    static const struct assay_trace_generator generators[] = {{"all", generate, NULL}};
    static const struct assay_trace_spec spec = {.name = "talk.trace",
                                                 .operations = operations,
                                                 .noperations = 2,
                                                 .property = &all,
                                                 .generators = generators,
                                                 .ngenerators = 1};
    const struct assay_trace_job job = {.spec = &spec, .system = &talkers, .count = true};
    struct assay_report *report = run_job(&job, &(struct assay_options){.runs = 10});

    CHECK_UINT(label_count(report, "violated"), 10);
    assay_report_free(report);
}
