/*
 * Sessions of the store: what they do is steps with names and fields, they fail as any
 * test does, and what they do wrong is told.
 */
#include "harness.h"
#include "run_fixture.h"
#include "sim/sim.h"
#include <assay/store.h>
#include <stdio.h>
#include <string.h>

/* ---- By hand: the first step is the next one, all of them are written down */

static char told[2000];
static struct assay_store *store;
static struct assay_sim *sim;

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
    size_t len = strlen(told);
    va_list args;

    va_start(args, format);
    vsnprintf(told + len, sizeof told - len, format, args);
    va_end(args);
}

static void tell_step(void *ctx, const struct assay_step *step, bool seen)
{
    static const char *const fields[] = {"tx",    "table",   "key", "value",
                                         "found", "student", "who", "node"};
    struct assay_step_value v;

    (void)ctx;
    CHECK(seen);
    CHECK(assay_step_field(sim, step, "session", &v));
    tell("%d %s(", (int)v.number, assay_step_name(sim, step));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!assay_step_field(sim, step, fields[i], &v))
            continue;
        else if (v.text)
            tell(" %s %.*s", fields[i], (int)v.length, v.text);
        else
            tell(" %s %d", fields[i], (int)v.number);
    tell(")\n");
}

static void tell_said(void *ctx, uint32_t actor, const struct assay_message *message,
                      const void *body)
{
    (void)ctx, (void)body;
    tell("%s says %s\n", assay_sim_name(sim, actor), message->name);
}

static bool sees(void *ctx, const char *name)
{
    (void)ctx, (void)name;
    return true;
}

static const struct assay_sim_watcher watcher = {sees, tell_step, tell_said, NULL};
static const struct assay_simulation by_hand = {.name = "by hand"};
static struct assay_arena arena;

static void open_by_hand(enum assay_isolation isolation)
{
    assay_arena_init(&arena, NULL, 0);
    sim = assay_sim_begin(NULL, &arena, &by_hand, &watcher);
    store = assay_store_open(sim, isolation);
}

/* Performs the first step that a session has, that way. */
static void step(uint32_t session, uint32_t way)
{
    uint32_t count = assay_sim_menu(sim);

    for (uint32_t i = 0; i < count; i++) {
        struct assay_step s = assay_sim_menu_at(sim, i);
        if (s.id == session && s.way == way) {
            assay_sim_perform(sim, s);
            return;
        }
    }
    harness_fail(HARNESS_HERE, "session %u has no way %u", session, way);
}

static void finish_by_hand(void)
{
    while (assay_sim_menu(sim) > 0)
        assay_sim_perform(sim, assay_sim_menu_at(sim, 0));
}

static void close_by_hand(void)
{
    assay_sim_end(sim);
    assay_arena_done(&arena);
}

/* ---- Events */

struct enrolled {
    int64_t student;
    char who[8];
};
ASSAY_MESSAGE(enrolled, student, who);
struct begun {
    int64_t tx;
};
ASSAY_MESSAGE(begun, tx);

static void enrol(struct assay_session *s, const void *args)
{
    const int64_t *student = args;
    char table[] = "students"; /* on its own stack */
    int64_t value = 7;

    assay_session_say(s, begun, .tx = *student);
    assay_begin(s, *student);
    assay_get(s, table, 1, &value);
    CHECK_INT(value, *student == 1 ? 7 : 10);
    assay_put(s, table, 1, 10);
    assay_get(s, table, 1, &value);
    CHECK_INT(value, 10);
    assay_erase(s, table, 2);
    assay_get(s, table, 2, NULL);
    memset(table, 'x', sizeof table - 1);
    CHECK(assay_commit(s));
    assay_session_reply(s, enrolled, .student = *student, .who = "ann");
    assay_begin(s, 10 * *student);
    assay_rollback(s);
}

TEST(store_events)
{
    int64_t student = 1;

    open_by_hand(ASSAY_SERIALISABLE);
    assay_store_fill(store, "students", 2, 5);
    assay_session_run(store, 4, enrol, &student, sizeof student);
    student = 2; /* it was copied */
    finish_by_hand();
    CHECK_STR(told, "session4 says begun\n"
                    "4 begin( tx 1)\n"
                    "4 get( tx 1 table students key 1 value 0 found 0)\n"
                    "4 put( tx 1 table students key 1 value 10)\n"
                    "4 get( tx 1 table students key 1 value 10 found 1)\n"
                    "4 erase( tx 1 table students key 2)\n"
                    "4 get( tx 1 table students key 2 value 0 found 0)\n"
                    "4 commit( tx 1)\n"
                    "4 enrolled( student 1 who ann)\n"
                    "4 begin( tx 10)\n"
                    "4 abort( tx 10)\n");
    told[0] = '\0';
    assay_session_run(store, 4, enrol, &student, sizeof student);
    finish_by_hand();
    CHECK(strstr(told, "get( tx 2 table students key 1 value 10 found 1)") != NULL);
    close_by_hand();
}

