/*
 * The command line of a test program: what it runs, prints and returns. Times are masked.
 */
#include "harness.h"
#include "run_fixture.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

/* ---- A table with a property for each verdict */

static void adds(struct assay_test *t)
{
    assay_int(t, "x", 0, 1000000);
}

static void removes(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    if (x > 9)
        assay_fail_at(t, "list.c", 12, "%d is above 9", x);
}

static void starves(struct assay_test *t)
{
    assay_assume(t, assay_int(t, "x", 0, 1000000) == 777777);
}

static void sparse(struct assay_test *t)
{
    assay_cover(t, 50, assay_int(t, "x", 0, 1000000) == 777777, "777777");
}

static void misuses(struct assay_test *t)
{
    assay_int(t, "x", 3, 2);
}

static const struct assay_property table[] = {
    {.name = "list_adds", .run = adds, .file = "list.c", .line = 3},
    {.name = "list_removes", .run = removes, .file = "list.c", .line = 9},
    {.name = "tree_starves", .run = starves, .file = "tree.c", .line = 5},
    {.name = "tree_is_sparse", .run = sparse, .file = "tree.c", .line = 7},
    {.name = "misuses", .run = misuses},
    {0},
};

/* ---- Calling it */

static char said[1 << 15], complained[1 << 15];

/* What is in a file, with times and the folder of the store masked. */
static void read_masked(const char *path, char *to, size_t size)
{
    static char text[1 << 15];
    const char *store = run_options().store;
    FILE *file = fopen(path, "r");
    size_t len, n = 0, digits;

    CHECK(file != NULL);
    len = fread(text, 1, sizeof text - 1, file);
    text[len] = '\0';
    fclose(file);
    for (const char *at = text; *at && n < size - 10; at += digits) {
        digits = strspn(at, "0123456789.");
        if (digits > 0 && strncmp(at + digits, " s", 2) == 0 &&
            strchr(",\n\r", at[digits + 2])) {
            to[n++] = 'T';
        } else if (digits > 0) {
            memcpy(to + n, at, digits);
            n += digits;
        } else if (store && strncmp(at, store, strlen(store)) == 0) {
            n += (size_t)sprintf(to + n, "STORE");
            digits = strlen(store);
        } else {
            to[n++] = *at;
            digits = 1;
        }
    }
    to[n] = '\0';
}

/* Sends what is written to `fd` to a new file; what it was before. */
static int redirect(int fd, const char *path)
{
    int before = dup(fd), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    CHECK(before >= 0 && file >= 0 && dup2(file, fd) == fd);
    close(file);
    return before;
}

static void restore(int fd, int before)
{
    CHECK(dup2(before, fd) == fd);
    close(before);
}

static const char *in_folder(const char *name)
{
    static char path[2][512];
    static int next;

    next = !next;
    snprintf(path[next], sizeof path[next], "%s/%s", run_options().store, name);
    return path[next];
}

/* Its arguments are its own: it moves them about. */
static int call_main(const struct assay_property *properties, const char *const *args)
{
    char *argv[16];
    int argc = 0;

    for (; args[argc]; argc++)
        argv[argc] = (char *)(uintptr_t)args[argc];
    argv[argc] = NULL;
    return assay_main(properties, argc, argv);
}

static int call(const struct assay_property *properties, const char *const *args)
{
    int code, out, err;

    fflush(stdout);
    out = redirect(STDOUT_FILENO, in_folder("out"));
    err = redirect(STDERR_FILENO, in_folder("err"));
    code = call_main(properties, args);
    fflush(stdout);
    restore(STDOUT_FILENO, out);
    restore(STDERR_FILENO, err);
    read_masked(in_folder("out"), said, sizeof said);
    read_masked(in_folder("err"), complained, sizeof complained);
    return code;
}

#define MAIN(...) call(table, (const char *const[]){"./tests", __VA_ARGS__, NULL})

/* A call that is wrong says this, and nothing else. */
#define CHECK_REFUSED(MESSAGE, ...)                                                      \
    do {                                                                                 \
        CHECK_INT(MAIN(__VA_ARGS__), 2);                                                 \
        CHECK_STR(said, "");                                                             \
        CHECK_STR(complained, "./tests: " MESSAGE "\n");                                 \
    } while (0)

/* An option with a path in the test's folder. */
static const char *option(const char *name, const char *file)
{
    static char text[4][600];
    static int next;

    next = (next + 1) % 4;
    snprintf(text[next], sizeof text[next], "--%s=%s/%s", name, run_options().store,
             file);
    return text[next];
}

