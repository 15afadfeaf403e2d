/*
 * assay rest test: a server against its specification. All happens in the child that is
 * watched while the solver is asked: the server is spoken to when the last question was
 * answered.
 */
#include "cli/rest_test.h"
#include "base/base64.h"
#include "base/shell.h"
#include "cli/config.h"
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/rest.h"
#include "cli/watched.h"
#include "diag/render.h"
#include "rest/check.h"
#include "rest/endpoint.h"
#include "smt/smt.h"
#include "term/template.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEST_RUNS 4000
#define TEST_STEPS 16
#define TEST_SECONDS 12
#define TRIPLES_MAX 1024

typedef struct {
    const char *path;
    const RestTestSettings *settings;
    struct assay_buf text, replay;
    struct assay_arena arena;
    Diags diags;
    Spec spec;
    Watch *watch;
    const Value **models;
} Job;

/* ---- The specification. */

/* A request for each triple that the solver finds; NULL where it finds none. */
static void find_models(Job *j, Checker *c)
{
    j->models = assay_arena_new(&j->arena, j->spec.ntriples + 1, sizeof *j->models);
    for (uint32_t i = 0; j->models && i < j->spec.ntriples; i++) {
        const Triple *t = j->spec.triples[i];
        const Scope *scope = scope_before(c, rest_pre_scope(&j->spec, c, t), t->pre);
        ProverVerdict v = c->prover->possible(c->prover->ctx, scope, &j->arena);
        for (uint32_t k = 0; v.answer == PROVER_REFUTED && k < v.count; k++)
            if (v.values[k].var == t->request)
                j->models[i] = v.values[k].value;
    }
}

static bool check_spec(Job *j)
{
    Smt *smt =
        smt_new(&(SmtOptions){.time_limit_ms = watched_limit_ms(j->settings->limit)});
    Prover prover, watched;
    Checker checker = {.diags = &j->diags, .arena = &j->arena, .prover = &watched};

    if (!smt) {
        console_error(j->settings->console, j->path, "the solver cannot be started");
        return false;
    }
    prover = smt_prover(smt);
    watched = smt_watch_prover(j->watch, &prover, NULL);
    rest_check(&j->spec, &checker, &(RestCheck){.coverage = true});
    if (j->diags.errors == 0)
        find_models(j, &checker);
    smt_free(smt);
    return true;
}

/* Reads and checks it; what is wrong is said. Warnings are for `assay rest check`. */
static bool prepare(Job *j)
{
    uint32_t source =
        diag_source(&j->diags, j->path, (struct assay_str){j->text.at, j->text.len});

    if (!rest_spec_read(&j->spec, &j->diags, source, folder_of(&j->arena, j->path),
                        &j->arena)) {
        console_error(j->settings->console, j->path, "out of memory");
        return false;
    }
    if (!check_spec(j))
        return false;
    if (j->diags.errors > 0) {
        diag_sort(&j->diags);
        render_text(&j->diags, &j->settings->console->out);
        console_error(j->settings->console, j->path,
                      "the specification is wrong; no server was asked");
        return false;
    }
    if (j->spec.ntriples == 0 || j->spec.ntriples > TRIPLES_MAX) {
        console_error(j->settings->console, j->path,
                      j->spec.ntriples == 0 ? "there is no triple to test"
                                            : "there are more than 1024 triples");
        return false;
    }
    return true;
}

/* ---- Executions. */

static bool is_reachable(Job *j, const HttpOptions *http)
{
    HttpClient *c = http_client_new(http);
    HttpRequest r = {.method = REST_GET,
                     .path = assay_str("/"),
                     .headers = j->settings->headers,
                     .nheaders = j->settings->nheaders};
    HttpAnswer a;
    bool good = c && http_exchange(c, &r, &j->arena, &a);

    if (good && a.end != HTTP_ANSWERED) {
        console_error(j->settings->console, j->settings->url, "%s", a.error);
        good = false;
    }
    http_client_free(c);
    return good;
}

