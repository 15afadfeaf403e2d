/*
 * Running the test program, several times at once with different properties, and reading
 * what it tells: JSON lines, whose notes the run-time side of contracts wrote.
 */
#include "cli/check.h"
#include "cli/process.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOBS_MAX 32

/* ---- Values of events. */

struct assay_str check_event_text(const Value *event, const char *name)
{
    const Value *v = event ? value_find(event, assay_str(name)) : NULL;

    return v && v->kind == VALUE_STRING ? v->as.string : assay_str("");
}

static const char *copied(CheckJob *j, const Value *event, const char *name)
{
    struct assay_str s = check_event_text(event, name);

    return check_text(j, "%.*s", (int)s.len, s.at);
}

static double number_of(const Value *event, const char *name)
{
    const Value *v = value_find(event, assay_str(name));

    return v ? value_to_double(v) : 0;
}

static CheckResult *result_of(CheckJob *j, struct assay_str property)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        if (assay_str_equal(assay_str(j->summary.tests[i].property), property))
            return &j->results[i];
    return NULL;
}

/* ---- Notes of a finding. */

/* The text behind a prefix, or NULL. */
static const char *behind(const char *line, const char *prefix)
{
    size_t len = strlen(prefix);

    return strncmp(line, prefix, len) == 0 ? line + len : NULL;
}

/* "ensures|find|some|find.c|12|5|20" */
static void read_clause(CheckJob *j, CheckFinding *f, const char *text)
{
    const char *parts[7] = {"", "", "", "", "", "", ""};

    for (uint32_t i = 0; i < 7; i++) {
        size_t len = strcspn(text, "|");
        parts[i] = check_text(j, "%.*s", (int)len, text);
        text += len + (text[len] == '|');
    }
    f->clause_kind = parts[0];
    f->clause_of = parts[1];
    f->file = parts[3];
    f->line = (uint32_t)strtoul(parts[4], NULL, 10);
    f->column = (uint32_t)strtoul(parts[5], NULL, 10);
    f->length = (uint32_t)strtoul(parts[6], NULL, 10);
}

/* Of "my file.c:12 (discriminator 3)" what is before the parenthesis. */
static size_t place_length(const char *line)
{
    size_t len = strcspn(line, "\n");
    const char *more = memmem(line, len, " (discriminator ", 16);

    return more ? (size_t)(more - line) : len;
}

/* The source line of an address in the program: "find.c:12", or "". */
static const char *place_of_address(CheckJob *j, const char *offset)
{
    const char *words[] = {"addr2line", "-e", j->program, offset, NULL};
    const char *place = "";
    struct assay_buf out;

    assay_buf_init(&out, NULL, 65536);
    if (process_run(words, &out, NULL, 20).code == 0 && out.at[0] != '?')
        place = check_text(j, "%.*s", (int)place_length(out.at), out.at);
    assay_buf_done(&out);
    return place;
}

/* As the user named it: relative to here, without the prefix of our names. */
static const char *short_path(CheckJob *j, const char *path)
{
    char here[4096];
    size_t len;

    if (!getcwd(here, sizeof here))
        return path;
    len = strlen(here);
    if (strncmp(path, here, len) == 0 && path[len] == '/')
        return check_text(j, "%s", path + len + 1);
    return path;
}

/* "0x55f637960586 0xe2586": an address behind the call, and where in the program it is.
 */
static void read_caller(CheckJob *j, CheckFinding *f, const char *text)
{
    const char *offset = strrchr(text, ' ');
    uint64_t at = offset ? strtoull(offset + 1, NULL, 16) : 0;

    if (at > 0)
        f->caller =
            place_of_address(j, check_text(j, "0x%llx", (unsigned long long)at - 1));
    if (strstr(f->caller, "(generated"))
        f->caller = "";
    f->caller = short_path(j, f->caller);
}