/* A reply waits for its step; until then the session does nothing else. */
TEST(store_reply_waits)
{
    open_by_hand(ASSAY_READ_COMMITTED);
    assay_session_run(store, 4, enrol, &(int64_t){1}, sizeof(int64_t));
    for (int i = 0; i < 7; i++)
        step(0, 0);
    CHECK_STR(strstr(told, "4 commit"), "4 commit( tx 1)\n");
    CHECK_UINT(assay_sim_menu(sim), 1);
    close_by_hand();
    CHECK_STR(strstr(told, "4 commit"), "4 commit( tx 1)\n");
}

/* Which value a read finds is a field of the step before it happens. */
TEST(store_ways_have_values)
{
    open_by_hand(ASSAY_READ_COMMITTED);
    assay_session_run(store, 0, enrol, &(int64_t){1}, sizeof(int64_t));
    finish_by_hand();
    assay_session_run(store, 1, enrol, &(int64_t){2}, sizeof(int64_t));
    step(1, 0);
    CHECK_UINT(assay_sim_menu(sim), 2);
    for (uint32_t way = 0; way < 2; way++) {
        struct assay_step s = assay_sim_menu_at(sim, way);
        struct assay_step_value v;
        CHECK_UINT(s.way, way);
        CHECK(assay_step_field(sim, &s, "value", &v));
        CHECK_INT(v.number, way == 0 ? 10 : 0);
        CHECK(assay_step_field(sim, &s, "found", &v));
        CHECK_INT(v.number, way == 0);
    }
    close_by_hand();
}

/* ---- One thing after the other */

static void note(struct assay_session *s, const void *args)
{
    assay_begin(s, 1);
    tell("%u%s ", assay_session_id(s), (const char *)args);
    assay_commit(s);
}

static void start_others(struct assay_session *s, const void *args)
{
    (void)args;
    assay_session_run(store, 2, note, "a", 2);
    tell("start ");
    assay_session_run(store, assay_session_id(s), note, "b", 2);
    assay_begin(s, 1);
    assay_commit(s);
}

TEST(store_sessions_do_one_thing_after_the_other)
{
    open_by_hand(ASSAY_SERIALISABLE);
    sim->watcher = NULL;
    assay_session_run(store, 1, note, "x", 2);
    assay_session_run(store, 1, note, "y", 2);
    CHECK_STR(told, "");
    assay_session_run(store, 3, start_others, NULL, 0);
    CHECK_STR(told, "start ");
    CHECK_UINT(assay_sim_menu(sim), 3);
    finish_by_hand();
    CHECK_STR(told, "start 1x 1y 3b 2a ");
    close_by_hand();
}

/* What is unfinished at the end is not finished. */
TEST(store_ends_in_the_middle)
{
    for (int round = 0; round < 1000; round++) {
        open_by_hand(ASSAY_SNAPSHOT);
        assay_session_run(store, 1, note, "x", 2);
        assay_session_run(store, 1, note, "y", 2);
        assay_session_run(store, 2, enrol, &(int64_t){1}, sizeof(int64_t));
        step(1, 0);
        close_by_hand();
        CHECK_STR(told, "session2 says begun\n2 begin( tx 1)\n");
        told[0] = '\0';
    }
}

/* ---- In tests */

static enum assay_isolation level;

static void increment(struct assay_session *s, const void *args)
{
    int64_t value = 0;

    (void)args;
    do {
        assay_begin(s, assay_session_id(s));
        assay_get(s, "counter", 1, &value);
        assay_put(s, "counter", 1, value + 1);
    } while (!assay_commit(s));
}

static void check_counter(struct assay_session *s, const void *args)
{
    int64_t value = 0;

    (void)args;
    assay_begin(s, 3);
    assay_get(s, "counter", 1, &value);
    assay_commit(s);
    ASSAY_EQ(assay_session_test(s), value, 2);
}

