/*
 * The fast recogniser: what it takes, its trees and reasons, and that it agrees with the
 * general one.
 */
#include "harness.h"
#include "lang/lang.h"
#include "lang/machine.h"
#include "lang_random.h"
#include "torture.h"
#include <stdlib.h>
#include <string.h>

static struct assay_lang *compile(const char *grammar)
{
    struct assay_lang *lang = NULL;
    struct assay_lang_source source = {
        .text = grammar, .len = strlen(grammar), .mem = checked_mem()};

    CHECK_INT(assay_lang_new(&source, &lang), ASSAY_OK);
    return lang;
}

/* The tree of a word as the machine derives it, or why there is none. */
static const char *tree_of(const struct assay_lang *lang, const char *word,
                           struct assay_buf *out)
{
    struct assay_mismatch why;
    struct assay_tree tree;
    char reason[200];

    assay_buf_clear(out);
    assay_tree_init(&tree, &lang->grammar, word, strlen(word), checked_mem());
    if (assay_ll_derive(lang->ll, &tree, &why) == ASSAY_OK) {
        assay_tree_dump(&tree, out);
    } else {
        assay_mismatch_text(&why, word, strlen(word), reason, sizeof reason);
        assay_buf_printf(out, "%zu: %s\n", why.offset, reason);
    }
    assay_tree_done(&tree);
    return out->at;
}

static void check_tree(struct harness_site site, const char *grammar, const char *word,
                       const char *expected)
{
    struct assay_lang *lang = compile(grammar);
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    if (!lang->ll)
        harness_fail(site, "not for the machine: %s", grammar);
    harness_check_str(site, word, tree_of(lang, word, &out), expected);
    assay_buf_done(&out);
    assay_lang_free(lang);
}
#define CHECK_TREE(GRAMMAR, WORD, EXPECTED)                                              \
    check_tree(HARNESS_HERE, GRAMMAR, WORD, EXPECTED)

static bool takes(const char *grammar)
{
    struct assay_lang *lang = compile(grammar);
    bool taken = lang->ll != NULL;

    assay_lang_free(lang);
    return taken;
}

TEST(lang_machine_decides_by_the_next_byte)
{
    CHECK_TREE("s: x* y; x: \"a\" | \"b\"; y: \"c\"?;", "abc",
               "s \"abc\"\n  x \"a\"\n  x \"b\"\n  y \"c\"\n");
    CHECK_TREE("s: x* y; x: \"a\" | \"b\"; y: \"c\"?;", "", "s \"\"\n  y \"\"\n");
    CHECK_TREE("s: x* y; x: \"a\" | \"b\"; y: \"c\"?;", "ad",
               "1: expected one of a-c or the end after 'a'\n");
}

TEST(lang_machine_merges_common_beginnings)
{
    CHECK_TREE("s: x \"=\" | x \"!\"; x: \"(\" x \")\" | \"a\";", "(a)!",
               "s \"(a)!\"\n  x \"(a)\"\n    x \"a\"\n");
    CHECK_TREE("s: \"abc\" | \"abd\" x | \"a\"; x: \"x\";", "abdx",
               "s \"abdx\"\n  x \"x\"\n");
    CHECK_TREE("s: \"abc\" | \"abd\" | \"a\";", "abe",
               "2: expected one of c d after 'ab'\n");
    CHECK_TREE("s: \"abc\" | \"abd\" | \"a\";", "a", "s \"a\"\n");
}

TEST(lang_machine_counts_without_unrolling)
{
    struct assay_lang *lang = compile("s: x{3,100000} \"!\"; x: \"a\";");

    CHECK(lang->ll != NULL);
    CHECK(lang->network.nstates < 20);
    assay_lang_free(lang);
    CHECK_TREE("s: x{2,3}; x: \"a\";", "aaa",
               "s \"aaa\"\n  x \"a\"\n  x \"a\"\n  x \"a\"\n");
    CHECK_TREE("s: x{2,3}; x: \"a\";", "a",
               "1: expected 'a' after 'a', but the word ends\n");
    CHECK_TREE("s: x{2,3}; x: \"a\";", "aab", "2: expected 'a' or the end after 'aa'\n");
    CHECK_TREE("s: x{2,3}; x: \"a\";", "aaaa", "3: expected the end after 'aaa'\n");
    CHECK_TREE("s: (\"a\" \"b\"?){2} \"c\";", "abac", "s \"abac\"\n");
    CHECK_TREE("s: (\"a\" \"b\"?){2} \"c\";", "abc", "2: expected 'a' after 'ab'\n");
    CHECK_TREE("s: (\"a\" \"b\"?){2} \"c\";", "aaa",
               "2: expected one of b c after 'aa'\n");
}

