/*
 * Reading specifications: declarations, what is visible where, recursion, the variables
 * of templates, recovery.
 */
#include "harness.h"
#include "rest/message_types.h"
#include "rest_fixture.h"
#include "term/template.h"
#include "torture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the test unless reading reports exactly these. */
static void check_codes(const char *text, const char *codes)
{
    struct rest_fixture f;

    rest_fixture_init(&f, text, NULL);
    CHECK(f.read);
    if (strcmp(rest_fixture_codes(&f), codes) != 0)
        harness_fail(HARNESS_HERE, "%s\nexpected %s, not\n%s", text, codes,
                     rest_fixture_reports(&f));
    rest_fixture_done(&f);
}

TEST(rest_spec_declarations)
{
    struct rest_fixture f;

    rest_fixture_init(&f,
                      "specification Some\n"
                      "resource A, B; resource C\n"
                      "type T = {a: Integer};\n"
                      "var v: T\n"
                      "var w: String;\n"
                      "{ true } get '/a' { response.code == 200 };\n"
                      "{} post '/b' {}\n",
                      NULL);
    CHECK_STR(rest_fixture_codes(&f), "");
    CHECK_STR(f.spec.name, "Some");
    CHECK_UINT(f.spec.reader.resources.count, 3);
    CHECK_STR(f.spec.reader.resources.at[1]->name, "B");
    CHECK_UINT(f.spec.reader.aliases.count, 1);
    CHECK_STR(rest_fixture_type(&f, rest_fixture_alias(&f, "T")->type), "{a: Integer}");
    CHECK_UINT(f.spec.nvars, 2);
    CHECK_STR(f.spec.vars[1]->name, "w");
    CHECK_UINT(f.spec.ntriples, 2);
    CHECK_INT(f.spec.triples[0]->method, REST_GET);
    CHECK_STR(rest_template(f.spec.triples[1])->source.at, "/b");
    CHECK(f.spec.triples[1]->pre->as.literal->as.boolean);
    rest_fixture_done(&f);
    check_codes("", "");
    check_codes("specification", "E0206@1:14");
}

TEST(rest_spec_methods)
{
    static const char *const methods[] = {"get",    "post",  "put",
                                          "delete", "patch", "head"};
    char text[100];

    for (int i = 0; i < REST_METHODS; i++) {
        struct rest_fixture f;
        sprintf(text, "{ true } %s '/a' { true }", methods[i]);
        rest_fixture_init(&f, text, NULL);
        CHECK_STR(rest_fixture_codes(&f), "");
        CHECK_INT(f.spec.triples[0]->method, i);
        CHECK_STR(rest_method_text((RestMethod)i), methods[i]);
        rest_fixture_done(&f);
    }
    check_codes("{ true } trace '/a' { true }", "E0231@1:10");
    check_codes("{ true } '/a' { true }", "E0206@1:10");
    check_codes("{ true } get { true }", "E0206@1:14");
    check_codes("{ true } get \"/a\" { true }", "E0206@1:14");
    check_codes("{ true } get '/a' ++ '/b' { true }", "E0206@1:14");
    check_codes("{ true } get '/{a' { true }", "E0216@1:18");
}

TEST(rest_spec_types_in_any_order)
{
    check_codes(
        "type T = {next: U, of: A, b: B}\n"
        "{ request in {body: V} } get '/a' { exists a: A . request.body repof a }\n"
        "type V = T\n"
        "resource A, B\n"
        "type U = {a: V}\n",
        "");
    check_codes("type T = U", "E0211@1:10");
    check_codes("type T = Any\ntype T = Integer", "E0212@2:6");
    check_codes("type T = Any\nresource T", "E0212@2:10");
    check_codes("resource A, A", "E0212@1:13");
    check_codes("type Integer = Any\nresource string", "E0213@1:6 E0213@2:10");
    check_codes("type in = Any", "E0213@1:6");
}

/* They are words only where a declaration begins. */
TEST(rest_spec_words_can_be_names)
{
    check_codes("var type: {type: Any}\n"
                "var resource: Any\n"
                "{ type.type == resource && request in {resource: Any, var: Any} &&\n"
                "  {type = 1, get = 2}.get == 2 && (resource in Integer || resource in "
                "String) }\n"
                "get '/a' { resource in Any }\n",
                "");
}

TEST(rest_spec_variables_are_there_from_where_they_are_declared)
{
    check_codes("{ v == 1 } get '/a' { true }\n"
                "var v: Integer\n"
                "{ v == 1 } get '/b' { v == 2 }\n"
                "var w: (n: Integer where n > v)\n",
                "E0210@1:3");
    check_codes("type T = [v]\nvar v: Integer", "E0210@1:11");
    check_codes("var v: Integer\nvar v: String", "E0212@2:5");
    check_codes("var request: Any\nvar root: Any", "E0213@1:5 E0213@2:5");
}

