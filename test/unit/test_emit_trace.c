/*
 * Generators of traces as C: a program with everything in it that there can be. The test
 * e2e/synth compiles what is expected of it here, and runs that as it is run here.
 */
#include "../data/synth/nest.c"
#include "emit/trace.h"
#include "trace_fixture.h"
#include <string.h>

static const char text[] =
    "enum Level { low, high }\n"
    "event open(n: Integer, ok: Boolean, level: Level);\n"
    "event close(int: Integer);\n"
    "event list(a: Integer, b: Integer, c: Integer, d: Integer, e: Integer, f: Integer,\n"
    "           g: Integer, h: Integer, i: Integer);\n"
    "observed left(depth: Integer, name: String);\n"
    "ghost NULL();\n"
    "rule close(_) { future left(_, _); }\n"
    "rule NULL() { }\n"
    "violation shut(x: Integer, q: Boolean) = any* . open(n, ok, l | n == x && ok == q "
    "&&\n"
    "    (forall k: Level . k == l || k != high || (exists b: Boolean . b && ok)))\n"
    "    . any* . left(d, s | d + 9223372036854775807 == x * 0 && s != \"list\" &&\n"
    "                         (q ? d : 1) == 1)\n"
    "    . any*;\n";

typedef struct {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    Synth synth;
    Program program;
} Fixture;

/* ---- Formulas. */

static Formula var(Fixture *f, const Binding *of)
{
    return logic_var(&f->synth.logic, of);
}
static Formula number(Fixture *f, int64_t n)
{
    return logic_integer(&f->synth.logic, n);
}
static Formula plus(Fixture *f, Formula a, int64_t n)
{
    return logic_minus(&f->synth.logic, a, number(f, -n));
}
static Formula both(Fixture *f, Formula a, Formula b)
{
    return logic_and(&f->synth.logic, a, b);
}
static Formula at_most(Fixture *f, Formula a, Formula b)
{
    return logic_at_most(&f->synth.logic, a, b);
}

/* ---- Statements. */

/* A copy in the arena. */
static void *keep(Fixture *f, const void *from, size_t size)
{
    void *kept = assay_arena_new(&f->arena, 1, size);

    CHECK(kept != NULL);
    memcpy(kept, from, size);
    return kept;
}

#define LIST(F, TYPE, ...) keep(F, (TYPE[]){__VA_ARGS__}, sizeof((TYPE[]){__VA_ARGS__}))
#define COUNT(TYPE, ...) (sizeof((TYPE[]){__VA_ARGS__}) / sizeof(TYPE))
#define BLOCK(F, ...)                                                                    \
    ((Block){LIST(F, const Statement *, __VA_ARGS__),                                    \
             (uint32_t)COUNT(const Statement *, __VA_ARGS__)})
#define DO(F, EVENT, ...)                                                                \
    statement_do(&(F)->arena, event(F, EVENT), LIST(F, Formula, __VA_ARGS__))
#define LET(F, WHERE, ...)                                                               \
    statement_let(&(F)->synth.logic, &(F)->arena, LIST(F, const Binding *, __VA_ARGS__), \
                  (uint32_t)COUNT(const Binding *, __VA_ARGS__), WHERE)
#define CALL(F, PROCEDURE, ...)                                                          \
    statement_call(&(F)->arena, PROCEDURE, LIST(F, Formula, __VA_ARGS__))

static const Event *event(Fixture *f, const char *name)
{
    const Event *e = trace_event(&f->spec, assay_str(name));

    CHECK(e != NULL);
    return e;
}

/* A variable with the type of a field. */
static const Binding *variable(Fixture *f, const char *name, const char *of, uint32_t i)
{
    return binding_new(&f->arena, name, event(f, of)->fields[i]->type, span_nowhere());
}

static const Statement *choose(Fixture *f, const Block *ways, uint32_t count)
{
    return statement_choose(&f->arena, keep(f, ways, count * sizeof *ways), count);
}

/* ---- The program. */

/* procedure while(n: Integer, ok: Boolean) { ... for(n + 1) ... } and the other one,
 * which calls it. */
static void make_procedures(Fixture *f, Procedure *first, Procedure *second)
{
    Logic *l = &f->synth.logic;
    const Binding *n = variable(f, "n", "open", 0), *ok = variable(f, "ok", "open", 1);
    const Binding *m = variable(f, "n", "open", 0), *unused = variable(f, "u", "open", 2);
    const Binding *z = variable(f, "z", "open", 0), *level = variable(f, "l", "open", 2);

    *first =
        (Procedure){"while", span_nowhere(), LIST(f, const Binding *, n, ok), 2, {0}};
    *second =
        (Procedure){"for", span_nowhere(), LIST(f, const Binding *, m, unused), 2, {0}};
    first->body = BLOCK(
        f, LET(f, LOGIC_TRUE, level), DO(f, "open", var(f, n), var(f, ok), var(f, level)),
        choose(f,
               (Block[]){BLOCK(f, CALL(f, second, plus(f, var(f, n), 1), number(f, 0))),
                         BLOCK(f, LET(f, at_most(f, var(f, n), var(f, z)), z),
                               DO(f, "close", var(f, z))),
                         BLOCK(f, DO(f, "close", var(f, n)))},
               3));
    second->body = BLOCK(f, CALL(f, first, var(f, m), logic_not(l, LOGIC_FALSE)),
                         DO(f, "close", var(f, m)));
}