static bool run(Job *j, Drive *d, struct assay_report **ret)
{
    const RestTestSettings *s = j->settings;
    const char *base = folder_base_of(j->path), *dot = strrchr(base, '.');
    struct assay_property property = {
        .name = assay_arena_printf(&j->arena, "%.*s",
                                   dot ? (int)(dot - base) : (int)strlen(base), base),
        .run = drive_execute,
        .context = d};
    struct assay_options options = {
        .runs = s->runs,
        .seed = s->seed,
        .seconds = s->seconds,
        .timeout = s->timeout * (double)(s->steps + 2) + 10,
        .findings = (uint32_t)s->findings,
        .shrink = 2000,
        .rejects = UINT32_MAX,
        .store = s->store,
    };

    setenv("ASSAY_PROGRAM", s->command, 1);
    return !(s->replay ? assay_replay(&property, j->replay.at, &options, ret)
                       : assay_check(&property, &options, ret));
}

/* Whether "delete /x/{id}" is a triple's operation. */
static bool is_operation(const Triple *t, const char *text)
{
    size_t len = strcspn(text, " ");
    const char *method = rest_method_text(t->method);

    return strlen(method) == len && strncasecmp(method, text, len) == 0 &&
           assay_str_equal(rest_template(t)->source, assay_str(text + len + 1));
}

/* Which triples are left alone; NULL, and it is said, if there is no such operation. */
static const bool *find_excluded(Job *j)
{
    const RestTestSettings *s = j->settings;
    bool *excluded = assay_arena_new(&j->arena, j->spec.ntriples, sizeof *excluded);

    for (uint32_t i = 0; excluded && i < s->nexcluded; i++) {
        bool found = false;
        for (uint32_t k = 0; k < j->spec.ntriples; k++)
            if (is_operation(j->spec.triples[k], s->excluded[i]))
                excluded[k] = found = true;
        if (!found) {
            console_error(s->console, j->path, "there is no operation '%s' to exclude",
                          s->excluded[i]);
            return NULL;
        }
    }
    return excluded;
}

/* The file of --har with its head, or -1. */
static int har_begin(const RestTestSettings *s)
{
    int fd = s->har
                 ? open(s->har, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)
                 : -1;
    struct assay_buf text;

    if (s->har && fd < 0)
        console_error(s->console, s->har, "cannot be written: %s", strerror(errno));
    if (fd < 0)
        return -1;
    assay_buf_init(&text, NULL, 0);
    http_har_begin(&text, ASSAY_VERSION);
    if (write(fd, text.at, text.len) != (ssize_t)text.len)
        console_error(s->console, s->har, "cannot be written: %s", strerror(errno));
    assay_buf_done(&text);
    return fd;
}

static void har_end(int fd)
{
    struct assay_buf text;

    if (fd < 0)
        return;
    assay_buf_init(&text, NULL, 0);
    http_har_end(&text);
    if (write(fd, text.at, text.len) < 0)
        errno = 0; /* what is missing is seen by whoever reads it */
    assay_buf_done(&text);
    close(fd);
}

static int test(Job *j)
{
    const RestTestSettings *s = j->settings;
    Drive d = {.spec = &j->spec,
               .diags = &j->diags,
               .path = j->path,
               .http = {.base = s->url,
                        .timeout = s->timeout,
                        .rate = s->rate,
                        .insecure = s->insecure,
                        .ca_file = s->ca_file,
                        .cookies = s->cookies},
               .headers = s->headers,
               .nheaders = s->nheaders,
               .steps = (uint32_t)s->steps,
               .slow = s->slow,
               .closed = s->closed,
               .reset = s->reset,
               .models = j->models,
               .phases = s->phases};
    struct assay_report *report = NULL;
    int code = COMMAND_BAD_USE;

    d.excluded = find_excluded(j);
    if (!d.excluded || !drive_begin(&d, &j->arena))
        return COMMAND_BAD_USE;
    d.har = har_begin(s);
    if ((!s->har || d.har >= 0) && is_reachable(j, &d.http)) {
        if (!run(j, &d, &report))
            console_error(s->console, j->path, "the executions cannot be started");
        else if (report->verdict == ASSAY_MISUSED)
            console_error(s->console, s->url, "%s", report->error);
        if (report) {
            rest_test_report(s, &d, report);
            code = report->nfindings > 0              ? COMMAND_FINDING
                   : report->verdict == ASSAY_MISUSED ? COMMAND_BAD_USE
                                                      : COMMAND_HELD;
            if (s->junit && !rest_test_junit(s, &d, report))
                code = COMMAND_BAD_USE;
            assay_report_free(report);
        }
    }
    har_end(d.har);
    drive_end(&d);
    return code;
}

