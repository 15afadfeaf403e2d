/*
 * What assay check says: a line per function, then each finding with the clause that
 * broke, the smallest case, what was seen, and how to see it again.
 */
#include "base/json.h"
#include "cli/check.h"
#include "cli/console.h"
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMN 16
#define REST_COLUMN 48
#define CALL_MAX 110 /* bytes of a call on one line */

static struct assay_str text_of(const Value *event, const char *name)
{
    const Value *v = event ? value_find(event, assay_str(name)) : NULL;

    return v && v->kind == VALUE_STRING ? v->as.string : assay_str("");
}

static void count(struct assay_buf *out, uint64_t n, const char *what)
{
    assay_buf_count(out, n);
    assay_buf_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

/* ---- Sums of a function. */

typedef struct {
    uint32_t behaviors, findings, unran;
    uint64_t runs;
    double seconds;
    const CheckFinding *first;
    const CheckResult *bad; /* starved, misused ... */
} Tally;

static Tally tally(const CheckJob *j, const CFunction *f)
{
    Tally t = {0};

    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        const CheckResult *r = &j->results[i];
        if (r->test->function != f)
            continue;
        t.behaviors++;
        t.runs += r->runs;
        t.seconds += r->seconds;
        if (strcmp(r->verdict, "held") != 0 && strcmp(r->verdict, "broken") != 0)
            t.bad = r;
    }
    for (uint32_t i = 0; i < j->nfindings; i++)
        if (j->findings[i].test->function == f) {
            t.first = t.first ? t.first : &j->findings[i];
            t.findings++;
        }
    return t;
}

/* ---- Kinds of findings. */

static const char *clause_kind(CheckJob *j, const CheckFinding *f)
{
    static const char *const texts[][2] = {
        {"ensures", "postcondition broken"},
        {"assigns", "changes what it may not"},
        {"assumes", "behaviors are not as promised"},
        {"loop assigns", "a loop changes what it may not"},
        {"loop variant", "loop variant does not decrease"},
    };

    if (strcmp(f->clause_kind, "requires") == 0)
        return check_text(j, "precondition of %s broken%s%s", f->clause_of,
                          f->caller[0] ? ", by " : "", f->caller);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(f->clause_kind, texts[i][0]) == 0)
            return texts[i][1];
    return check_text(j, "%s broken", f->clause_kind);
}

static const char *sanitizer_kind(const char *message)
{
    if (strstr(message, "AddressSanitizer: stack-overflow"))
        return "overflows the stack";
    if (strstr(message, "LeakSanitizer"))
        return "leaks memory";
    if (strncmp(message, "runtime error", 13) == 0 ||
        strstr(message, "UndefinedBehavior"))
        return "undefined behavior";
    return "memory error";
}

/* "died by SIGSEGV" and the like */
static const char *signal_kind(CheckJob *j, const char *message)
{
    const char *name = strstr(message, "SIG");

    if (strncmp(message, "Assertion", 9) == 0)
        return "an assertion fails";
    if (!name)
        return "dies by a signal";
    return check_text(j, "dies by %.*s", (int)strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                      name);
}

const char *check_kind(CheckJob *j, const CheckFinding *f)
{
    struct assay_str failure = text_of(f->event, "failure");
    const char *within = strstr(f->message, "within ");

    if (f->clause_kind[0] != '\0')
        return clause_kind(j, f);
    if (assay_str_equal(failure, assay_str("sanitizer")))
        return sanitizer_kind(f->message);
    if (assay_str_equal(failure, assay_str("timeout")))
        return check_text(j, "does not end %s", within ? within : "in time");
    if (assay_str_equal(failure, assay_str("exit")))
        return "calls exit";
    if (assay_str_equal(failure, assay_str("signal")))
        return signal_kind(j, f->message);
    if (assay_str_equal(failure, assay_str("memory")))
        return "takes too much memory";
    if (assay_str_equal(failure, assay_str("leak")))
        return "leaks memory";
    return "fails";
}

/* ---- A line per function. */

static void pad(struct assay_buf *out, size_t start, size_t to)
{
    do
        assay_buf_putc(out, ' ');
    while (out->len - start < to);
}

static void add_verdict(CheckJob *j, const Tally *t, struct assay_buf *out)
{
    if (t->findings > 0)
        assay_buf_printf(out, "\u2717  %s", check_kind(j, t->first));
    else if (t->bad && strcmp(t->bad->verdict, "starved") == 0)
        assay_buf_puts(out, "?  too few inputs satisfy the precondition");
    else if (t->bad)
        assay_buf_printf(out, "?  %s", t->bad->error[0] ? t->bad->error : "did not run");
    else {
        assay_buf_puts(out, "\u2713  ");
        count(out, t->behaviors, "behavior");
    }
}

