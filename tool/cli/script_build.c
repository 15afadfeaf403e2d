/*
 * assay script build: programs as JavaScript.
 */
#include "base/file.h"
#include "cli/folder.h"
#include "cli/script.h"
#include "cli/script_prove.h"
#include "cli/script_watch.h"
#include "script/js.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Console *console;
    const char *folder;
    const char *path;
    bool checked, unchecked, json, watch;
    WatchedFiles watched;
    ScriptProof proof;
} Settings;

/* ---- Names. */

/* client for lib/client.ss */
static const char *stem_of(struct assay_arena *a, const char *path)
{
    const char *base = folder_base_of(path), *point = strrchr(base, '.');
    size_t len = point && point > base ? (size_t)(point - base) : strlen(base);

    return assay_arena_text(a, base, len);
}

/* A path as seen from a folder; both are absolute, without links. */
static const char *relative(struct assay_arena *a, const char *from, const char *to)
{
    size_t common = 0;
    const char *up = "";

    for (size_t i = 0; from[i] == to[i] && from[i]; i++)
        if (from[i] == '/')
            common = i + 1;
    if (strncmp(from, to, strlen(from)) == 0 && to[strlen(from)] == '/')
        return assay_arena_printf(a, "%s", to + strlen(from) + 1);
    for (const char *c = from + common; *c; c++)
        if (c == from + common || *c == '/')
            up = assay_arena_printf(a, "%s../", up);
    return assay_arena_printf(a, "%s%s", up, to + common);
}

/* The program's path as seen from the module; the path as given if it has no place. */
static const char *source_path(struct assay_arena *a, const char *folder,
                               const char *path)
{
    char from[PATH_MAX], to[PATH_MAX];

    if (!realpath(folder, from) || !realpath(path, to))
        return path;
    return strcmp(from, "/") == 0 ? assay_arena_printf(a, "%s", to + 1)
                                  : relative(a, from, to);
}

/* ---- Files. */

static bool write_file(const Settings *s, struct assay_arena *a, const char *name,
                       const struct assay_buf *text)
{
    const char *path = assay_arena_printf(a, "%s/%s", s->folder, name);
    bool good = assay_file_replace(s->folder, path, text);

    if (!good)
        console_error(s->console, path, "cannot write: %s", strerror(errno));
    return good;
}

static bool write_runtime(const Settings *s, struct assay_arena *a)
{
    struct assay_buf text;
    bool good;

    assay_buf_init(&text, NULL, 0);
    assay_buf_add(&text, script_runtime_safescript, script_runtime_safescript_len);
    good = write_file(s, a, "safescript.js", &text);
    assay_buf_done(&text);
    return good;
}

static bool write_all(const Settings *s, struct assay_arena *a, const char *stem,
                      const JsOutput *o)
{
    const char *js = assay_arena_printf(a, "%s.js", stem);
    const char *map = assay_arena_printf(a, "%s.js.map", stem);
    const char *types = assay_arena_printf(a, "%s.d.ts", stem);

    return write_runtime(s, a) && write_file(s, a, map, o->map) &&
           write_file(s, a, types, o->types) && write_file(s, a, js, o->js);
}

static void tell_dropped(const Settings *s, const char *path, uint32_t dropped)
{
    if (dropped > 0)
        console_error(s->console, path,
                      "warning: %u condition%s of the specification cannot be executed, "
                      "and %s not checked",
                      (unsigned)dropped, dropped == 1 ? "" : "s",
                      dropped == 1 ? "is" : "are");
}

/* ---- Building. */

static bool make_folder(const Settings *s)
{
    if (mkdir(s->folder, 0777) == 0 || errno == EEXIST)
        return true;
    console_error(s->console, s->folder, "cannot be made: %s", strerror(errno));
    return false;
}

