/*
 * Runs of hyperproperties: what comes back from their processes, what becomes of those
 * that do not end well, and what is drawn for, compared and told of them.
 */
#include "contract/blocks.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <assay/runs.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __has_feature
#if __has_feature(undefined_behavior_sanitizer)
#define HAS_UBSAN 1
#endif
#endif
#ifndef HAS_UBSAN
#define HAS_UBSAN 0
#endif

static const struct assay_clause same = {
    "hyper", "\\result == \\result'", "f", "", "f.c", 5, 9, 19};

static void violate(const struct assay_clause *clause)
{
    struct assay_says s;

    assay_says_begin(&s, clause, NULL);
    assay_violated(&s);
}

static bool has_line(const char *text, const char *line)
{
    size_t len = strlen(line);

    for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL)
        if (strncmp(p, line, len) == 0 && (p[len] == '\n' || p[len] == '\0'))
            return true;
    return false;
}

/* An execution with one input, which most need no value of. */
static struct assay_inputs *begin(struct assay_test *t, int *x)
{
    struct assay_inputs *in = assay_inputs_begin(t);

    assay_input(in, "x", &layout_int, x);
    assay_inputs_ready(in, "f");
    return in;
}

static struct assay_report *found; /* the last report */

__attribute__((destructor)) static void free_report(void)
{
    assay_report_free(found);
}

static double timeout; /* of an execution; 0: as usual */

/* Runs a property and returns what was found first, or NULL. */
static const struct assay_finding *find(void (*property)(struct assay_test *t),
                                        unsigned runs)
{
    struct assay_property entry = {.name = "runs", .run = property};
    struct assay_options options = run_options();

    options.runs = runs;
    options.timeout = timeout;
    assay_report_free(found);
    found = run(&entry, &options);
    if (found->nfindings == 0)
        CHECK_INT(found->verdict, ASSAY_HELD);
    return found->nfindings > 0 ? found->findings : NULL;
}

/* ---- What comes back */

static int counter = 10;
static char *last_name;
static const struct assay_layout layout_text = {.kind = ASSAY_LAYOUT_POINTER,
                                                .name = "char *",
                                                .size = sizeof(char *),
                                                .of = &layout_char};

static int count(int by)
{
    counter += by;
    return counter;
}

static void counts(struct assay_test *t)
{
    int x, one = 0, two = 0;
    struct assay_inputs *in;

    assay_world_keep(&counter, sizeof counter);
    in = begin(t, &x);
    if (assay_run_begin(in, 1, 0, &layout_int, &one)) {
        one = count(1);
        assay_run_end(in);
    }
    if (assay_run_begin(in, 2, 0, &layout_int, &two)) {
        two = count(2);
        assay_run_end(in);
    }
    CHECK_INT(one, 11);
    CHECK_INT(two, 12);
    CHECK_INT(counter, 10);
    CHECK_INT(*(const int *)assay_at(assay_run_state(in, 1), &counter, sizeof counter),
              11);
    CHECK_INT(*(const int *)assay_at(assay_run_state(in, 2), &counter, sizeof counter),
              12);
    CHECK(assay_run_state(in, 3) == NULL);
    CHECK(!assay_runs_same(in, 1, 2, &layout_int, &counter, 1));
    CHECK(assay_runs_same(in, 1, 1, &layout_int, &counter, 1));
    CHECK(!assay_results_same(in, 1, 2, &layout_int, &one, &two));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_start_from_the_same_state)
{
    for_inputs(counts, 20);
    CHECK(find(counts, 20) == NULL);
}

static int next_number(void)
{
    static int number;

    return ++number;
}

static void numbers(struct assay_test *t)
{
    int x, results[3] = {0};
    struct assay_inputs *in = begin(t, &x);

    for (unsigned i = 1; i <= 3; i++)
        if (assay_run_begin(in, i, 0, &layout_int, &results[i - 1])) {
            if (i == 3)
                next_number();
            results[i - 1] = next_number();
            assay_run_end(in);
        }
    CHECK_INT(results[0], 1);
    CHECK_INT(results[1], 1);
    CHECK_INT(results[2], 2);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_do_not_see_static_variables_of_others)
{
    for_inputs(numbers, 20);
}

