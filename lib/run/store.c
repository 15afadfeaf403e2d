/*
 * The store: a folder with a file of choices per failure, NAME-HASH4.choices, and a C
 * program, or a chart, next to each. Files are written to a temporary name, synced and
 * renamed, so there is never half a file; nothing is ever deleted.
 */
#include "base/ascii.h"
#include "base/file.h"
#include "run/session.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAME_TEXT 96                /* bytes of a property's name in a file name */
#define FILE_MAX ((size_t)64 << 20) /* bytes in a file of choices */
#define LINE 90                     /* columns in a file of choices */
#define FILES_MAX 1000              /* saved failures of one property that are tried */

static const char extension[] = ".choices";

/* ---- Names */

static void safe_name(const char *name, char text[NAME_TEXT])
{
    size_t n = 0;

    for (; name[n] && n < NAME_TEXT - 1; n++) {
        char c = name[n];
        text[n] = assay_is_word(c) || (c == '-' && n > 0) ? c : '_';
    }
    text[n] = '\0';
}

static bool is_taken(const struct assay_session *s, const char *path)
{
    for (size_t i = 0; i < s->ncases; i++)
        if (strcmp(s->cases[i].saved, path) == 0)
            return true;
    return false;
}

/* The path of a new case: another one of this run may have its hash by chance. */
static enum assay_status name_case(struct assay_session *s, struct assay_case *c)
{
    struct assay_buf *b = &s->scratch;
    char name[NAME_TEXT];
    unsigned hash = (unsigned)(c->failed.name >> 48);

    safe_name(s->property->name, name);
    do {
        assay_buf_clear(b);
        assay_buf_printf(b, "%s/%s-%04x%s", s->options.store, name, hash & 0xffff,
                         extension);
        if (b->status)
            return b->status;
        hash++;
    } while (is_taken(s, b->at));
    c->saved = assay_session_text(s, (struct assay_str){b->at, b->len});
    if (c->saved)
        return ASSAY_OK;
    c->saved = "";
    return ASSAY_NO_MEMORY;
}

/* ---- Saving */

/* The text form, in lines. */
static void put_lines(struct assay_buf *b, const struct assay_values *values,
                      const char *property)
{
    size_t column = 0, blank = 0;

    assay_values_encode(values, property, ' ', b);
    for (size_t i = 0; i < b->len; i++, column++) {
        if (b->at[i] != ' ')
            continue;
        if (column > LINE && blank > 0) {
            b->at[blank] = '\n';
            column = i - blank;
        }
        blank = i;
    }
    assay_buf_putc(b, '\n');
}

enum assay_status assay_store_save(struct assay_session *s, struct assay_case *c)
{
    struct assay_buf text;
    enum assay_status status = ASSAY_OK;

    if (s->options.no_store || c->lost)
        return ASSAY_OK;
    if (!c->saved[0])
        status = name_case(s, c);
    if (status)
        return status;
    assay_buf_init(&text, s->options.mem, FILE_MAX);
    put_lines(&text, &c->values, s->property->name);
    status = text.status;
    if (status == ASSAY_OK && !assay_file_replace(s->options.store, c->saved, &text)) {
        status = assay_session_warn(s, "%s was not saved: %s", c->saved, strerror(errno));
        c->saved = "";
    }
    assay_buf_done(&text);
    return status;
}

enum assay_status assay_store_save_beside(struct assay_session *s,
                                          const struct assay_case *c, const char *suffix,
                                          const struct assay_buf *text,
                                          const char **ret_path)
{
    struct assay_buf path;
    enum assay_status status;

    assay_buf_init(&path, s->options.mem, 0);
    assay_buf_add(&path, c->saved, strlen(c->saved) - strlen(extension));
    assay_buf_puts(&path, suffix);
    status = path.status;
    if (status == ASSAY_OK && assay_file_replace(s->options.store, path.at, text))
        status = assay_session_keep(s, ret_path, (struct assay_str){path.at, path.len});
    else if (status == ASSAY_OK)
        status = assay_session_warn(s, "%s was not saved: %s", path.at, strerror(errno));
    assay_buf_done(&path);
    return status;
}

/* ---- Trying what was saved */

