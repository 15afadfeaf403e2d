/*
 * Paths under a fuzzer: the first byte picks a language and a word of it, the rest is the
 * path. One that is refused gets a reason; of one that is not, the parts that are
 * selected one by one are those that are selected at once, in the order of the text.
 */
#include "base/arena.h"
#include "target.h"
#include <assay/languages.h>
#include <string.h>

static const struct {
    const char *lang, *word;
} samples[] = {
    {"json", "{\"a\": [1, {\"b\": -2.5e3, \"a\": []}], \"c\": \"x\\n\"}"},
    {"url", "http://user@example.org:80/a/b;c?x=1&y=2#f"},
    {"csv", "a,b\r\n\"1\",2\r\n"},
    {"email", "a.b@c.example"},
    {"semver", "1.2.3-rc.1+build.5"},
};
#define SAMPLES (sizeof samples / sizeof *samples)

static const struct assay_tree *tree_of(size_t number)
{
    static struct assay_tree *trees[SAMPLES];
    const char *word = samples[number].word;

    if (!trees[number])
        demand(assay_tree_new(assay_language(samples[number].lang), word, strlen(word),
                              &trees[number], NULL) == ASSAY_OK,
               "a sample is no sentence");
    return trees[number];
}

static void check_refused(const struct assay_lang *lang, const char *path)
{
    char text[300];

    demand(assay_path_problem(lang, path, text, sizeof text) > 0, "refused, not why");
    demand(text[0] != '\0', "an empty reason");
}

static void check_parts(const struct assay_tree *tree, const char *path,
                        const struct assay_selection *all)
{
    struct assay_part part, only;
    const char *before = all->count ? assay_tree_part(tree, 0).at : NULL;

    for (size_t k = 1; k <= all->count; k++) {
        demand(assay_select_kth(tree, path, k, &part) == ASSAY_OK, "a part is missing");
        demand(k == 1 || all->nodes[k - 1] > all->nodes[k - 2], "an order");
        demand(part.at >= before, "a place");
        before = part.at;
    }
    demand(assay_select_kth(tree, path, all->count + 1, &part) == ASSAY_NOT_ONE,
           "one too many");
    demand((assay_select(tree, path, &only) == ASSAY_OK) == (all->count == 1),
           "exactly one");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct assay_selection all;
    struct assay_arena arena;
    enum assay_status status;

    if (size < 1 || size > 400)
        return 0;
    size_t number = data[0] % SAMPLES;
    const struct assay_tree *tree = tree_of(number);
    assay_arena_init(&arena, NULL, 0);
    const char *path = assay_arena_text(&arena, (const char *)data + 1, size - 1);
    status = assay_select_all(tree, path, &all);
    demand(status == ASSAY_OK || status == ASSAY_BAD_FORMAT || status == ASSAY_TOO_LARGE,
           "an unexpected status");
    if (status)
        check_refused(assay_language(samples[number].lang), path);
    else
        check_parts(tree, path, &all);
    if (!status)
        assay_selection_done(&all);
    assay_arena_done(&arena);
    return 0;
}
