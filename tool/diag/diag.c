/*
 * The list of diagnostics. What cannot be kept, for want of room or memory, or because it
 * was said before, is `spare`: the caller may add to it, and nothing happens.
 */
#include "diag/diag.h"
#include "base/mem.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void diag_init(Diags *d)
{
    *d = (Diags){.no_memory = false};
    assay_arena_init(&d->arena, NULL, 0);
}

void diag_done(Diags *d)
{
    assay_mem_free(d->arena.mem, d->sources, d->sources_cap * sizeof *d->sources);
    assay_arena_done(&d->arena);
    diag_init(d);
}

/* ---- Texts. */

/* Puts "..." at the end of a text that was cut, not into a character. */
static void mark_cut(char text[DIAG_TEXT_MAX + 1])
{
    size_t at = DIAG_TEXT_MAX - 3;

    for (int back = 0; back < 3 && ((unsigned char)text[at] & 0xc0) == 0x80; back++)
        at--;
    strcpy(text + at, "...");
}

/* NULL, and it is remembered, when out of memory. */
static const char *keep(Diags *d, const char *text)
{
    const char *copy = assay_arena_text(&d->arena, text, strlen(text));

    if (!copy)
        d->no_memory = true;
    return copy;
}

__attribute__((format(printf, 2, 0))) static const char *
keep_printed(Diags *d, const char *format, va_list args)
{
    char text[DIAG_TEXT_MAX + 1] = "";
    int len = vsnprintf(text, sizeof text, format, args);

    if (len > DIAG_TEXT_MAX)
        mark_cut(text);
    return keep(d, text);
}

/* ---- Reports. */

static bool same_span(Span a, Span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}

static bool was_reported(const Diags *d, DiagCode code, Span span)
{
    if (span.source == DIAG_NOWHERE)
        return false;
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->at[i]->code == code && same_span(d->at[i]->span, span))
            return true;
    }
    return false;
}

/* The place for one more: behind the others, or that of the last warning if this is an
 * error. NULL: there is none. */
static Diagnostic **free_slot(Diags *d, DiagCode code)
{
    if (d->count < DIAG_MAX)
        return &d->at[d->count];
    if (diag_severity(code) == DIAG_WARNING)
        return NULL;
    for (uint32_t i = d->count; i > 0; i--) {
        if (diag_severity(d->at[i - 1]->code) == DIAG_WARNING)
            return &d->at[i - 1];
    }
    return NULL;
}

/* Counts one; its number. */
static uint32_t count_one(Diags *d, DiagCode code)
{
    uint32_t number = d->errors + d->warnings;

    if (diag_severity(code) == DIAG_ERROR)
        d->errors++;
    else
        d->warnings++;
    return number;
}

/* Keeps a diagnostic with this message, which may be NULL, if there is room. */
static Diagnostic *add(Diags *d, Diagnostic what)
{
    Diagnostic **slot = free_slot(d, what.code);
    Diagnostic *kept = NULL;

    if (slot && what.message)
        kept = assay_arena_new(&d->arena, 1, sizeof *kept);
    if (!kept) {
        d->no_memory |= slot != NULL;
        return &d->spare;
    }
    *kept = what;
    *slot = kept;
    if (slot == &d->at[d->count])
        d->count++;
    return kept;
}

Diagnostic *diag_report(Diags *d, DiagCode code, Span span, const char *format, ...)
{
    Diagnostic what = {.code = code, .span = span};
    va_list args;

    d->spare = what;
    if (was_reported(d, code, span))
        return &d->spare;
    what.number = count_one(d, code);
    va_start(args, format);
    what.message = free_slot(d, code) ? keep_printed(d, format, args) : NULL;
    va_end(args);
    return add(d, what);
}

/* ---- What belongs to a report. */

/* The note; NULL when it is not kept. */
__attribute__((format(printf, 5, 0))) static DiagNote *
add_note(Diags *d, Diagnostic *of, Span span, const char *label, const char *format,
         va_list args)
{
    DiagNote note = {.span = span, .fix = span_nowhere()}, *kept;

    if (of == &d->spare)
        return NULL;
    note.label = keep(d, label);
    note.text = keep_printed(d, format, args);
    kept = assay_arena_new(&d->arena, 1, sizeof *kept);
    if (!note.label || !note.text || !kept) {
        d->no_memory = true;
        return NULL;
    }
    *kept = note;
    if (of->last_note)
        of->last_note->next = kept;
    else
        of->notes = kept;
    of->last_note = kept;
    return kept;
}

void diag_note(Diags *d, Diagnostic *of, const char *label, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_note(d, of, span_nowhere(), label, format, args);
    va_end(args);
}

void diag_related(Diags *d, Diagnostic *of, Span span, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_note(d, of, span, "note", format, args);
    va_end(args);
}

void diag_fix(Diags *d, Diagnostic *of, Span span, const char *replacement,
              const char *format, ...)
{
    DiagNote *note;
    va_list args;

    va_start(args, format);
    note = add_note(d, of, span_nowhere(), "help", format, args);
    va_end(args);
    if (!note)
        return;
    note->replacement = keep(d, replacement);
    note->fix = span;
}

/* ---- Order. */

static bool belongs_before(const Diagnostic *a, const Diagnostic *b)
{
    if (a->span.source != b->span.source)
        return a->span.source < b->span.source;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start;
    return a->number < b->number;
}

/* Insertion sort: they are few and mostly in order. */
void diag_sort(Diags *d)
{
    for (uint32_t i = 1; i < d->count; i++) {
        Diagnostic *one = d->at[i];
        uint32_t k = i;

        for (; k > 0 && belongs_before(one, d->at[k - 1]); k--)
            d->at[k] = d->at[k - 1];
        d->at[k] = one;
    }
}
