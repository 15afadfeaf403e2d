/*
 * Specifications of traces, read, and what is wished for of them.
 */
#include "cli/folder.h"
#include "cli/input.h"
#include "cli/trace.h"
#include "diag/render.h"
#include "synth/sound.h"
#include "synth/typed.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define GUARD_SECONDS 60       /* beyond the time that is allowed */
#define GENERATORS_SECONDS 600 /* for checking those that are written */

/* ---- The solver, when it does not come back. */

/* The solver does not always heed its time limit, and nothing within this process can
 * end it then. */
static void give_up(int signal)
{
    static const char text[] =
        "assay: the solver does not come back; simplify the axioms and conditions\n";

    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(COMMAND_BAD_USE);
    _exit(COMMAND_BAD_USE);
}

void trace_guard(double seconds)
{
    signal(SIGALRM, give_up);
    alarm((unsigned)(seconds < 1e6 ? seconds : 1e6) + GUARD_SECONDS);
}

void trace_unguard(void)
{
    alarm(0);
    signal(SIGALRM, SIG_DFL);
}

/* ---- Reading. */

static bool read_text(TraceFile *f)
{
    enum assay_status status = input_read(f->path, &f->text);

    if (status)
        console_error(f->console, f->path, "cannot read: %s", assay_file_error(status));
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
            typed_check(&f->synth, p, TYPED_SECONDS, &f->diags);
    }
}

static bool start_synth(TraceFile *f, bool deep)
{
    if (f->diags.errors > 0)
        return true;
    f->has_synth = true;
    trace_guard(0);
    if (!synth_init(&f->synth, &f->spec, &(SmtOptions){0})) {
        console_error(f->console, f->path, "the solver cannot be started");
        return false;
    }
    if (deep) {
        sound_check(&f->synth, &f->diags);
        trace_guard(GENERATORS_SECONDS);
        check_generators(f);
    } else
        sound_axioms(&f->synth, &f->diags);
    trace_unguard();
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

const WrittenProcedure *trace_written(const TraceFile *f, const char *name)
{
    for (uint32_t i = 0; i < f->spec.nprocedures; i++)
        if (f->spec.procedures[i]->property &&
            strcmp(f->spec.procedures[i]->name, name) == 0)
            return f->spec.procedures[i];
    return NULL;
}

bool trace_is_wished(const TraceFile *f, const TraceWish *wish, const Property *p)
{
    const WrittenProcedure *w =
        wish->generator ? trace_written(f, wish->generator) : NULL;

    if (w)
        return strcmp(w->property, p->name) == 0;
    return !wish->property || strcmp(wish->property, p->name) == 0;
}

bool trace_has_wished(TraceFile *f, const TraceWish *wish)
{
    if (wish->generator && !trace_written(f, wish->generator)) {
        console_error(f->console, f->path, "there is no generator '%s' in it",
                      wish->generator);
        return false;
    }
    for (uint32_t i = 0; i < f->spec.nproperties; i++)
        if (trace_is_wished(f, wish, f->spec.properties[i]))
            return true;
    if (wish->property)
        console_error(f->console, f->path, "there is no property '%s'", wish->property);
    else
        console_error(f->console, f->path,
                      "there is no violation and no invariant in it");
    return false;
}

/* ---- Options. */

struct assay_opt trace_property_option(TraceWish *wish)
{
    return (struct assay_opt){.name = "property",
                              .type = ASSAY_OPT_TEXT,
                              .into = &wish->property,
                              .value = "NAME",
                              .help = "only this violation or invariant"};
}

struct assay_opt trace_candidates_option(TraceWish *wish)
{
    return (struct assay_opt){.name = "candidates",
                              .type = ASSAY_OPT_POSITIVE,
                              .into = &wish->candidates,
                              .value = "N",
                              .help = "so many for each (else the shortest, at most 3)"};
}

struct assay_opt trace_seconds_option(TraceWish *wish)
{
    return (struct assay_opt){.name = "seconds",
                              .type = ASSAY_OPT_SECONDS,
                              .into = &wish->seconds,
                              .value = "S",
                              .help = "of searching for generators (60)"};
}

struct assay_opt trace_recursive_option(TraceWish *wish)
{
    return (struct assay_opt){.name = "recursive",
                              .type = ASSAY_OPT_FLAG,
                              .into = &wish->recursive,
                              .help = "also generators that repeat parts of themselves"};
}
