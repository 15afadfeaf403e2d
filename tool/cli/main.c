/*
 * The front of the command: finds the subcommand and hands over the rest of the
 * arguments.
 */
#include "cli/command.h"

static int run_help(Cli *cli, int argc, char **argv);

static const Command command_help = {
    .name = "help",
    .summary = "list the commands, or show the help of one",
    .arguments = "[COMMAND [ACTION]]",
    .about = "Lists the commands, or shows how one of them, or one of its "
             "actions, is used.\n",
    .run = run_help,
};

static const Command *const commands[] = {
    &command_cc,      &command_check,
    &command_choices, &command_explain,
    &command_lang,    &command_model,
    &command_replay,  &command_report,
    &command_rest,    &command_script,
    &command_synth,   &command_trace,
    &command_help,    NULL,
};

/* Runs the command that argv[0] names. */
static int run_command(Cli *cli, int argc, char **argv)
{
    cli->command = command_find(commands, argv[0]);
    return cli->command ? cli->command->run(cli, argc, argv)
                        : command_unknown(cli, commands, "command", argv[0]);
}

/* The options before the command. */
enum { FRONT_OPTIONS = 4 };
static void front_options(Cli *cli, struct assay_opt table[FRONT_OPTIONS])
{
    table[0] = command_color_option(cli);
    table[1] = command_help_option(cli);
    table[2] = (struct assay_opt){.name = "version",
                                  .type = ASSAY_OPT_FLAG,
                                  .into = &cli->version,
                                  .help = "show the version"};
    table[3] = (struct assay_opt){.name = NULL};
}

static int print_help(Cli *cli)
{
    struct assay_buf *out = &cli->console.out;
    struct assay_opt table[FRONT_OPTIONS];

    assay_buf_puts(out, "usage: assay COMMAND [OPTION]... [ARGUMENT]...\n\n"
                        "Assay tests C programs against what they promise.\n\n"
                        "commands:\n");
    command_print_list(cli, commands);
    assay_buf_puts(out, "\noptions:\n");
    front_options(cli, table);
    assay_opts_help(table, out);
    assay_buf_puts(out,
                   "\nexit status: 0 all held, 1 a finding, 2 bad usage or a bad file, "
                   "3 a bug of ours\n");
    return COMMAND_HELD;
}

static int run_help(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv);
    const Command *command = rest > 0 ? command_find(commands, argv[1]) : NULL;

    if (rest < 0)
        return cli->exit;
    if (rest == 0)
        return print_help(cli);
    if (rest > (command && command->actions ? 2 : 1))
        return command_misused(cli, "one COMMAND at a time");
    cli->help = true;
    return run_command(cli, rest, argv + 1);
}

static int run_front(Cli *cli, int argc, char **argv)
{
    struct assay_opt table[FRONT_OPTIONS];
    int place = command_place(argc, argv);

    front_options(cli, table);
    if (command_parse(cli, table, place, argv) < 0)
        return cli->exit;
    if (cli->version) {
        assay_buf_puts(&cli->console.out, "assay " ASSAY_VERSION "\n");
        return COMMAND_HELD;
    }
    if (place < argc)
        return run_command(cli, argc - place, argv + place);
    return cli->help ? print_help(cli) : command_misused(cli, "no command given");
}

int main(int argc, char **argv)
{
    Cli cli = {.exit = COMMAND_HELD};
    int code;

    console_init(&cli.console);
    code = run_front(&cli, argc, argv);
    return console_done(&cli.console) ? code : COMMAND_BAD_USE;
}