/* "3, 7-9": the lines that were never executed. */
static void add_missed(CheckLines l, struct assay_buf *out)
{
    const char *before = "; never: ";

    for (uint32_t i = 0, end; i < l.count; i = end) {
        end = i + 1;
        if (l.lines[i].executed)
            continue;
        while (end < l.count && !l.lines[end].executed)
            end++;
        assay_buf_printf(out, "%s%u", before, l.lines[i].line);
        if (end - i > 1)
            assay_buf_printf(out, "-%u", l.lines[end - 1].line);
        before = ", ";
    }
}

static uint32_t executed_of(CheckLines l)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < l.count; i++)
        n += l.lines[i].executed;
    return n;
}

/* Whether an execution of the function was killed: its lines are not known. */
static bool was_killed(const CheckJob *j, const CFunction *f)
{
    for (uint32_t i = 0; i < j->nfindings; i++) {
        struct assay_str failure = text_of(j->findings[i].event, "failure");
        if (j->findings[i].test->function == f &&
            (assay_str_equal(failure, assay_str("signal")) ||
             assay_str_equal(failure, assay_str("timeout")) ||
             assay_str_equal(failure, assay_str("memory"))))
            return true;
    }
    return false;
}

static void report_lines(CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    CheckLines l = check_coverage_of(j, f);
    size_t start = out->len;

    pad(out, start, NAME_COLUMN + 5);
    assay_buf_printf(out, "%u of %u lines executed", executed_of(l), l.count);
    add_missed(l, out);
    if (was_killed(j, f))
        assay_buf_puts(out, " (without executions that were killed)");
    assay_buf_putc(out, '\n');
}

static void report_function(CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    Tally t = tally(j, f);
    size_t start = out->len;

    if (t.behaviors == 0)
        return;
    assay_buf_printf(out, "  %s", f->name);
    pad(out, start, NAME_COLUMN + 2);
    add_verdict(j, &t, out);
    pad(out, start, REST_COLUMN + 20);
    count(out, t.runs, "run");
    assay_buf_printf(out, ", %.1f s\n", t.seconds);
    if (j->settings->coverage)
        report_lines(j, f, out);
}

/* ---- A finding. */

static uint32_t source_of(const CheckJob *j, const char *file)
{
    for (uint32_t i = 0; i < j->diags.nsources; i++)
        if (strcmp(j->diags.sources[i].name, file) == 0)
            return i;
    return DIAG_NOWHERE;
}

static void excerpt(const CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    uint32_t source = source_of(j, f->file), start, from, to;
    struct assay_str line;
    Position p;

    if (source == DIAG_NOWHERE || f->line == 0 ||
        f->line > j->diags.sources[source].nlines)
        return;
    line = diag_line(&j->diags, source, f->line, &start);
    assay_buf_printf(out, "  %4u | %.*s\n", f->line, (int)line.len, line.at);
    if (f->column == 0)
        return;
    p = diag_position(&j->diags, source, start + f->column - 1);
    from = p.byte_column - 1;
    to = f->length > 0 ? from + f->length : from + 1;
    if (to > line.len)
        to = (uint32_t)line.len;
    assay_buf_puts(out, "       | ");
    for (uint32_t i = 0; i < from && i < line.len; i++)
        assay_buf_putc(out, line.at[i] == '\t' ? '\t' : ' ');
    for (uint32_t i = from; i < to; i++)
        assay_buf_putc(out, '^');
    assay_buf_puts(out, " false here\n");
}

/* The value of a name in lines "name = value"; at NULL when it is not there. */
static struct assay_str value_of(struct assay_str values, const char *name)
{
    size_t len = strlen(name);

    while (values.len > 0) {
        const char *end = memchr(values.at, '\n', values.len);
        size_t line = end ? (size_t)(end - values.at) : values.len;
        if (line > len + 3 && memcmp(values.at, name, len) == 0 &&
            memcmp(values.at + len, " = ", 3) == 0)
            return (struct assay_str){values.at + len + 3, line - len - 3};
        line += end != NULL;
        values.at += line;
        values.len -= line;
    }
    return (struct assay_str){NULL, 0};
}

static bool is_param(const CFunction *f, struct assay_str name)
{
    for (uint32_t i = 0; i < f->nparams; i++)
        if (assay_str_equal(assay_str(f->params[i].name), name))
            return true;
    return false;
}