static char *make_name(int n, char c)
{
    char *name = malloc((size_t)n + 1);

    if (!name)
        abort();
    memset(name, c, (size_t)n);
    name[n] = '\0';
    return name;
}

static void names(struct assay_test *t)
{
    char *results[4] = {NULL};
    int x;
    struct assay_inputs *in;

    assay_world_keep(&last_name, sizeof last_name);
    in = begin(t, &x);
    for (unsigned i = 1; i <= 4; i++)
        if (assay_run_begin(in, i, 0, &layout_text, &results[i - 1])) {
            if (i < 4)
                results[i - 1] = make_name(i == 3 ? 7000 : 6000, i == 2 ? 'b' : 'a');
            if (i != 3)
                free(make_name(5000, 'x')); /* so that addresses may differ */
            last_name = make_name(5, i == 2 ? 'b' : 'a');
            assay_run_end(in);
        }
    CHECK(!assay_results_same(in, 1, 2, &layout_text, &results[0], &results[1]));
    CHECK(!assay_results_same(in, 1, 3, &layout_text, &results[0], &results[2]));
    CHECK(!assay_results_same(in, 1, 4, &layout_text, &results[0], &results[3]));
    CHECK(assay_results_same(in, 4, 4, &layout_text, &results[3], &results[3]));
    CHECK(assay_results_same(in, 3, 3, &layout_text, &results[2], &results[2]));
    CHECK(!assay_runs_same(in, 1, 2, &layout_text, &last_name, 1));
    CHECK(assay_runs_same(in, 1, 3, &layout_text, &last_name, 1));
    CHECK(assay_runs_same(in, 1, 4, &layout_text, &last_name, 1));
    CHECK_MEM(assay_at(assay_run_state(in, 2), results[1], 6001),
              memset((char[6001]){0}, 'b', 6000), 6001);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_give_back_strings_they_made)
{
    for_inputs(names, 20);
}

/* Two results that point to different memory of their processes, which is the same. */
static void same_names(struct assay_test *t)
{
    char *one = NULL, *two = NULL;
    int x;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, &layout_text, &one)) {
        one = make_name(100, 'a');
        assay_run_end(in);
    }
    if (assay_run_begin(in, 2, 0, &layout_text, &two)) {
        make_name(100, 'z'); /* so that addresses differ */
        two = make_name(100, 'a');
        assay_run_end(in);
    }
    CHECK(one != two);
    CHECK(assay_results_same(in, 1, 2, &layout_text, &one, &two));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_compare_strings_by_content)
{
    for_inputs(same_names, 20);
}

static void out_parameters(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *out;

    assay_input(in, "out", &layout_int_pointer, &out);
    assay_make_valid(in, &layout_int, &out, 0, 3);
    memset(out, 0, 4 * sizeof *out);
    assay_inputs_ready(in, "f");
    for (unsigned i = 1; i <= 2; i++)
        if (assay_run_begin(in, i, 0, NULL, NULL)) {
            out[0] = 7;
            out[3] = (int)i;
            assay_run_end(in);
        }
    CHECK_INT(out[0], 0);
    CHECK_INT(*(const int *)assay_at(assay_run_state(in, 1), out, sizeof *out), 7);
    CHECK_INT(*(const int *)assay_at(assay_run_state(in, 2), out + 3, sizeof *out), 2);
    CHECK(assay_runs_same(in, 1, 2, &layout_int, out, 3));
    CHECK(!assay_runs_same(in, 1, 2, &layout_int, out, 4));
    CHECK(!assay_runs_same(in, 1, 2, &layout_int, out + 3, 1));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_give_back_what_they_wrote)
{
    for_inputs(out_parameters, 20);
}

/* Members are put in as bytes: an assignment may leave padding out. */
static void make_point(void *into, int x, unsigned char padding)
{
    struct point p = {.tag = 'p', .x = x, .y = 2};
    unsigned char *at = into;

    memset(at, padding, sizeof p);
    memcpy(at + offsetof(struct point, tag), &p.tag, sizeof p.tag);
    memcpy(at + offsetof(struct point, x), &p.x, sizeof p.x);
    memcpy(at + offsetof(struct point, y), &p.y, sizeof p.y);
}

