/*
 * compile_commands.json: an array of objects with "file", "directory", and "arguments" or
 * "command", a line for a shell. Relative paths are of the directory, and a relative
 * directory is of the database's folder; here they become paths that hold from anywhere.
 */
#include "cfront/flags.h"
#include "base/file.h"
#include "base/path.h"
#include "cfront/arguments.h"
#include "term/value.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DATABASE "compile_commands.json"
#define DATABASE_MAX ((size_t)256 << 20) /* bytes */
#define ARGUMENTS_MAX 65536

typedef struct {
    Diags *diags;
    struct assay_arena *arena;
    const char *path;   /* of the database */
    const char *folder; /* where it is */
    uint32_t source;
} Database;

/* ---- Paths. */

/* All that is before the last slash; "." when there is none. NULL when out of memory. */
static const char *folder_of(struct assay_arena *a, const char *path)
{
    size_t len = assay_path_folder(path);

    return len > 0 ? assay_arena_text(a, path, len) : ".";
}

/* A path that is `folder`'s. NULL when out of memory. */
static const char *join(struct assay_arena *a, const char *folder, const char *path)
{
    struct assay_buf buf;
    if (path[0] == '/' || strcmp(folder, ".") == 0)
        return path;
    assay_buf_init(&buf, a->mem, 0);
    assay_buf_printf(&buf, "%s%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/", path);
    const char *joined = buf.status ? NULL : assay_arena_text(a, buf.at, buf.len);
    assay_buf_done(&buf);
    return joined;
}

/* Without links and dots; the path itself if there is no such file. */
static const char *resolve(struct assay_arena *a, const char *path)
{
    char resolved[PATH_MAX];
    return realpath(path, resolved) ? assay_arena_text(a, resolved, strlen(resolved))
                                    : path;
}

/* The database in a folder, or where its project is built; NULL when there is none. */
static const char *database_in(struct assay_arena *a, const char *folder)
{
    static const char *const names[] = {DATABASE, "build/" DATABASE};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *candidate = join(a, folder, names[i]);
        if (candidate && access(candidate, F_OK) == 0)
            return candidate;
    }
    return NULL;
}

/* The database of the file's folder or the nearest above it; NULL when there is none. */
static const char *find_database(struct assay_arena *a, const char *path)
{
    const char *at = resolve(a, path), *found = NULL;
    while (!found && at && strcmp(at, "/") != 0 && strcmp(at, ".") != 0) {
        at = folder_of(a, at);
        found = at ? database_in(a, at) : NULL;
    }
    return found;
}

/* ---- The database. */

static const Value *read_database(Database *d)
{
    struct assay_buf buf;
    size_t offset = 0;
    assay_buf_init(&buf, d->arena->mem, DATABASE_MAX);
    enum assay_status status = assay_file_read(d->path, &buf);
    char *text = status ? NULL : assay_arena_text(d->arena, buf.at, buf.len);
    struct assay_str all = {text, buf.len};
    assay_buf_done(&buf);
    if (!text) {
        diag_report(d->diags, DIAG_DATABASE, span_nowhere(), "cannot read '%s': %s",
                    d->path, assay_file_error(status ? status : ASSAY_NO_MEMORY));
        return NULL;
    }
    d->source = diag_source(d->diags, d->path, all);
    const Value *v = value_read_json(d->arena, all, &offset);
    if (!v)
        diag_report(d->diags, DIAG_DATABASE,
                    (Span){d->source, (uint32_t)offset, (uint32_t)offset + 1},
                    "this is not JSON");
    return v;
}

static const Value *member(const Value *object, const char *name, ValueKind kind)
{
    const Value *v = value_find(object, assay_str(name));
    return v && v->kind == kind ? v : NULL;
}

/* A member as text; NULL when it is none, or out of memory. */
static const char *text_of(const Database *d, const Value *v)
{
    return v ? assay_arena_text(d->arena, v->as.string.at, v->as.string.len) : NULL;
}

/* ---- Arguments. */

typedef struct {
    struct assay_arena *arena;
    const char **at;
    uint32_t count, most;
} Words;

static void add_word(Words *w, const char *word)
{
    if (word && w->at && w->count < w->most)
        w->at[w->count++] = word;
}

/* One word for the shell at `at`, without its quotes, into `out`; its end. */
static size_t read_word(struct assay_str s, size_t at, char *out)
{
    char quote = '\0';
    for (; at < s.len && (quote || !strchr(" \t\n\r", s.at[at])); at++) {
        char c = s.at[at], next = at + 1 < s.len ? s.at[at + 1] : '\0';
        if (c == quote)
            quote = '\0';
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
        else if (c == '\\' && next != '\0' &&
                 (!quote || (quote == '"' && strchr("\"\\$`", next))))
            *out++ = s.at[++at];
        else
            *out++ = c;
    }
    *out = '\0';
    return at;
}

static void split_command(Words *w, struct assay_str s)
{
    char *out = assay_arena_new(w->arena, s.len + 2, 1);
    for (size_t at = 0; out && at < s.len;) {
        while (at < s.len && strchr(" \t\n\r", s.at[at]))
            at++;
        if (at >= s.len)
            break;
        at = read_word(s, at, out);
        add_word(w, out);
        out += strlen(out) + 1;
    }
}

