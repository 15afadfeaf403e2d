#include "cli/command.h"
#include "base/str.h"
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 64 }; /* room for the name of a command with its action */

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

/* The name of the command that runs, such as " lang check". */
static const char *full_name(const Cli *cli, char name[NAME_SIZE])
{
    const Command *group = cli->group, *command = cli->command;

    snprintf(name, NAME_SIZE, "%s%s%s%s", group ? " " : "", group ? group->name : "",
             command ? " " : "", command ? command->name : "");
    return name;
}

static void print_help(Cli *cli, const struct assay_opt *table)
{
    const Command *command = cli->command;
    struct assay_buf *out = &cli->console.out;
    char name[NAME_SIZE];

    assay_buf_printf(out, "usage: assay%s%s%s%s\n\n%s", full_name(cli, name),
                     command->actions ? "" : " [OPTION]...",
                     *command->arguments ? " " : "", command->arguments, command->about);
    if (command->actions) {
        assay_buf_puts(out, "\nactions:\n");
        command_print_list(cli, command->actions);
    }
    assay_buf_puts(out, "\noptions:\n");
    assay_opts_help(table, out);
}

int command_misused(Cli *cli, const char *wrong)
{
    char name[NAME_SIZE], about[sizeof "assay" + NAME_SIZE];

    snprintf(about, sizeof about, "assay%s", full_name(cli, name));
    console_error(&cli->console, about, "%s", wrong);
    console_error(&cli->console, "see", "assay help%s", name);
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

/* A word of a usage line: "FILE", "[FILE]", "FILE..." or "[FILE]...". */
typedef struct {
    struct assay_str name;
    bool optional, repeated;
} UsageWord;

/* Reads the next word; false at the end, and at options, which come after arguments. */
static bool next_word(const char **usage, UsageWord *ret)
{
    const char *at = *usage + strspn(*usage, " ");
    size_t len;

    *usage = at + strcspn(at, " ");
    ret->optional = *at == '[';
    ret->repeated = *usage - at > 3 && strncmp(*usage - 3, "...", 3) == 0;
    at += ret->optional;
    len = strcspn(at, " ]");
    if (ret->repeated && at + len == *usage)
        len -= 3;
    ret->name = (struct assay_str){at, len};
    return ret->name.len > 0 && strncmp(at, "--", 2) != 0;
}

/* Compares the number of arguments with the usage line: what is wrong, or nothing. */
static void count_arguments(const char *usage, int count, struct assay_buf *wrong)
{
    UsageWord word, last = {.optional = true};

    while (next_word(&usage, &word)) {
        if (count == 0 && !word.optional) {
            assay_buf_printf(wrong, "no %.*s given", (int)word.name.len, word.name.at);
            return;
        }
        count -= count > 0;
        last = word;
    }
    if (count == 0 || last.repeated)
        return;
    if (last.name.len == 0)
        assay_buf_puts(wrong, "takes no arguments");
    else
        assay_buf_printf(wrong, "one %.*s at a time", (int)last.name.len, last.name.at);
}

int command_start(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    int rest = command_parse(cli, table, argc, argv);
    struct assay_buf wrong;

    if (rest < 0)
        return rest;
    assay_buf_init(&wrong, NULL, 0);
    if (cli->help) {
        print_help(cli, table);
        cli->exit = COMMAND_HELD;
        rest = -1;
    } else {
        count_arguments(cli->command->arguments, rest, &wrong);
    }
    if (wrong.len > 0) {
        cli->exit = command_misused(cli, wrong.at);
        rest = -1;
    }
    assay_buf_done(&wrong);
    return rest;
}

const Command *command_find(const Command *const *list, const char *name)
{
    for (; *list; list++) {
        if (strcmp((*list)->name, name) == 0)
            return *list;
    }
    return NULL;
}

static const Command *find_nearest(const Command *const *list, const char *name)
{
    const Command *best = NULL;
    size_t nearest = SIZE_MAX;

    for (; *list; list++) {
        if (assay_str_resembles(assay_str(name), assay_str((*list)->name), &nearest))
            best = *list;
    }
    return best;
}

int command_unknown(Cli *cli, const Command *const *list, const char *kind,
                    const char *name)
{
    const Command *near = find_nearest(list, name);
    struct assay_buf wrong;

    assay_buf_init(&wrong, NULL, 0);
    assay_buf_printf(&wrong, "unknown %s '%s'", kind, name);
    if (near)
        assay_buf_printf(&wrong, "; did you mean '%s'?", near->name);
    command_misused(cli, wrong.at);
    assay_buf_done(&wrong);
    return COMMAND_BAD_USE;
}

void command_print_list(Cli *cli, const Command *const *list)
{
    for (; *list; list++)
        assay_buf_printf(&cli->console.out, "  %-10s%s\n", (*list)->name,
                         (*list)->summary);
}

int command_place(int argc, char **argv)
{
    int i = 1;

    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0')
        i += strcmp(argv[i], "--color") == 0 ? 2 : 1;
    return i < argc ? i : argc;
}

int command_run_action(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    const Command *group = cli->command, *action;
    int place = command_place(argc, argv);

    if (command_parse(cli, table, place, argv) < 0)
        return cli->exit;
    if (place == argc && !cli->help)
        return command_misused(cli, "no action given");
    if (place == argc) {
        print_help(cli, table);
        return COMMAND_HELD;
    }
    action = command_find(group->actions, argv[place]);
    if (!action)
        return command_unknown(cli, group->actions, "action", argv[place]);
    cli->group = group;
    cli->command = action;
    return action->run(cli, argc - place, argv + place);
}
