/* The evaluator of terms, and the check of a tree's constraints. */
#include "eval_fixture.h"
#include "torture.h"

#include <string.h>

/* Terms that are always what they are called. U is undefined. */
#define T "(== 1 1)"
#define F "(== 1 2)"
#define U "(== (/ 1 0) 1)"

static const char *const doc = "doc("                            /* 0 */
                               "  def(\"a\")"                    /* 1 */
                               "  use(\"b\")"                    /* 2 */
                               "  def(\"b\")"                    /* 3 */
                               "  use(\"a\")"                    /* 4 */
                               "  pair(def(\"x\") use(\"y\")))"; /* 5 6 7 */

TEST(lang_where_logic)
{
    static const char *const cases[][2] = {
        {T, "true"},
        {F, "false"},
        {U, "undefined"},
        {"(! " T ")", "false"},
        {"(! " F ")", "true"},
        {"(! " U ")", "undefined"},
        {"(&& " T " " T ")", "true"},
        {"(&& " T " " F ")", "false"},
        {"(&& " T " " U ")", "undefined"},
        {"(&& " F " " T ")", "false"},
        {"(&& " F " " F ")", "false"},
        {"(&& " F " " U ")", "false"},
        {"(&& " U " " T ")", "undefined"},
        {"(&& " U " " F ")", "false"},
        {"(&& " U " " U ")", "undefined"},
        {"(|| " T " " T ")", "true"},
        {"(|| " T " " F ")", "true"},
        {"(|| " T " " U ")", "true"},
        {"(|| " F " " T ")", "true"},
        {"(|| " F " " F ")", "false"},
        {"(|| " F " " U ")", "undefined"},
        {"(|| " U " " T ")", "true"},
        {"(|| " U " " F ")", "undefined"},
        {"(|| " U " " U ")", "undefined"},
        {"(=> " T " " T ")", "true"},
        {"(=> " T " " F ")", "false"},
        {"(=> " T " " U ")", "undefined"},
        {"(=> " F " " T ")", "true"},
        {"(=> " F " " F ")", "true"},
        {"(=> " F " " U ")", "true"},
        {"(=> " U " " T ")", "true"},
        {"(=> " U " " F ")", "undefined"},
        {"(=> " U " " U ")", "undefined"},
        {"(=> (=> " T " " F ") " F ")", "true"},
        {"(&& \"a\" " T ")", "undefined"},
        {"(! .def)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_where_numbers)
{
    static const char *const cases[][2] = {
        {"(+ 2 3)", "5"},
        {"(- 2 3)", "-1"},
        {"(* -2 3)", "-6"},
        {"(/ 7 2)", "3"},
        {"(/ -7 2)", "-3"},
        {"(% 7 2)", "1"},
        {"(% -7 2)", "-1"},
        {"(% 7 -2)", "1"},
        {"(neg 5)", "-5"},
        {"(neg (neg 5))", "5"},
        {"(neg \"5\")", "undefined"},
        {"(/ 1 0)", "undefined"},
        {"(% 1 0)", "undefined"},
        {"(/ 7 -1)", "-7"},
        {"(% 7 -1)", "0"},
        {"(+ 9223372036854775807 1)", "undefined"},
        {"(+ 9223372036854775807 0)", "9223372036854775807"},
        {"(- -9223372036854775808 1)", "undefined"},
        {"(* 4611686018427387904 2)", "undefined"},
        {"(* 4611686018427387904 -2)", "-9223372036854775808"},
        {"(neg -9223372036854775808)", "undefined"},
        {"(/ -9223372036854775808 -1)", "undefined"},
        {"(% -9223372036854775808 -1)", "0"},
        {"(/ -9223372036854775808 1)", "-9223372036854775808"},
        {"(+ 1 (+ 9223372036854775807 1))", "undefined"},
        {"(+ \"1\" 1)", "undefined"},
        {"(+ 1 .def)", "undefined"},
        {"(- (- (- 10 1) 2) 3)", "4"},
        {"(- 10 (- 1 (- 2 3)))", "8"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_where_comparisons)
{
    static const char *const cases[][2] = {
        {"(== 3 3)", "true"},
        {"(== 3 4)", "false"},
        {"(!= 3 4)", "true"},
        {"(!= 3 3)", "false"},
        {"(< 3 4)", "true"},
        {"(< 3 3)", "false"},
        {"(<= 3 3)", "true"},
        {"(<= 4 3)", "false"},
        {"(> 4 3)", "true"},
        {"(> 3 3)", "false"},
        {"(>= 3 3)", "true"},
        {"(>= 3 4)", "false"},
        {"(< -9223372036854775808 9223372036854775807)", "true"},
        {"(== \"a\" \"a\")", "true"},
        {"(== \"a\" \"ab\")", "false"},
        {"(== \"\" \"\")", "true"},
        {"(!= \"a\" \"b\")", "true"},
        {"(< \"a\" \"b\")", "true"},
        {"(< \"a\" \"ab\")", "true"},
        {"(< \"ab\" \"b\")", "true"},
        {"(> \"ab\" \"a\")", "true"},
        {"(< \"\" \"a\")", "true"},
        {"(> \"\xff\" \"a\")", "true"},
        {"(== .def[1] .use[2])", "true"},
        {"(== .def[1] .use[1])", "false"},
        {"(== .def[1] \"a\")", "true"},
        {"(== .def \"a\")", "undefined"},
        {"(!= .def \"a\")", "undefined"},
        {"(== .pair.pair \"a\")", "undefined"},
        {"(== 1 \"1\")", "undefined"},
        {"(!= 1 \"1\")", "undefined"},
        {"(== " T " " F ")", "false"},
        {"(!= " T " " F ")", "true"},
        {"(== " U " " U ")", "undefined"},
        {"(! (== .def \"a\"))", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_where_parts)
{
    static const char *const cases[][2] = {
        {"$0", "{0}"},        {".def", "{1 3}"},    {"..def", "{1 3 6}"},
        {".pair.use", "{7}"}, {".pair.pair", "{}"}, {"..def[3]", "{6}"},
    };
    struct eval_fixture f;

    CHECK_VALUES(doc, cases);
    eval_fixture_init(&f, doc);
    f.eval.variables[0] = 5;
    f.eval.variables[3] = 2;
    CHECK_STR(eval_fixture_value(&f, "..def"), "{6}");
    CHECK_STR(eval_fixture_value(&f, "$3"), "{2}");
    CHECK_STR(eval_fixture_value(&f, "$3.def"), "{}");
    f.eval.variables[0] = 0; /* the same terms, other nodes */
    CHECK_STR(eval_fixture_value(&f, "..def"), "{1 3 6}");
    eval_fixture_done(&f);
}

/* Nothing is kept from one evaluation to the next: the tree, or the arena, may change. */
TEST(lang_where_starts_anew)
{
    struct eval_fixture f;
    uint32_t term;

    eval_fixture_init(&f, doc);
    term = tree_fixture_term(&f.tree, "..def");
    CHECK_STR(eval_fixture_show(&f, term), "{1 3 6}");
    f.tree.tree.nodes[3].sym = f.tree.tree.nodes[2].sym;
    CHECK_STR(eval_fixture_show(&f, term), "{1 6}");
    assay_arena_reset(&f.arena);
    CHECK_STR(eval_fixture_show(&f, term), "{1 6}");
    eval_fixture_done(&f);
}

TEST(lang_where_quantifiers)
{
    static const char *const cases[][2] = {
        {"(forall 1 .def (!= $1 \"c\"))", "true"},
        {"(forall 1 .def (!= $1 \"b\"))", "false"},
        {"(exists 1 .def (== $1 \"b\"))", "true"},
        {"(exists 1 .def (== $1 \"c\"))", "false"},
        {"(forall 1 .pair.pair " F ")", "true"},
        {"(exists 1 .pair.pair " T ")", "false"},
        {"(forall 1 .def " U ")", "undefined"},
        {"(exists 1 .def " U ")", "undefined"},
        {"(forall 1 .def (== (/ 1 (- (len $0) 6)) (/ 1 (count $1.def))))", "undefined"},
        /* one undefined, and one that decides before or after it */
        {"(forall 1 .def (&& (!= $1 \"b\") (|| (!= $1 \"a\") " U ")))", "false"},
        {"(forall 1 .def (&& (!= $1 \"a\") (|| (!= $1 \"b\") " U ")))", "false"},
        {"(exists 1 .def (|| (== $1 \"b\") (&& (== $1 \"a\") " U ")))", "true"},
        {"(exists 1 .def (&& (== $1 \"a\") " U "))", "undefined"},
        {"(forall 1 .use (exists 2 .def (== $2 $1)))", "true"},
        {"(forall 1 .use (exists 2 .def (&& (== $2 $1) (before $2 $1))))", "false"},
        {"(forall 1 ..use (exists 2 ..def (== $2 $1)))", "false"},
        {"(exists 1 .pair (forall 2 $1.use (forall 3 $1.def (!= $2 $3))))", "true"},
        {"(forall 1 ..def (forall 2 ..def (=> (== $1 $2) (! (before $1 $2)))))", "true"},
        {"(exists 1 $0 (== (count $1.def) 2))", "true"},
        {"(forall 1 5 " T ")", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

/* What a part selects from a variable follows the variable. */
TEST(lang_where_quantifiers_select_anew)
{
    static const char *const cases[][2] = {
        {"(forall 1 .row (== (count $1.cell) (int $1.n)))", "true"},
        {"(exists 1 .row (== (cat $1.cell) \"ccc\"))", "true"},
        {"(forall 1 .row (== (len (cat $1.cell)) (int $1.n)))", "true"},
        {"(forall 1 .row (forall 2 $1.cell (== (count $1.cell) (int $1.n))))", "true"},
        {"(forall 1 .row (== (count $1.cell) (count .row[2].cell)))", "false"},
    };
    CHECK_VALUES("r(row(n(\"1\") cell(\"a\")) row(n(\"3\") cell(\"c\") cell(\"c\") "
                 "cell(\"c\")) row(n(\"0\")) row(n(\"2\") cell(\"b\") cell(\"b\")))",
                 cases);
}

TEST(lang_where_holds)
{
    struct eval_fixture f;

    eval_fixture_init(&f, doc);
    CHECK(assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, T)));
    CHECK(!assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, F)));
    CHECK(!assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, U)));
    CHECK(assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, "7")));
    CHECK(!assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, "0")));
    CHECK(!assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, "\"a\"")));
    CHECK_INT(f.eval.status, ASSAY_OK);
    f.eval.status = ASSAY_NO_MEMORY;
    CHECK(!assay_eval_holds(&f.eval, tree_fixture_term(&f.tree, T)));
    eval_fixture_done(&f);
}

