/* The functions of constraints. */
#include "eval_fixture.h"
#include "torture.h"

#include <string.h>

static const char *const doc =
    "doc("                                                 /* 0 */
    "  num(\"12\")"                                        /* 1 */
    "  word(\"aBz\")"                                      /* 2 */
    "  empty()"                                            /* 3 */
    "  num(\"-7\")"                                        /* 4 */
    "  block(num(\"+40\") block(word(\"k\")) word(\"l\"))" /* 5-9 */
    "  word(\"aBz\"))";                                    /* 10 */

TEST(lang_function_table)
{
    CHECK_STR(assay_function_infos[ASSAY_FUNCTION_LEN].name, "len");
    CHECK_STR(assay_function_infos[ASSAY_FUNCTION_LUHN].name, "luhn");
    CHECK_UINT(assay_function_infos[ASSAY_FUNCTION_CAT].min, 1);
    CHECK_UINT(assay_function_infos[ASSAY_FUNCTION_CAT].max, 8);
    CHECK_UINT(assay_function_infos[ASSAY_FUNCTION_INT].max, 2);
}

TEST(lang_function_lengths)
{
    static const char *const cases[][2] = {
        {"(len $0)", "15"},
        {"(len .word[1])", "3"},
        {"(len .empty)", "0"},
        {"(len .word)", "undefined"},
        {"(len .block.block.num)", "undefined"},
        {"(len 3)", "undefined"},
        {"(len \"\xc3\xa9\")", "2"},
        {"(chars \"\xc3\xa9\")", "1"},
        {"(chars \"a\xc3\xa9\xf0\x9f\x98\x80\")", "3"},
        {"(chars \"\xc3\")", "undefined"},
        {"(chars \"\")", "0"},
        {"(chars 3)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_function_int)
{
    static const char *const cases[][2] = {
        {"(int .num[1])", "12"},
        {"(int .num[2])", "-7"},
        {"(int .block.num)", "40"},
        {"(int .num)", "undefined"},
        {"(int .empty)", "undefined"},
        {"(int .word[1])", "undefined"},
        {"(int \"007\")", "7"},
        {"(int \"-\")", "undefined"},
        {"(int \"+\")", "undefined"},
        {"(int \"--1\")", "undefined"},
        {"(int \" 1\")", "undefined"},
        {"(int \"1 \")", "undefined"},
        {"(int \"9223372036854775807\")", "9223372036854775807"},
        {"(int \"9223372036854775808\")", "undefined"},
        {"(int \"-9223372036854775808\")", "-9223372036854775808"},
        {"(int \"-9223372036854775809\")", "undefined"},
        {"(int \"92233720368547758070\")", "undefined"},
        {"(int \"ff\" 16)", "255"},
        {"(int \"-Ff\" 16)", "-255"},
        {"(int \"fg\" 16)", "undefined"},
        {"(int \"aA\" 16)", "170"},
        {"(int \"@\" 16)", "undefined"},
        {"(int \"/\")", "undefined"},
        {"(int \":\")", "undefined"},
        {"(int \"0x10\" 16)", "undefined"},
        {"(int \"101\" 2)", "5"},
        {"(int \"102\" 2)", "undefined"},
        {"(int \"zZ\" 36)", "1295"},
        {"(int \"[\" 36)", "undefined"},
        {"(int \"1\" 1)", "undefined"},
        {"(int \"1\" 37)", "undefined"},
        {"(int \"1\" -2)", "undefined"},
        {"(int \"1\" \"2\")", "undefined"},
        {"(int 5)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_function_predicates_of_texts)
{
    static const char *const cases[][2] = {
        {"(starts .word[1] \"aB\")", "true"},       {"(starts .word[1] \"aBz\")", "true"},
        {"(starts .word[1] \"aBzz\")", "false"},    {"(starts .word[1] \"B\")", "false"},
        {"(starts .word[1] \"\")", "true"},         {"(starts .empty \"\")", "true"},
        {"(starts .empty \"a\")", "false"},         {"(starts .word \"a\")", "undefined"},
        {"(starts .word[1] 1)", "undefined"},       {"(ends .word[1] \"Bz\")", "true"},
        {"(ends .word[1] \"aBz\")", "true"},        {"(ends .word[1] \"zaBz\")", "false"},
        {"(ends .word[1] \"B\")", "false"},         {"(ends .word[1] \"\")", "true"},
        {"(ends .word \"z\")", "undefined"},        {"(contains $0 \"z-7\")", "true"},
        {"(contains $0 \"z7\")", "false"},          {"(contains $0 .num[2])", "true"},
        {"(contains .empty \"\")", "true"},         {"(contains .empty \"a\")", "false"},
        {"(contains .word[1] .word)", "undefined"}, {"(contains 1 \"a\")", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_function_sets)
{
    static const char *const cases[][2] = {
        {"(count .word)", "2"},
        {"(count ..word)", "4"},
        {"(count .block.block.num)", "0"},
        {"(count $0)", "1"},
        {"(count \"a\")", "undefined"},
        {"(unique ..num)", "true"},
        {"(unique .word)", "false"},
        {"(unique ..word)", "false"},
        {"(unique .block..word)", "true"},
        {"(unique .block.block.num)", "true"},
        {"(unique \"a\")", "undefined"},
        {"(equal .word)", "true"},
        {"(equal ..word)", "false"},
        {"(equal .num)", "false"},
        {"(equal .num[1])", "true"},
        {"(equal .block.block.num)", "true"},
        {"(equal 1)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_function_unique_compares_texts)
{
    static const char *const different[][2] = {{"(unique .x)", "true"}};
    static const char *const same[][2] = {{"(unique .x)", "false"}};

    CHECK_VALUES("r(x(\"ab\") x(\"a\") x(\"ba\") x() x(\"b\"))", different);
    CHECK_VALUES("r(x(\"ab\") x(\"a\") x(\"ba\") x() x(\"ab\"))", same);
    CHECK_VALUES("r(x() x(\"a\") x())", same);
}

TEST(lang_function_equal_compares_texts)
{
    static const char *const different[][2] = {{"(equal .x)", "false"}};
    static const char *const same[][2] = {{"(equal .x)", "true"}};

    CHECK_VALUES("r(x(\"a\") x(\"a\") x(\"b\"))", different);
    CHECK_VALUES("r(x(\"a\") x(\"a\") x(\"aa\"))", different);
    CHECK_VALUES("r(x(\"ab\") x(\"ab\") x(\"ab\"))", same);
}

TEST(lang_function_places)
{
    static const char *const cases[][2] = {
        {"(before .num[1] .num[2])", "true"},
        {"(before .num[2] .num[1])", "false"},
        {"(before .num[1] .num[1])", "false"},
        {"(before .num[1] .word[1])", "true"},
        {"(before .empty .num[2])", "true"},
        {"(before .empty .empty)", "false"},
        {"(before .num[2] .empty)", "false"},
        {"(before $0 .num[1])", "false"},
        {"(before .num[1] $0)", "false"},
        {"(before .block .block.num)", "false"},
        {"(before .block .word[2])", "true"},
        {"(before .num .word[1])", "undefined"},
        {"(before .num[1] .word)", "undefined"},
        {"(before .num[1] \"a\")", "undefined"},
        {"(inside .block.num .block)", "true"},
        {"(inside .block.block.word .block)", "true"},
        {"(inside .block .block)", "false"},
        {"(inside .block .block.num)", "false"},
        {"(inside .word[2] .block)", "false"},
        {"(inside .word[1] .block)", "false"},
        {"(inside .block.num $0)", "true"},
        {"(inside ..word .block)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

TEST(lang_function_scope)
{
    static const char *const cases[][2] = {
        {"(scope .block.block.word 'block)", "{7}"},
        {"(scope .block.word 'block)", "{5}"},
        {"(scope .block.block 'block)", "{5}"},
        {"(scope .block.num 'block)", "{5}"},
        {"(scope .block 'block)", "undefined"},
        {"(scope .word[2] 'block)", "undefined"},
        {"(scope .block.block.word 'doc)", "{0}"},
        {"(scope $0 'doc)", "undefined"},
        {"(scope ..word 'block)", "undefined"},
        {"(scope .block.num 'word)", "undefined"},
        {"(forall 1 .block..word (inside $1 (scope $1 'block)))", "true"},
        {"(exists 1 ..word (== (scope $1 'block) \"k\"))", "true"},
    };
    CHECK_VALUES(doc, cases);
}

/* The node that is asked about is not always the root: what is around it is not seen. */
TEST(lang_function_scope_ends_at_self)
{
    struct eval_fixture f;

    eval_fixture_init(&f, doc);
    f.eval.variables[0] = 5;
    CHECK_STR(eval_fixture_value(&f, "(scope .block.word 'block)"), "{7}");
    CHECK_STR(eval_fixture_value(&f, "(scope .num 'block)"), "{5}");
    CHECK_STR(eval_fixture_value(&f, "(scope .num 'doc)"), "undefined");
    f.eval.variables[0] = 7;
    CHECK_STR(eval_fixture_value(&f, "(scope .word 'block)"), "{7}");
    CHECK_STR(eval_fixture_value(&f, "(scope $0 'block)"), "undefined");
    eval_fixture_done(&f);
}

TEST(lang_function_made_texts)
{
    static const char *const cases[][2] = {
        {"(dec 5)", "\"5\""},
        {"(dec 5 3)", "\"005\""},
        {"(dec 5000 3)", "\"5000\""},
        {"(dec -5 3)", "\"-05\""},
        {"(dec 5 0)", "\"5\""},
        {"(dec 5 -1)", "undefined"},
        {"(dec \"5\")", "undefined"},
        {"(dec 5 \"3\")", "undefined"},
        {"(dec -9223372036854775808)", "\"-9223372036854775808\""},
        {"(dec 1 99999999)", "limit reached"},
    };
    static const char *const more[][2] = {
        {"(hex 255)", "\"ff\""},
        {"(hex 255 4)", "\"00ff\""},
        {"(hex 0)", "\"0\""},
        {"(hex -1)", "undefined"},
        {"(hex 9223372036854775807)", "\"7fffffffffffffff\""},
        {"(upper .word[1])", "\"ABZ\""},
        {"(lower .word[1])", "\"abz\""},
        {"(upper \"az{`@[\xc3\xa9\")", "\"AZ{`@[\xc3\xa9\""},
        {"(lower \"AZ{`@[\xc3\x89\")", "\"az{`@[\xc3\x89\""},
        {"(upper .empty)", "\"\""},
        {"(upper .word)", "undefined"},
        {"(lower 1)", "undefined"},
        {"(cat \"a\")", "\"a\""},
        {"(cat .word)", "\"aBzaBz\""},
        {"(cat ..word)", "\"aBzklaBz\""},
        {"(cat .block.block.num)", "\"\""},
        {"(cat .num[1] \"-\" .word[1] \"-\" (dec 7) \"-\" .empty \"-\")",
         "\"12-aBz-7--\""},
        {"(cat \"a\" 1)", "undefined"},
        {"(== (cat (upper .word[1]) (lower .word[2])) \"ABZabz\")", "true"},
        {"(upper (lower (upper \"a\")))", "\"A\""},
    };
    CHECK_VALUES(doc, cases);
    CHECK_VALUES(doc, more);
}

TEST(lang_function_sums)
{
    static const char *const cases[][2] = {
        {"(sum .num)", "5"},
        {"(sum ..num)", "45"},
        {"(sum .num[1])", "12"},
        {"(sum .block.block.num)", "0"},
        {"(sum .word)", "undefined"},
        {"(sum \"\")", "0"},
        {"(sum \"ab\xff\")", "450"},
        {"(sum (cat .num[1]))", "99"},
        {"(sum 5)", "undefined"},
        {"(xor \"\")", "0"},
        {"(xor \"a\xff\")", "158"},
        {"(xor .num[1])", "3"},
        {"(xor .num)", "undefined"},
        {"(crc32 \"123456789\")", "3421780262"},
        {"(crc32 \"\")", "0"},
        {"(crc32 .num)", "undefined"},
        {"(adler32 \"Wikipedia\")", "300286872"},
        {"(adler32 \"\")", "1"},
        {"(adler32 .num)", "undefined"},
        {"(luhn \"7992739871\")", "3"},
        {"(luhn \"1789372997\")", "4"},
        {"(luhn \"411111111111111\")", "1"},
        {"(luhn \"0\")", "0"},
        {"(luhn \"5\")", "9"},
        {"(luhn \"12a\")", "undefined"},
        {"(luhn .num)", "undefined"},
    };
    CHECK_VALUES(doc, cases);
}

/* The two sums of adler32 wrap. */
TEST(lang_function_adler32_of_many_bytes)
{
    struct eval_fixture f;
    struct assay_buf tree;

    assay_buf_init(&tree, NULL, 0);
    assay_buf_puts(&tree, "r(\"");
    for (int i = 0; i < 100000; i++)
        assay_buf_putc(&tree, '\xff');
    assay_buf_puts(&tree, "\")");
    eval_fixture_init(&f, tree.at);
    CHECK_STR(eval_fixture_value(&f, "(adler32 $0)"), "345649196");
    CHECK_STR(eval_fixture_value(&f, "(sum (cat $0))"), "25500000");
    eval_fixture_done(&f);
    assay_buf_done(&tree);
}

TEST(lang_function_sum_overflows)
{
    static const char *const cases[][2] = {
        {"(sum .x)", "undefined"},
        {"(sum .x[1])", "9223372036854775807"},
    };
    CHECK_VALUES("r(x(\"9223372036854775807\") x(\"1\"))", cases);
}

/* ---- The user's functions */

static int64_t join_lengths(const void *ctx, const struct assay_part *args)
{
    return *(const int *)ctx + (int64_t)(args[0].len * 100 + args[1].len);
}

static int64_t is_seven(const void *ctx, const struct assay_part *args)
{
    (void)ctx;
    return args[0].len == 2 && memcmp(args[0].at, "-7", 2) == 0;
}

static int64_t answer(const void *ctx, const struct assay_part *args)
{
    (void)ctx;
    (void)args;
    return 42;
}

static int64_t sum_of_ten(const void *ctx, const struct assay_part *args)
{
    int64_t sum = 0;

    (void)ctx;
    for (int i = 0; i < 10; i++)
        sum = sum * 10 + args[i].at[0] - '0';
    return sum;
}

static const struct assay_lang_function own[] = {
    {"lengths", 2, join_lengths, &(const int){1000}},
    {"seven", 1, is_seven, NULL},
    {"answer", 0, answer, NULL},
    {"ten", 10, sum_of_ten, NULL},
    {NULL, 0, NULL, NULL},
};

TEST(lang_function_of_the_user)
{
    static const char *const cases[][2] = {
        {"(lengths \"abc\" .word[1])", "1303"},
        {"(lengths -1234 (len $0))", "1502"},
        {"(lengths .word \"\")", "undefined"},
        {"(lengths \"\" .word)", "undefined"},
        {"(seven .num[2])", "1"},
        {"(seven (neg 7))", "1"},
        {"(! (seven .num[2]))", "false"},
        {"(! (seven .num[1]))", "true"},
        {"(&& (seven .num[2]) (answer))", "true"},
        {"(|| (seven .num[1]) (seven .num[1]))", "false"},
        {"(== (answer) 42)", "true"},
        {"(ten 1 2 3 4 5 6 7 8 9 0)", "1234567890"},
        {"(ten 1 2 3 4 5 6 7 8 9 (- 9 9))", "1234567890"},
        {"(exists 1 ..num (seven $1))", "true"},
        {"(forall 1 ..num (seven (int $1)))", "false"},
        {"(exists 1 ..num (seven (int $1)))", "true"},
    };
    struct eval_fixture f;

    eval_fixture_init(&f, doc);
    f.tree.grammar.functions = own;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(eval_fixture_value(&f, cases[i][0]), cases[i][1]);
    eval_fixture_done(&f);
}

/* ---- Limits */

TEST(lang_function_texts_are_limited)
{
    struct eval_fixture f;

    eval_fixture_init(&f, "r(\"abcdefgh\")");
    CHECK_STR(eval_fixture_value(&f, "(len (cat $0 $0 $0 $0 $0 $0 $0 $0))"), "64");
    CHECK_STR(eval_fixture_value(&f, "(len (dec 1 67108864))"), "67108864");
    CHECK_STR(eval_fixture_value(&f, "(len (cat \"x\" (dec 1 67108864)))"),
              "limit reached");
    CHECK_STR(eval_fixture_value(&f, "(len $0)"), "limit reached"); /* sticky */
    eval_fixture_done(&f);
}

/* A million texts, many inside each other: a sort, or one pass. */
TEST(lang_function_of_many_nodes)
{
    enum { MANY = 1000000 };
    char *word = harness_room(MANY * 8 + 1);
    struct eval_fixture f;

    eval_fixture_init(&f, "r(x(y()))");
    for (uint32_t i = 0; i < MANY; i++) {
        char text[16];
        snprintf(text, sizeof text, "%08u", i * 97);
        memcpy(word + 8 * i, text, 8);
    }
    f.tree.tree.text = word;
    f.tree.tree.count = 1;
    for (uint32_t i = 0; i < MANY; i++)
        assay_tree_close(&f.tree.tree, assay_tree_open(&f.tree.tree, 1, 8 * i),
                         8 * i + 8);
    assay_tree_close(&f.tree.tree, 0, 8 * MANY);
    CHECK_STR(eval_fixture_value(&f, "(unique .x)"), "true");
    CHECK_STR(eval_fixture_value(&f, "(equal .x)"), "false");
    memcpy(word + 8 * 3, word + 8 * (MANY - 1), 8);
    CHECK_STR(eval_fixture_value(&f, "(unique .x)"), "false");
    memset(word, 'x', MANY * 8);
    CHECK_STR(eval_fixture_value(&f, "(equal .x)"), "true");
    CHECK_STR(eval_fixture_value(&f, "(len (cat .x))"), "8000000");
    eval_fixture_done(&f);
}

/* Nested nodes: the lengths alone tell the texts apart. */
TEST(lang_function_of_nested_nodes)
{
    enum { DEPTH = 400000 };
    static char word[2 * DEPTH + 1];
    struct eval_fixture f;

    memset(word, '(', DEPTH);
    memset(word + DEPTH, ')', DEPTH);
    tree_fixture_chain(&f.tree, "x", DEPTH);
    eval_fixture_start(&f, NULL);
    f.tree.tree.text = word;
    for (uint32_t i = 0; i < DEPTH; i++) {
        f.tree.tree.nodes[i].start = i;
        f.tree.tree.nodes[i].end = 2 * DEPTH - i;
    }
    CHECK_STR(eval_fixture_value(&f, "(unique ..x)"), "true");
    CHECK_STR(eval_fixture_value(&f, "(equal ..x)"), "false");
    f.tree.tree.nodes[DEPTH / 2].start++; /* as if around the next one nothing was */
    f.tree.tree.nodes[DEPTH / 2].end--;
    CHECK_STR(eval_fixture_value(&f, "(unique ..x)"), "false");
    eval_fixture_done(&f);
}

/* The scopes of all nodes are found at once, whether they are near or far. */
TEST(lang_function_scope_of_many_nodes)
{
    enum { MANY = 1000000 };
    struct eval_fixture f;

    tree_fixture_chain(&f.tree, "x", MANY);
    eval_fixture_start(&f, NULL);
    f.tree.tree.nodes[3].sym = tree_fixture_sym(&f.tree, "block", "");
    CHECK_STR(eval_fixture_value(&f, "(forall 1 .x..x (== (count (scope $1 'block)) 1))"),
              "undefined");
    CHECK_STR(
        eval_fixture_value(&f, "(forall 1 ..block..x (inside $1 (scope $1 'block)))"),
        "true");
    eval_fixture_done(&f);
}

/* ---- Memory */

static enum assay_status evaluate_all(const struct assay_alloc *mem, void *ctx)
{
    struct eval_fixture f;
    enum assay_status status;

    (void)ctx;
    tree_fixture_init(&f.tree, doc, mem);
    f.tree.grammar.functions = own;
    eval_fixture_start(&f, mem);
    if (!f.tree.status) {
        uint32_t term = tree_fixture_term(
            &f.tree,
            "(forall 1 ..word (&& (&& (unique ..num) (inside $1 (scope $1 'doc))) "
            "(|| (== (upper $1) (cat $1 (dec 1 5000) (hex 9))) "
            "(== (lengths $1 (len $1)) 0))))");
        if (!f.tree.status)
            eval_fixture_show(&f, term);
    }
    status = f.tree.status ? f.tree.status : f.eval.status;
    eval_fixture_done(&f);
    return status;
}

/* Sets so large that each takes a block of the arena. */
static enum assay_status evaluate_large(const struct assay_alloc *mem, void *ctx)
{
    struct eval_fixture f;
    const char *term = ctx;
    enum assay_status status;

    tree_fixture_chain(&f.tree, "x", 4000);
    eval_fixture_start(&f, mem);
    eval_fixture_value(&f, term);
    status = f.eval.status ? f.eval.status : f.text.status;
    eval_fixture_done(&f);
    return status;
}

TEST(lang_functions_without_memory)
{
    static char terms[][64] = {"(unique ..x)", "(scope .x.x.x 'x)", "(cat ..x)",
                               "(upper (dec 1 9000))", "(len (hex 1 9000))"};

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        torture(evaluate_large, terms[i]);
    torture(evaluate_all, NULL);
}