TEST(lang_machine_left_recursion_leans_left)
{
    static const char grammar[] =
        "e: left:e \"+\" t | e \"-\" t | t; t: t \"*\" f | f; f: \"(\" e \")\" | \"n\";";

    CHECK_TREE(
        grammar, "n+n-n",
        "e \"n+n-n\"\n  e \"n+n\"\n    left:e \"n\"\n      t \"n\"\n        f \"n\"\n"
        "    t \"n\"\n      f \"n\"\n  t \"n\"\n    f \"n\"\n");
    CHECK_TREE(grammar, "(n)",
               "e \"(n)\"\n  t \"(n)\"\n    f \"(n)\"\n      e \"n\"\n        t \"n\"\n"
               "          f \"n\"\n");
    CHECK_TREE(grammar, "n+", "2: expected one of ( n after '+', but the word ends\n");
    CHECK_TREE(grammar, "(n",
               "2: expected one of ) * + - after 'n', but the word ends\n");
}

TEST(lang_machine_looks_ahead)
{
    /* White space belongs to what is before it or to what follows: greedily. */
    CHECK_TREE("s: x ws \",\" x ws \".\"; x: \"a\" ws; ws: \" \"*;", "a  ,a.",
               "s \"a  ,a.\"\n  x \"a  \"\n    ws \"  \"\n  ws \"\"\n  x \"a\"\n"
               "    ws \"\"\n  ws \"\"\n");
    CHECK_TREE("s: [a-z]* \"1\" | [a-z]* [0-9] \"2\";", "abc32", "s \"abc32\"\n");
    CHECK_TREE("s: k v | w; k: [a-z]+ \":\"; v: [a-z]*; w: [a-z]+;", "ab:c",
               "s \"ab:c\"\n  k \"ab:\"\n  v \"c\"\n");
    CHECK_TREE("s: k v | w; k: [a-z]+ \":\"; v: [a-z]*; w: [a-z]+;", "abc",
               "s \"abc\"\n  w \"abc\"\n");
}

TEST(lang_machine_knows_when_a_choice_was_by_preference)
{
    struct assay_lang *one = compile("s: \"a\" \"b\"* \"b\";");
    struct assay_lang *two = compile("s: ws ws \"!\"; ws: \" \"*;");

    CHECK(!one->ll || assay_ll_unambiguous(one->ll));
    CHECK(two->ll && !assay_ll_unambiguous(two->ll));
    assay_lang_free(two);
    assay_lang_free(one);
}

TEST(lang_machine_leaves_what_it_cannot_decide)
{
    CHECK(!takes("e: e \"+\" e | \"n\";"));
    CHECK(!takes("s: s s | \"a\";"));
    CHECK(!takes("s: \"a\" s \"a\" | \"b\" s \"b\" | ;"));
    CHECK(!takes("s: a \"x\" | \"y\"; a: s \"z\";")); /* indirect left recursion */
    CHECK(!takes("s: [ab]{0,3} [a]?;"));
    CHECK(takes("s: \"a\" s | \"a\";"));
    CHECK(takes("s: s \"a\" | ;"));
}

TEST(lang_machine_is_safe_on_deep_words)
{
    struct assay_lang *lang = compile("s: \"[\" s \"]\" | ;");
    size_t half = 100000;
    char *word = malloc(2 * half);
    struct assay_tree *tree = NULL;
    struct assay_mismatch why;
    uint32_t count;

    CHECK(word != NULL);
    memset(word, '[', half);
    memset(word + half, ']', half);
    CHECK_INT(assay_tree_new(lang, word, 2 * half, &tree, &why), ASSAY_OK);
    assay_tree_nodes(tree, &count);
    CHECK_UINT(count, half + 1);
    assay_tree_free(tree);
    CHECK_INT(assay_lang_match(lang, word, 2 * half - 1, &why), ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 2 * half - 1);
    free(word);
    assay_lang_free(lang);
}

