/*
 * Checking specifications with a prover that follows a script: what is asked, in which
 * scope, how often, and what is said of the answers.
 */
#include "harness.h"
#include "rest_fixture.h"
#include "torture.h"
#include <stdio.h>
#include <string.h>

/* Checks a triple `{ pre } get '/a/{id}' { post }` behind some declarations. */
static void start(struct rest_fixture *f, const char *declarations, const char *pre,
                  const char *post)
{
    static char text[2000];

    snprintf(text, sizeof text, "%s{ %s } get '/a/{id}' { %s }\n", declarations, pre,
             post);
    rest_fixture_init(f, text, NULL);
    if (f->diags.errors > 0)
        harness_fail(HARNESS_HERE, "%s", rest_fixture_reports(f));
}

static const char declared[] = "resource R\n"
                               "var i: Integer\nvar x: Any\nvar l: Integer[]\n"
                               "var o: {a: Integer, ?b: String}\n";

/* The goals asked for a precondition; the scope's variables, always the same, are left
 * out. What is asked of whole triples is not shown. */
static void check_goals(const char *pre, const char *expected)
{
    static const char vars[] = "i, x, l, o, root, request";
    struct assay_buf goals;
    struct rest_fixture f;
    char *line, *rest;

    start(&f, declared, pre, "true");
    rest_fixture_check(&f, "", false);
    assay_buf_init(&goals, NULL, 0);
    for (line = strtok_r(f.asked.at, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!strstr(line, " |- "))
            continue;
        CHECK(strncmp(line, vars, strlen(vars)) == 0);
        line += strlen(vars);
        assay_buf_printf(&goals, "%s%s", goals.len ? "; " : "",
                         line + (line[0] == ','   ? 2
                                 : line[0] == ' ' ? 1
                                                  : 0));
    }
    if (strcmp(goals.at, expected) != 0)
        harness_fail(HARNESS_HERE, "%s asks\n%s, not\n%s", pre, goals.at, expected);
    assay_buf_done(&goals);
    rest_fixture_done(&f);
}

/* What types and facts say is not asked. */
TEST(rest_check_asks_nothing_that_is_known)
{
    static const char *const texts[] = {
        "true",
        "i == 1",
        "i + 1 < length(l)",
        "o.a == 1",
        "request.location == root",
        "request.template.id == 1",
        "x in {b: Any} && x.b == 1",
        "x in {b: Integer} && x.b + 1 > 0",
        "x in Integer ==> x > 0",
        "!(x in Integer) || x > 0",
        "x in String ? size(x) > 0 : false",
        "forall n: Integer . n > 0",
        "exists r: R . x repof r",
        "x in (n: Integer where n > i)",
        "i / 2 == i % 3",
        "matches(/a/, root)",
        "expand('/a', o) == root",
        "root uriof x || true",
        "isdefined(request.body)",
        "[x, i] == l",
        "{a = x} == o",
        "-i > i * 2",
        "x in {body: {n: Integer}} && (forall k: Integer . x.body.n > k)",
        "request in {body: {a: Integer[]}} && length(request.body.a) == 0",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strstr(texts[i], "uriof"))
            check_goals(texts[i], "");
}

TEST(rest_check_asks_what_is_needed)
{
    check_goals("x", "|- x in Boolean");
    check_goals("x && x", "|- x in Boolean; x |- x in Boolean");
    check_goals("x.a == 1", "|- x in {a: Any}");
    check_goals("x + 1 == 2", "|- x in Number");
    check_goals("o.b == root", "|- o in {b: Any}");
    check_goals("l[i] == 1", "|- 0 <= i & i < length(l)");
    check_goals("l[0] == 1", "|- 0 < length(l)");
    check_goals("i / i == 1", "|- i != 0");
    check_goals("i % length(l) == 1", "|- length(l) != 0");
    check_goals("length(x) == 1", "|- x in Any[]");
    check_goals("expand('/a', x) == root", "|- x in {}");
    check_goals("request.body == 1", "|- request in {body: Any}");
    check_goals("request.template.q == 1", "|- request.template in {q: Any}");
    check_goals("(i == 1 ? x : x) == 1", "");
    check_goals("(x ? 1 : 2) == 1", "|- x in Boolean");
}

