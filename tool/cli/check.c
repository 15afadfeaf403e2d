/*
 * assay check: whether functions keep their contracts.
 */
#include "cli/check.h"
#include "acsl/solve.h"
#include "cfront/flags.h"
#include "cli/input.h"
#include "cli/process.h"
#include "diag/render.h"
#include "run/options.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void job_init(CheckJob *j, const char *path, const CheckSettings *s)
{
    *j = (CheckJob){.settings = s, .path = path};
    assay_arena_init(&j->arena, NULL, 0);
    diag_init(&j->diags);
}

static void job_done(CheckJob *j)
{
    check_clean(j);
    acsl_done(j->acsl);
    diag_done(&j->diags);
    assay_arena_done(&j->arena);
}

static void show_diagnostics(CheckJob *j)
{
    struct assay_buf *out = &j->settings->cli->console.out;

    diag_sort(&j->diags);
    if (j->settings->json)
        render_json(&j->diags, out);
    else
        render_text(&j->diags, out);
}

/* The flags after "--", else those of the compilation database. */
static void find_flags(CheckJob *j)
{
    bool found;
    CFlags flags;

    if (j->settings->nflags > 0) {
        j->flags = j->settings->flags;
        j->nflags = j->settings->nflags;
        return;
    }
    flags = cfront_flags(&j->diags, &j->arena, j->settings->database, j->path, &found);
    j->flags = flags.at;
    j->nflags = flags.count;
}

/* Reads the file and its contracts. */
static int read_file(CheckJob *j)
{
    if (access(j->path, R_OK) != 0) {
        console_error(&j->settings->cli->console, j->path, "cannot read: %s",
                      strerror(errno));
        return COMMAND_BAD_USE;
    }
    check_progress_say(j, "reading");
    find_flags(j);
    j->unit = cfront_read_ghosts(&j->diags, &j->arena, j->path, j->flags, j->nflags);
    j->acsl = j->unit && j->diags.errors == 0 ? acsl_read(j->unit) : NULL;
    if (j->diags.count > 0)
        check_progress_hide(j->settings);
    if (j->acsl && j->diags.errors == 0) {
        acsl_solve(j->acsl);
        emit_contract_refinements(j->acsl);
    }
    show_diagnostics(j);
    if (j->diags.errors > 0)
        return COMMAND_BAD_USE;
    return j->acsl ? COMMAND_HELD : COMMAND_BUG;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

static int verdict(CheckJob *j, int code)
{
    if (process_interrupted())
        return process_interrupted();
    if (j->nfindings > 0)
        code = worse(code, COMMAND_FINDING);
    if (j->settings->strict && check_complain_of_gaps(j))
        code = worse(code, COMMAND_BAD_USE);
    return code;
}

static int test_file(CheckJob *j)
{
    ContractOptions options = {CONTRACT_ALL, .tests = true,
                               .function = j->settings->function,
                               .behavior = j->settings->behavior};
    struct assay_buf copy, main;
    int code = COMMAND_BUG;

    assay_buf_init(&copy, NULL, 0);
    assay_buf_init(&main, NULL, 0);
    if (emit_contract(j->acsl, &options, &copy, &j->summary)) {
        emit_contract_main(j->acsl, &j->summary, &main);
        code = j->summary.ntests > 0 ? check_build(j, &copy, &main) : COMMAND_HELD;
    }
    assay_buf_done(&copy);
    assay_buf_done(&main);
    if (code == COMMAND_HELD && j->summary.ntests > 0)
        code = check_run(j);
    return code;
}

static void report(CheckJob *j)
{
    struct assay_buf *out = &j->settings->cli->console.out;

    if (j->settings->json)
        check_report_json(j, out);
    else if (!j->settings->quiet)
        check_report(j, out);
    if (j->settings->keep && j->folder)
        assay_buf_printf(out, "kept: %s\n", j->folder);
    console_flush(&j->settings->cli->console);
}

static int check_file(CheckJob *j)
{
    int code = read_file(j);

    if (code != COMMAND_HELD)
        return code;
    code = test_file(j);
    check_progress_hide(j->settings);
    if (code != COMMAND_HELD && !j->results)
        return code;
    check_forget_told(j);
    report(j);
    return verdict(j, code);
}

/* Whether --function and --behavior name anything; says if not. */
static bool has_wanted(const CheckJob *jobs, uint32_t count, const CheckSettings *s)
{
    Console *console = &s->cli->console;

    if (!s->function && !s->behavior)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (jobs[i].summary.ntests > 0 || jobs[i].summary.nuntested > 0)
            return true;
    if (s->function && s->behavior)
        console_error(console, "assay check", "no behavior '%s' of a function '%s'",
                      s->behavior, s->function);
    else
        console_error(console, "assay check", "no %s with a contract is called '%s'",
                      s->function ? "function" : "behavior",
                      s->function ? s->function : s->behavior);
    return false;
}

static int check_files(CheckSettings *s, char **paths, uint32_t count)
{
    CheckJob *jobs = calloc(count, sizeof *jobs);
    int code = COMMAND_HELD;

    if (!jobs)
        return COMMAND_BUG;
    for (uint32_t i = 0; i < count; i++) {
        job_init(&jobs[i], paths[i], s);
        jobs[i].before = jobs;
        jobs[i].nbefore = i;
    }
    for (uint32_t i = 0; i < count && !process_interrupted(); i++) {
        code = worse(code, check_file(&jobs[i]));
        check_clean(&jobs[i]);
    }
    if (code == COMMAND_HELD && !has_wanted(jobs, count, s))
        code = COMMAND_BAD_USE;
    if (s->junit)
        code = worse(code, check_junit(jobs, count, s));
    check_summary(jobs, count, code, &s->cli->console.out);
    for (uint32_t i = 0; i < count; i++)
        job_done(&jobs[i]);
    free(jobs);
    return code;
}

/* Splits off what is behind "--". */
static int split_flags(CheckSettings *s, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            s->flags = (const char *const *)(argv + i + 1);
            s->nflags = (uint32_t)(argc - i - 1);
            return i;
        }
    return argc;
}

