/*
 * assay rest check: whether specifications make sense.
 */
#include "cli/input.h"
#include "cli/rest.h"
#include "diag/render.h"
#include "rest/check.h"
#include "smt/smt.h"
#include <string.h>

enum { DUMP_NOTHING, DUMP_TERMS, DUMP_SMT };
static const char *const dump_words[] = {"nothing", "terms", "smt", NULL};

typedef struct {
    Console *console;
    bool json, quiet, no_coverage;
    int dump;
    double limit; /* seconds of a query */
} Settings;

/* One file, and all that is made of it. */
typedef struct {
    const char *path;
    struct assay_buf text;
    struct assay_arena arena;
    Diags diags;
    Spec spec;
    SmtStats stats;
} Job;

static void job_init(Job *j, const char *path)
{
    *j = (Job){.path = path};
    assay_buf_init(&j->text, NULL, INPUT_MAX);
    assay_arena_init(&j->arena, NULL, 0);
    diag_init(&j->diags);
}

static void job_done(Job *j)
{
    rest_spec_done(&j->spec);
    diag_done(&j->diags);
    assay_arena_done(&j->arena);
    assay_buf_done(&j->text);
}

/* ---- What is said. */

static void plural(struct assay_buf *out, uint32_t n, const char *what)
{
    assay_buf_printf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

static void summary(const Job *j, struct assay_buf *out)
{
    assay_buf_printf(out, "%s: ", j->path);
    if (j->diags.errors > 0)
        plural(out, j->diags.errors, "error");
    else
        assay_buf_puts(out, "valid");
    if (j->diags.warnings > 0) {
        assay_buf_puts(out, ", ");
        plural(out, j->diags.warnings, "warning");
    }
    assay_buf_puts(out, "; ");
    plural(out, j->spec.ntriples, "triple");
    assay_buf_puts(out, ", ");
    plural(out, j->stats.queries, "question");
    if (j->stats.undecided > 0)
        assay_buf_printf(out, " (%u not decided)", j->stats.undecided);
    assay_buf_puts(out, " to the solver\n");
}

static void show(Job *j, const Settings *s)
{
    struct assay_buf *out = &s->console->out;

    diag_sort(&j->diags);
    if (s->json) {
        render_json(&j->diags, out);
        return;
    }
    render_text(&j->diags, out);
    if (!s->quiet)
        summary(j, out);
}

static void dump_terms(const Job *j, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->spec.reader.aliases.count; i++) {
        const Alias *alias = j->spec.reader.aliases.at[i];
        assay_buf_printf(out, "type %s\n", alias->name);
        if (alias->type)
            type_dump(alias->type, out);
    }
    for (uint32_t i = 0; i < j->spec.ntriples; i++) {
        const Triple *t = j->spec.triples[i];
        assay_buf_puts(out, "pre\n");
        term_dump(t->pre, out);
        assay_buf_printf(out, "%s ", rest_method_text(t->method));
        term_print(t->url, out);
        assay_buf_puts(out, "\npost\n");
        term_dump(t->post, out);
    }
}

/* ---- Checking. */

static bool check(Job *j, const Settings *s)
{
    SmtOptions options = {.time_limit_ms = (uint32_t)(s->limit * 1000),
                          .dump = s->dump == DUMP_SMT ? stdout : NULL};
    Smt *smt = smt_new(&options);
    Prover prover;
    Checker checker = {.diags = &j->diags, .arena = &j->arena, .prover = &prover};

    if (!smt) {
        console_error(s->console, j->path, "the solver cannot be started");
        return false;
    }
    prover = smt_prover(smt);
    rest_check(&j->spec, &checker, &(RestCheck){.coverage = !s->no_coverage});
    j->stats = smt_stats(smt);
    smt_free(smt);
    return true;
}

/* The folder that a path is in, in the arena; NULL for the current one. */
static const char *folder_of(Job *j)
{
    const char *slash = strrchr(j->path, '/');

    return slash ? assay_arena_text(&j->arena, j->path,
                                    slash == j->path ? 1 : (size_t)(slash - j->path))
                 : NULL;
}

static int judge(Job *j, const Settings *s)
{
    uint32_t source =
        diag_source(&j->diags, j->path, (struct assay_str){j->text.at, j->text.len});
    uint32_t unreadable;

    if (!rest_spec_read(&j->spec, &j->diags, source, folder_of(j), &j->arena)) {
        console_error(s->console, j->path, "out of memory");
        return COMMAND_BAD_USE;
    }
    if (s->dump == DUMP_TERMS) {
        dump_terms(j, &s->console->out);
        return COMMAND_HELD;
    }
    unreadable = j->diags.errors;
    if (!check(j, s))
        return COMMAND_BUG;
    show(j, s);
    return unreadable > 0        ? COMMAND_BAD_USE
           : j->diags.errors > 0 ? COMMAND_FINDING
                                 : COMMAND_HELD;
}

static int check_file(const char *path, const Settings *s)
{
    Job j;
    enum assay_status status;
    int code;

    job_init(&j, path);
    status = input_read(path, &j.text);
    if (status) {
        console_error(s->console, path, "%s", input_error(status));
        code = COMMAND_BAD_USE;
    } else {
        code = judge(&j, s);
    }
    job_done(&j);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console, .limit = SMT_TIME_LIMIT / 1000.0};
    const struct assay_opt table[] = {
        {.name = "json",
         .type = ASSAY_OPT_FLAG,
         .into = &s.json,
         .help = "print JSON, one line per error or warning"},
        {.name = "quiet",
         .letter = 'q',
         .type = ASSAY_OPT_FLAG,
         .into = &s.quiet,
         .help = "no summary"},
        {.name = "no-coverage",
         .type = ASSAY_OPT_FLAG,
         .into = &s.no_coverage,
         .help = "do not warn of requests that no triple covers"},
        {.name = "limit",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.limit,
         .value = "SECONDS",
         .help = "time for one question to the solver (default 2)"},
        {.name = "dump",
         .type = ASSAY_OPT_CHOICE,
         .into = &s.dump,
         .value = "WHAT",
         .words = dump_words,
         .help = "print terms, or the questions as SMT-LIB"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int files = command_start(cli, table, argc, argv), worst = COMMAND_HELD;

    if (files < 0)
        return cli->exit;
    if (files == 0)
        return command_misused(cli, "a specification is missing");
    for (int i = 1; i <= files; i++) {
        int code = check_file(argv[i], &s);
        worst = code > worst ? code : worst;
        console_flush_much(s.console);
    }
    return worst;
}

const Command rest_check_command = {
    .name = "check",
    .summary = "check that specifications make sense",
    .arguments = "FILE...",
    .about = "Checks that every condition has a value wherever it is evaluated, that "
             "triples of\n"
             "an endpoint do not contradict each other, and warns of conditions that "
             "never hold\n"
             "and of requests that no triple covers. '-' is the standard input.\n"
             "\n"
             "exit status: 0 valid, 1 something is wrong, 2 it cannot be read\n",
    .run = run,
};
