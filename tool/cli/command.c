#include "cli/command.h"
#include "base/str.h"
#include "cli/config.h"
#include "run/render.h"
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 64 }; /* of a command, with those that all have */

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

struct assay_opt command_json_option(bool *into, const char *help)
{
    return (struct assay_opt){
        .name = "json",
        .type = ASSAY_OPT_FLAG,
        .into = into,
        .help = help,
    };
}

struct assay_opt command_quiet_option(bool *into, const char *help)
{
    return (struct assay_opt){
        .name = "quiet",
        .letter = 'q',
        .type = ASSAY_OPT_FLAG,
        .into = into,
        .help = help,
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

const char *command_full_name(const Cli *cli, char between, char *name, size_t size)
{
    const Command *group = cli->group, *command = cli->command;
    const char gap[] = {between, '\0'};
    bool named = command && *command->name;

    snprintf(name, size, "%s%s%s%s", group ? gap : "", group ? group->name : "",
             named ? gap : "", named ? command->name : "");
    return name;
}

static const char *full_name(const Cli *cli, char name[COMMAND_NAME_SIZE])
{
    return command_full_name(cli, ' ', name, COMMAND_NAME_SIZE);
}

static void print_help(Cli *cli, const struct assay_opt *table)
{
    const Command *command = cli->command;
    struct assay_buf *out = &cli->console.out;
    char name[COMMAND_NAME_SIZE];

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
    char name[COMMAND_NAME_SIZE], about[sizeof "assay" + COMMAND_NAME_SIZE];

    snprintf(about, sizeof about, "assay%s", full_name(cli, name));
    console_error(&cli->console, about, "%s", wrong);
    console_error(&cli->console, "see", "assay help%s", name);
    return COMMAND_BAD_USE;
}

static bool has_option(const struct assay_opt *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return true;
    return false;
}

/* The table with --config before --color, where a file is read. */
static void complete_table(Cli *cli, const struct assay_opt *table,
                           struct assay_opt whole[OPTIONS_MAX])
{
    const struct assay_opt config = {.name = "config",
                                     .type = ASSAY_OPT_TEXT,
                                     .into = &cli->config,
                                     .value = "FILE",
                                     .help = "options of the project: assay.toml"};
    const struct assay_opt *end = whole + OPTIONS_MAX - 2;
    const Command *c = cli->command;
    bool has = has_option(table, "config") || (c && c->unconfigured && !c->actions);

    for (; table->name && whole < end; table++) {
        if (!has && strcmp(table->name, "color") == 0)
            *whole++ = config;
        *whole++ = *table;
    }
    *whole = (struct assay_opt){.name = NULL};
}

static int parse(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    struct assay_buf error;
    int rest = -1;

    assay_buf_init(&error, NULL, 0);
    if (assay_opts_parse(table, argc, argv, &error, &rest))
        cli->exit = command_misused(cli, error.at);
    assay_buf_done(&error);
    return rest;
}

int command_parse(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    struct assay_opt whole[OPTIONS_MAX];

    complete_table(cli, table, whole);
    return parse(cli, whole, argc, argv);
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

static void describe(Cli *cli, const struct assay_opt *table)
{
    if (cli->describe)
        cli->describe(cli, table);
    else
        print_help(cli, table);
}

/* Sets the options that the project has for the command. */
static bool read_config(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    char name[COMMAND_NAME_SIZE];

    if (cli->help || cli->command->unconfigured || !has_option(table, "config"))
        return true;
    command_full_name(cli, '-', name, sizeof name);
    return config_apply(cli, name + 1, table, argc, argv);
}

/* Begins the JSON lines of a run: what was called, and when. The first other argument is
 * what is tested. */
static void tell_run(Cli *cli, const struct assay_opt *table, const char *source)
{
    for (; table->name; table++)
        if (strcmp(table->name, "json") == 0 && *(const bool *)table->into &&
            !cli->command->answers)
            assay_put_run(&cli->console.out, cli->called, source);
}

int command_start(Cli *cli, const struct assay_opt *table, int argc, char **argv)
{
    struct assay_opt whole[OPTIONS_MAX];
    struct assay_buf wrong;
    int rest;

    complete_table(cli, table, whole);
    if (!read_config(cli, whole, argc, argv)) {
        cli->exit = COMMAND_BAD_USE;
        return -1;
    }
    rest = parse(cli, whole, argc, argv);
    if (rest < 0)
        return rest;
    assay_buf_init(&wrong, NULL, 0);
    if (cli->help) {
        describe(cli, whole);
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
    if (rest >= 0)
        tell_run(cli, whole, rest > 0 ? argv[1] : "");
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
    int width = 8;

    for (const Command *const *c = list; *c; c++)
        width = (int)strlen((*c)->name) > width ? (int)strlen((*c)->name) : width;
    for (; *list; list++)
        assay_buf_printf(&cli->console.out, "  %-*s  %s\n", width, (*list)->name,
                         (*list)->summary);
}

int command_place(int argc, char **argv)
{
    int i = 1;

    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0')
        i += strcmp(argv[i], "--color") == 0 || strcmp(argv[i], "--config") == 0 ? 2 : 1;
    return i < argc ? i : argc;
}

void command_describe(Cli *cli, const Command *group, const Command *command,
                      DescribeFn *how)
{
    char name[] = "assay", *argv[] = {name, NULL};
    Cli before = *cli;

    cli->group = group;
    cli->command = command;
    cli->help = true;
    cli->describe = how;
    command->run(cli, 1, argv);
    cli->group = before.group;
    cli->command = before.command;
    cli->help = before.help;
    cli->describe = before.describe;
}

void command_describe_all(Cli *cli, DescribeFn *how)
{
    command_describe(cli, NULL, &command_front, how);
    for (const Command *const *c = command_front.actions; *c; c++) {
        command_describe(cli, NULL, *c, how);
        for (const Command *const *a = (*c)->actions; a && *a; a++)
            command_describe(cli, *c, *a, how);
    }
}

int command_run_action(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    struct assay_opt whole[OPTIONS_MAX];
    const Command *group = cli->command, *action;
    int place = command_place(argc, argv);

    if (command_parse(cli, table, place, argv) < 0)
        return cli->exit;
    if (place == argc && !cli->help)
        return command_misused(cli, "no action given");
    if (place == argc) {
        complete_table(cli, table, whole);
        describe(cli, whole);
        return COMMAND_HELD;
    }
    action = command_find(group->actions, argv[place]);
    if (!action)
        return command_unknown(cli, group->actions, "action", argv[place]);
    cli->group = group;
    cli->command = action;
    return action->run(cli, argc - place, argv + place);
}
