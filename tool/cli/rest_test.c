/*
 * assay rest test: a server against its specification. All happens in the child that is
 * watched while the solver is asked: the server is spoken to when the last question was
 * answered.
 */
#include "cli/rest_test.h"
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "cli/watched.h"
#include "diag/render.h"
#include "rest/check.h"
#include "rest/endpoint.h"
#include "run/options.h"
#include "smt/smt.h"
#include "term/template.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TRIPLES_MAX 1024

typedef struct {
    const char *path;
    const RestTestSettings *settings;
    struct assay_buf text, replay;
    struct assay_arena arena;
    Diags diags;
    Spec spec;
    Watch *watch;
    const Value **models;
    DriveCounts *counts;
    Progress progress;
} Job;

/* ---- The specification. */

/* A request for each triple that the solver finds; NULL where it finds none. */
static void find_models(Job *j, Checker *c)
{
    j->models = assay_arena_new(&j->arena, j->spec.ntriples + 1, sizeof *j->models);
    for (uint32_t i = 0; j->models && i < j->spec.ntriples; i++) {
        const Triple *t = j->spec.triples[i];
        const Scope *scope = scope_before(c, rest_pre_scope(&j->spec, c, t), t->pre);
        ProverVerdict v = c->prover->possible(c->prover->ctx, scope, &j->arena);
        for (uint32_t k = 0; v.answer == PROVER_REFUTED && k < v.count; k++)
            if (v.values[k].var == t->request)
                j->models[i] = v.values[k].value;
    }
}

static bool check_spec(Job *j)
{
    Smt *smt =
        smt_new(&(SmtOptions){.time_limit_ms = watched_limit_ms(j->settings->limit)});
    Prover prover, watched;
    Checker checker = {.diags = &j->diags, .arena = &j->arena, .prover = &watched};

    if (!smt) {
        console_error(j->settings->console, j->path, "the solver cannot be started");
        return false;
    }
    prover = smt_prover(smt);
    watched = smt_watch_prover(j->watch, &prover, NULL);
    rest_check(&j->spec, &checker, &(RestCheck){.coverage = true});
    if (j->diags.errors == 0)
        find_models(j, &checker);
    smt_free(smt);
    return true;
}

/* Reads and checks it; what is wrong is said. Warnings are for `assay rest check`. */
static bool prepare(Job *j)
{
    uint32_t source =
        diag_source(&j->diags, j->path, (struct assay_str){j->text.at, j->text.len});

    if (!rest_spec_read(&j->spec, &j->diags, source, folder_of(&j->arena, j->path),
                        &j->arena)) {
        console_error(j->settings->console, j->path, "out of memory");
        return false;
    }
    if (!check_spec(j))
        return false;
    if (j->diags.errors > 0) {
        diag_sort(&j->diags);
        render_text(&j->diags, &j->settings->console->out);
        console_error(j->settings->console, j->path,
                      "the specification is wrong; no server was asked");
        return false;
    }
    if (j->spec.ntriples == 0 || j->spec.ntriples > TRIPLES_MAX) {
        console_error(j->settings->console, j->path,
                      j->spec.ntriples == 0 ? "there is no triple to test"
                                            : "there are more than 1024 triples");
        return false;
    }
    return true;
}

/* ---- Executions. */

static bool is_reachable(Job *j, const HttpOptions *http)
{
    HttpClient *c = http_client_new(http);
    HttpRequest r = {.method = REST_GET,
                     .path = assay_str("/"),
                     .headers = j->settings->headers,
                     .nheaders = j->settings->nheaders};
    HttpAnswer a;
    bool good = c && http_exchange(c, &r, &j->arena, &a);

    if (good && a.end != HTTP_ANSWERED) {
        console_error(j->settings->console, j->settings->url, "%s", a.error);
        good = false;
    }
    http_client_free(c);
    return good;
}

static void show_progress(void *ctx, const struct assay_progress *now)
{
    Job *j = ctx;
    const DriveCounts *c = j->counts;
    struct assay_buf line;

    assay_buf_init(&line, NULL, 0);
    assay_buf_printf(&line, "%s: %s, ", j->path,
                     now->shrinking ? "shrinking" : "requests");
    assay_buf_count(&line, c->requests);
    if (now->seconds > 0) {
        assay_buf_puts(&line, ", ");
        assay_buf_count(&line, (uint64_t)((double)c->requests / now->seconds));
        assay_buf_puts(&line, "/s");
    }
    assay_buf_printf(&line, ", %zu finding%s, %.0f of %.0f s", now->findings,
                     now->findings == 1 ? "" : "s", now->seconds, j->settings->seconds);
    if (!line.status)
        progress_show(&j->progress, line.at);
    assay_buf_done(&line);
}