/* The right side of && ==> || and ? : is asked where the left side holds, or does not. */
TEST(rest_check_asks_in_scope)
{
    check_goals("i > 0 && l[i] == 1", "i > 0 |- 0 <= i & i < length(l)");
    check_goals("i > 0 & l[i] == 1", "|- 0 <= i & i < length(l)");
    check_goals("i > 0 ==> l[i] == 1", "i > 0 |- 0 <= i & i < length(l)");
    check_goals("i > 0 => l[i] == 1", "|- 0 <= i & i < length(l)");
    check_goals("i > 0 || l[i] == 1", "not i > 0 |- 0 <= i & i < length(l)");
    check_goals("!(i > 0) && l[i] == 1", "not i > 0 |- 0 <= i & i < length(l)");
    check_goals("(i > 0 ? 1 / i : 2 / i) == 1", "i > 0 |- i != 0; not i > 0 |- i != 0");
    check_goals("i > 0 && i < 9 && 1 / i == 1", "i > 0, i < 9 |- i != 0");
    check_goals("forall n: Natural . 1 / n == 1", "n |- n != 0");
    check_goals("forall n: Integer . n > 0 ==> l[n] == 1",
                "n, n > 0 |- 0 <= n & n < length(l)");
    check_goals("x in (n: Integer where 1 / n == 1)", "n |- n != 0");
    check_goals("x in (if i > 0 then [1 / i] else [2 / i])",
                "i > 0 |- i != 0; not i > 0 |- i != 0");
}

/* ---- Triples. */

static void check_asked(const char *text, const char *answers, bool coverage,
                        const char *expected, const char *codes)
{
    struct rest_fixture f;

    rest_fixture_init(&f, text, NULL);
    rest_fixture_check(&f, answers, coverage);
    CHECK_STR(f.asked.at, expected);
    CHECK_STR(rest_fixture_codes(&f), codes);
    rest_fixture_done(&f);
}

TEST(rest_check_postconditions_know_the_precondition)
{
    check_asked(
        "{ root == \"\" } get '/a' { response.body == 1 }", "", false,
        "root, request, before root == \"\", response |- response in {body: Any}\n"
        "root, request, before root == \"\", response, response.body == 1 ?\n",
        "");
}

/* One question for a triple that can hold; two when it cannot. */
TEST(rest_check_one_triple)
{
    static const char text[] = "{ root == \"a\" } get '/a' { response.code == 200 }";
    static const char both[] = "root, request, before root == \"a\", response, "
                               "response.code == 200 ?\n";
    static const char pre[] = "root, request, before root == \"a\" ?\n";
    char two[300];

    strcat(strcpy(two, both), pre);
    check_asked(text, "r", false, both, "");
    check_asked(text, "u", false, both, "");
    check_asked(text, "pp", false, two, "W0202@1:3");
    check_asked(text, "pr", false, two, "W0206@1:28");
}

/* Two triples of an endpoint are asked about together, in the variables of the last. */
TEST(rest_check_two_triples)
{
    static const char text[] = "{ request != 1 } get '/a' { response.code == 200 }\n"
                               "var v: Integer\n"
                               "{ request == v } get '/a' { response.code == 201 }\n";
    static const char asked[] =
        "root, request, before request != 1, response, response.code == 200 ?\n"
        "v, root, request, before request == v, response, response.code == 201 ?\n"
        "v, root, request, before request != 1, before request == v, response, "
        "response.code == 200, response.code == 201 ?\n";
    char conflict[1000];

    check_asked(text, "rrr", false, asked, "");
    strcat(strcpy(conflict, asked),
           "v, root, request, before request != 1, before request == v ?\n");
    check_asked(text, "rrpr", false, conflict, "E0226@3:29");
    check_asked(text, "rrpp", false, conflict, ""); /* they never meet */
    check_asked(text, "rrpu", false, conflict, "");
}

TEST(rest_check_conflicts_are_explained)
{
    struct rest_fixture f;

    rest_fixture_init(&f,
                      "{ true } get '/a' { response.code == 200 }\n"
                      "{ true } get '/a' { response.code == 201 }\n",
                      NULL);
    CHECK(!rest_fixture_check(&f, "rrpr", false));
    CHECK_STR(
        rest_fixture_reports(&f),
        "t.hrest:2:21: error: this contradicts the postcondition of another triple of "
        "get '/a' [E0226]\n"
        "    2 | { true } get '/a' { response.code == 201 }\n"
        "      |                     ^^^^^^^^^^^^^^^^^^^^\n"
        "  note: of this one\n"
        "    t.hrest:1:21\n"
        "    1 | { true } get '/a' { response.code == 200 }\n"
        "      |                     ^^^^^^^^^^^^^^^^^^^^\n"
        "  when: request = null\n"
        "  note: then both preconditions hold\n");
    rest_fixture_done(&f);
}

/* Triples that never hold are not compared, nor are those of other endpoints. */
TEST(rest_check_pairs)
{
    struct rest_fixture f;

    rest_fixture_init(&f,
                      "{ true } get '/a' { true }\n{ true } put '/a' { true }\n"
                      "{ true } get '/b' { true }\n{ true } get '/a' { true }\n"
                      "{ true } get '/a' { true }\n",
                      NULL);
    CHECK(rest_fixture_check(&f, "", false));
    CHECK_UINT(f.questions, 5 + 3);
    rest_fixture_done(&f);
    rest_fixture_init(&f, "{ true } get '/a' { true }\n{ true } get '/a' { true }\n",
                      NULL);
    CHECK(rest_fixture_check(&f, "pp", false));
    CHECK_UINT(f.questions, 3);
    rest_fixture_done(&f);
}

