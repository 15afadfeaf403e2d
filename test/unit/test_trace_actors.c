/*
 * Traces of actors: texts of messages are those that were sent, also when the messages
 * are long gone; timers that the system fires; what nobody sees.
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

/* ---- Timers that the system fires itself */

enum { FIRE, RING, DONE };
ASSAY_SIGNAL(ring);
ASSAY_SIGNAL(done);

static void on_ring(struct assay_self *self, void *state, const struct assay_mail *m)
{
    (void)state, (void)m;
    assay_remark(self, done);
}

static const struct assay_actor bell = {.name = "bell",
                                        .handlers = {ASSAY_ON(ring, on_ring)}};

static void hang_bell(struct assay_sim *sim)
{
    assay_sim_add(sim, &bell);
}

static void fire(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    struct assay_sim *sim = assay_trace_sim(t);

    (void)state, (void)fields;
    assay_self_timer(sim->nodes[0], 5, &ring_message, NULL);
    assay_sim_fire(sim, 0, "ring");
}

static const struct assay_simulation bells_simulation = {.setup = hang_bell};
static const struct assay_trace_system bells = {.simulation = &bells_simulation,
                                                .handlers = {{"fire", fire}}};
static const struct assay_trace_field node_field = {.name = "to",
                                                    .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_operation bell_operations[] = {
    [FIRE] = {"fire", ASSAY_TRACE_GENERATED, 0, NULL},
    [RING] = {"ring", ASSAY_TRACE_OBSERVED, 1, &node_field},
    [DONE] = {"done", ASSAY_TRACE_OBSERVED, 0, NULL},
};

static void generate_fire(struct assay_trace *t)
{
    assay_trace_do(t, FIRE, NULL);
    assay_trace_see(t, DONE, NULL);
}

static bool always(struct assay_trace *t, uint32_t condition,
                   const struct assay_trace_value *fields,
                   const struct assay_trace_value *vars)
{
    (void)t, (void)condition, (void)fields, (void)vars;
    return true;
}

static const bool last_accepts[] = {[2] = true};
static const struct assay_trace_move bell_moves[] = {
    {0, 1, FIRE, 0}, {1, 1, RING, 0}, {1, 2, DONE, 0}};
static const struct assay_trace_property never_done = {.name = "never_done",
                                                       .nstates = 3,
                                                       .accepts = last_accepts,
                                                       .moves = bell_moves,
                                                       .nmoves = 3,
                                                       .holds = always};

/* The program does not do again what the system does by itself. */
static void check_bells(const char *ring_event, const char *lines)
{
    struct assay_trace_operation named[3];
    struct assay_trace_generator generators[] = {{"fire", generate_fire, NULL}};
    struct assay_trace_spec spec = {.name = "bell.trace",
                                    .operations = named,
                                    .noperations = 3,
                                    .property = &never_done,
                                    .generators = generators,
                                    .ngenerators = 1,
                                    .prelude = "#include <assay/trace.h>\n"};
    struct assay_trace_job job = {.spec = &spec, .system = &bells};
    struct assay_report *report;
    const char *at;

    memcpy(named, bell_operations, sizeof named);
    named[RING].name = ring_event;
    report = run_job(&job, &(struct assay_options){.runs = 10});
    CHECK_UINT(report->nfindings, 1);
    CHECK_STR(report->findings[0].message, "never_done is violated");
    at = strstr(report->findings[0].program, "NULL);\n\n");
    CHECK(at != NULL);
    CHECK_STR(at, lines);
    assay_report_free(report);
}

TEST(trace_timers_that_the_system_fires)
{
    struct assay_trace_spec spec = {.name = "bell.trace",
                                    .operations = bell_operations,
                                    .noperations = 3,
                                    .property = &never_done};
    struct assay_trace *t = assay_trace_open(&spec, &bells, NULL);

    check_bells("ring", "NULL);\n\n"
                        "    assay_do(t, \"fire\");                 /* 1. fire() */\n"
                        "    assay_see(t, \"ring\", 0);             /* 2. ring(0) */\n"
                        "    assay_see(t, \"done\");                /* 3. done() */\n"
                        "    return assay_trace_close(t);\n}\n");
    check_bells("nothing", "NULL);\n\n"
                           "    assay_do(t, \"fire\");                 /* 1. fire() */\n"
                           "    assay_see(t, \"done\");                /* 2. done() */\n"
                           "    return assay_trace_close(t);\n}\n");
    assay_do(t, "fire");
    assay_see(t, "ring", 0);
    assay_see(t, "done");
    CHECK_INT(assay_trace_close(t), 1);
}

/* ---- What nobody sees happens in any order, while something else is waited for */

ASSAY_SIGNAL(left);
ASSAY_SIGNAL(right);

static void on_left(struct assay_self *self, void *state, const struct assay_mail *m)
{
    bool *been = state;

    (void)m;
    if (!*been)
        assay_remark(self, done);
    *been = true;
}

static void on_right(struct assay_self *self, void *state, const struct assay_mail *m)
{
    bool *been = state;

    (void)m;
    if (!*been)
        assay_remark(self, ring);
    *been = true;
}

static const struct assay_actor hands = {
    .name = "hands",
    .size = sizeof(bool),
    .handlers = {ASSAY_ON(left, on_left), ASSAY_ON(right, on_right)}};

static void add_hands(struct assay_sim *sim)
{
    assay_sim_add(sim, &hands);
}

static void use_hands(struct assay_trace *t, void *sim,
                      const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    assay_sim_send(sim, 0, &ring_message, NULL); /* is seen, and left alone */
    assay_sim_send(sim, 0, &left_message, NULL);
    assay_sim_send(sim, 0, &right_message, NULL);
}

static const struct assay_simulation hands_simulation = {.setup = add_hands};
static const struct assay_trace_system two_hands = {.simulation = &hands_simulation,
                                                    .handlers = {{"fire", use_hands}}};

TEST(trace_unseen_messages_arrive_in_any_order)
{
    static const struct assay_trace_generator generators[] = {
        {"fire", generate_fire, NULL}};
    static const struct assay_trace_spec spec = {.name = "hands.trace",
                                                 .operations = bell_operations,
                                                 .noperations = 3,
                                                 .property = &never_done,
                                                 .generators = generators,
                                                 .ngenerators = 1};
    const struct assay_trace_job job = {
        .spec = &spec, .system = &two_hands, .count = true};
    struct assay_report *report = run_job(&job, &(struct assay_options){.runs = 100});

    CHECK(label_count(report, "violated") > 20); /* the left one came first */
    CHECK(label_count(report, "passed") > 20);
    CHECK_UINT(label_count(report, "discarded"), 0);
    assay_report_free(report);
}
