/*
 * What assay check says: a line per function, then each finding with the clause that
 * broke, the smallest case, what was seen, and how to see it again.
 */
#include "base/json.h"
#include "cli/check.h"
#include "cli/console.h"
#include "cli/summary.h"
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMN 18 /* ends there, if all names are short */
#define NAME_COLUMN_MAX 42
#define REST_COLUMN 50 /* behind the first one */
#define RUNS 2000      /* of a behavior, when nothing is said */
#define NAMES 10       /* of functions without a body */

/* ---- Sums of a function. */

typedef struct {
    uint32_t behaviors, hypers, findings;
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
        t.behaviors += !r->test->hyper;
        t.hypers += r->test->hyper != NULL;
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

/* ---- A line per function. */

void check_report_pad(struct assay_buf *out, size_t start, size_t to)
{
    do
        assay_buf_putc(out, ' ');
    while (out->len - start < to);
}

size_t check_report_column(const CheckJob *j)
{
    size_t column = NAME_COLUMN;

    for (uint32_t i = 0; i < j->acsl->ncontracts; i++) {
        size_t len = strlen(j->acsl->contracts[i].function->name) + 3;
        if (len > column && len <= NAME_COLUMN_MAX)
            column = len;
    }
    return column;
}

/* Which test, where there are several. */
static void add_starved(const CheckResult *r, struct assay_buf *out)
{
    const char *behavior = r->test->behavior->name;

    assay_buf_puts(out, "?  too few inputs ");
    if (r->test->hyper)
        assay_buf_printf(out, "for hyper %s", r->test->hyper->name);
    else if (behavior[0])
        assay_buf_printf(out, "for behavior %s", behavior);
    else
        assay_buf_puts(out, "satisfy the precondition");
}

static void add_verdict(CheckJob *j, const Tally *t, struct assay_buf *out)
{
    if (t->findings > 0)
        assay_buf_printf(out, "\u2717  %s", check_kind(j, t->first));
    else if (t->bad && strcmp(t->bad->verdict, "starved") == 0)
        add_starved(t->bad, out);
    else if (t->bad && t->bad->unmade)
        assay_buf_puts(out, "?  an input could not be made");
    else if (t->bad)
        assay_buf_printf(out, "?  %s", t->bad->error[0] ? t->bad->error : "did not run");
    else {
        assay_buf_puts(out, "\u2713  ");
        if (t->behaviors > 0)
            summary_count(out, t->behaviors, "behavior");
        if (t->hypers > 0)
            assay_buf_printf(out, "%s%u %s", t->behaviors > 0 ? ", " : "", t->hypers,
                             t->hypers > 1 ? "hyperproperties" : "hyperproperty");
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

/* Whether an execution of the function was killed: its lines are not known. */
static bool was_killed(const CheckJob *j, const CFunction *f)
{
    for (uint32_t i = 0; i < j->nfindings; i++) {
        struct assay_str failure = check_event_text(j->findings[i].event, "failure");
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

    if (l.count == 0)
        return;
    check_report_pad(out, start, check_report_column(j) + 3);
    assay_buf_printf(out, "%u of %u lines executed", check_lines_executed(l), l.count);
    add_missed(l, out);
    if (was_killed(j, f))
        assay_buf_puts(out, " (without executions that were killed)");
    assay_buf_putc(out, '\n');
}

static void report_unevaluated(const CheckJob *j, const CFunction *f,
                               struct assay_buf *out)
{
    uint64_t runs = 0;

    for (uint32_t i = 0; i < j->summary.ntests; i++)
        if (j->results[i].test->function == f)
            runs += j->results[i].unevaluated;
    if (runs == 0)
        return;
    assay_buf_puts(out, "    in ");
    summary_count(out, runs, "run");
    assay_buf_puts(out, " a clause could not be evaluated: no axiom says, or too many "
                        "values\n");
}

/* A precondition may read what it does not say is valid. */
static void report_unmade(const CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        const CheckResult *r = &j->results[i];
        if (!r->unmade || r->test->function != f)
            continue;
        assay_buf_printf(out, "    before the call: %s; ", r->unmade);
        assay_buf_puts(
            out, strstr(r->unmade, " in assay_make_")
                     ? "this is a bug of Assay\n"
                     : "does the contract say first that what it reads is valid?\n");
        return;
    }
}

/* "slow, but it ends: n = 2147483647" */
static void report_slow(const CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        const char *at = j->results[i].slow;
        if (!at || j->results[i].test->function != f)
            continue;
        assay_buf_puts(out, "    slow, but it ends:");
        for (; *at; at += strspn(at, "\n")) {
            assay_buf_printf(out, " %.*s", (int)strcspn(at, "\n"), at);
            at += strcspn(at, "\n");
            if (at[0] && at[1])
                assay_buf_putc(out, ',');
        }
        assay_buf_putc(out, '\n');
    }
}

/* How many runs a test was to have. */
static uint64_t wanted_runs(const CheckJob *j, const CheckResult *r)
{
    if (r->test->runs > 0)
        return r->test->runs;
    return j->settings->runs > 0 ? j->settings->runs : RUNS;
}

static double seconds_of(const CheckJob *j, const CheckResult *r)
{
    return r->test->seconds > 0 ? r->test->seconds : j->settings->seconds;
}

/* "time was up: 685 of 2 000 runs of hyper again" */
static void report_cut(const CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        const CheckResult *r = &j->results[i];
        const AcslHyper *hyper = r->test->hyper;
        const char *name = hyper ? hyper->name : r->test->behavior->name;
        if (r->test->function != f || strcmp(r->verdict, "held") != 0 ||
            r->runs >= wanted_runs(j, r) || r->seconds < 0.9 * seconds_of(j, r))
            continue;
        assay_buf_puts(out, "    time was up: ");
        assay_buf_count(out, r->runs);
        assay_buf_puts(out, " of ");
        summary_count(out, wanted_runs(j, r), "run");
        if (name[0])
            assay_buf_printf(out, " of %s%s", hyper ? "hyper " : "", name);
        assay_buf_putc(out, '\n');
    }
}

/* What a replay was not for. */
static bool did_not_run(const Tally *t)
{
    return t->runs == 0 && t->bad && t->bad->verdict[0] == '\0' && !t->bad->error[0];
}

static void report_function(CheckJob *j, const CFunction *f, struct assay_buf *out)
{
    Tally t = tally(j, f);
    size_t start = out->len;

    if (t.behaviors + t.hypers == 0 || (j->settings->replay && did_not_run(&t)))
        return;
    assay_buf_printf(out, "  %s", f->name);
    check_report_pad(out, start, check_report_column(j));
    add_verdict(j, &t, out);
    check_report_pad(out, start, check_report_column(j) + REST_COLUMN);
    summary_count(out, t.runs, "run");
    assay_buf_printf(out, ", %.1f s\n", t.seconds);
    report_unmade(j, f, out);
    report_unevaluated(j, f, out);
    report_slow(j, f, out);
    report_cut(j, f, out);
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

static bool is_hyper(const CheckFinding *f)
{
    return f->test->hyper && strcmp(f->clause_kind, "hyper") == 0;
}

/* Whether the name of the hyperproperty is shown: it has no clause that is false. */
static bool is_of_name(const CheckJob *j, const CheckFinding *f)
{
    Span name = f->test->hyper->span;
    Position p = diag_position(&j->diags, name.source, name.start);

    return f->line == p.line && f->column == p.byte_column;
}

/* What is wrong with what the carets are under. */
static const char *remark_on(const CheckJob *j, const CheckFinding *f)
{
    static const char *const others[] = {"assigns", "loop assigns", "assumes",
                                         "decreases", "loop variant"};

    if (strcmp(f->clause_kind, "specification") == 0)
        return " cannot be evaluated";
    if (is_hyper(f))
        return is_of_name(j, f) ? "" : " false here";
    if (strcmp(f->clause_kind, "type") == 0)
        return " not of its type";
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(f->clause_kind, others[i]) == 0)
            return "";
    return " false here";
}

/* Whether the character of a byte began before it. */
static bool is_continued(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void check_add_excerpt(const CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    uint32_t source = source_of(j, f->file), start, from = f->column - 1;
    struct assay_str line;

    if (source == DIAG_NOWHERE || f->line == 0 ||
        f->line > j->diags.sources[source].nlines)
        return;
    line = diag_line(&j->diags, source, f->line, &start);
    assay_buf_printf(out, "  %4u | %.*s\n", f->line, (int)line.len, line.at);
    if (f->column == 0)
        return;
    assay_buf_puts(out, "       | ");
    for (uint32_t i = 0; i < line.len && i < from; i++)
        if (!is_continued(line.at[i]))
            assay_buf_putc(out, line.at[i] == '\t' ? '\t' : ' ');
    for (uint32_t i = from; i < line.len && i < from + f->length; i++)
        if (!is_continued(line.at[i]))
            assay_buf_putc(out, '^');
    assay_buf_printf(out, "%s\n", remark_on(j, f));
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
void check_add_call(const CheckFinding *f, struct assay_buf *out)
{
    struct assay_str values = check_event_text(f->event, "values");
    const CFunction *function = f->test->function;

    assay_buf_printf(out, "%s(", function->name);
    for (uint32_t i = 0; i < function->nparams; i++) {
        struct assay_str v = value_of(values, function->params[i].name);
        assay_buf_printf(out, "%s%.*s", i > 0 ? ", " : "", v.at ? (int)v.len : 1,
                         v.at ? v.at : "?");
    }
    assay_buf_putc(out, ')');
    if (f->returned[0])
        assay_buf_printf(out, " returned %s", f->returned);
}

/* Whether the call or the table has it: "x", or "x_2" of run 2. */
static bool is_told(const CheckFinding *f, const char *name, size_t len)
{
    if (is_param(f->test->function, (struct assay_str){name, len}))
        return true;
    for (uint32_t i = 0; i < f->nrows; i++)
        if (assay_str_equal(assay_str(f->rows[i].name), (struct assay_str){name, len}))
            return true;
    return f->nrows > 0 && len > 2 && name[len - 2] == '_' &&
           is_param(f->test->function, (struct assay_str){name, len - 2});
}

/* Globals and the like: what was drawn and is no parameter. */
static void add_others(const CheckFinding *f, struct assay_buf *out)
{
    struct assay_str values = check_event_text(f->event, "values");

    while (values.len > 0) {
        const char *end = memchr(values.at, '\n', values.len);
        size_t line = end ? (size_t)(end - values.at) : values.len;
        const char *equals = memmem(values.at, line, " = ", 3);
        if (equals && !is_told(f, values.at, (size_t)(equals - values.at)))
            assay_buf_printf(out, "    with %.*s\n", (int)line, values.at);
        line += end != NULL;
        values.at += line;
        values.len -= line;
    }
}

static void add_details(const CheckFinding *f, struct assay_buf *out)
{
    const char *lines = f->details;

    while (*lines) {
        size_t len = strcspn(lines, "\n");
        if (len > 0 && !check_runs_tell(f, lines, len))
            assay_buf_printf(out, "    %.*s\n", (int)len, lines);
        lines += len + (lines[len] == '\n');
    }
}

/* ": hyper secret (noninterference) broken" */
static void add_kind(CheckJob *j, const CheckFinding *f, struct assay_buf *out)
{
    const AcslHyper *h = f->test->hyper;

    if (is_hyper(f) && h->kind[0] && strncmp(h->name, h->kind, strlen(h->kind)) != 0)
        assay_buf_printf(out, ": hyper %s (%s) broken\n", h->name, h->kind);
    else if (h && !is_hyper(f))
        assay_buf_printf(out, ", hyper %s: %s\n", h->name, check_kind(j, f));
    else
        assay_buf_printf(out, ": %s\n", check_kind(j, f));
}

void check_report_finding(CheckJob *j, uint32_t number, struct assay_buf *out)
{
    const CheckFinding *f = &j->findings[number];

    assay_buf_printf(out, "finding %u: %s:%u  %s", number + 1, f->file, f->line,
                     f->test->function->name);
    if (f->test->behavior->name[0])
        assay_buf_printf(out, ", behavior %s", f->test->behavior->name);
    add_kind(j, f, out);
    check_add_excerpt(j, f, out);
    if (f->clause_kind[0] == '\0')
        assay_buf_printf(out, "  %s\n", f->message);
    if (f->nrows > 0)
        check_runs_report(j, f, out);
    else {
        assay_buf_puts(out, "  ");
        check_add_call(f, out);
        assay_buf_putc(out, '\n');
    }
    add_others(f, out);
    add_details(f, out);
    if (f->caller[0])
        assay_buf_printf(out, "  called from %s\n", f->caller);
    if (check_can_replay(f)) {
        assay_buf_puts(out, "  replay: ");
        check_add_replay(j, f, out);
        assay_buf_putc(out, '\n');
    }
    check_add_unsaved(j, f, out);
    if (f->reproducer[0])
        assay_buf_printf(out, "  as C:   %s\n", f->reproducer);
}

/* ---- Functions of several files */

static const char *file_of(const CheckJob *j, const CFunction *f)
{
    return f->definition ? j->diags.sources[f->definition->span.source].name : "";
}

/* Whether it is in a header that a file before included, too. */
static bool is_told_before(const CheckJob *j, const CFunction *f)
{
    const char *file = file_of(j, f);

    for (uint32_t i = 0; i < j->nbefore && file[0]; i++) {
        const CheckJob *b = &j->before[i];
        for (uint32_t k = 0; b->unit && k < b->summary.nuntested; k++) {
            const CFunction *g = b->summary.untested[k].function;
            if (strcmp(g->name, f->name) == 0 && strcmp(file_of(b, g), file) == 0)
                return true;
        }
    }
    return false;
}

void check_forget_told(CheckJob *j)
{
    ContractSummary *s = &j->summary;
    ContractUntested *kept = assay_arena_new(&j->arena, s->nuntested + 1, sizeof *kept);
    uint32_t n = 0;

    for (uint32_t i = 0; kept && i < s->nuntested; i++)
        if (!is_told_before(j, s->untested[i].function))
            kept[n++] = s->untested[i];
    if (!kept)
        return;
    s->functions -= s->nuntested - n;
    s->untested = kept;
    s->nuntested = n;
}

/* ---- A file. */

static void report_nothing(const CheckJob *j, struct assay_buf *out)
{
    const char *before = "";

    if (j->acsl->ncontracts == 0) {
        assay_buf_printf(out, "%s: no contracts\n", j->path);
        return;
    }
    assay_buf_printf(out, "%s: no function with a contract has its body here: ", j->path);
    for (uint32_t i = 0; i < j->acsl->ncontracts && i < NAMES; i++) {
        assay_buf_printf(out, "%s%s", before, j->acsl->contracts[i].function->name);
        before = ", ";
    }
    assay_buf_puts(out, j->acsl->ncontracts > NAMES ? " ...\n" : "\n");
}

/* Files that were linked in without being named, and functions found in none. */
static void report_missing(const CheckJob *j, struct assay_buf *out)
{
    for (uint32_t i = 0; i < j->missing.count; i++) {
        const CheckMissed *m = &j->missing.at[i];
        if (m->source)
            assay_buf_printf(out, "  with %s, for %s\n", m->source, m->name);
        else if (!m->own)
            assay_buf_printf(
                out,
                "  without %s: it is in no file known here, so what calls it is "
                "not tested (name its file after --)\n",
                m->name);
    }
}

void check_report(CheckJob *j, struct assay_buf *out)
{
    if (j->summary.functions == 0) {
        report_nothing(j, out);
        return;
    }
    assay_buf_printf(out, "%s\n", j->path);
    for (uint32_t i = 0; i < j->acsl->ncontracts; i++)
        report_function(j, j->acsl->contracts[i].function, out);
    report_missing(j, out);
    check_report_gaps(j, out);
    for (uint32_t i = 0; i < j->nfindings; i++) {
        assay_buf_putc(out, '\n');
        check_report_finding(j, i, out);
    }
}

/* ---- The end. */

static uint32_t dropped_of(const ContractSummary *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->ndrops; i++)
        n += !s->drops[i].sampled;
    return n;
}

static CheckTotals total(const CheckJob *jobs, uint32_t n)
{
    CheckTotals t = {0};

    for (uint32_t i = 0; i < n; i++) {
        const ContractSummary *s = &jobs[i].summary;
        t.functions += s->functions;
        t.behaviors += s->ntests;
        t.findings += jobs[i].nfindings;
        t.clauses += s->clauses;
        t.dropped += dropped_of(s);
        t.untested += s->nuntested;
        for (uint32_t k = 0; jobs[i].results && k < s->ntests; k++) {
            const CheckResult *r = &jobs[i].results[k];
            t.runs += r->runs;
            t.seconds += r->seconds;
            t.held += strcmp(r->verdict, "held") == 0;
        }
    }
    return t;
}

/* Functions that were executed. */
static uint32_t count_called(const CheckJob *jobs, uint32_t n)
{
    uint32_t called = 0;

    for (uint32_t i = 0; i < n; i++) {
        const CFunction *last = NULL;
        for (uint32_t k = 0; jobs[i].results && k < jobs[i].summary.ntests; k++) {
            const CheckResult *r = &jobs[i].results[k];
            called += r->runs > 0 && r->test->function != last;
            last = r->runs > 0 ? r->test->function : last;
        }
    }
    return called;
}

/* "; 3 of 4 clauses checked", if they were. */
static void add_clauses(const CheckTotals *t, uint32_t called, struct assay_buf *out)
{
    if (called == 0) {
        assay_buf_puts(out, "; nothing was executed");
        return;
    }
    assay_buf_printf(out, "; %u of %u clauses %s", t->clauses - t->dropped, t->clauses,
                     called < t->functions ? "can be checked" : "checked");
    if (called < t->functions)
        assay_buf_printf(out, ", %u of %u functions executed", called, t->functions);
}

void check_summary(const CheckJob *jobs, uint32_t n, int code, struct assay_buf *out)
{
    bool json = jobs[0].settings->json, quiet = jobs[0].settings->quiet;
    CheckTotals t = total(jobs, n);

    if (json) {
        check_summary_json(jobs, n, &t, out);
        return;
    }
    if (t.functions == 0 && code != COMMAND_HELD && !process_interrupted())
        return; /* the errors say it all */
    if (!quiet)
        assay_buf_putc(out, '\n');
    summary_count(out, t.functions, "function");
    assay_buf_puts(out, ": ");
    summary_count(out, t.findings, "finding");
    if (t.untested > 0)
        assay_buf_printf(out, ", %u not tested", t.untested);
    if (process_interrupted())
        assay_buf_puts(out, ", interrupted");
    add_clauses(&t, count_called(jobs, n), out);
    if (t.runs > 0 && jobs[0].settings->own_seed && !jobs[0].settings->replay)
        assay_buf_printf(out, "; seed %llu", (unsigned long long)jobs[0].settings->seed);
    assay_buf_printf(out, "   exit %d\n", code);
}
