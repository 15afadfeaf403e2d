/*
 * The report for people: a line per property under its file, then each finding: the
 * place, the promise that broke, the smallest case, how to see it again.
 */
#include "base/ascii.h"
#include "base/shell.h"
#include "base/utf8.h"
#include "run/render.h"
#include <stdarg.h>
#include <string.h>

#define MIDDLE 42          /* columns of the verdict */
#define MIDDLE_MOST 64     /* where operations are named in it */
#define INLINE_CHOICES 200 /* bytes that may be in a command line */
#define REPORT_LINES 30    /* of a sanitizer */
#define FRAMES 8           /* of one stack in it */
#define OUTPUT_LINES 10    /* of the property */

const char *assay_verdict_text(enum assay_verdict verdict)
{
    static const char *const texts[] = {"held", "broken", "starved", "sparse", "misused"};

    return texts[verdict];
}

const char *assay_failure_text(enum assay_failure failure)
{
    static const char *const texts[] = {"assertion", "signal", "exit", "sanitizer",
                                        "timeout",   "memory", "leak"};

    return texts[failure];
}

void assay_put_lines(struct assay_buf *out, const char *prefix, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        if (len > 0 || prefix[strspn(prefix, " ")]) /* no blanks on an empty line */
            assay_buf_puts(out, prefix);
        assay_buf_add(out, text, len);
        assay_buf_putc(out, '\n');
        text += len + (text[len] == '\n');
    }
}

void assay_put_place(struct assay_buf *out, const char *file, int line)
{
    if (file && *file)
        assay_buf_printf(out, "%s:%d", file, line);
}

void assay_put_replay(struct assay_buf *out, const char *program,
                      const struct assay_finding *f)
{
    if (!f->saved[0] && !f->choices[0])
        return;
    assay_buf_printf(out, "%s --replay=", program);
    assay_shell_word(out, assay_str(f->saved[0] ? f->saved : f->choices));
}

void assay_put_unsaved(struct assay_buf *out, const char *indent,
                       const struct assay_report *report)
{
    for (size_t i = 0; i < report->nwarnings; i++)
        if (strstr(report->warnings[i], " was not saved: "))
            assay_buf_printf(out, "%swarning: %s\n", indent, report->warnings[i]);
}

size_t assay_results_count(const struct assay_results *results,
                           enum assay_verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < results->count; i++)
        n += results->reports[i]->verdict == verdict;
    return n;
}

/* ---- Columns and colours */

enum paint { BOLD = 1, DIM = 2, RED = 31, GREEN = 32, YELLOW = 33 };

static void paint(struct assay_render *r, enum paint how, const char *text)
{
    if (r->color)
        assay_buf_printf(r->out, "\033[%dm%s\033[0m", (int)how, text);
    else
        assay_buf_puts(r->out, text);
}

/* The text in exactly `width` columns; cut at a character where it is longer. */
static void put_column(struct assay_buf *out, const char *text, size_t width)
{
    size_t len = strcspn(text, "\n"), columns = 0, at = 0;
    bool cut = false;

    while (at < len) {
        uint32_t code;
        size_t n = assay_utf8_decode(text + at, len - at, &code);
        if (columns + 1 > width - 2 && assay_utf8_count(text + at, len - at) > 2) {
            cut = true;
            break;
        }
        assay_buf_add(out, text + at, n ? n : 1);
        at += n ? n : 1;
        columns++;
    }
    if (cut) {
        assay_buf_puts(out, "..");
        columns += 2;
    }
    for (; columns < width; columns++)
        assay_buf_putc(out, ' ');
}

static void put_number(struct assay_buf *out, uint64_t n, const char *one,
                       const char *many)
{
    assay_buf_count(out, n);
    assay_buf_printf(out, " %s", n == 1 ? one : many);
}

static void put_seconds(struct assay_buf *out, double seconds)
{
    assay_buf_printf(out, seconds < 9.95 ? "%.2f s" : "%.0f s", seconds);
}

/* ---- A property */

static void put_runs(struct assay_render *r, const struct assay_report *report,
                     uint64_t n)
{
    const char *unit = report->property->unit ? report->property->unit : "runs";
    size_t len = strlen(unit);

    assay_buf_count(r->out, n);
    assay_buf_putc(r->out, ' ');
    assay_buf_add(r->out, unit, n == 1 && len > 0 ? len - 1 : len);
}

