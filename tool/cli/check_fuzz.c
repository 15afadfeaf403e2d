/*
 * Engines other than our own: libFuzzer and AFL++ look for an input that fails, one
 * fuzzer for each behavior. What they find is shrunk and told by the test program.
 */
#include "cli/check.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLACK 30 /* seconds to begin and to end */

void check_fuzz_source(const CheckJob *j, struct assay_buf *out)
{
    const ContractSummary *s = &j->summary;

    assay_buf_puts(out, "#include <assay/fuzz.h>\n#include <stdio.h>\n"
                        "#include <stdlib.h>\n\n");
    for (uint32_t i = 0; i < s->ntests; i++)
        assay_buf_printf(out, "void %s(struct assay_test *t);\n", s->tests[i].symbol);
    assay_buf_puts(out, "\nstatic const struct assay_property properties[] = {\n");
    for (uint32_t i = 0; i < s->ntests; i++)
        assay_buf_printf(out, "    {.name = \"%s\", .run = %s},\n", s->tests[i].property,
                         s->tests[i].symbol);
    assay_buf_puts(
        out, "};\n\n"
             "/* That an input was accepted is told once, by a file. */\n"
             "static void tell(void)\n"
             "{\n"
             "    static int told;\n"
             "    FILE *f = told ? NULL : fopen(getenv(\"ASSAY_ACCEPTED\"), \"w\");\n\n"
             "    told = 1;\n"
             "    if (f)\n"
             "        fclose(f);\n"
             "}\n\n"
             "int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len);\n"
             "int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t len)\n"
             "{\n"
             "    static int number = -1;\n"
             "    int result;\n\n"
             "    if (number < 0)\n"
             "        number = atoi(getenv(\"ASSAY_FUZZED\"));\n"
             "    result = assay_fuzz(&properties[number], bytes, len);\n"
             "    if (result == 0)\n"
             "        tell();\n"
             "    return result;\n"
             "}\n");
}

static const char *accepted(CheckJob *j, uint32_t test)
{
    return check_text(j, "%s/accepted.%u", j->folder, test);
}

static const char *number(CheckJob *j, const char *before, uint64_t n)
{
    return check_text(j, "%s%llu", before, (unsigned long long)n);
}

/* Whole seconds, at least one: fuzzers know no others. */
static uint64_t whole_seconds(const CheckJob *j)
{
    double s = j->settings->seconds;

    return s < 1 ? 1 : (uint64_t)s;
}

/* ---- libFuzzer. */

static const char *artifact(CheckJob *j, uint32_t test)
{
    return check_text(j, "%s/crash.%u", j->folder, test);
}

static const char *const *libfuzzer_words(CheckJob *j, uint32_t test)
{
    const CheckSettings *s = j->settings;
    const char **words = assay_arena_new(&j->arena, 10, sizeof *words);
    uint32_t n = 0;

    if (!words)
        return NULL;
    words[n++] = check_text(j, "%s/fuzzer", j->folder);
    words[n++] = number(j, "-max_total_time=", whole_seconds(j));
    words[n++] = check_text(j, "-exact_artifact_path=%s", artifact(j, test));
    words[n++] = "-print_final_stats=1";
    words[n++] = "-timeout=2";
    words[n++] = "-detect_leaks=0";
    if (s->seed > 0)
        words[n++] = number(j, "-seed=", s->seed % 4294967295u + 1);
    if (s->runs > 0)
        words[n] = number(j, "-runs=", s->runs);
    return words;
}

static void read_libfuzzer(CheckJob *j, uint32_t test, const CheckTask *t, CheckFuzzed *f)
{
    static const char key[] = "stat::number_of_executed_units:";
    const char *stat = strstr(t->error.at, key);

    if (stat)
        f->runs = strtoull(stat + sizeof key - 1, NULL, 10);
    if (access(artifact(j, test), R_OK) == 0)
        f->crash = artifact(j, test);
}

/* ---- AFL++. */

