/*
 * Whether a source may have contracts, from the texts of it and of what it includes: most
 * sources have none, and need not be parsed to know. Conditions are not looked at, so
 * that all that can be included counts. What is found in no folder that the arguments
 * name is the system's, which has no contracts.
 */
#include "base/file.h"
#include "cli/cc.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILES_MAX 4096
#define FILE_BYTES_MAX ((size_t)64 << 20)

typedef struct {
    Cc *c;
    const char *files[FILES_MAX]; /* seen, those from `next` on not yet read */
    uint32_t count, next;
    bool maybe;
} Scan;

static void add_file(Scan *s, const char *path)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->files[i], path) == 0)
            return;
    if (s->count == FILES_MAX)
        s->maybe = true;
    else
        s->files[s->count++] = cc_text(s->c, "%s", path);
}

/* From a folder, whose path is that long; from the current one if that is 0. */
static bool add_if_there(Scan *s, const char *folder, int len, struct assay_str name)
{
    char path[PATH_MAX];
    int n = name.at[0] == '/' || len == 0
                ? snprintf(path, sizeof path, "%.*s", (int)name.len, name.at)
                : snprintf(path, sizeof path, "%.*s/%.*s", len, folder, (int)name.len,
                           name.at);

    if (n >= (int)sizeof path || access(path, R_OK) != 0)
        return false;
    add_file(s, path);
    return true;
}

/* ---- Arguments. */

/* The value of an option of this name, at a word; or NULL. */
static const char *value_at(const Cc *c, uint32_t word, const char *name)
{
    const char *text = c->words[word].text;
    size_t len = strlen(name);

    if (c->words[word].kind != WORD_FLAG || strncmp(text, name, len) != 0)
        return NULL;
    if (text[len] != '\0')
        return text + len;
    return word + 1 < c->nwords ? c->words[word + 1].text : NULL;
}

static void find_include(Scan *s, const char *from, struct assay_str name, bool quoted)
{
    const char *slash = strrchr(from, '/'), *folder;

    if (quoted && add_if_there(s, from, slash ? (int)(slash - from) : 0, name))
        return;
    for (uint32_t i = 0; i < s->c->nwords; i++)
        if ((folder = value_at(s->c, i, "-iquote")) || (folder = value_at(s->c, i, "-I")))
            add_if_there(s, folder, (int)strlen(folder), name);
}

static void add_forced(Scan *s)
{
    const char *path;

    for (uint32_t i = 0; i < s->c->nwords; i++)
        if ((path = value_at(s->c, i, "-include")) ||
            (path = value_at(s->c, i, "-imacros")))
            find_include(s, "", assay_str(path), true);
}

/* ---- Texts. */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

/* Behind a '#': what an include directive names is to be looked at, too. */
static void read_directive(Scan *s, const char *from, const char *at)
{
    size_t len;
    char end;

    at = skip_blanks(at);
    if (strncmp(at, "include", 7) != 0 && strncmp(at, "import", 6) != 0)
        return;
    at += *at == 'i' && at[1] == 'n' ? 7 : 6;
    if (strncmp(at, "_next", 5) == 0)
        at += 5;
    at = skip_blanks(at);
    end = *at == '<' ? '>' : *at == '"' ? '"' : '\0';
    len = end ? strcspn(at + 1, end == '>' ? ">\n" : "\"\n") : 0;
    if (end && at[1 + len] == end)
        find_include(s, from, (struct assay_str){at + 1, len}, end == '"');
    else
        s->maybe = true; /* a macro, or a comment before it */
}

static void read_text(Scan *s, const char *from, const char *text)
{
    if (strstr(text, "/*@") || strstr(text, "//@")) {
        s->maybe = true;
        return;
    }
    while ((text = strchr(text, '#')))
        read_directive(s, from, ++text);
}

static void read_next(Scan *s)
{
    const char *path = s->files[s->next++];
    struct assay_buf text;

    assay_buf_init(&text, NULL, FILE_BYTES_MAX);
    (void)assay_file_read(path, &text); /* the compiler will say that it cannot */
    read_text(s, path, text.at);
    s->maybe = s->maybe || text.status || strlen(text.at) < text.len;
    assay_buf_done(&text);
}

bool cc_scan(Cc *c, const char *path)
{
    Scan *s = assay_arena_new(&c->arena, 1, sizeof *s);

    if (!s)
        return true;
    s->c = c;
    add_file(s, path);
    add_forced(s);
    while (!s->maybe && s->next < s->count)
        read_next(s);
    return s->maybe;
}
