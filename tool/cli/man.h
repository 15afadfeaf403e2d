/*
 * Pages of the manual, in the macros of man(7), from what commands are described by:
 * their names, summaries, texts and tables of options.
 */
#ifndef CLI_MAN_H
#define CLI_MAN_H

#include "cli/command.h"

/* Appends the page of a command, an action or the front to the output: a DescribeFn. */
void man_page(Cli *cli, const struct assay_opt *table);
/* Appends the page of test programs, assay-properties(7). */
void man_properties(struct assay_buf *out);

#endif
