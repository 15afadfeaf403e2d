/*
 * assay_main(): the command line of a test program. The only file of the library that
 * prints reports.
 */
#include "base/file.h"
#include "base/opts.h"
#include "base/shell.h"
#include "base/str.h"
#include "run/check.h"
#include "run/child.h"
#include "run/front.h"
#include "run/render.h"
#include <assay/run.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELD = 0, FINDING = 1, BAD_USAGE = 2, OUR_BUG = 3, INTERRUPTED = 130 };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

static const char *const profile_words[] = {"default", "quick", "ci", "thorough", NULL};
static const char *const format_words[] = {"text", "tap", "junit", "json", NULL};
static const char *const color_words[] = {"auto", "always", "never", NULL};

static const struct assay_renderer *const renderers[] = {
    &assay_render_text, &assay_render_tap, &assay_render_junit, &assay_render_jsonl};

/* Set by the handler of SIGINT: a handler has no other way to tell. */
static volatile int interrupted;

struct front {
    const struct assay_property *table;
    const struct assay_front *own; /* NULL: no other options */
    const char *program;
    struct assay_buf command, starter; /* the call; its first word */
    struct assay_options options;
    uint64_t findings, shrink;
    int profile, format, color;
    const char *replay, *fuzzed, *output;
    bool list, help, version;
    const struct assay_property **selected;
    size_t nselected;
    const struct assay_report **reports;
    size_t nreports;
    struct assay_buf out, error;
    struct assay_render render;
    int fd;   /* where the report goes */
    int told; /* the file of ASSAY_PROGRESS; -1 when there is none */
    bool progress, progress_shown;
    bool unwritten; /* the report has no room */
    int code;
    uint64_t seed;
};

#define OPTIONS_MAX 40

/* The table of options, pointing into `f`. */
static void make_options(struct front *f, struct assay_opt table[OPTIONS_MAX])
{
    const struct assay_opt options[] = {
        {"runs", 'n', ASSAY_OPT_POSITIVE, &f->options.runs, "N",
         "executions that count (2000)", NULL},
        {"seconds", 0, ASSAY_OPT_SECONDS, &f->options.seconds, "S",
         "of search per property, at most (60)", NULL},
        {"seed", 's', ASSAY_OPT_POSITIVE, &f->options.seed, "N",
         "of the random choices (a new one every time)", NULL},
        {"timeout", 0, ASSAY_OPT_SECONDS, &f->options.timeout, "S",
         "for one execution (1)", NULL},
        {"memory", 0, ASSAY_OPT_SIZE, &f->options.memory, "BYTES",
         "the child may grow by (1G)", NULL},
        {"findings", 0, ASSAY_OPT_POSITIVE, &f->findings, "N",
         "distinct failures looked for (3)", NULL},
        {"shrink", 0, ASSAY_OPT_POSITIVE, &f->shrink, "N",
         "executions to shrink one with (10000)", NULL},
        {"no-fork", 0, ASSAY_OPT_FLAG, &f->options.no_fork, NULL,
         "run in this process: for debuggers", NULL},
        {"leaks", 0, ASSAY_OPT_FLAG, &f->options.leaks, NULL,
         "memory left allocated is a failure", NULL},
        {"store", 0, ASSAY_OPT_TEXT, &f->options.store, "DIR",
         "folder of saved failures (.assay)", NULL},
        {"no-store", 0, ASSAY_OPT_FLAG, &f->options.no_store, NULL,
         "neither read nor write saved failures", NULL},
        {"explain", 0, ASSAY_OPT_FLAG, &f->options.explain, NULL,
         "say what the shrinker tried", NULL},
        {"show-output", 0, ASSAY_OPT_FLAG, &f->options.show_output, NULL,
         "let the properties' output through", NULL},
        {"replay", 0, ASSAY_OPT_TEXT, &f->replay, "FILE",
         "only execute saved choices, a file or their text", NULL},
        {"fuzzed", 0, ASSAY_OPT_TEXT, &f->fuzzed, "FILE",
         "execute and shrink a fuzzer's input", NULL},
        {"profile", 'p', ASSAY_OPT_CHOICE, &f->profile, "NAME",
         "default, quick, ci or thorough", profile_words},
        {"format", 'f', ASSAY_OPT_CHOICE, &f->format, "NAME",
         "text, tap, junit or json (text)", format_words},
        {"output", 'o', ASSAY_OPT_TEXT, &f->output, "FILE", "write the report there",
         NULL},
        {"color", 0, ASSAY_OPT_CHOICE, &f->color, "WHEN", "auto, always or never",
         color_words},
    };
    const struct assay_opt last[] = {
        {"list", 'l', ASSAY_OPT_FLAG, &f->list, NULL, "name the properties", NULL},
        {"help", 'h', ASSAY_OPT_FLAG, &f->help, NULL, "this text", NULL},
        {"version", 0, ASSAY_OPT_FLAG, &f->version, NULL, "the version of Assay", NULL},
        {0},
    };

    const struct assay_opt *own = f->own ? f->own->options : last;

    memcpy(table, options, sizeof options);
    table += sizeof options / sizeof *options;
    for (; own != last && own->name; own++)
        *table++ = *own;
    memcpy(table, last, sizeof last);
}

