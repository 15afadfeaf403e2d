/*
 * The general recogniser against one by definition: random grammars, all words up to a
 * length. The same answer, the same reason, the same derivation, the same verdict on
 * ambiguity.
 */
#include "harness.h"
#include "lang/earley.h"
#include "lang_brute.h"
#include "lang_fixture.h"
#include "lang_random.h"
#include "torture.h"
#include <stdlib.h>
#include <string.h>

#define SEED 20241115
#define LONGEST 5

struct subject {
    struct assay_grammar g;
    struct assay_network net;
    const char *word;
    uint32_t len;
};

/* Fails with the grammar and the word. */
static _Noreturn void disagree(const struct subject *s, const char *what,
                               const char *actual, const char *expected)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    assay_grammar_dump(&s->g, &text);
    harness_fail(HARNESS_HERE, "%.*s: %s is %s, should be %s, in\n%s", (int)s->len,
                 s->word, what, actual, expected, text.at);
}

/* The nodes of a tree as brute_derive() has them. */
static void dump_nodes(const struct assay_tree *t, struct assay_buf *out)
{
    uint32_t open[1000], depth = 0;

    for (uint32_t i = 0; i <= t->count; i++) {
        while (depth > 0 && open[depth - 1] + t->nodes[open[depth - 1]].size == i)
            assay_buf_printf(out, ">%u", t->nodes[open[--depth]].end);
        if (i == t->count)
            break;
        CHECK(depth < 1000);
        open[depth++] = i;
        assay_buf_printf(out, "<%u %u", t->nodes[i].sym, t->nodes[i].start);
    }
}

static void drop_choices(struct assay_buf *b)
{
    size_t len = 0;

    for (size_t i = 0; i < b->len; i++)
        if (b->at[i] < 'A')
            b->at[len++] = b->at[i];
    b->at[len] = '\0';
    b->len = len;
}

static void check_derivation(const struct subject *s)
{
    struct assay_tree tree;
    struct assay_buf actual, expected;
    bool ambiguous, should;

    assay_buf_init(&actual, NULL, 0);
    assay_buf_init(&expected, NULL, 0);
    assay_tree_init(&tree, &s->g, s->word, s->len, checked_mem());
    CHECK_INT(assay_earley_derive(&s->net, 0, &tree, NULL, NULL, &ambiguous), ASSAY_OK);
    dump_nodes(&tree, &actual);
    brute_derive(&s->net, s->word, s->len, &expected, &should);
    drop_choices(&expected);
    if (strcmp(actual.at, expected.at) != 0)
        disagree(s, "the tree", actual.at, expected.at);
    if (ambiguous != should)
        disagree(s, "ambiguous", ambiguous ? "yes" : "no", should ? "yes" : "no");
    assay_tree_done(&tree);
    assay_buf_done(&expected);
    assay_buf_done(&actual);
}

static void dump_reason(const struct assay_mismatch *why, struct assay_buf *out)
{
    assay_buf_printf(out, "%zu ", why->offset);
    lang_dump_expected(why, out);
}

static void check_reason(const struct subject *s, const struct assay_mismatch *why,
                         const struct assay_mismatch *should)
{
    struct assay_buf actual, expected;

    if (why->offset == should->offset && why->end == should->end &&
        memcmp(why->expected, should->expected, sizeof why->expected) == 0)
        return;
    assay_buf_init(&actual, NULL, 0);
    assay_buf_init(&expected, NULL, 0);
    dump_reason(why, &actual);
    dump_reason(should, &expected);
    disagree(s, "the reason", actual.at, expected.at);
}

/* Deriving finds the same reasons. */
static void check_no_derivation(const struct subject *s,
                                const struct assay_mismatch *should)
{
    struct assay_mismatch why;
    struct assay_tree tree;

    assay_tree_init(&tree, &s->g, s->word, s->len, checked_mem());
    CHECK_INT(assay_earley_derive(&s->net, 0, &tree, NULL, &why, NULL), ASSAY_NO_MATCH);
    check_reason(s, &why, should);
    assay_tree_done(&tree);
}

static void check_word(const struct subject *s)
{
    struct assay_mismatch why, should;
    enum assay_status status =
        assay_earley_match(&s->net, 0, s->word, s->len, NULL, &why);
    bool matches = brute_matches(&s->net, s->word, s->len, &should);

    CHECK(status == ASSAY_OK || status == ASSAY_NO_MATCH);
    if (matches != (status == ASSAY_OK))
        disagree(s, "it", matches ? "no sentence" : "a sentence",
                 matches ? "one" : "none");
    if (matches) {
        check_derivation(s);
        return;
    }
    check_reason(s, &why, &should);
    check_no_derivation(s, &should);
}

static void check_words(struct subject *s)
{
    char word[LONGEST];

    s->word = word;
    for (s->len = 0; s->len <= LONGEST; s->len++)
        for (uint32_t bits = 0; bits < 1u << s->len; bits++) {
            for (uint32_t i = 0; i < s->len; i++)
                word[i] = bits >> i & 1 ? 'b' : 'a';
            check_word(s);
        }
}

static void check_grammars(uint64_t from, uint64_t count)
{
    struct assay_prng prng;

    for (uint64_t i = from; i < from + count; i++) {
        struct subject s;

        assay_prng_init(&prng, SEED, i);
        lang_random_grammar(&s.g, &prng);
        CHECK_INT(assay_network_build(&s.net, &s.g), ASSAY_OK);
        check_words(&s);
        assay_network_done(&s.net);
        assay_grammar_done(&s.g);
    }
}

TEST(lang_earley_agrees_with_brute_force)
{
    check_grammars(0, harness_rounds(1000));
}

TEST(lang_earley_agrees_with_brute_force_again)
{
    check_grammars(1000, harness_rounds(1000));
}

TEST(lang_earley_agrees_with_brute_force_still)
{
    check_grammars(2000, harness_rounds(1000));
}
