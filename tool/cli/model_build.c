/*
 * From the harness to a test program: reference, candidate and harness compiled in a
 * folder of their own. Symbols of the reference that the candidate has, too, get other
 * names in its object file; then those of the candidate do, in all object files, so that
 * what tests it, libc and the sanitizers keep theirs.
 */
#include "cli/folder.h"
#include "cli/home.h"
#include "cli/model.h"
#include "cli/process.h"
#include "cli/words.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPILE_SECONDS 300

/* ---- Files. */

void model_clean(ModelJob *j)
{
    if (j->folder && !j->settings->keep)
        folder_remove(j->folder);
    if (!j->settings->keep)
        j->folder = NULL;
}

/* ---- What went wrong. */

static int complain(ModelJob *j, const char *about, const char *what,
                    const struct assay_buf *said)
{
    Console *console = &j->settings->cli->console;

    if (process_interrupted())
        return process_interrupted();
    console_error(console, about, "%s", what);
    if (said->len > 0)
        console_error_text(console, said->at);
    return COMMAND_BAD_USE;
}

/* ---- The compiler. */

static void add_flags(const ModelSource *s, Words *w)
{
    for (uint32_t i = 0; i < s->nflags; i++)
        if (!words_is_for_linker(s->flags[i]))
            words_add(w, s->flags[i]);
}

static bool is_source(const char *word)
{
    size_t len = strlen(word);

    return word[0] != '-' && len > 2 && strcmp(word + len - 2, ".c") == 0;
}

/* Compiles `file` with the flags of a source into OBJECT.o. Our flags come last. */
static Ended compile(ModelJob *j, const ModelSource *s, const char *file,
                     const char *object, struct assay_buf *said)
{
    Words w = {.count = 0};
    Home home;

    if (!home_find(&j->arena, &home))
        return (Ended){.started = true, .code = 1};
    words_add(&w, j->settings->compiler);
    add_flags(s, &w);
    words_add(&w, "-c");
    words_add(&w, "-gdwarf-4"); /* addr2line of binutils 2.40 misreads 5 */
    words_add(&w, "-O1");
    words_add(&w, "-w");
    words_add(&w, "-fno-omit-frame-pointer");
    words_add(&w, "-fno-builtin");
    if (!j->settings->no_sanitize)
        words_add_sanitizers(&w);
    words_add(&w, model_job_text(j, "-ffile-prefix-map=%s/=", j->folder));
    words_add(&w, "-iquote");
    words_add(&w, folder_of(&j->arena, s->path));
    words_add(&w, "-iquote");
    words_add(&w, folder_of(&j->arena, j->header.path));
    words_add(&w, "-I");
    words_add(&w, home.include);
    if (!is_source(file)) { /* whatever its name ends in: a header is code, too */
        words_add(&w, "-x");
        words_add(&w, "c");
    }
    words_add(&w, file);
    words_add(&w, "-o");
    words_add(&w, model_job_text(j, "%s/%s.o", j->folder, object));
    return process_run(w.at, said, said, COMPILE_SECONDS);
}

/* The same for a file of the user's: COMMAND_HELD, or how the command ends, said why. */
static int compile_file(ModelJob *j, const ModelSource *s, const char *file,
                        const char *object, struct assay_buf *said)
{
    Ended e = compile(j, s, file, object, said);

    if (e.started)
        return e.code == 0 ? COMMAND_HELD : complain(j, file, "does not compile", said);
    console_error(&j->settings->cli->console, j->settings->compiler, "cannot be started");
    return COMMAND_BAD_USE;
}

/* ---- The reference's symbols. */

static void add_symbol(ModelJob *j, const char *name, struct assay_buf *names)
{
    if (strcmp(name, "main") != 0 && !emit_model_renames(&j->input))
        return;
    assay_buf_printf(names, "%s " MODEL_RENAMED "%s\n", name, name);
    /* What AddressSanitizer finds two definitions of a variable by. */
    assay_buf_printf(names, "__odr_asan.%s __odr_asan." MODEL_RENAMED "%s\n", name, name);
}

static void list_symbols(ModelJob *j, struct assay_buf *names)
{
    const CUnit *u = j->reference.unit;

    for (uint32_t i = 0; i < u->nfunctions; i++)
        if (u->functions[i].definition && !u->functions[i].is_static)
            add_symbol(j, u->functions[i].name, names);
    for (uint32_t i = 0; i < u->nglobals; i++)
        if (!u->globals[i].is_static && !u->globals[i].is_extern)
            add_symbol(j, u->globals[i].name, names);
}

static bool rename_symbols(ModelJob *j, struct assay_buf *said)
{
    const char *path = model_job_text(j, "%s/names", j->folder);
    struct assay_buf names;
    Words w = {.count = 0};
    bool good, any;

    assay_buf_init(&names, NULL, 0);
    list_symbols(j, &names);
    any = names.len > 0;
    good = folder_write(path, &names);
    assay_buf_done(&names);
    if (!any)
        return good;
    words_add(&w, "objcopy");
    words_add(&w, model_job_text(j, "--redefine-syms=%s", path));
    words_add(&w, model_job_text(j, "%s/reference.o", j->folder));
    return good && process_run(w.at, said, said, COMPILE_SECONDS).code == 0;
}

