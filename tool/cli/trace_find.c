/*
 * Generators of a property: searched for, and what is said when there are none.
 */
#include "cli/progress.h"
#include "cli/trace.h"
#include "synth/recurse.h"
#include "synth/sre.h"
#include "synth/typed.h"
#include <stdio.h>
#include <string.h>

#define PLAN_TEXT 600   /* bytes of a plan in a message, ... */
#define PLAN_END 200    /* ... of which so many are its end */
#define AGAIN_SECONDS 5 /* for making one recursive */

/* ---- What is missing. */

/* A plan; of a long one the beginning and the end. */
static const char *plan_text(TraceFile *f, const Plan *p)
{
    struct assay_buf text;
    const char *kept;
    size_t end;

    assay_buf_init(&text, NULL, 0);
    plan_print(&f->synth, p, &text);
    end = text.len > PLAN_END ? text.len - PLAN_END : 0;
    while (end < text.len && text.at[end] != ' ')
        end++;
    kept = text.len <= PLAN_TEXT
               ? assay_arena_printf(&f->arena, "%s", text.len ? text.at : "")
               : assay_arena_printf(&f->arena, "%.*s ...%s", PLAN_TEXT - PLAN_END,
                                    text.at, text.at + end);
    assay_buf_done(&text);
    return kept;
}

/* What an event of the closest plan asks for, and does not get. */
static void explain_wish(TraceFile *f, Diagnostic *d, const TraceFound *found)
{
    const PlanItem *item = &found->search.closest->items[found->search.wish];
    Synth *x = &f->synth;

    diag_note(&f->diags, d, "closest", "%s", plan_text(f, found->search.closest));
    if (plan_needs_cause(x, item)) {
        diag_note(&f->diags, d, "missing", "no rule can cause %s there", item->of->name);
        for (uint32_t i = 0; i < f->spec.nrules; i++)
            if (sre_speaks_of(f->spec.rules[i]->future, item->of))
                diag_related(&f->diags, d, f->spec.rules[i]->span,
                             "this rule does not fit");
        return;
    }
    diag_note(&f->diags, d, "missing", "no rule of %s fits what is around it",
              item->of->name);
    for (uint32_t i = 0; i < f->spec.nrules; i++)
        if (f->spec.rules[i]->event == item->of)
            diag_related(&f->diags, d, f->spec.rules[i]->span, "this rule does not fit");
}

static const char *end_text(TraceFile *f, const SearchResult *r)
{
    if (r->end == SEARCH_LIMIT && r->cut)
        return assay_arena_printf(&f->arena, "with at most %d events", SEARCH_EVENTS);
    switch (r->end) {
    case SEARCH_TIME:
        return "within the time";
    case SEARCH_LIMIT:
        return "among as many plans as are looked at";
    case SEARCH_NO_MEMORY:
        return "before memory was out";
    case SEARCH_FOUND:
    case SEARCH_NONE:
        break;
    }
    return "by the rules";
}

static void report_none(TraceFile *f, const TraceFound *found)
{
    const Property *p = found->property;
    Diagnostic *d;

    if (!found->search.normal && found->search.end == SEARCH_NONE &&
        f->synth.solver.undecided == 0) {
        diag_report(&f->diags, DIAG_TRACE_EMPTY, p->span, "no trace violates '%s'",
                    p->name);
        return;
    }
    d = diag_report(&f->diags, DIAG_TRACE_REACH, p->span,
                    "no way to violate '%s' was found %s", p->name,
                    end_text(f, &found->search));
    if (found->search.closest)
        explain_wish(f, d, found);
    if (f->synth.solver.undecided > 0)
        diag_note(&f->diags, d, "note", "%u question%s not decided by the solver",
                  f->synth.solver.undecided,
                  f->synth.solver.undecided == 1 ? " was" : "s were");
}