static void read_note(CheckJob *j, CheckFinding *f, const char *line)
{
    const char *rest;

    if ((rest = behind(line, "clause: ")))
        read_clause(j, f, rest);
    else if ((rest = behind(line, "caller: ")))
        read_caller(j, f, rest);
    else if ((rest = behind(line, "c: ")))
        f->setup = check_text(j, "%s%s\n", f->setup, rest);
    else if ((rest = behind(line, "run: ")))
        check_runs_note(j, f, rest);
    else if (behind(line, "function: "))
        f->called = true;
    else if ((rest = behind(line, "returned: ")))
        f->returned = rest;
    else
        f->details = check_text(j, "%s%s\n", f->details, line);
}

static void read_notes(CheckJob *j, CheckFinding *f, const char *notes)
{
    while (*notes) {
        size_t len = strcspn(notes, "\n");
        read_note(j, f, check_text(j, "%.*s", (int)len, notes));
        notes += len + (notes[len] == '\n');
    }
}

/* "dir/find.c:12" */
static void read_place(CheckJob *j, CheckFinding *f, const char *place)
{
    const char *colon = strrchr(place, ':');

    if (!colon || place[0] == '?')
        return;
    f->file = short_path(j, check_text(j, "%.*s", (int)(colon - place), place));
    f->line = (uint32_t)strtoul(colon + 1, NULL, 10);
}

/* Addresses in the message of a sanitizer, "in (/tmp/x/program+0x12)", become names. */
static void name_addresses(CheckJob *j, CheckFinding *f)
{
    const char *at = strstr(f->message, " in ("), *offset, *place;
    const char *words[] = {"addr2line", "-f", "-e", j->program, NULL, NULL};
    struct assay_buf out;

    offset = at ? strstr(at, "/program+0x") : NULL;
    if (!offset)
        return;
    offset += strlen("/program+");
    words[4] = check_text(j, "%.*s", (int)strcspn(offset, ")"), offset);
    assay_buf_init(&out, NULL, 65536);
    if (process_run(words, &out, NULL, 20).code == 0 && strchr(out.at, '\n')) {
        const char *name = behind(out.at, "assay_body_");
        f->in_logic = !name && behind(out.at, "assay_");
        name = name ? name : out.at;
        place = strchr(out.at, '\n') + 1;
        f->message = check_text(j, "%.*s in %.*s", (int)(at - f->message), f->message,
                                (int)strcspn(name, "\n"), name);
        if (!f->in_logic)
            read_place(j, f, check_text(j, "%.*s", (int)strcspn(place, " \n"), place));
    }
    assay_buf_done(&out);
}

static bool is_of_memory(const CheckFinding *f)
{
    return strncmp(f->message, "AddressSanitizer", 16) == 0;
}

static bool same_text(const CheckFinding *f, const CheckFinding *g, const char *name)
{
    return assay_str_equal(check_event_text(f->event, name),
                           check_event_text(g->event, name));
}

/* Whether it is of a single run, met while a hyperproperty was tested. */
static bool is_of_run(const CheckFinding *f)
{
    return f->test->hyper && strcmp(f->clause_kind, "hyper") != 0;
}

/* One finding, however it was met: an error of memory in one place, whatever else the
 * sanitizer says, a clause broken by the same inputs in several behaviors, and what a
 * single run shows, too. */
static bool is_repeated(CheckJob *j, const CheckFinding *f)
{
    for (uint32_t i = 0; i < j->nfindings; i++) {
        CheckFinding *g = &j->findings[i];
        if (g->test->function != f->test->function || g->line != f->line ||
            f->line == 0 || strcmp(g->file, f->file) != 0)
            continue;
        if ((is_of_memory(f) && is_of_memory(g)) ||
            (same_text(f, g, "message") &&
             (same_text(f, g, "values") || is_of_run(f) || is_of_run(g)))) {
            if (is_of_run(g) && !is_of_run(f))
                *g = *f;
            return true;
        }
    }
    return false;
}

/* What has no place of its own, such as a timeout, is at the function. */
static void place_at_function(CheckJob *j, CheckFinding *f)
{
    Span name = f->test->function->definition->name;

    f->file = j->diags.sources[name.source].name;
    f->line = diag_position(&j->diags, name.source, name.start).line;
}