TEST(lang_machine_deep_left_recursion_is_linear)
{
    struct assay_lang *lang = compile("e: e \"+\" e1 | e1; e1: \"(\" e \")\" | \"n\";");
    size_t len = 400001;
    char *word = malloc(len);
    struct assay_tree *tree = NULL;

    CHECK(word != NULL && lang->ll != NULL);
    for (size_t i = 0; i < len; i++)
        word[i] = i % 2 ? '+' : 'n';
    CHECK_INT(assay_tree_new(lang, word, len, &tree, NULL), ASSAY_OK);
    assay_tree_free(tree);
    /* Nested and left-recursive at once: (((n)+n)+n). */
    len = 400001;
    memset(word, '(', 100000);
    for (size_t i = 100000; i < len; i++)
        word[i] = "n)+"[(i - 100000) % 3];
    CHECK_INT(assay_tree_new(lang, word, len, &tree, NULL), ASSAY_OK);
    assay_tree_free(tree);
    free(word);
    assay_lang_free(lang);
}

TEST(lang_machine_takes_nul_and_any_byte)
{
    struct assay_lang *lang = compile("%bytes; s: %x0-FF{3} \"\\x00\";");

    CHECK(assay_lang_accepts(lang, "\0\xFF\0\0", 4));
    CHECK(!assay_lang_accepts(lang, "\0\xFF\0\1", 4));
    CHECK(!assay_lang_accepts(lang, "\0\xFF\0", 3));
    assay_lang_free(lang);
}

/* ---- Against the general recogniser. */

struct subject {
    struct assay_grammar grammar;
    struct assay_network net;
    struct assay_ll *ll; /* NULL: not for it */
    struct assay_buf text;
};

struct answer {
    enum assay_status status;
    struct assay_mismatch why;
    struct assay_buf tree;
    bool ambiguous;
};

static void by_machine(const struct subject *s, const char *word, size_t len,
                       struct answer *ret)
{
    struct assay_tree tree;

    memset(&ret->why, 0, sizeof ret->why);
    assay_buf_clear(&ret->tree);
    assay_tree_init(&tree, &s->grammar, word, len, checked_mem());
    ret->status = assay_ll_derive(s->ll, &tree, &ret->why);
    if (!ret->status)
        assay_tree_dump(&tree, &ret->tree);
    assay_tree_done(&tree);
    CHECK_INT(assay_ll_match(s->ll, word, len, NULL), ret->status);
}

static void by_earley(const struct subject *s, const char *word, size_t len,
                      struct answer *ret)
{
    struct assay_tree tree;

    memset(&ret->why, 0, sizeof ret->why);
    assay_buf_clear(&ret->tree);
    assay_tree_init(&tree, &s->grammar, word, len, checked_mem());
    ret->status = assay_earley_derive(&s->net, s->grammar.start, &tree, NULL, &ret->why,
                                      &ret->ambiguous);
    if (!ret->status)
        assay_tree_dump(&tree, &ret->tree);
    assay_tree_done(&tree);
}

static void compare(const struct subject *s, const char *word, size_t len,
                    struct answer *fast, struct answer *general)
{
    const char *grammar = s->text.at;

    by_machine(s, word, len, fast);
    by_earley(s, word, len, general);
    if (fast->status != general->status || strcmp(fast->tree.at, general->tree.at) != 0)
        harness_fail(HARNESS_HERE, "%s\"%.*s\": %d\n%s-- %d\n%s", grammar, (int)len, word,
                     fast->status, fast->tree.at, general->status, general->tree.at);
    if (!fast->status && general->ambiguous && assay_ll_unambiguous(s->ll))
        harness_fail(HARNESS_HERE, "%s\"%.*s\" is ambiguous", grammar, (int)len, word);
    if (fast->status && !assay_ll_looks_ahead(s->ll) &&
        (fast->why.offset != general->why.offset || fast->why.end != general->why.end ||
         memcmp(fast->why.expected, general->why.expected, 32) != 0))
        harness_fail(HARNESS_HERE, "%s\"%.*s\": reasons differ: %zu, %zu", grammar,
                     (int)len, word, fast->why.offset, general->why.offset);
}

