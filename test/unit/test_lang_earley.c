/* The general recogniser: which derivation it prefers, and why words are rejected. */
#include "harness.h"
#include "lang/earley.h"
#include "lang_fixture.h"
#include "torture.h"
#include <string.h>

/* ---- Derivations. */

static void check_derivation(const char *grammar, const char *word, const char *expected,
                             bool should_be_ambiguous)
{
    struct lang_fixture f;
    struct assay_tree tree;
    struct assay_buf text;
    bool ambiguous = !should_be_ambiguous;

    lang_fixture_init(&f, grammar);
    assay_tree_init(&tree, &f.grammar, word, strlen(word), checked_mem());
    assay_buf_init(&text, NULL, 0);
    CHECK_INT(assay_earley_match(&f.net, f.net.start, word, strlen(word), NULL, NULL),
              ASSAY_OK);
    CHECK_INT(assay_earley_derive(&f.net, f.net.start, &tree, NULL, NULL, &ambiguous),
              ASSAY_OK);
    lang_dump_tree(&tree, &text);
    CHECK_STR(text.at, expected);
    CHECK_INT(ambiguous, should_be_ambiguous);
    assay_buf_done(&text);
    assay_tree_done(&tree);
    lang_fixture_done(&f);
}

/* The word has this derivation and no other. */
static void check_tree(const char *grammar, const char *word, const char *expected)
{
    check_derivation(grammar, word, expected, false);
}

/* The word has several, of which this is the first. */
static void check_first(const char *grammar, const char *word, const char *expected)
{
    check_derivation(grammar, word, expected, true);
}

TEST(lang_earley_plain)
{
    check_tree("s: \"abc\";", "abc", "s(\"abc\")");
    check_tree("s: a \"-\" b; a: [a-z]+; b: %x30-39{2};", "xy-07",
               "s(a(\"xy\") \"-\" b(\"07\"))");
    check_tree("s: x:a y:a z:[0-9]; a: [ab];", "ab7",
               "s(x:a(\"a\") y:a(\"b\") z:(\"7\"))");
    check_tree("s: \"\xc3\xa9\" | [\xc3\xaa-\xc3\xbf];", "\xc3\xab", "s(\"\xc3\xab\")");
}

TEST(lang_earley_empty)
{
    check_tree("s: ;", "", "s()");
    check_tree("s: a b; a: \"x\"?; b: \"y\"*;", "", "s(a() b())");
    check_tree("s: a b; a: \"x\"?; b: \"y\"*;", "y", "s(a() b(\"y\"))");
    check_tree("s: a a a \"x\"; a: b; b: ;", "x", "s(a(b()) a(b()) a(b()) \"x\")");
    check_tree("s: (a \"x\")*; a: ;", "xx", "s(a() \"x\" a() \"x\")");
}

TEST(lang_earley_left_recursion)
{
    check_tree("s: s \"a\" | \"a\";", "aaa", "s(s(s(\"a\") \"a\") \"a\")");
    check_tree("e: e \"-\" n | n; n: [0-9];", "3-2-1",
               "e(e(e(n(\"3\")) \"-\" n(\"2\")) \"-\" n(\"1\"))");
    check_tree("s: s \"a\" | ;", "aa", "s(s(s() \"a\") \"a\")");
    check_tree("a: b \"x\" | \"1\"; b: c; c: a \"y\";", "1yxyx",
               "a(b(c(a(b(c(a(\"1\") \"y\")) \"x\") \"y\")) \"x\")");
}

/* The recursion is behind something that may be empty, and may be seen late. */
TEST(lang_earley_hidden_left_recursion)
{
    check_tree("s: n s \"a\" | \"b\"; n: ;", "baa", "s(n() s(n() s(\"b\") \"a\") \"a\")");
    check_tree("s: n s \"a\" | \"b\"; n: \"c\"?;", "cba", "s(n(\"c\") s(\"b\") \"a\")");
    check_first("s: n s \"a\" | \"b\"; n: \"c\"?;", "cbaa",
                "s(n(\"c\") s(n() s(\"b\") \"a\") \"a\")");
    check_tree("s: a b \"x\"; a: ; b: a c; c: a a;", "x",
               "s(a() b(a() c(a() a())) \"x\")");
}

