/*
 * The loops that execute a property, in this process: what they answer, and what is in
 * the journal then.
 */
#include "harness.h"
#include "run/execute.h"
#include "run_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct assay_shared shared;
static struct assay_executor x;
static struct assay_journal *j;

static void start(const struct assay_property *property)
{
    CHECK_INT(assay_shared_init(&shared), ASSAY_OK);
    assay_executor_init(&x, property, &shared, NULL);
    j = shared.journal;
}

static void end(void)
{
    assay_executor_done(&x);
    assay_shared_done(&shared);
}

static void check_reply(struct assay_command command, enum assay_end how, uint64_t next)
{
    struct assay_reply reply = assay_executor_obey(&x, &command);

    CHECK_INT(reply.end, how);
    CHECK_UINT(reply.next, next);
}

static void check_tally(uint64_t runs, uint64_t rejected, uint64_t too_large)
{
    CHECK_UINT(j->tally.runs, runs);
    CHECK_UINT(j->tally.rejected, rejected);
    CHECK_UINT(j->tally.too_large, too_large);
}

/* ---- Rows */

static int executed;           /* executions of the property below */
static int ends_at[2];         /* the one that ends in this way */
static enum assay_status ends; /* ASSAY_OK: as a failure */

static void ends_once(struct assay_test *t)
{
    assay_int(t, "x", 0, 1000000);
    assay_label(t, "any");
    if (++executed < ends_at[0] || executed > ends_at[1])
        return;
    if (ends == ASSAY_OK)
        assay_fail_at(t, "a.c", 3, "the end");
    assay_test_stop(t, ends);
}

static const struct assay_property ending = ASSAY_PROPERTY(ends_once);

static void end_at(int first, int last, enum assay_status status)
{
    executed = 0;
    ends_at[0] = first;
    ends_at[1] = last;
    ends = status;
}

TEST(execute_rows_end_where_they_are_told_to)
{
    struct assay_command row = {.seed = 1, .to = 10, .runs = 100};

    start(&ending);
    end_at(-1, -1, ASSAY_OK);
    check_reply(row, ASSAY_END_DONE, 10);
    check_tally(10, 0, 0);
    CHECK_UINT(j->executions, 10);
    CHECK_UINT(j->test, 9);
    CHECK_UINT(j->steady, 0);
    CHECK_UINT(j->unchecked, UINT64_MAX);
    CHECK_UINT(j->labels[0].count, 10);
    row.from = 10;
    row.to = 1000;
    row.runs = 25; /* of all rows */
    check_reply(row, ASSAY_END_DONE, 25);
    check_tally(25, 0, 0);
    CHECK_UINT(j->steady, 10);
    row.from = 25;
    check_reply(row, ASSAY_END_DONE, 25);
    row.runs = 50;
    j->stop = 1;
    check_reply(row, ASSAY_END_STOPPED, 25);
    CHECK_INT(executed, 25);
    end();
}

TEST(execute_rows_end_after_a_failure)
{
    struct assay_command row = {.seed = 1, .from = 100, .to = 200, .runs = 100};

    start(&ending);
    end_at(5, 5, ASSAY_OK);
    check_reply(row, ASSAY_END_FAILED, 105);
    check_tally(5, 0, 0);
    CHECK_UINT(j->labels[0].count, 5);
    CHECK_UINT(j->running, 0);
    CHECK_STR(j->wreck.file, "a.c");
    CHECK_INT(j->wreck.line, 3);
    CHECK_STR(j->wreck.message, "the end");
    end_at(3, 3, ASSAY_BAD_USE);
    check_reply(row, ASSAY_END_MISUSED, 103);
    CHECK_INT(j->wreck.misuse, ASSAY_BAD_USE);
    check_tally(7, 0, 0); /* without that one */
    end();
}

TEST(execute_rows_count_what_does_not_count)
{
    struct assay_command row = {.seed = 1, .to = 2000, .runs = 10, .rejects = 3};

    start(&ending);
    end_at(2, 4, ASSAY_REJECTED);
    check_reply(row, ASSAY_END_DONE, 13);
    check_tally(10, 3, 0);
    CHECK_UINT(j->labels[0].count, 10);
    row.runs = 20;
    end_at(1, 2, ASSAY_TOO_LARGE);
    check_reply(row, ASSAY_END_DONE, 12);
    check_tally(20, 3, 2);
    row.runs = 30;
    end_at(1, 1, ASSAY_NO_MEMORY); /* libc's: of a child */
    check_reply(row, ASSAY_END_DONE, 11);
    check_tally(30, 3, 3);
    row.runs = 1000; /* 3 * (30 + 100) may be rejected */
    end_at(1, 1000, ASSAY_REJECTED);
    check_reply(row, ASSAY_END_STARVED, 385);
    check_tally(30, 388, 3);
    end();
}

