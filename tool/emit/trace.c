/*
 * The file as a whole. What is needed before it is known only when the rest is written:
 * parts are put together at the end.
 */
#include "emit/trace.h"
#include "base/path.h"
#include "emit/trace_parts.h"
#include <string.h>

/* Parts of the file, in their order. */
typedef struct {
    struct assay_buf tables, functions, property, generators;
    const char **names, **worlds; /* of the programs: functions, arrays or NULL */
} Parts;

/* ---- What is on top. */

/* stack.c, for stack.trace: where the system may be. */
static const char *system_file(TraceEmit *e)
{
    const char *base = assay_path_base(e->in->spec->name), *dot = strrchr(base, '.');
    const char *name =
        gen_text(e, "%.*s.c", dot ? (int)(dot - base) : (int)strlen(base), base);

    return e->in->output && strcmp(name, assay_path_base(e->in->output)) == 0 ? "system.c"
                                                                              : name;
}

static void put_head(TraceEmit *e, struct assay_buf *out)
{
    const struct assay_trace_spec *spec = e->in->spec;
    const char *file = e->in->output ? e->in->output : "generators.c";

    assay_buf_printf(out,
                     "/*\n"
                     " * Generators for %s of %s, which make happen what must not. "
                     "Made by\n"
                     " *\n"
                     " *     assay synth %s --property %s -o %s\n"
                     " *\n"
                     " * With the system under test it is a program of its own:\n"
                     " *\n"
                     " *     cc %s %s -lassay -lm -lpthread && ./a.out\n"
                     " */\n",
                     spec->property->name, assay_path_base(spec->name), spec->name,
                     spec->property->name, file, assay_path_base(file), system_file(e));
}

static void put_includes(const TraceEmit *e, struct assay_buf *out)
{
    if (e->uses_languages)
        assay_buf_puts(out, "#include <assay/languages.h>\n");
    assay_buf_puts(out, "#include <assay/trace.h>\n\n");
}

/* ---- What is used now and then. */

static void put_choice_of(const char *name, const char *mark, struct assay_buf *out)
{
    if (name)
        assay_buf_printf(out,
                         "\nstatic int64_t %s(int64_t a, int64_t b)\n{\n"
                         "    return a %s b ? a : b;\n}\n",
                         name, mark);
}

static void put_helpers(TraceEmit *e, struct assay_buf *out)
{
    gen_functions_put(e, out);
    put_choice_of(e->larger, ">", out);
    put_choice_of(e->smaller, "<", out);
    assay_buf_add(out, e->helpers.at, e->helpers.len);
}

/* ---- What is at the end. */

static void put_generator_table(TraceEmit *e, const Parts *p, struct assay_buf *out)
{
    if (e->in->count == 0)
        return;
    assay_buf_puts(out, "\nstatic const struct assay_trace_generator generators[] = {\n");
    for (uint32_t i = 0; i < e->in->count; i++)
        assay_buf_printf(out, "    {\"%s\", %s, NULL},\n", e->in->programs[i]->name,
                         p->names[i]);
    assay_buf_puts(out, "};\n");
}

/* Random runs are in the worlds of the first program that has any. */
static void put_worlds_of_spec(TraceEmit *e, const Parts *p, struct assay_buf *out)
{
    for (uint32_t i = 0; i < e->in->count; i++)
        if (p->worlds[i]) {
            assay_buf_printf(out, "    .worlds = %s,\n    .nworlds = %u,\n", p->worlds[i],
                             e->in->programs[i]->nworlds);
            return;
        }
}

/* `p` is NULL: without generators. */
static void put_spec(TraceEmit *e, const Parts *p, struct assay_buf *out)
{
    const struct assay_trace_spec *spec = e->in->spec;

    assay_buf_puts(out, "\nstatic const struct assay_trace_spec spec = {\n    .name = ");
    assay_buf_c_string(out, spec->name, strlen(spec->name));
    assay_buf_printf(out, ",\n    .operations = operations,\n    .noperations = %u,\n",
                     spec->noperations);
    if (spec->nfunctions > 0)
        assay_buf_printf(out, "    .functions = functions,\n    .nfunctions = %u,\n",
                         spec->nfunctions);
    if (spec->nsorts > 0)
        assay_buf_printf(out, "    .nsorts = %u,\n", spec->nsorts);
    if (p)
        put_worlds_of_spec(e, p, out);
    assay_buf_puts(out, "    .property = &property,\n");
    if (p && e->in->count > 0)
        assay_buf_printf(out, "    .generators = generators,\n    .ngenerators = %u,\n",
                         e->in->count);
    assay_buf_puts(out, "};\n");
}