TEST(lang_earley_right_recursion)
{
    check_tree("s: \"a\" s | \"a\";", "aaa", "s(\"a\" s(\"a\" s(\"a\")))");
    check_tree("s: \"a\" s | ;", "aa", "s(\"a\" s(\"a\" s()))");
    check_tree("s: \"a\" t | \"!\"; t: u; u: v; v: \"b\" | s;", "aab",
               "s(\"a\" t(u(v(s(\"a\" t(u(v(\"b\"))))))))");
    check_tree("s: \"a\" (\",\" s)?;", "a,a,a", "s(\"a,\" s(\"a,\" s(\"a\")))");
    check_tree("l: i \";\" | i \",\" l; i: [a-z] i | [a-z];", "ab,c;",
               "l(i(\"a\" i(\"b\")) \",\" l(i(\"c\") \";\"))");
    /* A call inside the chain ends in another way, too. */
    check_first("s: \"a\" s | t; t: \"a\" t | \"a\" \"a\";", "aaaa",
                "s(\"a\" s(\"a\" s(t(\"aa\"))))");
}

/* Two labels of one call, and a rule that is called under its own chain. */
TEST(lang_earley_chains_of_calls)
{
    check_first("s: \"a\" (x:s | y:s) | \"a\";", "aaa", "s(\"a\" x:s(\"a\" x:s(\"a\")))");
    check_tree("a: b; b: c; c: d; d: \"x\";", "x", "a(b(c(d(\"x\"))))");
    check_tree("a: (b \",\")* b; b: c; c: d; d: \"x\"+;", "x,xx",
               "a(b(c(d(\"x\"))) \",\" b(c(d(\"xx\"))))");
    check_first("a: b | c; b: d; c: d; d: e; e: \"x\";", "x", "a(b(d(e(\"x\"))))");
}

TEST(lang_earley_both_sides)
{
    check_tree("s: \"(\" s \")\" s | ;", "(())()",
               "s(\"(\" s(\"(\" s() \")\" s()) \")\" "
               "s(\"(\" s() \")\" s()))");
    check_tree("p: \"a\" p \"a\" | \"b\" p \"b\" | [ab]?;", "abbba",
               "p(\"a\" p(\"b\" p(\"b\") \"b\") \"a\")");
}

/* ---- Which is preferred. */

TEST(lang_earley_alternatives_in_order)
{
    check_first("s: a | b; a: \"x\"; b: \"x\";", "x", "s(a(\"x\"))");
    check_first("s: b | a; a: \"x\"; b: \"x\";", "x", "s(b(\"x\"))");
    check_first("s: a \"!\" | b \"!\" | a; a: [xy]; b: [x];", "x!", "s(a(\"x\") \"!\")");
    check_tree("s: a \"!\" | b \"?\"; a: [xy]; b: [x];", "x?", "s(b(\"x\") \"?\")");
    check_first("s: (\"a\"? | \"b\"?) \"c\";", "c", "s(\"c\")");
    check_tree("s: (\"a\"? | \"b\") \"c\";", "c", "s(\"c\")");
}

TEST(lang_earley_repetitions_are_long)
{
    check_first("s: a a; a: \"x\"*;", "xxx", "s(a(\"xxx\") a())");
    check_first("s: a a; a: \"x\"+;", "xxx", "s(a(\"xx\") a(\"x\"))");
    check_first("s: a a; a: \"x\"?;", "x", "s(a(\"x\") a())");
    check_first("s: a{2,4} a*; a: \"x\";", "xxx", "s(a(\"x\") a(\"x\") a(\"x\"))");
    check_first("s: l:(a{1,2}) r:(a{1,2}); a: \"x\";", "xxx",
                "s(l:(a(\"x\") a(\"x\")) r:(a(\"x\")))");
    check_tree("s: l:(a{3}) r:(a*); a: \"x\";", "xxxx",
               "s(l:(a(\"x\") a(\"x\") a(\"x\")) r:(a(\"x\")))");
}

