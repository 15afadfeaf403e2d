/*
 * Sources and places in them. The beginnings of lines are found once, when a source is
 * added; a place is found among them by halving.
 */
#include "base/mem.h"
#include "diag/diag.h"
#include "lang/screen.h"
#include <string.h>

/* How much of a source spans can speak of. */
static uint32_t reach(const Source *s)
{
    return s->text.len < UINT32_MAX ? (uint32_t)s->text.len : UINT32_MAX;
}

/* Where the first line behind `at` begins; UINT32_MAX when there is none. */
static uint32_t next_line(const Source *s, uint32_t at)
{
    const char *end = memchr(s->text.at + at, '\n', reach(s) - at);

    return end ? (uint32_t)(end - s->text.at) + 1 : UINT32_MAX;
}

static bool map_lines(Diags *d, Source *s)
{
    uint32_t count = 1, at = 0;

    while ((at = next_line(s, at)) != UINT32_MAX)
        count++;
    s->lines = assay_arena_new(&d->arena, count, sizeof *s->lines);
    if (!s->lines)
        return false;
    for (at = 0; at != UINT32_MAX; at = next_line(s, at))
        s->lines[s->nlines++] = at;
    return true;
}

static bool make_room(Diags *d)
{
    void *at = d->sources;
    enum assay_status status =
        assay_mem_grow(d->arena.mem, &at, &d->sources_cap, d->nsources + (size_t)1,
                       sizeof *d->sources, DIAG_SOURCES_MAX);

    d->sources = at;
    return status == ASSAY_OK;
}

uint32_t diag_source(Diags *d, const char *name, struct assay_str text)
{
    Source s = {.text = text.len > 0 ? text : assay_str("")};

    s.name = assay_arena_text(&d->arena, name, strlen(name));
    if (!s.name || !make_room(d)) {
        d->no_memory = true;
        return DIAG_NOWHERE;
    }
    if (!map_lines(d, &s))
        d->no_memory = true;
    d->sources[d->nsources] = s;
    return d->nsources++;
}

/* The line, from 0, that a byte is in: the last that does not begin behind it. */
static uint32_t line_of(const Source *s, uint32_t at)
{
    uint32_t lo = 0, hi = s->nlines;

    while (hi > lo + 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (s->lines[middle] <= at)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

struct assay_str diag_line(const Diags *d, uint32_t source, uint32_t line,
                           uint32_t *ret_start)
{
    const Source *s = &d->sources[source];
    uint32_t start = s->nlines > 0 ? s->lines[line - 1] : 0;
    uint32_t end = line < s->nlines ? s->lines[line] : reach(s);

    *ret_start = start;
    if (line < s->nlines)
        end--;
    if (line < s->nlines && end > start && s->text.at[end - 1] == '\r')
        end--;
    return (struct assay_str){s->text.at + start, end - start};
}

Position diag_position(const Diags *d, uint32_t source, uint32_t at)
{
    Position p = {1, 1, 1};
    struct assay_str line;
    uint32_t start;

    if (source >= d->nsources)
        return p;
    at = at < reach(&d->sources[source]) ? at : reach(&d->sources[source]);
    p.line = line_of(&d->sources[source], at) + 1;
    line = diag_line(d, source, p.line, &start);
    p.byte_column = at - start + 1;
    p.column = (uint32_t)assay_screen_column(line, at - start) + 1;
    return p;
}

struct assay_str diag_text(const Diags *d, Span span)
{
    const Source *s;
    uint32_t end, start;

    if (span.source >= d->nsources)
        return assay_str("");
    s = &d->sources[span.source];
    end = span.end < reach(s) ? span.end : reach(s);
    start = span.start < end ? span.start : end;
    return (struct assay_str){s->text.at + start, end - start};
}
