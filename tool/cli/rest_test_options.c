/*
 * What assay rest test is told: options, headers and who the requests are from.
 */
#include "base/base64.h"
#include "base/shell.h"
#include "cli/rest.h"
#include "cli/rest_test.h"
#include "smt/smt.h"
#include <stdio.h>
#include <string.h>

#define TEST_RUNS 4000
#define TEST_STEPS 16
#define TEST_SECONDS 12
#define OPTIONS_MAX 40
#define JOBS_MAX 64

/* ---- Headers. */

static bool add_header(RestTestSettings *s, struct assay_str name, struct assay_str value)
{
    if (s->nheaders == TEST_HEADERS + 1)
        return false;
    s->headers[s->nheaders++] = (HttpHeader){name, value, true};
    return true;
}

/* "Name: value" */
static bool add_header_line(RestTestSettings *s, const char *line)
{
    const char *colon = strchr(line, ':'), *value = colon ? colon + 1 : NULL;

    if (!colon || colon == line)
        return false;
    while (*value == ' ')
        value++;
    return add_header(s, (struct assay_str){line, (size_t)(colon - line)},
                      assay_str(value));
}

/* The first line that a command prints. */
static bool read_command(const char *command, struct assay_buf *out)
{
    FILE *f = popen(command, "r");
    char line[8192];
    bool good = f && fgets(line, sizeof line, f);

    if (good) {
        line[strcspn(line, "\r\n")] = '\0';
        assay_buf_puts(out, line);
    }
    return (!f || pclose(f) == 0) && good;
}

/* basic:USER:PASSWORD, bearer:TOKEN or command:COMMAND, which prints the whole value. */
static bool add_auth(RestTestSettings *s, struct assay_arena *arena)
{
    struct assay_buf value;
    bool good = true;
    char *copy;

    if (!s->auth)
        return true;
    assay_buf_init(&value, NULL, 0);
    if (strncmp(s->auth, "basic:", 6) == 0 && strchr(s->auth + 6, ':')) {
        assay_buf_puts(&value, "Basic ");
        assay_base64_put(&value, assay_str(s->auth + 6));
    } else if (strncmp(s->auth, "bearer:", 7) == 0) {
        assay_buf_printf(&value, "Bearer %s", s->auth + 7);
    } else {
        good = strncmp(s->auth, "command:", 8) == 0 && read_command(s->auth + 8, &value);
    }
    copy = good ? assay_arena_text(arena, value.at, value.len) : NULL;
    assay_buf_done(&value);
    return copy && add_header(s, assay_str("Authorization"), assay_str(copy));
}

/* ---- What is wanted. */

static bool add_phase(RestTestSettings *s, const char *name, size_t len)
{
    for (uint32_t i = 0; i < PHASES; i++)
        if (strlen(phase_name(i)) == len && memcmp(phase_name(i), name, len) == 0) {
            s->phases |= 1u << i;
            return true;
        }
    return false;
}

/* "examples,stateful"; all of them if nothing was said. */
static bool read_phases(RestTestSettings *s)
{
    const char *at = s->phase_names;

    if (!at)
        s->phases = (1u << PHASES) - 1;
    while (at && *at) {
        size_t len = strcspn(at, ",");
        if (!add_phase(s, at, len))
            return false;
        at += len + (at[len] == ',');
    }
    return s->phases != 0;
}

/* What is wrong with the options, or NULL. */
static const char *problem_of(RestTestSettings *s, struct assay_arena *arena)
{
    for (uint32_t i = 0; i < s->header_list.count; i++)
        if (!add_header_line(s, s->header_lines[i]))
            return "--header is 'NAME: VALUE'";
    for (uint32_t i = 0; i < s->excluded_list.count; i++)
        if (!strchr(s->excluded[i], ' '))
            return "--exclude is 'METHOD TEMPLATE'";
    if (!s->url)
        return "no server is given: --url=http://127.0.0.1:8080";
    if (http_base_problem(s->url)) {
        const char *text =
            assay_arena_printf(arena, "--url: %s", http_base_problem(s->url));
        return text ? text : "--url cannot be used";
    }
    if (!read_phases(s))
        return "--phases are some of examples,boundaries,random,stateful";
    if (s->jobs > JOBS_MAX)
        return "--jobs is 64 at most";
    if (s->jobs > 1 && (s->closed || s->reset))
        return "with --jobs others use the server at the same time: neither --closed nor "
               "--reset";
    if (!add_auth(s, arena))
        return "--auth is basic:USER:PASSWORD, bearer:TOKEN or command:COMMAND, which "
               "must succeed";
    return NULL;
}