static void points(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct point *p, results[3];

    assay_input(in, "p", &layout_point_pointer, &p);
    assay_make_valid(in, &layout_point, &p, 0, 0);
    assay_inputs_ready(in, "f");
    for (unsigned i = 1; i <= 3; i++)
        if (assay_run_begin(in, i, 0, &layout_point, &results[i - 1])) {
            make_point(&results[i - 1], i == 3, (unsigned char)(17 * i));
            memcpy(p, &results[i - 1], sizeof *p);
            assay_run_end(in);
        }
    CHECK(memcmp(&results[0], &results[1], sizeof results[0]) != 0);
    CHECK(assay_results_same(in, 1, 2, &layout_point, &results[0], &results[1]));
    CHECK(!assay_results_same(in, 1, 3, &layout_point, &results[0], &results[2]));
    CHECK(assay_runs_same(in, 1, 2, &layout_point, p, 1));
    CHECK(!assay_runs_same(in, 1, 3, &layout_point, p, 1));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_do_not_compare_padding)
{
    for_inputs(points, 20);
}

static struct node *make_node(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);

    if (!n)
        abort();
    *n = (struct node){value, next};
    return n;
}

/* A list of which the nodes are far from each other. */
static struct node *make_list(int count)
{
    struct node *list = NULL;

    for (int value = count; value > 0; value--) {
        for (int i = 0; i < 300; i++) /* too many to be kept with the last node */
            make_node(i, NULL);
        list = make_node(value, list);
    }
    return list;
}

/* The result's list is followed, but not without end. */
static void nodes(struct assay_test *t)
{
    struct node *result = NULL;
    const struct node *seen;
    int x;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, &layout_node_pointer, &result)) {
        result = make_list(100);
        assay_run_end(in);
    }
    assay_set_unknown_hook(NULL);
    assay_was_unknown();
    seen = assay_at(assay_run_state(in, 1), result, sizeof *seen);
    for (int value = 1; value <= 60; value++) {
        CHECK_INT(seen->value, value);
        seen = assay_at(assay_run_state(in, 1), seen->next, sizeof *seen);
    }
    CHECK(!assay_was_unknown());
    for (int value = 61; value < 70 && seen->next; value++)
        seen = assay_at(assay_run_state(in, 1), seen->next, sizeof *seen);
    CHECK(assay_was_unknown());
    CHECK_INT(seen->value, 0);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_leave_memory_that_is_not_known_elsewhere)
{
    for_inputs(nodes, 5);
}

/* A ring of two, and a list that nothing else points to. */
static void moves(struct assay_test *t)
{
    int x;
    struct assay_inputs *in = begin(t, &x);
    struct assay_block *ring = assay_blocks_new(layout_node_pointer.of, 2);
    struct assay_block *list = assay_blocks_new(layout_node_pointer.of, 1);
    struct node *a, *b, *c, *first, *second, *other;

    CHECK(ring && list);
    a = first = (void *)ring->at;
    b = second = first + 1;
    c = other = (void *)list->at;
    *a = (struct node){1, b};
    *b = (struct node){2, a};
    *c = (struct node){3, a};
    if (assay_run_begin(in, 1, 1, NULL, NULL)) {
        assay_run_move(in, &first);
        assay_run_move(in, &second);
        assay_run_move(in, &other);
        CHECK(first == a && second == b);
        CHECK(other != c && other->value == 3 && other->next == a);
        other->value = 4;
        assay_run_end(in);
    }
    CHECK(other == c && c->value == 4);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_do_not_move_what_is_pointed_to)
{
    for_inputs(moves, 5);
}

