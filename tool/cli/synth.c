/*
 * assay synth: generators that reach a property.
 */
#include "base/json.h"
#include "cli/folder.h"
#include "cli/trace.h"
#include "emit/trace.h"
#include <errno.h>
#include <string.h>

typedef struct {
    Console *console;
    TraceWish wish;
    const char *output;
    bool json, explain;
} Settings;

/* ---- How a plan came about. */

static void explain_step(TraceFile *f, const Plan *p, uint32_t *number)
{
    struct assay_buf *out = &f->console->out;

    if (p->from)
        explain_step(f, p->from, number);
    if (p->from && !p->by)
        return; /* on the way to the next one */
    if (p->from) {
        assay_buf_printf(
            out, "  %u. rule %s, line %u\n     ", ++*number, p->by->event->name,
            diag_position(&f->diags, p->by->span.source, p->by->span.start).line);
    } else
        assay_buf_puts(out, "  the property\n     ");
    plan_print(&f->synth, p, out);
    assay_buf_putc(out, '\n');
}

static void explain(TraceFile *f, const TraceFound *found, uint32_t which)
{
    uint32_t number = 0;

    assay_buf_printf(&f->console->out,
                     "%s: %u plans were refined, %u made, %u met again\n",
                     found->programs[which]->name, found->search.steps, f->synth.nplans,
                     found->search.duplicates);
    explain_step(f, found->search.plans[which], &number);
}

/* ---- Reports. */

static void print_json(TraceFile *f, const TraceFound *found)
{
    struct assay_buf text;
    struct assay_json j;

    assay_buf_init(&text, NULL, 0);
    assay_json_init(&j, &f->console->out);
    assay_json_object(&j, NULL);
    assay_json_text(&j, "event", "synthesis");
    assay_json_text(&j, "property", found->property->name);
    assay_json_double(&j, "seconds", found->seconds);
    assay_json_uint(&j, "solver_calls", found->queries);
    assay_json_uint(&j, "plans", f->synth.nplans);
    assay_json_uint(&j, "refined", found->search.steps);
    assay_json_array(&j, "generators");
    for (uint32_t i = 0; i < found->count; i++) {
        assay_buf_clear(&text);
        program_print(&f->synth.logic, found->programs[i], &text);
        assay_json_object(&j, NULL);
        assay_json_text(&j, "name", found->programs[i]->name);
        assay_json_text(&j, "program", text.at);
        assay_json_object_end(&j);
    }
    assay_json_array_end(&j);
    assay_json_object_end(&j);
    assay_buf_putc(&f->console->out, '\n');
    assay_buf_done(&text);
}

static void print_text(TraceFile *f, const TraceFound *found, const Settings *s)
{
    struct assay_buf *out = &f->console->out;

    for (uint32_t i = 0; i < found->count; i++) {
        if (s->explain && i < found->search.count)
            explain(f, found, i);
        program_print(&f->synth.logic, found->programs[i], out);
        assay_buf_putc(out, '\n');
    }
    trace_print_found(found, out);
    assay_buf_putc(out, '\n');
}

/* ---- As C. */

/* Nothing is written but the whole file. */
static bool write_c(TraceFile *f, const TraceFound *found, const char *path)
{
    EmitTrace in = {.x = &f->synth,
                    .property = found->property,
                    .programs = found->programs,
                    .count = found->count,
                    .output = path};
    struct assay_buf text;
    const char *why;
    bool good;

    in.spec = interpret_spec(in.x, f->path, in.property, in.programs, in.count, &why);
    assay_buf_init(&text, NULL, 0);
    good = in.spec && emit_trace_generators(&in, &text, &why);
    if (!good)
        diag_report(&f->diags, DIAG_TRACE_RUN, in.property->span,
                    "'%s' cannot be written as C: %s", in.property->name, why);
    else if (!(good = folder_write(path, &text)))
        console_error(f->console, path, "cannot write: %s", strerror(errno));
    assay_buf_done(&text);
    return good;
}

/* A file has the generators of one property. */
static bool has_one_wished(TraceFile *f, const TraceWish *wish)
{
    struct assay_buf names;

    if (wish->property || f->spec.nproperties == 1)
        return true;
    assay_buf_init(&names, NULL, 0);
    for (uint32_t i = 0; i < f->spec.nproperties; i++)
        assay_buf_printf(&names, "%s%s", i > 0 ? ", " : "", f->spec.properties[i]->name);
    console_error(f->console, f->path,
                  "-o takes the generators of one property: --property is one of %s",
                  names.at);
    assay_buf_done(&names);
    return false;
}

/* ---- The command. */

static bool report(TraceFile *f, const TraceFound *found, const Settings *s)
{
    if (s->output && !write_c(f, found, s->output))
        return false;
    if (s->json)
        print_json(f, found);
    else if (s->output) {
        assay_buf_printf(&f->console->out, "wrote %s: ", s->output);
        trace_print_found(found, &f->console->out);
        assay_buf_putc(&f->console->out, '\n');
    } else
        print_text(f, found, s);
    return true;
}

static int synthesise(TraceFile *f, const Settings *s)
{
    int code = COMMAND_HELD;

    for (uint32_t i = 0; i < f->spec.nproperties; i++) {
        TraceFound found;
        if (!trace_is_wished(f, &s->wish, f->spec.properties[i]) ||
            !trace_find(f, f->spec.properties[i], &s->wish, &found))
            continue;
        if (!report(f, &found, s))
            code = COMMAND_BAD_USE;
    }
    return code;
}

static int run_file(const char *path, const Settings *s)
{
    TraceFile f;
    int code = COMMAND_BAD_USE;

    if (trace_file_open(&f, s->console, path, false)) {
        if (f.diags.errors == 0 && trace_has_wished(&f, &s->wish) &&
            (!s->output || has_one_wished(&f, &s->wish)))
            code = synthesise(&f, s);
        trace_file_report(&f, s->json);
        code = f.diags.errors > 0 ? COMMAND_BAD_USE : code;
    }
    trace_file_close(&f);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console, .wish = TRACE_WISH_DEFAULT};
    const struct assay_opt table[] = {
        trace_property_option(&s.wish),
        {.name = "output",
         .letter = 'o',
         .type = ASSAY_OPT_TEXT,
         .into = &s.output,
         .value = "FILE.c",
         .help = "write them as C: a test program, with the system and libassay"},
        trace_candidates_option(&s.wish),
        trace_seconds_option(&s.wish),
        trace_recursive_option(&s.wish),
        {.name = "explain",
         .type = ASSAY_OPT_FLAG,
         .into = &s.explain,
         .help = "show how each was found, rule by rule"},
        command_json_option(&s.json,
                            "print JSON, one line for each property, error or warning"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    return run_file(argv[1], &s);
}

const Command command_synth = {
    .name = "synth",
    .summary = "derive test generators from a specification of traces",
    .arguments = "SPEC.trace",
    .about =
        "Derives programs that make happen what a specification says must not: for each\n"
        "violation, sequences of operations that its rules allow and that lead there.\n"
        "doc/traces.md has the language. 'assay trace test' runs them.\n"
        "\n"
        "  $ assay synth stack.trace\n"
        "  $ assay synth stack.trace -o lost.c && cc lost.c stack.c -lassay -lm "
        "-lpthread\n"
        "\n"
        "exit status: 0 generators were found, 2 something is wrong, or there are none\n",
    .run = run,
};
