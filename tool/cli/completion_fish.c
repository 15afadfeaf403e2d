/*
 * For fish: a line for each option and action, with a condition that tells where.
 */
#include "cli/completion.h"

/* In single quotes. */
static void put(struct assay_buf *out, const char *text)
{
    assay_buf_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            assay_buf_putc(out, '\\');
        assay_buf_putc(out, *text);
    }
    assay_buf_putc(out, '\'');
}

/* The line up to what it offers: behind these words and others, or exactly behind them.
 */
static void begin(Cli *cli, bool exactly)
{
    char name[COMMAND_NAME_SIZE];

    assay_buf_printf(&cli->console.out, "complete -c assay -n '%s%s'",
                     exactly ? "__assay_at" : "__assay_in",
                     command_full_name(cli, ' ', name, sizeof name));
}

static void put_option(Cli *cli, const struct assay_opt *o)
{
    struct assay_buf *out = &cli->console.out;
    Completion what = completion_of_option(o);

    begin(cli, cli->command->actions != NULL);
    assay_buf_printf(out, " -l %s", o->name);
    if (o->letter)
        assay_buf_printf(out, " -s %c", o->letter);
    if (what == COMPLETION_FILES)
        assay_buf_puts(out, " -rF");
    else if (what == COMPLETION_FOLDERS)
        assay_buf_puts(out, " -xa '(__fish_complete_directories)'");
    else if (o->type != ASSAY_OPT_FLAG)
        assay_buf_puts(out, " -x");
    for (size_t i = 0; o->words && o->words[i]; i++)
        assay_buf_printf(out, "%s%s%s", i == 0 ? " -a '" : " ", o->words[i],
                         o->words[i + 1] ? "" : "'");
    assay_buf_puts(out, " -d ");
    put(out, o->help);
    assay_buf_putc(out, '\n');
}

static void put_arguments(Cli *cli)
{
    static const char *const offers[] = {
        [COMPLETION_FILES] = " -F\n",
        [COMPLETION_COMMANDS] = " -a '(__assay_commands)'\n",
        [COMPLETION_SHELLS] = " -a 'bash zsh fish'\n",
        [COMPLETION_CODES] = " -a '(assay explain | string replace -r \" .*\" \"\")'\n",
        [COMPLETION_LANGUAGES] =
            " -Fa '(assay lang list | string replace -r \" .*\" \"\")'\n",
    };
    Completion what = completion_of_arguments(cli->command);

    if (what == COMPLETION_NOTHING)
        return;
    begin(cli, false);
    assay_buf_puts(&cli->console.out, offers[what]);
}

static void put_command(Cli *cli, const struct assay_opt *table)
{
    struct assay_buf *out = &cli->console.out;

    for (const Command *const *c = cli->command->actions; c && *c; c++) {
        begin(cli, true);
        assay_buf_printf(out, " -a %s -d ", (*c)->name);
        put(out, (*c)->summary);
        assay_buf_putc(out, '\n');
    }
    for (; table->name; table++)
        put_option(cli, table);
    if (!cli->command->actions)
        put_arguments(cli);
}

static const char head[] =
    "# Completion of command lines, by: assay completion fish\n"
    "\n"
    "# The words before the cursor that are no options and no values of the front's.\n"
    "function __assay_words\n"
    "    set -l skip 1\n"
    "    for word in (commandline -opc)\n"
    "        if test $skip = 1\n"
    "            set skip 0\n"
    "        else if contains -- $word --color --config\n"
    "            set skip 1\n"
    "        else if not string match -q -- '-*' $word\n"
    "            echo $word\n"
    "        end\n"
    "    end\n"
    "end\n"
    "\n"
    "function __assay_at\n"
    "    test \"$argv\" = (__assay_words | string join ' ' || echo '')\n"
    "end\n"
    "\n"
    "function __assay_in\n"
    "    set -l words (__assay_words)\n"
    "    test (count $words) -ge (count $argv)\n"
    "    and test \"$argv\" = \"$words[1..(count $argv)]\"\n"
    "end\n"
    "\n"
    "# Behind help: the actions of a command, or all commands.\n"
    "function __assay_commands\n"
    "    set -l words (__assay_words)\n"
    "    assay help $words[2] | string match -rg '^  ([a-z]+)  '\n"
    "end\n"
    "\n"
    "complete -c assay -f\n";

void completion_fish(Cli *cli)
{
    assay_buf_puts(&cli->console.out, head);
    command_describe_all(cli, put_command);
}
