/*
 * Command lines: what is set, what is left, and the exact errors and help.
 */
#include "base/opts.h"
#include "harness.h"
#include "torture.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 12 };

static const char *const colours[] = {"auto", "always", "never", NULL};

/* What the options of the table set, and a command line. */
struct fixture {
    bool verbose, quiet;
    const char *file;
    uint64_t runs, memory;
    double timeout;
    int colour;
    struct assay_opt table[8];
    struct assay_buf error;
    char *argv[MAX_ARGS + 1];
    int argc, rest;
};

static void start(struct fixture *f, const struct assay_alloc *mem)
{
    *f = (struct fixture){.runs = 100, .memory = 7, .timeout = 1.5, .rest = -1};
    const struct assay_opt table[] = {
        {"verbose", 'v', ASSAY_OPT_FLAG, &f->verbose, NULL, "say more", NULL},
        {"quiet", 0, ASSAY_OPT_FLAG, &f->quiet, NULL, "say less", NULL},
        {"out", 'o', ASSAY_OPT_TEXT, &f->file, "FILE", "write to FILE", NULL},
        {"runs", 'n', ASSAY_OPT_COUNT, &f->runs, "N", "how many runs", NULL},
        {"timeout", 0, ASSAY_OPT_SECONDS, &f->timeout, "S", "seconds per run", NULL},
        {"memory", 'm', ASSAY_OPT_SIZE, &f->memory, NULL, "bytes per run", NULL},
        {"color", 0, ASSAY_OPT_CHOICE, &f->colour, NULL, "when to colour", colours},
        {.name = NULL},
    };
    memcpy(f->table, table, sizeof table);
    assay_buf_init(&f->error, mem, 0);
}

/* Parses a line split at blanks; '_' stands for an empty argument. */
static enum assay_status parse(struct fixture *f, const char *line)
{
    static char text[500];
    static char program[] = "prog", empty[] = "";
    strcpy(text, line);
    f->argv[0] = program;
    f->argc = 1;
    for (char *arg = strtok(text, " "); arg; arg = strtok(NULL, " ")) {
        CHECK(f->argc < MAX_ARGS);
        f->argv[f->argc++] = strcmp(arg, "_") == 0 ? empty : arg;
    }
    return assay_opts_parse(f->table, f->argc, f->argv, &f->error, &f->rest);
}

static void parse_well(struct fixture *f, const char *line)
{
    start(f, NULL);
    enum assay_status status = parse(f, line);
    CHECK_STR(f->error.at, "");
    CHECK_INT(status, ASSAY_OK);
    assay_buf_done(&f->error);
}

static void check_error(const char *line, const char *expected)
{
    struct fixture f;
    start(&f, NULL);
    enum assay_status status = parse(&f, line);
    CHECK_STR(f.error.at, expected);
    CHECK_INT(status, ASSAY_BAD_USE);
    CHECK_INT(f.rest, -1);
    CHECK_UINT(f.memory, 7);
    CHECK_UINT(f.runs, 100);
    CHECK(f.timeout == 1.5);
    assay_buf_done(&f.error);
}

TEST(opts_nothing_given_sets_nothing)
{
    struct fixture f;
    parse_well(&f, "");
    CHECK_INT(f.rest, 0);
    CHECK(!f.verbose && !f.quiet && !f.file && f.colour == 0);
    CHECK_UINT(f.runs, 100);
    CHECK_UINT(f.memory, 7);
}

TEST(opts_flags)
{
    struct fixture f;
    parse_well(&f, "--verbose");
    CHECK(f.verbose && !f.quiet);
    parse_well(&f, "-v --quiet");
    CHECK(f.verbose && f.quiet);
}