/* What comes first is decided first, even if it makes later parts shorter. */
TEST(lang_earley_what_is_first_decides)
{
    check_first("s: e; e: e \"+\" e | [0-9];", "1+2+3",
                "s(e(e(e(\"1\") \"+\" e(\"2\")) \"+\" e(\"3\")))");
    check_first("s: \"i\" s (\"e\" s)? | \"x\";", "iixex",
                "s(\"i\" s(\"i\" s(\"x\") \"e\" s(\"x\")))");
    check_first("s: a b; a: \"x\" | \"xy\"; b: \"yz\" | \"z\";", "xyz",
                "s(a(\"x\") b(\"yz\"))");
    check_tree("s: a b; a: \"x\" | \"xy\"; b: \"z\";", "xyz", "s(a(\"xy\") b(\"z\"))");
    check_first("s: s s | \"a\";", "aaa", "s(s(s(\"a\") s(\"a\")) s(\"a\"))");
}

TEST(lang_earley_empty_iterations_do_not_count)
{
    check_tree("s: (a | b)*; a: \"x\"; b: \"y\"?;", "xy", "s(a(\"x\") b(\"y\"))");
    check_tree("s: (\"x\"*)*;", "", "s()");
    check_first("s: (\"x\"*)*;", "xx", "s(\"xx\")");
    check_first("s: a*; a: \"x\"*;", "xx", "s(a(\"xx\"))");
    check_tree("s: a{0,3}; a: \"x\"?;", "xx", "s(a(\"x\") a(\"x\"))");
    check_first("s: a{2}; a: \"x\"?;", "x", "s(a(\"x\") a())");
    check_first("s: (a? | a) \"!\"; a: \"x\"?;", "!", "s(\"!\")");
}

TEST(lang_earley_counts)
{
    check_tree("s: [0-9]{4} \"-\" [0-9]{2};", "2024-11", "s(\"2024-11\")");
    check_tree("s: (a \",\"){2,} b; a: [a-z]{1,2}; b: \"!\";", "a,bc,d,!",
               "s(a(\"a\") \",\" a(\"bc\") \",\" a(\"d\") \",\" b(\"!\"))");
    check_tree("s: ((\"a\" \"b\"{2}){2} \"c\"){1,2};", "abbabbcabbabbc",
               "s(\"abbabbcabbabbc\")");
    check_first("s: a{1,2} b; a: \"x\" | \"xx\"; b: \"x\"+;", "xxxx",
                "s(a(\"x\") a(\"x\") b(\"xx\"))");
    check_tree("s: \"(\" s{2} \")\" | \"x\";", "((xx)x)",
               "s(\"(\" s(\"(\" s(\"x\") s(\"x\") \")\") s(\"x\") \")\")");
}

/* ---- Rules that can derive just themselves. */

TEST(lang_earley_cycles)
{
    check_first("a: a | \"x\";", "x", "a(\"x\")");
    check_first("a: b | \"x\"; b: a | \"y\";", "x", "a(\"x\")");
    check_first("a: b | \"x\"; b: a | \"x\";", "x", "a(b(\"x\"))");
    check_first("a: b | \"x\"; b: c | a; c: \"x\";", "x", "a(b(c(\"x\")))");
    check_first("a: b | \"x\"; b: a;", "x", "a(\"x\")");
    check_first("s: b \"!\"; a: b | \"x\"; b: a;", "x!", "s(b(a(\"x\")) \"!\")");
    check_first("a: a a | \"x\" | ;", "x", "a(\"x\")");
    check_first("a: a a | ;", "", "a()");
    check_first("a: n a n | \"x\"; n: ;", "x", "a(\"x\")");
}

/* The rule may be inside itself when that is over fewer bytes. */
TEST(lang_earley_cycles_among_others)
{
    check_first("a: a b | \"x\"; b: \"y\"?;", "xy", "a(a(\"x\") b(\"y\"))");
    check_first("a: a b | \"x\"; b: \"y\"*;", "xyy", "a(a(a(\"x\") b(\"y\")) b(\"y\"))");
    check_first("a: b | \"(\" a \")\" | \"x\"; b: a;", "((x))",
                "a(\"(\" a(\"(\" a(\"x\") \")\") \")\")");
    /* t would rather be empty, but then x had itself inside. */
    check_first("s: x u; x: c t | \"a\"; c: x | \"b\"; t: \"\" | \"z\"; u: \"z\"*;", "az",
                "s(x(c(x(\"a\")) t(\"z\")) u())");
}

