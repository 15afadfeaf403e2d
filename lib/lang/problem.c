/*
 * The list of problems, and its text:
 *
 *     time.lang:3:13: error: undefined rule 'digt' [E0104]
 *         3 | hour: digit digt;
 *           |             ^^^^
 *       help: did you mean 'digit'?
 *
 * The caret stands below its character on a terminal: tabs stay tabs, wide characters
 * take two columns. A long line is cut on both sides. What would disturb a terminal is
 * shown as U+FFFD.
 */
#include "lang/problem.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "lang/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 512 /* bytes of a message; longer ones are cut */

static const struct {
    const char *code;
    enum assay_severity severity;
} infos[] = {
#define PROBLEM(ID, CODE, SEVERITY) {CODE, ASSAY_##SEVERITY},
#include "lang/problem.def"
#undef PROBLEM
};

void assay_problems_init(struct assay_problems *p, const struct assay_alloc *mem)
{
    *p = (struct assay_problems){.mem = mem};
    assay_arena_init(&p->arena, mem, 0);
}

void assay_problems_done(struct assay_problems *p)
{
    assay_mem_free(p->mem, p->at, p->cap * sizeof *p->at);
    assay_mem_free(p->mem, p->places, p->places_cap * sizeof *p->places);
    assay_arena_done(&p->arena);
    assay_problems_init(p, p->mem);
}

bool assay_problems_full(const struct assay_problems *p)
{
    return p->count >= ASSAY_GRAMMAR_PROBLEMS && p->warnings == 0;
}

const char *assay_problems_text(struct assay_problems *p, const char *format, ...)
{
    char text[TEXT_MAX];
    const char *copy;
    va_list args;
    int len;

    if (assay_problems_full(p))
        return "";
    va_start(args, format);
    len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof text)
        memcpy(text + sizeof text - 4, "...", 4);
    copy = assay_arena_text(&p->arena, text, strlen(text));
    if (!copy)
        p->status = ASSAY_NO_MEMORY;
    return copy ? copy : "";
}

static bool make_room(struct assay_problems *p)
{
    void *at = p->at, *places = p->places;
    enum assay_status status;

    status = assay_mem_grow(p->mem, &at, &p->cap, p->count + 1, sizeof *p->at,
                            ASSAY_GRAMMAR_PROBLEMS);
    p->at = at;
    if (status == ASSAY_OK)
        status = assay_mem_grow(p->mem, &places, &p->places_cap, p->count + 1,
                                sizeof *p->places, ASSAY_GRAMMAR_PROBLEMS);
    p->places = places;
    if (status)
        p->status = status;
    return status == ASSAY_OK;
}

/* The place for one more: after the others, or that of a warning if this is an error. */
static size_t free_slot(struct assay_problems *p, enum assay_severity severity)
{
    size_t slot = p->count;

    if (p->count < ASSAY_GRAMMAR_PROBLEMS)
        return make_room(p) ? p->count++ : SIZE_MAX;
    p->dropped++;
    if (severity == ASSAY_WARNING || p->warnings == 0)
        return SIZE_MAX;
    while (p->at[--slot].severity == ASSAY_ERROR)
        ;
    p->warnings--;
    return slot;
}

/* Finds line and column of a place, from the last one on if it is behind that. */
static void locate(struct assay_problems *p, const struct assay_grammar *g,
                   struct assay_place place)
{
    const char *text = g->sources[place.source].text;

    if (p->last.line == 0 || p->last.source != place.source || p->last.at > place.at) {
        p->last.source = place.source;
        p->last.at = 0;
        p->last.line = p->last.column = 1;
    }
    for (; p->last.at < place.at; p->last.at++) {
        if (text[p->last.at] == '\n') {
            p->last.line++;
            p->last.column = 1;
        } else if (((unsigned char)text[p->last.at] & 0xc0) != 0x80) {
            p->last.column++;
        }
    }
}

void assay_problems_add(struct assay_problems *p, const struct assay_grammar *g,
                        enum assay_problem_id id, struct assay_place place,
                        const char *message, const char *help)
{
    enum assay_severity severity = infos[id].severity;
    size_t slot = free_slot(p, severity);

    p->errors += severity == ASSAY_ERROR;
    if (slot == SIZE_MAX)
        return;
    p->warnings += severity == ASSAY_WARNING;
    locate(p, g, place);
    p->places[slot] = place;
    p->at[slot] = (struct assay_problem){
        .severity = severity,
        .code = infos[id].code,
        .source = g->sources[place.source].name,
        .line = p->last.line,
        .column = p->last.column,
        .offset = place.at,
        .len = place.len,
        .message = message,
        .help = help,
    };
}

/* Whether the problem at `i` belongs before the one in front of it. */
static bool belongs_before(const struct assay_problems *p, size_t i)
{
    const struct assay_place *a = &p->places[i - 1], *b = &p->places[i];

    if (p->at[i - 1].severity != p->at[i].severity)
        return p->at[i].severity == ASSAY_ERROR;
    if (a->source != b->source)
        return b->source < a->source;
    return b->at < a->at;
}

static void swap_with_previous(struct assay_problems *p, size_t i)
{
    struct assay_problem problem = p->at[i];
    struct assay_place place = p->places[i];

    p->at[i] = p->at[i - 1];
    p->places[i] = p->places[i - 1];
    p->at[i - 1] = problem;
    p->places[i - 1] = place;
}

/* Insertion sort: it is stable, and they are few and mostly in order. */
void assay_problems_sort(struct assay_problems *p)
{
    for (size_t i = 1; i < p->count; i++) {
        for (size_t k = i; k > 0 && belongs_before(p, k); k--)
            swap_with_previous(p, k);
    }
}

/* ---- The text. */

static struct assay_str line_around(const struct assay_source_text *source, size_t at)
{
    size_t start = at, end = at;

    while (start > 0 && source->text[start - 1] != '\n')
        start--;
    while (end < source->len && source->text[end] != '\n')
        end++;
    if (end > start && source->text[end - 1] == '\r')
        end--;
    return (struct assay_str){source->text + start, end - start};
}

static void render_one(const struct assay_problem *problem, struct assay_place place,
                       const struct assay_grammar *g, struct assay_buf *out)
{
    const struct assay_source_text *source = &g->sources[place.source];
    struct assay_str line = line_around(source, place.at);
    size_t start = place.at - (size_t)(line.at - source->text);

    assay_screen_text(out, assay_str(problem->source));
    assay_buf_printf(out, ":%u:%u: %s: ", problem->line, problem->column,
                     problem->severity == ASSAY_ERROR ? "error" : "warning");
    assay_screen_text(out, assay_str(problem->message));
    assay_buf_printf(out, " [%s]\n", problem->code);
    assay_screen_excerpt(out, problem->line, line, start, place.len);
    if (problem->help) {
        assay_buf_puts(out, "  help: ");
        assay_screen_text(out, assay_str(problem->help));
        assay_buf_putc(out, '\n');
    }
}

void assay_problems_render(const struct assay_problems *p, const struct assay_grammar *g,
                           struct assay_buf *out)
{
    for (size_t i = 0; i < p->count; i++)
        render_one(&p->at[i], p->places[i], g, out);
    if (p->dropped > 0)
        assay_buf_printf(out, "and %zu more that are not shown\n", p->dropped);
}