/* Which of the given variables there are. */
TEST(rest_spec_given_variables)
{
    check_codes("{ request == root } get '/a' { request == root && response == root }",
                "");
    check_codes("{ response.code == 1 } get '/a' { true }", "E0210@1:3");
    check_codes("type T = [request]\nvar v: [root]", "E0210@1:11 E0210@2:9");
    check_codes("{ exists request: Any . true } get '/a' { true }", "W0205@1:10");
}

TEST(rest_spec_given_variables_are_of_their_triple)
{
    struct rest_fixture f;

    rest_fixture_init(&f,
                      "{ request == 1 } get '/a' { request == 2 }\n"
                      "{ request == 1 } get '/a' { request == 2 }\n",
                      NULL);
    CHECK(term_mentions(f.spec.triples[0]->pre, f.spec.triples[0]->request));
    CHECK(term_mentions(f.spec.triples[0]->post, f.spec.triples[0]->request));
    CHECK(!term_mentions(f.spec.triples[0]->pre, f.spec.triples[1]->request));
    rest_fixture_done(&f);
}

/* ---- The types of requests and responses. */

static void check_request(const char *uri, const char *template)
{
    char text[200], expected[200];
    struct rest_fixture f;

    sprintf(text, "{ true } get '%s' { true }", uri);
    sprintf(expected, "{location: String, %s, header: {}, ?body: Any}", template);
    rest_fixture_init(&f, text, NULL);
    CHECK_STR(rest_fixture_codes(&f), "");
    CHECK_STR(rest_fixture_type(&f, f.spec.triples[0]->request->type), expected);
    CHECK_STR(rest_fixture_type(&f, f.spec.triples[0]->response->type),
              "{code: Integer, header: {}, ?body: Any}");
    CHECK_STR(rest_fixture_type(&f, f.spec.triples[0]->root->type), "String");
    rest_fixture_done(&f);
}

TEST(rest_spec_variables_of_templates)
{
    check_request("/a", "?template: {}");
    check_request("/a/{b}", "template: {b: Any}");
    check_request("/a/{b,c}/{d}", "template: {b: Any, c: Any, d: Any}");
    check_request("/a/{b}/{b}", "template: {b: Any}");
    check_request("/a{?b}", "?template: {?b: Any}"); /* it may be left out */
    check_request("/a/{b}{?c,d}{&e}{#f}",
                  "template: {b: Any, ?c: Any, ?d: Any, ?e: Any, ?f: Any}");
    check_request("{?a}{a}", "template: {a: Any}");
    check_request("{+a}{/b*}{;c:3}{.d}", "template: {a: Any, b: Any, c: Any, d: Any}");
}

/* ---- Recursive types. */

TEST(rest_spec_recursion)
{
    static const char *const recursive[] = {
        "type T = {next: T}",
        "type T = T[]",
        "type T = {*: T}",
        "type T = Integer | {a: U}\n"
        "type U = T[]",
        "type T = {a: (x: Any where x in T)}",
        "type T = (x: Any where x in U)\n"
        "type U = {a: T}",
    };
    struct rest_fixture f;

    for (size_t i = 0; i < sizeof recursive / sizeof *recursive; i++) {
        rest_fixture_init(&f, recursive[i], NULL);
        CHECK_STR(rest_fixture_codes(&f), "");
        CHECK(rest_fixture_alias(&f, "T")->recursive);
        rest_fixture_done(&f);
    }
    rest_fixture_init(&f, "type T = {a: U}\ntype U = {b: V[]}\ntype V = V[]", NULL);
    CHECK(!rest_fixture_alias(&f, "T")->recursive);
    CHECK(!rest_fixture_alias(&f, "U")->recursive);
    CHECK(rest_fixture_alias(&f, "V")->recursive);
    rest_fixture_done(&f);
}

/* Itself and nothing else: all that are in the circle are said, no others. */
TEST(rest_spec_cycles)
{
    check_codes("type T = T", "E0215@1:6");
    check_codes("type T = Integer | T", "E0215@1:6");
    check_codes("type T = !T", "E0215@1:6");
    check_codes("type T = (x: T where true)", "E0215@1:6");
    check_codes("type T = [1: T]", "E0215@1:6");
    check_codes("type T = if true then T else Any", "E0215@1:6");
    check_codes("type A = B & {}\ntype B = C\ntype C = A\ntype D = A",
                "E0215@1:6 E0215@2:6 "
                "E0215@3:6");
    check_codes("type A = {a: B}\ntype B = A | B", "E0215@2:6");
}