/* Without what is secret, so that it can be printed. */
static const char *command_of(const RestTestSettings *s, const char *path,
                              struct assay_arena *arena)
{
    struct assay_buf text;
    const char *copy;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "assay rest test ");
    assay_shell_word(&text, assay_str(path));
    assay_buf_puts(&text, " --url ");
    assay_shell_word(&text, assay_str(s->url));
    if (s->reset) {
        assay_buf_puts(&text, " --reset ");
        assay_shell_word(&text, assay_str(s->reset));
    }
    if (s->closed)
        assay_buf_puts(&text, " --closed");
    if (s->steps != TEST_STEPS)
        assay_buf_printf(&text, " --steps=%llu", (unsigned long long)s->steps);
    if (s->nheaders > 0)
        assay_buf_puts(&text, s->auth ? " --auth ..." : " --header ...");
    copy = assay_arena_text(arena, text.at, text.len);
    assay_buf_done(&text);
    return copy ? copy : "assay rest test";
}

static int start(Cli *cli, RestTestSettings *s, const char *path,
                 struct assay_arena *arena)
{
    const char *problem = problem_of(s, arena);

    if (problem)
        return command_misused(cli, problem);
    s->command = command_of(s, path, arena);
    return rest_test_file(path, s);
}

/* ---- The table of options, in parts. */

typedef struct {
    struct assay_opt at[OPTIONS_MAX];
    uint32_t count;
} Table;

static void add_options(Table *t, const struct assay_opt *list, size_t count)
{
    for (size_t i = 0; i < count && t->count < OPTIONS_MAX; i++)
        t->at[t->count++] = list[i];
}

static void add_server_options(Table *t, RestTestSettings *s)
{
    const struct assay_opt list[] = {
        {"url", 0, ASSAY_OPT_TEXT, &s->url, "URL",
         "the server; nothing else is ever contacted", NULL},
        {"auth", 0, ASSAY_OPT_TEXT, &s->auth, "HOW",
         "basic:USER:PASSWORD, bearer:TOKEN or command:COMMAND", NULL},
        {"header", 'H', ASSAY_OPT_LIST, &s->header_list, "'NAME: VALUE'",
         "for all requests; may be there several times", NULL},
        {"exclude", 0, ASSAY_OPT_LIST, &s->excluded_list, "'METHOD TEMPLATE'",
         "an operation to leave alone; may be there several times", NULL},
        {"cookies", 0, ASSAY_OPT_FLAG, &s->cookies, NULL,
         "keep cookies during an execution", NULL},
        {"insecure", 0, ASSAY_OPT_FLAG, &s->insecure, NULL, "take any certificate", NULL},
        {"ca", 0, ASSAY_OPT_TEXT, &s->ca_file, "FILE", "certificates to trust", NULL},
        {"reset", 0, ASSAY_OPT_TEXT, &s->reset, "'POST /PATH'",
         "a request that empties the server, before each execution", NULL},
        {"closed", 0, ASSAY_OPT_FLAG, &s->closed, NULL,
         "nobody else uses the server, and executions leave nothing", NULL},
    };

    add_options(t, list, sizeof list / sizeof *list);
}

