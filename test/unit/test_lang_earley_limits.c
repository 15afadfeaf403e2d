/* The general recogniser on words that are long, deep, hostile, or too much; and without
 * memory. */
#include "base/mem.h"
#include "harness.h"
#include "lang/earley.h"
#include "lang/earley_tables.h"
#include "lang_fixture.h"
#include "torture.h"
#include <stdlib.h>
#include <string.h>

/* ---- Long words. */

/* An allocator that knows how much was held at most. */
struct meter {
    struct assay_alloc alloc;
    size_t held, most;
};

static void *meter_resize(void *ctx, void *ptr, size_t old, size_t now)
{
    struct meter *m = ctx;

    m->held += now - old;
    if (m->held > m->most)
        m->most = m->held;
    return assay_alloc_libc.resize(assay_alloc_libc.ctx, ptr, old, now);
}

/* `count` times the first text, then the second, then `count` times the third. */
static char *repeated(const char *first, const char *second, const char *third,
                      size_t count)
{
    char *text = malloc((strlen(first) + strlen(third)) * count + strlen(second) + 1);
    char *end = text;

    CHECK(text);
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, first);
    end = stpcpy(end, second);
    for (size_t i = 0; i < count; i++)
        end = stpcpy(end, third);
    return text;
}

struct costs {
    size_t match, derive; /* bytes */
    uint32_t nodes;
};

static struct costs measure(const char *grammar, const char *word)
{
    struct meter meter = {.alloc = {meter_resize, &meter}};
    struct lang_fixture f;
    struct assay_network net;
    struct assay_tree tree;
    struct costs costs;
    bool ambiguous = true;
    size_t len = strlen(word);

    lang_fixture_init(&f, grammar);
    net = f.net;
    net.mem = &meter.alloc;
    CHECK_INT(assay_earley_match(&net, net.start, word, len, NULL, NULL), ASSAY_OK);
    CHECK_UINT(meter.held, 0);
    costs.match = meter.most;
    meter.most = 0;
    assay_tree_init(&tree, &f.grammar, word, len, checked_mem());
    CHECK_INT(assay_earley_derive(&net, net.start, &tree, NULL, NULL, &ambiguous),
              ASSAY_OK);
    CHECK(!ambiguous);
    CHECK_UINT(meter.held, 0);
    costs.derive = meter.most;
    costs.nodes = tree.count;
    assay_tree_done(&tree);
    lang_fixture_done(&f);
    return costs;
}

struct shape {
    const char *first, *second, *third; /* see repeated() */
    size_t count;
};

/* Many iterations within the deadline, with at most so many bytes each; and as many nodes
 * as there should be. */
static void check_linear(const char *grammar, struct shape shape, struct costs most)
{
    char *word = repeated(shape.first, shape.second, shape.third, shape.count);
    struct costs costs = measure(grammar, word);

    CHECK(costs.match <= most.match * shape.count);
    CHECK(costs.derive <= most.derive * shape.count);
    CHECK_UINT(costs.nodes, most.nodes);
    free(word);
}

TEST(lang_earley_right_recursion_is_linear)
{
    check_linear("s: \"a\" s | \"a\";", (struct shape){"a", "", "", 1000000},
                 (struct costs){50, 260, 1000000});
    check_linear("s: \"a\" s | ;", (struct shape){"a", "", "", 200000},
                 (struct costs){80, 300, 200001});
}

TEST(lang_earley_right_recursion_through_rules_is_linear)
{
    check_linear("s: \"a\" t; t: u | \"!\"; u: v; v: \"b\" | s;",
                 (struct shape){"a", "b", "", 200000}, (struct costs){300, 1200, 800000});
}

TEST(lang_earley_right_recursion_through_groups_is_linear)
{
    check_linear("s: \"a\" (\"x\" | (\"y\" \"z\"? (\",\" s | \"!\")) | \"b\")?;",
                 (struct shape){"ay,", "a", "", 200000}, (struct costs){80, 500, 200001});
}

/* The followers would allow every one of them to end, each time. */
TEST(lang_earley_right_recursion_with_all_ends_open_is_linear)
{
    check_linear("r: s \"a\" \"!\" | s \"?\"; s: \"a\" s | \"b\" | \"b\" \"b\";",
                 (struct shape){"a", "b?", "", 200000}, (struct costs){80, 400, 200002});
    check_linear("r: s | s \"a!\"; s: \"a\" s | \"a\";",
                 (struct shape){"a", "", "", 200000}, (struct costs){80, 500, 200001});
}

TEST(lang_earley_left_recursion_is_linear)
{
    check_linear("s: s \"a\" | \"a\";", (struct shape){"a", "", "", 200000},
                 (struct costs){2, 400, 200000});
    check_linear("s: n s \"a\" | \"b\"; n: ;", (struct shape){"", "b", "a", 200000},
                 (struct costs){2, 600, 400001});
}

