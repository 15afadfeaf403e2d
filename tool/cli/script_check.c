/*
 * assay script check: whether programs are right.
 */
#include "cli/input.h"
#include "cli/script.h"
#include "cli/script_prove.h"
#include "cli/script_watch.h"
#include "cli/summary.h"

enum { DUMP_NOTHING, DUMP_PROGRAM };
static const char *const dump_words[] = {"nothing", "program", NULL};

typedef struct {
    ScriptProof proof;
    bool json, quiet, watch;
    int dump;
    Console *console;
    char **paths;
    int count;
    WatchedFiles watched;
} Settings;

/* ---- What is said. */

static void summary(const ScriptFile *f, const ScriptProved *p, struct assay_buf *out)
{
    summary_verdict(out, f->path, &f->diags);
    assay_buf_puts(out, p->stats.functions ? "; " : "\n");
    if (p->stats.functions == 0)
        return;
    summary_count(out, p->stats.functions, "function");
    assay_buf_puts(out, ", ");
    summary_count(out, p->asked, "question");
    if (p->undecided > 0)
        assay_buf_printf(out, " (%u not decided)", p->undecided);
    assay_buf_puts(out, " to the solver\n");
}

static int report(ScriptFile *f, const ScriptProved *p, const Settings *s, int bad)
{
    script_file_report(f, s->json);
    if (!s->json && !s->quiet)
        summary(f, p, &s->console->out);
    return f->diags.errors > 0 ? bad : COMMAND_HELD;
}

static int then(void *ctx, ScriptFile *f, const ScriptProved *proved)
{
    return report(f, proved, ctx, COMMAND_FINDING);
}

static int judge(ScriptFile *f, Settings *s)
{
    if (s->dump == DUMP_PROGRAM) {
        script_dump(&f->script, &s->console->out);
        return COMMAND_HELD;
    }
    if (f->diags.errors > 0)
        return report(f, &(ScriptProved){.asked = 0}, s, COMMAND_BAD_USE);
    return script_prove(f, &s->proof, then, s);
}

static int check_file(void *ctx, const char *path)
{
    Settings *s = ctx;
    ScriptFile f;
    int code = COMMAND_BAD_USE;

    if (script_file_open(&f, s->console, path))
        code = judge(&f, s);
    if (s->watch)
        script_watch_add(&s->watched, &f);
    script_file_close(&f);
    return code;
}

static int check_all(void *ctx)
{
    Settings *s = ctx;

    return input_each(s->paths, s->count, check_file, s);
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console, .proof = SCRIPT_PROOF_DEFAULT};
    const struct assay_opt table[] = {
        command_json_option(&s.json, "print JSON, one line for each error or warning"),
        command_quiet_option(&s.quiet, "no summary"),
        {.name = "total",
         .type = ASSAY_OPT_FLAG,
         .into = &s.proof.verify.total,
         .help = "also prove that loops and recursion end"},
        {.name = "infer",
         .type = ASSAY_OPT_FLAG,
         .into = &s.proof.verify.infer,
         .help = "use invariants that are found for while loops, too"},
        {.name = "watch",
         .letter = 'w',
         .type = ASSAY_OPT_FLAG,
         .into = &s.watch,
         .help = "check again whenever a file changes"},
        script_limit_option(&s.proof),
        script_jobs_option(&s.proof),
        script_cache_option(&s.proof),
        {.name = "dump",
         .type = ASSAY_OPT_CHOICE,
         .into = &s.dump,
         .value = "WHAT",
         .words = dump_words,
         .help = "print the program as it was read"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    s.count = command_start(cli, table, argc, argv);
    s.paths = argv + 1;
    if (s.count < 0)
        return cli->exit;
    return s.watch ? script_watch(s.console, &s.watched, check_all, &s) : check_all(&s);
}

const Command script_check_command = {
    .name = "check",
    .summary = "prove that programs are right",
    .arguments = "FILE...",
    .about =
        "Proves that programs, whatever they are given, divide by nothing that is zero,\n"
        "index within bounds, read fields that are there, and call endpoints that the\n"
        "specification has with data that it accepts; and that variables, arguments and\n"
        "results have their types. '-' is the standard input.\n"
        "\n"
        "exit status: 0 all is proved, 1 something is wrong or could not be proved,\n"
        "2 it cannot be read\n",
    .run = run,
};