static struct assay_options options_of(Job *j, Drive *d)
{
    const RestTestSettings *s = j->settings;

    return (struct assay_options){
        .runs = s->runs,
        .seed = s->seed,
        .seconds = s->seconds,
        .timeout = s->timeout * (double)(s->steps + 2) + 10,
        .findings = (uint32_t)s->findings,
        .shrink = 2000,
        .rejects = UINT32_MAX,
        .store = s->store,
        .exhausted = &d->counts->gone,
        .progress = j->progress.on ? show_progress : NULL,
        .progress_ctx = j,
    };
}

/* What fails side by side is tried again alone, in the place of the search. */
static bool run_jobs(Job *j, struct assay_property *property,
                     struct assay_options *options, struct assay_report **ret)
{
    const RestTestSettings *s = j->settings;
    struct timespec start, end;
    const char *const *seeds;
    uint64_t count = 0;

    clock_gettime(CLOCK_MONOTONIC, &start);
    if (options->seed == 0)
        options->seed = assay_new_seed();
    seeds = rest_test_jobs(s, property, options, &j->arena);
    if (!seeds)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &end);
    while (seeds[count])
        count++;
    for (uint32_t i = 0; i < j->spec.ntriples; i++)
        j->counts->triples[i].broken = 0;
    property->seeds = seeds;
    options->runs = count + 1;
    if (assay_check(property, options, ret))
        return false;
    (*ret)->seconds += (double)(end.tv_sec - start.tv_sec) +
                       (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    if (count > 0 && (*ret)->nfindings == 0)
        console_error(s->console, s->url,
                      "%llu execution%s failed beside others, and none alone",
                      (unsigned long long)count, count == 1 ? "" : "s");
    return true;
}

static bool run(Job *j, Drive *d, struct assay_report **ret)
{
    const RestTestSettings *s = j->settings;
    const char *base = folder_base_of(j->path), *dot = strrchr(base, '.');
    struct assay_property property = {
        .name = assay_arena_printf(&j->arena, "%.*s",
                                   dot ? (int)(dot - base) : (int)strlen(base), base),
        .run = drive_execute,
        .context = d};
    struct assay_options options = options_of(j, d);
    bool good;

    setenv("ASSAY_PROGRAM", s->command, 1);
    if (s->replay)
        good = !assay_replay(&property, j->replay.at, &options, ret);
    else if (s->jobs > 1)
        good = run_jobs(j, &property, &options, ret);
    else
        good = !assay_check(&property, &options, ret);
    progress_hide(&j->progress);
    return good;
}

/* Whether "delete /x/{id}" is a triple's operation. */
static bool is_operation(const Triple *t, const char *text)
{
    size_t len = strcspn(text, " ");
    const char *method = rest_method_text(t->method);

    return strlen(method) == len && strncasecmp(method, text, len) == 0 &&
           assay_str_equal(rest_template(t)->source, assay_str(text + len + 1));
}

/* Which triples are left alone; NULL, and it is said, if there is no such operation. */
static const bool *find_excluded(Job *j)
{
    const RestTestSettings *s = j->settings;
    bool *excluded = assay_arena_new(&j->arena, j->spec.ntriples, sizeof *excluded);

    for (uint32_t i = 0; excluded && i < s->excluded_list.count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < j->spec.ntriples; k++)
            if (is_operation(j->spec.triples[k], s->excluded[i]))
                excluded[k] = found = true;
        if (!found) {
            console_error(s->console, j->path, "there is no operation '%s' to exclude",
                          s->excluded[i]);
            return NULL;
        }
    }
    return excluded;
}

/* The file of --har with its head, or -1. */
static int har_begin(const RestTestSettings *s)
{
    int fd = s->har
                 ? open(s->har, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)
                 : -1;
    struct assay_buf text;

    if (s->har && fd < 0)
        console_error(s->console, s->har, "cannot write: %s", strerror(errno));
    if (fd < 0)
        return -1;
    assay_buf_init(&text, NULL, 0);
    http_har_begin(&text, ASSAY_VERSION);
    if (write(fd, text.at, text.len) != (ssize_t)text.len)
        console_error(s->console, s->har, "cannot write: %s", strerror(errno));
    assay_buf_done(&text);
    return fd;
}

static void har_end(int fd)
{
    struct assay_buf text;

    if (fd < 0)
        return;
    assay_buf_init(&text, NULL, 0);
    http_har_end(&text);
    if (write(fd, text.at, text.len) < 0)
        errno = 0; /* what is missing is seen by whoever reads it */
    assay_buf_done(&text);
    close(fd);
}

