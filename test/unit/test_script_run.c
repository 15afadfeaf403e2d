/*
 * The interpreter: what statements do, in which order, how runs fail, and what is checked
 * while they run.
 */
#include "harness.h"
#include "script_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ScriptRunOptions checked = {.check = true};

/* Ends the test unless the expression gives this. */
static void check_run(struct harness_site site, const char *program, const char *text,
                      const char *expected, const ScriptRunOptions *options)
{
    struct script_fixture f;
    const char *actual;

    script_fixture_init(&f, program, NULL);
    if (!f.read || f.diags.errors > 0)
        harness_fail(site, "%s\n%s", program, script_fixture_reports(&f));
    actual = script_fixture_run(&f, text, options);
    if (strcmp(actual, expected) != 0)
        harness_fail(site, "%s\n%s is\n  %s, not\n  %s", program, text, actual, expected);
    script_fixture_done(&f);
}

#define RUNS(PROGRAM, TEXT, EXPECTED)                                                    \
    check_run(HARNESS_HERE, PROGRAM, TEXT, EXPECTED, NULL)
#define CHECKS(PROGRAM, TEXT, EXPECTED)                                                  \
    check_run(HARNESS_HERE, PROGRAM, TEXT, EXPECTED, &checked)

/* ---- Values. */

TEST(script_run_values_are_copied)
{
    RUNS("int[] f(int[] a) { int[] b = a; b[0] = 9; return a; }", "f([1])", "[1]");
    RUNS("int[][] f(int[] a) { int[][] b = [a, a]; b[0][1] = 9; b[1] = b[0];"
         " b[0][0] = 7; return b; }",
         "f([1, 2])", "[[7, 9], [1, 9]]");
    RUNS("void g({a: int} x) { x.a = 2; } int f({a: int} x) { g(x); return x.a; }",
         "f({a = 1})", "1");
    RUNS("{a: int} x = {a = 1}; void g() { x.a = 2; } {a: int} f() { {a: int} y = x; "
         "g(); return {old = y, new = x}; }",
         "f()", "{new = {a = 2}, old = {a = 1}}");
    RUNS("any f() { any x = {a = [1, {b = 2}]}; x.a[1].b += 5; return x; }", "f()",
         "{a = [1, {b = 7}]}");
    RUNS("int[] f(int[] a) { for (x of a) { a[0] += x; } return a; }", "f([1, 2])",
         "[4, 2]");
    RUNS("any f() { any a = mkarray([0], 2); a[0][0] = 1; return a; }", "f()",
         "[[1], [0]]");
}

TEST(script_run_statements)
{
    RUNS("int f(int n) { int s = 0; for (int i = 0; i < n; i += 1) { s += i; } "
         "return s; }",
         "f(5)", "10");
    RUNS("int f(int n) { while (n > 10) { if (n % 2 == 0) return n; else n -= 3; } "
         "return -1; }",
         "[f(21), f(7)]", "[18, -1]");
    RUNS("void f() { }", "f()", "undefined");
    RUNS("int f(int n) { int x = 1; { int y = 2; x = y; } if (n > 0) int z = 3; return "
         "x; }",
         "f(1)", "2");
    RUNS("string f(string[] a) { string s = \"\"; for (x of a) { if (x == \"c\") return "
         "s; s ++= x; } return \"all\"; }",
         "f([\"a\", \"b\", \"c\", \"d\"])", "\"ab\"");
    RUNS("int g = 1; int f() { g *= 3; g -= 1; g /= 2; return g; }", "[f(), f()]",
         "[1, 1]");
    RUNS("int f(nat n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }", "f(15)",
         "610");
}

/* {} is a type, too, but not where something is done under a condition. */
TEST(script_run_empty_blocks)
{
    RUNS("int f(int x) { if (x > 0) { } x = 3; return x; }", "f(1)", "3");
    RUNS("int f(int x) { if (x > 0) { } else { } int y = 3; return y; }", "f(1)", "3");
    RUNS("int g = 0; void h() { g = 1; } int f() { for (x of [1]) { } h(); return g; }",
         "f()", "1");
    RUNS("int f(int x) { while (x < 0) { } if (x > 0) { } return x; }", "f(1)", "1");
    RUNS("any f() { {} x = {a = 1}; return x; }", "f()", "{a = 1}");
}