TEST(opts_values_attached_or_next)
{
    struct fixture f;
    parse_well(&f, "--out=a.c --runs=7");
    CHECK_STR(f.file, "a.c");
    CHECK_UINT(f.runs, 7);
    CHECK_INT(f.rest, 0);
    parse_well(&f, "--out a.c --runs 7");
    CHECK_STR(f.file, "a.c");
    CHECK_UINT(f.runs, 7);
    CHECK_INT(f.rest, 0);
    parse_well(&f, "-o a.c -n 7");
    CHECK_STR(f.file, "a.c");
    CHECK_UINT(f.runs, 7);
    CHECK_INT(f.rest, 0);
    parse_well(&f, "-oa.c -n7 -v b");
    CHECK_STR(f.file, "a.c");
    CHECK_UINT(f.runs, 7);
    CHECK(f.verbose);
    CHECK_INT(f.rest, 1);
}

TEST(opts_texts_of_every_form)
{
    struct fixture f;
    parse_well(&f, "--out=");
    CHECK_STR(f.file, "");
    parse_well(&f, "--out _");
    CHECK_STR(f.file, "");
    parse_well(&f, "--out=a=b");
    CHECK_STR(f.file, "a=b");
    parse_well(&f, "--out --verbose"); /* a value, whatever it looks like */
    CHECK_STR(f.file, "--verbose");
    CHECK(!f.verbose);
    parse_well(&f, "--out=one --out=two");
    CHECK_STR(f.file, "two");
}

TEST(opts_counts)
{
    struct fixture f;
    parse_well(&f, "--runs=0");
    CHECK_UINT(f.runs, 0);
    parse_well(&f, "--runs=18446744073709551615");
    CHECK_UINT(f.runs, UINT64_MAX);
    parse_well(&f, "--runs=0x2A");
    CHECK_UINT(f.runs, 42);
}

TEST(opts_seconds)
{
    struct fixture f;
    parse_well(&f, "--timeout=2.5");
    CHECK(f.timeout == 2.5);
    parse_well(&f, "--timeout 1e-3");
    CHECK(f.timeout == 0.001);
}

TEST(opts_sizes)
{
    struct fixture f;
    parse_well(&f, "--memory=4096");
    CHECK_UINT(f.memory, 4096);
    parse_well(&f, "--memory=3K");
    CHECK_UINT(f.memory, 3072);
    parse_well(&f, "--memory=3M");
    CHECK_UINT(f.memory, 3145728);
    parse_well(&f, "-m 3G");
    CHECK_UINT(f.memory, 3221225472);
    parse_well(&f, "--memory=18014398509481983K");
    CHECK_UINT(f.memory, UINT64_MAX - 1023);
}

TEST(opts_choices)
{
    struct fixture f;
    parse_well(&f, "--color=never");
    CHECK_INT(f.colour, 2);
    parse_well(&f, "--color=never --color auto");
    CHECK_INT(f.colour, 0);
}

TEST(opts_rest_moves_to_the_front)
{
    struct fixture f;
    parse_well(&f, "a -v b --runs 3 - c _");
    CHECK_INT(f.rest, 5);
    CHECK_STR(f.argv[0], "prog");
    CHECK_STR(f.argv[1], "a");
    CHECK_STR(f.argv[2], "b");
    CHECK_STR(f.argv[3], "-");
    CHECK_STR(f.argv[4], "c");
    CHECK_STR(f.argv[5], "");
    CHECK(f.verbose);
    CHECK_UINT(f.runs, 3);
}

TEST(opts_two_dashes_end_the_options)
{
    struct fixture f;
    parse_well(&f, "-v -- --quiet -x -- a");
    CHECK(f.verbose && !f.quiet);
    CHECK_INT(f.rest, 4);
    CHECK_STR(f.argv[1], "--quiet");
    CHECK_STR(f.argv[2], "-x");
    CHECK_STR(f.argv[3], "--");
    CHECK_STR(f.argv[4], "a");
    parse_well(&f, "--out -- a");
    CHECK_STR(f.file, "--");
    CHECK_INT(f.rest, 1);
}