static int work(void *ctx, Watch *w)
{
    Job *j = ctx;

    j->watch = w;
    return prepare(j) ? test(j) : COMMAND_BAD_USE;
}

/* --replay is a file, or choices as they are printed. */
static bool read_inputs(Job *j)
{
    const RestTestSettings *s = j->settings;
    enum assay_status status = input_read(j->path, &j->text);
    const char *about = j->path;

    if (!status && s->replay) {
        about = s->replay;
        if (access(about, F_OK) != 0 && assay_str_starts(assay_str(about), "assay"))
            assay_buf_puts(&j->replay, about);
        else
            status = input_read(about, &j->replay);
    }
    if (status)
        console_error(s->console, about, "%s", assay_file_error(status));
    return !status;
}

static int test_file(const char *path, const RestTestSettings *s)
{
    Job j = {.path = path, .settings = s};
    int code = COMMAND_BAD_USE;

    assay_buf_init(&j.text, NULL, INPUT_MAX);
    assay_buf_init(&j.replay, NULL, INPUT_MAX);
    assay_arena_init(&j.arena, NULL, 0);
    diag_init(&j.diags);
    if (read_inputs(&j))
        code = watched_run(s->console, path, watched_limit_ms(s->limit), work, &j);
    rest_spec_done(&j.spec);
    diag_done(&j.diags);
    assay_arena_done(&j.arena);
    assay_buf_done(&j.replay);
    assay_buf_done(&j.text);
    return code;
}

/* ---- Headers. */

static bool add_header(RestTestSettings *s, struct assay_str name, struct assay_str value,
                       bool secret)
{
    if (s->nheaders == TEST_HEADERS)
        return false;
    s->headers[s->nheaders++] = (HttpHeader){name, value, secret};
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
                      assay_str(value), true);
}

/* "delete /employees/{id}" */
static bool add_excluded(RestTestSettings *s, const char *operation)
{
    if (s->nexcluded == TEST_EXCLUDED || !strchr(operation, ' '))
        return false;
    s->excluded[s->nexcluded++] = operation;
    return true;
}

/* The value of an option that argv[*i] is, by its name or letter, or NULL. */
static const char *value_at(int argc, char **argv, int *i, const char *name,
                            const char *letter)
{
    size_t len = strlen(name);

    if (strncmp(argv[*i], name, len) == 0 && argv[*i][len] == '=')
        return argv[*i] + len + 1;
    if ((strcmp(argv[*i], name) != 0 && strcmp(argv[*i], letter) != 0) || *i + 1 >= argc)
        return NULL;
    return argv[++*i];
}

/* Takes out of argv what may be there several times; how many words are left, or -1. */
static int take_lists(RestTestSettings *s, int argc, char **argv)
{
    int left = 0;

    for (int i = 0; i < argc; i++) {
        int at = i;
        const char *header = value_at(argc, argv, &i, "--header", "-H");
        const char *excluded =
            header ? NULL : value_at(argc, argv, &i, "--exclude", "--exclude");
        if (!header && !excluded)
            argv[left++] = argv[at];
        else if (header ? !add_header_line(s, header) : !add_excluded(s, excluded))
            return -1;
    }
    argv[left] = NULL;
    return left;
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
    return copy && add_header(s, assay_str("Authorization"), assay_str(copy), true);
}

/* ---- The command. */

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

static int start(Cli *cli, RestTestSettings *s, const char *path)
{
    struct assay_arena arena;
    const char *problem = s->url ? http_base_problem(s->url) : NULL;
    int code;

    if (!s->url)
        return command_misused(cli, "no server is given: --url=http://127.0.0.1:8080");
    if (problem)
        return command_misused(cli, problem);
    assay_arena_init(&arena, NULL, 0);
    if (add_auth(s, &arena)) {
        s->command = command_of(s, path, &arena);
        code = test_file(path, s);
    } else {
        code = command_misused(cli, "--auth is basic:USER:PASSWORD, bearer:TOKEN or "
                                    "command:COMMAND, which must succeed");
    }
    assay_arena_done(&arena);
    return code;
}