/*
 * What does not end in time may only be slow: it is given ten times as long, once. A loop
 * over all values of an int is no broken promise.
 */
static bool is_only_slow(CheckJob *j, const CheckFinding *f)
{
    const char *words[] = {j->program, "--format=json",   "--no-store", "--timeout=10",
                           NULL,       f->test->property, NULL};
    struct assay_str failure = check_event_text(f->event, "failure");
    struct assay_buf out;
    Ended ended;

    if (!assay_str_equal(failure, assay_str("timeout")))
        return false;
    words[4] = check_text(j, "--replay=%s", copied(j, f->event, "choices"));
    assay_buf_init(&out, NULL, (size_t)16 << 20);
    ended = process_run(words, &out, &out, 20);
    assay_buf_done(&out);
    return ended.started && ended.code == 0;
}

/* It is told as slow, and not tried again next time. */
static void take_as_slow(CheckJob *j, const CheckFinding *f, CheckResult *r)
{
    unlink(copied(j, f->event, "saved"));
    unlink(copied(j, f->event, "reproducer"));
    r->slow = copied(j, f->event, "values");
    r->verdict = "held";
}

bool check_is_flaky(const CheckFinding *f)
{
    const Value *flaky = value_find(f->event, assay_str("flaky"));

    return flaky && flaky->kind == VALUE_BOOLEAN && flaky->as.boolean;
}

/* What fails before the function is called says nothing about it: the precondition was
 * being evaluated, or made true. */
static bool is_before_call(const CheckFinding *f)
{
    return !f->called && f->clause_kind[0] == '\0' && !check_is_flaky(f);
}

static void take_as_unmade(CheckJob *j, const CheckFinding *f, CheckResult *r)
{
    unlink(copied(j, f->event, "saved"));
    unlink(copied(j, f->event, "reproducer"));
    r->unmade = f->message;
    r->verdict = "unmade";
}

static void add_finding(CheckJob *j, const Value *event)
{
    CheckResult *r = result_of(j, check_event_text(event, "property"));
    CheckFinding *more = assay_arena_new(&j->arena, j->nfindings + 1, sizeof *more), *f;

    if (!r || !more)
        return;
    if (j->nfindings > 0)
        memcpy(more, j->findings, j->nfindings * sizeof *more);
    f = &more[j->nfindings];
    *f = (CheckFinding){.test = r->test, .event = event, .clause_kind = "", .caller = ""};
    f->clause_of = "";
    f->returned = f->setup = f->details = f->reproducer = "";
    f->file = copied(j, event, "file");
    f->line = (uint32_t)number_of(event, "line");
    f->message = copied(j, event, "message");
    read_notes(j, f, copied(j, event, "notes"));
    name_addresses(j, f);
    if (is_only_slow(j, f)) {
        take_as_slow(j, f, r);
        return;
    }
    if (is_before_call(f)) {
        take_as_unmade(j, f, r);
        return;
    }
    if (f->file[0] == '\0' || f->in_logic)
        place_at_function(j, f);
    check_reproduce(j, f);
    if (is_repeated(j, f))
        return;
    j->findings = more;
    j->nfindings++;
}

/* How many runs a label of the property was given in. */
static uint64_t labelled(const Value *event, const char *label)
{
    const Value *labels = value_find(event, assay_str("labels"));

    for (uint32_t i = 0;
         labels && labels->kind == VALUE_ARRAY && i < labels->as.array.count; i++)
        if (assay_str_equal(check_event_text(labels->as.array.items[i], "label"),
                            assay_str(label)))
            return (uint64_t)number_of(labels->as.array.items[i], "count");
    return 0;
}

static void add_result(CheckJob *j, const Value *event)
{
    CheckResult *r = result_of(j, check_event_text(event, "property"));

    if (!r)
        return;
    r->event = event;
    r->verdict = copied(j, event, "verdict");
    r->error = copied(j, event, "error");
    r->runs = (uint64_t)number_of(event, "runs");
    r->rejected = (uint64_t)number_of(event, "rejected");
    r->seconds = number_of(event, "seconds");
    r->unevaluated = labelled(event, "a clause could not be evaluated");
}