static void start(void)
{
    make_folder();
    unsetenv("ASSAY_PROFILE");
    unsetenv("ASSAY_PROGRAM");
    unsetenv("ASSAY_PROGRESS");
}

/* ---- What it prints */

TEST(main_prints_all_verdicts)
{
    start();
    CHECK_INT(MAIN("--no-fork", "--seed=1", "--runs=500", "--store", run_options().store),
              2);
    CHECK_STR(complained, "");
    CHECK_STR(
        said,
        "list.c\n"
        "  list_adds       ✓  held                                        500 runs, T s\n"
        "  list_removes    ✗  10 is above 9                               2 runs, shrunk "
        "in 8\n"
        "tree.c\n"
        "  tree_starves    –  not tested: nearly all were rejected        0 runs, T s\n"
        "      warning: 1001 of 1001 executions were rejected: draw what fits instead of "
        "assuming it\n"
        "  tree_is_sparse  ✗  held, but not on the inputs required        500 runs, T s\n"
        "        0.0 %  777777 (required: 50 %)\n"
        "      warning: '777777' in 0 % of the runs, 50 % are required\n"
        "  misuses         –  not tested: see the error below             0 runs, T s\n"
        "      error: ?:0: property misuses: value 'x': the range is empty\n"
        "\n"
        "finding 1: list.c:12  list_removes\n"
        "  10 is above 9\n"
        "    x = 10\n"
        "  replay: ./tests --replay=STORE/list_removes-440f.choices\n"
        "  as C:   STORE/list_removes-440f.c\n"
        "\n"
        "5 properties: 1 finding, 1 held, 1 starved, 1 too sparse, 1 not tested; seed "
        "1\n");
    remove_folder();
}

TEST(main_exits_with_the_worst)
{
    start();
    CHECK_INT(MAIN("--no-store", "--seed=1", "--runs=50", "list_adds"), 0);
    CHECK_INT(MAIN("--no-store", "--seed=1", "list_*"), 1);
    CHECK_INT(MAIN("--no-store", "--seed=1", "tree_starves"), 1);
    CHECK_INT(MAIN("--no-store", "--seed=1", "tree_is_sparse"), 1);
    CHECK_INT(MAIN("--no-store", "--seed=1", "misuses", "list_removes"), 2);
    remove_folder();
}

TEST(main_writes_the_formats)
{
    start();
    CHECK_INT(MAIN("--no-store", "--seed=1", "--format=tap", "list_*"), 1);
    CHECK_STR(said, "TAP version 13\n"
                    "1..2\n"
                    "ok 1 - list_adds\n"
                    "not ok 2 - list_removes\n"
                    "  ---\n"
                    "  message: \"10 is above 9\"\n"
                    "  failure: \"assertion\"\n"
                    "  at: \"list.c:12\"\n"
                    "  values: |\n"
                    "    x = 10\n"
                    "  ...\n"
                    "# seed 1\n");
    CHECK_INT(MAIN("--no-store", "-s1", "-f", "junit", "-n", "5", "list_adds"), 0);
    CHECK(strncmp(said, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 39) == 0);
    CHECK_INT(MAIN("--no-store", "-s1", "-fjson", "-n5", "list_adds"), 0);
    CHECK(strncmp(said,
                  "{\"event\":\"run\",\"command\":\"./tests --no-store -s1 -fjson -n5 "
                  "list_adds\",\"source\":\"\",\"started\":\"2",
                  95) == 0);
    CHECK(strstr(said, "\n{\"event\":\"property\",\"property\":\"list_adds\",") != NULL);
    remove_folder();
}

