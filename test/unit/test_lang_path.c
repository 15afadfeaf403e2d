/* Paths: reading them, following them, and what users select by them. */
#include "harness.h"
#include "lang/lang.h"
#include "lang/path.h"
#include "torture.h"
#include "tree_fixture.h"

#include <stdio.h>
#include <string.h>

/* Node numbers, in preorder, are in the comment. */
static const char *const doc =
    "doc("                                         /* 0 */
    "  head:item(\"a\")"                           /* 1 */
    "  item(\"b\" item(\"c\" name-x(\"n\")))"      /* 2 3 4 */
    "  list(item(\"d\") tail:(\"t\" item(\"e\")))" /* 5 6 7 8 */
    "  item())";                                   /* 9 */

/* The numbers of the nodes a path selects, or the name of its failure. */
static const char *selected(const struct assay_tree *tree, const char *path)
{
    static char text[200];
    struct assay_selection nodes = {NULL, 77, 0, NULL};
    enum assay_status status = assay_select_all(tree, path, &nodes);
    size_t len = 0;

    text[0] = '\0';
    if (status) {
        CHECK_UINT(nodes.count, 77);
        return assay_status_text(status);
    }
    for (size_t i = 0; i < nodes.count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%u", i > 0 ? " " : "",
                                nodes.nodes[i]);
    assay_selection_done(&nodes);
    CHECK(nodes.nodes == NULL && nodes.count == 0 && nodes.cap == 0);
    return text;
}

static void check_selected(const char *tree, const char *path, const char *expected)
{
    struct tree_fixture f;

    tree_fixture_init(&f, tree, checked_mem());
    CHECK_STR(selected(&f.tree, path), expected);
    tree_fixture_done(&f);
}