static void read_events(CheckJob *j, const struct assay_buf *out)
{
    const char *at = out->at;

    while (*at) {
        size_t len = strcspn(at, "\n");
        size_t wrong;
        const Value *event =
            value_read_json(&j->arena, (struct assay_str){at, len}, &wrong);
        if (event &&
            assay_str_equal(check_event_text(event, "event"), assay_str("finding")))
            add_finding(j, event);
        else if (event &&
                 assay_str_equal(check_event_text(event, "event"), assay_str("property")))
            add_result(j, event);
        at += len + (at[len] == '\n');
    }
}

/* ---- The program. */

/* Which properties one process tests: every `step`-th, from the first on. */
typedef struct {
    uint32_t first, step;
    const char *fuzzed; /* a fuzzer's input for the first one, or NULL */
} Share;

static const char *const *command(CheckJob *j, Share share)
{
    const CheckSettings *s = j->settings;
    const char **words =
        assay_arena_new(&j->arena, j->summary.ntests + 16, sizeof *words);
    uint32_t n = 0;

    if (!words)
        return NULL;
    words[n++] = j->program;
    words[n++] = "--format=json";
    words[n++] = check_text(j, "--store=%s", s->store);
    if (s->runs > 0)
        words[n++] = check_text(j, "--runs=%llu", (unsigned long long)s->runs);
    if (s->seconds > 0)
        words[n++] = check_text(j, "--seconds=%g", s->seconds);
    if (s->seed > 0)
        words[n++] = check_text(j, "--seed=%llu", (unsigned long long)s->seed);
    if (s->replay)
        words[n++] = check_text(j, "--replay=%s", s->replay);
    if (share.fuzzed)
        words[n++] = check_text(j, "--fuzzed=%s", share.fuzzed);
    for (uint32_t i = share.first; i < j->summary.ntests; i += share.step)
        words[n++] = j->summary.tests[i].property;
    return words;
}

/* Naming addresses takes a sanitizer longer than all else: it is done for findings only.
 * A block that is too large is NULL, as it is outside of tests. What the user has set
 * wins. */
static void set_sanitizers(CheckJob *j)
{
    static const char ours[] = "symbolize=0:detect_leaks=0:allocator_may_return_null=1:"
                               "max_allocation_size_mb=256";
    const char *asan = getenv("ASAN_OPTIONS");

    if (j->settings->engine == ENGINE_AFL) {
        setenv("ASAN_OPTIONS", check_text(j, "abort_on_error=1:%s", ours), 1);
        setenv("UBSAN_OPTIONS", "abort_on_error=1:symbolize=0", 1);
        return;
    }
    if (asan && strncmp(asan, ours, strlen(ours)) == 0)
        return; /* set for a file before */
    setenv("ASAN_OPTIONS",
           check_text(j, "%s%s%s", ours, asan ? ":" : "", asan ? asan : ""), 1);
}

static void fill_task(CheckJob *j, CheckTask *t, uint32_t number, Share share)
{
    t->words = command(j, share);
    if (j->settings->progress->line.on) {
        t->progress = check_text(j, "%s/progress.%u", j->folder, number);
        t->environment[0].name = "ASSAY_PROGRESS";
        t->environment[0].value = t->progress;
    }
    if (j->settings->coverage) {
        t->environment[1].name = "GCOV_PREFIX";
        t->environment[1].value = check_coverage_folder(j, share.first);
        t->environment[2].name = "GCOV_PREFIX_STRIP";
        t->environment[2].value = "99";
    }
}

/* The tasks: one for each crash of a fuzzer; one for each test, if its lines are counted;
 * else as many as run at once. */