TEST(execute_rows_end_without_memory)
{
    struct assay_command row = {.seed = 1, .to = 10, .runs = 10};
    struct assay_alloc mem = {0};

    start(&ending);
    end_at(3, 3, ASSAY_NO_MEMORY);
    x.arena.mem = &mem;
    check_reply(row, ASSAY_END_NO_MEMORY, 3);
    x.arena.mem = NULL;
    check_tally(2, 0, 0);
    end();
}

/* What a sanitizer says that goes on is read by whoever reads the output. */
static void reports(struct assay_test *t)
{
    (void)t;
    j->reported = 1;
}

TEST(execute_sees_reports)
{
    static const struct assay_property property = ASSAY_PROPERTY(reports);

    start(&property);
    check_reply((struct assay_command){.to = 10, .runs = 10}, ASSAY_END_FAILED, 1);
    CHECK_INT(j->wreck.failure, ASSAY_SANITIZER);
    end();
}

/* ---- Executions that are the same */

static const struct assay_codes digit_codes[] = {{'0', '9'}};
static const struct assay_alphabet digits = {digit_codes, 1};

static void three_kinds(struct assay_test *t)
{
    switch (assay_int(t, "kind", 0, 2)) {
    case 0:
        assay_bool(t, "b");
        break;
    case 1:
        assay_string(t, "s", &digits, 0, 1);
        break;
    default:
        assay_int(t, "x", 0, 1);
        break;
    }
}

TEST(execute_counts_duplicates)
{
    static const struct assay_property property = ASSAY_PROPERTY(three_kinds);

    start(&property);
    check_reply((struct assay_command){.seed = 1, .to = 3000, .runs = 3000},
                ASSAY_END_DONE, 3000);
    CHECK_UINT(j->tally.compared, 3000);
    CHECK_UINT(j->tally.duplicates, 3000 - (2 + 11 + 2));
    check_reply((struct assay_command){.seed = 2, .to = 3000, .runs = 6000},
                ASSAY_END_DONE, 3000);
    CHECK_UINT(j->tally.compared, ASSAY_SEEN_MAX);
    CHECK_UINT(j->tally.duplicates, ASSAY_SEEN_MAX - (2 + 11 + 2));
    end();
}

/* ---- Growth */

static void ask_for_measure(struct assay_test *t)
{
    assay_int(t, "x", 0, 9);
    executed++;
    j->tick = executed % 10 == 0;
}

TEST(execute_rows_are_measured_when_asked_for)
{
    static const struct assay_property property = ASSAY_PROPERTY(ask_for_measure);
    struct assay_command row = {.seed = 1, .to = 35, .runs = 1000};

    start(&property);
    executed = 0;
    check_reply(row, ASSAY_END_DONE, 35); /* it is not watched */
    CHECK_UINT(j->steady, 0);
    assay_executor_watch(&x, (uint64_t)1 << 40);
    executed = 0;
    check_reply(row, ASSAY_END_DONE, 35);
    CHECK_UINT(j->steady, 30);
    CHECK_UINT(j->tick, 0);
    x.pages = 0;
    x.memory = 2 * assay_pages_of(x.statm) * assay_page_size() + (1 << 30);
    executed = 0;
    check_reply(row, ASSAY_END_DONE, 35);
    x.memory = assay_page_size();
    executed = 0;
    check_reply(row, ASSAY_END_GREW, 10);
    CHECK_UINT(j->tick, 0);
    row.one_by_one = true;
    row.from = 3;
    check_reply(row, ASSAY_END_GREW, 3);
    check_tally(115, 0, 0);
    end();
}

static void *kept[20];
static int nkept;

static void keeps(struct assay_test *t)
{
    size_t size = (size_t)(++executed == 4 ? 40 : 1) << 20;

    assay_int(t, "x", 0, 9);
    kept[nkept] = malloc(size);
    memset(kept[nkept++], 1, size);
}

