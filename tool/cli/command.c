#include "cli/command.h"
#include <stdio.h>

struct assay_opt command_color_option(Cli *cli)
{
    return (struct assay_opt){
        .name = "color",
        .type = ASSAY_OPT_CHOICE,
        .into = &cli->console.color,
        .value = "WHEN",
        .help = "use colours: auto (on a terminal), always or never",
        .words = console_color_words,
    };
}

struct assay_opt command_help_option(Cli *cli)
{
    return (struct assay_opt){
        .name = "help",
        .letter = 'h',
        .type = ASSAY_OPT_FLAG,
        .into = &cli->help,
        .help = "show this help",
    };
}

static void print_help(Cli *cli, const struct assay_opt *table)
{
    const Command *command = cli->command;
    struct assay_buf *out = &cli->console.out;

    assay_buf_printf(out, "usage: assay %s [OPTION]... %s\n\n%s\noptions:\n",
                     command->name, command->arguments, command->about);
    assay_opts_help(table, out);
}

int command_misused(Cli *cli, const char *wrong)
{
    const char *space = cli->command ? " " : "";
    const char *name = cli->command ? cli->command->name : "";
    char about[64];

    snprintf(about, sizeof about, "assay%s%s", space, name);
    console_error(&cli->console, about, "%s", wrong);
    console_error(&cli->console, "see", "assay help%s%s", space, name);
    return COMMAND_BAD_USE;
}

int command_parse(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    struct assay_buf error;
    int rest = -1;

    assay_buf_init(&error, NULL, 0);
    if (assay_opts_parse(table, argc, argv, &error, &rest))
        cli->exit = command_misused(cli, error.at);
    assay_buf_done(&error);
    return rest;
}

int command_start(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    int rest = command_parse(cli, table, argc, argv);

    if (rest >= 0 && cli->help) {
        print_help(cli, table);
        cli->exit = COMMAND_HELD;
        rest = -1;
    }
    return rest;
}