TEST(lang_path_selects)
{
    static const char *const cases[][2] = {
        {".item", "1 2 9"},
        {".head", "1"},
        {".doc", ""},
        {".name-x", ""},
        {".item[1]", "1"},
        {".item[3]", "9"},
        {".item[4]", ""},
        {".item[4294967295]", ""},
        {"..item", "1 2 3 6 8 9"},
        {"..item[1]", "1"},
        {"..item[3]", "3"},
        {"..item[6]", "9"},
        {"..item[7]", ""},
        {"..item[4294967295]", ""},
        {"..name-x", "4"},
        {".item.item", "3"},
        {".item.item.name-x", "4"},
        {".item..name-x", "4"},
        {".list.item", "6"},
        {".list..item", "6 8"},
        {".list..item[2]", "8"},
        {".list.tail.item", "8"},
        {".list.tail[1].item[1]", "8"},
        {".list.tail[2].item", ""},
        {"..item..item", "3"},
        {"..item.item[1]", "3"},
        {"..item[2].item", "3"},
        {"..tail", "7"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_selected(doc, cases[i][0], cases[i][1]);
}

/* Nodes inside each other, whose children alternate in the order of the text. */
TEST(lang_path_selects_each_node_once_in_order)
{
    const char *nested = "r(x(x(x(\"a\") y(\"b\")) y(\"c\") x(y(\"d\"))) y(\"e\"))";
    /*                     0 1 2 3      4        5      6 7          8          */

    check_selected(nested, "..x..x", "2 3 6");
    check_selected(nested, "..x..x..x", "3");
    check_selected(nested, "..x.y", "4 5 7");
    check_selected(nested, "..x..y", "4 5 7");
    check_selected(nested, "..x.y[1]", "4 5 7");
    check_selected(nested, "..x..y[1]", "4 7");
    check_selected(nested, "..x..y[2]", "5");
    check_selected(nested, "..x..y[3]", "7");
    check_selected(nested, "..x.x[1]", "2 3");
    check_selected(nested, "..x.x[2]", "6");
    check_selected(nested, "..x[2]..x[1]", "3");
}

TEST(lang_path_names)
{
    const char *names = "AZ(_a-z09(\"a\") zA(\"b\"))";

    check_selected(names, "._a-z09", "1");
    check_selected(names, ".zA", "2");
    check_selected(names, ".AZ", "");
}

TEST(lang_path_no_steps_select_the_node)
{
    struct tree_fixture f;
    struct assay_selection nodes = {0};

    tree_fixture_init(&f, doc, checked_mem());
    CHECK_INT(assay_path_follow(&f.tree, 5, NULL, 0, &nodes), ASSAY_OK);
    CHECK_INT(assay_path_follow(&f.tree, 2, NULL, 0, &nodes), ASSAY_OK);
    CHECK_UINT(nodes.count, 2);
    CHECK_UINT(nodes.nodes[0], 5);
    CHECK_UINT(nodes.nodes[1], 2);
    assay_selection_done(&nodes);
    tree_fixture_done(&f);
}

/* From another node than the root, behind what is selected already. */
TEST(lang_path_follow_appends)
{
    struct tree_fixture f;
    struct assay_selection nodes = {0};
    struct assay_step steps[ASSAY_PATH_STEPS];
    uint32_t count = 0;

    tree_fixture_init(&f, doc, checked_mem());
    CHECK_INT(assay_path_read(&f.grammar, "..item", steps, &count, NULL), ASSAY_OK);
    CHECK_UINT(count, 1);
    CHECK_INT(assay_path_follow(&f.tree, 5, steps, 1, &nodes), ASSAY_OK);
    CHECK_INT(assay_path_follow(&f.tree, 2, steps, 1, &nodes), ASSAY_OK);
    CHECK_UINT(nodes.count, 3);
    CHECK_UINT(nodes.nodes[0], 6);
    CHECK_UINT(nodes.nodes[1], 8);
    CHECK_UINT(nodes.nodes[2], 3);
    assay_selection_done(&nodes);
    tree_fixture_done(&f);
}

/* ---- Against the definition of a step, on many small trees. */

struct random_tree {
    struct tree_fixture fixture;
    uint32_t parents[64];
    uint64_t state;
};

static uint32_t below(struct random_tree *r, uint32_t n)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % n;
}

static void grow_random(struct random_tree *r, uint64_t seed)
{
    static const char *const rules[] = {"x", "y", "z"};
    uint32_t open[64], depth = 0, count;

    r->state = seed;
    tree_fixture_init(&r->fixture, "x(\"\" y() z())", checked_mem());
    r->fixture.tree.count = 0;
    count = 1 + below(r, 40);
    for (uint32_t i = 0; i < count; i++) {
        const char *rule = rules[below(r, 3)], *label = below(r, 4) ? "" : "y";
        while (depth > 1 && below(r, 3) == 0)
            assay_tree_close(&r->fixture.tree, open[--depth], 0);
        r->parents[i] = depth > 0 ? open[depth - 1] : ASSAY_NONE;
        open[depth++] = assay_tree_open(&r->fixture.tree,
                                        tree_fixture_sym(&r->fixture, rule, label), 0);
    }
    while (depth > 0)
        assay_tree_close(&r->fixture.tree, open[--depth], 0);
}

static bool is_below(const struct random_tree *r, uint32_t node, uint32_t other,
                     bool deep)
{
    uint32_t up = r->parents[node];

    while (deep && up != ASSAY_NONE && up != other)
        up = r->parents[up];
    return up == other;
}

/* The nodes of the bit set `from` replaced by what a step selects from them. */
static uint64_t step_by_definition(const struct random_tree *r, uint64_t from,
                                   const struct assay_step *step)
{
    uint64_t found = 0;

    for (uint32_t i = 0; i < r->fixture.tree.count; i++) {
        uint32_t nth = 0;
        if (!(from >> i & 1))
            continue;
        for (uint32_t k = 0; k < r->fixture.tree.count; k++)
            if (is_below(r, k, i, step->deep) &&
                assay_tree_called(&r->fixture.tree, k, step->name) &&
                (++nth == step->index || step->index == 0))
                found |= (uint64_t)1 << k;
    }
    return found;
}

static void check_random(struct random_tree *r)
{
    struct assay_step steps[4];
    struct assay_selection nodes = {0};
    uint32_t count = 1 + below(r, 4), at = 0;
    uint64_t expected = 1;

    for (uint32_t i = 0; i < count; i++) {
        steps[i] = (struct assay_step){below(r, 3), below(r, 2), below(r, 4)};
        expected = step_by_definition(r, expected, &steps[i]);
    }
    CHECK_INT(assay_path_follow(&r->fixture.tree, 0, steps, count, &nodes), ASSAY_OK);
    for (uint32_t i = 0; i < r->fixture.tree.count; i++)
        if (expected >> i & 1) {
            CHECK(at < nodes.count);
            CHECK_UINT(nodes.nodes[at++], i);
        }
    CHECK_UINT(nodes.count, at);
    assay_selection_done(&nodes);
}

TEST(lang_path_follows_the_definition)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct random_tree r;
        grow_random(&r, seed);
        for (int i = 0; i < 10; i++)
            check_random(&r);
        tree_fixture_done(&r.fixture);
    }
}