TEST(main_lists_and_helps)
{
    start();
    CHECK_INT(MAIN("--list", "tree_*", "misuse?"), 0);
    CHECK_STR(said, "tree_starves\ntree_is_sparse\nmisuses\n");
    CHECK_INT(MAIN("-l"), 0);
    CHECK_STR(said, "list_adds\nlist_removes\ntree_starves\ntree_is_sparse\nmisuses\n");
    CHECK_INT(MAIN("--version"), 0);
    CHECK_STR(said, "Assay " ASSAY_VERSION "\n");
    CHECK_INT(MAIN("--help"), 0);
    CHECK_STR(said,
              "usage: ./tests [OPTION...] [NAME...]\n"
              "\n"
              "Tests the properties of this program, or those of a NAME; * and ? stand "
              "for\nothers.\n"
              "\n"
              "  -n, --runs=N        executions that count (2000)\n"
              "      --seconds=S     of search per property, at most (60)\n"
              "  -s, --seed=N        of the random choices (a new one every time)\n"
              "      --timeout=S     for one execution (1)\n"
              "      --memory=BYTES  the child may grow by (1G)\n"
              "      --findings=N    distinct failures looked for (3)\n"
              "      --shrink=N      executions to shrink one with (10000)\n"
              "      --no-fork       run in this process: for debuggers\n"
              "      --leaks         memory left allocated is a failure\n"
              "      --store=DIR     folder of saved failures (.assay)\n"
              "      --no-store      neither read nor write saved failures\n"
              "      --explain       say what the shrinker tried\n"
              "      --show-output   let the properties' output through\n"
              "      --replay=FILE   only execute saved choices, a file or their text\n"
              "      --fuzzed=FILE   execute and shrink a fuzzer's input\n"
              "  -p, --profile=NAME  default, quick, ci or thorough\n"
              "  -f, --format=NAME   text, tap, junit or json (text)\n"
              "  -o, --output=FILE   write the report there\n"
              "      --color=WHEN    auto, always or never\n"
              "  -l, --list          name the properties\n"
              "  -h, --help          this text\n"
              "      --version       the version of Assay\n"
              "\n"
              "exit status: 0 all held, 1 a finding, 2 bad usage or no room, 3 a bug of "
              "Assay,\n130 interrupted\n");
    CHECK_STR(complained, "");
    remove_folder();
}

TEST(main_refuses_bad_usage)
{
    static const struct assay_property none[] = {{0}};
    static const struct assay_property twice[] = {{.name = "a", .run = adds},
                                                  {.name = "b", .run = adds},
                                                  {.name = "a", .run = adds},
                                                  {0}};
    static const struct assay_property no_function[] = {
        {.name = "a", .run = adds}, {.name = "b"}, {0}};
    const char *no_args[] = {"./tests", NULL}, *nothing[] = {NULL};

    start();
    CHECK_REFUSED("unknown option --run=5; did you mean --runs?", "--run=5");
    CHECK_REFUSED("--runs: \"0\" is not a whole number from 1 on, such as 42 or 0x2a",
                  "--runs=0");
    CHECK_REFUSED("no property is called 'trees_*' (--list names them)", "tree_*",
                  "trees_*");
    CHECK_REFUSED("--findings and --shrink are below 2^32", "--findings=4294967296");
    CHECK_REFUSED("--findings and --shrink are below 2^32", "--shrink=4294967296");
    CHECK_REFUSED("--fuzzed needs the name of one property", "--fuzzed=x", "list_*");
    CHECK_REFUSED("/dev/null/x: cannot read: Not a directory", "--fuzzed=/dev/null/x",
                  "list_adds");
    CHECK_REFUSED("/dev/null/x: cannot read: Not a directory", "--replay=/dev/null/x");
    CHECK_REFUSED("/dev/null/x: cannot write: Not a directory", "--output=/dev/null/x");
    CHECK_INT(call(none, no_args), 2);
    CHECK_STR(complained, "./tests: the table has no properties\n");
    CHECK_INT(call(twice, no_args), 2);
    CHECK_STR(complained, "./tests: two properties are called a\n");
    CHECK_INT(call(no_function, no_args), 2);
    CHECK_STR(complained, "./tests: property b has no function\n");
    CHECK_INT(call(none, nothing), 2);
    CHECK_STR(complained, "tests: the table has no properties\n");
    setenv("ASSAY_PROGRAM", "assay check", 1);
    CHECK_INT(call(none, no_args), 2);
    CHECK_STR(complained, "assay check: the table has no properties\n");
    remove_folder();
}

/* ---- Options that the run gets */

static void many_ways(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    assay_fail_at(t, "a.c", 1 + x % 3, "%d", x);
}

static void prints(struct assay_test *t)
{
    if (assay_int(t, "x", 0, 9) == 9)
        puts("nine");
}

static void hangs(struct assay_test *t)
{
    assay_int(t, "x", 0, 9);
    for (;;)
        pause();
}

static void leaks(struct assay_test *t)
{
    static void *volatile lost;

    assay_int(t, "x", 0, 9);
    lost = malloc(100);
    assay_assume(t, lost != NULL);
    lost = NULL;
}

static const struct assay_property others[] = {
    {.name = "ways", .run = many_ways}, {.name = "prints", .run = prints},
    {.name = "hangs", .run = hangs},    {.name = "leaks", .run = leaks},
    {.name = "holds", .run = adds},     {0}};

