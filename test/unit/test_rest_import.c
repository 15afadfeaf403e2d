/*
 * OpenAPI documents: what schemas become, scalars of YAML, lines that are broken, and
 * memory that is out.
 */
#include "harness.h"
#include "rest/import.h"
#include "rest/import_layout.h"
#include "rest/import_yaml.h"
#include "torture.h"
#include <stdio.h>
#include <string.h>

struct imported {
    struct assay_arena arena;
    struct assay_buf out;
    ImportReport report;
};

static bool import(struct imported *x, const char *text, const struct assay_alloc *mem)
{
    assay_arena_init(&x->arena, mem, 0);
    assay_buf_init(&x->out, mem, 0);
    return rest_import(assay_str(text), &x->arena, &x->out, &x->report);
}

static void imported_done(struct imported *x)
{
    assay_buf_done(&x->out);
    assay_arena_done(&x->arena);
}

/* The type that a schema, in JSON, becomes in a document of a version. */
static void check_type(const char *version, const char *schema, const char *type)
{
    struct imported x;
    char text[4096], wanted[1024];

    snprintf(
        text, sizeof text,
        "{\"openapi\": \"%s\", \"paths\": {\"/a\": {\"get\": {\"responses\": {\"200\": "
        "{\"content\": {\"application/json\": {\"schema\": {\"$ref\": "
        "\"#/components/schemas/X\"}}}}}}}}, "
        "\"components\": {\"schemas\": {\"X\": %s, \"Y\": {\"type\": \"string\"}}}}",
        version, schema);
    snprintf(wanted, sizeof wanted, "type X = %s\n", type);
    CHECK(import(&x, text, NULL));
    CHECK_UINT(x.report.nfaults, 0);
    if (!strstr(x.out.at, wanted))
        harness_fail(HARNESS_HERE, "%s\nexpected %s, not\n%s", schema, wanted, x.out.at);
    imported_done(&x);
}

TEST(rest_import_numbers)
{
    check_type("3.0.0", "{\"type\": \"integer\", \"minimum\": 0}", "Natural");
    check_type("3.0.0",
               "{\"type\": \"integer\", \"minimum\": 0, \"exclusiveMinimum\": true}",
               "(n: Integer where n > 0)");
    check_type("3.1.0", "{\"type\": \"integer\", \"exclusiveMinimum\": -1.5}",
               "(n: Integer where n > -1.5)");
    check_type("3.0.0", "{\"type\": \"integer\", \"format\": \"int32\", \"maximum\": 9}",
               "(n: Int32 where n <= 9)");
    check_type("3.0.0", "{\"type\": \"integer\", \"multipleOf\": 5}",
               "(n: Integer where n % 5 == 0)");
    check_type("3.0.0", "{\"type\": \"number\", \"multipleOf\": 0.01}",
               "(n: Number where n * 100 in Integer)");
    check_type("3.0.0", "{\"type\": \"number\", \"multipleOf\": 0.25}",
               "(n: Number where n * 100 in Integer && n * 100 % 25 == 0)");
    check_type("3.0.0", "{\"type\": \"number\", \"multipleOf\": 0}", "Number");
}

TEST(rest_import_strings)
{
    check_type("3.0.0", "{\"type\": \"string\", \"format\": \"hostname\"}", "host");
    check_type("3.0.0", "{\"type\": \"string\", \"format\": \"email\", \"maxLength\": 9}",
               "(s: email where size(s) <= 9)");
    check_type("3.0.0", "{\"type\": \"string\", \"pattern\": \"^a/[/]\\\\/\\n$\"}",
               "(s: String where matches(/^a\\/[/]\\/\\n$/, s))");
    check_type("3.0.0", "{\"type\": \"string\", \"pattern\": \"\"}", "String");
    check_type("3.0.0", "{\"type\": \"string\", \"enum\": [\"a\\\"\", \"b\", 1]}",
               "[\"a\\\"\"] | [\"b\"]");
    check_type("3.0.0",
               "{\"type\": \"string\", \"enum\": [\"a\", null], \"nullable\": true}",
               "[\"a\"] | [null]");
    check_type("3.1.0", "{\"const\": {\"a b\": [1, null]}}", "[{\"a b\" = [1, null]}]");
}

