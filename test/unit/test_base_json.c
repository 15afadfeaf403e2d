/*
 * The JSON writer: exact texts.
 */
#include "base/json.h"
#include "harness.h"
#include "torture.h"

#include <math.h>

struct fixture {
    struct assay_buf out;
    struct assay_json json;
};

static void start(struct fixture *f)
{
    assay_buf_init(&f->out, NULL, 0);
    assay_json_init(&f->json, &f->out);
}

static void finish(struct fixture *f, const char *expected)
{
    CHECK_INT(f->out.status, ASSAY_OK);
    CHECK_STR(f->out.at, expected);
    assay_buf_done(&f->out);
}

TEST(json_empty_nests)
{
    struct fixture f;
    start(&f);
    assay_json_object(&f.json, NULL);
    assay_json_object_end(&f.json);
    finish(&f, "{}");
    start(&f);
    assay_json_array(&f.json, NULL);
    assay_json_array_end(&f.json);
    finish(&f, "[]");
}

TEST(json_every_value)
{
    struct fixture f;
    start(&f);
    assay_json_object(&f.json, NULL);
    assay_json_text(&f.json, "text", "a");
    assay_json_bytes(&f.json, "bytes", "abc", 2);
    assay_json_uint(&f.json, "uint", UINT64_MAX);
    assay_json_int(&f.json, "int", INT64_MIN);
    assay_json_double(&f.json, "double", 0.1);
    assay_json_bool(&f.json, "yes", true);
    assay_json_bool(&f.json, "no", false);
    assay_json_object_end(&f.json);
    finish(&f, "{\"text\":\"a\",\"bytes\":\"ab\",\"uint\":18446744073709551615,"
               "\"int\":-9223372036854775808,\"double\":0.1,\"yes\":true,\"no\":false}");
}

TEST(json_doubles)
{
    struct fixture f;
    start(&f);
    assay_json_array(&f.json, NULL);
    assay_json_double(&f.json, NULL, 3);
    assay_json_double(&f.json, NULL, 1e300);
    assay_json_double(&f.json, NULL, NAN);
    assay_json_double(&f.json, NULL, INFINITY);
    assay_json_double(&f.json, NULL, -INFINITY);
    assay_json_array_end(&f.json);
    finish(&f, "[3.0,1e+300,null,null,null]");
}

TEST(json_commas_across_nests)
{
    struct fixture f;
    start(&f);
    assay_json_object(&f.json, NULL);
    assay_json_array(&f.json, "a");
    assay_json_uint(&f.json, NULL, 1);
    assay_json_uint(&f.json, NULL, 2);
    assay_json_object(&f.json, NULL);
    assay_json_object_end(&f.json);
    assay_json_array(&f.json, NULL);
    assay_json_array_end(&f.json);
    assay_json_array_end(&f.json);
    assay_json_object(&f.json, "b");
    assay_json_bool(&f.json, "c", true);
    assay_json_object_end(&f.json);
    assay_json_int(&f.json, "d", -1);
    assay_json_object_end(&f.json);
    finish(&f, "{\"a\":[1,2,{},[]],\"b\":{\"c\":true},\"d\":-1}");
}

static void check_bytes(const char *bytes, size_t len, const char *expected)
{
    struct fixture f;
    start(&f);
    assay_json_bytes(&f.json, NULL, bytes, len);
    finish(&f, expected);
}

#define CHECK_BYTES(LITERAL, EXPECTED) check_bytes(LITERAL, sizeof LITERAL - 1, EXPECTED)

TEST(json_escapes)
{
    CHECK_BYTES("", "\"\"");
    CHECK_BYTES("\b\f\n\r\t\\\"/'", "\"\\b\\f\\n\\r\\t\\\\\\\"/'\"");
    CHECK_BYTES("\0\x01\x0b\x1f ", "\"\\u0000\\u0001\\u000b\\u001f \"");
    CHECK_BYTES("\x7f~", "\"\x7f~\"");
    CHECK_BYTES("h\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82", "\"h\xc3\xa9\xe2\x82\xac"
                                                         "\xf0\x9f\x99\x82\"");
}

TEST(json_replaces_each_bad_byte)
{
    CHECK_BYTES("a\xff"
                "b",
                "\"a\xef\xbf\xbd"
                "b\"");
    CHECK_BYTES("\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    check_bytes("a\xc3\xa9", 2, "\"a\xef\xbf\xbd\""); /* cut by the length */
    CHECK_BYTES("\xc3\"", "\"\xef\xbf\xbd\\\"\"");
}

TEST(json_keys_are_escaped)
{
    struct fixture f;
    start(&f);
    assay_json_object(&f.json, NULL);
    assay_json_uint(&f.json, "a\"\n", 1);
    assay_json_uint(&f.json, "", 2);
    assay_json_object_end(&f.json);
    finish(&f, "{\"a\\\"\\n\":1,\"\":2}");
}

static enum assay_status write_document(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    struct assay_buf out;
    struct assay_json json;
    assay_buf_init(&out, mem, 0);
    assay_json_init(&json, &out);
    assay_json_array(&json, NULL);
    for (int i = 0; i < 30; i++) {
        assay_json_object(&json, NULL);
        assay_json_int(&json, "number", i);
        assay_json_text(&json, "text", "some\ntext");
        assay_json_object_end(&json);
    }
    assay_json_array_end(&json);
    enum assay_status status = out.status;
    assay_buf_done(&out);
    return status;
}

TEST(json_torture)
{
    torture(write_document, NULL);
}
