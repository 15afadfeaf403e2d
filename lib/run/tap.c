/*
 * TAP, version 13: a line per property, details in a YAML block.
 */
#include "run/render.h"
#include <string.h>

static void tap_begin(struct assay_render *r)
{
    assay_buf_printf(r->out, "TAP version 13\n1..%zu\n", r->count);
}

/* A '#' in a name would begin a directive. */
static void put_name(struct assay_buf *out, const char *name)
{
    for (; *name; name++) {
        if (*name == '#' || *name == '\\')
            assay_buf_putc(out, '\\');
        assay_buf_putc(out, *name == '\n' ? ' ' : *name);
    }
}

static void put_field(struct assay_buf *out, const char *key, const char *text)
{
    if (!*text)
        return;
    assay_buf_printf(out, "  %s: ", key);
    if (!strchr(text, '\n')) {
        assay_buf_c_string(out, text, strlen(text));
        assay_buf_putc(out, '\n');
        return;
    }
    assay_buf_puts(out, "|\n");
    assay_put_lines(out, "    ", text);
}

static void put_finding(struct assay_render *r, const struct assay_finding *f)
{
    put_field(r->out, "message", f->message);
    put_field(r->out, "failure", assay_failure_text(f->failure));
    if (f->file[0]) {
        assay_buf_puts(r->out, "  at: \"");
        assay_put_place(r->out, f->file, f->line);
        assay_buf_puts(r->out, "\"\n");
    }
    put_field(r->out, "values", f->values);
    put_field(r->out, "program", f->program);
    put_field(r->out, "notes", f->notes);
    put_field(r->out, "picture", f->picture);
    put_field(r->out, "replay", f->saved);
    put_field(r->out, "reproducer", f->reproducer);
    put_field(r->out, "chart", f->chart);
    if (f->flaky)
        assay_buf_puts(r->out, "  flaky: true\n");
}

static void tap_property(struct assay_render *r, const struct assay_report *report)
{
    bool good = report->verdict == ASSAY_HELD;

    assay_buf_printf(r->out, "%s %zu - ", good ? "ok" : "not ok", ++r->done);
    put_name(r->out, report->property->name);
    assay_buf_puts(r->out, "\n");
    for (size_t i = 0; i < report->nfindings; i++) {
        assay_buf_puts(r->out, "  ---\n");
        put_finding(r, &report->findings[i]);
        assay_buf_puts(r->out, "  ...\n");
    }
    if (!good && report->nfindings == 0)
        assay_buf_printf(r->out, "  ---\n  verdict: %s\n  ...\n",
                         assay_verdict_text(report->verdict));
    assay_put_lines(r->out, "# error: ", report->error);
    for (size_t i = 0; i < report->nwarnings; i++)
        assay_put_lines(r->out, "# warning: ", report->warnings[i]);
}

static void tap_end(struct assay_render *r, const struct assay_results *results)
{
    assay_buf_printf(r->out, "# seed %llu\n", (unsigned long long)results->seed);
    if (results->interrupted)
        assay_buf_puts(r->out, "Bail out! interrupted\n");
}

const struct assay_renderer assay_render_tap = {tap_begin, tap_property, tap_end};
