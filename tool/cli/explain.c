/*
 * assay explain: what a code means, from the error index.
 */
#include "cli/command.h"
#include "diag/index.h"
#include <string.h>

#define FENCE "```"

static void list_codes(Cli *cli)
{
    IndexEntry entry;

    for (size_t at = 0; diag_index_next(&at, &entry);) {
        console_paint(&cli->console, PAINT_BOLD, "%.*s", (int)entry.code.len,
                      entry.code.at);
        assay_buf_printf(&cli->console.out, "  %.*s\n", (int)entry.title.len,
                         entry.title.at);
    }
}

/* The next line of a text, which becomes what is behind it. */
static struct assay_str next_line(struct assay_str *rest)
{
    const char *end = memchr(rest->at, '\n', rest->len);
    struct assay_str line = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    size_t skip = line.len + (end ? 1 : 0);

    rest->at += skip;
    rest->len -= skip;
    return line;
}

/* The text as it is, examples indented rather than fenced. */
static void show_body(struct assay_buf *out, struct assay_str rest)
{
    bool example = false;

    while (rest.len > 0) {
        struct assay_str line = next_line(&rest);

        if (assay_str_starts(line, FENCE)) {
            example = !example;
            continue;
        }
        if (example && line.len > 0)
            assay_buf_puts(out, "    ");
        assay_buf_add(out, line.at, line.len);
        assay_buf_putc(out, '\n');
    }
}

static void show(Cli *cli, const IndexEntry *entry)
{
    console_paint(&cli->console, PAINT_BOLD, "%.*s", (int)entry->code.len,
                  entry->code.at);
    assay_buf_printf(&cli->console.out, ": %.*s\n\n", (int)entry->title.len,
                     entry->title.at);
    show_body(&cli->console.out, entry->body);
}

/* Says that there is no such code, and which may have been meant. */
static int unknown(Cli *cli, const char *code)
{
    struct assay_buf wrong;
    struct assay_str near;

    assay_buf_init(&wrong, NULL, 0);
    assay_buf_printf(&wrong, "unknown code '%s'", code);
    if (diag_index_resembling(code, &near))
        assay_buf_printf(&wrong, "; did you mean '%.*s'?", (int)near.len, near.at);
    command_misused(cli, wrong.at);
    assay_buf_done(&wrong);
    return COMMAND_BAD_USE;
}

static int run(Cli *cli, int argc, char **argv)
{
    const struct assay_opt table[] = {
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int rest = command_start(cli, table, argc, argv);
    IndexEntry entry;

    if (rest < 0)
        return cli->exit;
    if (rest == 0)
        list_codes(cli);
    else if (diag_index_find(argv[1], &entry))
        show(cli, &entry);
    else
        return unknown(cli, argv[1]);
    return COMMAND_HELD;
}

const Command command_explain = {
    .name = "explain",
    .summary = "explain the code of an error or a warning",
    .arguments = "[CODE]",
    .about =
        "Says what the CODE of an error or a warning, such as E0104, means and what to "
        "do\nabout it. Without a CODE, lists all of them.\n"
        "\n"
        "exit status: 0, or 2 for a code that there is not.\n",
    .unconfigured = true,
    .run = run,
};
