/*
 * assay lang: languages at the command line. Each action is a file of its own; here are
 * the list of them and the way from LANG to a language.
 */
#include "cli/lang.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/input.h"
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static const Command *const actions[] = {
    &lang_check, &lang_tree,    &lang_select, &lang_gen,
    &lang_info,  &lang_compile, &lang_list,   NULL,
};

const Command command_lang = {
    .name = "lang",
    .summary = "check, take apart and write words of a language",
    .arguments = "ACTION [OPTION]... LANG [ARGUMENT]...",
    .about =
        "Languages are given by grammars: words are checked, derived and searched by\n"
        "them, and sentences are made. doc/languages.md has the notation.\n"
        "\n" LANG_ABOUT,
    .actions = actions,
    .run = command_run_action,
};

static bool is_builtin(const char *name)
{
    for (const char *const *known = assay_language_names(); *known; known++) {
        if (strcmp(*known, name) == 0)
            return true;
    }
    return false;
}

static bool is_path(const char *name)
{
    size_t len = strlen(name);

    return strcmp(name, "-") == 0 || strchr(name, '/') ||
           (len > 5 && strcmp(name + len - 5, ".lang") == 0) || access(name, F_OK) == 0;
}

static void unknown_language(const char *name, Console *console)
{
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (const char *const *known = assay_language_names(); *known; known++) {
        if (assay_str_resembles(assay_str(name), assay_str(*known), &nearest))
            near = *known;
    }
    console_error(console, name, "no built-in language and no file%s%s%s",
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    console_error(console, "see", "assay lang list");
}

/* Appends the folder that a path is in. */
static void add_folder(struct assay_buf *out, const char *path)
{
    size_t len = assay_path_folder(path);

    if (len > 0)
        assay_buf_add(out, path, len);
    else
        assay_buf_putc(out, '.');
}

static bool compile(Language *l, const char *path, const struct assay_buf *text,
                    const char *folder)
{
    struct assay_lang_source source = {
        .name = path, .text = text->at, .len = text->len, .folder = folder};
    enum assay_status status = assay_lang_new(&source, &l->own);

    if (l->own)
        console_error_text(l->console, assay_lang_report(l->own));
    else
        console_error(l->console, path, "cannot compile: %s", assay_status_text(status));
    l->lang = l->own;
    return status == ASSAY_OK;
}

static bool read_file(Language *l, const char *path)
{
    struct assay_buf text, folder;
    enum assay_status status;
    bool good = false;

    assay_buf_init(&text, NULL, INPUT_MAX);
    assay_buf_init(&folder, NULL, 0);
    add_folder(&folder, path);
    status = input_read(path, &text);
    if (status || folder.status)
        console_error(l->console, path, "cannot read: %s",
                      assay_file_error(status ? status : folder.status));
    else
        good = compile(l, path, &text, folder.at);
    assay_buf_done(&text);
    assay_buf_done(&folder);
    return good;
}

bool language_open(Language *l, const char *name, Console *console)
{
    *l = (Language){.console = console, .from_input = strcmp(name, "-") == 0};
    if (is_builtin(name)) {
        l->lang = assay_language(name);
        if (!l->lang)
            console_error(console, name, "%s", assay_status_text(ASSAY_NO_MEMORY));
        return l->lang != NULL;
    }
    if (is_path(name))
        return read_file(l, name);
    unknown_language(name, console);
    return false;
}

void language_close(Language *l)
{
    assay_lang_free(l->own);
}

enum { CONSTRAINT_BYTES = 80 }; /* of its text that are shown */

void constraint_add(const struct assay_acceptance *constraint, struct assay_buf *out)
{
    const char *text = constraint->constraint;
    size_t len = strlen(text), shown = len;

    if (len > CONSTRAINT_BYTES)
        shown = CONSTRAINT_BYTES - 3;
    while (shown < len && (text[shown] & 0xc0) == 0x80)
        shown--; /* not inside a character */
    if (constraint->solved)
        assay_buf_puts(out, "solved: ");
    else
        assay_buf_printf(out, "filtered, held %" PRIu64 " of %" PRIu64 ": ",
                         constraint->held, constraint->tried);
    assay_buf_add(out, text, shown);
    assay_buf_puts(out, shown < len ? "..." : "");
}