void assay_front_describe(void (*describe)(void *ctx, const struct assay_opt *table),
                          void *ctx)
{
    struct front f = {.own = NULL};
    struct assay_opt table[OPTIONS_MAX];

    make_options(&f, table);
    describe(ctx, table);
}

/* ---- Printing */

static void hide_progress(struct front *f)
{
    if (f->progress_shown)
        assay_file_write(STDERR_FILENO, "\r\033[K", 4);
    f->progress_shown = false;
}

static int complain(struct front *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static int complain(struct front *f, const char *format, ...)
{
    va_list args;

    hide_progress(f);
    fprintf(stderr, "%s: ", f->program);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return f->code = BAD_USAGE;
}

/* Writes what the renderer made so far. */
static void flush(struct front *f)
{
    hide_progress(f);
    if (f->unwritten)
        return;
    if (f->out.status || !assay_file_write(f->fd, f->out.at, f->out.len)) {
        f->unwritten = true;
        complain(f, "cannot write the report: %s",
                 f->out.status ? assay_status_text(f->out.status) : strerror(errno));
    }
    assay_buf_clear(&f->out);
}

static void show_progress(void *ctx, const struct assay_progress *now)
{
    struct front *f = ctx;
    double rate = now->seconds > 0 ? (double)now->runs / now->seconds : 0;

    assay_buf_clear(&f->error);
    assay_buf_printf(&f->error, "\r\033[K  %s: ", now->property->name);
    assay_buf_count(&f->error, now->runs);
    assay_buf_puts(&f->error, " of ");
    assay_buf_count(&f->error, now->of);
    assay_buf_puts(&f->error, " runs, ");
    assay_buf_count(&f->error, (uint64_t)rate);
    assay_buf_printf(&f->error, " runs/s, %zu finding%s, %.0f s%s", now->findings,
                     now->findings == 1 ? "" : "s", now->seconds,
                     now->shrinking ? ", shrinking" : "");
    assay_file_write(STDERR_FILENO, f->error.at, f->error.len);
    f->progress_shown = true;
}

/* For a program that runs this one: the file ASSAY_PROGRESS is one line, of the runs and
 * findings so far and what is tested. */
static void tell_progress(void *ctx, const struct assay_progress *now)
{
    struct front *f = ctx;
    uint64_t runs = now->runs;
    size_t findings = now->findings;

    for (size_t i = 0; i < f->nreports; i++) {
        runs += f->reports[i]->runs;
        findings += f->reports[i]->nfindings;
    }
    assay_buf_clear(&f->error);
    assay_buf_printf(&f->error, "%llu %zu %s%s\n", (unsigned long long)runs, findings,
                     now->property->name, now->shrinking ? ", shrinking" : "");
    if (pwrite(f->told, f->error.at, f->error.len, 0) != (ssize_t)f->error.len ||
        ftruncate(f->told, (off_t)f->error.len) != 0)
        f->options.progress = NULL;
}

/* ---- Which properties */

static int check_table(struct front *f)
{
    if (!f->table->name)
        return complain(f, "the table has no properties");
    for (const struct assay_property *p = f->table; p->name; p++) {
        if (!p->run)
            return complain(f, "property %s has no function", p->name);
        for (const struct assay_property *q = f->table; q < p; q++)
            if (strcmp(p->name, q->name) == 0)
                return complain(f, "two properties are called %s", p->name);
    }
    return HELD;
}

static bool is_wanted(const char *name, char **patterns, int count)
{
    for (int i = 0; i < count; i++)
        if (assay_str_matches(name, patterns[i]))
            return true;
    return count == 0;
}

static int select_properties(struct front *f, char **patterns, int count)
{
    size_t n = 0;

    for (const struct assay_property *p = f->table; p->name; p++)
        n++;
    f->selected = calloc(n + 1, sizeof *f->selected);
    f->reports = calloc(n + 1, sizeof *f->reports);
    if (!f->selected || !f->reports)
        return f->code = OUR_BUG;
    for (const struct assay_property *p = f->table; p->name; p++)
        if (is_wanted(p->name, patterns, count))
            f->selected[f->nselected++] = p;
    for (int i = 0; i < count; i++) {
        bool any = false;
        for (size_t k = 0; k < f->nselected; k++)
            any = any || assay_str_matches(f->selected[k]->name, patterns[i]);
        if (!any)
            return complain(f, "no property is called '%s' (--list names them)",
                            patterns[i]);
    }
    return HELD;
}

/* ---- Options */

static int apply_profile(struct front *f)
{
    const char *name = getenv("ASSAY_PROFILE");
    struct assay_options *o = &f->options;

    if (f->profile < 0 && name && *name) {
        for (f->profile = 0; profile_words[f->profile]; f->profile++)
            if (strcmp(profile_words[f->profile], name) == 0)
                break;
        if (!profile_words[f->profile])
            return complain(f, "ASSAY_PROFILE is '%s': default, quick, ci or thorough",
                            name);
    }
    switch (f->profile) {
    case 1:
        o->runs = o->runs ? o->runs : 100;
        break;
    case 2:
        o->runs = o->runs ? o->runs : 10000;
        o->seed = o->seed ? o->seed : 1;
        f->progress = false;
        break;
    case 3:
        o->runs = o->runs ? o->runs : 100000;
        o->seconds = o->seconds > 0 ? o->seconds : 600;
        break;
    default:
        break;
    }
    return HELD;
}

static bool wants_color(const struct front *f)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (f->format != 0 || f->color == COLOR_NEVER)
        return false;
    if (f->color == COLOR_ALWAYS)
        return true;
    return isatty(f->fd) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

static void print_help(struct front *f, const struct assay_opt *options)
{
    assay_buf_printf(&f->out,
                     "usage: %s [OPTION...] [NAME...]\n\n"
                     "Tests the properties of this program, or those of a NAME; * and ? "
                     "stand for\nothers.\n\n",
                     f->program);
    assay_opts_help(options, &f->out);
    assay_buf_puts(&f->out,
                   "\nexit status: 0 all held, 1 a finding, 2 bad usage or no room, "
                   "3 a bug of Assay,\n130 interrupted\n");
    flush(f);
}

static void print_list(struct front *f)
{
    for (size_t i = 0; i < f->nselected; i++)
        assay_buf_printf(&f->out, "%s\n", f->selected[i]->name);
    flush(f);
}

/* ---- Running */

static void begin_report(struct front *f)
{
    f->render = (struct assay_render){.out = &f->out,
                                      .program = f->program,
                                      .command = f->command.at,
                                      .count = f->nselected,
                                      .color = wants_color(f)};
    for (size_t i = 0; i < f->nselected; i++) {
        size_t len = strlen(f->selected[i]->name);
        len = len < 40 ? len : 40;
        f->render.name_width = len > f->render.name_width ? len : f->render.name_width;
    }
    renderers[f->format]->begin(&f->render);
}

static void end_report(struct front *f, double start)
{
    struct assay_results results = {.reports = f->reports,
                                    .count = f->nreports,
                                    .seed = f->seed,
                                    .seconds = assay_now() - start,
                                    .interrupted = interrupted != 0};

    renderers[f->format]->end(&f->render, &results);
    flush(f);
}

static void judge(struct front *f, const struct assay_report *report)
{
    if (report->verdict == ASSAY_MISUSED)
        f->code = BAD_USAGE;
    else if (report->verdict != ASSAY_HELD && f->code == HELD)
        f->code = FINDING;
}

static void run_property(struct front *f, const struct assay_property *property,
                         const struct assay_plan *plan)
{
    struct assay_report *report;
    enum assay_status status = assay_check_plan(property, &f->options, plan, &report);

    hide_progress(f);
    if (status) {
        complain(f, "property %s could not be run: %s", property->name,
                 status == ASSAY_IO ? strerror(errno) : assay_status_text(status));
        f->code = OUR_BUG;
        return;
    }
    f->seed = report->seed;
    f->options.seed = report->seed; /* one seed for all */
    f->reports[f->nreports++] = report;
    renderers[f->format]->property(&f->render, report);
    judge(f, report);
    flush(f);
}

static void run_selected(struct front *f, const struct assay_plan *plan)
{
    double start = assay_now();

    begin_report(f);
    for (size_t i = 0;
         i < f->nselected && !interrupted && f->code != OUR_BUG && !f->unwritten; i++)
        run_property(f, f->selected[i], plan);
    end_report(f, start);
    if (f->own && f->own->tell && renderers[f->format] == &assay_render_text) {
        f->own->tell(f->own->ctx, &f->out);
        flush(f);
    }
    if (interrupted)
        f->code = INTERRUPTED;
}

/* ---- --replay and --fuzzed */

/* The one property that the choices are for. */
static int select_for_replay(struct front *f, const char *source, const char *name)
{
    size_t kept = 0;

    if (!*name) {
        if (f->nselected == 1)
            return HELD;
        return complain(f, "%s: does not say which property: name one", source);
    }
    for (size_t i = 0; i < f->nselected; i++)
        if (strcmp(f->selected[i]->name, name) == 0)
            f->selected[kept++] = f->selected[i];
    if (kept == 0)
        return complain(f, "%s: there is no property '%s' here", source, name);
    f->nselected = kept;
    return HELD;
}

static void run_replay(struct front *f)
{
    bool inline_text =
        assay_str_starts(assay_str(f->replay), "assay") && access(f->replay, F_OK) != 0;
    const char *source = inline_text ? "--replay" : f->replay;
    struct assay_buf text, name;
    struct assay_values values;
    struct assay_plan plan = {.values = &values, .path = inline_text ? NULL : f->replay};

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&name, NULL, 0);
    assay_values_init(&values, NULL);
    if (inline_text)
        assay_buf_puts(&text, f->replay);
    if (!inline_text && assay_file_read(f->replay, &text))
        complain(f, "%s: cannot read: %s", f->replay, strerror(errno));
    else if (assay_values_decode(&values, text.at, text.len, &name, &f->error))
        complain(f, "%s: %s", source, f->error.at);
    else if (select_for_replay(f, source, name.at) == HELD)
        run_selected(f, &plan);
    assay_values_done(&values);
    assay_buf_done(&text);
    assay_buf_done(&name);
}

