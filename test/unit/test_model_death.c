/*
 * Models: operations that end the process, wanted or not, and leaks.
 */
#include "model_fixture.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ASSAY_INTERVAL(small, int, 0, 9);

static int same(int x)
{
    return x;
}
static int exits(int x)
{
    if (x > 5)
        exit(x);
    return x;
}
static int exits_with_7(int x)
{
    if (x > 5)
        exit(7);
    return x;
}
static int aborts(int x)
{
    if (x > 5)
        abort();
    return x;
}
static int terminates(int x)
{
    if (x > 5)
        raise(SIGTERM);
    return x;
}
static int loops(int x)
{
    while (x > 5)
        usleep(1000);
    return x;
}
static int crashes(int x)
{
    static int *volatile nowhere;

    return x > 5 ? *nowhere : x;
}

/* ---- Not wanted: the message says in which call, on which side */

#define DIES(NAME, REFERENCE, CANDIDATE, MESSAGE, CODE)                                  \
    ASSAY_OPERATION(NAME, (small), int, REFERENCE, CANDIDATE);                           \
    ASSAY_MODEL(model_##NAME, (NAME), .options = {.timeout = 0.2});                      \
    TEST(model_death_##NAME)                                                             \
    {                                                                                    \
        CHECK_LINE(&model_##NAME, MESSAGE, CODE, "1");                                   \
    }
DIES(exit_there, same, exits_with_7, "called exit(7) in operation 1, exits_with_7",
     "assert(exits_with_7(6) == 6);")
DIES(exit_here, exits_with_7, same,
     "called exit(7) in operation 1, the reference's side of same", "same(6);")
DIES(abort_there, same, aborts, "died by SIGABRT in operation 1, aborts",
     "assert(aborts(6) == 6);")
DIES(abort_here, aborts, same,
     "died by SIGABRT in operation 1, the reference's side of same", "same(6);")
DIES(signal_there, same, terminates, "died by SIGTERM in operation 1, terminates",
     "assert(terminates(6) == 6);")
DIES(loop_there, same, loops, "no end within 0.2 s in operation 1, loops",
     "assert(loops(6) == 6);")
DIES(loop_here, loops, same,
     "no end within 0.2 s in operation 1, the reference's side of same", "same(6);")

ASSAY_OPERATION(crash_there, (small), int, same, crashes);
ASSAY_MODEL(model_crash_there, (crash_there));
TEST(model_death_crash_there)
{
    struct assay_report *report = run_model(&model_crash_there, NULL);
    const struct assay_finding *found = report->findings;

    CHECK_UINT(report->nfindings, 1);
    CHECK_INT(found->failure, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL);
    CHECK(strstr(found->message, " in operation 1, crashes") != NULL);
    CHECK(strstr(found->program, "    assert(crashes(6) == 6); ") != NULL);
    assay_report_free(report);
}

/* ---- Wanted: how a call dies is its result, the last one of a scenario */

#define MAY_DIE(NAME, REFERENCE, CANDIDATE)                                              \
    ASSAY_OPERATION(NAME, (small), int, REFERENCE, CANDIDATE, .may_die = true);          \
    ASSAY_MODEL(model_##NAME, (NAME), .fuel = 3)
MAY_DIE(exit_both, exits, exits);
MAY_DIE(abort_both, aborts, aborts);
MAY_DIE(signal_both, terminates, terminates);
MAY_DIE(exit_other, exits, exits_with_7);
MAY_DIE(exit_abort, exits, aborts);
MAY_DIE(abort_signal, aborts, terminates);
MAY_DIE(exit_return, exits, same);
MAY_DIE(return_abort, same, aborts);
MAY_DIE(return_both, same, same);

static void check_mortal(const struct assay_model *model)
{
    struct assay_options options = {.runs = harness_rounds(200)};
    struct assay_report *report = run_model(model, &options);

    if (report->verdict != ASSAY_HELD)
        harness_fail(HARNESS_HERE, "%s: %s", model->name,
                     report->nfindings ? report->findings->message : report->error);
    CHECK_UINT(report->runs, harness_rounds(200));
    assay_report_free(report);
}

TEST(model_operations_may_die_on_both_sides)
{
    check_mortal(&model_exit_both);
    check_mortal(&model_abort_both);
    check_mortal(&model_signal_both);
    check_mortal(&model_return_both);
}

TEST(model_operations_that_die_differently)
{
    CHECK_MODEL(
        &model_exit_other,
        "operation 1 (exits_with_7) differs: expected exit with 6, got exit with 7",
        "    int status1 = 0;\n"
        "    if (fork() == 0) {\n"
        "        exits_with_7(6);                            /* 1 */\n"
        "        _exit(0);\n"
        "    }\n"
        "    wait(&status1);\n"
        "    assert(WIFEXITED(status1) && WEXITSTATUS(status1) == 6);  /* is exit with 7 "
        "*/\n");
    CHECK_MODEL(
        &model_exit_abort,
        "operation 1 (aborts) differs: expected exit with 6, got death by SIGABRT",
        "    int status1 = 0;\n"
        "    if (fork() == 0) {\n"
        "        aborts(6);                                  /* 1 */\n"
        "        _exit(0);\n"
        "    }\n"
        "    wait(&status1);\n"
        "    assert(WIFEXITED(status1) && WEXITSTATUS(status1) == 6);  /* is death by "
        "SIGABRT */\n");
    CHECK_MODEL(&model_abort_signal,
                "operation 1 (terminates) differs: expected death by SIGABRT, got death "
                "by SIGTERM",
                "    int status1 = 0;\n"
                "    if (fork() == 0) {\n"
                "        terminates(6);                              /* 1 */\n"
                "        _exit(0);\n"
                "    }\n"
                "    wait(&status1);\n"
                "    assert(WIFSIGNALED(status1) && WTERMSIG(status1) == SIGABRT);  /* "
                "is death by SIGTERM */\n");
    CHECK_MODEL(&model_exit_return,
                "operation 1 (same) differs: expected exit with 6, got a return",
                "    int status1 = 0;\n"
                "    if (fork() == 0) {\n"
                "        same(6);                                    /* 1 */\n"
                "        _exit(0);\n"
                "    }\n"
                "    wait(&status1);\n"
                "    assert(WIFEXITED(status1) && WEXITSTATUS(status1) == 6);  /* is a "
                "return */\n");
    CHECK_MODEL(&model_return_abort,
                "operation 1 (aborts) differs: expected a return, got death by SIGABRT",
                "    aborts(6);                                      /* 1: got death by "
                "SIGABRT */\n");
}

/* What dies has no effect, and other operations come after it. */
static bool has_fallen;
static int nafter;
static int falls(int x)
{
    exit(x);
}
static bool may_fall(const struct assay_arguments *args)
{
    (void)args;
    return has_fallen = true;
}
static int comes_after(int x)
{
    nafter += has_fallen;
    return x;
}
static void rise(void)
{
    has_fallen = false;
}
ASSAY_OPERATION(falls, (small), int, falls, falls, .may_die = true, .when = may_fall);
ASSAY_OPERATION(comes_after, (small), int, same, comes_after);
ASSAY_MODEL(model_falls, (falls, comes_after), .prologue = rise);
TEST(model_operations_go_on_after_a_death)
{
    run_here(&model_falls, 1, 20);
    CHECK(nafter > 0);
}

/* A call that must not be made, or is not there yet, is left alone in the copy, too. */
static int backs_off(int x)
{
    if (x > 3)
        assay_back_off();
    return exits(x);
}
static int is_missing(int x)
{
    if (x == 2)
        assay_unimplemented();
    return x;
}
ASSAY_OPERATION(backs_off, (small), int, backs_off, exits_with_7, .may_die = true);
ASSAY_OPERATION(is_missing, (small), int, same, is_missing, .may_die = true);
ASSAY_MODEL(model_backs_off, (backs_off), .fuel = 3);
ASSAY_MODEL(model_is_missing, (is_missing), .fuel = 3);
TEST(model_operations_that_may_die_or_back_off)
{
    check_mortal(&model_backs_off);
    check_mortal(&model_is_missing);
}

/* What is tried in another process has no effect here. */
static int ncalled;
static int count_calls(int x)
{
    return ++ncalled + x * 0;
}
static int ref_ncalled;
static int ref_count_calls(int x)
{
    return ++ref_ncalled + x * 0;
}
static void reset_calls(void)
{
    ncalled = ref_ncalled = 0;
}
static int four_at_most(int x)
{
    return ++ncalled > 4 ? 4 : ncalled + x * 0;
}
ASSAY_OPERATION(counts, (small), int, ref_count_calls, count_calls, .may_die = true);
ASSAY_MODEL(model_counts, (counts), .prologue = reset_calls, .fuel = 6);
ASSAY_OPERATION(four, (small), int, ref_count_calls, four_at_most, .may_die = true);
ASSAY_MODEL(model_four, (four), .prologue = reset_calls, .fuel = 6);
TEST(model_operations_that_may_die_are_called_once)
{
    check_mortal(&model_counts);
    CHECK_MODEL(&model_four, "operation 5 (four_at_most) differs: expected 5, got 4",
                "    assert(four_at_most(0) == 1);                   /* 1 */\n"
                "    assert(four_at_most(0) == 2);                   /* 2 */\n"
                "    assert(four_at_most(0) == 3);                   /* 3 */\n"
                "    assert(four_at_most(0) == 4);                   /* 4 */\n"
                "    assert(four_at_most(0) == 5);                   /* 5: is 4 */\n");
}

/* ---- Leaks */

static int *leak_new(void)
{
    return calloc(1, sizeof(int));
}
static void leak_free(int *p)
{
    free(p);
}
static void leak_keep(int *p)
{
    *p = 1;
}
ASSAY_ABSTRACT(block, int *, int *);
ASSAY_DESTRUCTOR(block, leak_free, leak_free);
ASSAY_CONSUMED(gone_block, block);
ASSAY_OPERATION(new_block, (void), block, leak_new, leak_new);
ASSAY_OPERATION(free_block, (gone_block), void, leak_free, leak_free);
ASSAY_OPERATION(lose_block, (gone_block), void, leak_free, leak_keep);
ASSAY_MODEL(blocks, (new_block, free_block));
ASSAY_MODEL(lost_blocks, (new_block, lose_block));
ASSAY_MODEL(ignored_blocks, (new_block, lose_block), .ignore_leaks = true);
ASSAY_ABSTRACT(endless, int *, int *);
ASSAY_OPERATION(new_endless, (void), endless, leak_new, leak_new);
ASSAY_MODEL(endless_blocks, (new_endless));
TEST(model_leaks_are_findings_where_all_can_be_freed)
{
    struct assay_report *report = run_model(&lost_blocks, NULL);

    CHECK_UINT(report->nfindings, 1);
    CHECK_INT(report->findings->failure, ASSAY_LEAK);
    CHECK_STR(report->findings->program,
              "int main(void)\n"
              "{\n"
              "    int *b0 = leak_new();                           /* 1 */\n"
              "    leak_keep(b0);                                  /* 2 */\n"
              "}\n");
    assay_report_free(report);
    CHECK_HOLDS(&blocks);
    CHECK_HOLDS(&ignored_blocks);
    CHECK_HOLDS(&endless_blocks);
}
