/*
 * Saved failures: written at once, tried first, never lost, and refused when damaged.
 */
#include "base/hash.h"
#include "harness.h"
#include "run/body.h"
#include "run_fixture.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int limit; /* what below_limit() requires; read by the child at its start */

static void below_limit(struct assay_test *t)
{
    ASSAY_LT(t, assay_int(t, "x", 0, 1000000), limit);
}

static const struct assay_property property = ASSAY_PROPERTY(below_limit);

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t len;

    CHECK(file != NULL);
    len = fread(text, 1, size - 1, file);
    text[len] = '\0';
    fclose(file);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

TEST(store_saves_and_replays_a_failure)
{
    struct assay_report *report;
    char path[512], text[4096];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    CHECK_STR(only_finding(report)->values, "x = 100\n");
    CHECK(!report->findings->from_store);
    strcpy(path, report->findings->saved);
    read_file(path, text, sizeof text);
    CHECK(strncmp(text, "assay1 pbelow_limit i100 .", 26) == 0);
    assay_report_free(report);

    report = run(&property, NULL);
    CHECK(only_finding(report)->from_store);
    CHECK_STR(report->findings->saved, path);
    CHECK_UINT(report->stored, 1);
    CHECK_UINT(report->stored_passing, 0);
    CHECK_UINT(report->findings->after, 1);
    assay_report_free(report);
    remove_folder();
}

TEST(store_keeps_what_holds_now)
{
    struct assay_report *report;
    char path[512];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    strcpy(path, only_finding(report)->saved);
    assay_report_free(report);
    limit = 2000000;
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->stored, 1);
    CHECK_UINT(report->stored_passing, 1);
    CHECK_INT(access(path, R_OK), 0);
    assay_report_free(report);
    remove_folder();
}

/* Runs with the file in the store; the error must name it and say this. */
static void check_refused(const char *text, const char *reason)
{
    struct assay_report *report;
    char path[512], after[4096];

    snprintf(path, sizeof path, "%s/below_limit-00ff.choices", run_options().store);
    write_file(path, text);
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK(strstr(report->error, path) != NULL);
    CHECK(strstr(report->error, reason) != NULL);
    CHECK_UINT(report->runs, 0);
    read_file(path, after, sizeof after);
    CHECK_STR(after, text);
    assay_report_free(report);
}

TEST(store_refuses_damaged_files)
{
    make_folder();
    limit = 100;
    check_refused("", "assay1");
    check_refused("assay1 pbelow_limit i100", "truncated");
    check_refused("assay1 pbelow_limit i100 .00000000", "checksum");
    check_refused("assay9 pbelow_limit i100 .00000000", "version 9");
    remove_folder();
}

TEST(store_leaves_files_of_others_alone)
{
    struct assay_report *report;
    char path[512];

    make_folder();
    limit = 2000000;
    snprintf(path, sizeof path, "%s/below_limit_2-00ff.choices", run_options().store);
    write_file(path, "not ours");
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->stored, 0);
    assay_report_free(report);
    remove_folder();
}

TEST(store_that_cannot_be_written_is_a_warning)
{
    struct assay_options options = run_options();
    struct assay_report *report;

    options.no_store = false;
    options.store = "/dev/null/store";
    limit = 100;
    report = run(&property, &options);
    CHECK_STR(only_finding(report)->saved, "");
    CHECK(report->nwarnings > 0);
    CHECK(strstr(report->warnings[0], "was not saved") != NULL);
    assay_report_free(report);
}

TEST(store_writes_a_program)
{
    struct assay_report *report;
    char text[8192];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "    int x = 100;\n") != NULL);
    CHECK(strstr(text, "given[] = {{\"x\", &x}, {0}};\n") != NULL);
    CHECK(strstr(text, "ASSAY_PROPERTY(below_limit);\n") != NULL);
    CHECK(strstr(text, "return assay_reproduce(&property, given);\n") != NULL);
    assay_report_free(report);
    remove_folder();
}

static void unnamed(struct assay_test *t)
{
    int64_t x = 0;

    assay_choose_int(t, 0, 1000, 0, ASSAY_BIASED, &x);
    ASSAY_LT(t, x, 10);
}

