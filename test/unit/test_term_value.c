/* Values: making, finding, comparing, weighing, writing and reading them. */
#include "harness.h"
#include "term/regexp.h"
#include "term/template.h"
#include "term/value.h"
#include "torture.h"

#include <string.h>

static struct assay_arena arena;

__attribute__((constructor)) static void start(void)
{
    assay_arena_init(&arena, NULL, 0);
}

static const Value *json(const char *text)
{
    size_t at;
    const Value *v = value_read_json(&arena, assay_str(text), &at);
    if (!v)
        harness_fail(HARNESS_HERE, "%s is no JSON at %zu", text, at);
    return v;
}

static const char *written(const Value *v,
                           void (*print)(const Value *, struct assay_buf *))
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    print(v, &b);
    const char *text = assay_arena_text(&arena, b.at, b.len);
    assay_buf_done(&b);
    return text;
}

TEST(term_value_reads_and_writes_json)
{
    static const char *const cases[][2] = {
        {"null", "null"},
        {" true ", "true"},
        {"\t\r\nfalse\n", "false"},
        {"[]", "[]"},
        {"[ ]", "[]"},
        {"{}", "{}"},
        {"{ }", "{}"},
        {"-0", "0"},
        {"1.0", "1"},
        {"1e2", "100"},
        {"-12.50e-1", "-1.25"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"\"\"", "\"\""},
        {"\"a\\u0041\\n\\\"\\\\\\/\"", "\"aA\\n\\\"\\\\/\""},
        {"\"\\b\\f\\r\\t\\u0000\"", "\"\\b\\f\\r\\t\\u0000\""},
        {"\"\\uD83D\\ude00\"", "\"\xf0\x9f\x98\x80\""},
        {"\"\xc3\xa9\"", "\"\xc3\xa9\""},
        {"[1,[2,[3]],{}]", "[1,[2,[3]],{}]"},
        {"{\"b\":1 , \"a\" : [true]}", "{\"a\":[true],\"b\":1}"},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}"},
        {"{\"a\":1,\"b\":3,\"a\":2,\"\":0}", "{\"\":0,\"a\":2,\"b\":3}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Value *v = json(cases[i][0]);
        CHECK_STR(written(v, value_print_json), cases[i][1]);
        CHECK(value_equal(json(cases[i][1]), v));
    }
}

TEST(term_value_json_that_is_none)
{
    static const struct {
        const char *text;
        size_t at;
    } cases[] = {
        {"", 0},
        {" ", 1},
        {"nul", 0},
        {"nulls", 4},
        {"01", 0},
        {"-01", 0},
        {"+1", 0},
        {"1.", 0},
        {".5", 0},
        {"1e", 0},
        {"[1", 2},
        {"[1,", 3},
        {"[1,]", 3},
        {"[,1]", 1},
        {"[1 2]", 3},
        {"{", 1},
        {"{\"a\"}", 4},
        {"{\"a\":}", 5},
        {"{\"a\":1,}", 7},
        {"{a:1}", 1},
        {"{\"a\":1 1}", 7},
        {"\"a", 2},
        {"\"\\q\"", 2},
        {"\"\\u12\"", 3},
        {"\"\\ud800\"", 7},
        {"\"\\ud800\\u0041\"", 13},
        {"\"\\udc00\"", 7},
        {"\"\\udc00\\udc00\"", 7},
        {"\"\n\"", 1},
        {"\"\x80\"", 1},
        {"1 2", 2},
        {"]", 0},
        {"\"\\", 2},
        {"\"\xed\xa0\x80\"", 1},
        {"tru", 0},
        {"{\"a\":1", 6},
        {"1e5000", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t at = 99;
        if (value_read_json(&arena, assay_str(cases[i].text), &at))
            harness_fail(HARNESS_HERE, "%s is read", cases[i].text);
        if (at != cases[i].at)
            harness_fail(HARNESS_HERE, "%s: at %zu, not %zu", cases[i].text, at,
                         cases[i].at);
    }
}

/* An array in an array ..., `depth` of them. */
static const Value *nested(uint32_t depth, size_t *ret_at)
{
    char text[2 * VALUE_DEPTH + 10];
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    return value_read_json(&arena, (struct assay_str){text, 2 * (size_t)depth}, ret_at);
}

TEST(term_value_depth_is_limited)
{
    size_t at = 0;
    const Value *deepest = nested(VALUE_DEPTH, &at);
    CHECK(deepest != NULL);
    CHECK_UINT(deepest->depth, VALUE_DEPTH);
    CHECK(nested(VALUE_DEPTH + 1, &at) == NULL);
    CHECK_UINT(at, VALUE_DEPTH);
    CHECK(value_array(&arena, &deepest, 1) == NULL);
    ValueMember m = {{"a", 1}, deepest};
    CHECK(value_object(&arena, &m, 1) == NULL);
    CHECK_UINT(json("[{\"a\":[1]},2]")->depth, 3);
    CHECK(value_array(&arena, (const Value *const[]){NULL}, 1) == NULL);
}

TEST(term_value_equality_is_structural)
{
    static const char *const all[] = {"null",
                                      "true",
                                      "false",
                                      "0",
                                      "1",
                                      "0.5",
                                      "\"\"",
                                      "\"a\"",
                                      "[]",
                                      "[0]",
                                      "[0,0]",
                                      "[null]",
                                      "{}",
                                      "{\"a\":0}",
                                      "{\"b\":0}",
                                      "{\"a\":1}",
                                      "{\"a\":0,\"b\":0}",
                                      "-1",
                                      "5",
                                      "\"0\"",
                                      "\"\\u0000\""};
    size_t count = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++)
            CHECK_INT(value_equal(json(all[i]), json(all[j])), i == j);
    }
    CHECK(value_equal(json("1.0"), json("1")));
    CHECK(value_equal(json("[1.50]"), json("[15e-1]")));
    CHECK(value_equal(value_resource(&arena, "A", 1), value_resource(&arena, "A", 1)));
    CHECK(!value_equal(value_resource(&arena, "A", 1), value_resource(&arena, "A", 2)));
    CHECK(!value_equal(value_resource(&arena, "A", 1), value_resource(&arena, "B", 1)));
}