TEST(opts_unknown_names)
{
    check_error("--zzz", "unknown option --zzz");
    check_error("--zzz=3", "unknown option --zzz=3");
    check_error("--=3", "unknown option --=3");
    check_error("-x", "unknown option -x");
    check_error("-vv", "unknown option -vv");
    check_error("a b --zzz", "unknown option --zzz");
}

TEST(opts_mistyped_names)
{
    check_error("--verbos", "unknown option --verbos; did you mean --verbose?");
    check_error("--verbosee", "unknown option --verbosee; did you mean --verbose?");
    check_error("--verbase", "unknown option --verbase; did you mean --verbose?");
    check_error("--urns=3", "unknown option --urns=3; did you mean --runs?");
    check_error("--rnus=3", "unknown option --rnus=3; did you mean --runs?");
    check_error("--colour", "unknown option --colour; did you mean --color?");
    check_error("--mimery", "unknown option --mimery; did you mean --memory?");
    check_error("-runs", "unknown option -runs; did you mean --runs?");
    check_error("--Out", "unknown option --Out; did you mean --out?");
}

/* In a name of three letters one error is allowed: a swap is one, not two. */
TEST(opts_swapped_letters)
{
    check_error("--uot", "unknown option --uot; did you mean --out?");
    check_error("--otu", "unknown option --otu; did you mean --out?");
    check_error("--uox", "unknown option --uox");
    check_error("--tuo", "unknown option --tuo");
    check_error("--xot", "unknown option --xot");
}

/* A third of the letters, rounded up, may be wrong. */
TEST(opts_names_too_far_off)
{
    check_error("--ou", "unknown option --ou; did you mean --out?");
    check_error("--u", "unknown option --u");
    check_error("--oxx", "unknown option --oxx");
    check_error("--quxxx", "unknown option --quxxx");
    check_error("--quxxt", "unknown option --quxxt; did you mean --quiet?");
    check_error("--mxmxrx", "unknown option --mxmxrx");
}

TEST(opts_nearest_of_several)
{
    bool flag = false;
    const struct assay_opt table[] = {
        {.name = "format", .into = &flag},
        {.name = "forms", .into = &flag},
        {.name = "form", .into = &flag},
        {.name = "farm", .into = &flag},
        {.name = NULL},
    };
    struct assay_buf error;
    char program[] = "prog", wrong[] = "--forn";
    char *argv[] = {program, wrong, NULL};
    int rest = -1;
    assay_buf_init(&error, NULL, 0);
    CHECK_INT(assay_opts_parse(table, 2, argv, &error, &rest), ASSAY_BAD_USE);
    CHECK_STR(error.at, "unknown option --forn; did you mean --form?");
    assay_buf_done(&error);
}

/* The error for an option of `typed` letters where one of `known` letters is known. */
static void check_long_name(size_t typed, size_t known, bool suggested)
{
    char name[50] = "", arg[50] = "--", expected[150] = "unknown option ";
    char program[] = "prog";
    char *argv[] = {program, arg, NULL};
    const struct assay_opt table[] = {{.name = name}, {.name = NULL}};
    struct assay_buf error;
    int rest = -1;
    memset(name, 'a', known);
    memset(arg + 2, 'b', 1);
    memset(arg + 3, 'a', typed - 1);
    strcat(expected, arg);
    if (suggested)
        strcat(strcat(strcat(expected, "; did you mean --"), name), "?");
    assay_buf_init(&error, NULL, 0);
    CHECK_INT(assay_opts_parse(table, 2, argv, &error, &rest), ASSAY_BAD_USE);
    CHECK_STR(error.at, expected);
    assay_buf_done(&error);
}

TEST(opts_names_at_and_past_the_longest_that_is_compared)
{
    check_long_name(39, 40, true);
    check_long_name(40, 39, true);
    check_long_name(40, 40, true);
    check_long_name(40, 41, false);
    check_long_name(41, 40, false);
    check_long_name(41, 41, false);
}