/* ---- Many nodes */

/* `count` children x of a root r, each with a byte of the word "abcabc...". */
static void grow_wide(struct eval_fixture *f, uint32_t count,
                      const struct assay_alloc *mem)
{
    tree_fixture_init(&f->tree, "r(x(\"a\") d())", checked_mem());
    eval_fixture_start(f, mem);
    f->tree.tree.count = 1;
    for (uint32_t i = 0; i < count; i++) {
        assay_tree_close(&f->tree.tree, assay_tree_open(&f->tree.tree, 1, i), i + 1);
        assay_buf_putc(&f->tree.word, (char)('a' + i % 3));
    }
    assay_tree_close(&f->tree.tree, 0, count);
    f->tree.tree.text = f->tree.word.at;
}

TEST(lang_where_many_nodes)
{
    struct eval_fixture f;

    grow_wide(&f, 3000000, NULL);
    CHECK_STR(eval_fixture_value(&f, "(forall 1 .x (<= $1 \"c\"))"), "true");
    CHECK_STR(eval_fixture_value(&f, "(exists 1 .x (== (len $1) 2))"), "false");
    CHECK_STR(eval_fixture_value(&f, "(count .x)"), "3000000");
    eval_fixture_done(&f);
}

/* What does not depend on the variable is selected once, not in each round. */
TEST(lang_where_selects_outside_of_loops)
{
    struct eval_fixture f;

    grow_wide(&f, 400000, NULL);
    CHECK_STR(eval_fixture_value(&f, "(forall 1 .x (exists 2 ..x (== (len $1) 1)))"),
              "true");
    CHECK_STR(eval_fixture_value(&f, "(forall 1 .x (forall 2 ..d (== $1 $2)))"), "true");
    eval_fixture_done(&f);
}

