/*
 * Completion in shells: what the parts of its scripts share. Each script is made of the
 * tables of options of all commands.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli/command.h"

/* What can stand at a place. */
typedef enum {
    COMPLETION_NOTHING, /* that is known */
    COMPLETION_FILES,
    COMPLETION_FOLDERS,
    COMPLETION_WORDS,     /* of a choice */
    COMPLETION_COMMANDS,  /* for help: a command, and its action */
    COMPLETION_SHELLS,    /* for completion */
    COMPLETION_CODES,     /* for explain, as the command lists them */
    COMPLETION_LANGUAGES, /* built in, as the command lists them; or a file */
} Completion;

/* Of an option's value; COMPLETION_NOTHING for a flag, too. */
Completion completion_of_option(const struct assay_opt *option);
/* Of the arguments of a command. */
Completion completion_of_arguments(const Command *command);

/* Append the script to the output. */
void completion_bash(Cli *cli);
void completion_zsh(Cli *cli);
void completion_fish(Cli *cli);

#endif
