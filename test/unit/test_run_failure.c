/*
 * What a failure is called, and which failures are the same.
 */
#include "harness.h"
#include "run/failure.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Wait statuses as Linux has them. */
#define EXITED(CODE) ((CODE) << 8)
#define KILLED(SIGNAL) (SIGNAL)

static struct assay_failed autopsy(const struct assay_wreck *w, int wait_status,
                                   const char *output)
{
    struct assay_failed f;

    assay_failed_autopsy(&f, w, ASSAY_CHILD_DIED, wait_status, assay_str(output));
    return f;
}

/* Nothing is known but how the child ended. */
static struct assay_failed death(int wait_status, const char *output)
{
    static const struct assay_wreck nothing;

    return autopsy(&nothing, wait_status, output);
}

static void check_failed(struct assay_failed f, enum assay_failure failure, int code,
                         const char *message)
{
    CHECK_INT(f.failure, failure);
    CHECK_INT(f.code, code);
    CHECK_STR(f.message, message);
}

TEST(failure_signals_have_names)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGSEGV, "SIGSEGV"},   {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
        {SIGILL, "SIGILL"},     {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},
        {SIGKILL, "SIGKILL"},   {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},
        {SIGPIPE, "SIGPIPE"},   {SIGALRM, "SIGALRM"}, {SIGTRAP, "SIGTRAP"},
        {SIGHUP, "SIGHUP"},     {SIGQUIT, "SIGQUIT"}, {SIGXCPU, "SIGXCPU"},
        {SIGUSR1, "SIGUSR1"},   {SIGUSR2, "SIGUSR2"}, {SIGXFSZ, "SIGXFSZ"},
        {SIGWINCH, "a signal"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_STR(assay_signal_name(names[i].number), names[i].name);
}

TEST(failure_is_how_the_child_ended)
{
    check_failed(death(EXITED(3), ""), ASSAY_EXIT, 3, "ended with exit status 3");
    check_failed(death(KILLED(SIGSEGV), ""), ASSAY_SIGNAL, SIGSEGV, "died by SIGSEGV");
    check_failed(death(KILLED(SIGFPE), ""), ASSAY_SIGNAL, SIGFPE,
                 "SIGFPE: division by zero or overflow");
    check_failed(death(KILLED(SIGABRT), "no more\n"), ASSAY_SIGNAL, SIGABRT,
                 "died by SIGABRT");
    check_failed(death(KILLED(SIGABRT), "t: a.c:7: f: Assertion `x' failed.\n"),
                 ASSAY_SIGNAL, SIGABRT, "Assertion `x' failed");
    check_failed(death(KILLED(SIGSEGV), "t: a.c:7: f: Assertion `x' failed.\n"),
                 ASSAY_SIGNAL, SIGSEGV, "died by SIGSEGV");
    check_failed(death(EXITED(1), "==1==ERROR: AddressSanitizer: SEGV on unknown\n"),
                 ASSAY_SANITIZER, 0, "AddressSanitizer: SEGV");
}

/* What the child's handlers wrote before it ended. */
TEST(failure_is_what_the_child_saw)
{
    struct assay_wreck w = {.set = 1, .failure = ASSAY_SIGNAL, .code = SIGSEGV};

    w.address = 0xbeef;
    check_failed(autopsy(&w, KILLED(SIGSEGV), ""), ASSAY_SIGNAL, SIGSEGV,
                 "SIGSEGV at address 0xbeef");
    w.overflow = true;
    check_failed(autopsy(&w, KILLED(SIGSEGV), ""), ASSAY_SIGNAL, SIGSEGV,
                 "SIGSEGV: the stack overflowed");
    check_failed(autopsy(&w, KILLED(SIGBUS), ""), ASSAY_SIGNAL, SIGBUS, "died by SIGBUS");
    w.overflow = false;
    w.code = SIGBUS;
    check_failed(autopsy(&w, KILLED(SIGBUS), ""), ASSAY_SIGNAL, SIGBUS,
                 "SIGBUS at address 0xbeef");
    w.code = SIGILL;
    check_failed(autopsy(&w, KILLED(SIGILL), ""), ASSAY_SIGNAL, SIGILL, "died by SIGILL");
    w.failure = ASSAY_EXIT;
    w.code = 259;
    check_failed(autopsy(&w, EXITED(3), "==1==ERROR: AddressSanitizer: SEGV on\n"),
                 ASSAY_EXIT, 3, "called exit(3)");
    check_failed(autopsy(&w, KILLED(SIGSEGV), ""), ASSAY_SIGNAL, SIGSEGV,
                 "died by SIGSEGV");
    w.set = 0; /* it is of an execution before */
    check_failed(autopsy(&w, EXITED(3), ""), ASSAY_EXIT, 3, "ended with exit status 3");
}

static int here(void)
{
    return 1;
}

TEST(failure_signals_differ_by_the_place)
{
    struct assay_wreck w = {.set = 1, .failure = ASSAY_SIGNAL, .code = SIGSEGV};
    struct assay_failed a, same, elsewhere, unknown, bus;

    w.pc = (uint64_t)(uintptr_t)&here;
    w.address = 1;
    a = autopsy(&w, KILLED(SIGSEGV), "");
    w.address = 2;
    same = autopsy(&w, KILLED(SIGSEGV), "");
    w.pc++;
    elsewhere = autopsy(&w, KILLED(SIGSEGV), "");
    w.code = SIGBUS;
    bus = autopsy(&w, KILLED(SIGBUS), "");
    w.pc = 16; /* in no module */
    w.code = SIGSEGV;
    unknown = autopsy(&w, KILLED(SIGSEGV), "");
    CHECK(a.key == same.key);
    CHECK(a.key != elsewhere.key && a.key != unknown.key && elsewhere.key != bus.key);
    CHECK(a.name == elsewhere.name && a.name == unknown.name && a.name != bus.name);
    CHECK(unknown.key == death(KILLED(SIGSEGV), "").key);
    CHECK_INT(here(), 1);
}

TEST(failure_exits_differ_by_the_code)
{
    CHECK(death(EXITED(3), "").key == death(EXITED(3), "x").key);
    CHECK(death(EXITED(3), "").key != death(EXITED(4), "").key);
    CHECK(death(EXITED(11), "").key != death(KILLED(11), "").key);
}

/* ---- Limits */

static void check_limit(enum assay_end_of_child how, enum assay_failure failure,
                        const char *message)
{
    static const struct assay_options options = {.timeout = 1.5, .memory = 48 << 20};
    static const struct assay_wreck old = {.set = 1, .failure = ASSAY_EXIT, .code = 3};
    struct assay_failed f;

    assay_failed_autopsy(&f, &old, how, EXITED(3), assay_str("no matter what"));
    check_failed(f, failure, 0, "");
    assay_failed_limits(&f, &options);
    CHECK_STR(f.message, message);
}

TEST(failure_of_a_limit_says_which)
{
    static const struct assay_options options = {.timeout = 1.5, .memory = 48 << 20};
    struct assay_failed f = {.failure = ASSAY_MEMORY, .message = "left 5 MiB"};

    check_limit(ASSAY_CHILD_TIMED_OUT, ASSAY_TIMEOUT, "no end within 1.5 s");
    check_limit(ASSAY_CHILD_GREW, ASSAY_MEMORY, "grew by more than 48 MiB");
    assay_failed_limits(&f, &options);
    CHECK_STR(f.message, "left 5 MiB");
}

TEST(failure_after_the_execution_is_said)
{
    struct assay_failed f = {.line = 3};

    assay_failed_deserted(&f);
    check_failed(
        f, ASSAY_EXIT, 0,
        "the child ended after the execution: did it close descriptors of others?");
    CHECK_INT(f.line, 0);
    CHECK(f.key != death(EXITED(0), "").key);
}

TEST(failure_says_what_was_done)
{
    struct assay_failed f = {.message = "died"};
    char doing[ASSAY_DOING_TEXT] = "";

    assay_failed_in(&f, doing);
    CHECK_STR(f.message, "died");
    strcpy(doing, "operation 2");
    assay_failed_in(&f, doing);
    CHECK_STR(f.message, "died in operation 2");
    strcpy(f.message, "?");
    assay_failed_in(&f, doing);
    CHECK_STR(f.message, "? in operation 2");
    f.message[0] = '\0';
    assay_failed_in(&f, doing);
    CHECK_STR(f.message, "");
    memset(doing, 'x', sizeof doing); /* nobody ended it */
    strcpy(f.message, "died");
    assay_failed_in(&f, doing);
    CHECK_UINT(strlen(f.message), 4 + 4 + ASSAY_DOING_TEXT);
}

/* ---- Assertions */

static struct assay_failed read_assertion(const char *file, int line, int code,
                                          const char *same)
{
    struct assay_wreck w = {.set = 1, .failure = ASSAY_ASSERTION};
    struct assay_failed f;

    w.line = line;
    w.code = code;
    strcpy(w.file, file);
    strcpy(w.message, "x is false");
    strcpy(w.same, same);
    assay_failed_read(&f, &w);
    check_failed(f, ASSAY_ASSERTION, code, "x is false");
    CHECK_INT(f.line, line);
    CHECK_STR(f.file, file);
    return f;
}

TEST(failure_of_an_assertion_is_its_place)
{
    struct assay_failed a = read_assertion("a.c", 12, 0, "");

    CHECK(a.key == read_assertion("a.c", 12, 0, "").key);
    CHECK(a.key == a.name);
    CHECK(a.key != read_assertion("a.c", 13, 0, "").key);
    CHECK(a.key != read_assertion("b.c", 12, 0, "").key);
    CHECK(a.key != read_assertion("a.c", 12, 1, "").key);
    CHECK(read_assertion("a.c", 12, 2, "").key != read_assertion("a.c", 12, 1, "").key);
    CHECK(a.key != read_assertion("a.c", 12, 0, "clause").key);
    CHECK(read_assertion("a.c", 12, 0, "clause").key ==
          read_assertion("b.c", 13, 0, "clause").key);
    CHECK(read_assertion("a.c", 12, 0, "clause").key !=
          read_assertion("a.c", 12, 0, "other").key);
}

/* What a child wrote has no end, perhaps. */
TEST(failure_texts_always_end)
{
    static struct assay_wreck w = {.set = 1, .failure = ASSAY_MEMORY, .line = 1};
    struct assay_failed f, other;

    memset(w.file, 'f', sizeof w.file);
    memset(w.message, 'm', sizeof w.message);
    memset(w.same, 's', sizeof w.same);
    assay_failed_read(&f, &w);
    CHECK_UINT(strlen(f.file), ASSAY_FILE_TEXT - 1);
    CHECK_UINT(strlen(f.message), ASSAY_MESSAGE_TEXT - 1);
    w.line = 2;
    assay_failed_read(&other, &w);
    CHECK(f.key == other.key); /* only an assertion is its place */
    w.failure = ASSAY_LEAK;
    assay_failed_read(&other, &w);
    CHECK(f.key != other.key);
    w.failure = ASSAY_ASSERTION;
    assay_failed_read(&f, &w);
    w.same[ASSAY_LABEL_TEXT - 1] = 't';
    assay_failed_read(&other, &w);
    CHECK(f.key != other.key);
}
