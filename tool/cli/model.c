/*
 * assay model: a library against its reference implementation, without a harness.
 */
#include "cli/model.h"
#include "base/json.h"
#include "cfront/flags.h"
#include "cli/check.h"
#include "cli/folder.h"
#include "cli/home.h"
#include "cli/process.h"
#include "cli/words.h"
#include "diag/render.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUEL_MAX 100000  /* as the library has it */
#define GAPS_ALIKE_MAX 8 /* functions not tested for one reason that are all named */

/* ---- Reading. */

/* The flags given, else those of the compilation database. */
static void find_flags(ModelJob *j, ModelSource *s, const char *path)
{
    bool found;
    CFlags flags;

    s->flags = j->settings->flags;
    s->nflags = j->settings->nflags;
    if (s->nflags > 0)
        return;
    flags = cfront_flags(&j->diags, &j->arena, j->settings->database, path, &found);
    s->flags = flags.at;
    s->nflags = flags.count;
}

/* With the headers of the library and of Assay found, as the compiler will find them. */
static bool read_source(ModelJob *j, ModelSource *s, const char *path)
{
    const char **flags = assay_arena_new(&j->arena, s->nflags + 6, sizeof *flags);
    uint32_t n = 0;
    Home home;

    s->path = path;
    if (!flags)
        return false;
    for (uint32_t i = 0; i < s->nflags; i++)
        if (!words_is_for_linker(s->flags[i]))
            flags[n++] = s->flags[i];
    flags[n++] = "-iquote";
    flags[n++] = folder_of(&j->arena, j->settings->header);
    if (home_find(&j->arena, &home)) {
        flags[n++] = "-I";
        flags[n++] = home.include;
    }
    s->unit = cfront_read(&j->diags, &j->arena, path, flags, n);
    return s->unit != NULL;
}

/* Without one nothing is defined. */
static bool read_reference(ModelJob *j)
{
    if (j->settings->reference)
        return read_source(j, &j->reference, j->settings->reference);
    j->reference.unit = j->header.unit;
    return true;
}

/* Of one that is built already only the header is known. */
static bool read_candidate(ModelJob *j)
{
    if (!words_is_built(j->settings->candidate))
        return read_source(j, &j->candidate, j->settings->candidate);
    j->candidate.path = j->settings->candidate;
    j->candidate.unit = j->header.unit;
    return true;
}

static bool is_there(const ModelJob *j, const char *path)
{
    if (access(path, R_OK) == 0)
        return true;
    console_error(&j->settings->cli->console, path, "cannot read: %s", strerror(errno));
    return false;
}

static int read_files(ModelJob *j)
{
    const ModelSettings *s = j->settings;
    bool there = is_there(j, s->header);

    there = (!s->reference || is_there(j, s->reference)) && there;
    if (strncmp(s->candidate, "-l", 2) != 0)
        there = is_there(j, s->candidate) && there;
    if (s->replay && strncmp(s->replay, "assay", 5) != 0) /* else it is the choices */
        there = is_there(j, s->replay) && there;
    if (!there)
        return COMMAND_BAD_USE;
    find_flags(j, &j->candidate, s->candidate);
    if (s->reference)
        find_flags(j, &j->reference, s->reference);
    j->header = j->candidate;
    if (!read_source(j, &j->header, s->header))
        return COMMAND_BUG;
    j->library = j->diags.errors == 0 ? acsl_read(j->header.unit) : NULL;
    if (j->diags.errors > 0)
        return COMMAND_BAD_USE;
    if (!j->library || !read_reference(j) || !read_candidate(j))
        return COMMAND_BUG;
    return j->diags.errors > 0 ? COMMAND_BAD_USE : COMMAND_HELD;
}

static void show_diagnostics(ModelJob *j)
{
    diag_sort(&j->diags);
    render_text(&j->diags, &j->settings->cli->console.out);
}

/* ---- The model. */

static void add_word(struct assay_buf *out, const char *word)
{
    if (out->len > 0)
        assay_buf_putc(out, ' ');
    words_quote(word, out);
}