TEST(opts_value_is_not_taken_from_behind_the_arguments)
{
    struct fixture f;
    char program[] = "prog", option[] = "--out", behind[] = "behind";
    char *argv[] = {program, option, behind};
    start(&f, NULL);
    CHECK_INT(assay_opts_parse(f.table, 2, argv, &f.error, &f.rest), ASSAY_BAD_USE);
    CHECK_STR(f.error.at, "--out needs a value: FILE");
    CHECK(!f.file);
    assay_buf_done(&f.error);
}

TEST(opts_missing_and_needless_values)
{
    check_error("--out", "--out needs a value: FILE");
    check_error("-n", "--runs needs a value: N");
    check_error("--memory", "--memory needs a value: VALUE");
    check_error("--verbose=1", "--verbose takes no value");
    check_error("--verbose=", "--verbose takes no value");
}

TEST(opts_bad_counts)
{
    check_error("--runs=x", "--runs: \"x\" is not a whole number, such as 42 or 0x2a");
    check_error("-n -1", "--runs: \"-1\" is not a whole number, such as 42 or 0x2a");
    check_error("--runs=", "--runs: \"\" is not a whole number, such as 42 or 0x2a");
    check_error("--runs=0x", "--runs: \"0x\" is not a whole number, such as 42 or 0x2a");
    check_error("--runs=a\n",
                "--runs: \"a\\n\" is not a whole number, such as 42 or 0x2a");
}

TEST(opts_bad_seconds)
{
    check_error("--timeout=0", "--timeout: \"0\" is not a number of seconds above 0");
    check_error("--timeout=-1", "--timeout: \"-1\" is not a number of seconds above 0");
    check_error("--timeout=inf", "--timeout: \"inf\" is not a number of seconds above 0");
}

TEST(opts_bad_sizes)
{
    static const char *const bad[] = {"",
                                      "K",
                                      "1T",
                                      "1KK",
                                      "0x10",
                                      "1k",
                                      "K1",
                                      "-1",
                                      "18014398509481984K",
                                      "17179869184G"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char line[100] = "--memory=", expected[150] = "--memory: \"";
        strcat(line, bad[i]);
        strcat(strcat(expected, bad[i]),
               "\" is not a number of bytes, such as 4096, 64K, 16M or 1G");
        check_error(line, expected);
    }
}

TEST(opts_bad_choices)
{
    check_error("--color=alwaysx",
                "--color: \"alwaysx\" is not one of auto, always, never");
    check_error("--color=a", "--color: \"a\" is not one of auto, always, never");
}

TEST(opts_error_stops_the_setting)
{
    struct fixture f;
    start(&f, NULL);
    CHECK_INT(parse(&f, "-v --runs=x --quiet --out=a"), ASSAY_BAD_USE);
    CHECK(f.verbose);
    CHECK(!f.quiet && !f.file);
    assay_buf_done(&f.error);
}

TEST(opts_help_has_two_columns)
{
    struct fixture f;
    start(&f, NULL);
    assay_opts_help(f.table, &f.error);
    CHECK_INT(f.error.status, ASSAY_OK);
    CHECK_STR(f.error.at, "  -v, --verbose                  say more\n"
                          "      --quiet                    say less\n"
                          "  -o, --out=FILE                 write to FILE\n"
                          "  -n, --runs=N                   how many runs\n"
                          "      --timeout=S                seconds per run\n"
                          "  -m, --memory=VALUE             bytes per run\n"
                          "      --color=auto|always|never  when to colour\n");
    assay_buf_done(&f.error);
}

TEST(opts_help_appends_and_names_the_value_of_a_choice)
{
    int colour = 0;
    const struct assay_opt table[] = {
        {"color", 'c', ASSAY_OPT_CHOICE, &colour, "WHEN", "when to colour", colours},
        {.name = NULL},
    };
    struct assay_buf out;
    assay_buf_init(&out, NULL, 0);
    assay_buf_puts(&out, "Options:\n");
    assay_opts_help(table, &out);
    CHECK_STR(out.at, "Options:\n"
                      "  -c, --color=WHEN  when to colour\n");
    assay_buf_done(&out);
}