static const char *const engine_words[] = {"random", "libfuzzer", "afl", NULL};

static int run_check(Cli *cli, int argc, char **argv)
{
    CheckProgress progress = {.start = 0};
    const char *compiler = getenv("CC"), *wrong;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    CheckSettings s = {
        .cli = cli, .progress = &progress, .store = ".assay", .seconds = 10};
    const struct assay_opt options[] = {
        {"function", 'f', ASSAY_OPT_TEXT, &s.function, "NAME",
         "only functions of this name; * and ? stand for others", NULL},
        {"behavior", 'b', ASSAY_OPT_TEXT, &s.behavior, "NAME", "only these behaviors",
         NULL},
        {"runs", 'n', ASSAY_OPT_POSITIVE, &s.runs, "N", "executions per behavior (2000)",
         NULL},
        {"seconds", 0, ASSAY_OPT_SECONDS, &s.seconds, "S",
         "of search per behavior, at most (10)", NULL},
        {"seed", 's', ASSAY_OPT_POSITIVE, &s.seed, "N",
         "of the random choices (a new one every time)", NULL},
        {"jobs", 'j', ASSAY_OPT_POSITIVE, &s.jobs, "N",
         "behaviors tested at once (one for each core)", NULL},
        {"replay", 0, ASSAY_OPT_TEXT, &s.replay, "FILE",
         "only execute saved choices, a file or their text", NULL},
        {"store", 0, ASSAY_OPT_TEXT, &s.store, "DIR", "folder of findings (.assay)",
         NULL},
        {"database", 'p', ASSAY_OPT_TEXT, &s.database, "FILE",
         "compile_commands.json (the nearest one)", NULL},
        {"engine", 0, ASSAY_OPT_CHOICE, &s.engine, "NAME",
         "what looks for failures: random, libfuzzer or afl (random)", engine_words},
        {"coverage", 0, ASSAY_OPT_FLAG, &s.coverage, NULL,
         "count the lines that were executed; needs gcc", NULL},
        {"junit", 0, ASSAY_OPT_TEXT, &s.junit, "FILE", "also write JUnit XML there",
         NULL},
        {"json", 0, ASSAY_OPT_FLAG, &s.json, NULL, "print JSON, one line for each event",
         NULL},
        {"strict", 0, ASSAY_OPT_FLAG, &s.strict, NULL,
         "what cannot be checked or tested is an error", NULL},
        {"no-sanitize", 0, ASSAY_OPT_FLAG, &s.no_sanitize, NULL,
         "build without sanitizers", NULL},
        {"keep", 0, ASSAY_OPT_FLAG, &s.keep, NULL, "keep the generated files", NULL},
        {"quiet", 'q', ASSAY_OPT_FLAG, &s.quiet, NULL, "only the last line", NULL},
        command_color_option(cli),
        command_help_option(cli),
        {0},
    };
    int count;

    s.compiler = compiler && *compiler ? compiler : "cc";
    s.jobs = cores > 0 ? (uint64_t)cores : 1;
    argc = split_flags(&s, argc, argv);
    count = command_start(cli, options, argc, argv);
    if (count < 0)
        return cli->exit;
    if (s.coverage && s.engine != ENGINE_RANDOM)
        return command_misused(cli, "--coverage counts with --engine=random only");
    if (s.coverage && s.replay)
        return command_misused(cli, "--coverage and --replay do not go together");
    if (s.replay && !input_is_choices(s.replay, &wrong)) {
        console_error(&cli->console, s.replay, "cannot read: %s", wrong);
        return COMMAND_BAD_USE;
    }
    if (!check_has_tools(&s))
        return COMMAND_BAD_USE;
    s.own_seed = s.seed == 0;
    if (s.own_seed)
        s.seed = assay_new_seed();
    progress_init(&progress.line);
    progress.line.on &= !s.json && !s.quiet;
    return check_files(&s, argv + 1, (uint32_t)count);
}

const Command command_check = {
    .name = "check",
    .summary = "test C functions against their contracts",
    .arguments = "FILE.c... [-- COMPILER-FLAGS]",
    .about =
        "Reads the ACSL contracts of C files, makes inputs for each behavior from its\n"
        "preconditions, calls the functions with their contracts checked, and shows the\n"
        "smallest case that breaks one. No harness is needed; the files stay "
        "untouched.\n"
        "\n"
        "exit status: 0 all held, 1 a finding, 2 something is wrong or, with --strict,\n"
        "not checked\n",
    .run = run_check,
};