/* What a printed program is compiled with. */
static const char *sources_of(ModelJob *j)
{
    const ModelSource *c = &j->candidate;
    struct assay_buf words;
    const char *text;

    assay_buf_init(&words, NULL, 0);
    add_word(&words,
             model_job_text(j, "-I%s", folder_of(&j->arena, j->settings->header)));
    for (uint32_t i = 0; i < c->nflags; i++)
        if (!words_is_for_linker(c->flags[i]))
            add_word(&words, c->flags[i]);
    add_word(&words, j->settings->candidate);
    for (uint32_t i = 0; i < c->nflags; i++)
        if (words_is_for_linker(c->flags[i]))
            add_word(&words, c->flags[i]);
    text = model_job_text(j, "%s", words.at);
    assay_buf_done(&words);
    return text;
}

/* How the harness is built by hand, as lines of a comment. */
static const char *build_lines(ModelJob *j)
{
    const char *reference = j->settings->reference ? j->settings->reference : "", *text;
    const char *compiler = j->library->ncontracts > 0 ? "assay cc" : "cc";

    if (emit_model_renames(&j->input))
        text = model_job_text(j,
                              " *\n"
                              " *     cc -c -g -I%s %s -o reference.o\n"
                              " *     nm -g --defined-only reference.o |\n"
                              " *         awk '{print $3, \"" MODEL_RENAMED
                              "\" $3}' > names\n"
                              " *     objcopy --redefine-syms=names reference.o\n"
                              " *     %s -g THIS.c reference.o %s -lassay -lm\n",
                              folder_of(&j->arena, j->settings->header), reference,
                              compiler, j->input.sources);
    else
        text = model_job_text(j, " *\n *     %s -g THIS.c %s %s -lassay -lm\n", compiler,
                              reference, j->input.sources);
    return strstr(text, "*/") ? NULL : text;
}

static int no_operations(ModelJob *j)
{
    Diagnostic *d;

    if (j->summary.nfunctions == 0) {
        diag_report(&j->diags, DIAG_MODEL_HEADER, span_nowhere(),
                    "'%s' declares no function", j->settings->header);
        return COMMAND_BAD_USE;
    }
    if (j->settings->reference)
        d = diag_report(&j->diags, DIAG_MODEL_EMPTY, span_nowhere(),
                        "no function of '%s' can be tested beside '%s'",
                        j->settings->header, j->settings->reference);
    else
        d = diag_report(&j->diags, DIAG_MODEL_EMPTY, span_nowhere(),
                        "no function of '%s' can be tested", j->settings->header);
    for (uint32_t i = 0; i < j->summary.ngaps; i++)
        diag_note(&j->diags, d, j->summary.gaps[i].name, "%s", j->summary.gaps[i].reason);
    return COMMAND_BAD_USE;
}

static int make_model(ModelJob *j)
{
    j->input = (ModelInput){.library = j->library,
                            .reference = j->reference.unit,
                            .candidate = j->candidate.unit,
                            .alone = !j->settings->reference,
                            .opaque = words_is_built(j->settings->candidate),
                            .header = folder_base_of(j->settings->header),
                            .sources = sources_of(j),
                            .places = j->settings->emit ? NULL : j->settings->header,
                            .prefix = j->settings->prefix};
    j->input.build = build_lines(j);
    if (!emit_model(&j->input, &j->harness, &j->summary))
        return COMMAND_BUG;
    return j->summary.noperations > 0 ? COMMAND_HELD : no_operations(j);
}

/* The candidate with its contracts checked, where the header has some. */
static int check_contracts(ModelJob *j)
{
    ContractOptions options = {.level = CONTRACT_ALL};

    if (!j->summary.contracts || j->input.opaque)
        return COMMAND_HELD;
    j->checked = acsl_read(j->candidate.unit);
    if (j->diags.errors > 0)
        return COMMAND_BAD_USE;
    if (!j->checked || !emit_contract(j->checked, &options, &j->copy, &j->checks))
        return COMMAND_BUG;
    if (j->checks.clauses == 0)
        assay_buf_clear(&j->copy);
    return COMMAND_HELD;
}

/* ---- Telling. */

/* How many are not tested for the same reason. */
static uint32_t gaps_alike(const ModelJob *j, uint32_t gap)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < j->summary.ngaps; i++)
        n += strcmp(j->summary.gaps[i].reason, j->summary.gaps[gap].reason) == 0;
    return n;
}