/* ---- The order of evaluation. */

#define TICK "int n = 0; int tick() { n += 1; return n; } "

TEST(script_run_from_left_to_right)
{
    RUNS(TICK, "[tick(), tick() - 10 * tick()]", "[1, -28]");
    RUNS(TICK, "{b = tick(), a = tick()}", "{a = 2, b = 1}");
    RUNS(TICK "int f(int x, int y) { return 10 * x + y; }", "f(tick(), tick())", "12");
    RUNS(TICK "int[] f() { int[] a = [0, 0, 0, 0]; a[tick()] = tick(); return a; }",
         "f()", "[0, 2, 0, 0]");
    RUNS(TICK "int[] f() { int[] a = [1, 1, 1]; a[tick()] += 5; return a; }",
         "[f(), f()]", "[[1, 6, 1], [1, 1, 6]]");
    RUNS(TICK "any f() { any a = [[0, 0], [0, 0], [0]]; a[tick()][tick() - 1] = tick(); "
              "return a; }",
         "f()", "[[0, 0], [0, 3], [0]]");
    RUNS(TICK, "tick() == 2 && tick() == 2 ? 0 : n", "1");
    RUNS(TICK "int f() { n += tick(); return n; }", "f()", "1");
    RUNS("int[] a = [1, 2, 3]; int g() { a = [7, 8, 9]; return 0; } int[] f() { a[1] = "
         "g(); return a; }",
         "f()", "[7, 0, 9]");
}

TEST(script_run_globals_in_order)
{
    RUNS(TICK "int a = tick(); int b = a + tick();", "[a, b, n]", "[1, 3, 2]");
    RUNS("int g() { return b; } int a = g(); int b = 1;", "a",
         "fault 1:18 'b' has no value yet");
    RUNS("void g() { b = 2; } int f() { g(); return 1; } int a = f(); int b = 1;", "a",
         "fault 1:12 'b' has no value yet");
}

/* ---- Functions as arguments, and those that are not ours. */

TEST(script_run_function_arguments)
{
    RUNS("int twice((int) -> int f, int x) { return f(f(x)); } int inc(int x) { return "
         "x + 1; } int all((int) -> int f) { return twice(f, 5); }",
         "[twice(inc, 1), all(inc)]", "[3, 7]");
    CHECKS("int apply((int) -> nat f, int x) { return f(x); } int inc(int x) { return "
           "x + 1; }",
           "apply(inc, -5)", "violation 1:43 the result is not in its type");
    CHECKS("int apply((nat x) -> int f, int x) { return f(x); } int inc(int x) { return "
           "x + 1; }",
           "apply(inc, -5)", "violation 1:45 'x' is not in its type");
}

static const Value *give_seven(void *ctx, const ScriptFunction *f,
                               const Value *const *args, struct assay_arena *arena,
                               const char **ret_why)
{
    (void)ctx;
    (void)args;
    *ret_why = "it is not seven";
    return strcmp(f->foreign, "seven") == 0 ? value_int(arena, 7) : NULL;
}

TEST(script_run_external)
{
    const char *program = "external int f() as seven; external int g(); external string "
                          "h() as seven;";
    ScriptRunOptions options = {.external = give_seven, .check = true};

    RUNS(program, "f()",
         "limit 1:1 a function of JavaScript, which is not executed here");
    check_run(HARNESS_HERE, program, "f() + f()", "14", &options);
    check_run(HARNESS_HERE, program, "g()", "limit 1:1 it is not seven", &options);
    check_run(HARNESS_HERE, program, "h()", "violation 1:1 the result is not in its type",
              &options);
}

/* ---- Faults. */

