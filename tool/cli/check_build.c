/*
 * From the instrumented copy to a test program: a folder of its own, the compiler, the
 * library.
 */
#include "cli/check.h"
#include "cli/folder.h"
#include "cli/home.h"
#include "cli/process.h"
#include "cli/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPILE_SECONDS 300

/* ---- Files. */

static const char *temporary(void)
{
    const char *tmp = getenv("TMPDIR");

    return tmp && *tmp ? tmp : "/tmp";
}

void check_clean(CheckJob *j)
{
    if (j->folder && !j->settings->keep)
        folder_remove(j->folder);
    if (!j->settings->keep)
        j->folder = NULL;
}

/* ---- The compiler. */

typedef struct {
    const char *compiler;
    const char *source, *object; /* without .c and .o, in the folder */
    bool users;                  /* the copy of the user's file, not a file of ours */
    const char *optimize, *more; /* flags; NULL: none */
    const char *path;            /* of a file outside of the folder; NULL: none */
} Recipe;

static void add_flags(const CheckJob *j, Words *w, bool linker)
{
    for (uint32_t i = 0; i < j->nflags; i++)
        if (words_is_for_linker(j->flags[i]) == linker)
            words_add(w, j->flags[i]);
}

/* Our own flags come last: they win over the user's. */
static Ended compile(CheckJob *j, const Recipe *r, const char *include,
                     struct assay_buf *said)
{
    Words w = {.count = 0};

    words_add(&w, r->compiler);
    if (r->users)
        add_flags(j, &w, false);
    words_add(&w, "-c");
    words_add(&w, "-gdwarf-4"); /* addr2line of binutils 2.40 misreads 5 */
    words_add(&w, r->optimize);
    words_add(&w, "-w");
    words_add(&w, "-fno-omit-frame-pointer");
    if (r->users) {
        words_add(&w, "-fno-builtin");
        if (!j->settings->no_sanitize)
            words_add_sanitizers(&w);
        words_add(&w, "-iquote");
        words_add(&w, folder_of(&j->arena, j->path));
    }
    if (r->more)
        words_add(&w, r->more);
    words_add(&w, "-I");
    words_add(&w, include);
    words_add(&w, r->path ? r->path : check_text(j, "%s/%s.c", j->folder, r->source));
    words_add(&w, "-o");
    words_add(&w, check_text(j, "%s/%s.o", j->folder, r->object));
    return process_run(w.at, said, said, COMPILE_SECONDS);
}

/*
 * What the user's file defines may be called like what libc or our library has: remove,
 * main. In the objects it gets another name, so that the library and the sanitizers keep
 * theirs.
 */
static bool write_names(CheckJob *j)
{
    struct assay_buf names;
    bool good;

    assay_buf_init(&names, NULL, 0);
    for (uint32_t i = 0; i < j->unit->nfunctions; i++)
        if (check_is_shared_function(&j->unit->functions[i]))
            assay_buf_printf(&names, "%s " CHECK_RENAMED "\n", j->unit->functions[i].name,
                             j->unit->functions[i].name);
    for (uint32_t i = 0; i < j->unit->nglobals; i++)
        if (check_is_shared_variable(&j->unit->globals[i]))
            assay_buf_printf(&names, "%s " CHECK_RENAMED "\n", j->unit->globals[i].name,
                             j->unit->globals[i].name);
    good = folder_write(check_text(j, "%s/names", j->folder), &names);
    assay_buf_done(&names);
    return good;
}

/* In the object of the user's file, or of one that uses it. */
static bool rename_shared(CheckJob *j, const char *object, struct assay_buf *said)
{
    Words w = {.count = 0};

    words_add(&w, "objcopy");
    words_add(&w, check_text(j, "--redefine-syms=%s/names", j->folder));
    words_add(&w, check_text(j, "%s/%s.o", j->folder, object));
    return write_names(j) && process_run(w.at, said, said, COMPILE_SECONDS).code == 0;
}

/* Whether processes are forked for runs. With the sanitizers' libraries in the program
 * that takes half the time. */
static bool forks(const CheckJob *j)
{
    for (uint32_t i = 0; i < j->summary.ntests; i++)
        if (j->summary.tests[i].hyper && j->summary.tests[i].function->touches_state)
            return true;
    return false;
}