static bool is_one_of_many(const ModelJob *j, uint32_t gap)
{
    return !j->settings->list && gaps_alike(j, gap) > GAPS_ALIKE_MAX;
}

static bool is_first_of_many(const ModelJob *j, uint32_t gap)
{
    for (uint32_t i = 0; i < gap; i++)
        if (strcmp(j->summary.gaps[i].reason, j->summary.gaps[gap].reason) == 0)
            return false;
    return true;
}

static size_t name_width(const ModelJob *j)
{
    const ModelSummary *s = &j->summary;
    size_t width = 0, len;

    for (uint32_t i = 0; i < s->ngaps; i++) {
        len = is_one_of_many(j, i) ? 0 : strlen(s->gaps[i].name);
        width = len > width ? len : width;
    }
    for (uint32_t i = 0; j->settings->list && i < s->noperations; i++) {
        len = strlen(s->tests[i].name);
        width = len > width ? len : width;
    }
    return width < 40 ? width : 40;
}

/* A clause of a tested function that nothing sees to. Preconditions are kept by what is
 * passed; what is freed is known to the model, and leaks are seen. */
static bool is_unchecked(const ModelJob *j, const ContractDrop *d)
{
    for (uint32_t i = 0; i < j->summary.noperations; i++)
        if (strcmp(j->summary.tests[i].name, d->function->name) == 0)
            return d->kind != CLAUSE_REQUIRES && d->kind != CLAUSE_ASSUMES &&
                   d->kind != CLAUSE_FREES && d->kind != CLAUSE_ALLOCATES &&
                   !(d->kind == CLAUSE_ENSURES && j->summary.tests[i].judged);
    return false;
}

const char *const model_formats[] = {"text", "tap", "junit", "json", NULL};

/* An event for each function that is not tested: {"event":"untested", ...}. */
static void json_gaps(const ModelJob *j, struct assay_buf *out)
{
    static const char prefix[] = "not tested: ";

    for (uint32_t i = 0; i < j->summary.ngaps; i++) {
        const ModelGap *g = &j->summary.gaps[i];
        struct assay_json json;
        if (strncmp(g->reason, prefix, sizeof prefix - 1) != 0)
            continue; /* the reference has it, and the library does not */
        assay_json_init(&json, out);
        assay_json_object(&json, NULL);
        assay_json_text(&json, "event", "untested");
        assay_json_text(&json, "source", j->settings->header);
        assay_json_text(&json, "function", g->name);
        assay_json_text(&json, "reason", g->reason + sizeof prefix - 1);
        assay_json_object_end(&json);
        assay_buf_putc(out, '\n');
    }
}

/* What is not tested; with --list, also what is. */
static void tell(ModelJob *j)
{
    const ModelSummary *s = &j->summary;
    Console *console = &j->settings->cli->console;
    int width = (int)name_width(j);
    bool unchecked = s->contracts && j->input.opaque;
    struct assay_buf text, drops;

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&drops, NULL, 0);
    for (uint32_t i = 0; i < j->checks.ndrops; i++)
        if (is_unchecked(j, &j->checks.drops[i]))
            check_put_drop(&j->diags, &j->checks.drops[i], &drops);
    if (s->ngaps > 0 || j->settings->list || unchecked || drops.len > 0)
        assay_buf_printf(&text, "%s\n", j->settings->header);
    if (unchecked)
        assay_buf_printf(&text,
                         "  what its contracts ensure is not checked: %s is built "
                         "already\n",
                         j->settings->candidate);
    for (uint32_t i = 0; j->settings->list && i < s->noperations; i++)
        assay_buf_printf(&text, "  %-*s  against %s\n", width, s->tests[i].name,
                         s->tests[i].against);
    for (uint32_t i = 0; i < s->ngaps; i++)
        if (!is_one_of_many(j, i))
            assay_buf_printf(&text, "  %-*s  –  %s\n", width, s->gaps[i].name,
                             s->gaps[i].reason);
        else if (is_first_of_many(j, i))
            assay_buf_printf(&text, "  %u functions  –  %s (--list names them)\n",
                             gaps_alike(j, i), s->gaps[i].reason);
    assay_buf_puts(&text, drops.at);
    j->headed = j->settings->format == 0 && text.len > 0;
    if (j->settings->format == 0)
        assay_buf_puts(&console->out, text.at);
    else if (text.len > 0)
        console_error_text(console, text.at);
    if (j->settings->format == MODEL_JSON)
        json_gaps(j, &console->out);
    assay_buf_done(&drops);
    assay_buf_done(&text);
}

