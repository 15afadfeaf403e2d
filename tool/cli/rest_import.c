/*
 * assay rest import: specifications from OpenAPI documents.
 */
#include "cli/input.h"
#include "cli/rest.h"
#include "cli/summary.h"
#include "rest/import.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Console *console;
    const char *path;   /* of the document */
    const char *output; /* NULL: the standard output */
    bool force, quiet;
} Settings;

/* ---- What is said. */

static void say(const Settings *s, struct assay_buf *text)
{
    if (!text->status)
        console_error_text(s->console, text->at);
    assay_buf_done(text);
}

static void say_faults(const Settings *s, const ImportReport *r)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    for (uint32_t i = 0; i < r->nfaults; i++)
        assay_buf_printf(&text, "%s:%u:%u: error: %s\n", s->path, r->faults[i].line,
                         r->faults[i].column, r->faults[i].text);
    say(s, &text);
}

static void say_report(const Settings *s, const ImportReport *r)
{
    uint32_t left = r->nleft + r->nleft_more;
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "%s: ", s->path);
    summary_count(&text, r->operations, "operation");
    assay_buf_puts(&text, ", ");
    summary_count(&text, r->triples, "triple");
    assay_buf_puts(&text, ", ");
    summary_count(&text, r->types, "type");
    if (left > 0) {
        assay_buf_puts(&text, "; ");
        summary_count(&text, left, "thing");
        assay_buf_puts(&text, " not carried over:");
    }
    assay_buf_putc(&text, '\n');
    for (uint32_t i = 0; i < r->nleft; i++)
        assay_buf_printf(&text, "  %s: %s\n", r->left[i].place, r->left[i].what);
    if (r->nleft_more > 0)
        assay_buf_printf(&text, "  and %u more\n", r->nleft_more);
    say(s, &text);
}

/* ---- Writing. */

static int write_file(const Settings *s, const struct assay_buf *text)
{
    int fd = open(s->output, O_WRONLY | O_CREAT | (s->force ? O_TRUNC : O_EXCL), 0666);
    bool good = fd >= 0 && assay_file_write(fd, text->at, text->len);

    if (fd >= 0 && close(fd) != 0)
        good = false;
    if (good)
        return COMMAND_HELD;
    if (errno == EEXIST)
        console_error(s->console, s->output, "is there already; --force overwrites it");
    else
        console_error(s->console, s->output, "cannot write: %s", strerror(errno));
    return COMMAND_BAD_USE;
}

static int write_all(const Settings *s, const struct assay_buf *text)
{
    if (s->output)
        return write_file(s, text);
    assay_buf_add(&s->console->out, text->at, text->len);
    console_flush(s->console);
    return COMMAND_HELD;
}

/* ---- The command. */

static int import(const Settings *s, const struct assay_buf *text)
{
    struct assay_arena arena;
    struct assay_buf out;
    ImportReport report;
    int code = COMMAND_BAD_USE;

    assay_arena_init(&arena, NULL, 0);
    assay_buf_init(&out, NULL, 0);
    if (!rest_import((struct assay_str){text->at, text->len}, &arena, &out, &report))
        console_error(s->console, s->path, "out of memory");
    else if (report.nfaults > 0)
        say_faults(s, &report);
    else
        code = write_all(s, &out);
    if (code == COMMAND_HELD && !s->quiet)
        say_report(s, &report);
    assay_buf_done(&out);
    assay_arena_done(&arena);
    return code;
}

static int import_file(const Settings *s)
{
    struct assay_buf text;
    enum assay_status status;
    int code = COMMAND_BAD_USE;

    assay_buf_init(&text, NULL, IMPORT_TEXT_MAX);
    status = input_read(s->path, &text);
    if (status)
        console_error(s->console, s->path, "cannot read: %s", assay_file_error(status));
    else
        code = import(s, &text);
    assay_buf_done(&text);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console};
    const struct assay_opt table[] = {
        {.name = "output",
         .letter = 'o',
         .type = ASSAY_OPT_TEXT,
         .into = &s.output,
         .value = "FILE",
         .help = "the file to write, which must not be there (the standard output)"},
        {.name = "force",
         .type = ASSAY_OPT_FLAG,
         .into = &s.force,
         .help = "overwrite the file"},
        command_quiet_option(&s.quiet, "do not list what is not carried over"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    s.path = argv[1];
    return import_file(&s);
}

const Command rest_import_command = {
    .name = "import",
    .summary = "make a specification from an OpenAPI document",
    .arguments = "FILE",
    .about = "Reads an OpenAPI document, 3.0 or 3.1, in JSON or YAML, and writes a "
             "specification.\n"
             "What HeadREST cannot say is listed on standard error, with its place in "
             "the\n"
             "document. '-' is the standard input.\n"
             "\n"
             "exit status: 0 it was made, 2 the document cannot be read\n",
    .run = run,
};