/* Where in one block a result points is seen, where in others it is not. */
static void leads(struct assay_test *t)
{
    int x;
    struct assay_inputs *in = begin(t, &x);
    struct assay_block *block = assay_blocks_new(&layout_int, 3);
    int *a, *b, *none = NULL, *made = malloc(sizeof *made);

    CHECK(block && made);
    a = (int *)(void *)block->at;
    b = a + 1;
    CHECK(assay_results_same(in, 1, 2, &layout_int_pointer, &a, &a));
    CHECK(!assay_results_same(in, 1, 2, &layout_int_pointer, &a, &b));
    CHECK(assay_results_same(in, 1, 2, &layout_int_pointer, &a, &made));
    CHECK(!assay_results_same(in, 1, 2, &layout_int_pointer, &a, &none));
    assay_set_unknown_hook(NULL);
    assay_was_unknown();
    CHECK(assay_runs_same(in, 1, 2, &layout_int, none, 1));
    CHECK(!assay_was_unknown());
    free(made);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_compare_where_results_point)
{
    for_inputs(leads, 5);
}

#define LARGE ((size_t)80 << 20)

static int small;

static void leaves_much(struct assay_test *t)
{
    int x;
    struct assay_inputs *in;

    char *large = harness_room(LARGE);
    assay_world_keep(large, LARGE);
    assay_world_keep(&small, sizeof small);
    in = begin(t, &x);
    for (unsigned i = 1; i <= 2; i++)
        if (assay_run_begin(in, i, 0, NULL, NULL)) {
            large[70 << 20] = (char)i;
            assay_run_end(in);
        }
    assay_set_unknown_hook(NULL);
    assay_was_unknown();
    CHECK(assay_runs_same(in, 1, 2, &layout_char, large + (70 << 20), 1));
    CHECK(assay_was_unknown());
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_that_leave_too_much_are_not_known)
{
    for_inputs(leaves_much, 2);
}

static void in_place(struct assay_test *t)
{
    int x, one = 0, two = 0;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 1, &layout_int, &one)) {
        one = 5;
        assay_run_end(in);
    }
    if (assay_run_begin(in, 2, 1, &layout_int, &two)) {
        two = 6;
        assay_run_end(in);
    }
    CHECK_INT(one, 5);
    CHECK_INT(two, 6);
    CHECK(assay_run_state(in, 1) == NULL);
    CHECK(!assay_results_same(in, 1, 2, &layout_int, &one, &two));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_in_place_have_no_state)
{
    for_inputs(in_place, 20);
}

/* ---- Runs that do not end well */

enum trouble {
    CRASHES,
    EXITS,
    EXITS_AT_ONCE,
    LOOPS,
    VIOLATES,
    STOPS,
    DIES,
    ASSUMES,
    MISSES,
    TROUBLES
};

static pid_t tester; /* the process that tests, when there is no other */

static void get_into(enum trouble trouble, struct assay_inputs *in)
{
    switch (trouble) {
    case CRASHES:
        raise(SIGSEGV);
        break;
    case EXITS:
        exit(0);
    case EXITS_AT_ONCE:
        _exit(0);
    case LOOPS:
        for (;;)
            continue;
    case VIOLATES:
        violate(&same);
        break;
    case STOPS: /* not in place */
        if (getpid() != tester)
            raise(SIGSTOP);
        break;
    case DIES:
        if (getpid() != tester)
            raise(SIGKILL);
        break;
    case ASSUMES:
        assay_inputs_assume(in, 0);
        break;
    case MISSES:
        assay_inputs_missing("g");
        break;
    case TROUBLES:
        break;
    }
}

static enum trouble trouble;

/* In run 2, if x is above 9. */
static void troubled(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in = begin(t, &x);

    for (unsigned i = 1; i <= 2; i++)
        if (assay_run_begin(in, i, 0, &layout_int, &result)) {
            if (i == 2 && x > 9)
                get_into(trouble, in);
            result = (int)i;
            assay_run_end(in);
        }
    CHECK_INT(result, 2);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_that_crash_are_found)
{
    const struct assay_finding *f;

    trouble = CRASHES;
    timeout = 20; /* a sanitizer's report takes its time */
    f = find(troubled, 300);
    CHECK(f != NULL);
    CHECK_INT(f->failure, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL);
    CHECK_STR(f->values, "x = 10\n");
}