/* A quarter of what is allowed is a failure of the one test. */
TEST(execute_finds_the_test_that_grows)
{
    static const struct assay_property property = ASSAY_PROPERTY(keeps);
    struct assay_command row = {
        .seed = 1, .from = 50, .to = 60, .runs = 100, .one_by_one = true};
    unsigned long left = 0;

    start(&property);
    assay_executor_watch(&x, (uint64_t)128 << 20);
    executed = 0;
    j->wreck.line = 7;
    strcpy(j->wreck.file, "a.c");
    check_reply(row, ASSAY_END_FAILED, 54);
    CHECK_INT(j->wreck.failure, ASSAY_MEMORY);
    CHECK_UINT(j->wreck.set, 1);
    CHECK_STR(j->wreck.file, "");
    CHECK_INT(j->wreck.line, 0);
    CHECK_INT(sscanf(j->wreck.message, "left %lu MiB of memory behind", &left), 1);
    CHECK(left >= 40 && left < 60);
    check_tally(0, 0, 0);
    CHECK_UINT(j->test, 53);
    x.pages = assay_pages_of(x.statm);
    row.from = 54;
    executed = 10;
    check_reply(row, ASSAY_END_DONE, 60);
    while (nkept > 0)
        free(kept[--nkept]);
    end();
}

/* ---- Leaks, by the bytes that malloc has given out */

static void keeps_in_the_last(struct assay_test *t)
{
    assay_int(t, "x", 0, 9);
    if (++executed == 30)
        kept[nkept++] = malloc(10000);
}

/* What is left when a row ends was not looked at yet. */
TEST(execute_rows_end_with_a_leak)
{
    static const struct assay_property property = ASSAY_PROPERTY(keeps_in_the_last);
    struct assay_command row = {.seed = 1, .to = 30, .runs = 100};

    if (HAS_ASAN) /* it knows of leaks otherwise */
        return;
    start(&property);
    x.leaks = x.in_rows = true;
    executed = 0;
    check_reply(row, ASSAY_END_LEAKED, 30);
    check_tally(30, 0, 0);
    CHECK(j->unchecked > 20 && j->unchecked < 30);
    executed = 100;
    check_reply(row, ASSAY_END_DONE, 30);
    CHECK_UINT(j->unchecked, 30);
    while (nkept > 0)
        free(kept[--nkept]);
    end();
}

/* ---- Short programs */

static uint64_t only[20];
static uint32_t most;

static void notes_limits(struct assay_test *t)
{
    assay_int(t, "x", 0, 9);
    only[executed++] = t->program_only;
    most = t->program_max;
    if (executed == 18)
        ASSAY_FAIL(t, "found");
}

TEST(execute_looks_for_short_programs)
{
    static const struct assay_property property = ASSAY_PROPERTY(notes_limits);
    struct assay_command row = {
        .seed = 1, .from = 3, .to = 10, .program_max = 4, .program_only = 6};

    start(&property);
    executed = 0;
    check_reply(row, ASSAY_END_DONE, 10);
    CHECK_INT(executed, 7);
    for (uint64_t i = 0; i < 7; i++)
        CHECK_UINT(only[i], i == 5 ? 0 : 6); /* one of eight has any operation */
    CHECK_UINT(most, 4);
    row.from = 10;
    row.to = 100;
    check_reply(row, ASSAY_END_FAILED, 21);
    check_tally(0, 0, 0);
    row.program_max = 0;
    row.runs = 1;
    executed = 0;
    check_reply(row, ASSAY_END_DONE, 11);
    CHECK_UINT(only[0], 0);
    CHECK_UINT(most, 0);
    end();
}

/* ---- Single executions */

static void explained(struct assay_test *t)
{
    int x_ = assay_int(t, "x", 0, 100);
    bool b = assay_bool(t, "while");

    assay_note(t, "noted %d", x_);
    assay_step(t, "first");
    assay_step(t, "second");
    assay_int(t, "x", 0, 100);
    assay_int(t, "2 x", -5, 100);
    if (b)
        ASSAY_FAIL(t, "it is so");
}

static char nothing[1];
static const struct assay_property explaining = ASSAY_PROPERTY(explained);

static struct assay_command replay_of(struct assay_values *v)
{
    CHECK_INT(assay_shared_propose(&shared, v), ASSAY_OK);
    return (struct assay_command){.order = ASSAY_ORDER_REPLAY,
                                  .nvalues = (uint32_t)v->count,
                                  .npool = (uint32_t)v->pool.len};
}