/* ---- Large trees: what is not linear does not end before the test's deadline. */

static size_t count_selected(const struct assay_tree *tree, const char *path)
{
    struct assay_selection nodes = {0};
    size_t count;

    CHECK_INT(assay_select_all(tree, path, &nodes), ASSAY_OK);
    count = nodes.count;
    for (size_t i = 1; i < count; i++)
        CHECK(nodes.nodes[i - 1] < nodes.nodes[i]);
    assay_selection_done(&nodes);
    return count;
}

TEST(lang_path_in_a_deep_tree)
{
    enum { DEPTH = 2000000 };
    struct tree_fixture f;

    tree_fixture_chain(&f, "x", DEPTH);
    CHECK_UINT(count_selected(&f.tree, "..x"), DEPTH - 1);
    CHECK_UINT(count_selected(&f.tree, "..x..x..x"), DEPTH - 3);
    CHECK_UINT(count_selected(&f.tree, "..x.x"), DEPTH - 2);
    CHECK_UINT(count_selected(&f.tree, "..x..x[1000]"), DEPTH - 1 - 1000);
    CHECK_UINT(count_selected(&f.tree, "..x..x[1000000]..x[2]"), DEPTH - 1000003);
    CHECK_UINT(count_selected(&f.tree, ".x[1].x[1].x"), 1);
    tree_fixture_done(&f);
}

TEST(lang_path_in_a_wide_tree)
{
    enum { WIDTH = 1000000 };
    struct tree_fixture f;
    uint32_t inner;

    tree_fixture_init(&f, "r(x(y()))", checked_mem());
    f.tree.count = 1;
    for (uint32_t i = 0; i < WIDTH; i++) {
        inner = assay_tree_open(&f.tree, 1, 0);
        assay_tree_close(&f.tree, assay_tree_open(&f.tree, 2, 0), 0);
        assay_tree_close(&f.tree, inner, 0);
    }
    assay_tree_close(&f.tree, 0, 0);
    CHECK_UINT(count_selected(&f.tree, ".x.y"), WIDTH);
    CHECK_UINT(count_selected(&f.tree, ".x..y[1]"), WIDTH);
    CHECK_UINT(count_selected(&f.tree, ".x..y[2]"), 0);
    CHECK_UINT(count_selected(&f.tree, ".x[999999].y[1]"), 1);
    for (int i = 0; i < 50000; i++) { /* the first is found at once */
        CHECK_UINT(count_selected(&f.tree, ".x[1]"), 1);
        CHECK_UINT(count_selected(&f.tree, "..y[2]"), 1);
    }
    tree_fixture_done(&f);
}

/* ---- Problems */

/* The first tree's grammar as a language, as far as paths look at it. */
static const char *problem_of(const struct tree_fixture *f, const char *path)
{
    static char text[200];
    struct assay_lang lang = {.mem = f->mem, .grammar = f->grammar};

    int len = assay_path_problem(&lang, path, text, sizeof text);

    CHECK_INT(len, strlen(text));
    return text;
}

