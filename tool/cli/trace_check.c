/*
 * assay trace check: whether specifications make sense.
 */
#include "cli/input.h"
#include "cli/summary.h"
#include "cli/trace.h"

typedef struct {
    Console *console;
    bool json, quiet, dump;
} Settings;

static void summary(const char *path, const TraceSpec *spec, const Diags *diags,
                    struct assay_buf *out)
{
    summary_verdict(out, path, diags);
    assay_buf_puts(out, "; ");
    summary_count(out, spec->nevents, "event");
    assay_buf_puts(out, ", ");
    summary_count(out, spec->nrules, "rule");
    assay_buf_printf(out, ", %u %s\n", spec->nproperties,
                     spec->nproperties == 1 ? "property" : "properties");
}

static int check_file(void *ctx, const char *path)
{
    const Settings *s = ctx;
    struct assay_buf *out = &s->console->out;
    TraceFile f;
    int code = COMMAND_BAD_USE;

    if (trace_file_open(&f, s->console, path, true)) {
        code = f.diags.errors == 0 ? COMMAND_HELD : COMMAND_BAD_USE;
        trace_file_report(&f, s->json);
        if (s->dump && code == COMMAND_HELD)
            trace_spec_print(&f.spec, out);
        if (!s->json && !s->quiet)
            summary(path, &f.spec, &f.diags, out);
    }
    trace_file_close(&f);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console};
    const struct assay_opt table[] = {
        command_json_option(&s.json, "print JSON, one line for each error or warning"),
        command_quiet_option(&s.quiet, "no summary"),
        {.name = "dump",
         .type = ASSAY_OPT_FLAG,
         .into = &s.dump,
         .help = "print what was read, with every regex written out"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int files = command_start(cli, table, argc, argv);

    return files < 0 ? cli->exit : input_each(argv + 1, files, check_file, &s);
}

const Command trace_check_command = {
    .name = "check",
    .summary = "check that specifications make sense",
    .arguments = "FILE...",
    .about =
        "Checks that names, sorts and fields are what they should be, and that a rule\n"
        "can cause every event that the tester does not. '-' is the standard input.\n"
        "\n"
        "exit status: 0 valid, 2 something is wrong\n",
    .run = run,
};