#define OTHERS(...)                                                                      \
    call(others, (const char *const[]){"./tests", "--no-store", "-s1", __VA_ARGS__, NULL})

TEST(main_passes_options_on)
{
    start();
    CHECK_INT(OTHERS("ways"), 1);
    CHECK(strstr(said, "1 property: 3 findings; seed 1\n") != NULL);
    CHECK(strstr(said, "shrinking: ") == NULL);
    CHECK_INT(OTHERS("--findings=1", "--explain", "ways"), 1);
    CHECK(strstr(said, "1 property: 1 finding; seed 1\n") != NULL);
    CHECK(strstr(said, "\n  shrinking: ") != NULL);
    CHECK(strstr(said, ", stopped by its limit\n") == NULL);
    CHECK_INT(OTHERS("--shrink=1", "--explain", "ways"), 1);
    CHECK(strstr(said, ", stopped by its limit\n") != NULL);
    CHECK_INT(OTHERS("prints"), 0);
    CHECK(strstr(said, "nine\n") == NULL);
    CHECK_INT(OTHERS("--show-output", "prints"), 0); /* the harness printed before */
    CHECK(strstr(said, "nine\n") != NULL);
    CHECK_INT(OTHERS("--timeout=0.1", "--shrink=1", "hangs"), 1);
    CHECK(strstr(said, "✗  no end within 0.1 s  ") != NULL);
    CHECK_INT(OTHERS("--seconds=0.1", "--runs=0xffffffffff", "holds"), 0);
    CHECK(strstr(said, "1 099 511 627 775 runs") == NULL);
    remove_folder();
}

TEST(main_looks_for_leaks_when_told_to)
{
    start();
    CHECK_INT(OTHERS("--leaks", "--shrink=1", "leaks"), 1);
    CHECK(strstr(said, "\n  left ") != NULL && strstr(said, " allocated\n") != NULL);
    remove_folder();
}

/* ---- Profiles */

/* The runs that are reported of a property that holds. */
static void check_runs(const char *runs)
{
    char *at = strstr(said, "  ✓  held   ");

    CHECK(at != NULL);
    at += strlen("  ✓  held");
    at += strspn(at, " ");
    at[strcspn(at, ",")] = '\0';
    CHECK_STR(at, runs);
}

TEST(main_takes_profiles)
{
    start();
    CHECK_INT(MAIN("--no-store", "list_adds"), 0);
    check_runs("2 000 runs");
    CHECK_INT(MAIN("--no-store", "--profile=quick", "list_adds"), 0);
    check_runs("100 runs");
    CHECK_INT(MAIN("--no-store", "-pquick", "-n1", "list_adds"), 0);
    check_runs("1 run");
    CHECK_INT(MAIN("--no-store", "--profile=ci", "list_adds"), 0);
    CHECK(strstr(said, "; seed 1\n") != NULL);
    check_runs("10 000 runs");
    CHECK_INT(MAIN("--no-store", "--profile=ci", "-n3", "-s7", "list_adds"), 0);
    CHECK(strstr(said, "; seed 7\n") != NULL);
    check_runs("3 runs");
    CHECK_INT(MAIN("--no-store", "--profile=thorough", "list_adds"), 0);
    check_runs("100 000 runs");
    CHECK_INT(MAIN("--no-store", "--profile=thorough", "-n3", "list_adds"), 0);
    check_runs("3 runs");
    remove_folder();
}

TEST(main_reads_the_profile_from_the_environment)
{
    start();
    setenv("ASSAY_PROFILE", "quick", 1);
    CHECK_INT(MAIN("--no-store", "list_adds"), 0);
    check_runs("100 runs");
    CHECK_INT(MAIN("--no-store", "--profile=default", "list_adds"), 0);
    check_runs("2 000 runs");
    setenv("ASSAY_PROFILE", "", 1);
    CHECK_INT(MAIN("--no-store", "list_adds"), 0);
    check_runs("2 000 runs");
    setenv("ASSAY_PROFILE", "slow", 1);
    CHECK_REFUSED("ASSAY_PROFILE is 'slow': default, quick, ci or thorough", "list_adds");
    remove_folder();
}

/* ---- Replays */

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");

    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

#define REMOVES "assay1 plist_removes i10 .81aa883c"