TEST(lang_path_problems)
{
    static const char *const cases[][2] = {
        {".item", ""},
        {"..item[12].name-x", ""},
        {"", "byte 0: the path is empty"},
        {"item", "byte 0: a path begins with a dot: '.item' or '..item'"},
        {"name-x.item", "byte 0: a path begins with a dot: '.name-x' or '..name-x'"},
        {" .item", "byte 0: expected '.' or '..', not ' '"},
        {"[1]", "byte 0: expected '.' or '..', not '['"},
        {".", "byte 1: expected a name after '.', but the path ends"},
        {"..", "byte 2: expected a name after '..', but the path ends"},
        {"...item", "byte 2: expected a name after '..', not '.'"},
        {".item.", "byte 6: expected a name after '.', but the path ends"},
        {".1", "byte 1: expected a name after '.', not '1'"},
        {".-x", "byte 1: expected a name after '.', not '-'"},
        {".item-", "byte 5: a name does not end in '-'"},
        {".item--.x", "byte 6: a name does not end in '-'"},
        {".item item", "byte 5: expected '.', '..' or '[', not ' '"},
        {".item~", "byte 5: expected '.', '..' or '[', not '~'"},
        {".item\n", "byte 5: expected '.', '..' or '[', not the byte %x0A"},
        {".item\xc3\xa9", "byte 5: expected '.', '..' or '[', not the byte %xC3"},
        {".item[", "byte 6: expected a number after '[', but the path ends"},
        {".item[]", "byte 6: expected a number after '[', not ']'"},
        {".item[-1]", "byte 6: expected a number after '[', not '-'"},
        {".item[1", "byte 7: expected ']', but the path ends"},
        {".item[1x]", "byte 7: expected ']', not 'x'"},
        {".item[1]x", "byte 8: expected '.' or '..', not 'x'"},
        {".item[1][1]", "byte 8: expected '.' or '..', not '['"},
        {".item[0]", "byte 6: the first has the index 1"},
        {"..item[000]", "byte 7: the first has the index 1"},
        {".item[4294967295]", ""},
        {".item[4294967296]", "byte 6: the index is larger than 4294967295"},
        {".item[99999999999999999999]", "byte 6: the index is larger than 4294967295"},
        {".itme", "byte 1: no rule or part is called 'itme'; did you mean 'item'?"},
        {".tial", "byte 1: no rule or part is called 'tial'; did you mean 'tail'?"},
        {"..item.namex",
         "byte 7: no rule or part is called 'namex'; did you mean 'name-x'?"},
        {"..banana", "byte 2: no rule or part is called 'banana'"},
    };
    struct tree_fixture f;

    tree_fixture_init(&f, doc, checked_mem());
    CHECK(assay_grammar_name(&f.grammar, "banana", 6) != ASSAY_NONE); /* of nothing */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STR(problem_of(&f, cases[i][0]), cases[i][1]);
        if (*cases[i][1])
            CHECK_STR(selected(&f.tree, cases[i][0]), "damaged or truncated text");
    }
    tree_fixture_done(&f);
}

TEST(lang_path_has_at_most_64_steps)
{
    char path[500] = "";
    struct tree_fixture f;

    tree_fixture_init(&f, doc, checked_mem());
    for (int i = 0; i < 64; i++)
        strcat(path, ".item");
    CHECK_STR(problem_of(&f, path), "");
    CHECK_STR(selected(&f.tree, path), "");
    strcat(path, ".item");
    CHECK_STR(problem_of(&f, path), "byte 320: a path has at most 64 steps");
    tree_fixture_done(&f);
}

TEST(lang_path_problem_writes_as_snprintf)
{
    struct tree_fixture f;
    struct assay_lang lang = {0};
    struct torture_alloc mem;
    char text[10] = "?????????";

    tree_fixture_init(&f, doc, checked_mem());
    lang.grammar = f.grammar;
    CHECK_INT(assay_path_problem(&lang, "", text, sizeof text), 25);
    CHECK_STR(text, "byte 0: t");
    CHECK_INT(assay_path_problem(&lang, "", NULL, 0), 25);

    torture_alloc_init(&mem, 1);
    lang.mem = &mem.alloc;
    CHECK_INT(assay_path_problem(&lang, "", text, sizeof text), 13);
    CHECK_STR(text, "out of me");
    torture_alloc_init(&mem, 0);
    CHECK_INT(assay_path_problem(&lang, "", text, sizeof text), 25);
    CHECK_UINT(mem.live_blocks, 0);
    lang.problems.errors = 1;
    CHECK_INT(assay_path_problem(&lang, ".item", NULL, 0), 23);
    tree_fixture_done(&f);
}

/* ---- What users call */

static bool is_part(struct assay_part part, const char *text)
{
    return part.len == strlen(text) && memcmp(part.at, text, part.len) == 0;
}