TEST(rest_check_coverage)
{
    static const char text[] = "{ request != 1 } get '/a' { true }\n"
                               "{ true } put '/a' { true }\n"
                               "var v: Integer\n"
                               "{ request == v || root == \"\" } get '/a' { true }\n";
    struct rest_fixture f;

    rest_fixture_init(&f, text, NULL);
    CHECK(rest_fixture_check(&f, "rrrrrp", true));
    CHECK_UINT(f.questions, 6);
    CHECK(strstr(f.asked.at,
                 "\nv, root, request, not request != 1, not request == v, not root "
                 "== \"\" ?\n"));
    CHECK_STR(rest_fixture_codes(&f), "W0203@1:18");
    rest_fixture_done(&f);

    rest_fixture_init(&f, text, NULL);
    CHECK(rest_fixture_check(&f, "rrrruu", true)); /* not known: nothing is said */
    CHECK_STR(rest_fixture_codes(&f), "");
    rest_fixture_done(&f);
}

/* ---- Types and declarations. */

TEST(rest_check_types)
{
    check_asked("type T = (n: Integer where 1 / n == 1)\n"
                "{ request in T } get '/a' { true }\n",
                "", false,
                "n |- n != 0\n"
                "T ?\n"
                "root, request, before request in T, response, true ?\n",
                "");
    check_asked(
        "var v: Integer\ntype T = {a: [1 / v]}\nvar w: (n: T where n.a == 1 / v)\n", "",
        false,
        "v |- v != 0\n"
        "v, n |- v != 0\n",
        "");
    check_asked("type T = (n: Any where false)\n{ request in T } get '/a' { true }\n",
                "pr", false,
                "T ?\n"
                "root, request, before request in T, response, true ?\n",
                "W0201@1:6");
}

TEST(rest_check_unused)
{
    check_asked(
        "type T = Any\nresource R, Q\ntype U = {u: U}\ntype V = Any\n"
        "{ request in V && (exists q: Q . true) } get '/a' { true }\n",
        "", false,
        "root, request, before request in V, before exists q: Q . true, response, true "
        "?\n",
        "W0204@1:6 W0204@2:10");
}

/* ---- What is said. */

static void check_said(const char *pre, const char *answers, const char *expected)
{
    struct rest_fixture f;

    start(&f, "", pre, "true");
    CHECK(!rest_fixture_check(&f, answers, true));
    CHECK_STR(rest_fixture_reports(&f), expected);
    rest_fixture_done(&f);
}

TEST(rest_check_says_what_is_refuted)
{
    check_said("request in {body: {}} && request.body.name == 1", "r",
               "t.hrest:1:41: error: 'request.body' may have no field 'name' [E0207]\n"
               "    1 | { request in {body: {}} && request.body.name == 1 } get "
               "'/a/{id}' { true "
               "}\n"
               "      |                                         ^^^^\n"
               "  known here: request.body in {}\n"
               "  when:       request = null\n"
               "  help:       add  request.body in {name: Any} &&  before it\n");
    check_said("root + 1 == 2", "r",
               "t.hrest:1:3: error: 'root' may not be a number [E0221]\n"
               "    1 | { root + 1 == 2 } get '/a/{id}' { true }\n"
               "      |   ^^^^\n"
               "  wanted:     by '+'\n"
               "  known here: root in String\n"
               "  when:       request = null\n"
               "  help:       '++' puts strings together\n");
    check_said(
        "request.template.id", "r",
        "t.hrest:1:3: error: 'request.template.id' may not be a boolean [E0224]\n"
        "    1 | { request.template.id } get '/a/{id}' { true }\n"
        "      |   ^^^^^^^^^^^^^^^^^^^\n"
        "  known here: request in {location: String, template: {id: Any}, header: {}, "
        "?body: Any}\n"
        "  when:       request = null\n"
        "  help:       add  request.template.id in Boolean &&  before it\n");
    check_said("1 / size(root) == 1", "r",
               "t.hrest:1:7: error: 'size(root)' may be zero [E0223]\n"
               "    1 | { 1 / size(root) == 1 } get '/a/{id}' { true }\n"
               "      |       ^^^^^^^^^^\n"
               "  known here: root in String\n"
               "  when:       request = null\n");
}

TEST(rest_check_says_what_is_undecided)
{
    check_said(
        "request.body == 1", "u",
        "t.hrest:1:11: error: could not prove that 'request' has a field 'body' [E0228]\n"
        "    1 | { request.body == 1 } get '/a/{id}' { true }\n"
        "      |           ^^^^\n"
        "  known here: request in {location: String, template: {id: Any}, header: {}, "
        "?body: Any}\n"
        "  because:    the script says so\n"
        "  help:       add  request in {body: Any} &&  before it\n");
}

