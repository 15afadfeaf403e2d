/*
 * assay trace check: whether specifications make sense.
 */
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/trace.h"
#include "diag/render.h"
#include "synth/spec.h"

typedef struct {
    Console *console;
    bool json, quiet, dump;
} Settings;

static void plural(struct assay_buf *out, const char *before, uint32_t n, const char *one,
                   const char *many)
{
    assay_buf_printf(out, "%s%u %s", before, n, n == 1 ? one : many);
}

static void summary(const char *path, const TraceSpec *spec, const Diags *diags,
                    struct assay_buf *out)
{
    assay_buf_printf(out, "%s: ", path);
    if (diags->errors > 0)
        plural(out, "", diags->errors, "error", "errors");
    else
        assay_buf_puts(out, "valid");
    if (diags->warnings > 0)
        plural(out, ", ", diags->warnings, "warning", "warnings");
    plural(out, "; ", spec->nevents, "event", "events");
    plural(out, ", ", spec->nrules, "rule", "rules");
    plural(out, ", ", spec->nproperties, "property", "properties");
    assay_buf_putc(out, '\n');
}

static int judge(const char *path, struct assay_str text, const Settings *s)
{
    struct assay_buf *out = &s->console->out;
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    bool read;
    int code;

    assay_arena_init(&arena, NULL, 0);
    diag_init(&diags);
    read = trace_spec_read(&spec, &diags, diag_source(&diags, path, text),
                           folder_of(&arena, path), &arena);
    code = read && diags.errors == 0 ? COMMAND_HELD : COMMAND_BAD_USE;
    diag_sort(&diags);
    if (!read)
        console_error(s->console, path, "out of memory");
    else if (s->json)
        render_json(&diags, out);
    else
        render_text(&diags, out);
    if (read && s->dump && code == COMMAND_HELD)
        trace_spec_print(&spec, out);
    if (read && !s->json && !s->quiet)
        summary(path, &spec, &diags, out);
    trace_spec_done(&spec);
    diag_done(&diags);
    assay_arena_done(&arena);
    return code;
}

static int check_file(const char *path, const Settings *s)
{
    struct assay_buf text;
    enum assay_status status;
    int code = COMMAND_BAD_USE;

    assay_buf_init(&text, NULL, INPUT_MAX);
    status = input_read(path, &text);
    if (status)
        console_error(s->console, path, "%s", assay_file_error(status));
    else
        code = judge(path, (struct assay_str){text.at, text.len}, s);
    assay_buf_done(&text);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console};
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
        {.name = "dump",
         .type = ASSAY_OPT_FLAG,
         .into = &s.dump,
         .help = "print what was read, with every regex written out"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int files = command_start(cli, table, argc, argv), worst = COMMAND_HELD;

    if (files < 0)
        return cli->exit;
    for (int i = 1; i <= files; i++) {
        int code = check_file(argv[i], &s);
        worst = code > worst ? code : worst;
    }
    return worst;
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