static int complain_of_gaps(ModelJob *j)
{
    if (!j->settings->strict || j->summary.ngaps == 0)
        return COMMAND_HELD;
    console_error(&j->settings->cli->console, j->settings->header,
                  "--strict: %u function%s not tested or not used", j->summary.ngaps,
                  j->summary.ngaps == 1 ? " is" : "s are");
    return COMMAND_BAD_USE;
}

static int build_and_run(ModelJob *j)
{
    int code = model_build(j);

    if (code == COMMAND_HELD)
        code = model_run(j);
    if (j->settings->keep && j->folder)
        assay_buf_printf(&j->settings->cli->console.out, "kept: %s\n", j->folder);
    return code;
}

static int do_all(ModelJob *j)
{
    int code = read_files(j);

    if (code == COMMAND_HELD)
        code = make_model(j);
    if (code == COMMAND_HELD)
        code = check_contracts(j);
    show_diagnostics(j);
    if (code == COMMAND_HELD)
        code = model_emit(j);
    if (code != COMMAND_HELD)
        return code;
    tell(j);
    if (!j->settings->list)
        code = build_and_run(j);
    return code == COMMAND_HELD ? complain_of_gaps(j) : code;
}

static int run_job(const ModelSettings *s)
{
    ModelJob j = {.settings = s};
    int code;

    assay_arena_init(&j.arena, NULL, 0);
    diag_init(&j.diags);
    assay_buf_init(&j.harness, NULL, 0);
    assay_buf_init(&j.copy, NULL, 0);
    code = do_all(&j);
    model_clean(&j);
    acsl_done(j.library);
    acsl_done(j.checked);
    assay_buf_done(&j.harness);
    assay_buf_done(&j.copy);
    diag_done(&j.diags);
    assay_arena_done(&j.arena);
    return code;
}

/* ---- Arguments. */

/* How all of it is done again, but for --replay. */
static void put_command(const ModelSettings *s, struct assay_buf *out)
{
    const char *const options[][2] = {{"--reference=", s->reference},
                                      {"--candidate=", s->candidate},
                                      {"--prefix=", s->prefix},
                                      {"--database=", s->database}};
    struct assay_buf word;

    assay_buf_puts(out, "assay model");
    add_word(out, s->header);
    assay_buf_init(&word, NULL, 0);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        assay_buf_clear(&word);
        assay_buf_printf(&word, "%s%s", options[i][0],
                         options[i][1] ? options[i][1] : "");
        if (options[i][1])
            add_word(out, word.at);
    }
    assay_buf_done(&word);
    words_put_flags(s->flags, s->nflags, out);
}

