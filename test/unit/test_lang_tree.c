/* Derivation trees: building, asking, dumping. */
#include "harness.h"
#include "torture.h"
#include "tree_fixture.h"

#include <string.h>

static const char *const list = "list(\"[\" x:item(\"a\" name(\"bc\")) \",\" item(\"d\") "
                                "sign:(\"+\") item() \"]\")";

TEST(lang_tree_has_its_nodes_in_preorder)
{
    static const struct assay_node expected[] = {
        {0, 0, 7, 6}, {1, 1, 4, 2}, {2, 2, 4, 1},
        {3, 5, 6, 1}, {4, 6, 7, 1}, {3, 7, 7, 1},
    };
    struct tree_fixture f;
    const struct assay_node *nodes;
    uint32_t count = 0;

    tree_fixture_init(&f,
                      "list(\"[\" x:item(\"a\" name(\"bc\")) \",\" item(\"d\") "
                      "sign:(\"+\") item())",
                      NULL);
    nodes = assay_tree_nodes(&f.tree, &count);
    CHECK_UINT(count, 6);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_UINT(nodes[i].sym, expected[i].sym);
        CHECK_UINT(nodes[i].start, expected[i].start);
        CHECK_UINT(nodes[i].end, expected[i].end);
        CHECK_UINT(nodes[i].size, expected[i].size);
    }
    tree_fixture_done(&f);
}

TEST(lang_tree_names_and_parts)
{
    struct tree_fixture f;
    struct assay_part part;

    tree_fixture_init(&f, list, checked_mem());
    CHECK_STR(assay_node_rule(&f.tree, 0), "list");
    CHECK_STR(assay_node_label(&f.tree, 0), "");
    CHECK_STR(assay_node_rule(&f.tree, 1), "item");
    CHECK_STR(assay_node_label(&f.tree, 1), "x");
    CHECK_STR(assay_node_rule(&f.tree, 4), "");
    CHECK_STR(assay_node_label(&f.tree, 4), "sign");
    part = assay_tree_part(&f.tree, 1);
    CHECK_UINT(part.len, 3);
    CHECK_MEM(part.at, "abc", 3);
    CHECK_UINT(assay_tree_part(&f.tree, 5).len, 0);

    CHECK(assay_tree_called(&f.tree, 1, assay_grammar_find_name(&f.grammar, "x", 1)));
    CHECK(assay_tree_called(&f.tree, 1, assay_grammar_find_name(&f.grammar, "item", 4)));
    CHECK(!assay_tree_called(&f.tree, 3, assay_grammar_find_name(&f.grammar, "x", 1)));
    tree_fixture_done(&f);
}

static void check_dump(const char *tree, const char *expected)
{
    struct tree_fixture f;
    struct assay_buf out;

    tree_fixture_init(&f, tree, checked_mem());
    assay_buf_init(&out, NULL, 0);
    assay_tree_dump(&f.tree, &out);
    CHECK_INT(out.status, ASSAY_OK);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    tree_fixture_done(&f);
}

TEST(lang_tree_dump)
{
    check_dump(list, "list \"[abc,d+]\"\n"
                     "  x:item \"abc\"\n"
                     "    name \"bc\"\n"
                     "  item \"d\"\n"
                     "  sign: \"+\"\n"
                     "  item \"\"\n");
    check_dump("a(b(c(\"\n\t\x01\xff\")) d())", "a \"\\n\\t\\001\\377\"\n"
                                                "  b \"\\n\\t\\001\\377\"\n"
                                                "    c \"\\n\\t\\001\\377\"\n"
                                                "  d \"\"\n");
}

#define TEN "0123456789"
#define SIXTY TEN TEN TEN TEN TEN TEN

TEST(lang_tree_dump_cuts_texts)
{
    check_dump("a(\"" SIXTY "\")", "a \"" SIXTY "\"\n");
    check_dump("a(\"" SIXTY "x\")", "a \"" SIXTY "\"...\n");
    check_dump("a(\"" SIXTY "\xc3\xa9\")", "a \"" SIXTY "\"...\n");
    /* not within a character: one byte of two, three of four */
    check_dump("a(\"" TEN TEN TEN TEN TEN "012345678\xc3\xa9z\")",
               "a \"" TEN TEN TEN TEN TEN "012345678\"...\n");
    check_dump("a(\"" TEN TEN TEN TEN TEN "0123456\xf0\x9f\x98\x80\")",
               "a \"" TEN TEN TEN TEN TEN "0123456\"...\n");
    /* what is no character is cut anywhere */
    check_dump("a(\"" TEN TEN TEN TEN TEN "012345\x80\x80\x80\x80\x80\")",
               "a \"" TEN TEN TEN TEN TEN "012345\\200\\200\\200\\200\"...\n");
}