TEST(lang_earley_loops_are_linear)
{
    check_linear("s: \"a\"*;", (struct shape){"a", "", "", 200000},
                 (struct costs){2, 120, 1});
    check_linear("s: \"a\"{3,};", (struct shape){"a", "", "", 200000},
                 (struct costs){2, 120, 1});
    check_linear("s: \"a\"{3,2000000};", (struct shape){"a", "", "", 200000},
                 (struct costs){80, 200, 1});
}

TEST(lang_earley_nesting_is_linear)
{
    check_linear("s: \"[\" s \"]\" | ;", (struct shape){"[", "", "]", 200000},
                 (struct costs){80, 600, 200001});
}

/* ---- Much ambiguity: not linear, but no explosion. */

static void check_ambiguous(const char *grammar, const char *word, uint32_t nodes)
{
    struct lang_fixture f;
    struct assay_tree tree;
    bool ambiguous = false;

    lang_fixture_init(&f, grammar);
    assay_tree_init(&tree, &f.grammar, word, strlen(word), checked_mem());
    CHECK_INT(assay_earley_derive(&f.net, f.net.start, &tree, NULL, NULL, &ambiguous),
              ASSAY_OK);
    CHECK(ambiguous);
    CHECK_UINT(tree.count, nodes);
    assay_tree_done(&tree);
    lang_fixture_done(&f);
}

TEST(lang_earley_much_ambiguity)
{
    char *word = repeated("a", "", "", 150);

    check_ambiguous("s: s s | \"a\";", word, 299);
    check_ambiguous("s: s s | \"a\" | ;", word, 299);
    check_ambiguous("s: a a a a; a: \"a\"*;", word, 5);
    check_ambiguous("s: ((\"a\"?)*)*;", word, 1);
    check_ambiguous("s: (\"a\" | \"aa\"){10,200};", word, 1);
    check_ambiguous("s: t; t: u | \"a\"; u: t s | s t;", word, 598);
    free(word);
}

/* ---- Hostile words. */

TEST(lang_earley_nul_bytes)
{
    static const char word[] = {0, 'a', 0, (char)0xff};
    struct lang_fixture f;
    struct assay_mismatch why;

    lang_fixture_init(&f, "%bytes; s: \"\\0\" [a-z] s | %xFF | %x00;");
    CHECK_INT(assay_earley_match(&f.net, 0, word, 2, NULL, &why), ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 2);
    CHECK_INT(assay_earley_match(&f.net, 0, word, 3, NULL, NULL), ASSAY_OK);
    CHECK_INT(assay_earley_match(&f.net, 0, word, 4, NULL, &why), ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 3);
    CHECK(why.end);
    CHECK_INT(assay_earley_match(&f.net, 0, word + 3, 1, NULL, NULL), ASSAY_OK);
    CHECK_INT(assay_earley_match(&f.net, 0, "", 0, NULL, &why), ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 0);
    CHECK_UINT(why.expected[0], 1);
    CHECK_UINT(why.expected[31], 0x80);
    lang_fixture_done(&f);
}

/* The place is found however much was thrown away on the way there. */
TEST(lang_earley_mismatch_far_out)
{
    char *word = repeated("[1,22,", "x", "],3", 100000);
    struct lang_fixture f;
    struct assay_mismatch why;
    struct assay_buf text;

    lang_fixture_init(&f, "v: \"[\" (v (\",\" v)*)? \"]\" | n; n: d+; d: [0-9];");
    assay_buf_init(&text, NULL, 0);
    CHECK_INT(assay_earley_match(&f.net, 0, word, strlen(word), NULL, &why),
              ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 600000);
    lang_dump_expected(&why, &text);
    CHECK_STR(text.at, "[0-9,[]");
    word[600000] = '7';
    word[600001] = '!';
    CHECK_INT(assay_earley_match(&f.net, 0, word, strlen(word), NULL, &why),
              ASSAY_NO_MATCH);
    CHECK_UINT(why.offset, 600001);
    assay_buf_clear(&text);
    lang_dump_expected(&why, &text);
    CHECK_STR(text.at, "[,,0-9,]]");
    assay_buf_done(&text);
    lang_fixture_done(&f);
    free(word);
}

/* Rules that all read the same at first, after as much as makes the chart throw items
 * away: each must go on in its own way. */
TEST(lang_earley_large_set_far_out)
{
    struct lang_fixture f;
    struct assay_buf g;

    assay_buf_init(&g, NULL, 0);
    assay_buf_puts(&g, "s: \"x\"* (p0 \"0.\"");
    for (unsigned i = 1; i < 6000; i++)
        assay_buf_printf(&g, " | p%u \"%u.\"", i, i);
    assay_buf_puts(&g, ");");
    for (unsigned i = 0; i < 6000; i++)
        assay_buf_printf(&g, " p%u: \"a\" \"%u:\";", i, i);
    lang_fixture_init(&f, g.at);
    assay_buf_done(&g);
    for (size_t count = 4090; count < 4105; count++) {
        char *word = repeated("x", "a1000:1000.", "", count);
        CHECK_INT(assay_earley_match(&f.net, 0, word, strlen(word), NULL, NULL),
                  ASSAY_OK);
        free(word);
    }
    lang_fixture_done(&f);
}