TEST(execute_explains_a_replay)
{
    struct assay_value values[] = {{.bits = 7}, {.bits = 1, .kind = ASSAY_KIND_BOOL}};
    struct assay_values v = {.at = values, .count = 2, .pool = {.at = nothing}};
    struct assay_command command;

    start(&explaining);
    command = replay_of(&v);
    check_reply(command, ASSAY_END_FAILED, 0);
    CHECK_STR(j->values.at, "");
    CHECK_STR(j->notes.at, "");
    CHECK_STR(j->wreck.message, "it is so");
    command.explain = true;
    check_reply(command, ASSAY_END_FAILED, 0);
    check_reply(command, ASSAY_END_FAILED, 0); /* from the start again */
    CHECK_STR(j->values.at, "x = 7\nwhile = true\nx = 0\n2 x = 0\n");
    CHECK_STR(j->notes.at, "noted 7\n1. first\n2. second\n");
    CHECK_STR(j->code.at, "    int x = 7;\n    bool while_v2 = true;\n    int x_2 = 0;\n"
                          "    int __x_v4 = 0;\n");
    CHECK_STR(j->given.at, "{\"x\", &x},\n{\"while\", &while_v2},\n{\"x\", &x_2},\n"
                           "{\"2 x\", &__x_v4},\n");
    CHECK_STR(j->drawing.at, "");
    CHECK_UINT(j->unprintable, 0);
    CHECK_UINT(j->declared, 4);
    check_tally(0, 0, 0);
    end();
}

/* What follows the values is simplest, or random. */
TEST(execute_fills_a_replay)
{
    struct assay_value values[] = {{.bits = 7}, {.kind = ASSAY_KIND_BOOL}};
    struct assay_values v = {.at = values, .count = 2, .pool = {.at = nothing}};
    struct assay_command command;

    start(&explaining);
    command = replay_of(&v);
    command.explain = true;
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_STR(j->values.at, "x = 7\nwhile = false\nx = 0\n2 x = 0\n");
    command.fill = true;
    command.seed = 3;
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_STR(j->values.at, "x = 7\n"
                            "while = false\n"
                            "x = 11\n"
                            "2 x = 26\n");
    command.fill = false;
    command.has_hole = true;
    command.hole = (struct assay_hole){.start = 0, .resume = 1};
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_STR(j->values.at, "x = 1\n"
                            "while = false\n"
                            "x = 0\n"
                            "2 x = 50\n");
    end();
}

TEST(execute_gives_examples)
{
    static const int first = 5, second = 6, odd = -4;
    static const bool yes = true;
    static const struct assay_given one[] = {
        {"x", &first}, {"x", &second}, {"2 x", &odd}, {0}};
    static const struct assay_given two[] = {{"while", &yes}, {0}};
    static const struct assay_given *const examples[] = {one, two, NULL};
    struct assay_property property = explaining;
    struct assay_command command = {.order = ASSAY_ORDER_EXAMPLE, .explain = true};

    property.examples = examples;
    start(&property);
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_STR(j->values.at, "x = 5\nwhile = false\nx = 6\n2 x = -4\n");
    command.example = 1;
    check_reply(command, ASSAY_END_FAILED, 0);
    CHECK_STR(j->values.at, "x = 0\nwhile = true\nx = 0\n2 x = 0\n");
    CHECK(x.body.given == NULL);
    end();
}

TEST(execute_reads_bytes)
{
    struct assay_command command = {
        .order = ASSAY_ORDER_BYTES, .explain = true, .npool = 4};

    start(&explaining);
    memcpy(shared.pool, "\x05\x01\x06\x07", 4);
    check_reply(command, ASSAY_END_FAILED, 0);
    CHECK_STR(j->values.at, "x = 5\n"
                            "while = true\n"
                            "x = 6\n"
                            "2 x = 4\n");
    command.npool = 0;
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_STR(j->values.at, "x = 0\nwhile = false\nx = 0\n2 x = 0\n");
    end();
}

static void draws_without_a_name(struct assay_test *t)
{
    int64_t at = 0;

    assay_int(t, "x", 0, 9);
    assay_choose_int(t, 0, 9, 0, ASSAY_BIASED, &at);
    assay_int(t, "y", 0, 9);
    if (*(const int *)assay_test_context(t))
        assay_choose_int(t, 0, 9, 0, ASSAY_BIASED, &at);
}

/* They are in no list of given values. */
TEST(execute_counts_choices_without_a_name)
{
    int last = 0;
    struct assay_property property =
        ASSAY_PROPERTY_WITH(draws_without_a_name, .context = &last);
    struct assay_values none = {.pool = {.at = nothing}};
    struct assay_command command;

    start(&property);
    command = replay_of(&none);
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_UINT(j->unprintable, 0);
    command.explain = true;
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_UINT(j->unprintable, 1);
    last = 1;
    check_reply(command, ASSAY_END_PASSED, 0);
    CHECK_UINT(j->unprintable, 2);
    end();
}