/* "f(1, {2, 3}) returned 4" */
static void add_call(const CheckFinding *f, struct assay_buf *out)
{
    struct assay_str values = text_of(f->event, "values");
    const CFunction *function = f->test->function;

    assay_buf_printf(out, "  %s(", function->name);
    for (uint32_t i = 0; i < function->nparams; i++) {
        struct assay_str v = value_of(values, function->params[i].name);
        assay_buf_printf(out, "%s%.*s", i > 0 ? ", " : "", v.at ? (int)v.len : 1,
                         v.at ? v.at : "?");
    }
    assay_buf_putc(out, ')');
    if (f->returned[0])
        assay_buf_printf(out, " returned %s", f->returned);
    assay_buf_putc(out, '\n');
}

/* Globals and the like: what was drawn and is no parameter. */
static void add_others(const CheckFinding *f, struct assay_buf *out)
{
    struct assay_str values = text_of(f->event, "values");

    while (values.len > 0) {
        const char *end = memchr(values.at, '\n', values.len);
        size_t line = end ? (size_t)(end - values.at) : values.len;
        const char *equals = memmem(values.at, line, " = ", 3);
        if (equals &&
            !is_param(f->test->function,
                      (struct assay_str){values.at, (size_t)(equals - values.at)}))
            assay_buf_printf(out, "    with %.*s\n", (int)line, values.at);
        line += end != NULL;
        values.at += line;
        values.len -= line;
    }
}

static void add_lines(const char *lines, const char *before, struct assay_buf *out)
{
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        if (len > 0)
            assay_buf_printf(out, "%s%.*s\n", before, (int)len, lines);
        lines += len + (lines[len] == '\n');
    }
}

void check_report_finding(CheckJob *j, uint32_t number, struct assay_buf *out)
{
    const CheckFinding *f = &j->findings[number];
    struct assay_str saved = text_of(f->event, "saved");

    assay_buf_printf(out, "finding %u: %s:%u  %s", number + 1, f->file, f->line,
                     f->test->function->name);
    if (f->test->behavior->name[0])
        assay_buf_printf(out, ", behavior %s", f->test->behavior->name);
    assay_buf_printf(out, ": %s\n", check_kind(j, f));
    excerpt(j, f, out);
    if (f->clause_kind[0] == '\0')
        assay_buf_printf(out, "  %s\n", f->message);
    add_call(f, out);
    add_others(f, out);
    add_lines(f->details, "    ", out);
    if (f->caller[0])
        assay_buf_printf(out, "  called from %s\n", f->caller);
    if (saved.len > 0)
        assay_buf_printf(out, "  replay: assay check %s --replay=%.*s\n", j->path,
                         (int)saved.len, saved.at);
    if (f->reproducer[0])
        assay_buf_printf(out, "  as C:   %s\n", f->reproducer);
}

void check_report(CheckJob *j, struct assay_buf *out)
{
    if (j->summary.functions == 0) {
        assay_buf_printf(out, "%s: no contracts\n", j->path);
        return;
    }
    assay_buf_printf(out, "%s\n", j->path);
    for (uint32_t i = 0; i < j->acsl->ncontracts; i++)
        report_function(j, j->acsl->contracts[i].function, out);
    check_report_gaps(j, out);
    for (uint32_t i = 0; i < j->nfindings; i++) {
        assay_buf_putc(out, '\n');
        check_report_finding(j, i, out);
    }
}

/* ---- JSON lines. */

static void put_text(struct assay_json *json, const char *key, struct assay_str s)
{
    assay_json_bytes(json, key, s.at, s.len);
}

static void json_finding(CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "finding");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", f->test->function->name);
    assay_json_text(&json, "behavior", f->test->behavior->name);
    assay_json_text(&json, "kind", check_kind(j, f));
    assay_json_text(&json, "clause", f->clause_kind);
    assay_json_text(&json, "clause_of", f->clause_of);
    put_text(&json, "failure", text_of(f->event, "failure"));
    assay_json_text(&json, "message", f->message);
    assay_json_text(&json, "file", f->file);
    assay_json_uint(&json, "line", f->line);
    assay_json_uint(&json, "column", f->column);
    put_text(&json, "values", text_of(f->event, "values"));
    assay_json_text(&json, "details", f->details);
    assay_json_text(&json, "returned", f->returned);
    assay_json_text(&json, "caller", f->caller);
    put_text(&json, "choices", text_of(f->event, "choices"));
    put_text(&json, "saved", text_of(f->event, "saved"));
    assay_json_text(&json, "reproducer", f->reproducer);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_lines(struct assay_json *json, CheckLines l)
{
    assay_json_uint(json, "lines", l.count);
    assay_json_uint(json, "lines_executed", executed_of(l));
    assay_json_array(json, "never_executed");
    for (uint32_t i = 0; i < l.count; i++)
        if (!l.lines[i].executed)
            assay_json_uint(json, NULL, l.lines[i].line);
    assay_json_array_end(json);
}