/* ---- The whole. */

static void start(TraceEmit *e, Parts *p)
{
    static const char *const own[] = {
        "operations",         "functions",      "generators",       "property",
        "property_constants", "property_moves", "property_accepts", "world"};

    assay_arena_init(&e->arena, NULL, 0);
    assay_buf_init(&e->helpers, NULL, 0);
    assay_buf_init(&p->tables, NULL, 0);
    assay_buf_init(&p->functions, NULL, 0);
    assay_buf_init(&p->property, NULL, 0);
    assay_buf_init(&p->generators, NULL, 0);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        gen_name(e, &e->globals, own[i]);
    gen_tables_name(e);
}

static void write_programs(TraceEmit *e, Parts *p)
{
    p->names = gen_new(e, e->in->count, sizeof *p->names);
    p->worlds = gen_new(e, e->in->count, sizeof *p->worlds);
    for (uint32_t i = 0; i < e->in->count && !e->no_memory; i++) {
        const Program *program = e->in->programs[i];
        if (program->nworlds > 0) {
            p->worlds[i] =
                gen_name(e, &e->globals, gen_text(e, "%s_worlds", program->name));
            gen_worlds_put(e, program, p->worlds[i], &p->generators);
        }
        p->names[i] = gen_program_put(e, program, p->worlds[i], &p->generators);
    }
}

static bool is_done(const TraceEmit *e, const Parts *p, const struct assay_buf *out,
                    const char **ret_why)
{
    bool failed = e->no_memory || e->helpers.status || p->tables.status ||
                  p->functions.status || p->property.status || p->generators.status ||
                  out->status || synth_failed(e->x);

    *ret_why = failed ? "out of memory" : NULL;
    if (!failed && e->why) /* the text goes with the Emit */
        *ret_why = assay_arena_printf(&e->x->arena, "%s", e->why);
    return !*ret_why;
}

static bool finish(TraceEmit *e, Parts *p, const struct assay_buf *out,
                   const char **ret_why)
{
    bool good = is_done(e, p, out, ret_why);

    assay_buf_done(&p->tables);
    assay_buf_done(&p->functions);
    assay_buf_done(&p->property);
    assay_buf_done(&p->generators);
    assay_buf_done(&e->helpers);
    assay_arena_done(&e->arena);
    return good;
}

static void put(struct assay_buf *out, const struct assay_buf *part)
{
    assay_buf_add(out, part->at, part->len);
}

static bool emit(const EmitTrace *in, bool whole, struct assay_buf *out,
                 const char **ret_why)
{
    TraceEmit e = {.in = in, .x = in->x};
    Parts p = {.names = NULL};

    start(&e, &p);
    if (!e.no_memory) {
        gen_tables_put(&e, &p.tables);
        gen_property_put(&e, &p.property);
        if (whole)
            write_programs(&e, &p);
    }
    if (!e.no_memory) {
        put_helpers(&e, &p.functions);
        if (whole)
            put_head(&e, out);
        put_includes(&e, out);
        put(out, &p.tables);
        put(out, &p.functions);
        put(out, &p.property);
        put(out, &p.generators);
        if (whole)
            put_generator_table(&e, &p, out);
        put_spec(&e, whole ? &p : NULL, out);
    }
    return finish(&e, &p, out, ret_why);
}

bool emit_trace_generators(const EmitTrace *in, struct assay_buf *out,
                           const char **ret_why)
{
    bool good = emit(in, true, out, ret_why);

    assay_buf_printf(
        out,
        "\n#ifdef FUZZ /* clang -fsanitize=fuzzer -DFUZZ: a fuzzer chooses */\n"
        "#include <assay/fuzz.h>\n\n"
        "static const struct assay_trace_job job = {.spec = &spec, .system = "
        "&assay_system};\n"
        "ASSAY_FUZZ_PROPERTY({.name = \"%s\", .run = assay_trace_run, .context = &job})\n"
        "#else\n"
        "int main(int argc, char **argv)\n{\n"
        "    return assay_trace_main(&spec, &assay_system, argc, argv);\n"
        "}\n"
        "#endif\n",
        in->property->name);
    return good && !out->status;
}

bool emit_trace_prelude(const EmitTrace *in, struct assay_buf *out, const char **ret_why)
{
    return emit(in, false, out, ret_why);
}
