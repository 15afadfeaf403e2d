/*
 * assay.toml: options that a project has for a command, in a table of its name.
 *
 *     [rest-test]
 *     url = "http://127.0.0.1:8080"
 *     header = ["X-Key: 12", "X-Tenant: a"]
 *     runs = 2000
 *     cookies = true
 *
 * Keys are the names of options. They become words of the command line, in front of those
 * that are there, so what the command line says wins. Of TOML there are tables, strings
 * on one line, numbers, booleans, and arrays of these; anything else is an error.
 */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "base/arena.h"
#include "cli/command.h"

#define CONFIG_FILE "assay.toml"
#define CONFIG_WORDS 256 /* that a table can become */

/* The words with those of the file put in behind the first: of `--config=FILE`, which is
 * taken out, or of CONFIG_FILE if it is there. In the arena. NULL, and it is said, if the
 * file is wrong; *ret_argc is how many there are. */
char **config_words(Cli *cli, const char *table, int argc, char **argv,
                    struct assay_arena *arena, int *ret_argc);

#endif