TEST(lang_tree_of_no_text)
{
    struct tree_fixture f;

    tree_fixture_init(&f, "a()", checked_mem());
    assay_tree_done(&f.tree);
    assay_tree_init(&f.tree, &f.grammar, NULL, 0, NULL);
    CHECK_UINT(assay_tree_open(&f.tree, 0, 0), 0);
    assay_tree_close(&f.tree, 0, 0);
    CHECK(assay_tree_part(&f.tree, 0).at != NULL);
    CHECK_UINT(assay_tree_part(&f.tree, 0).len, 0);
    tree_fixture_done(&f);
}

/* The dump of a deep tree is as wide as it is long: the buffer's limit ends it. */
TEST(lang_tree_dump_is_limited)
{
    struct tree_fixture f;
    struct assay_buf out;

    tree_fixture_chain(&f, "a", 100000);
    assay_buf_init(&out, NULL, 1000000);
    assay_tree_dump(&f.tree, &out);
    CHECK_INT(out.status, ASSAY_TOO_LARGE);
    CHECK(out.len > 900000);
    assay_buf_done(&out);
    tree_fixture_done(&f);
}

/* Twice as much while small, then a half more: never more than 24 bytes a node. */
TEST(lang_tree_grows_by_a_half)
{
    struct torture_alloc mem;
    struct assay_tree tree;
    size_t before;

    torture_alloc_init(&mem, 0);
    assay_tree_init(&tree, NULL, "", 0, &mem.alloc);
    for (uint32_t i = 0; i < 3000000; i++) {
        before = tree.cap;
        CHECK_UINT(assay_tree_open(&tree, i, i / 2), i);
        if (before >= 65536 && tree.cap != before) {
            CHECK_UINT(tree.cap, before + before / 2);
            CHECK_UINT(mem.live_bytes, tree.cap * 16);
        }
    }
    CHECK(mem.calls < 40);
    for (uint32_t i = 0; i < tree.count; i++) {
        CHECK_UINT(tree.nodes[i].sym, i);
        CHECK_UINT(tree.nodes[i].start, i / 2);
    }
    assay_tree_done(&tree);
    CHECK_UINT(mem.live_blocks, 0);
    CHECK_UINT(assay_tree_open(&tree, 1, 2), 0); /* empty, and good for more */
    assay_tree_done(&tree);
}

TEST(lang_tree_has_fewer_nodes_than_numbers)
{
    struct assay_tree tree;

    assay_tree_init(&tree, NULL, "", 0, NULL);
    tree.count = ASSAY_NONE;
    tree.cap = ASSAY_NONE;
    CHECK_UINT(assay_tree_open(&tree, 0, 0), ASSAY_NONE);
    CHECK_UINT(tree.count, ASSAY_NONE);
}

TEST(lang_tree_free)
{
    struct torture_alloc mem;
    struct assay_tree *tree;

    assay_tree_free(NULL);
    torture_alloc_init(&mem, 0);
    tree = mem.alloc.resize(mem.alloc.ctx, NULL, 0, sizeof *tree);
    assay_tree_init(tree, NULL, "", 0, &mem.alloc);
    CHECK_UINT(assay_tree_open(tree, 0, 0), 0);
    CHECK_UINT(mem.live_blocks, 2);
    assay_tree_free(tree);
    CHECK_UINT(mem.live_blocks, 0);
}

static enum assay_status build_and_dump(const struct assay_alloc *mem, void *ctx)
{
    struct tree_fixture f;
    struct assay_buf out;
    enum assay_status status;

    (void)ctx;
    tree_fixture_init(&f, list, mem);
    assay_buf_init(&out, mem, 0);
    if (!f.status)
        assay_tree_dump(&f.tree, &out);
    status = f.status ? f.status : out.status;
    assay_buf_done(&out);
    tree_fixture_done(&f);
    return status;
}

TEST(lang_tree_without_memory)
{
    torture(build_and_dump, NULL);
}