TEST(main_replays_choices)
{
    start();
    CHECK_INT(MAIN("--replay=" REMOVES, "--seed=3"), 1);
    CHECK_STR(said,
              "list.c\n"
              "  list_removes  ✗  10 is above 9                               1 run\n"
              "\n"
              "finding 1: list.c:12  list_removes\n"
              "  10 is above 9\n"
              "    x = 10\n"
              "  replay: ./tests --replay='assay1 plist_removes i10 .81aa883c'\n"
              "\n"
              "1 property: 1 finding; seed 3\n");
    write_file("choices", REMOVES "\n");
    CHECK_INT(MAIN(option("replay", "choices"), "list_*"), 1);
    CHECK(strstr(said, "  replay: ./tests --replay=STORE/choices\n") != NULL);
    CHECK_STR(complained, "");
    remove_folder();
}

TEST(main_replays_what_names_no_property)
{
    start();
    CHECK_REFUSED("--replay: does not say which property: name one",
                  "--replay=assay1 i12 .f042b4d9");
    CHECK_INT(MAIN("--replay=assay1 i12 .f042b4d9", "list_removes"), 1);
    CHECK(strstr(said, "\n  12 is above 9\n    x = 12\n") != NULL);
    CHECK_INT(MAIN("--replay=assay1 i3 .83c2fe5c", "list_removes"), 0);
    CHECK_REFUSED("--replay: there is no property 'list_removes' here",
                  "--replay=" REMOVES, "list_adds");
    CHECK_REFUSED("--replay: checksum differs: the choices were changed at byte 11",
                  "--replay=assay1 i12 .00000000");
    write_file("assay-choices", "assay1");
    CHECK_REFUSED("STORE/assay-choices: truncated: no checksum at byte 6",
                  option("replay", "assay-choices"));
    CHECK_REFUSED("assa: cannot read: No such file or directory", "--replay=assa");
    remove_folder();
}

TEST(main_shrinks_what_a_fuzzer_found)
{
    start();
    write_file("input", "\x1f");
    CHECK_INT(
        MAIN(option("fuzzed", "input"), "--no-fork", "--no-store", "-s3", "list_removes"),
        1);
    CHECK_STR(said, "list.c\n"
                    "  list_removes  ✗  10 is above 9                               1 "
                    "run, shrunk in 14\n"
                    "\n"
                    "finding 1: list.c:12  list_removes\n"
                    "  10 is above 9\n"
                    "    x = 10\n"
                    "  replay: ./tests --replay='assay1 plist_removes i10 .81aa883c'\n"
                    "\n"
                    "1 property: 1 finding; seed 3\n");
    remove_folder();
}

/* ---- Where it goes */

TEST(main_writes_to_a_file)
{
    static char text[1000];

    start();
    write_file("report", "something that is longer than what follows, by far");
    CHECK_INT(MAIN("-o", in_folder("report"), "--list"), 0);
    CHECK_STR(said, "list_adds\nlist_removes\ntree_starves\ntree_is_sparse\nmisuses\n");
    CHECK_INT(MAIN("--no-store", "-n3", "-s1", option("output", "report"), "list_adds"),
              0);
    CHECK_STR(said, "");
    read_masked(in_folder("report"), text, sizeof text);
    CHECK_STR(text,
              "list.c\n"
              "  list_adds  ✓  held                                        3 runs, T s\n"
              "\n"
              "1 property: 1 held; seed 1\n");
    CHECK_REFUSED("cannot write the report: No space left on device", "--no-store", "-n3",
                  "--output=/dev/full", "list_adds");
    remove_folder();
}

TEST(main_quotes_its_name)
{
    static const char *const argv[] = {"./my tests", "--no-store", "-s1", "list_removes",
                                       NULL};

    start();
    CHECK_INT(call(table, argv), 1);
    CHECK(strstr(said, "  replay: './my tests' --replay='assay1 ") != NULL);
    remove_folder();
}

TEST(main_paints_when_told_to)
{
    start();
    CHECK_INT(MAIN("--no-store", "--color=always", "-s1", "-n3", "list_adds"), 0);
    CHECK_STR(said, "\033[1mlist.c\033[0m\n"
                    "  list_adds  \033[32m✓\033[0m  held                                 "
                    "       3 runs, T s\n"
                    "\n"
                    "1 property: 1 held; seed 1\n");
    CHECK_INT(MAIN("--no-store", "--color=never", "-s1", "-n3", "list_adds"), 0);
    CHECK(strchr(said, '\033') == NULL);
    CHECK_INT(MAIN("--no-store", "--color=always", "-fjson", "-n3", "list_adds"), 0);
    CHECK(strchr(said, '\033') == NULL);
    remove_folder();
}