static void json_result(const CheckJob *j, const CheckResult *r, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "behavior");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", r->test->function->name);
    assay_json_text(&json, "behavior", r->test->behavior->name);
    assay_json_text(&json, "verdict", r->verdict);
    assay_json_uint(&json, "runs", r->runs);
    assay_json_uint(&json, "rejected", r->rejected);
    assay_json_double(&json, "seconds", r->seconds);
    if (j->settings->coverage)
        json_lines(&json, r->lines);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_coverage(CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "coverage");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", f->name);
    json_lines(&json, check_coverage_of(j, f));
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_untested(const CheckJob *j, const ContractUntested *u,
                          struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "untested");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", u->function->name);
    assay_json_text(&json, "reason", u->reason);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

static void json_drop(const CheckJob *j, const ContractDrop *d, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", d->sampled ? "sampled" : "dropped");
    assay_json_text(&json, "source", j->path);
    assay_json_text(&json, "function", d->function->name);
    assay_json_text(&json, "clause", acsl_clause_text(d->kind));
    assay_json_text(&json, "file", j->diags.sources[d->span.source].name);
    assay_json_uint(&json, "line",
                    diag_position(&j->diags, d->span.source, d->span.start).line);
    assay_json_text(&json, "reason", d->reason);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

void check_report_json(CheckJob *j, struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;

    for (uint32_t i = 0; i < s->nuntested; i++)
        json_untested(j, &s->untested[i], out);
    for (uint32_t i = 0; i < s->ndrops; i++)
        json_drop(j, &s->drops[i], out);
    for (uint32_t i = 0; i < s->ntests; i++)
        json_result(j, &j->results[i], out);
    for (uint32_t i = 0; i < s->ntests && j->settings->coverage; i++)
        if (i == 0 || s->tests[i].function != s->tests[i - 1].function)
            json_coverage(j, s->tests[i].function, out);
    for (uint32_t i = 0; i < j->nfindings; i++)
        json_finding(j, &j->findings[i], out);
}

/* ---- The end. */

typedef struct {
    uint32_t functions, behaviors, findings, clauses, dropped, untested;
    uint64_t runs;
} Totals;

static uint32_t dropped_of(const ContractSummary *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        n += !s->drops[i].sampled;
    return n;
}

static Totals total(const CheckJob *jobs, uint32_t n)
{
    Totals t = {0};

    for (uint32_t i = 0; i < n; i++) {
        const ContractSummary *s = &jobs[i].summary;
        t.functions += s->functions;
        t.behaviors += s->ntests;
        t.findings += jobs[i].nfindings;
        t.clauses += s->clauses;
        t.dropped += dropped_of(s);
        t.untested += s->nuntested;
        for (uint32_t k = 0; jobs[i].results && k < s->ntests; k++)
            t.runs += jobs[i].results[k].runs;
    }
    return t;
}

static void json_summary(const CheckJob *jobs, uint32_t n, const Totals *t,
                         struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_object(&json, NULL);
    assay_json_text(&json, "event", "summary");
    assay_json_uint(&json, "functions", t->functions);
    assay_json_uint(&json, "behaviors", t->behaviors);
    assay_json_uint(&json, "runs", t->runs);
    assay_json_uint(&json, "findings", t->findings);
    assay_json_uint(&json, "clauses", t->clauses);
    assay_json_uint(&json, "dropped", t->dropped);
    assay_json_array(&json, "untested");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < jobs[i].summary.nuntested; k++)
            assay_json_text(&json, NULL, jobs[i].summary.untested[k].function->name);
    assay_json_array_end(&json);
    assay_json_object_end(&json);
    assay_buf_putc(out, '\n');
}

void check_summary(const CheckJob *jobs, uint32_t n, bool json, int code,
                   struct assay_buf *out)
{
    Totals t = total(jobs, n);

    if (json) {
        json_summary(jobs, n, &t, out);
        return;
    }
    assay_buf_putc(out, '\n');
    count(out, t.functions, "function");
    assay_buf_puts(out, ": ");
    count(out, t.findings, "finding");
    if (t.untested > 0)
        assay_buf_printf(out, ", %u not tested", t.untested);
    assay_buf_printf(out, "; %u of %u clauses checked", t.clauses - t.dropped, t.clauses);
    assay_buf_printf(out, "   exit %d\n", code);
}