static void run_fuzzed(struct front *f)
{
    struct assay_buf bytes;
    struct assay_plan plan = {0};

    assay_buf_init(&bytes, NULL, assay_limits_default.pool);
    if (f->nselected != 1)
        complain(f, "--fuzzed needs the name of one property");
    else if (assay_file_read(f->fuzzed, &bytes))
        complain(f, "%s: cannot read: %s", f->fuzzed,
                 bytes.status ? assay_status_text(bytes.status) : strerror(errno));
    else {
        plan.bytes = (struct assay_str){bytes.at, bytes.len};
        run_selected(f, &plan);
    }
    assay_buf_done(&bytes);
}

/* ---- The front */

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static int open_output(struct front *f)
{
    const char *term = getenv("TERM"), *told = getenv("ASSAY_PROGRESS");

    f->fd = STDOUT_FILENO;
    if (f->output)
        f->fd = open(f->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (f->fd < 0)
        return complain(f, "%s: cannot write: %s", f->output, strerror(errno));
    f->progress = f->progress && isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
    if (f->progress) {
        f->options.progress = show_progress;
        f->options.progress_ctx = f;
    }
    f->told = told && *told ? open(told, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (f->told >= 0) {
        f->options.progress = tell_progress;
        f->options.progress_ctx = f;
    }
    return HELD;
}

static void run_wanted(struct front *f)
{
    static const struct assay_plan everything;
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;

    if (open_output(f) != HELD)
        return;
    sigaction(SIGINT, &action, &before); /* a second one ends the program at once */
    f->options.interrupted = &interrupted;
    if (f->replay)
        run_replay(f);
    else if (f->fuzzed)
        run_fuzzed(f);
    else
        run_selected(f, &everything);
    sigaction(SIGINT, &before, NULL);
    if (f->output)
        close(f->fd);
    if (f->told >= 0)
        close(f->told);
}

static void run_front(struct front *f, int argc, char **argv)
{
    struct assay_opt options[OPTIONS_MAX];
    int rest = 0;

    make_options(f, options);
    if (assay_opts_parse(options, argc, argv, &f->error, &rest)) {
        complain(f, "%s", f->error.at);
        return;
    }
    if (f->help || f->version) {
        if (f->help)
            print_help(f, options);
        else
            puts("Assay " ASSAY_VERSION);
        return;
    }
    if (f->findings > UINT32_MAX || f->shrink > UINT32_MAX) {
        complain(f, "--findings and --shrink are below 2^32");
        return;
    }
    f->options.findings = (uint32_t)f->findings;
    f->options.shrink = (uint32_t)f->shrink;
    if (f->own && !f->own->ready(f->own->ctx, f->replay, &f->error)) {
        complain(f, "%s", f->error.at);
        return;
    }
    if (check_table(f) || apply_profile(f) || select_properties(f, argv + 1, rest))
        return;
    if (f->list)
        print_list(f);
    else
        run_wanted(f);
}

/* How the program was called, for who reads its report. */
static void put_command(struct front *f, bool told, int argc, char **argv)
{
    assay_buf_puts(&f->command, told ? f->program : "");
    for (int i = 0; i < argc && !told; i++) {
        assay_buf_puts(&f->command, i > 0 ? " " : "");
        assay_shell_word(&f->command, assay_str(argv[i]));
    }
}

int assay_main(const struct assay_property *table, int argc, char **argv)
{
    return assay_main_with(table, NULL, argc, argv);
}

int assay_main_with(const struct assay_property *table, const struct assay_front *front,
                    int argc, char **argv)
{
    const char *told = getenv("ASSAY_PROGRAM"); /* how it is called in reports */
    struct front f = {.table = table,
                      .own = front,
                      .profile = -1,
                      .fd = STDOUT_FILENO,
                      .options = {.own_process = true},
                      .progress = true};

    assay_buf_init(&f.out, NULL, 0);
    assay_buf_init(&f.error, NULL, 0);
    assay_buf_init(&f.command, NULL, 0);
    assay_buf_init(&f.starter, NULL, 0);
    assay_shell_word(&f.starter, assay_str(argc > 0 ? argv[0] : "tests"));
    f.program = told ? told : f.starter.at;
    put_command(&f, told != NULL, argc, argv);
    run_front(&f, argc, argv);
    for (size_t i = 0; i < f.nreports; i++) {
        const void *report = f.reports[i];
        assay_report_free((struct assay_report *)(uintptr_t)report);
    }
    free(f.selected);
    free(f.reports);
    assay_buf_done(&f.out);
    assay_buf_done(&f.error);
    assay_buf_done(&f.command);
    assay_buf_done(&f.starter);
    return f.code;
}
