/*
 * For bash: functions that know what each command has, and one that knows where the
 * cursor is. A command is named by its words: "" is the front, "lang check" an action.
 * Bash takes
 * --name=value apart at the '=', unless COMP_WORDBREAKS says otherwise.
 */
#include "cli/completion.h"

static const char *key_of(const Cli *cli, char name[COMMAND_NAME_SIZE])
{
    command_full_name(cli, ' ', name, COMMAND_NAME_SIZE);
    return *name ? name + 1 : name;
}

static void put_actions(Cli *cli, const struct assay_opt *table)
{
    char name[COMMAND_NAME_SIZE];
    struct assay_buf *out = &cli->console.out;

    (void)table;
    if (!cli->command->actions)
        return;
    assay_buf_printf(out, "    '%s') echo '", key_of(cli, name));
    for (const Command *const *c = cli->command->actions; *c; c++)
        assay_buf_printf(out, "%s%s", c == cli->command->actions ? "" : " ", (*c)->name);
    assay_buf_puts(out, "' ;;\n");
}

static void put_options(Cli *cli, const struct assay_opt *table)
{
    char name[COMMAND_NAME_SIZE];
    struct assay_buf *out = &cli->console.out;

    assay_buf_printf(out, "    '%s') echo '", key_of(cli, name));
    for (const struct assay_opt *o = table; o->name; o++) {
        const char *value = o->type == ASSAY_OPT_FLAG ? "" : "=";
        assay_buf_printf(out, "%s--%s%s", o == table ? "" : " ", o->name, value);
        if (o->letter)
            assay_buf_printf(out, " -%c%s", o->letter, value);
    }
    assay_buf_puts(out, "' ;;\n");
}

static void put_words(struct assay_buf *out, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        assay_buf_printf(out, "%s%s", i == 0 ? "" : " ", words[i]);
}

static void put_values(Cli *cli, const struct assay_opt *table)
{
    char name[COMMAND_NAME_SIZE];
    struct assay_buf *out = &cli->console.out;
    const char *key = key_of(cli, name);

    for (; table->name; table++) {
        Completion what = completion_of_option(table);
        if (what == COMPLETION_NOTHING)
            continue;
        assay_buf_printf(out, "    '%s --%s'", key, table->name);
        if (table->letter)
            assay_buf_printf(out, "|'%s -%c'", key, table->letter);
        assay_buf_puts(out, ") ");
        if (what == COMPLETION_WORDS) {
            assay_buf_puts(out, "_assay_words '");
            put_words(out, table->words);
            assay_buf_puts(out, "'");
        } else {
            assay_buf_puts(out, what == COMPLETION_FILES ? "_assay_paths -f"
                                                         : "_assay_paths -d");
        }
        assay_buf_puts(out, " ;;\n");
    }
}

static void put_arguments(Cli *cli, const struct assay_opt *table)
{
    static const char *const commands[] = {
        [COMPLETION_FILES] = "_assay_paths -f",
        [COMPLETION_COMMANDS] = "_assay_words \"$(_assay_actions \"${args[*]}\")\"",
        [COMPLETION_SHELLS] = "_assay_words 'bash zsh fish'",
        [COMPLETION_CODES] =
            "_assay_words \"$(assay explain 2>/dev/null | cut -d' ' -f1)\"",
        [COMPLETION_LANGUAGES] =
            "_assay_paths -f \"$(assay lang list 2>/dev/null | cut -d' ' -f1)\"",
    };
    Completion what = completion_of_arguments(cli->command);
    char name[COMMAND_NAME_SIZE];

    (void)table;
    if (what != COMPLETION_NOTHING && !cli->command->actions)
        assay_buf_printf(&cli->console.out, "    '%s') %s ;;\n", key_of(cli, name),
                         commands[what]);
}

static void put_function(Cli *cli, const char *name, DescribeFn *lines)
{
    assay_buf_printf(&cli->console.out, "%s()\n{\n    case $1 in\n", name);
    command_describe_all(cli, lines);
    assay_buf_puts(&cli->console.out, "    esac\n}\n\n");
}

static const char begin[] =
    "# Completion of command lines, by: assay completion bash\n"
    "\n"
    "# Offers those of the words that begin with what is there.\n"
    "_assay_words()\n"
    "{\n"
    "    local word\n"
    "    while IFS= read -r word; do\n"
    "        COMPREPLY+=(\"$prefix$word\")\n"
    "    done < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "# Likewise files (-f) or folders (-d), and these words.\n"
    "_assay_paths()\n"
    "{\n"
    "    local path\n"
    "    [ -z \"$prefix\" ] && compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r path; do\n"
    "        COMPREPLY+=(\"$prefix$path\")\n"
    "    done < <(compgen \"$1\" -- \"$cur\"; compgen -W \"${2-}\" -- \"$cur\")\n"
    "}\n"
    "\n";

static const char end[] =
    "# Whether a command has an option that takes a value.\n"
    "_assay_takes()\n"
    "{\n"
    "    [[ \" $(_assay_options \"$1\") \" == *\" $2= \"* ]]\n"
    "}\n"
    "\n"
    "# Sets key, the command that is named before the cursor, args, its arguments, and\n"
    "# option, that whose value is at the cursor.\n"
    "_assay_look()\n"
    "{\n"
    "    local i word\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if [ \"$word\" = -- ]; then\n"
    "            behind=1\n"
    "            return\n"
    "        elif [[ $word == -* ]]; then\n"
    "            if [ \"${COMP_WORDS[i + 1]-}\" = = ] && ((i + 1 <= COMP_CWORD)); then\n"
    "                ((i + 2 >= COMP_CWORD)) && option=$word\n"
    "                ((i += 2))\n"
    "            elif _assay_takes \"$key\" \"$word\"; then\n"
    "                ((i + 1 == COMP_CWORD)) && option=$word\n"
    "                ((i += 1))\n"
    "            fi\n"
    "        elif [[ \" $(_assay_actions \"$key\") \" == *\" $word \"* ]]; then\n"
    "            key=${key:+$key }$word\n"
    "        else\n"
    "            args+=(\"$word\")\n"
    "        fi\n"
    "    done\n"
    "}\n"
    "\n"
    "_assay()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} key= option= prefix= behind=\n"
    "    local -a args=()\n"
    "    COMPREPLY=()\n"
    "    _assay_look\n"
    "    if [ -n \"$behind\" ]; then\n"
    "        _assay_paths -f\n"
    "    elif [ -n \"$option\" ]; then\n"
    "        [ \"$cur\" != = ] || cur=\n"
    "        _assay_values \"$key $option\"\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        prefix=${cur%%=*}=\n"
    "        cur=${cur#*=}\n"
    "        _assay_values \"$key ${prefix%=}\"\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        _assay_words \"$(_assay_options \"$key\" | tr ' ' '\\n' | grep ^--)\"\n"
    "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null\n"
    "    else\n"
    "        _assay_words \"$(_assay_actions \"$key\")\"\n"
    "        _assay_arguments \"$key\"\n"
    "    fi\n"
    "    return 0\n"
    "}\n"
    "\n"
    "complete -F _assay assay\n";

void completion_bash(Cli *cli)
{
    assay_buf_puts(&cli->console.out, begin);
    put_function(cli, "_assay_actions", put_actions);
    put_function(cli, "_assay_options", put_options);
    put_function(cli, "_assay_values", put_values);
    put_function(cli, "_assay_arguments", put_arguments);
    assay_buf_puts(&cli->console.out, end);
}