static void derive_all(TraceFile *f, TraceFound *found)
{
    const Property *p = found->property;
    const SearchResult *r = &found->search;

    found->programs = assay_arena_new(&f->arena, 2 * r->count, sizeof *found->programs);
    for (uint32_t i = 0; found->programs && i < r->count; i++) {
        const char *why, *name = assay_arena_printf(&f->arena, "%s_%u", p->name, i + 1);
        const Program *program = derive_program(&f->synth, r->plans[i], p, name, &why);
        if (program)
            found->programs[found->count++] = program;
        else
            diag_report(&f->diags, DIAG_TRACE_RUN, p->span,
                        "a generator for '%s' cannot be run: %s", p->name, why);
    }
}

/* Adds for each plan the generator that repeats a part of it, if there is one. */
static void add_recursive(TraceFile *f, TraceFound *found)
{
    for (uint32_t i = 0; i < found->search.count; i++) {
        const char *name =
            assay_arena_printf(&f->arena, "%s_%u_again", found->property->name, i + 1);
        const Program *p = recurse_program(&f->synth, found->search.plans[i],
                                           found->property, AGAIN_SECONDS, name);
        if (p)
            found->programs[found->count++] = p;
    }
}

/* ---- While it goes on. */

typedef struct {
    const Property *property;
    Progress line;
} Going;

static void show_progress(void *ctx, uint32_t steps, double seconds)
{
    Going *g = ctx;
    char line[160];

    snprintf(line, sizeof line, "%s: searching for ways to violate it, %u plans, %.0f s",
             g->property->name, steps, seconds);
    progress_show(&g->line, line);
}

/* The generator that is written there, instead of a search. */
static void take_written(TraceFile *f, const TraceWish *wish, TraceFound *found)
{
    const WrittenProcedure *w = trace_written(f, wish->generator);
    Program *p = lower_program(&f->synth, w, found->property);
    const char *why = p ? typed_worlds(&f->synth, p) : "out of memory";

    found->programs = assay_arena_new(&f->arena, 1, sizeof *found->programs);
    if (p && !why && found->programs)
        found->programs[found->count++] = p;
    else
        diag_report(&f->diags, DIAG_TRACE_RUN, w->span, "'%s' cannot be run: %s", w->name,
                    why ? why : "out of memory");
}

bool trace_find(TraceFile *f, const Property *p, const TraceWish *wish, TraceFound *ret)
{
    SearchLimits limits = {
        .candidates = wish->candidates == 0     ? SEARCH_CANDIDATES
                      : wish->candidates < 1000 ? (uint32_t)wish->candidates
                                                : 1000,
        .shortest = wish->candidates == 0,
        .seconds = wish->seconds,
        .events = SEARCH_EVENTS,
        .plans = SEARCH_PLANS,
    };
    uint32_t before = steps_stats(f->synth.solver.steps).queries;
    Going going = {.property = p};

    *ret = (TraceFound){.property = p};
    if (wish->generator) {
        take_written(f, wish, ret);
        return ret->count > 0;
    }
    progress_init(&going.line);
    limits.progress = going.line.on ? show_progress : NULL;
    limits.ctx = &going;
    trace_guard(2 * wish->seconds);
    ret->search = search_property(&f->synth, p, &limits);
    progress_hide(&going.line);
    if (ret->search.count > 0)
        derive_all(f, ret);
    else
        report_none(f, ret);
    if (wish->recursive)
        add_recursive(f, ret);
    trace_unguard();
    ret->queries = steps_stats(f->synth.solver.steps).queries - before;
    ret->seconds = ret->search.seconds;
    return ret->count > 0;
}

void trace_print_found(const TraceFound *found, struct assay_buf *out)
{
    if (found->count == 0) {
        assay_buf_printf(out, "no generator for %s", found->property->name);
        return;
    }
    if (found->search.count == 0) {
        assay_buf_printf(out, "%s for %s, as it is written", found->programs[0]->name,
                         found->property->name);
        return;
    }
    assay_buf_printf(out, "%u generator%s for %s in %.2f s (%u solver call%s)",
                     found->count, found->count == 1 ? "" : "s", found->property->name,
                     found->seconds, found->queries, found->queries == 1 ? "" : "s");
}