/* All words of up to five letters. */
static void compare_words(const struct subject *s, struct answer *fast,
                          struct answer *general)
{
    char word[6];

    for (unsigned len = 0; len <= 5; len++)
        for (unsigned bits = 0; bits < 1u << len; bits++) {
            for (unsigned i = 0; i < len; i++)
                word[i] = bits >> i & 1 ? 'b' : 'a';
            compare(s, word, len, fast, general);
        }
}

static void make_subject(struct subject *s, struct assay_prng *prng)
{
    enum assay_status status;

    lang_random_grammar(&s->grammar, prng);
    assay_buf_clear(&s->text);
    for (uint32_t r = 0; r < s->grammar.nrules; r++) {
        assay_buf_puts(&s->text, s->grammar.names[s->grammar.rules[r].name]);
        assay_buf_puts(&s->text, ": ");
        assay_grammar_dump_expr(&s->grammar, s->grammar.rules[r].body, &s->text);
        assay_buf_puts(&s->text, ";\n");
    }
    CHECK_INT(assay_network_build(&s->net, &s->grammar), ASSAY_OK);
    s->ll = NULL;
    status = assay_ll_build(&s->net, &s->ll, NULL);
    CHECK(status == ASSAY_OK || status == ASSAY_NO_MATCH);
}

static void free_subject(struct subject *s)
{
    assay_ll_free(s->ll);
    assay_network_done(&s->net);
    assay_grammar_done(&s->grammar);
}

TEST(lang_machine_agrees_with_the_general_recogniser)
{
    struct subject s;
    struct answer fast, general;
    struct assay_prng prng;
    unsigned taken = 0, far = 0, left = 0, preferred = 0;

    assay_prng_init(&prng, 42, 0);
    assay_buf_init(&s.text, NULL, 0);
    assay_buf_init(&fast.tree, NULL, 0);
    assay_buf_init(&general.tree, NULL, 0);
    for (unsigned i = 0; i < harness_rounds(5000); i++) {
        make_subject(&s, &prng);
        if (s.ll) {
            taken++;
            far += assay_ll_looks_ahead(s.ll);
            left += s.ll->left;
            preferred += !assay_ll_unambiguous(s.ll);
            compare_words(&s, &fast, &general);
        }
        free_subject(&s);
    }
    /* Enough of each sort was seen. */
    if (taken < harness_rounds(500) || far < harness_rounds(50) ||
        left < harness_rounds(10) || preferred < harness_rounds(20))
        harness_fail(HARNESS_HERE, "%u taken, %u far, %u left, %u preferred", taken, far,
                     left, preferred);
    assay_buf_done(&general.tree);
    assay_buf_done(&fast.tree);
    assay_buf_done(&s.text);
}

/* ---- Out of memory. */

static enum assay_status make_and_derive(const struct assay_alloc *mem, void *ctx)
{
    const char *grammar = ctx;
    struct assay_lang_source source = {
        .text = grammar, .len = strlen(grammar), .mem = mem};
    struct assay_lang *lang = NULL;
    struct assay_tree *tree = NULL;
    enum assay_status status = assay_lang_new(&source, &lang);

    if (!status)
        status = assay_tree_new(lang, "a+(a+a)+a", 9, &tree, NULL);
    assay_tree_free(tree);
    assay_lang_free(lang);
    return status;
}

TEST(lang_machine_survives_without_memory)
{
    torture(make_and_derive,
            (void *)(uintptr_t) "e: e \"+\" t | t; t: \"(\" e \")\" | x; x: \"a\"{1,2};");
    torture(make_and_derive, (void *)(uintptr_t) "e: t ws (\"+\" ws t ws)*; t: \"(\" e "
                                                 "\")\" | \"a\" ws; ws: \" \"*;");
}
