/*
 * assay rest check: whether specifications make sense.
 */
#include "base/path.h"
#include "cli/input.h"
#include "cli/rest.h"
#include "cli/summary.h"
#include "cli/watched.h"
#include "diag/render.h"
#include "rest/check.h"
#include "smt/smt.h"
#include <errno.h>
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
    Watch *watch;
    uint32_t asked, undecided;
    const Settings *settings;
} Job;

static void job_init(Job *j, const char *path, const Settings *s)
{
    *j = (Job){.path = path, .settings = s};
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

static void summary(const Job *j, struct assay_buf *out)
{
    summary_verdict(out, j->path, &j->diags);
    assay_buf_puts(out, "; ");
    summary_count(out, j->spec.ntriples, "triple");
    assay_buf_puts(out, ", ");
    summary_count(out, j->asked, "question");
    if (j->undecided > 0)
        assay_buf_printf(out, " (%u not decided)", j->undecided);
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

static uint32_t limit_ms(const Settings *s)
{
    return watched_limit_ms(s->limit);
}

/* The dump is written at last, as a check may begin anew. */
static void copy_dump(FILE *dump)
{
    char block[65536];
    size_t got;

    rewind(dump);
    while ((got = fread(block, 1, sizeof block, dump)) > 0)
        fwrite(block, 1, got, stdout);
}

static bool ask(Job *j, const Settings *s, FILE *dump)
{
    Smt *smt = smt_new(&(SmtOptions){.time_limit_ms = limit_ms(s), .dump = dump});
    Prover prover, watched;
    Checker checker = {.diags = &j->diags, .arena = &j->arena, .prover = &watched};

    if (!smt) {
        console_error(s->console, j->path, "the solver cannot be started");
        return false;
    }
    prover = smt_prover(smt);
    watched = smt_watch_prover(j->watch, &prover, dump);
    rest_check(&j->spec, &checker, &(RestCheck){.coverage = !s->no_coverage});
    j->asked = smt_watch_asked(j->watch);
    j->undecided = smt_watch_undecided(j->watch);
    smt_free(smt);
    return true;
}

static bool check(Job *j, const Settings *s)
{
    FILE *dump;
    bool ok;

    if (s->dump != DUMP_SMT)
        return ask(j, s, NULL);
    dump = tmpfile();
    if (!dump) {
        console_error(s->console, j->path, "no room for the dump: %s", strerror(errno));
        return false;
    }
    ok = ask(j, s, dump);
    copy_dump(dump);
    fclose(dump);
    return ok;
}

/* The folder that a path is in, in the arena; NULL for the current one. */
static const char *folder_of(Job *j)
{
    size_t len = assay_path_folder(j->path);

    return len > 0 ? assay_arena_text(&j->arena, j->path, len) : NULL;
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

static int work(void *ctx, Watch *w)
{
    Job *j = ctx;

    j->watch = w;
    return judge(j, j->settings);
}

static int check_file(void *ctx, const char *path)
{
    const Settings *s = ctx;
    Job j;
    enum assay_status status;
    int code;

    job_init(&j, path, s);
    status = input_read(path, &j.text);
    if (status) {
        console_error(s->console, path, "cannot read: %s", assay_file_error(status));
        code = COMMAND_BAD_USE;
    } else {
        code = watched_run(s->console, j.path, limit_ms(s), work, &j);
    }
    job_done(&j);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console, .limit = SMT_TIME_LIMIT / 1000.0};
    const struct assay_opt table[] = {
        command_json_option(&s.json, "print JSON, one line for each error or warning"),
        command_quiet_option(&s.quiet, "no summary"),
        {.name = "no-coverage",
         .type = ASSAY_OPT_FLAG,
         .into = &s.no_coverage,
         .help = "do not warn of requests that no triple covers"},
        {.name = "limit",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.limit,
         .value = "S",
         .help = "time for one question to the solver (2)"},
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
    int files = command_start(cli, table, argc, argv);

    return files < 0 ? cli->exit : input_each(argv + 1, files, check_file, &s);
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