static int start(ModelSettings *s, int argc, char **argv)
{
    Cli *cli = s->cli;
    const struct assay_opt options[] = {
        {"reference", 'r', ASSAY_OPT_TEXT, &s->reference, "FILE.c",
         "the reference implementation, or an earlier version; without one, contracts "
         "and sanitizers judge",
         NULL},
        {"candidate", 'c', ASSAY_OPT_TEXT, &s->candidate, "FILE.c",
         "the code under test; or an object file, a library, -lNAME", NULL},
        {"prefix", 0, ASSAY_OPT_TEXT, &s->prefix, "OLD:NEW",
         "the reference has names with NEW where the library's begin with OLD", NULL},
        {"fuel", 0, ASSAY_OPT_POSITIVE, &s->fuel, "N",
         "operations of one scenario at most (20, and now and then 200)", NULL},
        {"runs", 'n', ASSAY_OPT_POSITIVE, &s->runs, "N", "scenarios (20000)", NULL},
        {"seconds", 0, ASSAY_OPT_SECONDS, &s->seconds, "S", "of search, at most (10)",
         NULL},
        {"timeout", 0, ASSAY_OPT_SECONDS, &s->timeout, "S", "for one scenario (1)", NULL},
        {"seed", 's', ASSAY_OPT_POSITIVE, &s->seed, "N",
         "of the random choices (a new one every time)", NULL},
        {"findings", 0, ASSAY_OPT_POSITIVE, &s->findings, "N",
         "distinct failures looked for (3)", NULL},
        {"emit", 0, ASSAY_OPT_TEXT, &s->emit, "FILE",
         "also write the model there, to go on from", NULL},
        {"list", 'l', ASSAY_OPT_FLAG, &s->list, NULL,
         "only say which functions are tested, and against what", NULL},
        {"replay", 0, ASSAY_OPT_TEXT, &s->replay, "FILE",
         "only execute saved choices, a file or their text", NULL},
        {"store", 0, ASSAY_OPT_TEXT, &s->store, "DIR", "folder of findings (.assay)",
         NULL},
        {"database", 'p', ASSAY_OPT_TEXT, &s->database, "FILE",
         "compile_commands.json (the nearest one)", NULL},
        {"flag", 0, ASSAY_OPT_TEXT, &s->flag, "WORD",
         "for the compiler, as behind --; -I, -D, -U and -std= need no --flag", NULL},
        {"format", 'f', ASSAY_OPT_CHOICE, &s->format, "NAME",
         "text, tap, junit or json (text)", model_formats},
        {"json", 0, ASSAY_OPT_FLAG, &s->json, NULL, "print JSON, one line for each event",
         NULL},
        {"strict", 0, ASSAY_OPT_FLAG, &s->strict, NULL,
         "functions that are not tested are an error", NULL},
        {"no-sanitize", 0, ASSAY_OPT_FLAG, &s->no_sanitize, NULL,
         "build without sanitizers", NULL},
        {"keep", 0, ASSAY_OPT_FLAG, &s->keep, NULL, "keep the generated files", NULL},
        command_color_option(cli),
        command_help_option(cli),
        {0},
    };

    int count = command_start(cli, options, argc, argv);

    if (s->json)
        s->format = MODEL_JSON;
    return count;
}

static const char *misuse(const ModelSettings *s)
{
    if (!s->candidate)
        return "no --candidate is named";
    if (s->fuel > FUEL_MAX)
        return "--fuel is at most 100000";
    return s->prefix && !strchr(s->prefix, ':') ? "--prefix is OLD:NEW" : NULL;
}

static int run_model(Cli *cli, int argc, char **argv)
{
    const char *compiler = getenv("CC"), *wrong;
    const char **flags = calloc((size_t)argc + 2, sizeof *flags);
    ModelSettings s = {.cli = cli, .store = ".assay", .seconds = 10};
    struct assay_buf command;
    int count, code;

    if (!flags)
        return COMMAND_BUG;
    s.compiler = compiler && *compiler ? compiler : "cc";
    argc = words_take_flags(argc, argv, flags, &s.nflags);
    s.flags = flags;
    count = start(&s, argc, argv);
    if (s.flag) /* there is room: it is not among those that were taken */
        flags[s.nflags++] = s.flag;
    wrong = count < 0 ? NULL : misuse(&s);
    if (count < 0 || wrong) {
        code = wrong ? command_misused(cli, wrong) : cli->exit;
    } else {
        s.header = argv[1];
        assay_buf_init(&command, NULL, 0);
        put_command(&s, &command);
        s.command = command.at;
        code = run_job(&s);
        assay_buf_done(&command);
    }
    free(flags);
    return code;
}

const Command command_model = {
    .name = "model",
    .summary = "test a C library against a reference implementation",
    .arguments = "LIB.h --candidate LIB.c [-- COMPILER-FLAGS]",
    .about =
        "Makes a model of the functions in a header, runs programs made up of them on a\n"
        "reference implementation and on the code under test, and shows the shortest "
        "one\n"
        "on which they differ. No harness is needed; --emit writes the one that is "
        "made.\n"
        "The reference has functions of the same names, or of names like ref_NAME; "
        "where\n"
        "it must not be called it may say so by assay_back_off() of <assay/model.h>.\n"
        "\n"
        "exit status: 0 all held, 1 a finding, 2 something is wrong or, with --strict,\n"
        "not tested\n",
    .answers = true, /* the program tells the run */
    .run = run_model,
};
