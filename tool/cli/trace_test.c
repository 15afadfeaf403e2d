/*
 * assay trace test: a system under the generators of a specification.
 */
#include "cli/trace_test.h"
#include "cli/input.h"
#include "cli/words.h"
#include "emit/trace.h"
#include "run/options.h"
#include "synth/interpret.h"
#include <stdlib.h>
#include <unistd.h>

#define TEST_RUNS 1000

/* ---- A property. */

static int not_tested(TraceTest *t, const Property *p)
{
    t->totals.properties++;
    t->totals.untested++;
    if (t->s->junit)
        trace_test_junit_case(t, p, NULL, 0);
    return COMMAND_BAD_USE;
}

/* Executions that never count tell nothing: that is an error. */
static int refuse_idle(TraceTest *t, const TraceVerdict *v)
{
    const TraceCounts *c = &v->counts[TRACE_GENERATED];

    console_error(t->s->console, t->s->system,
                  "none of %llu executions for '%s' counts: %s",
                  (unsigned long long)c->discarded, v->found->property->name,
                  c->why ? c->why : "all are discarded");
    return not_tested(t, v->found->property);
}

/* Any events in any order, for comparison. What is found only there is a finding, too. */
static bool run_random(TraceTest *t, const struct assay_trace_spec *spec,
                       TraceChance sort, TraceVerdict *v)
{
    TraceCounts *c = &v->counts[sort];

    v->has_counts[sort] = true;
    *c = trace_test_count(t, spec, sort);
    if (c->error) {
        console_error(t->s->console, t->s->system, "%s", c->error);
        return false;
    }
    return (c->crashed == 0 && (c->violated == 0 || v->report)) || v->random_report ||
           trace_test_find(t, spec, sort, v);
}

/* Rules that say little lead past what they are about: then chance has a part. */
static bool needs_chance(const TraceTest *t, const TraceCounts *c)
{
    return t->s->between || c->violated + c->crashed == 0;
}

static bool run_chance(TraceTest *t, const struct assay_trace_spec *spec, TraceVerdict *v)
{
    return (!t->s->random || run_random(t, spec, TRACE_RANDOM, v)) &&
           (!t->s->pct || run_random(t, spec, TRACE_PCT, v));
}

static int judge(TraceTest *t, const struct assay_trace_spec *spec, TraceVerdict *v)
{
    TraceCounts *c = &v->counts[TRACE_GENERATED];

    *c = trace_test_count(t, spec, TRACE_GENERATED);
    v->has_counts[TRACE_GENERATED] = true;
    if (c->error) {
        console_error(t->s->console, t->s->system, "%s", c->error);
        return COMMAND_BAD_USE;
    }
    if (c->violated + c->passed + c->crashed == 0)
        return refuse_idle(t, v);
    if (c->violated + c->crashed > 0 && !trace_test_find(t, spec, TRACE_GENERATED, v))
        return COMMAND_BAD_USE;
    if (needs_chance(t, c) && !run_random(t, spec, TRACE_BETWEEN, v))
        return COMMAND_BAD_USE;
    if (!run_chance(t, spec, v))
        return COMMAND_BAD_USE;
    trace_test_report(t, v);
    return v->report || v->random_report ? COMMAND_FINDING : COMMAND_HELD;
}

/* That there is no generator was reported, so a test that finds nothing is an error. */
static int judge_by_chance(TraceTest *t, const struct assay_trace_spec *spec,
                           TraceVerdict *v)
{
    if (!run_chance(t, spec, v))
        return COMMAND_BAD_USE;
    trace_test_report(t, v);
    return v->random_report ? COMMAND_FINDING : COMMAND_BAD_USE;
}

static int replay(TraceTest *t, const struct assay_trace_spec *spec, TraceVerdict *v)
{
    TraceChance sort = t->s->between  ? TRACE_BETWEEN
                       : t->s->pct    ? TRACE_PCT
                       : t->s->random ? TRACE_RANDOM
                                      : TRACE_GENERATED;

    if (!trace_test_find(t, spec, sort, v))
        return COMMAND_BAD_USE;
    trace_test_report(t, v);
    return v->report || v->random_report ? COMMAND_FINDING : COMMAND_HELD;
}

