/*
 * Command lines from one table: the table parses the arguments and prints the help, so
 * the two cannot differ. Used by assay_main() and by every subcommand of the tool.
 *
 *     --name=VALUE, --name VALUE, --flag, -x, `--` ends the options.
 *
 * Nothing is printed here: errors are text in a buffer.
 */
#ifndef ASSAY_BASE_OPTS_H
#define ASSAY_BASE_OPTS_H

#include "base/buf.h"
#include <stdbool.h>

enum assay_opt_type {
    ASSAY_OPT_FLAG,     /* bool * */
    ASSAY_OPT_TEXT,     /* const char ** */
    ASSAY_OPT_COUNT,    /* uint64_t *, decimal; 0x.. accepted */
    ASSAY_OPT_POSITIVE, /* the same, from 1 on */
    ASSAY_OPT_SECONDS,  /* double *, > 0 */
    ASSAY_OPT_SIZE,     /* uint64_t * bytes, suffix K M G */
    ASSAY_OPT_CHOICE,   /* int *, index into `words` */
    ASSAY_OPT_LIST,     /* struct assay_opt_list *: it may be there several times */
};

/* The values of an option, in their order; `at` has room for `most`. */
struct assay_opt_list {
    const char **at;
    uint32_t count, most;
};

struct assay_opt {
    const char *name; /* without the dashes; NULL ends the table */
    char letter;      /* 0 when there is no short form */
    enum assay_opt_type type;
    void *into;
    const char *value; /* the value's name in the help: "N", "FILE" */
    const char *help;
    const char *const *words; /* for a choice: the accepted words, ended by NULL */
};

/*
 * Reads the options out of argv[1..argc), sets what they point at, and moves the other
 * arguments, in order, to argv[1..]; *ret_rest is their number. On an error nothing more
 * is set, ASSAY_BAD_USE is returned and `error` says what is wrong, with the nearest
 * known name for a mistyped option.
 */
enum assay_status assay_opts_parse(const struct assay_opt *table, int argc, char **argv,
                                   struct assay_buf *error, int *ret_rest);
/* Two columns: the option and its help. */
void assay_opts_help(const struct assay_opt *table, struct assay_buf *out);

#endif