/* ---- Splits too large to be taken apart. */

static void add_words(struct assay_buf *out, unsigned count, const char *more)
{
    for (unsigned i = 0; i < count; i++)
        assay_buf_printf(out, "%s\"%c%c\"%s", i > 0 ? " | " : "", 'a' + i / 10,
                         '0' + i % 10, more);
}

TEST(lang_earley_large_splits)
{
    struct assay_buf g;

    assay_buf_init(&g, NULL, 0);
    assay_buf_puts(&g, "s: ((");
    add_words(&g, 40, "");
    assay_buf_puts(&g, ")? | (");
    add_words(&g, 20, "?");
    assay_buf_puts(&g, ")) (");
    add_words(&g, 30, "+");
    assay_buf_puts(&g, ")? x:\".\"?;");
    check_tree(g.at, "d9c7c7.", "s(\"d9c7c7\" x:(\".\"))");
    check_first(g.at, "a3.", "s(\"a3\" x:(\".\"))");
    check_first(g.at, "", "s(x:())");
    assay_buf_done(&g);
}

/* Each of many parts may be there or not. */
TEST(lang_earley_many_optional_parts)
{
    struct assay_buf g;

    assay_buf_init(&g, NULL, 0);
    assay_buf_puts(&g, "s:");
    for (unsigned i = 0; i < 100; i++)
        assay_buf_printf(&g, " p%u?", i);
    assay_buf_puts(&g, ";");
    for (unsigned i = 0; i < 100; i++)
        assay_buf_printf(&g, " p%u: \"<%u>\";", i, i);
    check_tree(g.at, "<3><50><99>", "s(p3(\"<3>\") p50(\"<50>\") p99(\"<99>\"))");
    check_tree(g.at, "", "s()");
    assay_buf_done(&g);
}

/* ---- Chains of calls that end together, wherever they end. */

static void check_chains(const char *grammar, size_t ambiguous_from)
{
    char word[40];
    struct lang_fixture f;

    lang_fixture_init(&f, grammar);
    memset(word, 'a', sizeof word);
    for (size_t len = 1; len <= sizeof word; len++) {
        struct assay_tree tree;
        bool ambiguous;

        assay_tree_init(&tree, &f.grammar, word, len, checked_mem());
        CHECK_INT(assay_earley_derive(&f.net, f.net.start, &tree, NULL, NULL, &ambiguous),
                  ASSAY_OK);
        CHECK_INT(ambiguous, len >= ambiguous_from);
        CHECK_UINT(tree.count, len + 1);
        assay_tree_done(&tree);
    }
    lang_fixture_done(&f);
}

TEST(lang_earley_chains_of_any_length)
{
    check_chains("s: \"a\" s | u; u: \"a\" u | \"a\";", 2);
    check_chains("s: t | u; t: \"a\" t | \"a\"; u: \"a\" u | \"a\";", 1);
    check_chains("s: u; u: \"a\" u | \"a\";", SIZE_MAX);
}

/* ---- Another rule than the start. */

TEST(lang_earley_from_any_rule)
{
    struct lang_fixture f;
    struct assay_tree tree;
    struct assay_buf text;
    bool ambiguous;
    uint32_t rule;

    lang_fixture_init(&f, "s: x:a \"!\" | s; a: \"(\" b \")\"; b: y:a | \"\";");
    assay_buf_init(&text, NULL, 0);
    rule = lang_fixture_rule(&f, "b");
    assay_tree_init(&tree, &f.grammar, "(())", 4, checked_mem());
    CHECK_INT(assay_earley_derive(&f.net, rule, &tree, NULL, NULL, &ambiguous), ASSAY_OK);
    CHECK(!ambiguous);
    lang_dump_tree(&tree, &text);
    CHECK_STR(text.at, "b(y:a(\"(\" b(y:a(\"(\" b() \")\")) \")\"))");
    assay_tree_done(&tree);
    CHECK_INT(assay_earley_match(&f.net, rule, "(())!", 5, NULL, NULL), ASSAY_NO_MATCH);
    CHECK_INT(assay_earley_match(&f.net, f.net.start, "(())!", 5, NULL, NULL), ASSAY_OK);
    assay_buf_done(&text);
    lang_fixture_done(&f);
}