TEST(lang_select_one)
{
    struct tree_fixture f;
    struct assay_part part = {"?", 1};

    tree_fixture_init(&f, doc, checked_mem());
    CHECK_INT(assay_select(&f.tree, ".item", &part), ASSAY_NOT_ONE);
    CHECK_INT(assay_select(&f.tree, ".doc", &part), ASSAY_NOT_ONE);
    CHECK_INT(assay_select(&f.tree, "item", &part), ASSAY_BAD_FORMAT);
    CHECK(is_part(part, "?"));
    CHECK_INT(assay_select(&f.tree, ".list", &part), ASSAY_OK);
    CHECK(is_part(part, "dte"));
    CHECK_INT(assay_select(&f.tree, "..name-x", &part), ASSAY_OK);
    CHECK(is_part(part, "n"));
    tree_fixture_done(&f);
}

TEST(lang_select_kth)
{
    struct tree_fixture f;
    struct assay_part part = {"?", 1};

    tree_fixture_init(&f, doc, checked_mem());
    CHECK_INT(assay_select_kth(&f.tree, "..item", 0, &part), ASSAY_NOT_ONE);
    CHECK_INT(assay_select_kth(&f.tree, "..item", 7, &part), ASSAY_NOT_ONE);
    CHECK_INT(assay_select_kth(&f.tree, "..itm", 1, &part), ASSAY_BAD_FORMAT);
    CHECK(is_part(part, "?"));
    CHECK_INT(assay_select_kth(&f.tree, "..item", 1, &part), ASSAY_OK);
    CHECK(is_part(part, "a"));
    CHECK_INT(assay_select_kth(&f.tree, "..item", 2, &part), ASSAY_OK);
    CHECK(is_part(part, "bcn"));
    CHECK_INT(assay_select_kth(&f.tree, "..item", 6, &part), ASSAY_OK);
    CHECK(is_part(part, ""));
    tree_fixture_done(&f);
}

static bool is_shorter(const void *ctx, struct assay_part part)
{
    return part.len < *(const size_t *)ctx;
}

static bool all_shorter(const struct tree_fixture *f, const char *path, size_t len)
{
    bool result = false;

    CHECK_INT(assay_selected_all(&f->tree, path, is_shorter, &len, &result), ASSAY_OK);
    return result;
}

static bool any_shorter(const struct tree_fixture *f, const char *path, size_t len)
{
    bool result = false;

    CHECK_INT(assay_selected_any(&f->tree, path, is_shorter, &len, &result), ASSAY_OK);
    return result;
}

TEST(lang_selected_all_and_any)
{
    struct tree_fixture f;
    bool result = true;

    tree_fixture_init(&f, doc, checked_mem());
    CHECK(all_shorter(&f, ".item", 4));
    CHECK(!all_shorter(&f, ".item", 3));
    CHECK(any_shorter(&f, ".item", 1));
    CHECK(!any_shorter(&f, ".item", 0));
    CHECK(all_shorter(&f, ".doc", 0)); /* of nothing */
    CHECK(!any_shorter(&f, ".doc", 9));
    CHECK_INT(assay_selected_all(&f.tree, ".", is_shorter, NULL, &result),
              ASSAY_BAD_FORMAT);
    CHECK_INT(assay_selected_any(&f.tree, ".", is_shorter, NULL, &result),
              ASSAY_BAD_FORMAT);
    CHECK(result);
    tree_fixture_done(&f);
}

/* Enough nodes for the selection to grow; the tree is made without failures. */
static enum assay_status select_from(const struct assay_alloc *mem, void *ctx)
{
    struct assay_tree tree = *(const struct assay_tree *)ctx;
    struct assay_selection nodes;
    struct assay_part part;
    bool result;
    enum assay_status status;

    tree.mem = mem;
    status = assay_select_all(&tree, "..x..x[2].x", &nodes);
    if (status)
        return status;
    CHECK_UINT(nodes.count, 96);
    assay_selection_done(&nodes);
    status = assay_select_kth(&tree, "..x", 99, &part);
    if (!status)
        status = assay_selected_all(&tree, "..x.x", is_shorter, &(size_t){2}, &result);
    return status;
}

TEST(lang_path_without_memory)
{
    struct tree_fixture f;

    tree_fixture_chain(&f, "x", 100);
    torture(select_from, &f.tree);
    tree_fixture_done(&f);
}
