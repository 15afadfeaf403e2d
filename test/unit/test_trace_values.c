/*
 * Traces: values of every C type on their way from a system, what is drawn at random of
 * each type, and worlds.
 */
#include "choice/test.h"
#include "torture.h"
#include "trace_fixture.h"
#include <assay/languages.h>
#include <string.h>

/* ---- From a system */

enum { GO, EIGHT, NUMBERS, BIG };
enum colour { RED, GREEN };

static const struct assay_trace_field n = {.name = "n", .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_field eight[8] = {
    {.name = "a", .type = ASSAY_TRACE_INTEGER},
    {.name = "b", .type = ASSAY_TRACE_TEXT},
    {.name = "c", .type = ASSAY_TRACE_TEXT},
    {.name = "d", .type = ASSAY_TRACE_BOOLEAN},
    {.name = "e", .type = ASSAY_TRACE_INTEGER},
    {.name = "f", .type = ASSAY_TRACE_INTEGER},
    {.name = "g", .type = ASSAY_TRACE_INTEGER},
    {.name = "h", .type = ASSAY_TRACE_TEXT},
};
static const struct assay_trace_field numbers[7] = {
    {.name = "a", .type = ASSAY_TRACE_INTEGER},
    {.name = "b", .type = ASSAY_TRACE_INTEGER},
    {.name = "c", .type = ASSAY_TRACE_INTEGER},
    {.name = "d", .type = ASSAY_TRACE_INTEGER},
    {.name = "e", .type = ASSAY_TRACE_INTEGER},
    {.name = "f", .type = ASSAY_TRACE_INTEGER},
    {.name = "g", .type = ASSAY_TRACE_INTEGER},
};
static const struct assay_trace_operation said[] = {
    [GO] = {"go", ASSAY_TRACE_GENERATED, 0, NULL},
    [EIGHT] = {"eight", ASSAY_TRACE_OBSERVED, 8, eight},
    [NUMBERS] = {"numbers", ASSAY_TRACE_OBSERVED, 7, numbers},
    [BIG] = {"big", ASSAY_TRACE_OBSERVED, 1, &n},
};

static void say_all(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    char passing[] = "passing";
    const char *constant = "constant";
    uint8_t small = 200;
    enum colour green = GREEN;

    (void)state;
    (void)fields;
    assay_answer(t, "eight", (short)-1, passing, constant, small > 100, small, green, 'A',
                 "");
    memset(passing, 'x', sizeof passing - 1);
    assay_answer(t, "numbers", 1, 2u, 3l, 4ul, 5ll, 6ull, (size_t)7);
    assay_answer(t, "big", UINT64_MAX);
    assay_answer(t, "big", INT64_MIN);
}

static void go(struct assay_trace *t)
{
    assay_trace_do(t, GO, NULL);
}

static const bool accepted[] = {true};
static const struct assay_trace_move any[] = {
    {0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 2, 0}, {0, 0, 3, 0}};
static const struct assay_trace_property always = {
    .name = "always", .nstates = 1, .accepts = accepted, .moves = any, .nmoves = 4};

TEST(trace_values_of_every_c_type)
{
    static const struct assay_trace_system system_ = {.handlers = {{"go", say_all}}};
    static const struct assay_trace_generator generator = {"g", go, NULL};
    static const struct assay_trace_spec spec = {.name = "said.trace",
                                                 .operations = said,
                                                 .noperations = 4,
                                                 .property = &always,
                                                 .generators = &generator,
                                                 .ngenerators = 1};
    struct assay_trace_job job = {.spec = &spec, .system = &system_};
    struct assay_report *report = run_job(&job, NULL);

    CHECK_STR(only_finding(report)->notes,
              "1. go()\n"
              "2. eight(-1, \"passing\", \"constant\", true, 200, 1, 65, \"\")\n"
              "3. numbers(1, 2, 3, 4, 5, 6, 7)\n"
              "4. big(-1)\n"
              "5. big(-9223372036854775808)\n");
    assay_report_free(report);
}

/* ---- At random */

enum { MIX };

static const char *const levels[] = {"low", "middle", "high", NULL};
static const struct assay_trace_field mix[] = {
    {.name = "any", .type = ASSAY_TRACE_INTEGER},
    {.name = "port", .type = ASSAY_TRACE_INTEGER, .range = {true, 1, 9}},
    {.name = "flag", .type = ASSAY_TRACE_BOOLEAN},
    {.name = "level", .type = ASSAY_TRACE_ENUM, .constants = levels},
    {.name = "place", .type = ASSAY_TRACE_SORT, .sort = 1},
    {.name = "id", .type = ASSAY_TRACE_ID},
    {.name = "text", .type = ASSAY_TRACE_TEXT},
    {.name = "date", .type = ASSAY_TRACE_TEXT, .language = "date"},
};
static const struct assay_trace_operation mixed[] = {
    [MIX] = {"mix", ASSAY_TRACE_GENERATED, 8, mix}};
static const uint32_t few[] = {0, 2}, many[] = {0, 4};
static const struct assay_trace_world worlds[] = {{few, NULL, NULL}, {many, NULL, NULL}};
static const struct assay_trace_property never = {
    .name = "never", .nstates = 1, .accepts = (const bool[]){false}};

/* What was seen, over all runs. */
static struct {
    int64_t ports, flags, levels, places, ids, large, again, worlds, events;
} seen;
static int64_t last_number;

static void look(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)state;
    CHECK(fields[0].number >= INT32_MIN && fields[0].number <= INT32_MAX);
    CHECK(fields[3].number >= 0 && fields[3].number < 3);
    CHECK(fields[4].number >= 0 && fields[4].number < assay_trace_members(t, 1));
    CHECK_UINT(strlen(fields[6].text), fields[6].length);
    CHECK(assay_lang_accepts(assay_language_date(), fields[7].text, fields[7].length));
    seen.large += fields[0].number > 1000;
    seen.again += fields[0].number == last_number && last_number > 1000;
    seen.ports |= 1 << (fields[1].number >= 1 && fields[1].number <= 9);
    seen.flags |= 1 << fields[2].number;
    seen.levels |= 1 << fields[3].number;
    seen.places |= 1 << fields[4].number;
    seen.ids |= 1 << fields[5].number;
    seen.worlds |= assay_trace_members(t, 1);
    seen.events++;
    last_number = fields[0].number;
}