TEST(rest_import_structures)
{
    check_type("3.0.0", "{}", "Any");
    check_type("3.1.0", "false", "Empty");
    check_type("3.0.0", "{\"type\": \"object\", \"additionalProperties\": false}",
               "{*: Empty}");
    check_type(
        "3.0.0",
        "{\"additionalProperties\": {\"type\": \"integer\"}, \"required\": [\"a\"]}",
        "{*: Integer} & {a: Any}");
    check_type("3.0.0",
               "{\"properties\": {\"a b\": {}, \"in\": {\"$ref\": "
               "\"#/components/schemas/X\"}}, \"required\": [\"in\"]}",
               "{?\"a b\": Any, in: X}");
    check_type("3.0.0", "{\"items\": {\"enum\": [1, 2]}, \"minItems\": 1}",
               "(a: ([1] | [2])[] where length(a) >= 1)");
    check_type("3.1.0", "{\"type\": [\"array\", \"null\"]}", "Any[] | [null]");
}

TEST(rest_import_compositions)
{
    check_type(
        "3.0.0",
        "{\"anyOf\": [{\"type\": \"string\"}, {\"oneOf\": [{\"type\": \"integer\"}, "
        "{\"type\": \"boolean\"}]}]}",
        "String | Integer | Boolean");
    check_type("3.0.0",
               "{\"allOf\": [{\"anyOf\": [{\"type\": \"string\"}, {\"type\": "
               "\"integer\"}]}, {\"not\": {\"enum\": [\"a\", \"b\"]}}]}",
               "(String | Integer) & !([\"a\"] | [\"b\"])");
    check_type("3.0.0",
               "{\"nullable\": true, \"allOf\": [{\"$ref\": "
               "\"#/components/schemas/Y\"}]}",
               "Y | [null]");
    /* beside a reference keywords count in 3.1 only */
    check_type("3.0.0", "{\"$ref\": \"#/components/schemas/Y\", \"maxLength\": 3}", "Y");
    check_type("3.1.0", "{\"$ref\": \"#/components/schemas/Y\", \"maxLength\": 3}",
               "Y & (s: String where size(s) <= 3)");
    /* circles that are no definition */
    check_type("3.0.0", "{\"$ref\": \"#/components/schemas/X\"}", "Any");
    check_type("3.0.0",
               "{\"anyOf\": [{\"$ref\": \"#/components/schemas/X\"}, {\"type\": "
               "\"object\"}]}",
               "Any");
    check_type("3.0.0",
               "{\"type\": \"array\", \"items\": {\"$ref\": "
               "\"#/components/schemas/X\"}}",
               "X[]");
}

/* ---- YAML. */

static void check_scalar(const char *text, const char *json)
{
    struct assay_arena arena;
    struct assay_buf out;
    ImportFault fault;
    const Value *v;

    assay_arena_init(&arena, NULL, 0);
    assay_buf_init(&out, NULL, 0);
    v = yaml_read(&arena, assay_str(text), &fault);
    if (v)
        value_print_json(v, &out);
    else
        assay_buf_printf(&out, "%u:%u %s", fault.line, fault.column, fault.text);
    CHECK_STR(out.at, json);
    assay_buf_done(&out);
    assay_arena_done(&arena);
}

TEST(rest_import_yaml_scalars)
{
    check_scalar("[null, ~, Null, nULL, \"\"]", "[null,null,null,\"nULL\",\"\"]");
    check_scalar("[true, False, yes, 'true']", "[true,false,\"yes\",\"true\"]");
    check_scalar("[1, +1, -0, 007, 0o17, 0x1F, 0b1]", "[1,1,0,7,15,31,\"0b1\"]");
    check_scalar("[1., .5, -1.5e3, 1e-2, '1.5', ., e5, 1e]",
                 "[1,0.5,-1500,0.01,\"1.5\",\".\",\"e5\",\"1e\"]");
    check_scalar("[.inf, 1_000, 12:30]", "[\".inf\",\"1_000\",\"12:30\"]");
    check_scalar("[!!str 1, !!int 1, ! 1, !x 1]", "[\"1\",1,\"1\",\"1\"]");
    check_scalar("{200: a, true: b}", "{\"200\":\"a\",\"true\":\"b\"}");
    check_scalar("a: |\n  b\n  c\nd: >-\n  e\n  f\n",
                 "{\"a\":\"b\\nc\\n\",\"d\":\"e f\"}");
    check_scalar("[&a [1, &b x], *a, *b]", "[[1,\"x\"],[1,\"x\"],\"x\"]");
    check_scalar("[&a 1, *a, &a 2, *a]", "[1,1,2,2]");
    check_scalar("a: !!int x", "1:4 this is not what its tag says");
    check_scalar("a: b\na: c\n", "2:1 the key 'a' is there already");
}