static const Statement *see_left(Fixture *f, const Binding *depth)
{
    Logic *l = &f->synth.logic;
    const Binding *name = variable(f, "name", "left", 1);
    Formula list = logic_term(l,
                              term_literal(&f->arena, span_nowhere(),
                                           value_string(&f->arena, assay_str("list"))),
                              NULL, 0);

    Formula other = logic_not(l, logic_equal(l, var(f, name), list));
    Formula where = at_most(f, number(f, 0), var(f, depth));

    return statement_see(&f->arena, event(f, "left"),
                         LIST(f, const Binding *, depth, name), NULL,
                         both(f, other, where));
}

static void make_body(Fixture *f, const Procedure *first)
{
    const Binding *t = variable(f, "t", "open", 0), *x = variable(f, "double", "open", 0);
    const Binding *y = variable(f, "y", "open", 0), *ok = variable(f, "ok", "open", 1);
    const Binding *depth = variable(f, "depth", "left", 0);
    Formula of_t = at_most(f, number(f, 0), var(f, t)), of_x, two;
    Formula n = var(f, x);

    /* In statements of their own: compilers evaluate arguments in different orders, and
     * formulas are sorted by when they were made. */
    two = at_most(f, var(f, t), number(f, 50));
    of_t = both(f, of_t, two);
    of_x = at_most(f, number(f, 3), n);
    two = at_most(f, plus(f, var(f, t), -2), n);
    of_x = both(f, of_x, two);
    two = logic_less(&f->synth.logic, n, number(f, 90));
    of_x = both(f, of_x, two);
    two = at_most(f, n, plus(f, var(f, t), 20));
    of_x = both(f, of_x, two);
    f->program.body =
        BLOCK(f, LET(f, of_t, t, y), LET(f, of_x, x), LET(f, LOGIC_TRUE, ok),
              choose(f,
                     (Block[]){BLOCK(f, DO(f, "list", n, n, n, n, n, n, n, n, var(f, t))),
                               BLOCK(f, CALL(f, first, n, var(f, ok)))},
                     2),
              CALL(f, first, var(f, t), LOGIC_TRUE), see_left(f, depth),
              statement_assert(&f->arena, at_most(f, var(f, depth), number(f, 1))),
              DO(f, "close", plus(f, var(f, depth), INT64_MAX - 1)));
}

static void set_up(Fixture *f)
{
    Procedure *all[3];

    assay_arena_init(&f->arena, NULL, 0);
    diag_init(&f->diags);
    CHECK(trace_spec_read(&f->spec, &f->diags,
                          diag_source(&f->diags, "nest.trace", assay_str(text)), NULL,
                          &f->arena));
    CHECK_INT(f->diags.errors, 0);
    CHECK(synth_init(&f->synth, &f->spec, &(SmtOptions){0}));
    for (int i = 0; i < 3; i++)
        all[i] = assay_arena_new(&f->arena, 1, sizeof *all[i]);
    make_procedures(f, all[0], all[1]);
    *all[2] = (Procedure){"never", span_nowhere(), NULL, 0, {0}};
    f->program =
        (Program){.name = "shut_1",
                  .span = span_nowhere(),
                  .property = f->spec.properties[0],
                  .procedures = LIST(f, const Procedure *, all[0], all[1], all[2]),
                  .nprocedures = 3};
    make_body(f, all[0]);
}

static void tear_down(Fixture *f)
{
    synth_done(&f->synth);
    trace_spec_done(&f->spec);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

static const struct assay_trace_spec *interpreted(Fixture *f)
{
    const Program *programs[] = {&f->program};
    const char *why;

    return interpret_spec(&f->synth, "nest.trace", f->spec.properties[0],
                          keep(f, programs, sizeof programs), 1, &why);
}

/* ---- Tests. */

TEST(emit_trace_everything_there_can_be)
{
    Fixture f;
    EmitTrace in = {.x = &f.synth, .count = 1, .output = "shut.c"};
    struct assay_buf out;
    const char *why;

    set_up(&f);
    in.spec = interpreted(&f);
    in.property = f.spec.properties[0];
    in.programs = LIST(&f, const Program *, &f.program);
    assay_buf_init(&out, NULL, 0);
    CHECK(emit_trace_generators(&in, &out, &why));
    check_expected("emit_trace_program", out.at);
    assay_buf_clear(&out);
    CHECK(emit_trace_prelude(&in, &out, &why));
    CHECK(strstr(out.at, ".property = &property,\n};\n") != NULL);
    CHECK(strstr(out.at, "generator") == NULL);
    assay_buf_done(&out);
    tear_down(&f);
}

/* Runs as lines: of a report how executions ended, and what was found. */
static void tell(const struct assay_report *r, struct assay_buf *out)
{
    for (size_t i = 0; i < r->nlabels; i++)
        assay_buf_printf(out, "%s: %llu\n", r->labels[i].label,
                         (unsigned long long)r->labels[i].count);
    for (size_t i = 0; i < r->nfindings; i++)
        assay_buf_printf(out, "%s\n%s%s\n", r->findings[i].message, r->findings[i].notes,
                         r->findings[i].choices);
}

/* What the compiled program is compared with. */
TEST(emit_trace_interpreted)
{
    Fixture f;
    struct assay_trace_job job = {.system = &assay_system};
    struct assay_options options = {.runs = 500, .seed = 7, .findings = 1};
    struct assay_buf out;

    set_up(&f);
    job.spec = interpreted(&f);
    assay_buf_init(&out, NULL, 0);
    for (int i = 0; i < 2; i++) {
        struct assay_report *report;
        job.count = i == 0;
        report = run_job(&job, &options);
        tell(report, &out);
        assay_report_free(report);
    }
    check_expected("emit_trace_runs", out.at);
    assay_buf_done(&out);
    tear_down(&f);
}
