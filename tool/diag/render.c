/*
 * Diagnostics as text for people: a line with the place, an excerpt, and the notes.
 */
#include "diag/render.h"
#include "lang/screen.h"
#include <string.h>

static bool is_somewhere(const Diags *d, Span span)
{
    return span.source < d->nsources;
}

/* "employees.hrest:12:19" */
static void add_place(struct assay_buf *out, const Diags *d, Span span)
{
    Position p = diag_position(d, span.source, span.start);

    assay_screen_text(out, assay_str(d->sources[span.source].name));
    assay_buf_printf(out, ":%u:%u", p.line, p.column);
}

/* The line in which the span begins. */
static void add_excerpt(struct assay_buf *out, const Diags *d, Span span)
{
    Position p = diag_position(d, span.source, span.start);
    size_t len = span.end > span.start ? span.end - span.start : 0;
    uint32_t start;
    struct assay_str line = diag_line(d, span.source, p.line, &start);

    assay_screen_excerpt(out, p.line, line, p.byte_column - 1, len);
}

/* A place of its own: its text, where it is, and what is written there. */
static void add_related(struct assay_buf *out, const Diags *d, const DiagNote *note)
{
    assay_buf_printf(out, "  %s: ", note->label);
    assay_screen_text(out, assay_str(note->text));
    assay_buf_puts(out, "\n    ");
    add_place(out, d, note->span);
    assay_buf_putc(out, '\n');
    add_excerpt(out, d, note->span);
}

/* The columns of the widest label among the notes without a place, its colon included. */
static int label_width(const Diags *d, const DiagNote *notes)
{
    size_t width = 0;

    for (const DiagNote *note = notes; note; note = note->next) {
        if (!is_somewhere(d, note->span) && strlen(note->label) >= width)
            width = strlen(note->label) + 1;
    }
    return (int)width;
}

static void add_notes(struct assay_buf *out, const Diags *d, const DiagNote *notes)
{
    int width = label_width(d, notes);

    for (const DiagNote *note = notes; note; note = note->next) {
        if (is_somewhere(d, note->span)) {
            add_related(out, d, note);
            continue;
        }
        assay_buf_printf(out, "  %s%c%*s ", note->label, note->label[0] ? ':' : ' ',
                         width - (int)strlen(note->label) - 1, "");
        assay_screen_text(out, assay_str(note->text));
        assay_buf_putc(out, '\n');
    }
}

static void add_diagnostic(struct assay_buf *out, const Diags *d, const Diagnostic *one)
{
    bool somewhere = is_somewhere(d, one->span);

    if (somewhere) {
        add_place(out, d, one->span);
        assay_buf_puts(out, ": ");
    }
    assay_buf_puts(out, diag_severity(one->code) == DIAG_ERROR ? "error: " : "warning: ");
    assay_screen_text(out, assay_str(one->message));
    assay_buf_printf(out, " [%s]\n", diag_code_text(one->code));
    if (somewhere)
        add_excerpt(out, d, one->span);
    add_notes(out, d, one->notes);
}

void render_text(const Diags *d, struct assay_buf *out)
{
    uint32_t all = d->errors + d->warnings;

    for (uint32_t i = 0; i < d->count; i++)
        add_diagnostic(out, d, d->at[i]);
    if (all > d->count)
        assay_buf_printf(out, "... and %u more\n", all - d->count);
}