TEST(store_writes_a_program_of_choices)
{
    static const struct assay_property entry = ASSAY_PROPERTY(unnamed);
    struct assay_report *report;
    char text[8192];

    make_folder();
    report = run(&entry, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "\"assay1 punnamed i10 .") != NULL);
    CHECK(strstr(text, "assay_reproduce_choices(&property, choices)") != NULL);
    assay_report_free(report);
    remove_folder();
}

static void same_names(struct assay_test *t)
{
    int sum = 0;

    for (int i = 0; i < 3; i++)
        sum += assay_int(t, "x", 0, 100);
    ASSAY_LT(t, sum, 201);
}

TEST(store_numbers_equal_names)
{
    static const struct assay_property entry = ASSAY_PROPERTY(same_names);
    struct assay_report *report;
    char text[8192];

    make_folder();
    report = run(&entry, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "{{\"x\", &x}, {\"x\", &x_2}, {\"x\", &x_3}, {0}}") != NULL);
    assay_report_free(report);
    remove_folder();
}

TEST(reproduce_executes_given_values)
{
    static const int low = 5, high = 100;
    static const struct assay_given holds[] = {{"x", &low}, {0}};
    static const struct assay_given fails[] = {{"x", &high}, {0}};

    limit = 100;
    catch_errors();
    CHECK_INT(assay_reproduce(&property, holds), 0);
    CHECK_STR(caught_errors(), "below_limit: held\n");
    catch_errors();
    CHECK_INT(assay_reproduce(&property, fails), 1);
    CHECK(strstr(caught_errors(), ": below_limit: assay_int(t, \"x\", 0, "
                                  "1000000) < limit: 100 is not below 100\n"
                                  "    x = 100\n") != NULL);
    catch_errors();
    CHECK_INT(assay_reproduce_choices(&property, "assay1 i100"), 2);
    CHECK_STR(caught_errors(), "assay: the choices: truncated: no checksum at byte 11\n");
}

/* ---- One execution here */

static void all_ends(struct assay_test *t)
{
    switch (assay_int(t, "how", 0, 9)) {
    case 1:
        assay_assume(t, false);
        break;
    case 2:
        assay_int(t, "none", 2, 1);
        break;
    case 3:
        assay_note(t, "a note\nof two lines");
        assay_fail_at(t, "a.c", 7, "it is 3");
        break;
    case 4:
        assay_body_program(t, "int main(void)\n{}", 17);
        assay_fail_at(t, "a.c", 8, "it is 4");
        break;
    default:
        break;
    }
}

TEST(reproduce_says_how_it_went)
{
    static const struct assay_property entry = ASSAY_PROPERTY(all_ends);
    static const struct {
        const char *choices, *said;
        int code;
    } ends[] = {
        {"i0", "all_ends: held\n", 0},
        {"i1", "all_ends: an assumption did not hold\n", 0},
        {"i2", "all_ends: nothing to choose from\n", 2},
        {"i3", "a.c:7: all_ends: it is 3\n    how = 3\n    a note\n    of two lines\n",
         1},
        {"i4", "a.c:8: all_ends: it is 4\n    int main(void)\n    {}\n", 1},
    };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[100];
        snprintf(text, sizeof text, "assay1 %s ", ends[i].choices);
        snprintf(text + strlen(text), 20, ".%08x",
                 (unsigned)assay_crc32(0, text, strlen(text)));
        catch_errors();
        CHECK_INT(assay_reproduce_choices(&entry, text), ends[i].code);
        CHECK_STR(caught_errors(), ends[i].said);
    }
}

/* ---- Whole files */

/* What is in a file, with the folder of the store masked. */
static void check_file(const char *path, const char *expected)
{
    static char text[8192], masked[8192];
    const char *store = run_options().store;
    size_t n = 0;

    read_file(path, text, sizeof text);
    for (const char *at = text; *at;) {
        if (strncmp(at, store, strlen(store)) == 0) {
            n += (size_t)sprintf(masked + n, "STORE");
            at += strlen(store);
        } else {
            masked[n++] = *at++;
        }
    }
    masked[n] = '\0';
    CHECK_STR(masked, expected);
}

static void check_files(const struct assay_property *entry, const char *choices,
                        const char *program)
{
    struct assay_report *report;

    make_folder();
    setenv("ASSAY_PROGRAM", "tests */", 1);
    report = run(entry, NULL);
    check_file(only_finding(report)->saved, choices);
    check_file(report->findings->reproducer, program);
    assay_report_free(report);
    remove_folder();
}