TEST(contract_runs_that_exit_are_found)
{
    const struct assay_finding *f;

    trouble = EXITS;
    f = find(troubled, 300);
    CHECK(f != NULL);
    CHECK_INT(f->failure, ASSAY_EXIT);
    CHECK_STR(f->values, "x = 10\n");
}

TEST(contract_runs_that_exit_at_once_are_found)
{
    trouble = EXITS_AT_ONCE;
    CHECK(find(troubled, 300) != NULL);
}

TEST(contract_runs_that_violate_are_found)
{
    const struct assay_finding *f;

    trouble = VIOLATES;
    setenv("ASSAY_ON_VIOLATION", "log", 1); /* it is for programs, not for tests */
    f = find(troubled, 300);
    CHECK(f != NULL);
    CHECK_STR(f->message, "hyper \\result == \\result' is false");
    CHECK_STR(f->values, "x = 10\n");
}

/* No process may be left of those this test started. */
static void check_alone(void)
{
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(errno, ECHILD);
}

/* The process of the last run that loops, told to all. */
static volatile pid_t *looping;

static void share_looping(void)
{
    void *at = mmap(NULL, sizeof *looping, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    CHECK(at != MAP_FAILED);
    looping = at;
}

/* A process that nobody has waited for yet has ended, too. */
static bool is_running(pid_t pid)
{
    char path[64], state = 'Z';
    FILE *stat;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    stat = fopen(path, "r");
    if (!stat)
        return false;
    if (fscanf(stat, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    fclose(stat);
    return state != 'Z' && state != 'X';
}

/* Ends do take their time. */
static void check_ended(pid_t pid)
{
    for (int i = 0; i < 500 && is_running(pid); i++)
        usleep(10000);
    CHECK(!is_running(pid));
}

static void loops(struct assay_test *t)
{
    int x;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, NULL, NULL)) {
        *looping = getpid();
        get_into(LOOPS, in);
        assay_run_end(in);
    }
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_that_loop_are_found_and_ended)
{
    struct assay_property entry = {.name = "runs", .run = loops};
    struct assay_options options = run_options();
    struct assay_report *report;

    share_looping();
    options.runs = 100;
    options.timeout = 0.2;
    options.shrink = 5;
    options.findings = 1;
    report = run(&entry, &options);
    CHECK_INT(only_finding(report)->failure, ASSAY_TIMEOUT);
    assay_report_free(report);
    CHECK(*looping > 0);
    check_ended(*looping);
    check_alone();
}

/* Only the process that waits for the run is ended, not its group. */
TEST(contract_runs_end_with_the_process_that_makes_them)
{
    pid_t pid;

    share_looping();
    pid = fork();
    if (pid == 0) {
        for_inputs(loops, 1);
        _exit(0);
    }
    for (int i = 0; i < 500 && *looping == 0; i++)
        usleep(10000);
    CHECK(*looping > 0 && is_running(*looping));
    kill(pid, SIGKILL);
    CHECK_INT(waitpid(pid, NULL, 0), pid);
    check_ended(*looping);
}

static void rejected(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in = begin(t, &x);

    if (x <= 9)
        return;
    if (assay_run_begin(in, 1, 0, &layout_int, &result)) {
        get_into(trouble, in);
        assay_run_end(in);
    }
    CHECK(0);
}

TEST(contract_runs_that_cannot_be_made_do_not_count)
{
    struct assay_property entry = {.name = "runs", .run = rejected};
    struct assay_options options = run_options();
    struct assay_report *report;

    tester = getpid();
    options.runs = 50;
    options.no_fork = true;
    for (trouble = STOPS; trouble < TROUBLES; trouble++) {
        report = run(&entry, &options);
        CHECK_UINT(report->nfindings, 0);
        CHECK_UINT(report->runs, 50);
        CHECK(report->rejected > 0);
        assay_report_free(report);
        check_alone();
    }
}

/* From now on this process cannot fork. False when the system does not let us. */
static bool forbid_forks(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void run_without_forks(void)
{
    struct assay_property entry = {.name = "runs", .run = rejected};
    struct assay_options options = run_options();
    struct assay_report *report;

    if (!forbid_forks())
        _exit(0);
    options.runs = 50;
    options.no_fork = true;
    report = run(&entry, &options);
    CHECK_UINT(report->nfindings, 0);
    CHECK_UINT(report->runs, 50);
    CHECK(report->rejected > 0);
    _exit(0); /* sanitizers fork when they look for leaks */
}

TEST(contract_runs_that_cannot_fork_do_not_count)
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0)
        run_without_forks();
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK_INT(status, 0);
}

