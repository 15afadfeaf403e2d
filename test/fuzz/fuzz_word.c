/*
 * Words under a fuzzer: the first byte picks a language, the rest is the word. The fast
 * recognisers and the general one must agree, trees must hang together, and a reason must
 * lie within the word.
 */
#include "base/buf.h"
#include "lang/lang.h"
#include "target.h"
#include <assay/languages.h>
#include <stdlib.h>
#include <string.h>

/* Languages that are not regular and not built in, besides those that are. */
static const char *const grammars[] = {
    "e: e \"+\" t | e \"-\" t | t; t: \"(\" e \")\" | [0-9]+;",
    "s: s s | \"a\" s \"b\" | \"c\"?;",
    "s: x ws (\",\" ws x ws)*; x: \"[\" s \"]\" | \"a\" ws; ws: \" \"*;",
    "%bytes; s: n %x0-FF*; n: [\\x00-\\x20]{2,4} where len(self) != 3;",
    "s: x{2,5} y*; x: \"a\" y? | ; y: \"b\"{1,3};",
};
#define GRAMMARS (sizeof grammars / sizeof *grammars)

static const struct assay_lang *pick(unsigned char byte)
{
    static struct assay_lang *made[GRAMMARS];
    const char *const *names = assay_language_names();
    size_t count = 0, number;

    while (names[count])
        count++;
    number = byte % (count + GRAMMARS);
    if (number < count)
        return assay_language(names[number]);
    number -= count;
    if (!made[number]) {
        struct assay_lang_source source = {.text = grammars[number],
                                           .len = strlen(grammars[number])};

        demand(assay_lang_new(&source, &made[number]) == ASSAY_OK, "a grammar is bad");
    }
    return made[number];
}

static void check_reason(const struct assay_mismatch *why, const char *word, size_t len)
{
    char text[300];

    demand(why->offset <= len, "the offset is behind the word");
    demand(assay_mismatch_text(why, word, len, text, sizeof text) > 0, "no reason");
    if (!why->constraint && why->offset < len) {
        unsigned char byte = (unsigned char)word[why->offset];

        demand(!(why->expected[byte / 8] >> byte % 8 & 1), "the byte was expected");
    }
}

static void check_tree(const struct assay_tree *tree, size_t len)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct assay_node *n = &tree->nodes[i];
        uint32_t at = n->start;

        demand(n->size > 0 && i + n->size <= tree->count, "a size");
        demand(n->start <= n->end && n->end <= len, "a place");
        for (uint32_t c = i + 1; c < i + n->size; c += tree->nodes[c].size) {
            demand(tree->nodes[c].start >= at && tree->nodes[c].end <= n->end, "a child");
            at = tree->nodes[c].end;
        }
    }
}

static void derive_generally(const struct assay_lang *lang, const char *word, size_t len,
                             enum assay_status status, const struct assay_tree *fast)
{
    struct assay_tree tree;
    enum assay_status general;

    assay_tree_init(&tree, &lang->grammar, word, len, NULL);
    general = assay_earley_derive_by(lang->earley, lang->grammar.start, &tree, NULL, NULL,
                                     NULL);
    demand(general == status, "the recognisers differ");
    if (!general) {
        check_tree(&tree, len);
        demand(tree.count == fast->count &&
                   memcmp(tree.nodes, fast->nodes, tree.count * sizeof *tree.nodes) == 0,
               "the trees differ");
    }
    assay_tree_done(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct assay_lang *lang;
    const char *word;
    struct assay_mismatch why = {0};
    struct assay_tree tree;
    enum assay_status status;

    if (size < 1 || size > 300)
        return 0;
    lang = pick(data[0]);
    if (size > 100 && assay_lang_deriver(lang) == ASSAY_ENGINE_EARLEY)
        return 0; /* cubic */
    word = (const char *)data + 1;
    status = assay_lang_match(lang, word, size - 1, &why);
    demand(status == ASSAY_OK || status == ASSAY_NO_MATCH, "an unexpected status");
    if (status)
        check_reason(&why, word, size - 1);
    assay_tree_init(&tree, &lang->grammar, word, size - 1, NULL);
    status = assay_lang_derive(lang, lang->grammar.start, &tree, NULL);
    derive_generally(lang, word, size - 1, status, &tree);
    assay_tree_done(&tree);
    return 0;
}
