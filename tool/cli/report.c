/*
 * assay report: what runs said as JSON lines, as one page of HTML.
 */
#include "base/file.h"
#include "cli/command.h"
#include "cli/folder.h"
#include "report/page.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PIECE (64 << 10)

static int open_input(const char *path, const char **ret_why)
{
    int fd =
        strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);

    *ret_why = strerror(errno);
    return fd;
}

/* Reads all of it; false, said why, when it cannot. */
static bool read_input(Cli *cli, Report *r, const char *path)
{
    char piece[PIECE];
    const char *why;
    int fd = open_input(path, &why);
    ssize_t n = -1;

    if (fd >= 0) {
        report_begin(r, path);
        while ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR))
            report_feed(r, piece, n > 0 ? (size_t)n : 0);
        why = strerror(errno);
        report_end(r);
        close(fd);
    }
    if (n < 0)
        console_error(&cli->console, path, "cannot read: %s", why);
    return n == 0;
}

/* "report.html: 2 findings, 1 not tested, 12 held; 2 000 executions, 1.2 s" */
static void say_written(const Report *r, const char *path, struct assay_buf *out)
{
    ReportTotals t = report_totals(r);

    assay_buf_printf(out, "%s: ", path);
    report_findings_text(&t, out);
    assay_buf_puts(out, ", ");
    assay_buf_count(out, t.untested);
    assay_buf_puts(out, " not tested, ");
    assay_buf_count(out, t.held);
    assay_buf_puts(out, " held; ");
    assay_buf_count(out, t.runs);
    assay_buf_printf(out, " execution%s, %.1f s\n", t.runs == 1 ? "" : "s", t.seconds);
}

/* What could not be read is told, and keeps nothing else from being shown. */
static bool say_damage(Cli *cli, const Report *r)
{
    for (uint32_t i = 0; i < r->damages.count; i++) {
        const ReportDamage *d = &r->damages.at[i];
        console_error(&cli->console, r->inputs.at[d->input].name,
                      "line %llu is damaged: %s", (unsigned long long)d->line, d->reason);
    }
    if (r->damages.more > 0)
        console_error(&cli->console, "report", "%llu more lines are damaged",
                      (unsigned long long)r->damages.more);
    return r->damages.count > 0;
}

static bool write_page(Cli *cli, Report *r, const char *path)
{
    struct assay_buf page;
    bool good = true;

    assay_buf_init(&page, NULL, 0);
    report_page(r, &page);
    if (page.status) {
        console_error(&cli->console, path, "%s", assay_status_text(page.status));
        good = false;
    } else if (strcmp(path, "-") == 0)
        assay_buf_add(&cli->console.out, page.at, page.len);
    else if (!assay_file_replace(folder_of(&r->scratch, path), path, &page)) {
        console_error(&cli->console, path, "cannot write: %s", strerror(errno));
        good = false;
    }
    assay_buf_done(&page);
    return good;
}

static int report(Cli *cli, Report *r, const char *const *paths, int count,
                  const char *out)
{
    bool good = true;

    for (int i = 0; i < count; i++)
        good = read_input(cli, r, paths[i]) && good;
    if (r->events == 0) {
        if (good)
            console_error(&cli->console, paths[0], "there is no event in it");
        say_damage(cli, r);
        return COMMAND_BAD_USE;
    }
    if (!write_page(cli, r, out))
        return COMMAND_BAD_USE;
    if (strcmp(out, "-") != 0)
        say_written(r, out, &cli->console.out);
    return say_damage(cli, r) || !good ? COMMAND_BAD_USE : COMMAND_HELD;
}

static int run(Cli *cli, int argc, char **argv)
{
    const char *out = "report.html";
    const struct assay_opt table[] = {
        {.name = "output",
         .letter = 'o',
         .type = ASSAY_OPT_TEXT,
         .into = &out,
         .value = "FILE",
         .help = "where the page goes (report.html); '-' is the standard output"},
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    int count = command_start(cli, table, argc, argv), code;
    Report r;

    if (count < 0)
        return cli->exit;
    if (!report_init(&r))
        return COMMAND_BAD_USE;
    code = report(cli, &r, (const char *const *)argv + 1, count, out);
    report_done(&r);
    return code;
}

const Command command_report = {
    .name = "report",
    .summary = "show what runs found, as a page for a browser",
    .arguments = "FILE...",
    .about =
        "Reads the JSON lines of any command (--json) or test program (--format=json)\n"
        "and writes one page of HTML that needs nothing else. Several FILEs, or several\n"
        "runs in one, are compared. '-' is the standard input. A damaged line is told,\n"
        "and the rest is shown.\n"
        "\n"
        "  $ assay check --json list.c >run.jsonl; assay report run.jsonl\n"
        "\n"
        "exit status: 0 the page is written, 2 something could not be read or written\n",
    .run = run,
};
