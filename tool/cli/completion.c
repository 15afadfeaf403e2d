/*
 * assay completion: scripts for shells.
 */
#include "cli/completion.h"
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

Completion completion_of_option(const struct assay_opt *option)
{
    const char *value = option->value ? option->value : "";

    if (option->type == ASSAY_OPT_FLAG)
        return COMPLETION_NOTHING;
    if (option->words)
        return COMPLETION_WORDS;
    return begins(value, "FILE")  ? COMPLETION_FILES
           : begins(value, "DIR") ? COMPLETION_FOLDERS
                                  : COMPLETION_NOTHING;
}

Completion completion_of_arguments(const Command *command)
{
    static const struct {
        const char *begin;
        Completion what;
    } known[] = {
        {"[COMMAND", COMPLETION_COMMANDS},
        {"SHELL", COMPLETION_SHELLS},
        {"[CODE]", COMPLETION_CODES},
        {"LANG", COMPLETION_LANGUAGES},
        {"", COMPLETION_FILES},
    };
    size_t i = 0;

    if (*command->arguments == '\0')
        return COMPLETION_NOTHING;
    while (!begins(command->arguments, known[i].begin))
        i++;
    return known[i].what;
}

static int run(Cli *cli, int argc, char **argv)
{
    static void (*const scripts[])(Cli *) = {completion_bash, completion_zsh,
                                             completion_fish};
    static const char *const shells[] = {"bash", "zsh", "fish"};
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(argv[1], shells[i]) == 0) {
            scripts[i](cli);
            return COMMAND_HELD;
        }
    return command_misused(cli, "the shells are bash, zsh and fish");
}

const Command command_completion = {
    .name = "completion",
    .summary = "write the script that completes command lines in a shell",
    .arguments = "SHELL",
    .about =
        "Writes a script for bash, zsh or fish, by which the shell completes commands,\n"
        "actions, options, their values and files. 'make install' puts it where the\n"
        "shells look; elsewhere:\n"
        "\n"
        "  $ source <(assay completion bash)\n"
        "  $ assay completion zsh >~/.zfunc/_assay\n"
        "  $ assay completion fish >~/.config/fish/completions/assay.fish\n"
        "\n"
        "exit status: 0, or 2 for another shell.\n",
    .unconfigured = true,
    .run = run,
};