/* Whether the compiler has a library to be linked into programs. */
static bool has_library(CheckJob *j, const char *compiler, const char *library)
{
    Words w = {.count = 0};
    struct assay_buf said;
    bool found;

    words_add(&w, compiler);
    words_add(&w, check_text(j, "-print-file-name=%s", library));
    assay_buf_init(&said, NULL, 0);
    found = process_run(w.at, &said, NULL, COMPILE_SECONDS).code == 0 && said.len > 0 &&
            said.at[0] == '/';
    assay_buf_done(&said);
    return found;
}

static void add_static(CheckJob *j, const char *compiler, Words *w)
{
    if (j->settings->no_sanitize || !forks(j) || !has_library(j, compiler, "libasan.a") ||
        !has_library(j, compiler, "libubsan.a"))
        return;
    words_add(w, "-static-libasan");
    words_add(w, "-static-libubsan");
}

/* `objects` end with NULL; `more` is a flag or NULL. */
static Ended link_objects(CheckJob *j, const char *compiler, const char *const *objects,
                          const char *more, const char *program, struct assay_buf *said)
{
    Words w = {.count = 0};
    Home home;

    if (!home_find(&j->arena, &home))
        return (Ended){.code = 1};
    words_add(&w, compiler);
    words_add(&w, "-gdwarf-4"); /* addr2line of binutils 2.40 misreads 5 */
    if (!j->settings->no_sanitize)
        words_add_sanitizers(&w);
    if (more)
        words_add(&w, more);
    else
        add_static(j, compiler, &w);
    for (; *objects; objects++)
        words_add(&w, check_text(j, "%s/%s.o", j->folder, *objects));
    add_flags(j, &w, true);
    for (uint32_t i = 0; i < j->missing.count; i++)
        if (j->missing.at[i].own)
            words_add(&w, check_text(j, "-Wl,--defsym=%s=" CHECK_RENAMED,
                                     j->missing.at[i].name, j->missing.at[i].name));
    words_add(&w, home.library);
    words_add(&w, "-lm");
    words_add(&w, "-lpthread");
    words_add(&w, "-o");
    words_add(&w, program);
    return process_run(w.at, said, said, COMPILE_SECONDS);
}

/* Writes a file of ours into the folder and compiles it. */
static bool compile_ours(CheckJob *j, const char *name, const char *include,
                         void (*write)(const CheckJob *, struct assay_buf *),
                         struct assay_buf *said)
{
    Recipe ours = {j->settings->compiler, name, name, .optimize = "-O1"};
    struct assay_buf text;
    bool good;

    assay_buf_init(&text, NULL, 0);
    write(j, &text);
    good = folder_write(check_text(j, "%s/%s.c", j->folder, name), &text);
    assay_buf_done(&text);
    return good && compile(j, &ours, include, said).code == 0;
}

/* ---- What is missing: files of other functions, and stubs. */

/* A main of theirs would be one too many. */
static bool rename_main(CheckJob *j, const char *object, struct assay_buf *said)
{
    Words w = {.count = 0};

    words_add(&w, "objcopy");
    words_add(&w, "--redefine-sym");
    words_add(&w, check_text(j, "main=main_of_%s", object));
    words_add(&w, check_text(j, "%s/%s.o", j->folder, object));
    return process_run(w.at, said, said, COMPILE_SECONDS).code == 0;
}

/* Compiles the file of a missing function, unless another one is in it. False: it cannot
 * be, and is not there then. */
static bool compile_missed(CheckJob *j, uint32_t number, const char *include,
                           struct assay_buf *said)
{
    CheckMissed *missed = &j->missing.at[number];
    Recipe recipe = {j->settings->compiler, "", NULL, true, "-O1", NULL, missed->source};

    for (uint32_t i = 0; i < number; i++)
        if (j->missing.at[i].object && j->missing.at[i].source &&
            strcmp(j->missing.at[i].source, missed->source) == 0)
            return true;
    recipe.object = check_text(j, "missed_%u", number);
    if (compile(j, &recipe, include, said).code != 0 ||
        !rename_shared(j, recipe.object, said) || !rename_main(j, recipe.object, said))
        return false;
    missed->object = recipe.object;
    return true;
}

static void write_stubs(const CheckJob *j, struct assay_buf *out)
{
    check_missing_stubs(&j->missing, out);
}