/* The specification along with its text in C, which findings get a program of. What C
 * does not have leaves them without. */
static const struct assay_trace_spec *with_prelude(TraceTest *t, const Property *p,
                                                   const struct assay_trace_spec *spec)
{
    struct assay_trace_spec *own = assay_arena_new(&t->file.arena, 1, sizeof *own);
    EmitTrace in = {.x = &t->file.synth, .spec = spec, .property = p};
    struct assay_buf text;
    const char *why;

    assay_buf_init(&text, NULL, 0);
    assay_buf_printf(&text, "/* cc this.c %s -lassay -lm -lpthread */\n", t->s->system);
    if (own) {
        *own = *spec;
        if (emit_trace_prelude(&in, &text, &why))
            own->prelude = assay_arena_text(&t->file.arena, text.at, text.len);
    }
    assay_buf_done(&text);
    return own ? own : spec;
}

/* Whether a property can be violated, as far as is known, but by no generator, and chance
 * is asked for. */
static bool is_by_chance(const TraceTest *t, const TraceFound *found)
{
    return (t->s->random || t->s->pct) && found->search.normal &&
           found->search.count == 0;
}

static int test_property(TraceTest *t, const Property *p)
{
    TraceFound found;
    TraceVerdict v = {.found = &found, .command = trace_test_command_of(t, p)};
    const struct assay_trace_spec *spec;
    const char *why;
    int code;

    if (!trace_find(&t->file, p, &t->s->wish, &found) && !is_by_chance(t, &found))
        return not_tested(t, p);
    spec = interpret_spec(&t->file.synth, t->file.path, p, found.programs, found.count,
                          &why);
    if (!spec) {
        diag_report(&t->file.diags, DIAG_TRACE_RUN, p->span, "'%s' cannot be run: %s",
                    p->name, why);
        return not_tested(t, p);
    }
    spec = with_prelude(t, p, spec);
    code = t->s->replay       ? replay(t, spec, &v)
           : found.count == 0 ? judge_by_chance(t, spec, &v)
                              : judge(t, spec, &v);
    if (v.report)
        assay_report_free(v.report);
    if (v.random_report)
        assay_report_free(v.random_report);
    return code;
}

static int test_all(TraceTest *t)
{
    int worst = COMMAND_HELD;

    for (uint32_t i = 0; i < t->file.spec.nproperties; i++)
        if (trace_is_wished(&t->file, &t->s->wish, t->file.spec.properties[i])) {
            int code = test_property(t, t->file.spec.properties[i]);
            worst = code > worst ? code : worst;
        }
    return worst;
}

/* ---- The command. */

/* --replay is a file, or choices as they are printed. */
static bool read_choices(TraceTest *t)
{
    const char *from = t->s->replay;
    enum assay_status status;

    if (!from)
        return true;
    if (assay_str_starts(assay_str(from), "assay") && access(from, F_OK) != 0) {
        assay_buf_puts(&t->replay, from);
        return true;
    }
    status = input_read(from, &t->replay);
    if (status)
        console_error(t->s->console, from, "cannot read: %s", assay_file_error(status));
    return !status;
}

static int run_file(const char *path, const TraceTestSettings *s)
{
    TraceTest t = {.s = s};
    int code = COMMAND_BAD_USE;

    assay_buf_init(&t.replay, NULL, INPUT_MAX);
    assay_buf_init(&t.cases, NULL, 0);
    if (trace_file_open(&t.file, s->console, path, false)) {
        if (t.file.diags.errors == 0 && trace_has_wished(&t.file, &s->wish) &&
            read_choices(&t) &&
            trace_system_load(&t.system, s->console, &t.file.arena, s->system, s->flags))
            code = test_all(&t);
        trace_file_report(&t.file, s->json);
        trace_test_summary(&t);
        if (s->junit && !trace_test_junit(&t))
            code = COMMAND_BAD_USE;
    }
    trace_system_unload(&t.system);
    trace_file_close(&t.file);
    assay_buf_done(&t.cases);
    assay_buf_done(&t.replay);
    return code;
}