static void put_effort(struct assay_render *r, const struct assay_report *report)
{
    const struct assay_finding *f = report->findings;

    if (report->nfindings == 0) {
        put_runs(r, report, report->runs);
        assay_buf_puts(r->out, ", ");
        put_seconds(r->out, report->seconds);
        return;
    }
    if (f->from_store)
        assay_buf_puts(r->out, "a saved failure");
    else
        put_runs(r, report, f->after);
    if (f->flaky)
        assay_buf_puts(r->out, ", flaky");
    else if (f->shrink_executions > 0) {
        assay_buf_puts(r->out, ", shrunk in ");
        assay_buf_count(r->out, f->shrink_executions);
    }
    if (report->nfindings > 1)
        assay_buf_printf(r->out, "; %zu findings", report->nfindings);
}

static size_t message_width(const struct assay_finding *f)
{
    size_t columns = assay_utf8_count(f->message, strlen(f->message));

    if (!f->program[0] || columns < MIDDLE)
        return MIDDLE;
    return columns < MIDDLE_MOST ? columns : MIDDLE_MOST;
}

static void put_verdict(struct assay_render *r, const struct assay_report *report)
{
    switch (report->verdict) {
    case ASSAY_HELD:
        paint(r, GREEN, "✓");
        assay_buf_puts(r->out, "  ");
        put_column(r->out, "held", MIDDLE);
        break;
    case ASSAY_BROKEN:
        paint(r, RED, "✗");
        assay_buf_puts(r->out, "  ");
        put_column(r->out, report->findings[0].message, message_width(report->findings));
        break;
    case ASSAY_STARVED:
        paint(r, YELLOW, "–");
        assay_buf_puts(r->out, "  ");
        put_column(r->out, "not tested: nearly all were rejected", MIDDLE);
        break;
    case ASSAY_SPARSE:
        paint(r, YELLOW, "✗");
        assay_buf_puts(r->out, "  ");
        put_column(r->out, "held, but not on the inputs required", MIDDLE);
        break;
    case ASSAY_MISUSED:
        paint(r, RED, "–");
        assay_buf_puts(r->out, "  ");
        put_column(r->out, "not tested: see the error below", MIDDLE);
        break;
    }
}

static void put_label(struct assay_render *r, const struct assay_label_count *l,
                      uint64_t runs)
{
    double percent = runs ? 100 * (double)l->count / (double)runs : 0;

    assay_buf_printf(r->out, "      %5.1f %%  %s", percent, l->label);
    if (l->required > 0)
        assay_buf_printf(r->out, " (required: %g %%)", l->required);
    assay_buf_putc(r->out, '\n');
}

static void put_details(struct assay_render *r, const struct assay_report *report)
{
    for (size_t i = 0; i < report->nlabels; i++)
        put_label(r, &report->labels[i], report->runs);
    for (size_t i = 0; i < report->nwarnings; i++) {
        assay_buf_puts(r->out, "      ");
        paint(r, YELLOW, "warning: ");
        assay_buf_printf(r->out, "%s\n", report->warnings[i]);
    }
    if (report->stored_passing > 0) {
        assay_buf_puts(r->out, "      ");
        assay_buf_count(r->out, report->stored_passing);
        assay_buf_puts(r->out, " of ");
        put_number(r->out, report->stored, "saved failure holds now\n",
                   "saved failures hold now\n");
    }
    if (report->error[0]) {
        assay_buf_puts(r->out, "      ");
        paint(r, RED, "error: ");
        assay_buf_printf(r->out, "%s\n", report->error);
    }
}

static void text_begin(struct assay_render *r)
{
    (void)r;
}

static void text_property(struct assay_render *r, const struct assay_report *report)
{
    const char *file = report->property->file ? report->property->file : "";

    if (!r->file || strcmp(r->file, file) != 0) {
        if (*file)
            paint(r, BOLD, file);
        if (*file)
            assay_buf_putc(r->out, '\n');
        r->file = file;
    }
    assay_buf_puts(r->out, "  ");
    put_column(r->out, report->property->name, r->name_width + 2);
    put_verdict(r, report);
    assay_buf_puts(r->out, "  ");
    put_effort(r, report);
    assay_buf_putc(r->out, '\n');
    put_details(r, report);
}

/* ---- Findings */

static void put_finding_head(struct assay_render *r, const struct assay_property *p,
                             const struct assay_finding *f)
{
    assay_buf_putc(r->out, '\n');
    if (r->color)
        assay_buf_printf(r->out, "\033[%dm", (int)BOLD);
    assay_buf_printf(r->out, "finding %zu: ", ++r->findings);
    if (f->file[0])
        assay_put_place(r->out, f->file, f->line);
    else
        assay_put_place(r->out, p->file, p->line);
    assay_buf_printf(r->out, "%s%s", f->file[0] || p->file ? "  " : "", p->name);
    if (r->color)
        assay_buf_puts(r->out, "\033[0m");
    if (f->flaky)
        assay_buf_puts(r->out, "  (flaky)");
    if (f->from_store)
        assay_buf_puts(r->out, "  (a saved failure that fails still)");
    assay_buf_puts(r->out, "\n  ");
    paint(r, RED, f->message);
    assay_buf_putc(r->out, '\n');
}

