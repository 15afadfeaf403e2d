/*
 * The front of the command: finds the subcommand and hands over the rest of the
 * arguments.
 */
#include "base/str.h"
#include "cli/command.h"
#include <string.h>

static int run_help(Cli *cli, int argc, char **argv);

static const Command command_help = {
    .name = "help",
    .summary = "list the commands, or show the help of one",
    .arguments = "[COMMAND]",
    .about = "Lists the commands, or shows how one of them is used.\n",
    .run = run_help,
};

static const Command *const commands[] = {&command_choices, &command_help};
static const size_t command_count = sizeof commands / sizeof commands[0];

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

static const Command *nearest_command(const char *name)
{
    const Command *best = NULL;
    size_t nearest = SIZE_MAX;

    for (size_t i = 0; i < command_count; i++) {
        if (assay_str_resembles(assay_str(name), assay_str(commands[i]->name), &nearest))
            best = commands[i];
    }
    return best;
}

static int unknown_command(Cli *cli, const char *name)
{
    const Command *near = nearest_command(name);
    struct assay_buf wrong;

    assay_buf_init(&wrong, NULL, 0);
    assay_buf_printf(&wrong, "unknown command '%s'", name);
    if (near)
        assay_buf_printf(&wrong, "; did you mean '%s'?", near->name);
    command_misused(cli, wrong.at);
    assay_buf_done(&wrong);
    return COMMAND_BAD_USE;
}

/* Runs the command that argv[0] names. */
static int run_command(Cli *cli, int argc, char **argv)
{
    cli->command = find_command(argv[0]);
    return cli->command ? cli->command->run(cli, argc, argv)
                        : unknown_command(cli, argv[0]);
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
    for (size_t i = 0; i < command_count; i++)
        assay_buf_printf(out, "  %-10s%s\n", commands[i]->name, commands[i]->summary);
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

    if (rest < 0)
        return cli->exit;
    if (rest == 0)
        return print_help(cli);
    if (rest > 1)
        return command_misused(cli, "one COMMAND at a time");
    cli->help = true;
    return run_command(cli, 1, argv + 1);
}

/* Where the command is in argv: after the options, of which only --color has a value. */
static int command_place(int argc, char **argv)
{
    int i = 1;

    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0')
        i += strcmp(argv[i], "--color") == 0 ? 2 : 1;
    return i < argc ? i : argc;
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
