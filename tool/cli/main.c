/*
 * The front of the command: finds the subcommand and hands over the rest of the
 * arguments.
 */
#include "base/shell.h"
#include "base/str.h"
#include "cli/command.h"
#include "cli/man.h"
#include <string.h>

static int run_help(Cli *cli, int argc, char **argv);
static int run_front(Cli *cli, int argc, char **argv);

static const Command command_help = {
    .name = "help",
    .summary = "list the commands, or show the help of one",
    .arguments = "[COMMAND [ACTION]]",
    .about = "Lists the commands, or shows how one of them, or one of its "
             "actions, is used.\n"
             "\n"
             "exit status: 0, or 2 for a command that there is not.\n",
    .unconfigured = true,
    .run = run_help,
};

static const Command *const commands[] = {
    &command_cc,         &command_check,   &command_choices,
    &command_completion, &command_explain, &command_lang,
    &command_model,      &command_replay,  &command_report,
    &command_rest,       &command_script,  &command_synth,
    &command_trace,      &command_help,    NULL,
};

const Command command_front = {
    .name = "",
    .summary = "test C programs against what they promise",
    .arguments = "COMMAND [OPTION]... [ARGUMENT]...",
    .about = "Finds out whether code keeps its promises: attacks it with inputs that are "
             "made\nup, shows the smallest case that breaks one, and proves what can be "
             "proved.\n",
    .actions = commands,
    .unconfigured = true,
    .run = run_front,
};

/* Runs the command that argv[0] names. */
static int run_command(Cli *cli, int argc, char **argv)
{
    cli->command = command_find(commands, argv[0]);
    return cli->command ? cli->command->run(cli, argc, argv)
                        : command_unknown(cli, commands, "command", argv[0]);
}

static void print_help(Cli *cli, const struct assay_opt *table)
{
    struct assay_buf *out = &cli->console.out;

    assay_buf_printf(out, "usage: assay %s\n\n%s\ncommands:\n", command_front.arguments,
                     command_front.about);
    command_print_list(cli, commands);
    assay_buf_puts(out, "\noptions:\n");
    assay_opts_help(table, out);
    assay_buf_puts(out,
                   "\nexit status: 0 all held, 1 a finding, 2 bad usage or a bad file, "
                   "3 a bug of Assay\n");
}

/* Describes what the words name. */
static int describe(Cli *cli, int argc, char **argv)
{
    if (argc > 0)
        return run_command(cli, argc, argv);
    command_describe(cli, NULL, &command_front,
                     cli->describe ? cli->describe : print_help);
    return COMMAND_HELD;
}

static int run_help(Cli *cli, int argc, char **argv)
{
    bool man = false;
    const struct assay_opt table[] = {
        {.name = "man",
         .type = ASSAY_OPT_FLAG,
         .into = &man,
         .help = "as a page of the manual, for man -l -"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv);
    const Command *command = rest > 0 ? command_find(commands, argv[1]) : NULL;

    if (rest < 0)
        return cli->exit;
    if (man && rest == 1 && strcmp(argv[1], "properties") == 0) {
        man_properties(&cli->console.out);
        return COMMAND_HELD;
    }
    if (rest > (command && command->actions ? 2 : 1))
        return command_misused(cli, "one COMMAND at a time");
    cli->help = true;
    cli->describe = man ? man_page : NULL;
    return describe(cli, rest, argv + 1);
}

static int run_front(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = "version",
         .type = ASSAY_OPT_FLAG,
         .into = &cli->version,
         .help = "show the version"},
        {.name = NULL},
    };
    int place = command_place(argc, argv);

    if (cli->describe) {
        command_start(cli, table, 1, argv);
        return cli->exit;
    }
    if (command_parse(cli, table, place, argv) < 0)
        return cli->exit;
    if (cli->version) {
        assay_buf_puts(&cli->console.out, "assay " ASSAY_VERSION "\n");
        return COMMAND_HELD;
    }
    if (place < argc)
        return run_command(cli, argc - place, argv + place);
    return cli->help ? describe(cli, 0, NULL) : command_misused(cli, "no command given");
}

/* Whether the word is an option of which the value, in it or behind it, is secret. */
static bool is_secret(const char *word, size_t *ret_shown)
{
    static const char *const names[] = {"--auth", "--header", "-H"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t len = strlen(names[i]);
        *ret_shown = len;
        if (strncmp(word, names[i], len) == 0 &&
            (strchr("=", word[len]) || word[1] != '-'))
            return true;
    }
    return false;
}

/* How the program was called, as it may be shown to anybody. */
static void put_called(int argc, char **argv, struct assay_buf *out)
{
    size_t shown;

    assay_buf_puts(out, "assay");
    for (int i = 1; i < argc; i++) {
        assay_buf_putc(out, ' ');
        if (!is_secret(argv[i], &shown)) {
            assay_shell_word(out, assay_str(argv[i]));
            continue;
        }
        assay_buf_add(out, argv[i], shown);
        assay_buf_puts(out, " ...");
        i += argv[i][shown] == '\0';
    }
}

int main(int argc, char **argv)
{
    Cli cli = {.exit = COMMAND_HELD};
    struct assay_buf called;
    int code;

    console_init(&cli.console);
    assay_arena_init(&cli.arena, NULL, 0);
    assay_buf_init(&called, NULL, 0);
    put_called(argc, argv, &called);
    cli.called = called.at;
    code = run_front(&cli, argc, argv);
    assay_buf_done(&called);
    assay_arena_done(&cli.arena);
    return console_done(&cli.console) ? code : COMMAND_BAD_USE;
}
