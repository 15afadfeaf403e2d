/*
 * Subcommands: what each is, and what they share. A subcommand is one file with one
 * Command, listed in main.c. Its options are one table, which is local to its run
 * function because it points at the settings; command_start() reads the options and
 * prints the help by it. A subcommand that does several things has actions, each a
 * Command in a file of its own.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/arena.h"
#include "base/opts.h"
#include "cli/console.h"

/* How the program ends. */
enum {
    COMMAND_HELD = 0,    /* all that was asked holds */
    COMMAND_FINDING = 1, /* something does not */
    COMMAND_BAD_USE = 2, /* bad usage, a bad file or specification, no room */
    COMMAND_BUG = 3,     /* ours */
};

typedef struct Command Command;
typedef struct Cli Cli;

/* Says something of cli->command by its options, with those that all have. */
typedef void DescribeFn(Cli *cli, const struct assay_opt *table);

/* One run of the program. */
struct Cli {
    Console console;
    struct assay_arena arena; /* for what lives as long */
    const Command *group;     /* whose action `command` is, or NULL */
    const Command *command;   /* the one that runs; NULL before it is known */
    bool help, version;       /* these options were given */
    const char *config;       /* likewise; NULL: not given */
    const char *called;       /* the command line, without what is secret */
    DescribeFn *describe;     /* what is done instead of printing the help; or NULL */
    void *describe_ctx;
    int exit; /* COMMAND_..., when command_start() ended the command */
};

struct Command {
    const char *name;
    const char *summary; /* a few words, for the list of commands */
    /* After the options in its usage: "LANG PATH [FILE]", "FILE...". So many are taken.
     */
    const char *arguments;
    const char *about; /* lines of its help, each ended by a line end */
    /* NULL, or what it does, ended by NULL; `run` is then command_run_action. */
    const Command *const *actions;
    bool unconfigured; /* has no table in assay.toml */
    bool answers;      /* its JSON answers a question; it is no run with events */
    /* argv[0] is the command's name. Returns COMMAND_.... */
    int (*run)(Cli *cli, int argc, char **argv);
};

extern const Command command_cc;
extern const Command command_check;
extern const Command command_choices;
extern const Command command_completion;
extern const Command command_explain;
extern const Command command_lang;
extern const Command command_model;
extern const Command command_replay;
extern const Command command_report;
extern const Command command_rest;
extern const Command command_script;
extern const Command command_synth;
extern const Command command_trace;

/* The program itself: its actions are the commands. */
extern const Command command_front;

/* The one of this name in a list that NULL ends, or NULL. */
const Command *command_find(const Command *const *list, const char *name);
/* Says that the list has no such command, or action, and which may have been meant.
 * Returns COMMAND_BAD_USE. */
int command_unknown(Cli *cli, const Command *const *list, const char *kind,
                    const char *name);
/* Appends a line for each command of the list. */
void command_print_list(Cli *cli, const Command *const *list);

/* Calls the function for a command, or an action of a group. */
void command_describe(Cli *cli, const Command *group, const Command *command,
                      DescribeFn *describe);
/* The same for the front, and all commands with their actions. */
void command_describe_all(Cli *cli, DescribeFn *describe);
/* " lang check" of what cli->group and cli->command are; with '-' in between,
 * "-lang-check". */
const char *command_full_name(const Cli *cli, char between, char *name, size_t size);
enum { COMMAND_NAME_SIZE = 64 }; /* room for it */

/* Where the command or action is in argv: after the options, of which --color and
 * --config have a value. argc when there is none. */
int command_place(int argc, char **argv);
/* Runs the action that the first argument names. */
int command_run_action(Cli *cli, int argc, char **argv);

/* The options that every command has, for the end of its table. --config, which all but
 * the compiler have, too, is put before --color. */
struct assay_opt command_color_option(Cli *cli);
struct assay_opt command_help_option(Cli *cli);
/* Options that have one name in all commands that have them: --json, and -q, --quiet. The
 * help says what each of them prints, or does not. */
struct assay_opt command_json_option(bool *into, const char *help);
struct assay_opt command_quiet_option(bool *into, const char *help);

/* Reads the options of argv. Returns how many other arguments there are, in argv[1..], or
 * -1 when an error was printed and cli->exit is how the command ends. */
int command_parse(Cli *cli, const struct assay_opt *table, int argc, char **argv);
/* Likewise, after those of its table in assay.toml; the command also ends when --help was
 * given, with its help printed, and when there are more or fewer arguments than its usage
 * tells. */
int command_start(Cli *cli, const struct assay_opt *table, int argc, char **argv);

/* Says what is wrong with the arguments and where help is. Returns COMMAND_BAD_USE. */
int command_misused(Cli *cli, const char *wrong);

#endif