/* Both processes come back, the one that counts before the other. */
static void forks(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in;

    assay_world_keep(&counter, sizeof counter);
    in = begin(t, &x);
    if (assay_run_begin(in, 1, 0, &layout_int, &result)) {
        counter = 1;
        if (fork() == 0) {
            usleep(20000);
            counter = 2;
        }
        result = counter;
        assay_run_end(in);
    }
    CHECK_INT(result, 1);
    usleep(60000);
    CHECK_INT(*(const int *)assay_at(assay_run_state(in, 1), &counter, sizeof counter),
              1);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_may_fork)
{
    for_inputs(forks, 5);
    check_alone();
}

static void not_evaluated(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, &layout_int, &result)) {
        if (x > 9)
            assay_spec_unknown();
        assay_run_end(in);
    }
    CHECK(x <= 9);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_with_unknown_clauses_do_not_count)
{
    for_inputs(not_evaluated, 50);
}

static int quotient(int a, int b)
{
    volatile int by = b;

    return a << by; /* UBSan reports it and goes on */
}

static void goes_on(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, &layout_int, &result)) {
        result = quotient(1, x > 9 ? 40 : 4);
        assay_run_end(in);
    }
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_that_a_sanitizer_reports_on_are_found)
{
    const struct assay_finding *f;

    if (!HAS_UBSAN)
        return;
    f = find(goes_on, 300);
    CHECK(f != NULL);
    CHECK_INT(f->failure, ASSAY_SANITIZER);
    CHECK_STR(f->values, "x = 10\n");
}

/* ---- Nothing is left */

static unsigned made;

static void quiet(struct assay_test *t)
{
    char *result = NULL;
    int x;
    struct assay_inputs *in = begin(t, &x);

    if (assay_run_begin(in, 1, 0, &layout_text, &result)) {
        printf("a run says something\n");
        fprintf(stderr, "and something else\n");
        result = make_name(20000, 'a');
        assay_run_end(in);
    }
    made++;
    assay_inputs_end(in, NULL, NULL);
}

/* Pages of this process that are in memory. */
static long resident(void)
{
    long total, pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");

    CHECK(statm && fscanf(statm, "%ld %ld", &total, &pages) == 2);
    fclose(statm);
    return pages;
}

TEST(contract_runs_leave_nothing_behind)
{
    int descriptors = open_descriptors();
    long pages;

    for_inputs(quiet, 20);
    pages = resident();
    for_inputs(quiet, 200);
    CHECK_UINT(made, 220);
    CHECK_INT(open_descriptors(), descriptors);
    CHECK(resident() - pages < 200);
    check_alone();
}

static void prints(struct assay_test *t)
{
    int x, result = 0;
    struct assay_inputs *in;

    printf("before ");
    in = begin(t, &x);
    if (assay_run_begin(in, 1, 0, &layout_int, &result)) {
        printf("inside ");
        fflush(NULL);
        assay_run_end(in);
    }
    ASSAY_FAIL(t, "seen");
}

TEST(contract_runs_print_nothing)
{
    const struct assay_finding *f = find(prints, 10);

    CHECK(f != NULL);
    CHECK(strstr(f->output, "inside") == NULL);
}

static FILE *written;

static void flushes(struct assay_test *t)
{
    int x;
    struct assay_inputs *in = begin(t, &x);

    fputs("once", written);
    if (assay_run_begin(in, 1, 0, NULL, NULL)) {
        fflush(NULL);
        assay_run_end(in);
    }
    made++;
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_write_nothing_twice)
{
    written = tmpfile();
    CHECK(written != NULL);
    for_inputs(flushes, 10);
    CHECK_INT(fseek(written, 0, SEEK_END), 0);
    CHECK_INT(ftell(written), 4 * made);
    fclose(written);
}