static void add_search_options(Table *t, RestTestSettings *s)
{
    const struct assay_opt list[] = {
        {"phases", 0, ASSAY_OPT_TEXT, &s->phase_names, "LIST",
         "some of examples,boundaries,random,stateful (all)", NULL},
        {"runs", 'n', ASSAY_OPT_POSITIVE, &s->runs, "N",
         "executions, sequences of requests (4000)", NULL},
        {"seconds", 0, ASSAY_OPT_SECONDS, &s->seconds, "S",
         "of searching; shrinking takes more (12)", NULL},
        {"steps", 0, ASSAY_OPT_POSITIVE, &s->steps, "N",
         "requests of an execution at most (16)", NULL},
        {"findings", 0, ASSAY_OPT_POSITIVE, &s->findings, "N",
         "distinct failures looked for (10)", NULL},
        {"seed", 's', ASSAY_OPT_COUNT, &s->seed, "N",
         "of the random choices (a new one every time)", NULL},
        {"jobs", 'j', ASSAY_OPT_POSITIVE, &s->jobs, "N",
         "executions at the same time; what fails is tried again alone (1)", NULL},
        {"timeout", 0, ASSAY_OPT_SECONDS, &s->timeout, "S", "for an answer (10)", NULL},
        {"slow", 0, ASSAY_OPT_SECONDS, &s->slow, "S",
         "an answer that takes longer is a finding", NULL},
        {"rate", 0, ASSAY_OPT_SECONDS, &s->rate, "N", "requests a second at most", NULL},
        {"limit", 0, ASSAY_OPT_SECONDS, &s->limit, "S",
         "time for one question to the solver (2)", NULL},
    };

    add_options(t, list, sizeof list / sizeof *list);
}

static void add_report_options(Table *t, RestTestSettings *s)
{
    const struct assay_opt list[] = {
        {"replay", 0, ASSAY_OPT_TEXT, &s->replay, "FILE",
         "only execute saved choices, a file or their text", NULL},
        {"store", 0, ASSAY_OPT_TEXT, &s->store, "DIR", "folder of findings (.assay)",
         NULL},
        {"junit", 0, ASSAY_OPT_TEXT, &s->junit, "FILE",
         "also write JUnit XML there, a case for each triple", NULL},
        {"har", 0, ASSAY_OPT_TEXT, &s->har, "FILE",
         "write all requests and answers, without secrets, as HAR", NULL},
        {"json", 0, ASSAY_OPT_FLAG, &s->json, NULL,
         "print JSON, one line for each finding and triple", NULL},
        command_quiet_option(&s->quiet, "only findings and the last line"),
    };

    add_options(t, list, sizeof list / sizeof *list);
}

/* ---- The command. */

static int run_command(Cli *cli, int argc, char **argv)
{
    RestTestSettings s = {.console = &cli->console,
                          .runs = TEST_RUNS,
                          .steps = TEST_STEPS,
                          .findings = 10,
                          .jobs = 1,
                          .seconds = TEST_SECONDS,
                          .timeout = 10,
                          .limit = SMT_TIME_LIMIT / 1000.0};
    Table table = {.count = 0};
    const struct assay_opt last[] = {
        command_color_option(cli), command_help_option(cli), {.name = NULL}};
    struct assay_arena arena;
    int code;

    s.header_list = (struct assay_opt_list){s.header_lines, 0, TEST_HEADERS};
    s.excluded_list = (struct assay_opt_list){s.excluded, 0, TEST_EXCLUDED};
    add_server_options(&table, &s);
    add_search_options(&table, &s);
    add_report_options(&table, &s);
    add_options(&table, last, sizeof last / sizeof *last);
    assay_arena_init(&arena, NULL, 0);
    code = command_start(cli, table.at, argc, argv) < 0 ? cli->exit
                                                        : start(cli, &s, argv[1], &arena);
    assay_arena_done(&arena);
    return code;
}

const Command rest_test_command = {
    .name = "test",
    .summary = "test a server against its specification",
    .arguments = "SPEC.hrest --url=URL",
    .about =
        "Sends requests that satisfy preconditions, and some that just do not, in "
        "sequences\n"
        "that make use of each other's answers, and judges every answer by all "
        "triples that\n"
        "apply. What is found is shrunk to the fewest requests, as commands of curl.\n"
        "\n"
        "First comes an example of each triple, then values at the edges of what they "
        "may be,\n"
        "with one condition of the precondition negated after the other, then single "
        "requests\n"
        "and sequences at random.\n"
        "\n"
        "exit status: 0 nothing was found, 1 a finding, 2 something is wrong\n",
    .run = run_command,
};
