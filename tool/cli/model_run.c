/*
 * The test program, run: its report is passed on. In that the program, which is gone
 * afterwards, is called by the command that makes it again.
 */
#include "cli/model.h"
#include "cli/process.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 16 };

static void add_number(ModelJob *j, const char **words, uint32_t *count, const char *name,
                       uint64_t value)
{
    if (value > 0)
        words[(*count)++] =
            model_job_text(j, "--%s=%llu", name, (unsigned long long)value);
}

/* Its output goes through ours: it does not see a terminal. */
static bool wants_color(const ModelSettings *s)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (s->format != 0 || s->cli->console.color == COLOR_NEVER)
        return false;
    return s->cli->console.color == COLOR_ALWAYS ||
           (isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
            strcmp(term, "dumb") != 0);
}

static void put_words(ModelJob *j, const char *words[ARGUMENTS_MAX])
{
    const ModelSettings *s = j->settings;
    uint32_t n = 0;

    words[n++] = j->program;
    add_number(j, words, &n, "runs", s->runs);
    add_number(j, words, &n, "seed", s->seed);
    add_number(j, words, &n, "fuel", s->fuel);
    add_number(j, words, &n, "findings", s->findings);
    words[n++] = model_job_text(j, "--seconds=%g", s->seconds);
    if (s->timeout > 0)
        words[n++] = model_job_text(j, "--timeout=%g", s->timeout);
    words[n++] = model_job_text(j, "--store=%s", s->store);
    if (s->replay)
        words[n++] = model_job_text(j, "--replay=%s", s->replay);
    words[n++] = model_job_text(j, "--format=%s", model_formats[s->format]);
    words[n++] = wants_color(s) ? "--color=always" : "--color=never";
    words[n] = NULL;
}

/* The length of the report's first line, if that only names the header once more. */
static size_t heading(const ModelJob *j, const char *report)
{
    size_t len = strlen(j->settings->header);

    return j->headed && strncmp(report, j->settings->header, len) == 0 &&
                   report[len] == '\n'
               ? len + 1
               : 0;
}

/* A reference that fails is most often one that was called as it must not be. */
static void help_with_reference(ModelJob *j, const char *report)
{
    if (j->settings->format == 0 && strstr(report, " the reference's side of "))
        assay_buf_puts(&j->settings->cli->console.out,
                       "help: the reference itself failed. Either it is wrong, or the "
                       "call is not allowed there; then say so:\n"
                       "      by a contract in the header (requires, frees), or by "
                       "assay_back_off() in the reference\n");
}

int model_run(ModelJob *j)
{
    Console *console = &j->settings->cli->console;
    const char *words[ARGUMENTS_MAX];
    struct assay_buf said;
    Ended e;

    if (process_interrupted())
        return process_interrupted();
    console_flush(console);
    put_words(j, words);
    setenv("ASSAY_PROGRAM", j->settings->command, 1); /* how it is told to be replayed */
    assay_buf_init(&said, NULL, 0);
    e = process_run(words, &said, NULL, 0);
    assay_buf_puts(&console->out, said.at + heading(j, said.at));
    help_with_reference(j, said.at);
    assay_buf_done(&said);
    if (!e.started) {
        console_error(console, j->program, "cannot be started");
        return COMMAND_BUG;
    }
    if (process_interrupted())
        return process_interrupted();
    return e.code <= COMMAND_BUG ? e.code : COMMAND_BUG;
}