TEST(script_run_faults)
{
    const char *f = "any f(any x, any y) {\n x[y] = 1;\n return x; }";
    const char *g = "any f(any x) {\n x.a = 1;\n return x; }";

    RUNS(f, "f([0], 1)", "fault 2:2 the index is outside the array's length 1");
    RUNS(f, "f([0], -1)", "fault 2:2 the index is outside the array's length 1");
    RUNS(f, "f([0], \"a\")", "fault 2:2 an index is an integer");
    RUNS(f, "f({}, 0)", "fault 2:2 what is no array has no elements");
    RUNS(g, "f({b = 1})", "fault 2:2 the object has no field 'a'");
    RUNS(g, "f([])", "fault 2:2 what is no object has no field 'a'");
    RUNS("void f(any x) {\n if (x) { } }", "f(1)",
         "fault 2:6 a condition that is not a Boolean");
    RUNS("void f(any x) {\n while (x) { } }", "f(1)",
         "fault 2:9 a condition that is not a Boolean");
    RUNS("int f(int x) {\n return mkarray(0, x)[0]; }", "f(-1)",
         "fault 2:9 an array has no negative length");
    RUNS("int f(int x) {\n x %= 0; return x; }", "f(-1)", "fault 2:2 division by zero");
    RUNS("int f(any x) {\n x += 1; return x; }", "f(\"a\")",
         "fault 2:2 '+' needs numbers, not a string");
    RUNS("int g(int x) { return 1 / x; }\nint f(int x) { return g(x - 1); }", "f(1)",
         "fault 1:23 division by zero");
}

/* ---- Limits. */

TEST(script_run_limits)
{
    ScriptRunOptions few = {.steps = 1000, .calls = 20};

    check_run(HARNESS_HERE, "void f() {\n while (true) { } }", "f()",
              "limit 2:15 it takes too many steps", &few);
    check_run(HARNESS_HERE, "void f() {\n for (;;) ; }", "f()",
              "limit 2:11 it takes too many steps", &few);
    check_run(HARNESS_HERE, "int f(int x) {\n return f(x); }", "f(1)",
              "limit 2:9 calls are nested too deep", &few);
    check_run(HARNESS_HERE, "int f(nat x) { if (x == 0) return 0; return f(x - 1); }",
              "f(19)", "0", &few);
    RUNS("int f(int x) {\n return 1 + (1 + (1 + (1 + (1 + (1 + f(x)))))); }", "f(1)",
         "limit 1:14 calls are nested too deep");
    RUNS("any f() { any x = 0; while (true) { x = [x]; } }", "f()",
         "limit 1:41 a value that is nested too deep");
}

/* ---- Checks. */

TEST(script_run_checks_types)
{
    CHECKS("int f(nat x) { return x; }", "f(-1)", "violation 1:1 'x' is not in its type");
    CHECKS("int f(int x, (y: int where y > x) y) { return y; }", "f(1, 1)",
           "violation 1:1 'y' is not in its type");
    CHECKS("nat f(int x) {\n return x; }", "f(-1)",
           "violation 2:9 the result is not in its type");
    CHECKS("int f(int x) {\n if (x > 0) return x;\n}", "f(0)",
           "violation 3:1 undefined, as the function ends here, is not in its type");
    CHECKS("int f(int x) {\n nat y = x; return y; }", "f(-1)",
           "violation 2:10 'y' is not in its type");
    CHECKS("int f(any a) {\n for (nat x of a) { } return 0; }", "f([1, -1])",
           "violation 2:11 'x' is not in its type");
    CHECKS("nat g = 0; void f() {\n g -= 1; }", "f()",
           "violation 2:2 'g' is not in its type");
    CHECKS("nat g = -1;", "1", "violation 1:9 'g' is not in its type");
    CHECKS("any f() { nat[] a = [1];\n a[0] -= 2; return a; }", "f()",
           "violation 2:2 'a' is not in its type");
}

TEST(script_run_checks_specification_functions)
{
    const char *program = "function half(nat x): nat { x - 10 }\n"
                          "function p(int x) { half(x + 1) }\n"
                          "int f(int x) {\n return 1 + p(x); }\n"
                          "int g(int x) { (i: int where half(-9) < 0) y = x; return y; }";

    CHECKS(program, "f(-2)", "violation 2:21 'x' is not in its type");
    CHECKS(program, "f(2)", "violation 2:21 the result is not in its type");
    CHECKS(program, "f(20)", "12");
    CHECKS(program, "g(1)", "1");
    RUNS(program, "f(-2)", "-10");
}