#define TEXT_OF_FOUR "(cat (upper $1) (lower $1) (upper (lower $1)) (lower (upper $1))) "
#define TEXTS TEXT_OF_FOUR TEXT_OF_FOUR

/* A million rounds that make texts and sets, in the memory of a few. */
TEST(lang_where_loops_reuse_memory)
{
    struct torture_alloc mem;
    struct eval_fixture f;

    torture_alloc_init(&mem, 0);
    grow_wide(&f, 1000, &mem.alloc);
    assay_arena_apart = false;
    CHECK_STR(eval_fixture_value(&f,
                                 "(forall 1 .x (forall 2 .x (&& (== (len (upper $2)) 1) "
                                 "(&& (unique $2) (== (count $2..x) 0)))))"),
              "true");
    /* 29 terms that make texts: some of them are sought in the same place */
    CHECK_STR(
        eval_fixture_value(&f, "(forall 1 .x (== (len (cat " TEXTS TEXTS "\"\")) 16))"),
        "true");
    CHECK(mem.calls < 10);
    CHECK(mem.live_bytes < 100000);
    eval_fixture_done(&f);
    CHECK_UINT(mem.live_blocks, 0);
}

/* ---- Deep terms */

/* op nested `depth` times to one side, as the notation reads a chain. */
static uint32_t nest(struct tree_fixture *f, enum assay_term_op op, const char *leaf,
                     uint32_t depth, bool to_the_left)
{
    uint32_t other = tree_fixture_term(f, leaf), term = other;

    for (uint32_t i = 0; i < depth; i++) {
        struct assay_term t = {.kind = ASSAY_TERM_BINARY};
        t.as.binary.op = op;
        t.as.binary.a = to_the_left ? term : other;
        t.as.binary.b = to_the_left ? other : term;
        term = assay_grammar_term(&f->grammar, &t);
    }
    return term;
}

