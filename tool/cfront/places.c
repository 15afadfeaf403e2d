/*
 * Annotations and what they are about. What follows a comment, with nothing but blanks,
 * comments and directives between, decides: the code begins there that it stands before.
 * A comment that begins in a directive stands before nothing.
 */
#include "cfront/parts.h"
#include <string.h>

/* ---- What is inside of the marks. */

static Span inside(const Front *f, uint32_t source, const Comment *c)
{
    const char *text = f->diags->sources[source].text.at;
    Span span = {source, c->start + 3, c->end};
    if (c->line)
        return span;
    if (c->end - c->start >= 5 && text[c->end - 1] == '/' && text[c->end - 2] == '*')
        span.end -= 2;
    while (span.end > span.start && text[span.end - 1] == '@')
        span.end--;
    return span;
}

static bool is_annotation(const Front *f, uint32_t source, const Comment *c)
{
    const char *text = f->diags->sources[source].text.at;
    return !c->skipped && c->end - c->start >= 3 && text[c->start + 2] == '@';
}

/* ---- What it stands before. */

static bool contains(Span outer, uint32_t source, uint32_t at)
{
    return outer.source == source && outer.start <= at && at < outer.end;
}

static const CFunction *function_around(const Front *f, Span comment)
{
    const CFunction *functions = f->unit->functions;
    for (uint32_t i = 0; i < f->unit->nfunctions; i++)
        if (contains(functions[i].body, comment.source, comment.start))
            return &functions[i];
    return NULL;
}

static bool is_between(const Code *code, uint32_t at)
{
    uint32_t before = cfront_code_before(code, at);
    return before > 0 && strchr(";{}:", code->at[before - 1]);
}

static void place_in_body(CAnnotation *a, const Code *code, const CFunction *fn,
                          uint32_t next)
{
    a->between = is_between(code, a->comment.start);
    a->place = C_STATEMENT;
    a->function = fn;
    a->next = next;
    for (uint32_t i = 0; i < fn->nloops; i++) {
        if (fn->loops[i].span.start != next || fn->loops[i].span.source != a->span.source)
            continue;
        a->place = C_LOOP;
        a->loop = &fn->loops[i];
        a->next = 0;
        return;
    }
}

/* Whether a thing is a better answer than another: functions before variables before
 * types, definitions before others. */
static bool is_better(const Thing *t, const Thing *than)
{
    if (!than || t->kind != than->kind)
        return !than || t->kind < than->kind;
    return t->kind == THING_FUNCTION && t->declaration == t->function->definition &&
           than->declaration != than->function->definition;
}

/* What begins at `next`, or begins before the comment and ends behind it. */
static const Thing *thing_at(const Front *f, Span comment, uint32_t next)
{
    const Thing *things = f->things.at, *best = NULL;
    for (uint32_t i = 0; i < f->things.count; i++) {
        bool here = things[i].span.source == comment.source &&
                    (things[i].span.start == next ||
                     contains(things[i].span, comment.source, comment.start));
        if (here && is_better(&things[i], best))
            best = &things[i];
    }
    return best;
}

/* What begins behind `next`, with no end of a declaration between: libclang does not
 * count macros that are empty. */
static const Thing *thing_behind(const Front *f, Span comment, uint32_t next)
{
    const Thing *things = f->things.at, *best = NULL;
    uint32_t end =
        cfront_code_find(&cfront_parse_file(f, comment.source)->code, next, ";{");
    for (uint32_t i = 0; i < f->things.count; i++) {
        const Thing *t = &things[i];
        if (t->span.source != comment.source || t->span.start < next ||
            t->span.start >= end)
            continue;
        if (!best || t->span.start < best->span.start ||
            (t->span.start == best->span.start && is_better(t, best)))
            best = t;
    }
    return best;
}

static void place_at_top(const Front *f, CAnnotation *a, uint32_t next)
{
    static const CPlace places[] = {C_CONTRACT, C_VARIABLE, C_TYPE, C_TYPE};
    const Thing *t = thing_at(f, a->comment, next);
    if (!t)
        t = thing_behind(f, a->comment, next);
    if (!t)
        return;
    a->place = places[t->kind];
    a->function = t->function;
    a->declaration = t->declaration;
    a->variable = t->variable;
    a->alias = t->alias;
}

static void add_annotation(Front *f, List *list, const File *file, const Comment *c)
{
    uint32_t next = cfront_code_next(&file->code, c->end);
    CAnnotation *a = cfront_add(f, list, sizeof *a);
    if (!a)
        return;
    a->comment = (Span){file->number, c->start, c->end};
    a->span = inside(f, file->number, c);
    a->line = c->line;
    const CFunction *fn = function_around(f, a->comment);
    if (fn)
        place_in_body(a, &file->code, fn, next);
    else if (!c->directive)
        place_at_top(f, a, next);
}

bool cfront_places_find(Front *f)
{
    const File *files = f->files.at;
    List list = {0};
    for (uint32_t i = 0; i < f->files.count; i++) {
        const Code *code = &files[i].code;
        for (uint32_t k = 0; k < code->ncomments && !f->no_memory; k++)
            if (is_annotation(f, files[i].number, &code->comments[k]))
                add_annotation(f, &list, &files[i], &code->comments[k]);
    }
    f->unit->annotations = list.at;
    f->unit->nannotations = list.count;
    return !f->no_memory;
}
