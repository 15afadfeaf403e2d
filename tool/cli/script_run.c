/*
 * assay script run: a call of a function, executed without JavaScript.
 */
#include "cli/script.h"
#include "script/run.h"

typedef struct {
    Console *console;
    bool check, json;
} Settings;

/* ---- What a run comes to. */

static void print_value(const Settings *s, const Value *v)
{
    struct assay_buf *out = &s->console->out;

    if (s->json)
        value_print_json(v, out);
    else
        value_print(v, out);
    assay_buf_putc(out, '\n');
}

/* f(1, [2]) */
static void print_call(const ScriptFailure *failure, struct assay_buf *out)
{
    const Function *f = &failure->function->function;

    assay_buf_printf(out, "%s(", f->name);
    for (uint32_t i = 0; i < f->count; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        if (failure->args[i]->kind == VALUE_RESOURCE)
            assay_buf_puts(out, f->params[i]->name);
        else
            value_print(failure->args[i], out);
    }
    assay_buf_putc(out, ')');
}

static void report_failure(ScriptFile *file, const ScriptFailure *failure)
{
    Diagnostic *d = diag_report(&file->diags, DIAG_SCRIPT_FAULT, failure->span, "%s%s",
                                failure->outcome == SCRIPT_RUN_LIMIT ? "stopped: " : "",
                                failure->why);
    struct assay_buf text;

    if (failure->var && failure->var->type->span.source != DIAG_NOWHERE)
        diag_related(&file->diags, d, failure->var->type->span, "its type");
    if (!failure->function)
        return;
    assay_buf_init(&text, NULL, DIAG_TEXT_MAX);
    print_call(failure, &text);
    diag_note(&file->diags, d, "in", "%s", text.at);
    assay_buf_done(&text);
}

static int finish(ScriptFile *file, const Settings *s, const ScriptRun *run,
                  const Value *v)
{
    switch (run->failure.outcome) {
    case SCRIPT_RUN_VALUE:
        print_value(s, v);
        return COMMAND_HELD;
    case SCRIPT_RUN_FAULT:
    case SCRIPT_RUN_VIOLATION:
        report_failure(file, &run->failure);
        return COMMAND_FINDING;
    case SCRIPT_RUN_LIMIT:
        report_failure(file, &run->failure);
        break;
    case SCRIPT_RUN_NO_MEMORY:
        console_error(s->console, file->path, "out of memory");
        break;
    }
    return COMMAND_BAD_USE;
}

/* ---- Running. */

static int execute(ScriptFile *file, const Settings *s, const Term *t)
{
    const ScriptRunOptions options = {.check = s->check};
    const Value *v = NULL;
    ScriptRun run;

    if (!script_run_init(&run, &file->script, &file->arena, &options)) {
        console_error(s->console, file->path, "out of memory");
        return COMMAND_BAD_USE;
    }
    if (script_run_globals(&run) == SCRIPT_RUN_VALUE)
        script_run_term(&run, t, &v);
    return finish(file, s, &run, v);
}

static int run_text(ScriptFile *file, const Settings *s, const char *text)
{
    uint32_t source;
    const Term *t;

    if (file->diags.errors > 0)
        return COMMAND_BAD_USE;
    source = diag_source(&file->diags, "call", assay_str(text));
    t = script_read_expression(&file->script, source);
    return file->diags.errors > 0 ? COMMAND_BAD_USE : execute(file, s, t);
}

static int run_file(const char *path, const char *text, const Settings *s)
{
    ScriptFile f;
    int code = COMMAND_BAD_USE;

    if (script_file_open(&f, s->console, path)) {
        code = run_text(&f, s, text);
        if (f.diags.errors > 0)
            script_file_report(&f, s->json);
    }
    script_file_close(&f);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console};
    const struct assay_opt table[] = {
        {.name = "check",
         .type = ASSAY_OPT_FLAG,
         .into = &s.check,
         .help = "look at types and invariants, too, whenever something changes"},
        command_json_option(&s.json, "print JSON: the value, or a line for each error"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    return run_file(argv[1], argv[2], &s);
}

const Command script_run_command = {
    .name = "run",
    .summary = "execute a call, and show what it gives",
    .arguments = "FILE CALL",
    .about =
        "Executes an expression with the functions of a program, and prints its value.\n"
        "It need not be proved before. Endpoints and functions of JavaScript are not\n"
        "called.\n"
        "\n"
        "  $ assay script run squares.ss 'sum([1, 2, 3])'\n"
        "  $ assay script run --check users.ss 'label({name = \"a\", age = 7})'\n"
        "\n"
        "exit status: 0 there is a value, 1 a run-time error, 2 something else is "
        "wrong\n",
    .answers = true,
    .run = run,
};