TEST(lang_where_chains)
{
    struct eval_fixture f;

    eval_fixture_init(&f, doc);
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_SUB, "1", 1999, true)),
              "-1998");
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_SUB, "1", 1999, false)),
              "0");
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_OR, F, 500, true)), "false");
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_AND, T, 500, true)), "true");
    eval_fixture_done(&f);
}

TEST(lang_where_depth_is_limited)
{
    struct eval_fixture f;
    uint32_t term;

    eval_fixture_init(&f, doc);
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_ADD, "1", 1999, false)),
              "2000");
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_ADD, "1", 2000, false)),
              "limit reached");
    CHECK_UINT(f.eval.depth, 0);
    f.eval.status = ASSAY_OK;
    CHECK_STR(eval_fixture_show(&f, nest(&f.tree, ASSAY_TERM_ADD, "1", 2000, true)),
              "limit reached");
    f.eval.status = ASSAY_OK;
    term = tree_fixture_term(&f.tree, "1");
    for (int i = 0; i < 2000; i++) {
        struct assay_term t = {.kind = ASSAY_TERM_NEGATE};
        t.as.binary.a = term;
        term = assay_grammar_term(&f.tree.grammar, &t);
    }
    CHECK_STR(eval_fixture_show(&f, term), "limit reached");
    eval_fixture_done(&f);
}