TEST(script_run_checks_dependent_types)
{
    const char *raise = "int g = 0; void raise() {\n g = 10; }\n";
    char text[400];

    CHECKS("int f(int x) { (i: int where i > x) y = x + 1;\n x = y; return x; }", "f(1)",
           "violation 2:2 'y' is not in its type");
    CHECKS("(r: int where r > n) f(int n) { n += 1; return n; }", "f(1)", "2");
    CHECKS("int f(int n) { if (n > 0) (i: int where i == n) y = n; n += 1; return n; }",
           "f(1)", "2");
    strcpy(text, raise);
    strcat(text, "int f() { (i: int where i > g) y = 5; raise(); return y; }");
    CHECKS(text, "f()", "violation 3:39 'y' is not in its type");
    strcpy(text, raise);
    strcat(text, "(i: int where i >= g) h = 5;");
    CHECKS(text, "raise()", "violation 2:2 'h' is not in its type");
    strcpy(text, raise);
    strcat(text, "(r: int where r > g) f() { raise(); return 5; }");
    CHECKS(text, "f()", "violation 3:44 the result is not in its type");
}

TEST(script_run_checks_invariants)
{
    const char *f = "int f(int n) { int i = 0; while (i < n)\n inv i <= 2\n { i += 1; } "
                    "return i; }";

    CHECKS(f, "f(2)", "2");
    CHECKS(f, "f(3)", "violation 2:6 the invariant does not hold");
    CHECKS("int f(int[] a) { for (int i = 0; i < length(a); i += 1)\n inv a[i] >= 0\n { "
           "} return 0; }",
           "f([1])",
           "violation 2:6 the invariant does not hold: the index is outside the array's "
           "length 1");
    CHECKS("int f(int[] a) { int s = 0; for (x of a)\n inv s >= 0\n { s += x; } return "
           "s; }",
           "f([1, -2])", "violation 2:6 the invariant does not hold");
    CHECKS("int f(int n) { while (n > 0) inv forall i: int . i * i >= 0 { n -= 1; } "
           "return n; }",
           "f(3)", "0");
}

/* Failures in the middle leave nothing behind that disturbs the next call. */
TEST(script_run_goes_on_after_a_failure)
{
    struct script_fixture f;
    ScriptRun run;
    const Value *v, *args[1];
    const ScriptFunction *function;

    script_fixture_init(&f,
                        "int g = 5; int h(int x) { g += 1; return g / x; } "
                        "int f(int x) { return 1 + h(x); }",
                        NULL);
    CHECK(f.read && f.diags.errors == 0);
    function = script_find_function(&f.script, "f");
    CHECK(function && !script_find_function(&f.script, "none"));
    CHECK(script_run_init(&run, &f.script, &f.runs, NULL));
    CHECK_INT(script_run_globals(&run), SCRIPT_RUN_VALUE);
    args[0] = value_int(&f.runs, 0);
    CHECK_INT(script_run_call(&run, function, args, &v), SCRIPT_RUN_FAULT);
    CHECK_STR(run.failure.function->function.name, "h");
    CHECK(value_equal(run.failure.args[0], args[0]));
    CHECK(run.failure.where && run.failure.where->kind == TERM_OP);
    args[0] = value_int(&f.runs, 1);
    CHECK_INT(script_run_call(&run, function, args, &v), SCRIPT_RUN_VALUE);
    CHECK(value_equal(v, value_int(&f.runs, 8)));
    script_fixture_done(&f);
}

/* ---- Endpoints. */

static const Value *answer(void *ctx, const ScriptFunction *f, const Value *const *args,
                           struct assay_arena *arena, const char **ret_why)
{
    struct assay_buf *asked = ctx;
    ValueMember reply[] = {{assay_str("code"), value_int(arena, 200)},
                           {assay_str("header"), value_object(arena, NULL, 0)},
                           {assay_str("body"), f->rest->nholes > 0 ? args[1] : args[0]}};