/* The words of an entry, the compiler first. Without any, it is malformed. */
static Words read_words(const Database *d, const Value *entry)
{
    const Value *array = member(entry, "arguments", VALUE_ARRAY);
    const Value *command = member(entry, "command", VALUE_STRING);
    Words w = {.arena = d->arena, .most = ARGUMENTS_MAX};
    if (array && array->as.array.count < w.most)
        w.most = array->as.array.count;
    else if (command && command->as.string.len < w.most)
        w.most = (uint32_t)command->as.string.len;
    w.at = assay_arena_new(d->arena, w.most, sizeof *w.at);
    for (uint32_t i = 0; array && i < array->as.array.count; i++)
        if (array->as.array.items[i]->kind == VALUE_STRING)
            add_word(&w, text_of(d, array->as.array.items[i]));
    if (!array && command)
        split_command(&w, command->as.string);
    return w;
}

/* Whether an option is about files that the compiler writes. */
static bool is_output(const char *word)
{
    return strcmp(word, "-c") == 0 || strcmp(word, "-S") == 0 ||
           strcmp(word, "-E") == 0 || strncmp(word, "-M", 2) == 0 ||
           strncmp(word, "-o", 2) == 0;
}

/* A path as people write it: without dots, from here if it is below. */
static const char *tidy(struct assay_arena *a, const char *path)
{
    char here[PATH_MAX];
    const char *resolved = resolve(a, path);
    size_t len = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool below = resolved && len > 1 && strncmp(resolved, here, len) == 0;
    return below && resolved[len] == '/' ? resolved + len + 1 : resolved;
}

/* The path in a word, from byte `start` on, as one that holds from here. */
static const char *rebase(const Database *d, const char *folder, const char *word,
                          int start)
{
    struct assay_buf buf;
    const char *path = join(d->arena, folder, word + start);
    if (!path || path == word + start || word[start] == '=')
        return word;
    path = tidy(d->arena, path);
    if (!path)
        return word;
    assay_buf_init(&buf, d->arena->mem, 0);
    assay_buf_printf(&buf, "%.*s%s", start, word, path);
    const char *text = buf.status ? NULL : assay_arena_text(d->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    return text;
}

static CFlags choose(const Database *d, const Words *all, const char *folder)
{
    Words w = {.arena = d->arena, .most = all->count};
    uint32_t len;
    w.at = assay_arena_new(d->arena, all->count, sizeof *w.at);
    for (uint32_t i = 1; i < all->count; i += len) {
        bool keep;
        int path;
        len = cfront_argument_length(all->at + i, all->count - i, &keep, &path);
        if (all->at[i][0] != '-' || is_output(all->at[i]))
            continue;
        for (uint32_t k = i; k < i + len; k++)
            add_word(&w, k + 1 == i + len && path >= 0
                             ? rebase(d, folder, all->at[k], path)
                             : all->at[k]);
    }
    return (CFlags){w.at, w.count, folder};
}

/* ---- Entries. */

static bool is_entry(const Value *v)
{
    return v->kind == VALUE_OBJECT && member(v, "file", VALUE_STRING) &&
           (member(v, "arguments", VALUE_ARRAY) || member(v, "command", VALUE_STRING));
}

static const char *folder_of_entry(const Database *d, const Value *entry)
{
    const char *folder = text_of(d, member(entry, "directory", VALUE_STRING));
    return folder ? join(d->arena, d->folder, folder) : d->folder;
}

/* The file that an entry is for; NULL when out of memory. */
static const char *file_of_entry(const Database *d, const Value *entry)
{
    const char *folder = folder_of_entry(d, entry);
    const char *file = text_of(d, member(entry, "file", VALUE_STRING));
    const char *path = folder && file ? join(d->arena, folder, file) : NULL;
    return path ? resolve(d->arena, path) : NULL;
}

/* How well an entry suits a file: 0 not at all, SIZE_MAX when it is for that file. A
 * header has none of its own: the C file beside it that is called most like it does. */
static size_t suits(const Database *d, const Value *entry, const char *path)
{
    const char *file = file_of_entry(d, entry);
    size_t len = strlen(path), same = 0;
    if (!file || strcmp(file, path) == 0)
        return file ? SIZE_MAX : 0;
    while (file[same] && file[same] == path[same])
        same++;
    return len > 2 && strcmp(path + len - 2, ".h") == 0 ? same : 0;
}

static const Value *find_entry(Database *d, const Value *all, const char *path)
{
    const char *resolved = resolve(d->arena, path);
    const Value *best = NULL;
    size_t most = 0;
    if (all->kind != VALUE_ARRAY) {
        diag_report(d->diags, DIAG_DATABASE, (Span){d->source, 0, 1},
                    "an array of objects is expected");
        return NULL;
    }
    for (uint32_t i = 0; i < all->as.array.count && resolved && most < SIZE_MAX; i++) {
        const Value *entry = all->as.array.items[i];
        if (!is_entry(entry)) {
            diag_report(d->diags, DIAG_DATABASE, (Span){d->source, 0, 1},
                        "entry %u has not 'file', and 'arguments' or 'command'", i + 1);
            continue;
        }
        size_t how = suits(d, entry, resolved);
        if (how > most) {
            best = entry;
            most = how;
        }
    }
    return best;
}

CFlags cfront_flags(Diags *diags, struct assay_arena *arena, const char *database,
                    const char *path, bool *ret_found)
{
    Database d = {.diags = diags, .arena = arena};
    const CFlags none = {NULL, 0, NULL};
    *ret_found = false;
    d.path = database ? database : find_database(arena, path);
    d.folder = d.path ? folder_of(arena, d.path) : NULL;
    const Value *all = d.folder ? read_database(&d) : NULL;
    const Value *entry = all ? find_entry(&d, all, path) : NULL;
    const char *folder = entry ? folder_of_entry(&d, entry) : NULL;
    if (!folder)
        return none;
    Words words = read_words(&d, entry);
    *ret_found = true;
    return choose(&d, &words, folder);
}