static Drive drive_of(const Job *j)
{
    const RestTestSettings *s = j->settings;

    return (Drive){.spec = &j->spec,
                   .diags = &j->diags,
                   .path = j->path,
                   .http = {.base = s->url,
                            .timeout = s->timeout,
                            .rate = s->rate,
                            .insecure = s->insecure,
                            .ca_file = s->ca_file,
                            .cookies = s->cookies},
                   .headers = s->headers,
                   .nheaders = s->nheaders,
                   .steps = (uint32_t)s->steps,
                   .slow = s->slow,
                   .closed = s->closed,
                   .reset = s->reset,
                   .models = j->models,
                   .phases = s->phases};
}

/* What is wrong with the server as a whole. */
static void tell_trouble(const RestTestSettings *s, const DriveCounts *c,
                         const struct assay_report *report)
{
    if (report->verdict == ASSAY_MISUSED)
        console_error(s->console, s->url, "%s", report->error);
    else if (c->gone)
        console_error(s->console, s->url,
                      "the server is gone: nobody listens there any more");
    else if (c->named > 0 && c->named == c->denied)
        console_error(s->console, s->url,
                      "each request that said who asks was answered 401: is it wrong, or "
                      "has it expired?");
}

/* Whether what asks the server ended, not the server. */
static bool is_our_bug(const RestTestSettings *s, const struct assay_report *report)
{
    for (size_t i = 0; i < report->nfindings; i++) {
        const struct assay_finding *f = &report->findings[i];
        if (f->failure != ASSAY_SIGNAL && f->failure != ASSAY_SANITIZER)
            continue;
        console_error(s->console, s->url, "%s; this is a bug of Assay, not of the server",
                      f->message);
        return true;
    }
    return false;
}

/* Tells what came of it; the exit code. */
static int tell(Job *j, const Drive *d, const struct assay_report *report)
{
    const RestTestSettings *s = j->settings;
    bool misused = report->verdict == ASSAY_MISUSED;
    int code = report->nfindings > 0 ? COMMAND_FINDING : COMMAND_HELD;

    tell_trouble(s, d->counts, report);
    if (code == COMMAND_HELD && (misused || d->counts->gone))
        code = COMMAND_BAD_USE;
    if (is_our_bug(s, report))
        code = COMMAND_BUG;
    if (s->json || !misused || report->nfindings > 0)
        rest_test_report(s, d, report);
    if (s->junit && !rest_test_junit(s, d, report))
        code = COMMAND_BAD_USE;
    return code;
}

static int test(Job *j)
{
    const RestTestSettings *s = j->settings;
    Drive d = drive_of(j);
    struct assay_report *report = NULL;
    int code = COMMAND_BAD_USE;

    d.excluded = find_excluded(j);
    if (!d.excluded || !drive_begin(&d, &j->arena))
        return COMMAND_BAD_USE;
    j->counts = d.counts;
    d.har = har_begin(s);
    if ((!s->har || d.har >= 0) && is_reachable(j, &d.http)) {
        if (run(j, &d, &report))
            code = tell(j, &d, report);
        else
            console_error(s->console, j->path, "the executions cannot be started");
        assay_report_free(report);
    }
    har_end(d.har);
    drive_end(&d);
    return code;
}

static int work(void *ctx, Watch *w)
{
    Job *j = ctx;

    j->watch = w;
    return prepare(j) ? test(j) : COMMAND_BAD_USE;
}

/* --replay is a file, or choices as they are printed. */
static bool read_inputs(Job *j)
{
    const RestTestSettings *s = j->settings;
    enum assay_status status = input_read(j->path, &j->text);
    const char *about = j->path;

    if (!status && s->replay) {
        about = s->replay;
        if (access(about, F_OK) != 0 && assay_str_starts(assay_str(about), "assay"))
            assay_buf_puts(&j->replay, about);
        else
            status = input_read(about, &j->replay);
    }
    if (status)
        console_error(s->console, about, "cannot read: %s", assay_file_error(status));
    return !status;
}

int rest_test_file(const char *path, const RestTestSettings *s)
{
    Job j = {.path = path, .settings = s};
    int code = COMMAND_BAD_USE;

    assay_buf_init(&j.text, NULL, INPUT_MAX);
    assay_buf_init(&j.replay, NULL, INPUT_MAX);
    assay_arena_init(&j.arena, NULL, 0);
    diag_init(&j.diags);
    progress_init(&j.progress);
    if (read_inputs(&j))
        code = watched_run(s->console, path, watched_limit_ms(s->limit), work, &j);
    rest_spec_done(&j.spec);
    diag_done(&j.diags);
    assay_arena_done(&j.arena);
    assay_buf_done(&j.replay);
    assay_buf_done(&j.text);
    return code;
}