TEST(trace_random_values_of_every_type)
{
    static const struct assay_trace_system system_ = {.handlers = {{"mix", look}}};
    static const struct assay_trace_spec spec = {.name = "mixed.trace",
                                                 .operations = mixed,
                                                 .noperations = 1,
                                                 .nsorts = 2,
                                                 .worlds = worlds,
                                                 .nworlds = 2,
                                                 .property = &never};
    struct assay_trace_job job = {.spec = &spec, .system = &system_, .random = true};
    struct assay_options options = {.runs = 500, .no_fork = true};
    struct assay_report *report = run_job(&job, &options);

    CHECK_STR(report->error, "");
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK(seen.events > 5000);
    CHECK_INT(seen.flags, 3);
    CHECK_INT(seen.levels, 7);
    CHECK_INT(seen.places, 15);
    CHECK_INT(seen.worlds, 6);
    CHECK_INT(seen.ids, 1023);
    CHECK(seen.large > 100);
    CHECK(seen.again > 20);
    assay_report_free(report);
}

/* ---- Drawn by generators */

static void draw_all(struct assay_trace *t)
{
    const struct assay_trace_world *world = assay_trace_enter(t, worlds, 2);
    struct assay_trace_value text;

    CHECK(world == &worlds[0] || world == &worlds[1]);
    CHECK_UINT(assay_trace_members(t, 1), world->members[1]);
    CHECK_INT(assay_trace_integer(t, 5, 5), 5);
    CHECK(assay_trace_integer(t, INT64_MIN, -3) <= -3);
    CHECK(assay_trace_choice(t, 3) < 3);
    text = assay_trace_text(t, NULL);
    CHECK(text.length <= 20 && strlen(text.text) == text.length);
    text = assay_trace_text(t, "uuid");
    CHECK(assay_lang_accepts(assay_language_uuid(), text.text, text.length));
    CHECK(assay_trace_test(t) != NULL);
}
static void enter_nowhere(struct assay_trace *t)
{
    assay_trace_enter(t, NULL, 0);
}

TEST(trace_generators_draw)
{
    static const struct assay_trace_generator generators[] = {{"g", draw_all, NULL},
                                                              {"h", enter_nowhere, NULL}};
    static const struct assay_trace_system none = {.handlers = {{NULL, NULL}}};
    static const struct assay_trace_spec spec = {.name = "drawn.trace",
                                                 .nsorts = 2,
                                                 .property = &never,
                                                 .generators = generators,
                                                 .ngenerators = 2};
    struct assay_trace_job job = {.spec = &spec, .system = &none, .count = true};
    struct assay_report *report = run_job(&job, &(struct assay_options){.runs = 200});

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK(label_count(report, "passed") > 50);
    CHECK(label_count(report, "discarded: there is no world") > 50);
    CHECK_UINT(label_count(report, "passed") + label_count(report, "discarded"), 200);
    assay_report_free(report);
}

/* ---- Without memory */

static enum assay_status run_once(const struct assay_alloc *mem, void *job)
{
    struct assay_property property = {
        .name = "lost", .run = assay_trace_run, .context = job};
    struct assay_options options = {
        .mem = mem, .runs = 4, .seed = 1, .no_fork = true, .no_store = true, .shrink = 1};
    struct assay_report *report = NULL;
    enum assay_status status = assay_check(&property, &options, &report);

    assay_report_free(report);
    CHECK_INT(stacks_stopped, stacks_started);
    return status;
}

TEST(trace_runs_survive_failing_allocations)
{
    struct assay_trace_job job = {.spec = &stack_spec, .system = &good_stack};

    checked_mem(); /* each piece is a block of its own */
    torture(run_once, &job);
    CHECK(stacks_started > 10);
}