static bool is_frame(const char *line)
{
    line += strspn(line, " ");
    return line[0] == '#' && assay_is_digit(line[1]);
}

/* The first frame below the code under test. */
static bool is_ours(const char *line, size_t len)
{
    return memmem(line, len, " in call_property ", 18) ||
           memmem(line, len, " in assay_calls_", 16);
}

/* A sanitizer's report without the frames of the runner and what follows its summary. */
static void put_report(struct assay_buf *out, const char *text)
{
    bool ours = false;
    unsigned lines = 0, frames = 0;

    while (*text && lines < REPORT_LINES) {
        size_t len = strcspn(text, "\n");
        const char *end = text + len;
        ours = is_frame(text) && (ours || is_ours(text, len));
        frames = is_frame(text) ? frames + 1 : 0;
        if (!ours && len > 0 && frames <= FRAMES) {
            assay_buf_printf(out, "    | %.*s\n", (int)len, text);
            lines++;
        }
        if (strncmp(text, "SUMMARY:", 8) == 0)
            return;
        text = end + (*end == '\n');
    }
    if (*text)
        assay_buf_puts(out, "    | ..\n");
}

/* The last lines of what it printed. */
static void put_output(struct assay_buf *out, const char *text)
{
    const char *start = text + strlen(text);

    for (unsigned lines = 0; start > text; start--)
        if (start[-1] == '\n' && *start && ++lines == OUTPUT_LINES)
            break;
    if (start > text)
        assay_buf_puts(out, "    | ..\n");
    assay_put_lines(out, "    | ", start);
}

static void put_finding(struct assay_render *r, const struct assay_report *report,
                        const struct assay_finding *f)
{
    bool sanitizer = f->failure == ASSAY_SANITIZER || f->failure == ASSAY_LEAK;

    put_finding_head(r, report->property, f);
    assay_put_lines(r->out, "    ", f->program[0] ? f->program : f->values);
    assay_put_lines(r->out, "    ", f->notes);
    assay_put_lines(r->out, "    ", f->picture);
    if (f->output[0]) {
        assay_buf_printf(r->out, "  %s\n",
                         sanitizer ? "the sanitizer's report:" : "it printed:");
        (sanitizer ? put_report : put_output)(r->out, f->output);
    }
    assay_put_lines(r->out, "  ", f->explanation);
    assay_buf_puts(r->out, "  replay: ");
    if (f->saved[0] || (f->choices[0] && strlen(f->choices) < INLINE_CHOICES))
        assay_put_replay(r->out, r->program, f);
    else
        assay_buf_printf(r->out, "%s --seed=%llu %s", r->program,
                         (unsigned long long)report->seed, report->property->name);
    assay_buf_putc(r->out, '\n');
    if (f->chart[0])
        assay_buf_printf(r->out, "  chart:  %s\n", f->chart);
    if (f->reproducer[0])
        assay_buf_printf(r->out, "  as C:   %s\n", f->reproducer);
}

static void put_part(struct assay_render *r, bool *first, size_t n, const char *one,
                     const char *many)
{
    if (n == 0)
        return;
    assay_buf_puts(r->out, *first ? "" : ", ");
    put_number(r->out, n, one, many);
    *first = false;
}

static void text_end(struct assay_render *r, const struct assay_results *results)
{
    bool first = true;

    for (size_t i = 0; i < results->count; i++)
        for (size_t k = 0; k < results->reports[i]->nfindings; k++)
            put_finding(r, results->reports[i], &results->reports[i]->findings[k]);
    assay_buf_putc(r->out, '\n');
    put_number(r->out, results->count, "property:", "properties:");
    assay_buf_putc(r->out, ' ');
    put_part(r, &first, r->findings, "finding", "findings");
    put_part(r, &first, assay_results_count(results, ASSAY_HELD), "held", "held");
    put_part(r, &first, assay_results_count(results, ASSAY_STARVED), "starved",
             "starved");
    put_part(r, &first, assay_results_count(results, ASSAY_SPARSE), "too sparse",
             "too sparse");
    put_part(r, &first, assay_results_count(results, ASSAY_MISUSED), "not tested",
             "not tested");
    assay_buf_printf(r->out, "%s; seed %llu\n",
                     results->interrupted ? " (interrupted)" : "",
                     (unsigned long long)results->seed);
}

const struct assay_renderer assay_render_text = {text_begin, text_property, text_end};