/* A main of the library's own would be one too many. */
static bool rename_main(ModelJob *j, struct assay_buf *said)
{
    Words w = {.count = 0};

    words_add(&w, "objcopy");
    words_add(&w, "--redefine-sym");
    words_add(&w, "main=candidate_main");
    words_add(&w, model_job_text(j, "%s/candidate.o", j->folder));
    return process_run(w.at, said, said, COMPILE_SECONDS).code == 0;
}

/* ---- Further files of the candidate's, named behind "--". */

static const char *object_of(ModelJob *j, uint32_t flag)
{
    return model_job_text(j, "other_%u", flag);
}

/* COMMAND_HELD, or how the command ends, said why. */
static int compile_others(ModelJob *j, struct assay_buf *said)
{
    for (uint32_t i = 0; i < j->candidate.nflags; i++) {
        ModelSource other = j->candidate;
        other.path = j->candidate.flags[i];
        int code = is_source(other.path)
                       ? compile_file(j, &other, other.path, object_of(j, i), said)
                       : COMMAND_HELD;
        if (code != COMMAND_HELD)
            return code;
    }
    return COMMAND_HELD;
}

static void add_others(ModelJob *j, Words *w)
{
    for (uint32_t i = 0; i < j->candidate.nflags; i++) {
        const char *word = j->candidate.flags[i];
        if (is_source(word))
            words_add(w, model_job_text(j, "%s/%s.o", j->folder, object_of(j, i)));
        else if (words_is_for_linker(word))
            words_add(w, word);
    }
}

/* ---- The candidate's symbols. */

/* The object files that are compiled here, without the harness. */
static void add_objects(ModelJob *j, Words *w)
{
    words_add(w, model_job_text(j, "%s/candidate.o", j->folder));
    for (uint32_t i = 0; i < j->candidate.nflags; i++)
        if (is_source(j->candidate.flags[i]))
            words_add(w, model_job_text(j, "%s/%s.o", j->folder, object_of(j, i)));
}

/* Something that was built before may need the candidate's symbols as they are. */
static bool has_built_files(const ModelJob *j)
{
    for (uint32_t i = 0; i < j->candidate.nflags; i++)
        if (words_is_built(j->candidate.flags[i]) && j->candidate.flags[i][0] != '-')
            return true;
    return j->input.opaque;
}

/* What nm -P says, a symbol a line, as pairs of names. Those of the implementation are
 * hooks, and main was seen to. */
static void pair_names(const char *said, struct assay_buf *names)
{
    for (const char *at = said, *end; *at; at = *end ? end + 1 : end) {
        size_t len = strcspn(at, " \n");
        end = at + strcspn(at, "\n");
        if (at[len] == ' ' && strncmp(at, "__", 2) != 0)
            assay_buf_printf(names, "%.*s candidate_%.*s\n", (int)len, at, (int)len, at);
    }
}

static bool find_names(ModelJob *j, struct assay_buf *names, struct assay_buf *said)
{
    Words w = {.count = 0};
    struct assay_buf list;
    bool good;

    words_add(&w, "nm");
    words_add(&w, "-gP");
    words_add(&w, "--defined-only");
    add_objects(j, &w);
    assay_buf_init(&list, NULL, 0);
    good = process_run(w.at, &list, said, COMPILE_SECONDS).code == 0;
    pair_names(list.at, names);
    assay_buf_done(&list);
    return good;
}

static bool rename_candidate(ModelJob *j, struct assay_buf *said)
{
    const char *path = model_job_text(j, "%s/candidate_names", j->folder);
    Words objects = {.count = 0};
    struct assay_buf names;
    bool good;

    if (has_built_files(j))
        return true;
    assay_buf_init(&names, NULL, 0);
    good = find_names(j, &names, said) && folder_write(path, &names);
    assay_buf_done(&names);
    add_objects(j, &objects);
    words_add(&objects, model_job_text(j, "%s/harness.o", j->folder));
    if (!j->input.alone)
        words_add(&objects, model_job_text(j, "%s/reference.o", j->folder));
    for (uint32_t i = 0; good && i < objects.count; i++) {
        Words w = {.count = 0};
        words_add(&w, "objcopy");
        words_add(&w, model_job_text(j, "--redefine-syms=%s", path));
        words_add(&w, objects.at[i]);
        good = process_run(w.at, said, said, COMPILE_SECONDS).code == 0;
    }
    return good;
}

/* ---- The program. */

/* A library that is loaded is found where it was named. */
static void add_candidate(ModelJob *j, Words *w)
{
    const char *path = j->candidate.path;
    char *folder;

    if (!j->input.opaque) {
        words_add(w, model_job_text(j, "%s/candidate.o", j->folder));
        return;
    }
    words_add(w, path);
    folder = path[0] == '-' ? NULL : realpath(folder_of(&j->arena, path), NULL);
    if (folder && strstr(path, ".so"))
        words_add(w, model_job_text(j, "-Wl,-rpath,%s", folder));
    free(folder);
}