/* ---- Drawing */

static unsigned singles, executions;

static void draws(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct buffer *b, was, now;
    unsigned changed = 0;

    assay_input(in, "b", &layout_buffer_pointer, &b);
    assay_make_valid(in, &layout_buffer, &b, 0, 0);
    assay_make_valid(in, &layout_int, &b->data, 0, 1);
    memcpy(&was, b, sizeof was);
    assay_run_draw(in, 2, &layout_buffer, b, 1);
    CHECK_MEM(b, &was, sizeof was);
    assay_inputs_ready(in, "f");
    for (unsigned i = 1; i <= 2; i++)
        if (assay_run_begin(in, i, 0, NULL, NULL)) {
            assay_run_write(in, i);
            assay_run_end(in);
        }
    CHECK_MEM(b, &was, sizeof was);
    CHECK_MEM(assay_at(assay_run_state(in, 1), b, sizeof was), &was, sizeof was);
    memcpy(&now, assay_at(assay_run_state(in, 2), b, sizeof now), sizeof now);
    CHECK(now.data == was.data);
    changed = now.size != was.size;
    for (unsigned i = 0; i < 6; i++)
        changed += now.grid[i / 3][i % 3] != was.grid[i / 3][i % 3];
    CHECK(assay_runs_same(in, 1, 2, &layout_buffer, b, 1) == (changed == 0));
    singles += changed == 1;
    executions += changed > 0;
    if (assay_run_begin(in, 3, 1, NULL, NULL)) {
        assay_run_write(in, 2);
        CHECK_MEM(&b->grid, &now.grid, sizeof now.grid);
        assay_run_write(in, 3);
        assay_run_end(in);
    }
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_have_values_drawn_for_them)
{
    for_inputs(draws, 300);
    CHECK(singles > executions / 4 && singles < executions * 3 / 4);
}

static void writes_in_place(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a, was[3], inside[3] = {0};

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_make_valid(in, &layout_int, &a, 0, 2);
    memcpy(was, a, sizeof was);
    assay_run_draw(in, 2, &layout_int, a, 3);
    assay_run_draw(in, 2, &layout_int, a + 1, 1);
    assay_run_draw(in, 2, &layout_int, NULL, 1);
    assay_inputs_ready(in, "f");
    if (assay_run_begin(in, 2, 1, NULL, NULL)) {
        assay_run_write(in, 2);
        memcpy(inside, a, sizeof inside);
        assay_run_end(in);
    }
    CHECK_MEM(a, was, sizeof was);
    made += memcmp(inside, was, sizeof was) != 0;
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_in_place_put_values_back)
{
    for_inputs(writes_in_place, 300);
    CHECK(made > 100);
}

/* The secret leaks when its third element is above 5. */
static int leaky(const int *secret)
{
    return secret[2] > 5;
}