/* ---- The check */

/* "ok", or the node and the number that the broken conjunct (> .. NUMBER) has. */
static const char *checked(const struct tree_fixture *f)
{
    static char text[64];
    uint32_t node = 77, term = 78;
    enum assay_status status = assay_where_check(NULL, &f->tree, &node, &term);

    if (status != ASSAY_NO_MATCH) {
        CHECK_UINT(node, 77);
        CHECK_UINT(term, 78);
        return status ? assay_status_text(status) : "ok";
    }
    const struct assay_term *t = &f->grammar.terms[term];
    CHECK_INT(t->kind, ASSAY_TERM_BINARY);
    CHECK_INT(t->as.binary.op, ASSAY_TERM_GT);
    snprintf(text, sizeof text, "node %u, > %d", node,
             (int)f->grammar.terms[t->as.binary.b].as.number);
    return text;
}

TEST(lang_where_check_finds_the_conjunct)
{
    struct tree_fixture f;

    tree_fixture_init(&f, doc, checked_mem());
    CHECK_STR(checked(&f), "ok");
    tree_fixture_where(&f, "doc", "(> (len $0) 5)");
    CHECK_STR(checked(&f), "ok");
    tree_fixture_where(&f, "doc", "(> (len $0) 6)");
    CHECK_STR(checked(&f), "node 0, > 6");
    tree_fixture_where(&f, "doc",
                       "(&& (&& (> (len $0) 1) (> (len $0) 2)) (> (len $0) 6))");
    CHECK_STR(checked(&f), "node 0, > 6");
    tree_fixture_where(&f, "doc",
                       "(&& (&& (> (len $0) 1) (> (len $0) 7)) (> (len $0) 6))");
    CHECK_STR(checked(&f), "node 0, > 7");
    tree_fixture_where(&f, "doc",
                       "(&& (> (len $0) 1) (&& (> (len $0) 9) (> (len $0) 8)))");
    CHECK_STR(checked(&f), "node 0, > 9");
    tree_fixture_where(&f, "doc", "(&& (> (len $0) 1) (> (len .def) 0))"); /* undefined */
    CHECK_STR(checked(&f), "node 0, > 0");
    tree_fixture_done(&f);
}

/* Children before parents, in the order of the text. */
TEST(lang_where_check_goes_by_closing)
{
    struct tree_fixture f;
    const char *nested = "x(\"a\" x(x(\"b\") x(\"cd\")) x(\"e\"))";
    /*                    0      1 2       3           4          */

    tree_fixture_init(&f, nested, checked_mem());
    tree_fixture_where(&f, "x", "(> (len $0) 1)");
    CHECK_STR(checked(&f), "node 2, > 1");
    tree_fixture_where(&f, "x", "(> (- 10 (len $0)) 5)");
    CHECK_STR(checked(&f), "node 0, > 5");
    tree_fixture_where(&f, "x", "(> (- 10 (len $0)) 7)");
    CHECK_STR(checked(&f), "node 1, > 7");
    tree_fixture_where(&f, "x", "(> (- 10 (len $0)) 8)");
    CHECK_STR(checked(&f), "node 3, > 8");
    tree_fixture_done(&f);

    tree_fixture_init(&f, "r(x(\"ab\" y(\"cd\")) x(\"z\"))", checked_mem());
    tree_fixture_where(&f, "x", "(> (len $0) 1)");
    CHECK_STR(checked(&f), "node 3, > 1");
    tree_fixture_where(&f, "y", "(> (len $0) 2)");
    CHECK_STR(checked(&f), "node 2, > 2");
    tree_fixture_where(&f, "x", "(> (len $0) 4)");
    tree_fixture_where(&f, "y", "(> (len $0) 1)");
    CHECK_STR(checked(&f), "node 1, > 4");
    tree_fixture_done(&f);
}