static Ended link_program(ModelJob *j, struct assay_buf *said)
{
    Words w = {.count = 0};
    Home home;

    if (!home_find(&j->arena, &home))
        return (Ended){.started = true, .code = 1};
    j->program = model_job_text(j, "%s/%s", j->folder, j->summary.name);
    words_add(&w, j->settings->compiler);
    words_add(&w, "-gdwarf-4");
    if (!j->settings->no_sanitize)
        words_add_sanitizers(&w);
    words_add(&w, model_job_text(j, "%s/harness.o", j->folder));
    if (!j->input.alone)
        words_add(&w, model_job_text(j, "%s/reference.o", j->folder));
    add_candidate(j, &w);
    add_others(j, &w);
    words_add(&w, home.library);
    words_add(&w, "-lm");
    words_add(&w, "-lpthread");
    words_add(&w, "-o");
    words_add(&w, j->program);
    return process_run(w.at, said, said, COMPILE_SECONDS);
}

/* ---- What else can go wrong. */

static int our_bug(ModelJob *j, const struct assay_buf *said)
{
    if (process_interrupted())
        return process_interrupted();
    if (folder_is_full(said))
        return complain(j, j->header.path, "there is no room for the test program", said);
    complain(j, j->header.path,
             "the test program cannot be built; this is a bug of Assay", said);
    console_error(&j->settings->cli->console, j->header.path, "its files are kept in %s",
                  j->folder);
    j->folder = NULL;
    return COMMAND_BUG;
}

static int cannot_link(ModelJob *j, const struct assay_buf *said)
{
    if (strstr(said->at, "multiple definition"))
        return complain(j, j->header.path,
                        "the test program does not link: the reference and another file "
                        "define the same",
                        said);
    if (strstr(said->at, "undefined reference"))
        return complain(j, j->header.path,
                        "the test program does not link; name the files that define "
                        "what it needs after --",
                        said);
    return our_bug(j, said);
}

int model_emit(ModelJob *j)
{
    const char *path = j->settings->emit;
    FILE *f = path ? fopen(path, "r") : NULL;
    bool same = true, exists = f != NULL;

    for (size_t i = 0; f && same && i <= j->harness.len; i++)
        same = getc(f) == (i < j->harness.len ? (unsigned char)j->harness.at[i] : EOF);
    if (f)
        fclose(f);
    if (!path || (exists && same))
        return COMMAND_HELD;
    if (exists) {
        console_error(&j->settings->cli->console, path,
                      "is there already, and is not what would be written");
        return COMMAND_BAD_USE;
    }
    if (folder_write(path, &j->harness))
        return COMMAND_HELD;
    console_error(&j->settings->cli->console, path, "cannot write: %s", strerror(errno));
    return COMMAND_BAD_USE;
}

/* The user's files first: what is wrong with them is not the harness's fault. */
static int build_in_folder(ModelJob *j, const char *harness, struct assay_buf *said)
{
    const char *candidate = j->candidate.path;
    ModelSource own = j->candidate;
    int code = COMMAND_HELD;
    Home home;

    if (!home_find(&j->arena, &home))
        return complain(j, "assay model",
                        "libassay.a and its headers are not where they should be", said);
    if (!j->input.alone)
        code = compile_file(j, &j->reference, j->reference.path, "reference", said);
    if (code == COMMAND_HELD && !j->input.opaque && j->copy.len == 0)
        code = compile_file(j, &j->candidate, candidate, "candidate", said);
    if (code != COMMAND_HELD)
        return code;
    if (j->copy.len > 0) {
        candidate = model_job_text(j, "%s/candidate.c", j->folder);
        if (!folder_write(candidate, &j->copy) ||
            compile(j, &j->candidate, candidate, "candidate", said).code != 0)
            return our_bug(j, said);
    }
    own.path = j->header.path;
    if ((!j->input.alone && !rename_symbols(j, said)) ||
        (!j->input.opaque && !rename_main(j, said)) ||
        compile(j, &own, harness, "harness", said).code != 0)
        return our_bug(j, said);
    code = compile_others(j, said);
    if (code != COMMAND_HELD)
        return code;
    if (!rename_candidate(j, said))
        return our_bug(j, said);
    return link_program(j, said).code == 0 ? COMMAND_HELD : cannot_link(j, said);
}

int model_build(ModelJob *j)
{
    const char *harness = j->settings->emit;
    struct assay_buf said;
    bool good;
    int code;

    process_catch_interrupts();
    assay_buf_init(&said, NULL, (size_t)1 << 20);
    j->folder = folder_make(&j->arena);
    good = j->folder != NULL;
    if (good && !harness) {
        harness = model_job_text(j, "%s/%s_model.c", j->folder, j->summary.name);
        good = folder_write(harness, &j->harness);
    }
    code = good
               ? build_in_folder(j, harness, &said)
               : complain(j, "assay model",
                          model_job_text(j, "no folder to build in: %s", strerror(errno)),
                          &said);
    assay_buf_done(&said);
    return code;
}