/* ---- Mismatches. */

static void check_mismatch(const char *grammar, const char *word, const char *expected)
{
    struct lang_fixture f;
    struct assay_mismatch why;
    struct assay_tree tree;
    struct assay_buf text;
    bool ambiguous;

    lang_fixture_init(&f, grammar);
    assay_buf_init(&text, NULL, 0);
    memset(&why, 0xff, sizeof why);
    CHECK_INT(assay_earley_match(&f.net, f.net.start, word, strlen(word), NULL, &why),
              ASSAY_NO_MATCH);
    assay_buf_printf(&text, "%zu ", why.offset);
    lang_dump_expected(&why, &text);
    CHECK_STR(text.at, expected);
    CHECK(!why.constraint && why.until == 0);

    assay_buf_clear(&text);
    memset(&why, 0xff, sizeof why);
    assay_tree_init(&tree, &f.grammar, word, strlen(word), checked_mem());
    CHECK_INT(assay_earley_derive(&f.net, f.net.start, &tree, NULL, &why, &ambiguous),
              ASSAY_NO_MATCH);
    CHECK_UINT(tree.count, 0);
    assay_buf_printf(&text, "%zu ", why.offset);
    lang_dump_expected(&why, &text);
    CHECK_STR(text.at, expected);
    assay_tree_done(&tree);
    assay_buf_done(&text);
    lang_fixture_done(&f);
}

TEST(lang_earley_mismatches)
{
    check_mismatch("s: \"abc\";", "abd", "2 [c]");
    check_mismatch("s: \"abc\";", "ab", "2 [c]");
    check_mismatch("s: \"abc\";", "abcd", "3 [] end");
    check_mismatch("s: \"abc\";", "", "0 [a]");
    check_mismatch("s: ;", "x", "0 [] end");
    check_mismatch("s: a*; a: [a-c] \"1\" | \"x\"?;", "a1q", "2 [a-c,x] end");
    check_mismatch("s: \"[\" s \"]\" | \"x\";", "[[x]", "4 []]");
    check_mismatch("s: \"[\" s \"]\" | \"x\";", "[]", "1 [[,x]");
    check_mismatch("s: s \"a\" | \"b\";", "baab", "3 [a] end");
    check_mismatch("s: \"a\" s | \"b\";", "aac", "2 [a-b]");
    check_mismatch("s: \"\xc3\xa9\";", "\xc3\xa8", "1 [\\xa9]");
}

/* What the byte ahead keeps out of the chart must still be expected. */
TEST(lang_earley_mismatches_behind_what_was_pruned)
{
    check_mismatch("s: a b \"!\"; a: \"x\"*; b: c?; c: \"y\" \"z\";", "xq", "1 [!,x-y]");
    check_mismatch("s: n \"+\" n; n: [0-9]+ (\".\" [0-9]+)?;", "12;", "2 [+,.,0-9]");
    check_mismatch("s: (a \",\")* a; a: b; b: [0-9] d?; d: \"k\";", "1,2;",
                   "3 [,,k] end");
    check_mismatch("s: \"i\" s (\"e\" s)? | \"x\" t; t: u; u: \"!\"?;", "iix?",
                   "3 [!,e] end");
    check_mismatch("s: p \"1\" | \"y\" p \"2\"; p: \"x\" n; n: \"z\"?;", "x2", "1 [1,z]");
}

TEST(lang_earley_mismatches_of_counts)
{
    check_mismatch("s: \"a\"{2,3};", "a", "1 [a]");
    check_mismatch("s: \"a\"{2,3};", "aab", "2 [a] end");
    check_mismatch("s: \"a\"{2,3};", "aaaa", "3 [] end");
    check_mismatch("s: (\"a\" | \"b\" \"c\"){2,} \".\";", "abc;", "3 [.,a-b]");
    check_mismatch("s: (\"a\" | \"b\" \"c\"){3,} \".\";", "abc;", "3 [a-b]");
}