TEST(lang_where_check_many_nodes)
{
    struct eval_fixture f;

    grow_wide(&f, 1000000, NULL);
    tree_fixture_where(&f.tree, "x", "(> (len $0) 0)");
    tree_fixture_where(&f.tree, "r", "(> (count .x) 1000000)");
    CHECK_STR(checked(&f.tree), "node 0, > 1000000");
    f.tree.tree.nodes[999999].end--;
    CHECK_STR(checked(&f.tree), "node 999999, > 0");
    eval_fixture_done(&f);
}

/* An allocator that has `left` bytes. */
static void *resize_capped(void *ctx, void *ptr, size_t old, size_t now)
{
    size_t *left = ctx;

    if (now > *left + old)
        return NULL;
    *left += old - now;
    return assay_alloc_libc.resize(NULL, ptr, old, now);
}

/* What one node took is there for the next. */
TEST(lang_where_check_reuses_memory)
{
    struct eval_fixture f;
    size_t left = 20000;
    struct assay_alloc mem = {resize_capped, &left};

    grow_wide(&f, 100000, NULL);
    tree_fixture_where(&f.tree, "x", "(> (len (cat (upper $0) (dec (count .x)))) 1)");
    f.tree.tree.mem = &mem;
    CHECK_STR(checked(&f.tree), "ok");
    CHECK_UINT(left, 20000);
    f.tree.tree.mem = checked_mem();
    eval_fixture_done(&f);
}

TEST(lang_where_check_deep_trees)
{
    struct tree_fixture f;

    tree_fixture_chain(&f, "x", 1000000);
    tree_fixture_where(&f, "x", "(> (- 2 (count .x)) 0)");
    CHECK_STR(checked(&f), "ok");
    tree_fixture_where(&f, "x", "(> (count .x) 0)");
    CHECK_STR(checked(&f), "node 999999, > 0");
    tree_fixture_done(&f);
}

/* Constraints on few of many nodes cost no more than one walk. */
TEST(lang_where_check_passes_free_nodes)
{
    struct eval_fixture f;

    grow_wide(&f, 1000000, NULL);
    tree_fixture_where(&f.tree, "d", F);
    for (int i = 0; i < 100; i++)
        CHECK_STR(checked(&f.tree), "ok");
    eval_fixture_done(&f);
}

TEST(lang_where_check_long_conjunctions)
{
    struct tree_fixture f;

    tree_fixture_init(&f, "r(\"ab\")", checked_mem());
    f.grammar.rules[0].where = nest(&f, ASSAY_TERM_AND, "(> (len $0) 1)", 500, true);
    CHECK_STR(checked(&f), "ok");
    f.grammar.rules[0].where = nest(&f, ASSAY_TERM_AND, "(> (len $0) 1)", 500, false);
    CHECK_STR(checked(&f), "ok");
    f.grammar.rules[0].where = nest(&f, ASSAY_TERM_ADD, "1", 2000, true);
    CHECK_STR(checked(&f), "limit reached");
    tree_fixture_done(&f);
}

static enum assay_status check_nested(const struct assay_alloc *mem, void *ctx)
{
    struct tree_fixture f;
    uint32_t node, term;
    enum assay_status status;

    (void)ctx;
    tree_fixture_init(&f, doc, mem);
    if (!f.status)
        tree_fixture_where(&f, "doc", "(forall 1 ..use (exists 2 ..def (<= $2 $1)))");
    if (!f.status)
        tree_fixture_where(&f, "pair",
                           "(&& (unique .def) (== (cat $0 (dec 1 9000)) $0))");
    status = f.status;
    if (!status)
        status = assay_where_check(NULL, &f.tree, &node, &term);
    if (status == ASSAY_NO_MATCH) {
        CHECK_UINT(node, 5);
        status = ASSAY_OK;
    }
    tree_fixture_done(&f);
    return status;
}

TEST(lang_where_check_without_memory)
{
    torture(check_nested, NULL);
}