/* All executions have one seed, which is told if nobody gave it. */
static int run_seeded(const char *path, TraceTestSettings *s)
{
    s->own_seed = s->seed == 0;
    if (s->own_seed)
        s->seed = assay_new_seed();
    return run_file(path, s);
}

static int run(Cli *cli, int argc, char **argv)
{
    TraceTestSettings s = {.console = &cli->console,
                           .wish = TRACE_WISH_DEFAULT,
                           .runs = TEST_RUNS,
                           .timeout = 1};
    const struct assay_opt table[] = {
        {.name = "system",
         .type = ASSAY_OPT_TEXT,
         .into = &s.system,
         .value = "FILE.c",
         .help = "the system under test (assay/trace.h)"},
        trace_property_option(&s.wish),
        {.name = "runs",
         .letter = 'n',
         .type = ASSAY_OPT_POSITIVE,
         .into = &s.runs,
         .value = "N",
         .help = "executions (1000)"},
        {.name = "between",
         .type = ASSAY_OPT_FLAG,
         .into = &s.between,
         .help = "also with random events between theirs; anyway if none is found"},
        {.name = "random",
         .type = ASSAY_OPT_FLAG,
         .into = &s.random,
         .help = "also as many executions of any events in any order"},
        {.name = "pct",
         .type = ASSAY_OPT_FLAG,
         .into = &s.pct,
         .help = "also as many by priorities that change now and then"},
        {.name = "seed",
         .letter = 's',
         .type = ASSAY_OPT_COUNT,
         .into = &s.seed,
         .value = "N",
         .help = "of the random choices (a new one every time)"},
        {.name = "replay",
         .type = ASSAY_OPT_TEXT,
         .into = &s.replay,
         .value = "FILE",
         .help = "only execute saved choices, a file or their text"},
        {.name = "generator",
         .type = ASSAY_OPT_TEXT,
         .into = &s.wish.generator,
         .value = "NAME",
         .help = "this one, written in the specification, and no other"},
        trace_recursive_option(&s.wish),
        trace_candidates_option(&s.wish),
        trace_seconds_option(&s.wish),
        {.name = "store",
         .type = ASSAY_OPT_TEXT,
         .into = &s.store,
         .value = "DIR",
         .help = "folder of findings (.assay)"},
        {.name = "timeout",
         .type = ASSAY_OPT_SECONDS,
         .into = &s.timeout,
         .value = "S",
         .help = "for one execution; one that takes longer hangs (1)"},
        {.name = "junit",
         .type = ASSAY_OPT_TEXT,
         .into = &s.junit,
         .value = "FILE",
         .help = "also write JUnit XML there"},
        command_json_option(
            &s.json, "print JSON, one line for each property, finding, error or warning"),
        command_quiet_option(&s.quiet, "only findings and the last line"),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };

    const char **flags = calloc((size_t)argc + 1, sizeof *flags);
    int code;

    if (!flags)
        return COMMAND_BAD_USE;
    argc = words_take_flags(argc, argv, flags, &s.nflags);
    s.flags = flags;
    if (command_start(cli, table, argc, argv) < 0)
        code = cli->exit;
    else if (!s.system)
        code = command_misused(cli, "no system is given: --system=FILE.c");
    else
        code = run_seeded(argv[1], &s);
    free((void *)flags);
    return code;
}

const Command trace_test_command = {
    .name = "test",
    .summary = "test a system with generators derived from a specification",
    .arguments = "SPEC.trace [-- CC-FLAG...]",
    .about =
        "Derives generators as 'assay synth' does, compiles the system and runs it "
        "under\n"
        "them. The property itself, asked of what really happened, is the judge. Flags\n"
        "for the compiler stand behind '--'; -D, -I, -U and -std= anywhere.\n"
        "\n"
        "exit status: 0 nothing was found, 1 a violation or a crash, 2 something is\n"
        "wrong\n",
    .run = run,
};