/* Finds and compiles what the linker did not find. False when that is nothing new. */
static bool add_missing(CheckJob *j, const char *include, struct assay_buf *said)
{
    uint32_t before = j->missing.count;

    if (!check_missing(j, said->at, &j->missing))
        return false;
    assay_buf_clear(said);
    for (uint32_t i = before; i < j->missing.count; i++)
        if (j->missing.at[i].source && !compile_missed(j, i, include, said))
            j->missing.at[i].source = NULL;
    assay_buf_clear(said);
    return compile_ours(j, "stubs", include, write_stubs, said);
}

static Ended link_program(CheckJob *j, struct assay_buf *said)
{
    const char *objects[WORDS_MAX / 2] = {"copy", "main", NULL}, *more = NULL;
    uint32_t n = 2;
    struct assay_buf options;

    j->program = check_text(j, "%s/program", j->folder);
    if (j->settings->coverage) {
        more = check_text(j, "@%s/options", j->folder);
        objects[n++] = "coverage";
        assay_buf_init(&options, NULL, 0);
        check_coverage_options(j, &options);
        folder_write(more + 1, &options);
        assay_buf_done(&options);
    }
    if (j->missing.count > 0)
        objects[n++] = "stubs";
    for (uint32_t i = 0; i < j->missing.count && n + 1 < WORDS_MAX / 2; i++)
        if (j->missing.at[i].object)
            objects[n++] = j->missing.at[i].object;
    return link_objects(j, j->settings->compiler, objects, more, j->program, said);
}

/* With what is missing, as far as it is found. */
static bool link_all(CheckJob *j, const char *include, struct assay_buf *said)
{
    for (int round = 0; round < 10; round++) {
        if (link_program(j, said).code == 0)
            return true;
        if (!add_missing(j, include, said))
            return false;
    }
    return false;
}

/* ---- Fuzzers. */

static const char *fuzz_compiler(const CheckJob *j)
{
    return j->settings->engine == ENGINE_AFL ? "afl-clang-fast" : "clang";
}

static bool build_fuzzer(CheckJob *j, const char *include, struct assay_buf *said)
{
    static const char *const objects[] = {"fuzz_copy", "fuzz", NULL};
    Recipe copy = {fuzz_compiler(j), "copy", "fuzz_copy", true, "-O1", NULL, NULL};
    const char *program = check_text(j, "%s/fuzzer", j->folder);

    if (j->settings->engine == ENGINE_LIBFUZZER) {
        copy.more = "-fsanitize=fuzzer-no-link";
    } else {
        setenv("AFL_LLVM_LAF_ALL", "1", 1); /* comparisons are found in steps */
        copy.optimize = "-O0";              /* and conditions one by one */
    }
    return compile(j, &copy, include, said).code == 0 &&
           rename_shared(j, "fuzz_copy", said) &&
           compile_ours(j, "fuzz", include, check_fuzz_source, said) &&
           link_objects(j, copy.compiler, objects, "-fsanitize=fuzzer", program, said)
                   .code == 0;
}

static bool is_in_path(const char *name)
{
    const char *at = getenv("PATH");
    char path[4096];

    while (at && *at) {
        size_t len = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)len, at, name);
        if (access(path, X_OK) == 0)
            return true;
        at += len + (at[len] == ':');
    }
    return false;
}

static bool has_tool(const CheckSettings *s, const char *option, const char *name)
{
    bool has = is_in_path(name);

    if (!has)
        console_error(&s->cli->console, "assay check", "%s needs %s, which is not found",
                      option, name);
    return has;
}

bool check_has_tools(const CheckSettings *s)
{
    if (s->coverage && !has_tool(s, "--coverage", "gcov"))
        return false;
    if (s->engine == ENGINE_LIBFUZZER)
        return has_tool(s, "--engine=libfuzzer", "clang");
    if (s->engine == ENGINE_AFL)
        return has_tool(s, "--engine=afl", "afl-clang-fast") &&
               has_tool(s, "--engine=afl", "afl-fuzz");
    return true;
}

/* ---- What went wrong. */

static int complain(CheckJob *j, const char *what, const struct assay_buf *said)
{
    check_progress_hide(j->settings);
    if (process_interrupted())
        return process_interrupted();
    console_error(&j->settings->cli->console, j->path, "%s", what);
    console_error_text(&j->settings->cli->console, said->at);
    return COMMAND_BAD_USE;
}

/* The line of the source that a compiler's first error is on: "a.c:4:26: error: ...". 0:
 * it is elsewhere. */