/* It says how to go on, and keeps what it has. */
TEST(main_says_that_it_could_not_run)
{
    struct rlimit limit, none;
    int code;

    start();
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = (rlim_t)dup(STDIN_FILENO) + 6;
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &none), 0);
    code = MAIN("--no-store", "-s1", "list_adds", "list_removes");
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK_INT(code, 3);
    CHECK_STR(complained,
              "./tests: property list_adds could not be run: Too many open files\n");
    CHECK_STR(said, "\n0 properties: ; seed 0\n");
    remove_folder();
}

/* ---- Interrupts */

static void interrupts(struct assay_test *t)
{
    static int executions;

    assay_int(t, "x", 0, 9);
    if (++executions == 5)
        raise(SIGINT);
}

TEST(main_ends_when_interrupted)
{
    static const struct assay_property interrupted[] = {
        {.name = "interrupts", .run = interrupts, .runs = 1000},
        {.name = "adds", .run = adds},
        {0}};
    const char *argv[] = {"./tests", "--no-store", "--no-fork", "--seed=1", NULL};
    struct sigaction after;

    start();
    signal(SIGINT, SIG_IGN);
    CHECK_INT(call(interrupted, argv), 130);
    CHECK_STR(
        said,
        "  interrupts  ✓  held                                        64 runs, T s\n"
        "\n"
        "1 property: 1 held (interrupted); seed 1\n");
    CHECK_INT(sigaction(SIGINT, NULL, &after), 0);
    CHECK(after.sa_handler == SIG_IGN);
    remove_folder();
}

/* ---- Progress */

static void check_told(const char *property, const char *line)
{
    static char text[1000];
    const char *argv[] = {"./tests", "--no-store", "--no-fork", "-s1", "--findings=1",
                          "-n128",   "list_adds",  property,    NULL};

    write_file("progress", "a longer line that was there before\n");
    call(table, argv);
    read_masked(in_folder("progress"), text, sizeof text);
    CHECK_STR(text, line);
}

/* Without a child it is told after each row of 64. */
TEST(main_tells_its_progress_in_a_file)
{
    start();
    setenv("ASSAY_PROGRESS", in_folder("progress"), 1);
    check_told(NULL, "64 0 list_adds\n");
    check_told("list_removes", "130 1 list_removes, shrinking\n");
    remove_folder();
}

/* Calls it with a terminal for its output; what is seen there. */
static void call_on_terminal(const char *const *argv)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY), slave, out, err;
    struct termios raw;
    size_t len = 0;
    ssize_t n;

    CHECK(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    CHECK(slave >= 0 && tcgetattr(slave, &raw) == 0);
    cfmakeraw(&raw);
    CHECK_INT(tcsetattr(slave, TCSANOW, &raw), 0);
    out = dup(STDOUT_FILENO);
    err = dup(STDERR_FILENO);
    CHECK(dup2(slave, STDOUT_FILENO) >= 0 && dup2(slave, STDERR_FILENO) >= 0);
    call_main(table, argv);
    restore(STDOUT_FILENO, out);
    restore(STDERR_FILENO, err);
    close(slave); /* the last one: what was written is all there is to read */
    while ((n = read(master, said + len, sizeof said - 1 - len)) > 0)
        len += (size_t)n;
    said[len] = '\0';
    close(master);
}

TEST(main_shows_its_progress_on_a_terminal)
{
    const char *argv[] = {"./tests", "--no-store", "--no-fork", "-s1",
                          "-n128",   "list_adds",  NULL};
    static const char shown[] = "\r\033[K  list_adds: 64 of 128 runs, ";

    start();
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    call_on_terminal(argv);
    CHECK_INT(strncmp(said, shown, strlen(shown)), 0);
    CHECK(strstr(said, " runs/s, 0 findings, ") != NULL);
    CHECK(strstr(said, " s\r\033[K\033[1mlist.c\033[0m\n") != NULL);
    setenv("NO_COLOR", "1", 1);
    call_on_terminal(argv);
    CHECK(strstr(said, "\033[32m") == NULL);
    setenv("TERM", "dumb", 1);
    unsetenv("NO_COLOR");
    call_on_terminal(argv);
    CHECK(strchr(said, '\033') == NULL);
    unsetenv("TERM");
    call_on_terminal(argv);
    CHECK(strchr(said, '\033') == NULL);
    remove_folder();
}