static enum assay_status complain(const struct assay_alloc *mem, void *ctx)
{
    struct fixture f;
    start(&f, mem);
    enum assay_status parsed = parse(&f, ctx);
    enum assay_status status = f.error.status;
    assay_buf_done(&f.error);
    CHECK_INT(parsed, ASSAY_BAD_USE); /* with or without the memory to say why */
    return status;
}

static enum assay_status explain(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    struct fixture f;
    start(&f, mem);
    assay_opts_help(f.table, &f.error);
    enum assay_status status = f.error.status;
    assay_buf_done(&f.error);
    return status;
}

TEST(opts_torture)
{
    char mistyped[] = "--verbos", bad[] = "--color=x";
    torture(complain, mistyped);
    torture(complain, bad);
    torture(explain, NULL);
}

TEST(opts_positive_numbers_start_at_one)
{
    char program[] = "prog", zero[] = "--runs=0", one[] = "--runs=0x1";
    char *bad[] = {program, zero, NULL}, *good[] = {program, one, NULL};
    uint64_t runs = 7;
    const struct assay_opt table[] = {
        {"runs", 0, ASSAY_OPT_POSITIVE, &runs, "N", "how many runs", NULL},
        {.name = NULL},
    };
    struct assay_buf error;
    int rest;

    assay_buf_init(&error, NULL, 0);
    CHECK_INT(assay_opts_parse(table, 2, bad, &error, &rest), ASSAY_BAD_USE);
    CHECK_STR(error.at,
              "--runs: \"0\" is not a whole number from 1 on, such as 42 or 0x2a");
    CHECK_UINT(runs, 7);
    CHECK_INT(assay_opts_parse(table, 2, good, &error, &rest), ASSAY_OK);
    CHECK_UINT(runs, 1);
    assay_buf_done(&error);
}

/* ---- Options that may be there several times. */

static enum assay_status parse_list(struct assay_opt_list *list, int argc, char **argv,
                                    struct assay_buf *error, int *rest)
{
    const struct assay_opt table[] = {
        {"header", 'H', ASSAY_OPT_LIST, list, "LINE", "a header", NULL}, {.name = NULL}};

    assay_buf_init(error, NULL, 0);
    return assay_opts_parse(table, argc, argv, error, rest);
}

TEST(opts_lists_are_in_order)
{
    char prog[] = "prog", a[] = "-Ha", one[] = "one", b[] = "--header=b",
         h[] = "--header", c[] = "c";
    char *argv[] = {prog, a, one, b, h, c, NULL};
    const char *values[3];
    struct assay_opt_list list = {values, 0, 3};
    struct assay_buf error;
    int rest = -1;

    CHECK_INT(parse_list(&list, 6, argv, &error, &rest), ASSAY_OK);
    CHECK_INT(rest, 1);
    CHECK_STR(argv[1], "one");
    CHECK_UINT(list.count, 3);
    CHECK_STR(values[0], "a");
    CHECK_STR(values[1], "b");
    CHECK_STR(values[2], "c");
    assay_buf_done(&error);
}

TEST(opts_lists_have_an_end)
{
    char prog[] = "prog", a[] = "-Ha", b[] = "-Hb", c[] = "-Hc";
    char *argv[] = {prog, a, b, c, NULL};
    const char *values[2];
    struct assay_opt_list list = {values, 0, 2};
    struct assay_buf error;
    int rest = -1;

    CHECK_INT(parse_list(&list, 4, argv, &error, &rest), ASSAY_BAD_USE);
    CHECK_STR(error.at, "--header: \"c\" is not one of the first 2, which are all that "
                        "there may be");
    CHECK_UINT(list.count, 2);
    assay_buf_done(&error);
}