/* Reads a file. *ret_ours is false when it is another property's. */
static enum assay_status load(struct assay_session *s, const char *path,
                              struct assay_values *values, bool *ret_ours)
{
    struct assay_buf text, name, error;
    enum assay_status status;

    assay_buf_init(&text, s->options.mem, FILE_MAX);
    assay_buf_init(&name, s->options.mem, 0);
    assay_buf_init(&error, s->options.mem, 0);
    status = assay_file_read(path, &text);
    *ret_ours = false;
    if (status == ASSAY_IO) {
        status = assay_session_error(s, "%s: %s", path, strerror(errno));
    } else if (status == ASSAY_OK) {
        status = assay_values_decode(values, text.at, text.len, &name, &error);
        if (status == ASSAY_BAD_FORMAT || status == ASSAY_BAD_VERSION)
            status = assay_session_error(s, "%s: %s", path, error.at);
        else
            *ret_ours = name.len == 0 || strcmp(name.at, s->property->name) == 0;
    }
    assay_buf_done(&text);
    assay_buf_done(&name);
    assay_buf_done(&error);
    return status;
}

static enum assay_status try_values(struct assay_session *s, const char *path,
                                    const struct assay_values *values)
{
    struct assay_command command = {.explain = true};
    struct assay_result result;
    struct assay_case *c;
    enum assay_status status;

    assay_engine_renew(&s->engine);
    status =
        assay_engine_replay(&s->engine, values, command, s->options.timeout, &result);
    if (status)
        return status;
    s->stored++;
    if (result.end != ASSAY_END_FAILED) {
        s->stored_passing++;
        return ASSAY_OK;
    }
    status = assay_session_meet(s, &result, &c);
    if (status || !c)
        return status;
    c->from_store = true;
    c->saved = assay_session_text(s, assay_str(path));
    if (!c->saved) {
        c->saved = "";
        return ASSAY_NO_MEMORY;
    }
    status = assay_case_explain(s, c);
    return status ? status : assay_session_settle(s);
}

static enum assay_status try_file(struct assay_session *s, const char *file)
{
    struct assay_values values;
    struct assay_buf path;
    enum assay_status status;
    bool ours = false;

    assay_values_init(&values, s->options.mem);
    assay_buf_init(&path, s->options.mem, 0);
    assay_buf_printf(&path, "%s/%s", s->options.store, file);
    status = path.status ? path.status : load(s, path.at, &values, &ours);
    if (status == ASSAY_OK && ours)
        status = try_values(s, path.at, &values);
    assay_values_done(&values);
    assay_buf_done(&path);
    return status;
}

/* NAME-HASH4.choices, for this name. */
static bool is_file_of(const char *file, const char *name)
{
    size_t len = strlen(name);

    return strncmp(file, name, len) == 0 && file[len] == '-' &&
           strspn(file + len + 1, "0123456789abcdef") == 4 &&
           strcmp(file + len + 5, extension) == 0;
}

/* The files of the property, one line each, in a fixed order. */
static enum assay_status list_files(struct assay_session *s, struct assay_buf *names)
{
    char name[NAME_TEXT];
    struct dirent **entries = NULL;
    int n = scandir(s->options.store, &entries, NULL, alphasort), files = 0;

    safe_name(s->property->name, name);
    for (int i = 0; i < n; i++) {
        if (is_file_of(entries[i]->d_name, name) && files++ < FILES_MAX)
            assay_buf_printf(names, "%s\n", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    if (names->status == ASSAY_OK && files > FILES_MAX)
        return assay_session_warn(s, "%d saved failures were not tried: only %d are",
                                  files - FILES_MAX, FILES_MAX);
    return names->status;
}

enum assay_status assay_store_replay(struct assay_session *s)
{
    struct assay_buf names;
    enum assay_status status;

    if (s->options.no_store)
        return ASSAY_OK;
    assay_buf_init(&names, s->options.mem, 0);
    status = list_files(s, &names);
    for (char *at = names.at, *end; status == ASSAY_OK && !s->misused && *at; at = end) {
        end = strchr(at, '\n');
        *end++ = '\0';
        status = try_file(s, at);
    }
    assay_buf_done(&names);
    return status;
}