static void set_afl(void)
{
    static const char *const names[] = {"AFL_SKIP_CPUFREQ",
                                        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
                                        "AFL_NO_UI",
                                        "AFL_NO_AFFINITY",
                                        "AFL_BENCH_UNTIL_CRASH",
                                        "AFL_SKIP_CRASHES",
                                        "AFL_QUIET"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        setenv(names[i], "1", 1);
}

/* AFL++ wants an input to begin with. */
static bool write_seed(CheckJob *j)
{
    const char *folder = check_text(j, "%s/seeds", j->folder);
    FILE *f;

    mkdir(folder, 0777);
    f = fopen(check_text(j, "%s/one", folder), "w");
    return f && fputs("\3abcdefgh", f) >= 0 && fclose(f) == 0;
}

static const char *const *afl_words(CheckJob *j, uint32_t test)
{
    const CheckSettings *s = j->settings;
    const char **words = assay_arena_new(&j->arena, 16, sizeof *words);
    uint32_t n = 0;

    if (!words)
        return NULL;
    words[n++] = "afl-fuzz";
    words[n++] = "-V";
    words[n++] = number(j, "", whole_seconds(j));
    words[n++] = "-i";
    words[n++] = check_text(j, "%s/seeds", j->folder);
    words[n++] = "-o";
    words[n++] = check_text(j, "%s/afl.%u", j->folder, test);
    if (s->seed > 0) {
        words[n++] = "-s";
        words[n++] = number(j, "", s->seed);
    }
    if (s->runs > 0) {
        words[n++] = "-E";
        words[n++] = number(j, "", s->runs);
    }
    words[n++] = "--";
    words[n] = check_text(j, "%s/fuzzer", j->folder);
    return words;
}

/* The first file that AFL++ left in a folder, or NULL. */
static const char *first_in(CheckJob *j, uint32_t test, const char *folder)
{
    const char *found = NULL;
    glob_t g;

    if (glob(check_text(j, "%s/afl.%u/default/%s/id*", j->folder, test, folder), 0, NULL,
             &g) == 0) {
        found = check_text(j, "%s", g.gl_pathv[0]);
        globfree(&g);
    }
    return found;
}

static void read_afl(CheckJob *j, uint32_t test, CheckFuzzed *f)
{
    const char *path = check_text(j, "%s/afl.%u/default/fuzzer_stats", j->folder, test);
    FILE *in = fopen(path, "r");
    char line[512];
    unsigned long long runs = 0;

    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "execs_done : %llu", &runs) == 1)
            f->runs = runs;
    if (in)
        fclose(in);
    f->crash = first_in(j, test, "crashes");
    if (!f->crash)
        f->crash = first_in(j, test, "hangs");
}

/* ---- Both. */

static bool is_afl(const CheckJob *j)
{
    return j->settings->engine == ENGINE_AFL;
}

static void fill_task(CheckJob *j, uint32_t test, CheckTask *t)
{
    t->words = is_afl(j) ? afl_words(j, test) : libfuzzer_words(j, test);
    t->what = j->summary.tests[test].property;
    t->environment[0].name = "ASSAY_FUZZED";
    t->environment[0].value = check_text(j, "%u", test);
    t->environment[1].name = "ASSAY_ACCEPTED";
    t->environment[1].value = accepted(j, test);
    t->seconds = (double)whole_seconds(j) + SLACK;
}

/* A fuzzer that executed nothing did not run: says what it said. */
static bool has_run(CheckJob *j, const CheckTask *t, const CheckFuzzed *f)
{
    Console *console = &j->settings->cli->console;

    if (f->runs > 0 || f->crash || process_interrupted())
        return true;
    check_progress_hide(j->settings);
    console_error(console, j->path, "the fuzzer for %s did not run", t->what);
    console_error_text(console, t->out.at);
    console_error_text(console, t->error.at);
    return false;
}

static bool read_fuzzed(CheckJob *j, const CheckTask *tasks, CheckFuzzed *fuzzed)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++) {
        fuzzed[i] = (CheckFuzzed){.seconds = tasks[i].ended.seconds};
        if (is_afl(j))
            read_afl(j, i, &fuzzed[i]);
        else
            read_libfuzzer(j, i, &tasks[i], &fuzzed[i]);
        fuzzed[i].accepted = access(accepted(j, i), F_OK) == 0;
        if (!has_run(j, &tasks[i], &fuzzed[i]))
            return false;
    }
    return true;
}

const CheckFuzzed *check_fuzz(CheckJob *j)
{
    uint32_t n = j->summary.ntests;
    CheckTask *tasks = check_tasks_new(j, n);
    CheckFuzzed *fuzzed = assay_arena_new(&j->arena, n + 1, sizeof *fuzzed);
    bool good;

    if (!tasks || !fuzzed)
        return NULL;
    for (uint32_t i = 0; i < n; i++)
        fill_task(j, i, &tasks[i]);
    if (is_afl(j)) {
        set_afl();
        good = write_seed(j) && check_tasks_run(j, tasks, n);
    } else
        good = check_tasks_run(j, tasks, n);
    good = good && read_fuzzed(j, tasks, fuzzed);
    check_tasks_done(tasks, n);
    return good ? fuzzed : NULL;
}