TEST(rest_spec_many_types_in_a_chain)
{
    char *text = malloc(64 * REST_NAMES);
    size_t len = 0;
    struct rest_fixture f;

    for (int i = 0; i < 2000; i++)
        len += (size_t)sprintf(text + len, "type T%d = {a: T%d}\n", i, (i + 1) % 2000);
    rest_fixture_init(&f, text, NULL);
    CHECK_STR(rest_fixture_codes(&f), "");
    CHECK(rest_fixture_alias(&f, "T1000")->recursive);
    rest_fixture_done(&f);

    for (int i = 0, at = 0; i <= REST_NAMES; i++)
        at += sprintf(text + at, "type T%d = Any\n", i);
    rest_fixture_init(&f, text, NULL);
    CHECK_INT(f.diags.at[0]->code, DIAG_TOO_LONG);
    CHECK_UINT(f.diags.errors, 1);
    rest_fixture_done(&f);
    free(text);
}

/* ---- Recovery. */

TEST(rest_spec_recovers)
{
    check_codes(
        "type T = {a: }\ntype U = {b: Integer\ntype V = T & U\n"
        "{ request in V && } get '/a' { ) }\n"
        "{ nobody } get '/b' { response.code = 1 }\n"
        "var\nvar v Integer\nvar w: Integer\n{ w == 1 } get '/c' { true }\n",
        "E0206@1:14 E0206@3:1 E0206@4:19 E0206@4:32 E0210@5:3 E0206@5:37 E0206@7:5");
    check_codes("} type T = Integer\n{ true } get '/a' { true }\ntype U = T",
                "E0206@1:1");
    check_codes("nonsense here\ntype T = Any\nmore", "E0206@1:1 E0206@3:1");
    check_codes("{ true", "E0206@1:1");
    check_codes("{ true } get '/a'", "E0206@1:18");
    check_codes("{ true } get '/a' { true", "E0206@1:25");
    check_codes("{ \"a } get '/a' { true }", "E0203@1:3");
    check_codes("{ (request } get '/a' { [1, }", "E0206@1:12 E0206@1:29");
}

/* ---- Limits and memory. */

static void check_deep(const char *before, const char *again)
{
    char *text = malloc(strlen(before) + 10000 * strlen(again) + 100);
    size_t len = strlen(before);
    struct rest_fixture f;

    strcpy(text, before);
    for (int i = 0; i < 10000; i++, len += strlen(again))
        strcpy(text + len, again);
    rest_fixture_init(&f, text, NULL);
    CHECK(f.read);
    CHECK(f.diags.errors > 0 && f.diags.errors < 3);
    rest_fixture_done(&f);
    free(text);
}

TEST(rest_spec_has_limits)
{
    check_deep("type T = ", "{a: ");
    check_deep("{ ", "(");
    check_deep("", "{ true } get '/a' {");
    check_deep("", "{");
    check_deep("{ true } get '/a' { ", "forall x: Any . ");
}

static const char everything[] =
    "specification S\n"
    "resource A, B\n"
    "type T = {a: Integer, ?\"b c\": T[], *x: Any}\n"
    "type T = {*: (n: Natural where n > 1 && n % 2 == 0)}\n"
    "type U = U | Integer\n"
    "type V = if true then email else [1: Empty] & !T\n"
    "var v: V\n"
    "{ request in {body: T} && request.template.id == v &&\n"
    "  (forall a: A . exists t: T . t repof a ==> \"x\\n\" uriof a) }\n"
    "patch '/a/{id}{?q*}'\n"
    "{ matches(/a[b-c]{2,3}|d+/, root) ? response.code == 200 : {a = [1, 1.5e3]}.a[0] == "
    "1 &&\n"
    "  expand('/b/{c}', {c = -1}) != \"\" && isdefined(request.body.a) && nobody }\n"
    "{ } get '/a' { response.code }\n";

static enum assay_status read_everything(const struct assay_alloc *mem, void *ctx)
{
    struct rest_fixture f;
    bool read;

    (void)ctx;
    rest_fixture_init(&f, everything, mem);
    read = f.read;
    CHECK(!read || !f.diags.no_memory);
    rest_fixture_done(&f);
    return read ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(rest_spec_without_memory)
{
    torture(read_everything, NULL);
}

/* An arena takes blocks seldom; this one takes each piece by itself. */
TEST(rest_spec_without_memory_at_every_piece)
{
    for (size_t max = 256; max < 200000; max += 96) {
        struct rest_fixture f = {.answers = ""};
        bool read;
        assay_arena_init(&f.arena, NULL, max);
        diag_init(&f.diags);
        read = rest_spec_read(&f.spec, &f.diags,
                              diag_source(&f.diags, "t", assay_str(everything)), NULL,
                              &f.arena);
        CHECK(!read || !f.diags.no_memory);
        rest_spec_done(&f.spec);
        diag_done(&f.diags);
        assay_arena_done(&f.arena);
    }
}
