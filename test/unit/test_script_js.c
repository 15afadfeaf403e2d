/* SafeScript as JavaScript: what is written, where it is copied, and that memory may run
 * out anywhere. That it does what it should is tested by executing it:
 * test/e2e/script_js.
 */
#include "harness.h"
#include "script/js.h"
#include "torture.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    struct assay_arena arena;
    Diags diags;
    Script script;
    struct assay_buf js, map, types;
    uint32_t dropped;
    bool good;
} Fixture;

static void fixture_read(Fixture *f, const char *text)
{
    *f = (Fixture){.good = false};
    assay_arena_init(&f->arena, NULL, 0);
    diag_init(&f->diags);
    if (!script_read(&f->script, &f->diags,
                     diag_source(&f->diags, "test.ss", assay_str(text)),
                     TEST_DATA "/script-js", &f->arena))
        harness_fail(HARNESS_HERE, "out of memory");
    if (f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", f->diags.at[0]->message);
}

static void fixture_emit(Fixture *f, bool checked, const struct assay_alloc *mem)
{
    JsOptions o = {
        .file = "test.js", .source = "test.ss", .checked = checked, .mem = mem};
    JsOutput out = {.js = &f->js, .map = &f->map, .types = &f->types};

    assay_buf_init(&f->js, mem, 0);
    assay_buf_init(&f->map, mem, 0);
    assay_buf_init(&f->types, mem, 0);
    f->good = script_js_emit(&f->script, &o, &f->diags, &out);
    f->dropped = out.dropped;
}

static void fixture_forget(Fixture *f)
{
    assay_buf_done(&f->js);
    assay_buf_done(&f->map);
    assay_buf_done(&f->types);
}

static void fixture_done(Fixture *f)
{
    fixture_forget(f);
    script_done(&f->script);
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

/* The module of a program has these lines. */
static void check_js(const char *text, const char *expected)
{
    Fixture f;

    fixture_read(&f, text);
    fixture_emit(&f, false, NULL);
    if (!f.good || !strstr(f.js.at, expected))
        harness_fail(HARNESS_HERE, "%s\nhas no\n%s", f.js.at, expected);
    fixture_done(&f);
}

/* A body of a function with a parameter of any type. */
static void check_body(const char *body, const char *expected)
{
    char text[1000];

    snprintf(text, sizeof text,
             "type P = {x: int}; P g = {x = 0}; P k = {x = 1};\n"
             "P same(P p) { return p; } void change() { g.x = 1; }\n"
             "any f(any a, P p, int n, P[] ps) { %s }",
             body);
    check_js(text, expected);
}

TEST(script_js_operators)
{
    check_body("return n + 1 - 2 * n;", "return int(int(n + 1) - int(2 * n));");
    check_body("return -n / (n % 3);", "return div(int(-n), mod(n, 3));");
    check_body("return -1;", "return -1;");
    check_body("return !(n < 1 && n > 2 || n == 3);",
               "return !(n < 1 && n > 2 || n === 3);");
    check_body("return n < 1 ==> n < 2;", "return !(n < 1) || n < 2;");
    check_body("return n < 1 & n < 2;", "return n < 1 && n < 2;");
    check_body("return n < 1 & n / 2 < 2;", "return and(n < 1, div(n, 2) < 2);");
    check_body("return (n < 1) <=> (n < 2);", "return n < 1 === n < 2;");
    check_body("return (n > 1 ? n : 2) + 1;", "return int((n > 1 ? n : 2) + 1);");
    check_body("return a == p;", "return equal(a, p);");
    check_body("return a != p;", "return !equal(a, p);");
    check_body("return a == p.x;", "return a === p.x;");
    check_body("return \"a\" ++ \"\\n\";", "return \"a\" + \"\\n\";");
    check_body("return length(ps) + size(\"a\");",
               "return int(ps.length + size(\"a\"));");
}

TEST(script_js_types_are_tested)
{
    check_body("return a in int;", "return Number.isSafeInteger(a);");
    check_body("return !(a in string);", "return !(typeof a === \"string\");");
    check_body("return a in P;", "return isP(a);");
    check_body("return a in P[];", "return isArray(a, isP);");
    check_body("return a in {};", "return isObject(a);");
    check_body("return a in any[];", "return Array.isArray(a);");
    check_body("return a in nat;", "return Number.isSafeInteger(a) && a >= 0;");
    check_body("return p.x in (i: int where i > n);",
               "return Number.isSafeInteger(p.x) && p.x > n;");
    check_body("return same(p) in {x: int};", "return ((value) => isObject(value) && "
                                              "has(value, \"x\") && "
                                              "Number.isSafeInteger(value.x))(same(p));");
}

TEST(script_js_copies_where_it_could_be_seen)
{
    check_body("P q = p; q.x = 1; return q;", "const q = copy(p);");
    check_body("P q = p; return q;", "const q = p;");
    check_body("p.x = 1; return p;", "  p = copy(p);\n  p.x = 1;\n  return p;");
    check_body("P q = {x = 1}; q.x = 2; P r = q; return r;", "const r = copy(q);");
    check_body("P q = {x = 1}; q.x = 2; return q;", "const q = { x: 1 };");
    check_body("P q = {x = 1}; q.x = 2; return [q, q];", "return [copy(q), copy(q)];");
    check_body("P q = same(p); q.x = 1; return q;", "const q = copy(same(p));");
    check_body("P q = same({x = 1}); q.x = 1; return q;", "const q = same({ x: 1 });");
    check_body("return g;", "return copy(g);");
    check_body("return k;", "return copy(k);");
    check_body("P q = k; return q.x;", "const q = k;");
    check_body("P q = g; return q.x;", "const q = copy(g);");
    check_body("g = p; return 1;", "g = copy(p);");
    check_body("int i = same(g).x; return i;", "const i = same(copy(g)).x;");
    check_body("for (P q of ps) { change(); } return 1;", "for (const q of ps) {");
    check_body("for (P q of ps) { ps[0] = p; } return 1;", "for (const q of copy(ps)) {");
}

TEST(script_js_names)
{
    check_js("int delete(int copy) { return copy; }",
             "\nfunction delete$(copy$) {\n  return copy$;\n}\n\nexport { delete$ as "
             "delete };\n");
    check_js("int x = 1; int f() { int x = x + 1; return x; }",
             "  const x$1 = int(x + 1);\n  return x$1;");
    check_js("int x = 1; int f() { int x = 2; return x; }", "  const x = 2;");
    check_js("type User = {a: int}; boolean isUser(any value) { return value in User; }",
             "return isUser$1(value);");
    check_js("external int f(int x) from \"./m.js\" as new; int g() { return f(1); }",
             "import { new as f } from \"./m.js\";");
    check_js("external int f(int x) as g; int g() { return f(1); }",
             "return globalThis.g(1);");
    check_js("any f() { return {__proto__ = 1, \"a b\" = 2}; }",
             "return { [\"__proto__\"]: 1, \"a b\": 2 };");
}

TEST(script_js_statements)
{
    check_body(
        "ps[same(p).x].x += 1; return 1;",
        "  {\n    const index = same(p).x;\n"
        "    const value = int(ps[index].x + 1);\n    ps[index].x = value;\n  }\n");
    check_body("if (n > 0) n = 1; else if (n < 0) n = 2; else { } return n;",
               "  if (n > 0) {\n    n = 1;\n  } else if (n < 0) {\n    n = 2;\n"
               "  } else {\n  }\n");
    check_body("for (int i = 0; i < n; i += 1) inv i >= 0 { change(); } return n;",
               "  for (let i = 0; i < n; i = int(i + 1)) {\n    change();\n  }\n");
    check_js("async int f() { return 1; } async int g() { return await f() + 1; }",
             "export async function g() {\n  return int(await f() + 1);");
    check_js("function p(int[] a) { forall i: int . i > a[0] }", "// 'p' is not here");
}

TEST(script_js_refuses_what_is_not_exact)
{
    Fixture f;

    fixture_read(&f, "int f() { return 9007199254740992; }\n"
                     "boolean g(any x) { return x in email; }");
    fixture_emit(&f, false, NULL);
    CHECK(!f.good);
    CHECK_INT(f.diags.errors, 2);
    CHECK_INT(f.diags.at[0]->code, DIAG_SCRIPT_JAVASCRIPT);
    CHECK_INT(f.diags.at[0]->span.start, 17);
    CHECK_INT(f.js.len, 0);
    fixture_done(&f);
}

static const char client[] =
    "specification \"service.hrest\" of \"http://a.example\";\n"
    "type Box = {?a: int, \"b-c\": Box[] | {*: string}, d: !int};\n"
    "Box[] all = mkarray({\"b-c\" = {x = \"y\"}, d = null}, 2);\n"
    "external any now(any x) from \"./m.js\";\n"
    "function small(int x) { x < 10 && x in (i: int where i > 2) }\n"
    "async any f(any x, (int) -> int g) {\n"
    "    Response r = await get \"/lies/${1}\";\n"
    "    any y = now({a = x, long = [1, 2, 3], longer = \"a text that is somewhat "
    "long\"});\n"
    "    if (x in Box && small(g(1))) { all[length(all) - 1].d = y; }\n"
    "    for (any z of [x, y]) { y = z; }\n"
    "    for (int i = 0; i < 2; i += 1) { all[i % 2].\"b-c\" = {a = \"b\"}; }\n"
    "    return await post \"/users\" {body = {name = \"a\"}};\n"
    "}\n";

TEST(script_js_promises_are_checked)
{
    Fixture f;

    fixture_read(&f, client);
    fixture_emit(&f, true, NULL);
    CHECK(f.good);
    CHECK_INT(f.dropped, 1); /* repof */
    CHECK(strstr(f.js.at, "promises: promisesOfGetLiesId }"));
    CHECK(strstr(f.js.at, "[\"service.hrest:34\", () => "));
    CHECK(strstr(f.js.at, "all(0, response.body.length, (i) => "));
    fixture_done(&f);
}

static enum assay_status emit_all(const struct assay_alloc *mem, void *ctx)
{
    Fixture *f = ctx;
    bool good;

    f->diags.no_memory = false;
    fixture_emit(f, true, mem);
    good = f->good;
    fixture_forget(f);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(script_js_out_of_memory)
{
    Fixture f;

    fixture_read(&f, client);
    torture(emit_all, &f);
    fixture_emit(&f, true, NULL);
    fixture_done(&f);
}