static void set_up_counter(struct assay_sim *of)
{
    store = assay_store_open(of, level);
    assay_session_run(store, 1, increment, NULL, 0);
    assay_session_run(store, 2, increment, NULL, 0);
}

static void look_at_counter(struct assay_sim *of)
{
    uint32_t count;

    assay_session_run(store, 3, check_counter, NULL, 0);
    while ((count = assay_sim_menu(of)) > 0)
        assay_sim_perform(of, assay_sim_menu_at(of, 0)); /* the newest */
}

static const struct assay_simulation counting = {
    .name = "counting", .setup = set_up_counter, .finish = look_at_counter};

static struct assay_report *run_simulation(const struct assay_simulation *of)
{
    static struct assay_sim_job job;
    static struct assay_property property;

    job = (struct assay_sim_job){.simulation = of};
    property =
        (struct assay_property){.name = of->name, .run = assay_sim_run, .context = &job};
    return run(&property, NULL);
}

TEST(store_loses_an_update)
{
    struct assay_report *report;
    const struct assay_finding *finding;

    level = ASSAY_READ_COMMITTED;
    report = run_simulation(&counting);
    finding = only_finding(report);
    CHECK_STR(finding->message, "value == 2: 1 is not 2");
    CHECK(strstr(finding->picture,
                 "get(tx = 2, table = \"counter\", key = 1, found = false)"));
    CHECK(strstr(finding->picture, "commit(tx = 3)") != NULL);
    check_replay(report->property, finding);
    assay_report_free(report);
}

TEST(store_loses_no_update)
{
    for (int i = ASSAY_SERIALISABLE; i <= ASSAY_SNAPSHOT; i++) {
        struct assay_report *report;
        level = (enum assay_isolation)i;
        report = run_simulation(&counting);
        CHECK_INT(report->verdict, ASSAY_HELD);
        assay_report_free(report);
    }
}

/* ---- Misuse */

static struct assay_session *leaked;

static void misuse(struct assay_session *s, const void *args)
{
    switch (*(const int *)args) {
    case 0:
        assay_get(s, "t", 1, NULL);
        break;
    case 1:
        assay_begin(s, 1);
        assay_begin(s, 2);
        break;
    case 2:
        assay_begin(s, 5);
        assay_put(s, "t", 1, 1);
        break;
    case 3:
        assay_begin(s, 1);
        assay_commit(s);
        assay_commit(s);
        break;
    case 4:
        assay_begin(s, 1);
        assay_store_fill(store, "t", 1, 1);
        break;
    case 5:
        leaked = s;
        assay_begin(s, 1);
        break;
    case 6:
        assay_put(leaked, "t", 1, 1);
        break;
    case 7:
        assay_begin(s, 1);
        assay_rollback(s);
        assay_erase(s, "t", 1);
        break;
    case 8:
        assay_assume(assay_session_test(s), false);
        break;
    }
}

static int misused_how;

static void set_up_misuse(struct assay_sim *of)
{
    store = assay_store_open(of, ASSAY_SERIALISABLE);
    if (misused_how == 9 || misused_how == 6)
        assay_session_run(store, 2, misuse, &(int){5}, sizeof(int));
    if (misused_how == 9)
        assay_commit(leaked);
    assay_session_run(store, 1, misuse, &misused_how, sizeof misused_how);
}

static const struct assay_simulation misusing = {.name = "misusing",
                                                 .setup = set_up_misuse};

TEST(store_misuse_is_told)
{
    static const char *const errors[] = {
        [0] = "get: session 1 is in no transaction",
        [1] = "begin: session 1 is in transaction 1 already",
        [2] = "session 1 has ended in transaction 5, which is neither committed nor "
              "rolled back",
        [3] = "commit: session 1 is in no transaction",
        [4] = "the store is filled after a session began",
        [6] = "put: only the function that session 2 runs can do that, while it runs",
        [7] = "erase: session 1 is in no transaction",
        [9] = "commit: only the function that session 2 runs can do that, while it runs",
    };

    for (int i = 0; i < 10; i++) {
        struct assay_report *report;
        if (!errors[i])
            continue;
        misused_how = i;
        report = run_simulation(&misusing);
        CHECK_STR(report->error, errors[i]);
        assay_report_free(report);
    }
}

TEST(store_session_rejects)
{
    struct assay_report *report;

    misused_how = 8;
    report = run_simulation(&misusing);
    CHECK_INT(report->verdict, ASSAY_STARVED);
    assay_report_free(report);
}