static uint32_t line_of_error(const CheckJob *j, const char *said)
{
    const char *error = strstr(said, ": error:"), *start = error;
    size_t len = strlen(j->path);

    while (start && start > said && start[-1] != '\n')
        start--;
    if (!error || strncmp(start, j->path, len) != 0 || start[len] != ':')
        return 0;
    return (uint32_t)strtoul(start + len + 1, NULL, 10);
}

static bool is_of_ghost(const CheckJob *j, uint32_t line)
{
    for (uint32_t i = 0; i < j->acsl->ncodes; i++) {
        Span ghost = j->acsl->codes[i].ghost;
        if (j->acsl->codes[i].kind == CODE_GHOST &&
            line >= diag_position(&j->diags, ghost.source, ghost.start).line &&
            line <= diag_position(&j->diags, ghost.source, ghost.end).line)
            return true;
    }
    return false;
}

/* The copy does not build although the source does: the fault is ours. */
static int our_bug(CheckJob *j, const struct assay_buf *said)
{
    if (process_interrupted())
        return process_interrupted();
    if (folder_is_full(said))
        return complain(j, "there is no room for the test program", said);
    complain(j, "the test program cannot be built; this is a bug of Assay", said);
    console_error(&j->settings->cli->console, j->path, "its files are kept in %s",
                  j->folder);
    j->folder = NULL;
    return COMMAND_BUG;
}

static int cannot_link(CheckJob *j, const struct assay_buf *said)
{
    if (strstr(said->at, "undefined reference"))
        return complain(j,
                        "the test program does not link; name the files that define "
                        "what it needs after --",
                        said);
    return our_bug(j, said);
}

static int build_in_folder(CheckJob *j, struct assay_buf *said)
{
    Recipe copy = {j->settings->compiler, "copy", "copy", true, "-O1", NULL, NULL};
    Recipe main = {j->settings->compiler, "main", "main", false, "-O1", NULL, NULL};
    Home home;
    Ended e;

    if (!home_find(&j->arena, &home))
        return complain(j, "libassay.a and its headers are not where they should be",
                        said);
    if (j->settings->coverage) {
        copy.optimize = "-O0";
        copy.more = "--coverage";
    }
    e = compile(j, &copy, home.include, said);
    if (!e.started) {
        console_error(&j->settings->cli->console, j->settings->compiler,
                      "cannot be started");
        return COMMAND_BAD_USE;
    }
    if (e.code != 0 && is_of_ghost(j, line_of_error(j, said->at)))
        return complain(j, "its ghost code is no C that can be compiled", said);
    if (e.code != 0 || compile(j, &main, home.include, said).code != 0 ||
        !rename_shared(j, "copy", said))
        return our_bug(j, said);
    if (j->settings->coverage &&
        !compile_ours(j, "coverage", home.include, check_coverage_source, said))
        return our_bug(j, said);
    if (!link_all(j, home.include, said))
        return cannot_link(j, said);
    if (j->settings->engine != ENGINE_RANDOM && !build_fuzzer(j, home.include, said))
        return complain(j, check_text(j, "%s cannot build the fuzzer", fuzz_compiler(j)),
                        said);
    return COMMAND_HELD;
}

static bool write_sources(CheckJob *j, const struct assay_buf *copy,
                          const struct assay_buf *main)
{
    const char *path = check_text(j, "%s/copy.c", j->folder);
    struct assay_buf covered;
    bool good;

    if (!j->settings->coverage)
        return folder_write(path, copy) &&
               folder_write(check_text(j, "%s/main.c", j->folder), main);
    assay_buf_init(&covered, NULL, 0);
    check_coverage_copy(copy, &covered);
    good = covered.status == ASSAY_OK && folder_write(path, &covered);
    assay_buf_done(&covered);
    return good && folder_write(check_text(j, "%s/main.c", j->folder), main);
}

int check_build(CheckJob *j, const struct assay_buf *copy, const struct assay_buf *main)
{
    struct assay_buf said;
    int code;

    check_progress_say(j, "building");
    process_catch_interrupts();
    if (process_interrupted())
        return process_interrupted();
    assay_buf_init(&said, NULL, (size_t)1 << 20);
    j->folder = folder_make(&j->arena);
    if (!j->folder || !write_sources(j, copy, main))
        code = complain(
            j,
            check_text(j, "no folder to build in: %s: %s", temporary(), strerror(errno)),
            &said);
    else
        code = build_in_folder(j, &said);
    assay_buf_done(&said);
    return code;
}