static void interferes(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *secret, one = 0, two = 0;

    assay_input(in, "secret", &layout_int_pointer, &secret);
    assay_make_valid(in, &layout_int, &secret, 0, 3);
    assay_run_draw(in, 2, &layout_int, secret, 4);
    assay_inputs_ready(in, "leaky");
    if (assay_run_begin(in, 1, 0, &layout_int, &one)) {
        one = leaky(secret);
        assay_run_end(in);
    }
    if (assay_run_begin(in, 2, 0, &layout_int, &two)) {
        assay_run_write(in, 2);
        two = leaky(secret);
        assay_run_end(in);
    }
    for (unsigned i = 1; i <= 2; i++) {
        static const struct assay_layout four = {.kind = ASSAY_LAYOUT_ARRAY,
                                                 .name = "int [4]",
                                                 .size = 4 * sizeof(int),
                                                 .of = &layout_int,
                                                 .count = 4};
        assay_run_tell(in, i, ASSAY_ROW_DIFFERENT, "secret[0 .. 3]", &four, secret);
        assay_run_tell(in, i, ASSAY_ROW_SAME, "\\result", &layout_int,
                       i == 1 ? &one : &two);
    }
    if (!assay_results_same(in, 1, 2, &layout_int, &one, &two))
        violate(&same);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_that_differ_are_shrunk_and_told)
{
    const struct assay_finding *f = find(interferes, 1000);
    bool first;

    CHECK(f != NULL);
    CHECK_STR(f->message, "hyper \\result == \\result' is false");
    first = has_line(f->notes, "run: 1|must|\\result|1");
    CHECK(has_line(f->notes, first ? "run: 1|may|secret[0 .. 3]|{0, 0, 6, 0}"
                                   : "run: 1|may|secret[0 .. 3]|{0, 0, 0, 0}"));
    CHECK(has_line(f->notes, first ? "run: 2|may|secret[0 .. 3]|{0, 0, 0, 0}"
                                   : "run: 2|may|secret[0 .. 3]|{0, 0, 6, 0}"));
    CHECK(
        has_line(f->notes, first ? "run: 2|must|\\result|0" : "run: 2|must|\\result|1"));
}

/* ---- Telling */

static void tells(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *text;
    char *result = NULL;
    int *a;
    struct point *made_point = NULL;

    assay_world_keep(&counter, sizeof counter);
    assay_input(in, "text", &layout_string, &text);
    assay_make_string(in, &layout_char, &text);
    assay_make_strlen(in, &layout_char, &text, ASSAY_MAKE_EQ, 2);
    memcpy((void *)(uintptr_t)text, "a\n", 2);
    assay_input(in, "a", &layout_int_pointer, &a);
    assay_make_valid(in, &layout_int, &a, 0, 1);
    memcpy(a, (int[]){4, 5}, 2 * sizeof *a);
    assay_inputs_ready(in, "f");
    if (assay_run_begin(in, 1, 0, &layout_text, &result)) {
        result = make_name(3, '"');
        a[1] = 6;
        counter = 77;
        assay_run_end(in);
    }
    if (assay_run_begin(in, 2, 0, &layout_point_pointer, &made_point)) {
        made_point = malloc(sizeof *made_point);
        make_point(made_point, 8, 0);
        assay_run_end(in);
    }
    assay_run_tell(in, 1, ASSAY_ROW_EQUAL, "text", &layout_string, &text);
    assay_run_tell(in, 1, ASSAY_ROW_EQUAL, "a", &layout_int_pointer, &a);
    assay_run_tell(in, 1, ASSAY_ROW_SEEN, "after", &layout_int_pointer, &a);
    assay_run_tell(in, 1, ASSAY_ROW_SEEN, "a[1]", &layout_int, &a[1]);
    assay_run_tell(in, 1, ASSAY_ROW_SAME, "\\result", &layout_text, &result);
    assay_run_tell(in, 1, ASSAY_ROW_SEEN, "counter", &layout_int, &counter);
    assay_run_tell(in, 2, ASSAY_ROW_SEEN, "counter", &layout_int, &counter);
    assay_run_tell(in, 2, ASSAY_ROW_SEEN, "\\result", &layout_point_pointer, &made_point);
    ASSAY_FAIL(t, "told");
}

TEST(contract_runs_are_told_by_layout)
{
    const struct assay_finding *f = find(tells, 10);

    CHECK(f != NULL);
    CHECK(has_line(f->notes, "run: 1|equal|text|\"a\\n\""));
    CHECK(has_line(f->notes, "run: 1|equal|a|{4, 5}"));
    CHECK(has_line(f->notes, "run: 1|seen|after|{4, 6}"));
    CHECK(has_line(f->notes, "run: 1|seen|a[1]|6"));
    CHECK(has_line(f->notes, "run: 1|must|\\result|\"\\\"\\\"\\\"\""));
    CHECK(has_line(f->notes, "run: 1|seen|counter|77"));
    CHECK(has_line(f->notes, "run: 2|seen|counter|10"));
    CHECK(has_line(f->notes,
                   "run: 2|seen|\\result|&(struct point){.tag = 'p', .x = 8, .y = 2}"));
}
