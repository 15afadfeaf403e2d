/* How the variables of an address are read. */
#include "harness.h"
#include "rest_fixture.h"

#include "rest/reading.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The variables of '/x/{v}{?w}' as an operation of this text reads them: "READ", "READ or
 * OTHER", or "not clear". */
static char *read_as(const char *triples, const char *variables)
{
    struct rest_fixture f;
    const Value *other = NULL, *read, *given;
    const Reading *reading;
    struct assay_buf text;
    size_t at;
    char *copy;

    rest_fixture_init(&f, triples, NULL);
    CHECK(f.read && f.diags.errors == 0);
    reading =
        reading_new(&f.arena, (const Triple *const *)f.spec.triples, f.spec.ntriples);
    given = value_read_json(&f.arena, assay_str(variables), &at);
    CHECK(reading && given);
    assay_buf_init(&text, NULL, 0);
    read = reading_of(reading, &f.arena, given, &other);
    if (read)
        value_print_json(read, &text);
    else
        assay_buf_puts(&text, "not clear");
    if (other) {
        assay_buf_puts(&text, " or ");
        value_print_json(other, &text);
    }
    copy = strdup(text.at);
    CHECK(copy != NULL);
    assay_buf_done(&text);
    rest_fixture_done(&f);
    return copy;
}

static void check_read(const char *precondition, const char *variables,
                       const char *expected)
{
    char triple[500], *got;

    snprintf(triple, sizeof triple, "{ %s } get '/x/{v}{?w}' {}", precondition);
    got = read_as(triple, variables);
    CHECK_STR(got, expected);
    free(got);
}

TEST(rest_reading_as_a_number)
{
    static const char *const asks[] = {
        "request.template.v in Integer",
        "request.template in {v: Number}",
        "request in {template: {v: (n: Integer where n > 0)}}",
        "!(request in {template: {v: Integer}})",
        "isdefined(request.template.v) && request.template.v == 1",
        "request.template.v in Integer && request.template.v > 3",
        "request.template.v in ([1] | [2])",
    };

    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        check_read(asks[i], "{\"v\":7}", "{\"v\":7}");
        check_read(asks[i], "{\"v\":\"7\"}", "{\"v\":7}");
        check_read(asks[i], "{\"v\":\"a\"}", "{\"v\":\"a\"}");
        check_read(asks[i], "{\"v\":\"true\"}", "{\"v\":\"true\"}");
    }
}

TEST(rest_reading_where_servers_differ)
{
    static const char *const texts[] = {
        "\"007\"", "\"+7\"", "\" 7\"", "\"7 \"",  "\"7.0\"",  "\"1e2\"",
        "\"0x1\"", "\"7a\"", "\".5\"", "\"NaN\"", "\"-inf\"",
    };
    char variables[100];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        snprintf(variables, sizeof variables, "{\"v\":%s}", texts[i]);
        check_read("request.template.v in Integer", variables, "not clear");
    }
    check_read("request.template.v in Boolean", "{\"v\":\"Yes\"}", "not clear");
    check_read("request.template.v in Boolean", "{\"v\":\"1\"}", "not clear");
    check_read("request.template.v in Boolean", "{\"v\":\"true\"}", "{\"v\":true}");
    check_read("request.template.v in Boolean", "{\"v\":\"maybe\"}", "{\"v\":\"maybe\"}");
}

TEST(rest_reading_as_a_string)
{
    static const char *const asks[] = {
        "request.template.v in String",
        "request.template.v in email",
        "request.template in {v: (s: String where size(s) > 2)}",
        "request.template.v in String && request.template.v ++ \"\" == \"a\"",
        "request.template.v in ([\"a\"] | [\"b\"])",
        "isdefined(request.template.v) && request.template.v == \"a\"",
    };

    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        check_read(asks[i], "{\"v\":\"7\"}", "{\"v\":\"7\"}");
        check_read(asks[i], "{\"v\":7}", "{\"v\":\"7\"}");
        check_read(asks[i], "{\"v\":\"007\"}", "{\"v\":\"007\"}");
        check_read(asks[i], "{\"v\":true}", "{\"v\":\"true\"}");
    }
}

TEST(rest_reading_in_two_ways)
{
    check_read("", "{\"v\":\"7\"}", "{\"v\":7} or {\"v\":\"7\"}");
    check_read("", "{\"v\":7,\"w\":\"true\"}",
               "{\"v\":7,\"w\":true} or {\"v\":\"7\",\"w\":\"true\"}");
    check_read("", "{\"v\":\"a\"}", "{\"v\":\"a\"}");
    check_read("", "{\"v\":\"007\"}", "{\"v\":\"007\"}");
    check_read("request.template.v in (Integer | String)", "{\"v\":7}",
               "{\"v\":7} or {\"v\":\"7\"}");
}

/* What one triple asks is so for the others of its operation. */
TEST(rest_reading_is_of_the_operation)
{
    char *got = read_as("{ request.template.v in Integer } get '/x/{v}{?w}' {}\n"
                        "{ !(request.template.w in String) } get '/x/{v}{?w}' {}",
                        "{\"v\":\"7\",\"w\":\"8\"}");

    CHECK_STR(got, "{\"v\":7,\"w\":\"8\"}");
    free(got);
}

TEST(rest_reading_of_arrays)
{
    static const char asks[] = "request in {template: {?w: Integer[]}}";

    check_read(asks, "{\"w\":[1,2]}", "{\"w\":[1,2]}");
    check_read(asks, "{\"w\":[\"1\"]}", "{\"w\":[1]}");
    check_read(asks, "{\"w\":\"5\"}", "{\"w\":[5]}"); /* one alone is sent like that */
    check_read(asks, "{\"w\":[]}", "not clear");
    check_read("request in {template: {?w: String[]}}", "{\"w\":[\"a,b\"]}", "not clear");
    check_read("request.template.w in (String | String[])", "{\"w\":\"a\"}", "not clear");
    check_read("", "{\"w\":[1]}", "not clear");
}

/* They are no part of an address, or another address. */
TEST(rest_reading_of_what_is_not_sent)
{
    check_read("", "{\"v\":null}", "not clear");
    check_read("", "{\"v\":\"\"}", "not clear");
    check_read("", "{\"v\":{}}", "not clear");
}