TEST(rest_import_places)
{
    static const char text[] = "a:\n  b/c: [1, {d: x}]\n  ~: y\n";
    static const struct {
        const char *pointer;
        uint32_t line, column;
    } cases[] = {
        {"#", 1, 1},      {"#/a", 2, 3},        {"#/a/b~1c/1/d", 2, 16},
        {"#/a/~0", 3, 6}, {"#/a/b~1c/7", 2, 8}, {"#/none/b", 1, 1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ImportFault place;
        yaml_find_place(assay_str(text), cases[i].pointer, &place);
        CHECK_UINT(place.line, cases[i].line);
        CHECK_UINT(place.column, cases[i].column);
    }
}

/* ---- Lines. */

TEST(rest_import_layout)
{
    struct assay_arena a;
    struct assay_buf out;
    Pieces items = {0};
    const Piece *list;
    Layout l;

    assay_arena_init(&a, NULL, 0);
    l = (Layout){.arena = &a};
    assay_buf_init(&out, NULL, 0);
    for (int i = 0; i < 3; i++)
        pieces_add(&l, &items, piece_text(&l, "item%029d", i));
    list = piece_list(&l, "{", ",", "}", &items);
    piece_write(list, 0, 0, &out);
    CHECK_STR(out.at, "{\n    item00000000000000000000000000000,\n"
                      "    item00000000000000000000000000001,\n"
                      "    item00000000000000000000000000002\n}");
    items.count = 2;
    assay_buf_clear(&out);
    assay_buf_puts(&out, "type X = ");
    piece_write(piece_list(&l, "{", ",", "}", &items), 0, 0, &out);
    CHECK_STR(out.at, "type X = {item00000000000000000000000000000, "
                      "item00000000000000000000000000001}");
    CHECK(piece_within(&l, list, TIGHT_BASE) == list);
    CHECK(piece_text(&l, "x") && !piece_around(&l, "(", NULL, ")"));
    assay_buf_done(&out);
    assay_arena_done(&a);
}

/* ---- Memory. */

static const char whole[] =
    "openapi: 3.0.0\n"
    "info: {title: T, version: '1'}\n"
    "paths:\n"
    "  /a/{id}:\n"
    "    post:\n"
    "      operationId: post\n"
    "      parameters:\n"
    "      - {name: id, in: path, required: true, schema: {type: integer, format: "
    "int32}}\n"
    "      - {name: X-A, in: header, required: true, schema: {type: integer}}\n"
    "      requestBody: {content: {application/json: {schema: {$ref: "
    "'#/components/schemas/X'}}}}\n"
    "      responses:\n"
    "        '200': {content: {application/json: {schema: {type: array, uniqueItems: "
    "true}}}}\n"
    "        '4XX': &no {description: no}\n"
    "        '201': {content: {application/json: {}}, links: {a: {operationId: get, "
    "parameters: {id: $response.body#/id}}}}\n"
    "    get: {operationId: get, responses: {'2XX': *no}}\n"
    "components: {schemas: {X: {nullable: true, oneOf: [{type: string, pattern: '^a'}, "
    "{enum: [1, {a: 2}]}]}, Z: {}}}\n";

static enum assay_status import_whole(const struct assay_alloc *mem, void *ctx)
{
    struct imported x;
    bool good = import(&x, whole, mem) && !x.out.status;

    (void)ctx;
    if (good)
        CHECK(x.report.nfaults == 0 && x.report.triples == 3 && x.report.types == 2);
    imported_done(&x);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(rest_import_without_memory)
{
    torture(import_whole, NULL);
}
