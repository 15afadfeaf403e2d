/*
 * Specifications of traces, read; generators of their properties, searched for.
 */
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/trace.h"
#include "diag/render.h"
#include "synth/recurse.h"
#include "synth/sound.h"
#include "synth/typed.h"
#include <string.h>

/* ---- Reading. */

static bool read_text(TraceFile *f)
{
    enum assay_status status = input_read(f->path, &f->text);

    if (status)
        console_error(f->console, f->path, "%s", assay_file_error(status));
    return !status;
}

static bool read_spec(TraceFile *f)
{
    uint32_t source =
        diag_source(&f->diags, f->path, (struct assay_str){f->text.at, f->text.len});

    f->has_spec = true;
    if (trace_spec_read(&f->spec, &f->diags, source, folder_of(&f->arena, f->path),
                        &f->arena))
        return true;
    console_error(f->console, f->path, "out of memory");
    return false;
}

static const Property *property_of(const TraceFile *f, const char *name)
{
    for (uint32_t i = 0; i < f->spec.nproperties; i++)
        if (strcmp(f->spec.properties[i]->name, name) == 0)
            return f->spec.properties[i];
    return NULL;
}

/* Whether the generators that are written there keep to the rules. */
static void check_generators(TraceFile *f)
{
    for (uint32_t i = 0; i < f->spec.nprocedures && f->diags.errors == 0; i++) {
        const WrittenProcedure *w = f->spec.procedures[i];
        const Program *p =
            w->property ? lower_program(&f->synth, w, property_of(f, w->property)) : NULL;
        if (p)
            typed_check(&f->synth, p, &f->diags);
    }
}

static bool start_synth(TraceFile *f, bool deep)
{
    if (f->diags.errors > 0)
        return true;
    f->has_synth = true;
    if (!synth_init(&f->synth, &f->spec, &(SmtOptions){0})) {
        console_error(f->console, f->path, "the solver cannot be started");
        return false;
    }
    if (deep) {
        sound_check(&f->synth, &f->diags);
        check_generators(f);
    } else
        sound_axioms(&f->synth, &f->diags);
    return true;
}

bool trace_file_open(TraceFile *f, Console *console, const char *path, bool deep)
{
    *f = (TraceFile){.console = console, .path = path};
    assay_arena_init(&f->arena, NULL, 0);
    assay_buf_init(&f->text, NULL, INPUT_MAX);
    diag_init(&f->diags);
    return read_text(f) && read_spec(f) && start_synth(f, deep);
}

void trace_file_close(TraceFile *f)
{
    if (f->has_synth)
        synth_done(&f->synth);
    if (f->has_spec)
        trace_spec_done(&f->spec);
    diag_done(&f->diags);
    assay_buf_done(&f->text);
    assay_arena_done(&f->arena);
}

void trace_file_report(TraceFile *f, bool json)
{
    diag_sort(&f->diags);
    if (json)
        render_json(&f->diags, &f->console->out);
    else
        render_text(&f->diags, &f->console->out);
}

/* ---- Properties. */

bool trace_is_wished(const TraceWish *wish, const Property *p)
{
    return !wish->property || strcmp(wish->property, p->name) == 0;
}

bool trace_has_wished(TraceFile *f, const TraceWish *wish)
{
    for (uint32_t i = 0; i < f->spec.nproperties; i++)
        if (trace_is_wished(wish, f->spec.properties[i]))
            return true;
    if (wish->property)
        console_error(f->console, f->path, "there is no property '%s'", wish->property);
    else
        console_error(f->console, f->path,
                      "there is no violation and no invariant in it");
    return false;
}

/* ---- Searching. */

static const char *plan_text(TraceFile *f, const Plan *p)
{
    struct assay_buf text;
    const char *kept;

    assay_buf_init(&text, NULL, 0);
    plan_print(&f->synth, p, &text);
    kept = assay_arena_text(&f->arena, text.at, text.len);
    assay_buf_done(&text);
    return kept ? kept : "";
}

/* What an event of the closest plan asks for, and does not get. */
static void explain_wish(TraceFile *f, Diagnostic *d, const TraceFound *found)
{
    const PlanItem *item = &found->search.closest->items[found->search.wish];
    Synth *x = &f->synth;

    diag_note(&f->diags, d, "closest", "%s", plan_text(f, found->search.closest));
    if (plan_needs_cause(x, item)) {
        diag_note(&f->diags, d, "missing", "no rule can cause %s there", item->of->name);
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
    return r->cut ? assay_arena_printf(&f->arena, "with at most %d events", SEARCH_EVENTS)
                  : "by the rules";
}

static void report_none(TraceFile *f, const TraceFound *found)
{
    const Property *p = found->property;
    Diagnostic *d;

    if (found->search.normal == 0 && f->synth.solver.undecided == 0) {
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
        const Program *p =
            recurse_program(&f->synth, found->search.plans[i], found->property, name);
        if (p)
            found->programs[found->count++] = p;
    }
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

    *ret = (TraceFound){.property = p};
    ret->search = search_property(&f->synth, p, &limits);
    if (ret->search.count > 0)
        derive_all(f, ret);
    else
        report_none(f, ret);
    if (wish->recursive)
        add_recursive(f, ret);
    ret->queries = steps_stats(f->synth.solver.steps).queries - before;
    ret->seconds = ret->search.seconds;
    return ret->count > 0;
}

void trace_print_found(const TraceFound *found, struct assay_buf *out)
{
    assay_buf_printf(out, "%u generator%s for %s in %.2f s (%u solver call%s)",
                     found->count, found->count == 1 ? "" : "s", found->property->name,
                     found->seconds, found->queries, found->queries == 1 ? "" : "s");
}