/* ---- Limits. */

TEST(lang_earley_memory_is_limited)
{
    const struct assay_earley_limits limits[] = {{1}, {100}, {3000}, {100000}, {1000000}};
    char *word = repeated("a", "", "", 50000);
    struct meter meter = {.alloc = {meter_resize, &meter}};
    struct lang_fixture f;
    struct assay_network net;
    struct assay_tree tree;

    lang_fixture_init(&f, "s: \"a\" s | \"a\";");
    net = f.net;
    net.mem = &meter.alloc;
    assay_tree_init(&tree, &f.grammar, word, 50000, checked_mem());
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        CHECK_INT(assay_earley_match(&net, 0, word, 50000, &limits[i], NULL),
                  ASSAY_TOO_LARGE);
        CHECK_INT(assay_earley_derive(&net, 0, &tree, &limits[i], NULL, NULL),
                  ASSAY_TOO_LARGE);
        CHECK_UINT(tree.count, 0);
        CHECK_UINT(meter.held, 0);
        CHECK(meter.most <= limits[i].memory + 20000); /* what the tables take */
    }
    CHECK_INT(assay_earley_match(&net, 0, word, 50000,
                                 &(struct assay_earley_limits){4000000}, NULL),
              ASSAY_OK);
    assay_tree_done(&tree);
    lang_fixture_done(&f);
    free(word);
}

TEST(lang_earley_too_long)
{
    struct lang_fixture f;

    lang_fixture_init(&f, "s: \"a\"*;");
    CHECK_INT(assay_earley_match(&f.net, 0, "", UINT32_MAX, NULL, NULL), ASSAY_TOO_LARGE);
    lang_fixture_done(&f);
}

/* ---- Without memory. */

struct job {
    const struct lang_fixture *f;
    const char *word;
    enum assay_status expected;
};

static enum assay_status match_and_derive(const struct assay_alloc *mem, void *ctx)
{
    const struct job *job = ctx;
    struct assay_network net = job->f->net;
    struct assay_mismatch why;
    struct assay_tree tree;
    enum assay_status status;
    bool ambiguous;

    net.mem = mem;
    status = assay_earley_match(&net, 0, job->word, strlen(job->word), NULL, &why);
    if (status != job->expected)
        return status;
    assay_tree_init(&tree, &job->f->grammar, job->word, strlen(job->word), mem);
    status = assay_earley_derive(&net, 0, &tree, NULL, &why, &ambiguous);
    if (status)
        CHECK_UINT(tree.count, 0);
    assay_tree_done(&tree);
    return status == job->expected ? ASSAY_OK : status;
}

static void check_torture(const char *grammar, const char *word,
                          enum assay_status expected)
{
    struct lang_fixture f;
    struct job job = {&f, word, expected};

    lang_fixture_init(&f, grammar);
    torture(match_and_derive, &job);
    lang_fixture_done(&f);
}

TEST(lang_earley_torture)
{
    char *many = repeated("a", "", "", 100);

    check_torture("s: \"a\" s | \"a\" t; t: u{2,3}; u: \"b\"?;", "aaabb", ASSAY_OK);
    check_torture("s: \"a\" s | \"a\";", many, ASSAY_OK);
    check_torture("s: s s | \"a\";", "aaaaaaaaaa", ASSAY_OK);
    check_torture("s: t s u | \"a\" | ; t: s | u; u: t | \"b\";", "abba", ASSAY_OK);
    check_torture("s: s \"a\" | \"b\"{2,5};", "bbbaax", ASSAY_NO_MATCH);
    free(many);
}

/* ---- Many words of one network. */

TEST(lang_earley_tables_serve_many_words)
{
    struct lang_fixture f;
    struct assay_earley_tables tables;
    struct assay_tree tree;
    bool ambiguous = true;

    lang_fixture_init(&f, "s: \"(\" s \")\" s | ;");
    CHECK_INT(assay_earley_tables_build(&tables, &f.net), ASSAY_OK);
    CHECK_INT(assay_earley_match_by(&tables, 0, "(())", 4, NULL, NULL), ASSAY_OK);
    CHECK_INT(assay_earley_match_by(&tables, 0, "(()", 3, NULL, NULL), ASSAY_NO_MATCH);
    assay_tree_init(&tree, &f.grammar, "()()", 4, checked_mem());
    CHECK_INT(assay_earley_derive_by(&tables, 0, &tree, NULL, NULL, &ambiguous),
              ASSAY_OK);
    CHECK_UINT(tree.count, 5);
    CHECK(!ambiguous);
    assay_tree_done(&tree);
    assay_earley_tables_done(&tables);
    lang_fixture_done(&f);
}