static int run_command(Cli *cli, int argc, char **argv)
{
    RestTestSettings s = {.console = &cli->console,
                          .runs = TEST_RUNS,
                          .steps = TEST_STEPS,
                          .findings = 10,
                          .phases = (1u << PHASES) - 1,
                          .seconds = TEST_SECONDS,
                          .timeout = 10,
                          .limit = SMT_TIME_LIMIT / 1000.0};
    const struct assay_opt table[] = {
        {.name = "url",
         .type = ASSAY_OPT_TEXT,
         .into = &s.url,
         .value = "URL",
         .help = "the server; nothing else is ever contacted"},
        {.name = "auth",
         .type = ASSAY_OPT_TEXT,
         .into = &s.auth,
         .value = "HOW",
         .help = "basic:USER:PASSWORD, bearer:TOKEN or command:COMMAND"},
        {.name = "header",
         .letter = 'H',
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay, /* taken before */
         .value = "'NAME: VALUE'",
         .help = "for all requests; may be there several times"},
        {.name = "exclude",
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay, /* taken before */
         .value = "'METHOD TEMPLATE'",
         .help = "an operation to leave alone; may be there several times"},
        {.name = "config",
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay, /* taken before */
         .value = "FILE",
         .help = "options, in a table [rest-test] (assay.toml, if it is there)"},
        {.name = "reset",
         .type = ASSAY_OPT_TEXT,
         .into = &s.reset,
         .value = "'POST /PATH'",
         .help = "a request that empties the server, before each execution"},
        {.name = "closed",
         .type = ASSAY_OPT_FLAG,
         .into = &s.closed,
         .help = "nobody else uses the server, and executions leave nothing"},
        {.name = "runs",
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.runs,
         .value = "N",
         .help = "executions, sequences of requests (4000)"},
        {.name = "seconds",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.seconds,
         .value = "S",
         .help = "of searching; shrinking takes more (12)"},
        {.name = "steps",
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.steps,
         .value = "N",
         .help = "requests of an execution at most (16)"},
        {.name = "findings",
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.findings,
         .value = "N",
         .help = "stop after so many (10)"},
        {.name = "seed",
         .type = ASSAY_OPT_COUNT,
         .into = &s.seed,
         .value = "N",
         .help = "the same executions each time"},
        {.name = "timeout",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.timeout,
         .value = "S",
         .help = "for an answer (10)"},
        {.name = "slow",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.slow,
         .value = "S",
         .help = "an answer that takes longer is a finding"},
        {.name = "rate",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.rate,
         .value = "N",
         .help = "requests a second at most"},
        {.name = "cookies",
         .type = ASSAY_OPT_FLAG,
         .into = &s.cookies,
         .help = "keep cookies during an execution"},
        {.name = "insecure",
         .type = ASSAY_OPT_FLAG,
         .into = &s.insecure,
         .help = "take any certificate"},
        {.name = "ca",
         .type = ASSAY_OPT_TEXT,
         .into = &s.ca_file,
         .value = "FILE",
         .help = "certificates to trust"},
        {.name = "replay",
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay,
         .value = "FILE",
         .help = "only this execution: a saved one, or its choices"},
        {.name = "store",
         .type = ASSAY_OPT_TEXT,
         .into = &s.store,
         .value = "DIR",
         .help = "where what was found is kept (.assay)"},
        {.name = "limit",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.limit,
         .value = "S",
         .help = "time for one question to the solver (2)"},
        {.name = "junit",
         .type = ASSAY_OPT_TEXT,
         .into = &s.junit,
         .value = "FILE",
         .help = "write a report as JUnit XML, a case for each triple"},
        {.name = "har",
         .type = ASSAY_OPT_TEXT,
         .into = &s.har,
         .value = "FILE",
         .help = "write all requests and answers, without secrets, as HAR"},
        {.name = "json",
         .type = ASSAY_OPT_FLAG,
         .into = &s.json,
         .help = "print JSON, one line for each finding and triple"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    struct assay_arena arena;
    int code = COMMAND_BAD_USE;

    assay_arena_init(&arena, NULL, 0);
    argv = config_words(cli, "rest-test", argc, argv, &arena, &argc);
    if (argv) {
        argc = take_lists(&s, argc, argv);
        if (argc < 0)
            code = command_misused(cli, "--header is 'NAME: VALUE', --exclude is "
                                        "'METHOD TEMPLATE'; 64 of each at most");
        else if (command_start(cli, table, argc, argv) < 0)
            code = cli->exit;
        else
            code = start(cli, &s, argv[1]);
    }
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
        "exit status: 0 nothing was found, 1 a finding, 2 something is wrong\n",
    .run = run_command,
};