/* Whether everything was written; what is wrong with the program is in its diags. */
static bool emit(const Settings *s, ScriptFile *f)
{
    const char *stem = stem_of(&f->arena, f->path);
    struct assay_buf js, map, types;
    JsOutput o = {.js = &js, .map = &map, .types = &types};
    JsOptions how = {.checked = s->checked};
    bool good;

    if (!stem || !make_folder(s))
        return false;
    how.file = assay_arena_printf(&f->arena, "%s.js", stem);
    how.source = source_path(&f->arena, s->folder, f->path);
    assay_buf_init(&js, NULL, JS_MAX);
    assay_buf_init(&map, NULL, JS_MAX);
    assay_buf_init(&types, NULL, JS_MAX);
    good = script_js_emit(&f->script, &how, &f->diags, &o);
    if (!good && f->diags.errors == 0)
        console_error(s->console, f->path, "out of memory");
    good = good && write_all(s, &f->arena, stem, &o);
    if (good)
        tell_dropped(s, f->path, o.dropped);
    assay_buf_done(&js);
    assay_buf_done(&map);
    assay_buf_done(&types);
    return good;
}

/* Writes what was proved; what was not is reported. */
static int emit_proved(void *ctx, ScriptFile *f, const ScriptProved *proved)
{
    const Settings *s = ctx;
    bool sound = f->diags.errors == 0, good = sound && emit(s, f);

    (void)proved;
    script_file_report(f, s->json);
    return good ? COMMAND_HELD : sound ? COMMAND_BAD_USE : COMMAND_FINDING;
}

static int build(void *ctx)
{
    Settings *s = ctx;
    ScriptFile f;
    int code = COMMAND_BAD_USE;

    if (!script_file_open(&f, s->console, s->path))
        code = COMMAND_BAD_USE;
    else if (f.diags.errors > 0)
        script_file_report(&f, s->json);
    else if (s->unchecked)
        code = emit_proved(s, &f, NULL);
    else
        code = script_prove(&f, &s->proof, emit_proved, s);
    if (s->watch)
        script_watch_add(&s->watched, &f);
    script_file_close(&f);
    return code;
}

static int run(Cli *cli, int argc, char **argv)
{
    Settings s = {.console = &cli->console, .proof = SCRIPT_PROOF_DEFAULT};
    const struct assay_opt table[] = {
        {.name = "output",
         .letter = 'o',
         .type = ASSAY_OPT_TEXT,
         .into = &s.folder,
         .value = "DIR",
         .help = "the folder to write to, made if need be (that of the program)"},
        {.name = "checked",
         .type = ASSAY_OPT_FLAG,
         .into = &s.checked,
         .help = "test each response against what the specification promises"},
        {.name = "unchecked",
         .type = ASSAY_OPT_FLAG,
         .into = &s.unchecked,
         .help = "do not prove the program right first"},
        command_json_option(&s.json, "print JSON, one line for each error or warning"),
        {.name = "watch",
         .letter = 'w',
         .type = ASSAY_OPT_FLAG,
         .into = &s.watch,
         .help = "build again whenever a file changes"},
        script_limit_option(&s.proof),
        script_jobs_option(&s.proof),
        script_cache_option(&s.proof),
        command_color_option(cli),
        command_help_option(cli),
        {.name = NULL},
    };
    struct assay_arena arena;
    int code;

    if (command_start(cli, table, argc, argv) < 0)
        return cli->exit;
    assay_arena_init(&arena, NULL, 0);
    if (!s.folder)
        s.folder = folder_of(&arena, argv[1]);
    s.path = argv[1];
    code = s.watch ? script_watch(s.console, &s.watched, build, &s) : build(&s);
    assay_arena_done(&arena);
    return code;
}

const Command script_build_command = {
    .name = "build",
    .summary = "compile a program to JavaScript",
    .arguments = "FILE",
    .about =
        "Writes four files: client.js, a module for browsers and Node.js; its source "
        "map;\n"
        "client.d.ts, declarations for TypeScript; and safescript.js, which the module\n"
        "imports and which is the same for all programs.\n"
        "\n"
        "  $ assay script build client.ss -o dist\n"
        "\n"
        "exit status: 0 they were written, 2 bad usage, program or file.\n",
    .run = run,
};