TEST(term_value_finds_fields)
{
    const Value *v = json("{\"b\":1,\"a\":2,\"\":3,\"ab\":4,\"a\\u0000\":5}");
    static const struct {
        struct assay_str name;
        int64_t expected;
    } cases[] = {
        {{"a", 1}, 2}, {{"b", 1}, 1}, {{"", 0}, 3}, {{"ab", 2}, 4}, {{"a\0", 2}, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t found = -1;
        CHECK(integer_to_i64(value_find(v, cases[i].name)->as.integer, &found));
        CHECK_INT(found, cases[i].expected);
    }
    CHECK(value_find(v, assay_str("c")) == NULL);
    CHECK(value_find(v, assay_str("abc")) == NULL);
    CHECK(value_find(json("[]"), assay_str("a")) == NULL);
}

TEST(term_value_is_written_as_headrest_does)
{
    CHECK_STR(written(json("{\"name\":\"a\",\"n\":[1,2.5,null],\"a b\":{},\"\":1}"),
                      value_print),
              "{\"\" = 1, \"a b\" = {}, n = [1, 2.5, null], name = \"a\"}");
    CHECK_STR(written(json("{\"1a\":true,\"_a1\":false}"), value_print),
              "{\"1a\" = true, _a1 = false}");
    CHECK_STR(written(value_resource(&arena, "User", 3), value_print), "User#3");
}

TEST(term_value_of_other_kinds_is_written)
{
    size_t at;
    const char *why;
    Regexp *r = NULL;
    const Template *t = template_read(&arena, assay_str("/u/{id}"), &at, &why);
    CHECK(regexp_read(&arena, assay_str("a\\/\"b"), &r, &at, &why) == REGEXP_OK);
    const Value *items[] = {value_template(&arena, t), value_regexp(&arena, r),
                            value_resource(&arena, "User", 3)};
    const Value *v = value_array(&arena, items, 3);
    CHECK_STR(written(v, value_print), "['/u/{id}', /a\\/\"b/, User#3]");
    CHECK_STR(written(v, value_print_json), "[\"/u/{id}\",\"a\\\\/\\\"b\",\"User#3\"]");
    CHECK(value_equal(v, value_array(&arena, items, 3)));
    CHECK(!value_equal(items[0], items[1]));
}

TEST(term_value_weight_grows_with_what_there_is)
{
    static const char *const ascending[] = {"null",
                                            "0",
                                            "-1",
                                            "-10",
                                            "[-10,1]",
                                            "[-10,1,\"abc\"]",
                                            "{\"a\":[-10,1,\"abc\"]}"};
    for (size_t i = 1; i < sizeof ascending / sizeof *ascending; i++)
        CHECK(value_weight(json(ascending[i - 1])) < value_weight(json(ascending[i])));
}

TEST(term_value_weights)
{
    static const struct {
        const char *value;
        uint32_t weight;
    } all[] = {
        {"null", 1},
        {"true", 1},
        {"9", 2},
        {"10", 3},
        {"-10", 4},
        {"4294967295", 11},
        {"4294967296", 21},
        {"-4294967296", 22},
        {"0.5", 3},
        {"-12.25", 7},
        {"\"\"", 1},
        {"\"abc\"", 4},
        {"[]", 1},
        {"[1,22]", 6},
        {"{}", 1},
        {"{\"ab\":1}", 6},
        {"{\"a\":[],\"bc\":[7]}", 10},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK_UINT(value_weight(json(all[i].value)), all[i].weight);
}

/* Each holds the one before it twice: as text it would be 2^200 long. */
TEST(term_value_weight_of_shared_values_is_bounded)
{
    const Value *v = value_null();
    for (int i = 0; i < 200; i++)
        v = value_array(&arena, (const Value *const[]){v, v}, 2);
    CHECK_UINT(value_weight(v), VALUE_WEIGHT);
    CHECK(value_equal(v, v));
}

static enum assay_status read_and_write(const struct assay_alloc *mem, void *ctx)
{
    struct assay_arena a;
    struct assay_buf b;
    size_t at;
    (void)ctx;
    assay_arena_init(&a, mem, 0);
    assay_buf_init(&b, mem, 0);
    const Value *v = value_read_json(
        &a, assay_str("{\"a\":[1,2.5,\"\\u00e9\",[],{}],\"b\":{\"c\":null,\"d\":-1e30}}"),
        &at);
    for (int i = 0; i < 200 && v; i++)
        v = value_array(&a, &v, 1);
    if (v)
        value_print_json(v, &b);
    bool good = v && b.status == ASSAY_OK;
    assay_buf_done(&b);
    assay_arena_done(&a);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(term_value_out_of_memory)
{
    torture(read_and_write, NULL);
}