    (void)ret_why;
    assay_buf_printf(asked, "%s %.*s", rest_method_text(f->rest->method),
                     (int)f->rest->url.len, f->rest->url.at);
    for (uint32_t i = 0; i < f->function.count; i++) {
        assay_buf_putc(asked, ' ');
        value_print(args[i], asked);
    }
    assay_buf_putc(asked, '\n');
    return value_object(arena, reply, 3);
}

/* Reads a program beside a specification with two endpoints. */
static void read_with_endpoints(struct script_fixture *f, const char *folder,
                                const char *text)
{
    char path[200];
    FILE *file;

    snprintf(path, sizeof path, "%s/a.hrest", folder);
    file = fopen(path, "w");
    CHECK(file != NULL);
    fputs("{ true } get '/users/{id}' { true }\n{ true } post '/users' { true }\n", file);
    fclose(file);
    *f = (struct script_fixture){.read = false};
    assay_arena_init(&f->arena, NULL, 0);
    assay_arena_init(&f->runs, NULL, 0);
    diag_init(&f->diags);
    f->read =
        script_read(&f->script, &f->diags,
                    diag_source(&f->diags, "t.ss", assay_str(text)), folder, &f->arena);
    unlink(path);
    if (!f->read || f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", script_fixture_reports(f));
}

TEST(script_run_calls_endpoints)
{
    const char *program =
        "specification \"a.hrest\" of \"http://localhost\"\n"
        "async any f(int i) { any r = await get \"/users/${i + 1}\"; return r.body; }\n"
        "int g() { any r = synch post \"/users\" {body = 1}; return r.code; }\n";
    char folder[] = "/tmp/script_run_XXXXXX";
    struct script_fixture f;
    struct assay_buf asked;
    ScriptRunOptions options = {.rest = answer, .ctx = &asked};

    CHECK(mkdtemp(folder) != NULL);
    read_with_endpoints(&f, folder, program);
    rmdir(folder);
    assay_buf_init(&asked, NULL, 0);
    CHECK_STR(script_fixture_run(&f, "[await f(1), g()]", &options), "[2, 200]");
    CHECK_STR(asked.at, "get /users/{id} {} 2\npost /users {body = 1}\n");
    CHECK_STR(script_fixture_run(&f, "g()", NULL),
              "limit 3:19 a call of an endpoint, which is not executed here");
    assay_buf_done(&asked);
    script_fixture_done(&f);
}

/* ---- Memory. */

TEST(script_run_without_memory)
{
    const char *program =
        "{a: int[]} g = {a = [1, 2]}; int h((int) -> int f, int x) { return f(x); } "
        "int inc(int x) { g.a[0] += x; return x + 1; } function p(int x) { x * x }"
        "any f(int n) { any r = mkarray({b = [n]}, 3); for (nat i = 0; i < 3; i += 1) "
        "inv i >= 0 { r[i].b[0] = h(inc, p(i)); } for (x of r) { n += x.b[0]; } "
        "return {r = r, n = n, s = \"a\" ++ \"b\"}; }";
    const char *expected = "{n = 9, r = [{b = [1]}, {b = [2]}, {b = [5]}], s = \"ab\"}";
    struct script_fixture f;
    const char *actual = "";
    uint32_t failed = 0;

    script_fixture_init(&f, program, NULL);
    if (f.diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", script_fixture_reports(&f));
    for (size_t max = 64; strcmp(actual, expected) != 0 && max < 1 << 20; max += 64) {
        assay_arena_done(&f.runs);
        assay_arena_init(&f.runs, NULL, max);
        actual = script_fixture_run(&f, "f(1)", &checked);
        failed += strcmp(actual, "no memory") == 0;
        if (strcmp(actual, expected) != 0)
            CHECK_STR(actual, "no memory");
    }
    CHECK_STR(actual, expected);
    CHECK(failed > 10);
    script_fixture_done(&f);
}
