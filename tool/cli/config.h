/*
 * assay.toml: options that a project has for a command, in a table of its name.
 *
 *     [rest-test]
 *     url = "http://127.0.0.1:8080"
 *     header = ["X-Key: 12", "X-Tenant: a"]
 *     runs = 2000
 *     cookies = true
 *
 * Keys are the names of options. They are set before the command line is read, so what
 * that says wins; of options that may be there several times both count. Of TOML there
 * are tables, strings on one line, numbers, booleans, and arrays of these; anything else
 * is an error. An action's table has the names of both: [lang-gen].
 */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "base/arena.h"
#include "cli/command.h"

#define CONFIG_FILE "assay.toml"

/* Sets options of a command by its table in the file that argv tells, or cli->config, or
 * CONFIG_FILE if it is there. False, and it is said, if the file is wrong: its form, an
 * option that the command does not have, a value that it does not take, or a table that
 * no command has. Nothing is read when argv asks for help. */
bool config_apply(Cli *cli, const char *name, const struct assay_opt *table, int argc,
                  char **argv);

/* What a file is about. */
typedef struct {
    const char *name;               /* of the table that is wanted */
    const struct assay_opt *table;  /* what it sets */
    const Command *const *commands; /* whose tables there may be; NULL: any */
} ConfigWish;

/* Sets options by the text of a file; texts of values are in the arena. NULL, or what is
 * wrong at *ret_line. */
const char *config_set(const char *text, const ConfigWish *wish,
                       struct assay_arena *arena, unsigned *ret_line);

#endif