struct pair {
    int x;
    char c;
};

static void draws_all_sorts(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, 0, 9), 2, 3, &n);
    char *s = assay_string(t, "struct", &assay_alphabet_ascii, 1, 3);
    struct pair p;

    assay_draw(t, "a pair",
               assay_struct(struct pair,
                            ASSAY_FIELD(struct pair, x, assay_ints(int, 3, 9)),
                            ASSAY_FIELD(struct pair, c, assay_ints(char, 'a', 'z'))),
               &p);
    if (xs[0] >= 0 && *s)
        assay_fail_at(t, "a.c", 5, "all */ %s", "of\nit");
}

TEST(store_writes_a_whole_program)
{
    static const struct assay_property entry = {
        .name = "draws_all_sorts", .run = draws_all_sorts, .file = "li*/st.c", .line = 9};

    check_files(&entry, "assay1 pdraws_all_sorts u2 i0 i0 ta i3 i97 .3e6a5341\n",
                "/* Smallest failing case of draws_all_sorts (li* /st.c:9): all * / of\n"
                " * it\n"
                " * replay: tests * / --replay=STORE/draws_all_sorts-ada3.choices\n"
                " * build: cc -g this.c, the code under test, -lassay */\n"
                "#include <assay/assay.h>\n"
                "#define main assay_tests_main /* the tests have their own */\n"
                "#include \"li*/st.c\"\n"
                "#undef main\n"
                "\n"
                "int main(void)\n"
                "{\n"
                "    static const struct assay_property property = "
                "ASSAY_PROPERTY(draws_all_sorts);\n"
                "    struct assay_array xs = {(int[]){0, 0}, 2};\n"
                "    char *struct_v2 = (char[]){\"a\"};\n"
                "    struct pair a_pair_v3 = {.x = 3, .c = 'a'};\n"
                "    const struct assay_given given[] = {{\"xs\", &xs}, {\"struct\", "
                "&struct_v2}, {\"a pair\", &a_pair_v3}, {0}};\n"
                "\n"
                "    return assay_reproduce(&property, given);\n"
                "}\n");
}

static void much_unnamed(struct assay_test *t)
{
    int64_t sum = 0, x;

    assay_int(t, "first", 100000, 200000);
    for (int i = 0; i < 30; i++, sum += x)
        assay_choose_int(t, 100000, 200000, 100000, ASSAY_BIASED, &x);
    assay_fail_at(t, "a.c", 6, "much");
}

TEST(store_writes_a_whole_program_of_choices)
{
    static const int context = 1;
    static const struct assay_property entry = {.name = "much_unnamed",
                                                .run = much_unnamed,
                                                .file = "\"list\".c",
                                                .line = 9,
                                                .context = &context};

    check_files(&entry,
                "assay1 pmuch_unnamed i100000 i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000\n"
                "i100000 i100000 i100000 i100000 i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000\n"
                "i100000 i100000 i100000 i100000 i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000\n"
                "i100000 .70888be2\n",
                "/* Smallest failing case of much_unnamed (\"list\".c:9): much\n"
                " * replay: tests * / --replay=STORE/much_unnamed-f8d8.choices\n"
                " * build: cc -g this.c, the code under test, -lassay */\n"
                "#include <assay/assay.h>\n"
                "#define main assay_tests_main /* the tests have their own */\n"
                "#include \"\\\"list\\\".c\"\n"
                "#undef main\n"
                "\n"
                "int main(void)\n"
                "{\n"
                "    static const struct assay_property property = "
                "ASSAY_PROPERTY(much_unnamed); /* add its .context */\n"
                "    /* first = 100000 */\n"
                "    static const char choices[] =\n"
                "        \"assay1 pmuch_unnamed i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000 \"\n"
                "        \"i100000 i100000 i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000 \"\n"
                "        \"i100000 i100000 i100000 i100000 i100000 i100000 i100000 "
                "i100000 i100000 \"\n"
                "        \"i100000 i100000 i100000 i100000 i100000 i100000 .70888be2\";\n"
                "\n"
                "    return assay_reproduce_choices(&property, choices);\n"
                "}\n");
}

/* ---- Names of files */

