/*
 * Diagnostics as JSON lines for programs. What is nowhere has no file and no place.
 */
#include "base/json.h"
#include "diag/render.h"

static void add_place(struct assay_json *json, const Diags *d, Span span)
{
    Position p;

    if (span.source >= d->nsources)
        return;
    p = diag_position(d, span.source, span.start);
    assay_json_text(json, "file", d->sources[span.source].name);
    assay_json_uint(json, "line", p.line);
    assay_json_uint(json, "column", p.column);
    assay_json_uint(json, "byte_column", p.byte_column);
    assay_json_uint(json, "start", span.start);
    assay_json_uint(json, "end", span.end);
}

static void add_notes(struct assay_json *json, const Diags *d, const DiagNote *notes)
{
    assay_json_array(json, "notes");
    for (const DiagNote *note = notes; note; note = note->next) {
        assay_json_object(json, NULL);
        assay_json_text(json, "label", note->label);
        assay_json_text(json, "text", note->text);
        add_place(json, d, note->span);
        assay_json_object_end(json);
    }
    assay_json_array_end(json);
}

static bool has_fix(const DiagNote *notes)
{
    for (; notes; notes = notes->next)
        if (notes->replacement)
            return true;
    return false;
}

/* Each is one by itself: an edit, and what it is for. */
static void add_fixes(struct assay_json *json, const Diags *d, const DiagNote *notes)
{
    assay_json_array(json, "fixes");
    for (const DiagNote *note = notes; note; note = note->next) {
        if (!note->replacement)
            continue;
        assay_json_object(json, NULL);
        assay_json_text(json, "title", note->text);
        add_place(json, d, note->fix);
        assay_json_text(json, "replacement", note->replacement);
        assay_json_object_end(json);
    }
    assay_json_array_end(json);
}

static void add_diagnostic(struct assay_json *json, const Diags *d, const Diagnostic *one)
{
    assay_json_object(json, NULL);
    assay_json_text(json, "event", "diagnostic");
    assay_json_text(json, "code", diag_code_text(one->code));
    assay_json_text(json, "severity",
                    diag_severity(one->code) == DIAG_ERROR ? "error" : "warning");
    assay_json_text(json, "message", one->message);
    add_place(json, d, one->span);
    add_notes(json, d, one->notes);
    if (has_fix(one->notes))
        add_fixes(json, d, one->notes);
    assay_json_object_end(json);
}

/* {"event":"more","more":3}: those that are not kept. */
static void add_more(struct assay_json *json, uint32_t count)
{
    assay_json_object(json, NULL);
    assay_json_text(json, "event", "more");
    assay_json_uint(json, "more", count);
    assay_json_object_end(json);
}

void render_json(const Diags *d, struct assay_buf *out)
{
    uint32_t all = d->errors + d->warnings;
    struct assay_json json;

    for (uint32_t i = 0; i < d->count; i++) {
        assay_json_init(&json, out);
        add_diagnostic(&json, d, d->at[i]);
        assay_buf_putc(out, '\n');
    }
    if (all > d->count) {
        assay_json_init(&json, out);
        add_more(&json, all - d->count);
        assay_buf_putc(out, '\n');
    }
}