static uint32_t fill_tasks(CheckJob *j, CheckTask *tasks, const CheckFuzzed *fuzzed)
{
    uint32_t jobs = j->summary.ntests, n = 0;

    if (fuzzed) {
        for (uint32_t i = 0; i < jobs; i++)
            if (fuzzed[i].crash) {
                Share one = {i, jobs, fuzzed[i].crash};
                fill_task(j, &tasks[n], n, one);
                tasks[n++].anyway = true;
            }
        return n;
    }
    if (j->settings->replay)
        jobs = 1;
    if (!j->settings->coverage && jobs > j->settings->jobs)
        jobs = (uint32_t)j->settings->jobs;
    if (!j->settings->coverage && jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    for (n = 0; n < jobs; n++)
        fill_task(j, &tasks[n], n, (Share){n, jobs, NULL});
    return n;
}

/* Whether a program ended as it should; says how it did not. */
static int judge_task(CheckJob *j, const CheckTask *t)
{
    if (t->ended.code <= COMMAND_FINDING || process_interrupted())
        return COMMAND_HELD;
    check_progress_hide(j->settings);
    console_error(&j->settings->cli->console, j->path, "the test program ended with %d",
                  t->ended.code);
    console_error_text(&j->settings->cli->console, t->error.at);
    return t->ended.code == COMMAND_BAD_USE ? COMMAND_BAD_USE : COMMAND_BUG;
}

/* What is wrong with a function itself comes before what its callers meet of it, and then
 * as in the file: tests end in any order. */
static bool comes_before(const CheckFinding *a, const CheckFinding *b)
{
    bool first = check_is_of_callee(a), second = check_is_of_callee(b);

    return first != second ? !first : a->test < b->test;
}

static void sort_findings(CheckJob *j)
{
    for (uint32_t i = 1; i < j->nfindings; i++)
        for (uint32_t k = i; k > 0 && comes_before(&j->findings[k], &j->findings[k - 1]);
             k--) {
            CheckFinding f = j->findings[k];
            j->findings[k] = j->findings[k - 1];
            j->findings[k - 1] = f;
        }
}

static int run_tasks(CheckJob *j, const CheckFuzzed *fuzzed)
{
    CheckTask *tasks = check_tasks_new(j, j->summary.ntests);
    int code = COMMAND_HELD;
    uint32_t n;

    if (!tasks)
        return COMMAND_BUG;
    n = fill_tasks(j, tasks, fuzzed);
    if (!check_tasks_run(j, tasks, n))
        code = COMMAND_BUG;
    for (uint32_t i = 0; i < n; i++) {
        int one = judge_task(j, &tasks[i]);
        code = one > code ? one : code;
        read_events(j, &tasks[i].out);
    }
    sort_findings(j);
    check_tasks_done(tasks, j->summary.ntests);
    return code;
}

/* What the fuzzers did, where the test program did not say it better. */
static void add_fuzzed(CheckJob *j, const CheckFuzzed *fuzzed)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        CheckResult *r = &j->results[i];
        r->runs += fuzzed[i].runs;
        r->seconds += fuzzed[i].seconds;
        if (!fuzzed[i].crash)
            r->verdict = fuzzed[i].runs == 0  ? ""
                         : fuzzed[i].accepted ? "held"
                                              : "starved";
        else if (strcmp(r->verdict, "held") == 0) {
            r->verdict = "flaky";
            r->error = "an input on which the fuzzer stopped does not fail by itself";
        }
    }
}

int check_run(CheckJob *j)
{
    const CheckFuzzed *fuzzed = NULL;
    int code;

    j->results = assay_arena_new(&j->arena, j->summary.ntests + 1, sizeof *j->results);
    if (!j->results)
        return COMMAND_BUG;
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        j->results[i] = (CheckResult){&j->summary.tests[i], .verdict = "", .error = ""};
    check_progress_say(j, "testing");
    set_sanitizers(j);
    if (j->settings->engine != ENGINE_RANDOM && !j->settings->replay) {
        fuzzed = check_fuzz(j);
        if (!fuzzed)
            return COMMAND_BAD_USE;
    }
    code = run_tasks(j, fuzzed);
    if (fuzzed)
        add_fuzzed(j, fuzzed);
    if (code == COMMAND_HELD && j->settings->coverage && !check_coverage_read(j))
        code = COMMAND_BAD_USE;
    check_progress_hide(j->settings);
    return code;
}