static void dies_in_two_places(struct assay_test *t)
{
    int x = assay_int(t, "x", -100, 100);

    if (x > 10)
        raise(SIGFPE);
    if (x < -10)
        abort();
    if (x == 10)
        raise(SIGILL);
}

/* Names are of a property and a failure; one of this run that is taken gets the next. */
TEST(store_names_files)
{
    struct assay_property entry = {.name = "-a b/c-d", .run = below_limit};
    struct assay_report *report;
    struct assay_options options;
    const char *base;

    make_folder();
    options = run_options();
    limit = 100;
    report = run(&entry, &options);
    base = strrchr(only_finding(report)->saved, '/');
    CHECK_INT(strncmp(base, "/_a_b_c-d-", 10), 0);
    CHECK_STR(base + 14, ".choices");
    CHECK_STR(report->findings->reproducer, ""); /* it has no name in C */
    assay_report_free(report);
    report = run(&entry, &options);
    CHECK(only_finding(report)->from_store);
    assay_report_free(report);
    remove_folder();
}

TEST(store_gives_two_failures_two_files)
{
    static const struct assay_property entry = ASSAY_PROPERTY(dies_in_two_places);
    struct assay_report *report;

    make_folder();
    report = run(&entry, NULL);
    CHECK_UINT(report->nfindings, 3);
    assay_report_free(report);
    report = run(&entry, NULL);
    CHECK_UINT(report->stored, 3);
    CHECK_UINT(report->nfindings, 3);
    assay_report_free(report);
    remove_folder();
}

TEST(store_tries_so_many_files)
{
    struct assay_report *report;
    char path[512];

    make_folder();
    limit = 2000000;
    for (unsigned i = 0; i < 1002; i++) {
        snprintf(path, sizeof path, "%s/below_limit-%04x.choices", run_options().store,
                 i);
        write_file(path, "assay1 pother .40c8c38b");
    }
    report = run(&property, NULL);
    CHECK_STR(report->error, "");
    CHECK_UINT(report->stored, 0);
    CHECK_UINT(report->nwarnings, 1);
    CHECK_STR(report->warnings[0], "2 saved failures were not tried: only 1000 are");
    assay_report_free(report);
    remove_folder();
}

/* ---- Programs of findings that are not as others */

static int *tries; /* of all children */

static void fails_the_second_time(struct assay_test *t)
{
    assay_int(t, "x", 0, 0);
    if (++*tries == 2)
        assay_fail_at(t, "a.c", 6, "once");
}

TEST(store_says_that_a_failure_is_flaky)
{
    static const struct assay_property entry = {.name = "fails_the_second_time",
                                                .run = fails_the_second_time,
                                                .file = "list.c",
                                                .line = 9};

    tries = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(tries != MAP_FAILED);
    check_files(&entry, "assay1 pfails_the_second_time i0 .cdcc3777\n",
                "/* A, though not always, failing case of fails_the_second_time "
                "(list.c:9): once\n"
                " * replay: tests * / --replay=STORE/fails_the_second_time-f8d8.choices\n"
                " * build: cc -g this.c, the code under test, -lassay */\n"
                "#include <assay/assay.h>\n"
                "#define main assay_tests_main /* the tests have their own */\n"
                "#include \"list.c\"\n"
                "#undef main\n"
                "\n"
                "int main(void)\n"
                "{\n"
                "    static const struct assay_property property = "
                "ASSAY_PROPERTY(fails_the_second_time);\n"
                "    /* x = 0 */\n"
                "    static const char choices[] =\n"
                "        \"assay1 pfails_the_second_time i0 .cdcc3777\";\n"
                "\n"
                "    return assay_reproduce_choices(&property, choices);\n"
                "}\n");
}

static void writes_its_own(struct assay_test *t)
{
    assay_int(t, "x", 0, 0);
    assay_body_program(t, "int main(void) {}", 17);
    assay_fail_at(t, "a.c", 6, "always");
}

/* It needs no file, and no name in C; its last line is one. */
TEST(store_writes_a_program_of_its_own)
{
    static const struct assay_property entry = {.name = "a name", .run = writes_its_own};

    check_files(&entry, "assay1 pa%20name i0 .415da862\n",
                "/* Smallest failing case of a name: always\n"
                " * replay: tests * / --replay=STORE/a_name-f8d8.choices */\n"
                "int main(void) {}\n");
}