TEST(rest_check_resources)
{
    check_said("1 repof root", "",
               "t.hrest:1:11: error: 'root' is no resource [E0225]\n"
               "    1 | { 1 repof root } get '/a/{id}' { true }\n"
               "      |           ^^^^\n"
               "  wanted: by 'repof'\n"
               "  help:   bind it by a quantifier over a declared resource: exists r: R "
               ". ...\n");
}

/* A part that is wrong is said once; what is around it is not asked about. */
TEST(rest_check_says_each_thing_once)
{
    struct rest_fixture f;

    start(&f, "", "request.body.a.b + 1 == 2 && request.body == 3",
          "response.body.c == 1 && response.header.d == 2");
    CHECK(!rest_fixture_check(&f, "rrr", true));
    CHECK_STR(rest_fixture_codes(&f), "E0207@1:11 E0207@1:77 E0207@1:108");
    CHECK_UINT(f.questions, 3);
    CHECK(!f.spec.triples[0]->sound);
    rest_fixture_done(&f);
}

/* What is right between && is known to what follows, whatever else is wrong. */
TEST(rest_check_wrong_parts_make_no_others_wrong)
{
    static const char asked[] = "root, request |- request in {body: Any}\n"
                                "root, request, before request in {body: Any}, before "
                                "request in {body: Integer}, "
                                "before root == \"\", response |- "
                                "response in {body: Any}\n";

    check_asked("{ request.body == 1 && request in {body: Integer} && request.body > 0 & "
                "root != 1 }\n"
                "get '/a' { request.body + 1 == response.body }\n",
                "r", true,
                "root, request |- request in {body: Any}\n"
                "root, request, before request in {body: Any}, before request in {body: "
                "Integer}, before request.body > 0, "
                "before root != 1, response |- response in {body: Any}\n",
                "E0207@1:11");
    check_asked("{ request.body == 1 && request in {body: Integer} && root == \"\" }\n"
                "get '/a' { request.body + 1 == response.body }\n",
                "r", true, asked, "E0207@1:11");
    check_goals("(x in {a: Any} && x.a.b == 1 && x in {c: Integer}) ==> x.c + 1 > x.d",
                "x in {a: Any} |- x.a in {b: Any}; "
                "x in {a: Any}, x.a.b == 1, x in {c: Integer} |- x in {d: Any}; "
                "x in {a: Any}, x.a.b == 1, x in {c: Integer} |- x.d in Number");
}

/* Where the precondition is wrong, the postcondition is checked without it. */
TEST(rest_check_goes_on_behind_a_wrong_precondition)
{
    check_asked("{ request.body == 1 } get '/a' { response.body == 1 }\n"
                "{ true } get '/a' { true }\n",
                "r", true,
                "root, request |- request in {body: Any}\n"
                "root, request, before request in {body: Any}, response |- response in "
                "{body: Any}\n",
                "E0207@1:11");
}

/* What could not be read is not checked, and not reported again. */
TEST(rest_check_says_nothing_of_what_was_not_read)
{
    struct rest_fixture f;

    rest_fixture_init(
        &f,
        "type T = {a: Nothing}\n"
        "{ request in {body: T} && request.body.a + 1 == nobody.x } get '/a' { ( }\n"
        "{ request.body == 1 } get '/{' { true }\n",
        NULL);
    CHECK_STR(rest_fixture_codes(&f), "E0211@1:14 E0210@2:49 E0206@2:73 E0216@3:30");
    rest_fixture_check(&f, "", true);
    CHECK_STR(rest_fixture_codes(&f), "E0211@1:14 E0210@2:49 E0206@2:73 E0216@3:30");
    rest_fixture_done(&f);
}

/* ---- Memory. */

static enum assay_status check_everything(const struct assay_alloc *mem, void *ctx)
{
    static const char text[] =
        "resource R\ntype T = {a: Integer, ?b: T[]}\nvar v: T\n"
        "{ request in {body: T} && request.body.a / v.a > 1 && (exists r: R . 1 repof r) "
        "}\n"
        "get '/a/{b}' { response.body == request.body.b[v.a] }\n"
        "{ request.template.b == 1 } get '/a/{b}' { response.code == 1 }\n";
    struct rest_fixture f;
    bool good;

    (void)ctx;
    rest_fixture_init(&f, text, mem);
    if (f.read)
        rest_fixture_check(&f, "ur", true);
    good = f.read && !f.diags.no_memory;
    rest_fixture_done(&f);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}

TEST(rest_check_without_memory)
{
    torture(check_everything, NULL);
}
