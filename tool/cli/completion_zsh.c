/*
 * For zsh: a function for each command, which tells _arguments what it takes.
 */
#include "cli/completion.h"

/* A text in single quotes, of which zsh's _arguments takes it as it is. */
static void put(struct assay_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            assay_buf_puts(out, "'\\''");
        else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            assay_buf_printf(out, "\\%c", *text);
        else
            assay_buf_putc(out, *text);
    }
}

static void put_function_name(Cli *cli, const Command *action)
{
    char name[COMMAND_NAME_SIZE];

    assay_buf_printf(&cli->console.out, "_assay%s%s%s",
                     command_full_name(cli, '_', name, sizeof name), action ? "_" : "",
                     action ? action->name : "");
}

static void put_option(struct assay_buf *out, const struct assay_opt *o)
{
    Completion what = completion_of_option(o);
    const char *value = o->type == ASSAY_OPT_FLAG ? "" : "=";

    assay_buf_puts(out, "        ");
    if (o->letter)
        assay_buf_printf(out, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name,
                         o->letter, *value ? "+" : "", o->name, value);
    else
        assay_buf_printf(out, "'*--%s%s[", o->name, value);
    put(out, o->help);
    assay_buf_putc(out, ']');
    if (*value) {
        assay_buf_putc(out, ':');
        put(out, o->value ? o->value : "VALUE");
        assay_buf_putc(out, ':');
    }
    if (what == COMPLETION_FILES || what == COMPLETION_FOLDERS)
        assay_buf_puts(out, what == COMPLETION_FILES ? "_files" : "_files -/");
    for (size_t i = 0; o->words && o->words[i]; i++)
        assay_buf_printf(out, "%s%s%s", i == 0 ? "(" : " ", o->words[i],
                         o->words[i + 1] ? "" : ")");
    assay_buf_puts(out, "' \\\n");
}

static void put_arguments(Cli *cli)
{
    static const char *const specs[] = {
        [COMPLETION_NOTHING] = "        && return\n",
        [COMPLETION_FILES] = "        '*:file:_files'\n",
        [COMPLETION_COMMANDS] = "        '1:command:_assay_commands'\n",
        [COMPLETION_SHELLS] = "        '1:shell:(bash zsh fish)'\n",
        [COMPLETION_CODES] = "        '1:code:($(assay explain | cut -d\" \" -f1))'\n",
        [COMPLETION_LANGUAGES] =
            "        '1:language:_assay_languages' '*:file:_files'\n",
    };

    assay_buf_puts(&cli->console.out, specs[completion_of_arguments(cli->command)]);
}

static void put_group(Cli *cli)
{
    struct assay_buf *out = &cli->console.out;

    assay_buf_puts(out, "        '1:command:->command' '*::argument:->rest'\n"
                        "    case $state in\n    command) ");
    put_function_name(cli, NULL);
    assay_buf_puts(out, "_commands ;;\n    rest)\n        case $line[1] in\n");
    for (const Command *const *c = cli->command->actions; *c; c++) {
        assay_buf_printf(out, "        %s) ", (*c)->name);
        put_function_name(cli, *c);
        assay_buf_puts(out, " ;;\n");
    }
    assay_buf_puts(out, "        esac ;;\n    esac\n");
}

static void put_list(Cli *cli)
{
    struct assay_buf *out = &cli->console.out;

    put_function_name(cli, NULL);
    assay_buf_puts(out, "_commands()\n{\n    local -a list=(\n");
    for (const Command *const *c = cli->command->actions; *c; c++) {
        assay_buf_printf(out, "        '%s:", (*c)->name);
        put(out, (*c)->summary);
        assay_buf_puts(out, "'\n");
    }
    assay_buf_puts(out, "    )\n    _describe command list\n}\n\n");
}

static void put_command(Cli *cli, const struct assay_opt *table)
{
    struct assay_buf *out = &cli->console.out;
    bool group = cli->command->actions != NULL;

    if (group)
        put_list(cli);
    put_function_name(cli, NULL);
    assay_buf_puts(out, group ? "()\n{\n    local curcontext=$curcontext state line\n"
                                "    typeset -A opt_args\n    _arguments -C \\\n"
                              : "()\n{\n    _arguments \\\n");
    for (; table->name; table++)
        put_option(out, table);
    if (group)
        put_group(cli);
    else
        put_arguments(cli);
    assay_buf_puts(out, "}\n\n");
}

void completion_zsh(Cli *cli)
{
    assay_buf_puts(&cli->console.out,
                   "#compdef assay\n"
                   "# Completion of command lines, by: assay completion zsh\n\n"
                   "_assay_languages()\n{\n"
                   "    local -a list=($(assay lang list | cut -d' ' -f1))\n"
                   "    _alternative \"languages:language:($list)\" 'files:file:_files'\n"
                   "}\n\n");
    command_describe_all(cli, put_command);
    assay_buf_puts(&cli->console.out, "_assay \"$@\"\n");
}
