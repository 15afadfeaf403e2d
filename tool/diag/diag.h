/*
 * Sources, places in them, and what is wrong with them. A diagnostic is data: a stable
 * code, a place, a message, notes, related places, a fix. Text with carets and JSON are
 * two renderings of it (render.h). Nothing here prints.
 *
 * A Diags owns all its texts, and copies of what it is given; it is one per run. Adding
 * never fails for the caller: out of memory and too many are kept in it.
 */
#ifndef DIAG_DIAG_H
#define DIAG_DIAG_H

#include "base/arena.h"
#include "base/str.h"

/* ---- Sources. */

typedef struct {
    const char *name;      /* as the user gave it */
    struct assay_str text; /* any bytes; must stay in place */
    uint32_t *lines;       /* where each line begins; the first at 0 */
    uint32_t nlines;       /* 0 when out of memory: all is one line */
} Source;

/* Bytes [start, end) of a source. What was written nowhere has source DIAG_NOWHERE. */
typedef struct {
    uint32_t source, start, end;
} Span;

#define DIAG_NOWHERE UINT32_MAX

static inline Span span_nowhere(void)
{
    return (Span){DIAG_NOWHERE, 0, 0};
}

/* From the start of one to the end of the other. */
static inline Span span_join(Span a, Span b)
{
    return (Span){a.source, a.start, b.end};
}

/* The empty place right behind a span. */
static inline Span span_behind(Span a)
{
    return (Span){a.source, a.end, a.end};
}

/* Line from 1, column from 1 in bytes and in columns of a terminal (a tab goes to the
 * next multiple of 8). */
typedef struct {
    uint32_t line, byte_column, column;
} Position;

/* ---- Diagnostics. */

typedef enum {
#define DIAG(ID, CODE, TITLE) DIAG_##ID,
#include "diag/codes.def"
#undef DIAG
    DIAG_CODES
} DiagCode;

typedef enum { DIAG_ERROR, DIAG_WARNING } Severity;

/* A line below the excerpt: "known here: ..." or, with a place, a second excerpt. */
typedef struct DiagNote {
    const char
        *label; /* "known here", "when", "help", "note"; "": the one before goes on */
    const char *text;
    Span span; /* of a related place, or nowhere */
    /* NULL, or the note is a fix: put this in the place of `fix`. */
    const char *replacement;
    Span fix;
    struct DiagNote *next;
} DiagNote;

typedef struct Diagnostic {
    DiagCode code;
    Span span;
    const char *message;
    DiagNote *notes, *last_note; /* in the order added */
    uint32_t number;             /* in the order reported */
} Diagnostic;

#define DIAG_MAX 100          /* kept, errors rather than warnings; more are counted */
#define DIAG_TEXT_MAX 4096    /* bytes of a message or note; longer ones are cut */
#define DIAG_SOURCES_MAX 4096 /* sources */

typedef struct {
    struct assay_arena arena;
    Source *sources;
    uint32_t nsources;
    size_t sources_cap;
    Diagnostic *at[DIAG_MAX];
    uint32_t count;
    uint32_t errors, warnings; /* all, kept or not */
    Diagnostic spare;          /* returned for what is not kept; takes no notes */
    bool no_memory;
} Diags;

void diag_init(Diags *d);
void diag_done(Diags *d);

/* Adds a source; its number. The text must stay in place, the name is copied. Out of
 * memory, or past DIAG_SOURCES_MAX, its number is DIAG_NOWHERE. */
uint32_t diag_source(Diags *d, const char *name, struct assay_str text);
/* Of a byte, or the end of the text, or nowhere, which is 1:1. The line ends of LF and CR
 * LF are shown behind the line's last character. */
Position diag_position(const Diags *d, uint32_t source, uint32_t at);
/* A line, from 1, without its end; *ret_start is where it begins. */
struct assay_str diag_line(const Diags *d, uint32_t source, uint32_t line,
                           uint32_t *ret_start);
/* The bytes of a span, as far as the source has them: up to UINT32_MAX is all of it. ""
 * for nowhere. */
struct assay_str diag_text(const Diags *d, Span span);

/* Reports something. Never NULL: add notes to what it returns. A second report of the
 * same code for the same span is dropped, and not counted; nowhere is no place. */
Diagnostic *diag_report(Diags *d, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_note(Diags *d, Diagnostic *of, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_related(Diags *d, Diagnostic *of, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds the note "help" with an edit; each is a fix by itself. */
void diag_fix(Diags *d, Diagnostic *of, Span span, const char *replacement,
              const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "E0201"; warnings begin with W. */
const char *diag_code_text(DiagCode code);
Severity diag_severity(DiagCode code);
/* What the code is about, in a few words. */
const char *diag_title(DiagCode code);

/* By source and where they start, nowhere last; equal ones as they were reported. */
void diag_sort(Diags *d);

#endif
