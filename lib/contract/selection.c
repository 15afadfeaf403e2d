/*
 * Parts of texts. What was selected is kept, by thread, until the next clause begins, so
 * that \select_all(...)[i] in a loop derives its text once. It is found again by what the
 * text is, not by where it is, and its parts are those of a copy.
 */
#include "base/arena.h"
#include "contract/call.h"
#include "contract/language.h"
#include "contract/text.h"
#include <string.h>

#define MEMORY_MAX ((size_t)256 << 20) /* bytes of all selections of a clause */
#define RECENT 16 /* selections that are looked through; others are made again */

struct selection {
    struct selection *before;
    const struct assay_language *language;
    const char *path;
    struct assay_text of; /* the copy */
    struct assay_texts parts;
    bool no_sentence;
};

static _Thread_local struct {
    struct assay_arena memory;
    struct selection *last;
    bool used;
} mine;

void assay_texts_begin(void)
{
    if (!mine.used)
        return;
    mine.used = false;
    mine.last = NULL;
    assay_arena_reset(&mine.memory);
}

void assay_selections_free(void)
{
    if (mine.memory.max > 0)
        assay_arena_done(&mine.memory);
    memset(&mine, 0, sizeof mine);
}

static bool is_of(const struct selection *s, const struct assay_language *language,
                  struct assay_text a, const char *path)
{
    return s->language == language && s->of.len == a.len &&
           (s->path == path || strcmp(s->path, path) == 0) &&
           (s->of.at == a.at || memcmp(s->of.at, a.at, a.len) == 0);
}

static const struct selection *find(const struct assay_language *language,
                                    struct assay_text a, const char *path)
{
    const struct selection *s = mine.last;

    for (int i = 0; s && i < RECENT; i++, s = s->before)
        if (is_of(s, language, a, path))
            return s;
    return NULL;
}

/* ---- Making one */

static enum assay_status take_parts(struct selection *s, const struct assay_tree *tree)
{
    struct assay_selection nodes = {.nodes = NULL};
    enum assay_status status = assay_select_all(tree, s->path, &nodes);
    struct assay_text *parts;

    if (status)
        return status;
    parts = assay_arena_new(&mine.memory, nodes.count, sizeof *parts);
    for (size_t i = 0; parts && i < nodes.count; i++) {
        struct assay_part part = assay_tree_part(tree, nodes.nodes[i]);
        parts[i] = (struct assay_text){part.at, part.len};
    }
    s->parts = (struct assay_texts){parts, nodes.count};
    assay_selection_done(&nodes);
    return parts ? ASSAY_OK : ASSAY_NO_MEMORY;
}

static enum assay_status derive(struct selection *s, const struct assay_lang *lang)
{
    struct assay_tree *tree = NULL;
    enum assay_status status = assay_tree_new(lang, s->of.at, s->of.len, &tree, NULL);

    if (status == ASSAY_NO_MATCH) {
        s->no_sentence = true;
        return ASSAY_OK;
    }
    if (!status)
        status = take_parts(s, tree);
    assay_tree_free(tree);
    return status;
}

static struct selection *make(const struct assay_language *language,
                              const struct assay_lang *lang, struct assay_text a,
                              const char *path)
{
    struct selection *s;
    enum assay_status status = ASSAY_NO_MEMORY;

    if (mine.memory.max == 0) {
        assay_arena_init(&mine.memory, NULL, MEMORY_MAX);
        assay_thread_watch();
    }
    mine.used = true;
    s = assay_arena_new(&mine.memory, 1, sizeof *s);
    if (s) {
        *s = (struct selection){.before = mine.last, .language = language, .path = path};
        s->of = (struct assay_text){assay_arena_text(&mine.memory, a.at, a.len), a.len};
    }
    if (s && s->of.at)
        status = derive(s, lang);
    if (!status)
        return mine.last = s;
    assay_spec_trouble(status == ASSAY_BAD_FORMAT
                           ? "the language has no such part"
                           : "no memory to select parts of a text");
    return NULL;
}

/* NULL of a text that is none, and where there was trouble. */
static const struct selection *selection(struct assay_language *language,
                                         struct assay_text a, const char *path)
{
    const struct selection *s = a.at ? find(language, a, path) : NULL;
    const struct assay_lang *lang;

    if (s || !a.at)
        return s;
    lang = assay_language_get(language);
    return lang ? make(language, lang, a, path) : NULL;
}

struct assay_texts assay_text_select_all(struct assay_language *language,
                                         struct assay_text a, const char *path)
{
    const struct selection *s = selection(language, a, path);

    return s ? s->parts : (struct assay_texts){NULL, 0};
}

struct assay_text assay_text_select(struct assay_language *language, struct assay_text a,
                                    const char *path)
{
    const struct selection *s = selection(language, a, path);

    if (s && s->parts.count == 1)
        return s->parts.at[0];
    if (!a.at) /* for the reason that is known already */
        return a;
    return s && !s->no_sentence
               ? assay_text_none(ASSAY_NONE_SELECTED, NULL, s->parts.count)
               : assay_text_none(ASSAY_NONE_DERIVED, NULL, 0);
}
